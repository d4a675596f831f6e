// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/postgres_cancel.h"

#include "database/database_connection.h"

#include <mutex>
#include <thread>

namespace verderer {

struct PostgresCancel::State {
    std::mutex mutex;
    std::thread thread;
};

PostgresCancel::PostgresCancel(const DatabaseUrl &url, int backendPid, const CancelToken &token) : m_state(std::make_shared<State>())
{
    m_registration = token.onCancel([state = m_state, url, backendPid] {
        const std::lock_guard guard(state->mutex);
        if (state->thread.joinable())
            return;
        state->thread = std::thread([url, backendPid] {
            const Wait brief{QDeadlineTimer(5000), {}};
            auto connection = DatabaseConnection::open(url, DatabaseConnection::Access::ReadOnly, brief, {});
            if (connection) // a server that cannot be reached has nothing to be cancelled
                (void)(*connection)->query(QStringLiteral("SELECT pg_cancel_backend(?)"), {backendPid});
        });
    });
}

PostgresCancel::~PostgresCancel()
{
    m_registration.reset(); // no callback runs after this
    const std::lock_guard guard(m_state->mutex);
    if (m_state->thread.joinable())
        m_state->thread.join();
}

} // namespace verderer
