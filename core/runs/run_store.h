// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "runs/run_record.h"

#include <functional>
#include <memory>

namespace verderer {

struct RunFilter {
    QStringList statuses;
    std::optional<QString> owner, threadId, model;
    QString text; ///< in run id, thread id, title, first message, error
    std::optional<Microseconds> createdFrom, createdBefore;
    bool orphansOnly = false;
    std::optional<Microseconds> activeLongerThan; ///< active runs created before this moment
};

struct RunCursor {
    QString createdRaw, runId; ///< created_at desc, run_id desc: DeerFlow's console order
    [[nodiscard]] QString encode() const;
    static Result<RunCursor> decode(const QString &text);
};

struct RunPage {
    QList<RunRecord> runs;
    std::optional<RunCursor> next;
};

struct EventPage {
    QList<RunEvent> events;
    std::optional<qint64> nextAfterSeq;
};

/// Rows of runs and their events. Blocking; each call one job, each write one transaction.
class RunStore {
public:
    virtual ~RunStore() = default;
    virtual Result<std::optional<RunRecord>> find(const QString &runId, const Wait &wait) = 0;
    virtual Result<std::optional<RunRecord>> findByIdempotencyKey(const QString &key, const Wait &wait) = 0;
    /// The pending or running row of a thread; also one of another kind (`delete`, `checkpoint_write` …), which reserves the thread for a moment.
    virtual Result<std::optional<RunRecord>> activeOf(const QString &threadId, const Wait &wait) = 0;
    /// All active rows that `workerPrefix` begins the owner_worker_id of, of every kind: what is looked through for owners that are gone.
    virtual Result<QList<RunRecord>> activeRows(const QString &workerPrefix, const Wait &wait) = 0;
    /// Removes a row of another kind than `run` that this worker holds: a reservation whose owner is gone. Gives whether there was one.
    virtual Result<bool> removeReservation(const QString &runId, const QString &worker, const Wait &wait) = 0;
    virtual Result<RunPage> list(const RunFilter &filter, int limit, const std::optional<RunCursor> &after, const Wait &wait) = 0;
    /// Inserts a run as the record says, its status too. Conflict where another active row holds the thread (details.holder: its run id) or the
    /// idempotency key is taken.
    virtual Result<RunRecord> insert(const RunRecord &record, const Wait &wait) = 0;
    /// Changes a run only where status and owner_worker_id still are `expected…`; none where they are not.
    virtual Result<std::optional<RunRecord>> transition(const QString &runId, RunStatus expected, const std::optional<QString> &expectedWorker,
                                                        const std::function<void(RunRecord &)> &change, const Wait &wait) = 0;
    virtual Result<EventPage> events(const QString &threadId, const QString &runId, const QStringList &categories, qint64 afterSeq, int limit,
                                     const Wait &wait) = 0;
    /// The time of a run's newest event; none where it has none, or the time cannot be read.
    virtual Result<std::optional<Microseconds>> newestEventAt(const QString &threadId, const QString &runId, const Wait &wait) = 0;
    /// Appends events of a run with the thread's next sequence numbers, one transaction. `seq`, `threadId` and `runId` of the events are not looked
    /// at. Invalid for a type above 32 or a category above 16 characters; nothing is stored then.
    virtual Result<void> appendEvents(const QString &threadId, const QString &runId, const QList<RunEvent> &events, const Wait &wait) = 0;
};

} // namespace verderer
