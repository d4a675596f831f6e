// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_facts.h"

#include "workspace/database_access.h"

namespace verderer {

namespace {

constexpr int shownFailures = 8;
// A thread has one active run at most; an installation with more than this many at a time has other ways to look at them.
constexpr int watchedRuns = 500;

} // namespace

Result<OverviewFacts> readOverviewFacts(const DatabaseAccess &access, const Wait &wait)
{
    OverviewFacts facts;
    RunFilter failed;
    failed.statuses = {runStatusName(RunStatus::Error), runStatusName(RunStatus::Timeout)};
    auto failures = access.runs->list(failed, shownFailures, {}, wait);
    if (!failures) {
        return tl::unexpected<Error>(failures.error());
    }
    facts.failures = std::move(failures->runs);

    RunFilter active;
    active.statuses = {runStatusName(RunStatus::Pending), runStatusName(RunStatus::Running)};
    const auto running = access.runs->list(active, watchedRuns, {}, wait);
    if (!running) {
        return tl::unexpected<Error>(running.error());
    }
    facts.active = running->runs.size();
    facts.activeExact = !running->next;
    for (const RunRecord &run : running->runs) {
        if (access.runs->vitalityOf(run, wait).stale) {
            ++facts.stale;
            facts.staleRun = run.runId;
        }
    }

    RunFilter orphans;
    orphans.orphansOnly = true;
    const auto listing = access.openRuns(orphans, wait);
    if (!listing) {
        return tl::unexpected<Error>(listing.error());
    }
    facts.orphans = (*listing)->size();
    facts.orphansExact = (*listing)->isComplete();
    return facts;
}

} // namespace verderer
