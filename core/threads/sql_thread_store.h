// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "database/database_worker.h"
#include "threads/thread_store.h"

#include <memory>

namespace verderer {

/// threads_meta of a DeerFlow database, on SQLite or PostgreSQL. Calls block until the worker has answered; any thread but the window's and the
/// worker's own.
class SqlThreadStore final : public ThreadStore {
public:
    explicit SqlThreadStore(std::shared_ptr<DatabaseWorker> worker);

    Result<std::optional<ThreadRecord>> find(const QString &id, const Wait &wait) override;
    Result<Inserted> insert(const ThreadRecord &record, const Wait &wait) override;
    Result<ThreadPage> list(const ThreadFilter &filter, int limit, const std::optional<ThreadCursor> &after, const Wait &wait) override;
    Result<ThreadRemains> remains(const QString &id, const Wait &wait) override;
    Result<ThreadRecord> update(const QString &id, const ThreadChange &change, bool refuseWhileActive, const Wait &wait) override;
    Result<ThreadRemains> remove(const QString &id, const Wait &wait) override;

private:
    void releaseReservation(const QString &id);

    std::shared_ptr<DatabaseWorker> m_worker;
};

} // namespace verderer
