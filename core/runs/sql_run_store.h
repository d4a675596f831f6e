// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "database/database_worker.h"
#include "runs/run_store.h"

#include <memory>

namespace verderer {

/// `runs` and `run_events` of a DeerFlow database, on SQLite or PostgreSQL. Calls block until the worker has answered; any thread but the window's
/// and the worker's own.
class SqlRunStore final : public RunStore {
public:
    explicit SqlRunStore(std::shared_ptr<DatabaseWorker> worker);

    Result<std::optional<RunRecord>> find(const QString &runId, const Wait &wait) override;
    Result<std::optional<RunRecord>> findByIdempotencyKey(const QString &key, const Wait &wait) override;
    Result<std::optional<RunRecord>> activeOf(const QString &threadId, const Wait &wait) override;
    Result<QList<RunRecord>> activeRows(const QString &workerPrefix, const Wait &wait) override;
    Result<bool> removeReservation(const QString &runId, const QString &worker, const Wait &wait) override;
    Result<RunPage> list(const RunFilter &filter, int limit, const std::optional<RunCursor> &after, const Wait &wait) override;
    Result<RunRecord> insert(const RunRecord &record, const Wait &wait) override;
    Result<std::optional<RunRecord>> transition(const QString &runId, RunStatus expected, const std::optional<QString> &expectedWorker,
                                                const std::function<void(RunRecord &)> &change, const Wait &wait) override;
    Result<EventPage> events(const QString &threadId, const QString &runId, const QStringList &categories, qint64 afterSeq, int limit,
                             const Wait &wait) override;
    Result<std::optional<Microseconds>> newestEventAt(const QString &threadId, const QString &runId, const Wait &wait) override;
    Result<void> appendEvents(const QString &threadId, const QString &runId, const QList<RunEvent> &events, const Wait &wait) override;

private:
    std::shared_ptr<DatabaseWorker> m_worker;
};

} // namespace verderer
