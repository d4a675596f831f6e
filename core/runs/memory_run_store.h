// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/run_store.h"
#include "threads/memory_thread_store.h"

#include <QMap>

#include <memory>
#include <mutex>

namespace verderer {

/// Runs and events that live in this process alone: for `database.backend: memory` and for tests. Tells the threads beside it what they still have
/// (runs, events, an active one), and removes a thread's with it. Any thread.
class MemoryRunStore final : public RunStore {
public:
    /// `threads`: where titles are looked up; may be null, every run is an orphan then.
    explicit MemoryRunStore(std::shared_ptr<MemoryThreadStore> threads);
    ~MemoryRunStore() override;
    MemoryRunStore(const MemoryRunStore &) = delete;
    MemoryRunStore &operator=(const MemoryRunStore &) = delete;

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
    [[nodiscard]] RunRecord joined(RunRecord record) const;
    void tellThread(const QString &threadId);
    Result<ThreadRemains> removeWithThread(const QString &threadId, const std::function<Result<ThreadRemains>()> &removeThread);

    std::shared_ptr<MemoryThreadStore> m_threads;
    mutable std::mutex m_mutex;              // guards what follows
    QMap<QString, RunRecord> m_runs;         // by run id
    QMap<QString, QList<RunEvent>> m_events; // by thread, in the order of seq
};

} // namespace verderer
