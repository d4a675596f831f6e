// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/sqlite_waiting.h"

#include <QSqlDriver>
#include <QVariant>

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace verderer {

namespace {

/// How many of SQLite's virtual instructions pass between two looks at the token: some tenths of a millisecond.
constexpr int instructionsBetweenLooks = 20'000;

} // namespace

sqlite3 *sqliteHandle(const QSqlDatabase &database)
{
    const QVariant handle = database.driver()->handle();
    if (!handle.isValid() || qstrcmp(handle.typeName(), "sqlite3*") != 0) {
        return nullptr;
    }
    return *static_cast<sqlite3 *const *>(handle.constData());
}

SqliteWaiting::SqliteWaiting(const QSqlDatabase &database, const Wait &wait, int busyTimeoutMs)
    : m_handle(sqliteHandle(database)), m_wait(wait), m_busyTimeoutMs(busyTimeoutMs)
{
    if (!m_handle)
        return;
    auto *handle = static_cast<sqlite3 *>(m_handle);
    sqlite3_busy_handler(handle, &SqliteWaiting::onBusy, this);
    sqlite3_progress_handler(handle, instructionsBetweenLooks, &SqliteWaiting::onProgress, this);
}

SqliteWaiting::~SqliteWaiting()
{
    if (!m_handle)
        return;
    auto *handle = static_cast<sqlite3 *>(m_handle);
    sqlite3_busy_handler(handle, nullptr, nullptr);
    sqlite3_progress_handler(handle, 0, nullptr, nullptr);
}

bool SqliteWaiting::over() const
{
    return m_wait.cancel.isCancelled() || m_wait.deadline.hasExpired();
}

int SqliteWaiting::onBusy(void *self, int count)
{
    auto *waiting = static_cast<SqliteWaiting *>(self);
    if (count == 0)
        waiting->m_busyDeadline.setRemainingTime(waiting->m_busyTimeoutMs);
    if (waiting->over() || waiting->m_busyDeadline.hasExpired())
        return 0;
    // SQLite has no event to wait for; short steps at first, never so long that a cancel goes unnoticed.
    std::this_thread::sleep_for(std::chrono::milliseconds(std::min(1 + count, 20)));
    return 1;
}

int SqliteWaiting::onProgress(void *self)
{
    return static_cast<const SqliteWaiting *>(self)->over() ? 1 : 0;
}

} // namespace verderer
