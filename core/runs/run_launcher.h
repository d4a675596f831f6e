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
    QStringList warnings;  ///< "Timed out ensuring thread_meta …", "MCP access will fail closed …"
    int barrierPassed = 0; ///< how often the executor's start barrier was passed; exactly 1
};

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
        QString workerId;
        /// Seams of tests, called on the writer's thread: after it has read (true: found), and before it asks for admission.
        std::function<void(bool found)> writerAfterRead;
        std::function<void()> writerBeforeAdmission;
        /// Waits until the budget is over or `done` says so; a test drives it without real time.
        std::function<bool(Microseconds budget, const std::function<bool(int ms)> &waitDone)> budgetWait;
    };
    explicit RunLauncher(Dependencies dependencies);
    ~RunLauncher();

    /// Starts and waits for the run's start only; the executor goes on in the background until finished() or the launcher's end.
    Result<LaunchedRun> start(const StartRun &request, std::shared_ptr<Executor> executor, const Wait &wait);
    /// Waits for the end of a run that start() began; gives the stored row.
    Result<RunRecord> finished(const QString &runId, const Wait &wait);
    /// Asks a run of this launcher to stop (interrupt).
    Result<void> cancel(const QString &runId);
    /// Turns a pending run into an error with `text`; does nothing to any other. Gives whether it did.
    Result<bool> failIfPending(const QString &runId, const QString &text, const Wait &wait);
    /// Ends active runs of this host whose process is gone. Gives their ids.
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
};

} // namespace verderer
