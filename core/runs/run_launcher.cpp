// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_launcher.h"

#include "base/json.h"
#include "database/audit_log.h"
#include "database/database_time.h"
#include "runs/run_json.h"
#include "runs/run_launcher_p.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace verderer {

namespace {

constexpr int writeTries = 3;
constexpr int writeMs = 30'000;
constexpr int betweenTriesMs = 200;

/// Waits until the time is over or the token is cancelled.
void pauseFor(int ms, const CancelToken &cancel)
{
    struct Gate {
        std::mutex mutex;
        std::condition_variable wake;
    };
    const auto gate = std::make_shared<Gate>();
    const auto handle = cancel.onCancel([gate] {
        const std::lock_guard guard(gate->mutex);
        gate->wake.notify_all();
    });
    std::unique_lock lock(gate->mutex);
    gate->wake.wait_for(lock, std::chrono::milliseconds(ms), [&] { return cancel.isCancelled(); });
    lock.unlock(); // the handle's end may wait for a callback that takes it
}

/// Waits on a condition as long as the caller is willing to; false where it is no longer.
template<typename Condition>
bool waitUntil(std::unique_lock<std::mutex> &lock, std::condition_variable &changed, const Wait &wait, const Condition &condition)
{
    while (!condition()) {
        if (wait.cancel.isCancelled() || wait.deadline.hasExpired()) {
            return false;
        }
        if (wait.deadline.isForever()) {
            changed.wait(lock);
        } else {
            changed.wait_for(lock, std::chrono::nanoseconds(wait.deadline.remainingTimeNSecs()));
        }
    }
    return true;
}

QString auditText(const RunRecord &record)
{
    return QString::fromUtf8(dumpPythonJson(runToJson(record)));
}

Error notHere(const QString &runId)
{
    Error error;
    error.code = ErrorCode::NotFound;
    error.details.kind = QStringLiteral("run-missing");
    error.message = QStringLiteral("There is no run \"%1\". Look it up with: verdererctl runs list.").arg(runId);
    return error;
}

} // namespace

QString incarnationOf(const ThreadRecord &thread)
{
    return thread.incarnation.value_or(thread.createdRaw);
}

RunLauncher::Private::Private(Dependencies given) : parts(std::move(given))
{
    if (!parts.budgetWait) {
        parts.budgetWait = [](Microseconds budget, const std::function<bool(int)> &waitDone) { return waitDone(static_cast<int>(budget / 1000)); };
    }
    if (!parts.pause) {
        parts.pause = pauseFor;
    }
}

RunLauncher::Private::~Private()
{
    QList<std::shared_ptr<Launch>> open;
    {
        const std::lock_guard guard(mutex);
        open = launches.values();
    }
    for (const auto &launch : std::as_const(open)) {
        (void)cancelLaunch(launch, false);
        launch->barrier.open({}); // one whose start() was never finished
    }
    {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return std::all_of(open.cbegin(), open.cend(), [](const auto &launch) { return launch->ended; }); });
    }
    joinEnded();
    if (keeper) {
        keeper.reset();
        look(); // the last try for endings that could not be stored
    }
}

std::shared_ptr<Launch> RunLauncher::Private::launchOf(const QString &runId) const
{
    const std::lock_guard guard(mutex);
    return launches.value(runId);
}

QString RunLauncher::Private::audit(const QString &action, const QString &subject, const QString &before, const QString &after) const
{
    if (!parts.audit) {
        return {};
    }
    const auto logged = parts.audit->append({parts.databaseName, action, subject, before, after});
    return logged ? QString() : QStringLiteral("The change was made, but could not be written to the audit log: %1").arg(logged.error().message);
}

Result<std::optional<RunRecord>> RunLauncher::Private::persist(const QString &runId, RunStatus from, const std::optional<QString> &worker,
                                                               const std::function<void(RunRecord &)> &change) const
{
    for (int attempt = 1;; ++attempt) {
        QString before;
        auto changedRow = parts.runs->transition(runId, from, worker,
                                                 [&](RunRecord &record) {
                                                     before = auditText(record);
                                                     change(record);
                                                 },
                                                 {QDeadlineTimer(writeMs), {}});
        if (changedRow) {
            if (*changedRow) {
                (void)audit(QStringLiteral("run.") + runStatusName((*changedRow)->status), runId, before, auditText(**changedRow));
            }
            return changedRow;
        }
        if (attempt == writeTries || changedRow.error().code == ErrorCode::Invalid) {
            return changedRow;
        }
        parts.pause(betweenTriesMs * attempt, {});
    }
}

std::function<void(RunRecord &)> RunLauncher::Private::endingChange(const RunEnding &ending) const
{
    return [ending, now = databaseTimestamp(parts.clock->now())](RunRecord &record) {
        record.status = ending.status;
        record.updatedRaw = now;
        if (!ending.error.isEmpty()) {
            record.error = ending.error;
        }
        if (!ending.stopReason.isEmpty()) {
            record.stopReason = ending.stopReason;
        }
    };
}

Result<RunRecord> RunLauncher::Private::reread(const std::shared_ptr<Launch> &launch)
{
    auto found = parts.runs->find(launch->runId, {QDeadlineTimer(writeMs), {}});
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    if (!*found) {
        return tl::unexpected<Error>(notHere(launch->runId));
    }
    const std::lock_guard guard(mutex);
    launch->record = **found;
    return **found;
}

Result<RunRecord> RunLauncher::Private::endRow(const std::shared_ptr<Launch> &launch, RunStatus from, const RunEnding &ending)
{
    auto ended = persist(launch->runId, from, parts.workerId, endingChange(ending));
    if (!ended) {
        const std::lock_guard guard(mutex);
        launch->failure = ended.error();
        launch->unwritten = ending;
        return tl::unexpected<Error>(ended.error());
    }
    if (!*ended) {
        return reread(launch); // somebody else was first
    }
    const std::lock_guard guard(mutex);
    launch->record = **ended;
    return **ended;
}

void RunLauncher::Private::settle(const std::shared_ptr<Launch> &launch)
{
    const std::lock_guard guard(mutex);
    launch->settled = true;
    launch->started = true;
    changed.notify_all();
}

/// The last act of a run's thread: everybody who waits for its end goes on.
void RunLauncher::Private::retire(const std::shared_ptr<Launch> &launch)
{
    const std::lock_guard guard(mutex);
    launch->settled = true;
    launch->ended = true;
    launch->executor.reset();
    if (!launch->unwritten) {
        launches.remove(launch->runId);
    }
    endedThreads.push_back(std::move(launch->thread));
    changed.notify_all();
}

void RunLauncher::Private::joinEnded()
{
    std::vector<std::thread> threads;
    {
        const std::lock_guard guard(mutex);
        threads.swap(endedThreads);
    }
    for (std::thread &thread : threads) {
        if (thread.joinable()) {
            thread.join();
        }
    }
}

Result<void> RunLauncher::Private::cancelLaunch(const std::shared_ptr<Launch> &launch, bool rollback)
{
    {
        const std::lock_guard guard(mutex);
        if (launch->ended) {
            ErrorDetails details;
            details.kind = QStringLiteral("run-ended");
            return fail(ErrorCode::Conflict, QStringLiteral("The run %1 has ended already (%2).").arg(launch->runId, launch->record.statusRaw),
                        details);
        }
        launch->rollback = launch->rollback || rollback;
    }
    launch->cancel.cancel();
    return {};
}

RunLauncher::RunLauncher(Dependencies dependencies) : d(std::make_unique<Private>(std::move(dependencies)))
{
}

RunLauncher::~RunLauncher() = default;

Result<RunRecord> RunLauncher::finished(const QString &runId, const Wait &wait)
{
    if (const auto launch = d->launchOf(runId)) {
        const auto handle = wait.cancel.onCancel([state = d.get()] {
            const std::lock_guard guard(state->mutex);
            state->changed.notify_all();
        });
        std::unique_lock lock(d->mutex);
        const bool ended = waitUntil(lock, d->changed, wait, [&] { return launch->ended; });
        const auto failure = launch->failure;
        const bool unwritten = launch->unwritten.has_value();
        lock.unlock();
        if (!ended) {
            return wait.cancel.isCancelled() ? fail(ErrorCode::Cancelled, QStringLiteral("Cancelled while waiting; the run %1 goes on.").arg(runId))
                                             : fail(ErrorCode::TimedOut, QStringLiteral("The run %1 has not ended in time; it goes on.").arg(runId));
        }
        if (unwritten && failure) {
            return tl::unexpected<Error>(*failure);
        }
    }
    auto found = d->parts.runs->find(runId, wait);
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    if (!*found) {
        return tl::unexpected<Error>(notHere(runId));
    }
    if (isActive((*found)->status)) {
        ErrorDetails details;
        details.kind = QStringLiteral("run-elsewhere");
        details.holder = (*found)->ownerWorkerId.value_or(QString());
        return fail(ErrorCode::Conflict, QStringLiteral("The run %1 is active in another process, so its end cannot be waited for here.").arg(runId),
                    details);
    }
    return std::move(**found);
}

Result<void> RunLauncher::cancel(const QString &runId)
{
    const auto launch = d->launchOf(runId);
    if (!launch) {
        return tl::unexpected<Error>(notHere(runId));
    }
    return d->cancelLaunch(launch, false);
}

Result<bool> RunLauncher::failIfPending(const QString &runId, const QString &text, const Wait &wait)
{
    const auto found = d->parts.runs->find(runId, wait);
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    if (!*found) {
        return tl::unexpected<Error>(notHere(runId));
    }
    const auto failed =
        d->parts.runs->transition(runId, RunStatus::Pending, (*found)->ownerWorkerId, d->endingChange({RunStatus::Error, text, {}}), wait);
    if (!failed) {
        return tl::unexpected<Error>(failed.error());
    }
    if (!*failed) {
        return false;
    }
    (void)d->audit(QStringLiteral("run.error"), runId, auditText(**found), auditText(**failed));
    if (const auto launch = d->launchOf(runId)) {
        {
            const std::lock_guard guard(d->mutex);
            launch->record = **failed;
        }
        launch->cancel.cancel(); // the writer has nothing to ensure any more
    }
    return true;
}

} // namespace verderer
