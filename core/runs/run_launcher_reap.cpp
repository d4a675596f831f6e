// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_launcher_p.h"
#include "threads/worker_identity.h"

namespace verderer {

namespace {

/// How every worker id of Verderer begins (worker_identity.h).
const QString ownPrefix = QStringLiteral("verderer:");
/// DeerFlow's own words for a run whose worker is gone (deerflow-format 7.3), so that its screens and people's searches find ours too.
const QString orphanText = QStringLiteral("Gateway restarted before this run reached a durable final state.");
const QString orphanReason = QStringLiteral("orphan_recovered");

constexpr int lookMs = 10'000;

} // namespace

void RunLauncher::Private::look()
{
    QList<std::shared_ptr<Launch>> all;
    {
        const std::lock_guard guard(mutex);
        all = launches.values();
    }
    for (const auto &launch : std::as_const(all)) {
        lookAt(launch);
    }
}

void RunLauncher::Private::lookAt(const std::shared_ptr<Launch> &launch)
{
    RunStatus status = RunStatus::Unknown;
    std::optional<RunEnding> unwritten;
    bool ended = false;
    Microseconds renewedAt = 0;
    {
        const std::lock_guard guard(mutex);
        status = launch->record.status;
        unwritten = launch->unwritten;
        ended = launch->ended;
        renewedAt = launch->renewedAt;
    }
    const Wait wait{QDeadlineTimer(lookMs), {}};
    if (ended && unwritten) {
        for (const RunStatus from : {RunStatus::Running, RunStatus::Pending}) {
            const auto done = parts.runs->transition(launch->runId, from, parts.workerId, endingChange(*unwritten), wait);
            if (!done) {
                return; // the next look tries again
            }
        }
        const std::lock_guard guard(mutex);
        launch->unwritten.reset();
        launches.remove(launch->runId);
        return;
    }
    if (ended || !isActive(status)) {
        return;
    }
    const Microseconds now = parts.clock->now();
    const bool due = now >= renewedAt + parts.leaseDuration / 3;
    std::optional<RunRecord> row;
    if (due) {
        const Microseconds until = now + parts.leaseDuration;
        const auto renewed = parts.runs->transition(
            launch->runId, status, parts.workerId, [until](RunRecord &record) { record.leaseExpiresAt = until; }, wait);
        if (!renewed) {
            return;
        }
        row = *renewed;
        if (row) {
            const std::lock_guard guard(mutex);
            launch->renewedAt = now;
            launch->record.leaseExpiresAt = row->leaseExpiresAt;
        }
    }
    if (!row) {
        const auto found = parts.runs->find(launch->runId, wait);
        if (!found) {
            return;
        }
        row = *found;
    }
    // A row that somebody else has ended or taken is not ours any more: its work must not go on beside the next run's.
    const bool lost = !row || !isActive(row->status) || (row->ownerWorkerId && row->ownerWorkerId != parts.workerId);
    if (lost) {
        launch->cancel.cancel();
    } else if (row->cancelAction) {
        (void)cancelLaunch(launch, *row->cancelAction == QLatin1String("rollback"));
    }
}

Result<bool> RunLauncher::Private::endIfDead(const RunRecord &row)
{
    if (!row.ownerWorkerId || !row.ownerWorkerId->startsWith(ownPrefix)) {
        return false; // a Gateway's: nothing can be told
    }
    const WorkerLiveness liveness = workerLiveness(*row.ownerWorkerId);
    const bool leaseOver = row.leaseExpiresAt && parts.clock->now() > *row.leaseExpiresAt + parts.leaseDuration;
    if (liveness == WorkerLiveness::Alive || (liveness == WorkerLiveness::Foreign && !leaseOver)) {
        return false;
    }
    if (row.operationKind != QLatin1String("run")) {
        const auto removed = parts.runs->removeReservation(row.runId, *row.ownerWorkerId, {QDeadlineTimer(lookMs), {}});
        if (!removed) {
            return tl::unexpected<Error>(removed.error());
        }
        return true;
    }
    const auto ended = persist(row.runId, row.status, row.ownerWorkerId, endingChange({RunStatus::Error, orphanText, orphanReason}));
    if (!ended) {
        return tl::unexpected<Error>(ended.error());
    }
    if (*ended) {
        setThreadStatus(row.threadId, std::nullopt, QStringLiteral("error"), true);
    }
    return true;
}

Result<QStringList> RunLauncher::reapDeadWorkers(const Wait &wait)
{
    const auto rows = d->parts.runs->activeRows(ownPrefix, wait);
    if (!rows) {
        return tl::unexpected<Error>(rows.error());
    }
    QStringList ids;
    for (const RunRecord &row : *rows) {
        if (wait.cancel.isCancelled()) {
            return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled after %1 runs were ended.").arg(ids.size()));
        }
        const auto dead = d->endIfDead(row);
        if (!dead) {
            return tl::unexpected<Error>(dead.error());
        }
        if (*dead) {
            ids.append(row.runId);
        }
    }
    return ids;
}

} // namespace verderer
