// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_service.h"

#include "database/database_time.h"
#include "database/database_worker.h"
#include "runs/usage_report.h"
#include "threads/worker_identity.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace verderer {

namespace {

constexpr int eventsAtOnce = 1'000;
constexpr int runsAtOnce = 200;
constexpr int longestTitle = 80;
constexpr std::size_t keptReports = 8;
constexpr Microseconds second = 1'000'000;
constexpr Microseconds minute = 60 * second;
constexpr Microseconds hour = 60 * minute;
constexpr Microseconds day = 24 * hour;
/// A row that nobody has touched for so long is called silent. DeerFlow renews a lease every ten seconds where it keeps one at all.
constexpr Microseconds silentAfter = hour;
/// DeerFlow's own grace for a lease that ran out (run_ownership.grace_seconds).
constexpr Microseconds leaseGrace = 10 * second;

QString spanInWords(Microseconds span)
{
    const auto words = [](Microseconds count, const QString &one, const QString &many) {
        return count == 1 ? QString(QStringLiteral("1 ") + one) : QString(QString::number(count) + QLatin1Char(' ') + many);
    };
    if (span >= day) {
        return words(span / day, QStringLiteral("day"), QStringLiteral("days"));
    }
    if (span >= hour) {
        return words(span / hour, QStringLiteral("hour"), QStringLiteral("hours"));
    }
    if (span >= minute) {
        return words(span / minute, QStringLiteral("minute"), QStringLiteral("minutes"));
    }
    return words(span / second, QStringLiteral("second"), QStringLiteral("seconds"));
}

Error missingRun(const QString &runId)
{
    Error error;
    error.code = ErrorCode::NotFound;
    error.details.kind = QStringLiteral("run-missing");
    error.message = QStringLiteral("There is no run \"%1\". Look it up with: verdererctl runs list.").arg(runId);
    return error;
}

/// The first words of a message as one line; never half a character.
std::optional<QString> titleOf(const RunRecord &run)
{
    const QList<uint> points = run.firstHumanMessage.value_or(QString()).simplified().toUcs4();
    if (points.isEmpty()) {
        return std::nullopt;
    }
    QList<char32_t> kept;
    for (const uint point : points.mid(0, points.size() > longestTitle ? longestTitle - 1 : longestTitle)) {
        kept.append(point);
    }
    if (points.size() > longestTitle) {
        kept.append(U'…');
    }
    return QString::fromUcs4(kept.constData(), kept.size());
}

} // namespace

struct RunService::Private {
    struct Report {
        UsageRequest request;
        QDate today;
        qint64 version = 0;
        Usage usage;
    };

    Result<RunRecord> find(const QString &runId, const Wait &wait) const
    {
        auto found = parts.runs->find(runId, wait);
        if (!found) {
            return tl::unexpected<Error>(found.error());
        }
        if (!*found) {
            return tl::unexpected<Error>(missingRun(runId));
        }
        return std::move(**found);
    }

    Result<QList<RunEvent>> allEvents(const QString &threadId, const QString &runId, const QString &category, const Wait &wait) const
    {
        QList<RunEvent> events;
        std::optional<qint64> after = 0;
        while (after) {
            auto page = parts.events->events(threadId, runId, {category}, *after, eventsAtOnce, wait);
            if (!page) {
                return tl::unexpected<Error>(page.error());
            }
            events.append(page->events);
            after = page->nextAfterSeq;
            if (wait.cancel.isCancelled()) {
                return fail(ErrorCode::Cancelled, QStringLiteral("Reading the events was cancelled."));
            }
        }
        return events;
    }

    static bool same(const UsageRequest &a, const UsageRequest &b)
    {
        return a.days == b.days && a.utcOffsetMinutes == b.utcOffsetMinutes && a.zone == b.zone && a.owner == b.owner;
    }

    std::optional<Usage> kept(const UsageRequest &request, const QDate &today, qint64 version)
    {
        const std::lock_guard guard(mutex);
        for (const Report &report : reports) {
            if (report.version == version && report.today == today && same(report.request, request)) {
                return report.usage;
            }
        }
        return std::nullopt;
    }

    void keep(Report report)
    {
        const std::lock_guard guard(mutex);
        std::erase_if(reports, [&](const Report &old) { return old.version != report.version || same(old.request, report.request); });
        if (reports.size() >= keptReports) {
            reports.erase(reports.begin());
        }
        reports.push_back(std::move(report));
    }

    Dependencies parts;
    std::mutex mutex; // guards the reports
    std::vector<Report> reports;
};

RunService::RunService(Dependencies dependencies) : d(std::make_unique<Private>())
{
    d->parts = std::move(dependencies);
    if (!d->parts.prices) {
        d->parts.prices = std::make_shared<const PriceList>(QList<ModelPrice>());
    }
    if (!d->parts.events) {
        d->parts.events = makeMemoryOnlyEvents();
    }
}

RunService::~RunService() = default;

Result<RunRecord> RunService::show(const QString &runId, const Wait &wait)
{
    return d->find(runId, wait);
}

Result<RunPage> RunService::list(const RunFilter &filter, int limit, const std::optional<RunCursor> &after, const Wait &wait)
{
    return d->parts.runs->list(filter, limit, after, wait);
}

Result<EventPage> RunService::events(const QString &runId, const QStringList &categories, qint64 afterSeq, int limit, const Wait &wait)
{
    const auto run = d->find(runId, wait);
    if (!run) {
        return tl::unexpected<Error>(run.error());
    }
    return d->parts.events->events(run->threadId, runId, categories, afterSeq, limit, wait);
}

Result<QList<TranscriptMessage>> RunService::transcript(const QString &runId, bool wholeThread, const Wait &wait)
{
    const auto run = d->find(runId, wait);
    if (!run) {
        return tl::unexpected<Error>(run.error());
    }
    const auto events = d->allEvents(run->threadId, wholeThread ? QString() : runId, QStringLiteral("message"), wait);
    if (!events) {
        return tl::unexpected<Error>(events.error());
    }
    return readTranscript(*events);
}

Result<QList<TranscriptMessage>> RunService::threadTranscript(const QString &threadId, const Wait &wait)
{
    const auto events = d->allEvents(threadId, {}, QStringLiteral("message"), wait);
    if (!events) {
        return tl::unexpected<Error>(events.error());
    }
    return readTranscript(*events);
}

Result<QList<WorkspaceChanges>> RunService::workspaceChanges(const QString &runId, const Wait &wait)
{
    const auto run = d->find(runId, wait);
    if (!run) {
        return tl::unexpected<Error>(run.error());
    }
    const auto events = d->allEvents(run->threadId, runId, QStringLiteral("workspace"), wait);
    if (!events) {
        return tl::unexpected<Error>(events.error());
    }
    QList<WorkspaceChanges> all;
    for (const RunEvent &event : *events) {
        if (auto changes = readWorkspaceChanges(event)) {
            all.append(std::move(*changes));
        }
    }
    return all;
}

QString RunService::whyNoEvents() const
{
    return d->parts.events->whyNone();
}

Cost RunService::costOf(const RunRecord &run) const
{
    return d->parts.prices->costOf(run);
}

std::optional<Microseconds> RunService::durationOf(const RunRecord &run) const
{
    const std::optional<Microseconds> end = isActive(run.status) ? d->parts.clock->now() : run.updatedAt;
    if (!run.createdAt || !end) {
        return std::nullopt;
    }
    return std::max<Microseconds>(*end - *run.createdAt, 0);
}

RunVitality RunService::vitalityOf(const RunRecord &run, const Wait &wait) const
{
    if (!isActive(run.status)) {
        return {};
    }
    const QString status = runStatusName(run.status);
    switch (run.ownerWorkerId ? workerLiveness(*run.ownerWorkerId) : WorkerLiveness::Foreign) {
    case WorkerLiveness::Gone:
        return {true, QStringLiteral("%1, but the process that ran it has ended").arg(status)};
    case WorkerLiveness::Alive:
        return {};
    case WorkerLiveness::Foreign:
        break;
    }
    const Microseconds now = d->parts.clock->now();
    const std::optional<Microseconds> rowMoved = run.updatedAt ? run.updatedAt : run.createdAt;
    if (run.leaseExpiresAt ? now <= *run.leaseExpiresAt + leaseGrace : rowMoved && now - *rowMoved < silentAfter) {
        return {};
    }
    // Events that cannot be read leave the row alone to judge by.
    const auto newest = d->parts.events->newestAt(run.threadId, run.runId, wait);
    const std::optional<Microseconds> event = newest ? *newest : std::nullopt;
    if (event && now - *event < silentAfter && (!run.leaseExpiresAt || *event > *run.leaseExpiresAt)) {
        return {};
    }
    if (run.leaseExpiresAt) {
        return {true, QStringLiteral("%1, its lease ran out %2 ago").arg(status, spanInWords(now - *run.leaseExpiresAt))};
    }
    if (!rowMoved && !event) {
        return {true, QStringLiteral("%1, when it last moved cannot be read").arg(status)};
    }
    const Microseconds lastSign = std::max(rowMoved.value_or(0), event.value_or(0));
    return {true, QStringLiteral("%1, no sign of life for %2; whether it still works cannot be verified").arg(status, spanInWords(now - lastSign))};
}

Result<AdoptAnswer> RunService::adopt(const QString &runId, const Wait &wait)
{
    const auto run = d->find(runId, wait);
    if (!run) {
        return tl::unexpected<Error>(run.error());
    }
    CreateThread wish;
    wish.id = run->threadId;
    wish.owner = run->owner;
    wish.assistantId = run->assistantId;
    wish.title = titleOf(*run);
    wish.adopting = true;
    const auto thread = d->parts.threads->create(wish, wait);
    if (!thread) {
        return tl::unexpected<Error>(thread.error());
    }
    AdoptAnswer answer;
    answer.run = *run;
    answer.run.threadExists = true;
    answer.run.threadTitle = thread->record.displayName;
    answer.created = thread->created;
    answer.warnings = thread->warnings;
    return answer;
}

Result<void> RunService::adoptAll(const RunFilter &filter, const std::function<void(const QString &, const Result<AdoptAnswer> &)> &each,
                                  const Wait &wait)
{
    RunFilter orphans = filter;
    orphans.orphansOnly = true;
    std::optional<RunCursor> after;
    do {
        // Pages go on behind the last run, so that those adopted meanwhile do not shift what is left.
        const auto page = d->parts.runs->list(orphans, runsAtOnce, after, wait);
        if (!page) {
            return tl::unexpected<Error>(page.error());
        }
        for (const RunRecord &run : page->runs) {
            if (wait.cancel.isCancelled()) {
                return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled; the threads made so far stay."));
            }
            if (wait.deadline.hasExpired()) {
                return fail(ErrorCode::TimedOut,
                            QStringLiteral("The time was over before all orphans had their threads; run it again for the rest."));
            }
            each(run.runId, adopt(run.runId, wait));
        }
        after = page->next;
    } while (after);
    return {};
}

Result<Usage> RunService::usage(const UsageRequest &request, const Wait &wait)
{
    const auto days = daysOf(request, d->parts.clock->now());
    if (!days) {
        return tl::unexpected<Error>(days.error());
    }
    if (!d->parts.worker) {
        return readUsage(*d->parts.runs, request, *days, d->parts.prices, wait);
    }
    // Asked before the walk: what is written during it makes the report old, never the other way round.
    const auto version = d->parts.worker->dataVersion(wait).result();
    if (!version) {
        return tl::unexpected<Error>(version.error());
    }
    if (auto known = d->kept(request, days->dates.last(), *version)) {
        return std::move(*known);
    }
    auto usage = readUsage(d->parts.worker->url(), request, *days, d->parts.prices, wait);
    if (usage) {
        d->keep({request, days->dates.last(), *version, *usage});
    }
    return usage;
}

} // namespace verderer
