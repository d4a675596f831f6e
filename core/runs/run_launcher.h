// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/clock.h"
#include "runs/executor.h"
#include "runs/run_store.h"
#include "threads/admission.h"
#include "threads/thread_store.h"

#include <memory>

namespace verderer {

class AuditLog;

enum class MultitaskStrategy { Reject, Interrupt, Rollback, Enqueue }; ///< Enqueue is refused, as in DeerFlow

struct StartRun {
    QString threadId;
    std::optional<QString> owner, assistantId, idempotencyKey;
    QByteArray metadataJson = "{}", kwargsJson = "{}";
    MultitaskStrategy strategy = MultitaskStrategy::Reject;
    bool strict = false; ///< the thread must already exist, and its row be verified
};

enum class StartOutcome { Started, Cancelled, Existing }; ///< Existing: the idempotency key gave an earlier run back

struct LaunchedRun {
    RunRecord record; ///< equal to the stored row
    StartOutcome outcome = StartOutcome::Started;
    QStringList warnings{}; ///< "Timed out ensuring thread_meta …", "MCP access will fail closed …"
    int barrierPassed = 0;  ///< how often the executor's start barrier was passed; exactly 1
};

/// Starts runs and sees them to their end. Any thread but the window's; the callbacks of the seams must not call back into it. One launcher a process
/// and database.
///
/// Pending → running happens once. Makes the run row, attaches the worker id and lease, lets a separate metadata writer ensure the thread under
/// admission within a budget that includes the waiting, then the start barrier, then the executor (scenarios B4, C).
class RunLauncher {
public:
    struct Dependencies {
        std::shared_ptr<RunStore> runs;
        std::shared_ptr<ThreadStore> threads;
        std::shared_ptr<Admission> admission;
        std::shared_ptr<Clock> clock;
        std::shared_ptr<AuditLog> audit; ///< may be null
        Microseconds metadataBudget = 5'000'000;
        Microseconds leaseDuration = 30'000'000; ///< renewed every third of it
        QString workerId;                        ///< ownWorkerId() in programs: whether its process is gone must be told from it
        QString databaseName{};                  ///< for the audit log: DatabaseUrl::display()
        /// Seams of tests, called on the writer's thread: after it has read (true: found), and before it asks for admission.
        std::function<void(bool found)> writerAfterRead;
        std::function<void()> writerBeforeAdmission;
        /// Waits until the metadata writer's budget is over or `waitDone` says that it has ended; a test drives it without real time. Called on the
        /// thread of start(); gives whether the writer has ended.
        std::function<bool(Microseconds budget, const std::function<bool(int ms)> &waitDone)> budgetWait;
        /// Waits for the next look at leases and at requests to stop (a second), or until `waitStop` says that the launcher ends; gives whether it
        /// does. Called on a thread of the launcher's. What is due is decided by the clock.
        std::function<bool(const std::function<bool(int ms)> &waitStop)> leaseWait;
        /// Waits a moment before another process is looked at again, or a failed write is tried again; comes back early on a cancel.
        std::function<void(int ms, const CancelToken &cancel)> pause;
    };
    explicit RunLauncher(Dependencies dependencies);
    ~RunLauncher(); ///< cancels what still runs and waits for its end

    /// Starts and waits for the run's start only; the executor goes on in the background until finished() or the launcher's end. Where the metadata
    /// could not be ensured in time, a strict start ends as Cancelled with an error in the record, any other goes on with a warning. Invalid: ids,
    /// lengths, JSON, strategy Enqueue. NotFound: strict, and there is no such thread; nothing was created. Conflict: the thread is busy
    /// (details.holder: the run), belongs to somebody else, or the idempotency key belongs to another thread or owner. A run that is no longer alive
    /// (its process on this host is gone, or its lease on another host ran out twice) is ended first and blocks nobody.
    Result<LaunchedRun> start(const StartRun &request, std::shared_ptr<Executor> executor, const Wait &wait);
    /// Waits for the end of a run that start() began; gives the stored row. Conflict for a run that is active in another process, NotFound for none.
    Result<RunRecord> finished(const QString &runId, const Wait &wait);
    /// Asks a run of this launcher to stop (interrupt). One that is pending never starts. Conflict where it has ended, NotFound where it is not here.
    Result<void> cancel(const QString &runId);
    /// Turns a pending run into an error with `text`; does nothing to any other. Gives whether it did.
    Result<bool> failIfPending(const QString &runId, const QString &text, const Wait &wait);
    /// Ends active runs of Verderer whose process on this host is gone, and those of other hosts whose lease ran out twice, with DeerFlow's own text
    /// and stop reason for them (deerflow-format 7.3). Gives their ids. Runs of a Gateway are never touched.
    Result<QStringList> reapDeadWorkers(const Wait &wait);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Makes the missing thread of a run through the same admission ("adopt"): the run's owner and assistant, its first human message as title.
/// Idempotent.
struct AdoptAnswer {
    RunRecord run;
    bool created = false;
    QStringList warnings; ///< of the thread's creation: it belongs to nobody, the audit log could not be written
};

} // namespace verderer
