// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "database/database_time.h"
#include "runs/run_launcher_events.h"
#include "runs/run_launcher_p.h"
#include "threads/thread_json.h"

namespace verderer {

namespace {

constexpr int threadWriteMs = 30'000;

/// What DeerFlow writes into the thread when its run ends so (deerflow-format 7.3).
QString threadStatusAfter(RunStatus status)
{
    switch (status) {
    case RunStatus::Error:
        return QStringLiteral("error");
    case RunStatus::Interrupted:
        return QStringLiteral("interrupted");
    case RunStatus::Timeout:
        return QStringLiteral("timeout");
    case RunStatus::Success:
    case RunStatus::Pending:
    case RunStatus::Running:
    case RunStatus::Unknown:
        break;
    }
    return QStringLiteral("idle");
}

} // namespace

/// The run's own thread, from the barrier to the end.
void RunLauncher::Private::runBody(const std::shared_ptr<Launch> &launch)
{
    const StartBarrier::Decision decision = launch->barrier.pass();
    if (!decision.start || !beginRunning(launch)) {
        retire(launch);
        return;
    }
    if (decision.incarnation) {
        setThreadStatus(launch->threadId, decision.incarnation, QStringLiteral("running"), false);
    }
    settle(launch);
    const RunEnding ending = executeRun(launch, decision.incarnation);
    const auto ended = endRow(launch, RunStatus::Running, ending);
    // The row may have been ended by somebody who took this process for dead: then the thread is theirs too.
    const bool ours = ended && ended->status == ending.status && ended->ownerWorkerId == parts.workerId;
    if (ours && decision.incarnation) {
        setThreadStatus(launch->threadId, decision.incarnation, threadStatusAfter(ending.status), true);
    }
    retire(launch);
}

/// Pending → running, once. False: somebody ended the run meanwhile, or it could not be written; then it does not start.
bool RunLauncher::Private::beginRunning(const std::shared_ptr<Launch> &launch)
{
    if (launch->cancel.token().isCancelled()) {
        (void)endRow(launch, RunStatus::Pending, {RunStatus::Interrupted, {}, {}});
        return false;
    }
    const Microseconds now = parts.clock->now();
    const auto running = persist(launch->runId, RunStatus::Pending, parts.workerId, [&](RunRecord &record) {
        record.status = RunStatus::Running;
        record.updatedRaw = databaseTimestamp(now);
        record.leaseExpiresAt = now + parts.leaseDuration;
    });
    if (!running) {
        {
            const std::lock_guard guard(mutex);
            launch->failure = running.error();
        }
        (void)endRow(launch, RunStatus::Pending, {RunStatus::Error, QStringLiteral("The run could not be started: ") + running.error().message, {}});
        return false;
    }
    if (!*running) {
        (void)reread(launch);
        return false;
    }
    const std::lock_guard guard(mutex);
    launch->record = **running;
    launch->renewedAt = now;
    return true;
}

RunEnding RunLauncher::Private::executeRun(const std::shared_ptr<Launch> &launch, const std::optional<QString> &incarnation)
{
    RunRecord record;
    {
        const std::lock_guard guard(mutex);
        record = launch->record;
    }
    RunEventWriter events(parts.runs, parts.clock, record, [this](int ms) { parts.pause(ms, {}); });
    RunEnding ending;
    const CancelToken token = launch->cancel.token();
    if (token.isCancelled()) {
        ending.status = RunStatus::Interrupted;
    } else {
        ExecutionContext context;
        context.threadId = record.threadId;
        context.runId = record.runId;
        context.metadataJson = record.metadataJson;
        context.threadIncarnation = incarnation;
        context.emitEvent = [&events](const RunEvent &event) { events.add(event); };
        context.cancel = token;
        const ExecutionResult result = launch->executor->execute(context);
        ending = {result.status, result.error, result.stopReason};
        if (isActive(ending.status) || ending.status == RunStatus::Unknown) {
            ending = {RunStatus::Error, QStringLiteral("The executor ended without saying how."), {}};
        } else if (token.isCancelled() && ending.status == RunStatus::Error) {
            ending.status = RunStatus::Interrupted; // what a command says when it is stopped is no failure of its own
        }
    }
    bool rollback = false;
    {
        const std::lock_guard guard(mutex);
        rollback = launch->rollback;
    }
    if (rollback && token.isCancelled()) {
        ending.status = RunStatus::Error; // DeerFlow's status and text for it
        ending.error = QStringLiteral("Rolled back by user");
    }
    if (const QString lost = events.finish(); !lost.isEmpty()) {
        ending.error = ending.error.isEmpty() ? lost : QString(ending.error + QLatin1Char('\n') + lost);
    }
    return ending;
}

void RunLauncher::Private::setThreadStatus(const QString &threadId, const std::optional<QString> &incarnation, const QString &status,
                                           bool unlessActive)
{
    QString before;
    const QString now = databaseTimestamp(parts.clock->now());
    // With `unlessActive` the store looks for an active run in the same transaction: one that began meanwhile has the say, and writes its own.
    const auto changedThread = parts.threads->update(threadId,
                                                     [&](const ThreadRecord &stored) -> Result<ThreadRecord> {
                                                         ThreadRecord wanted = stored;
                                                         if ((!incarnation || incarnationOf(stored) == *incarnation) &&
                                                             stored.status != status) { // else: another thread of the same id was born meanwhile
                                                             before = QString::fromUtf8(dumpPythonJson(threadToJson(stored)));
                                                             wanted.status = status;
                                                             wanted.updatedRaw = now;
                                                         }
                                                         return wanted;
                                                     },
                                                     unlessActive, {QDeadlineTimer(threadWriteMs), {}});
    if (changedThread && !before.isEmpty()) {
        (void)audit(QStringLiteral("thread.status"), threadId, before, QString::fromUtf8(dumpPythonJson(threadToJson(*changedThread))));
    }
    // Failing here is no failure of the run: the thread may be gone, and its status is a claim that the next run renews.
}

} // namespace verderer
