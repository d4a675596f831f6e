// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/memory_run_store.h"

#include "runs/run_rows.h"

#include <algorithm>

namespace verderer {

namespace {

tl::unexpected<Error> cancelled()
{
    return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled; nothing was changed."));
}

} // namespace

MemoryRunStore::MemoryRunStore(std::shared_ptr<MemoryThreadStore> threads) : m_threads(std::move(threads))
{
    if (m_threads) {
        m_threads->setRemover(
            [this](const QString &id, const std::function<Result<ThreadRemains>()> &removeThread) { return removeWithThread(id, removeThread); });
    }
}

MemoryRunStore::~MemoryRunStore()
{
    if (m_threads) {
        m_threads->setRemover({});
    }
}

Result<ThreadRemains> MemoryRunStore::removeWithThread(const QString &threadId, const std::function<Result<ThreadRemains>()> &removeThread)
{
    const std::lock_guard guard(m_mutex);
    auto removed = removeThread();
    if (removed) {
        m_runs.removeIf([&](const QMap<QString, RunRecord>::iterator it) { return it->threadId == threadId; });
        m_events.remove(threadId);
    }
    return removed;
}

RunRecord MemoryRunStore::joined(RunRecord record) const
{
    record.threadExists = false;
    record.threadTitle.reset();
    if (m_threads) {
        if (const auto thread = m_threads->find(record.threadId, {}); thread && *thread) {
            record.threadExists = true;
            record.threadTitle = (*thread)->displayName;
        }
    }
    readRunTexts(&record);
    return record;
}

/// Keeps what the thread store answers in step; called with the mutex held.
void MemoryRunStore::tellThread(const QString &threadId)
{
    if (!m_threads) {
        return;
    }
    ThreadRemains remains;
    remains.events = m_events.value(threadId).size();
    for (const RunRecord &run : std::as_const(m_runs)) {
        if (run.threadId != threadId) {
            continue;
        }
        remains.runs += run.operationKind == QLatin1String("run") ? 1 : 0;
        if (isActive(run.status)) {
            remains.activeRun = true;
            remains.activeRunId = run.runId;
            remains.activeSince = run.createdAt;
        }
    }
    m_threads->setRemains(threadId, remains);
}

Result<std::optional<RunRecord>> MemoryRunStore::find(const QString &runId, const Wait &)
{
    const std::lock_guard guard(m_mutex);
    const auto found = m_runs.constFind(runId);
    if (found == m_runs.constEnd() || found->operationKind != QLatin1String("run")) {
        return std::optional<RunRecord>();
    }
    return std::optional<RunRecord>(joined(*found));
}

Result<std::optional<RunRecord>> MemoryRunStore::findByIdempotencyKey(const QString &key, const Wait &)
{
    const std::lock_guard guard(m_mutex);
    for (const RunRecord &run : std::as_const(m_runs)) {
        if (run.idempotencyKey == key) {
            return std::optional<RunRecord>(joined(run));
        }
    }
    return std::optional<RunRecord>();
}

Result<std::optional<RunRecord>> MemoryRunStore::activeOf(const QString &threadId, const Wait &)
{
    const std::lock_guard guard(m_mutex);
    for (const RunRecord &run : std::as_const(m_runs)) {
        if (run.threadId == threadId && isActive(run.status)) {
            return std::optional<RunRecord>(joined(run));
        }
    }
    return std::optional<RunRecord>();
}

Result<QList<RunRecord>> MemoryRunStore::activeRows(const QString &workerPrefix, const Wait &)
{
    const std::lock_guard guard(m_mutex);
    QList<RunRecord> rows;
    for (const RunRecord &run : std::as_const(m_runs)) {
        if (isActive(run.status) && run.ownerWorkerId && run.ownerWorkerId->startsWith(workerPrefix)) {
            rows.append(joined(run));
        }
    }
    return rows;
}

Result<bool> MemoryRunStore::removeReservation(const QString &runId, const QString &worker, const Wait &wait)
{
    if (wait.cancel.isCancelled()) {
        return cancelled();
    }
    const std::lock_guard guard(m_mutex);
    const auto found = m_runs.constFind(runId);
    if (found == m_runs.constEnd() || found->operationKind == QLatin1String("run") || found->ownerWorkerId != worker) {
        return false;
    }
    const QString threadId = found->threadId;
    m_runs.erase(found);
    tellThread(threadId);
    return true;
}

Result<RunPage> MemoryRunStore::list(const RunFilter &filter, int limit, const std::optional<RunCursor> &after, const Wait &)
{
    if (limit < 1) {
        return tl::unexpected<Error>(emptyRunPage());
    }
    QList<RunRecord> all;
    {
        const std::lock_guard guard(m_mutex);
        for (const RunRecord &run : std::as_const(m_runs)) {
            if (const RunRecord shown = joined(run); matchesRunFilter(shown, filter)) {
                all.append(shown);
            }
        }
    }
    std::sort(all.begin(), all.end(), runComesBefore);
    RunRecord place;
    if (after) {
        place.createdRaw = after->createdRaw;
        place.runId = after->runId;
    }
    RunPage page;
    for (const RunRecord &run : std::as_const(all)) {
        if (after && !runComesBefore(place, run)) {
            continue;
        }
        if (page.runs.size() == limit) {
            page.next = RunCursor{page.runs.last().createdRaw, page.runs.last().runId};
            break;
        }
        page.runs.append(run);
    }
    return page;
}

Result<RunRecord> MemoryRunStore::insert(const RunRecord &given, const Wait &wait)
{
    RunRecord record = given;
    record.statusRaw = runStatusName(given.status);
    if (wait.cancel.isCancelled()) {
        return cancelled();
    }
    const std::lock_guard guard(m_mutex);
    if (m_runs.contains(record.runId)) {
        return fail(ErrorCode::AlreadyExists, QStringLiteral("There is a run %1 already; nothing was changed.").arg(record.runId));
    }
    for (const RunRecord &run : std::as_const(m_runs)) {
        if (record.idempotencyKey && run.idempotencyKey == record.idempotencyKey) {
            return tl::unexpected<Error>(keyTaken(*record.idempotencyKey, run.runId));
        }
    }
    for (const RunRecord &run : std::as_const(m_runs)) {
        if (isActive(record.status) && isActive(run.status) && run.threadId == record.threadId) {
            return tl::unexpected<Error>(threadTaken(record.threadId, run));
        }
    }
    m_runs.insert(record.runId, joined(record));
    tellThread(record.threadId);
    return joined(record);
}

Result<std::optional<RunRecord>> MemoryRunStore::transition(const QString &runId, RunStatus expected, const std::optional<QString> &expectedWorker,
                                                            const std::function<void(RunRecord &)> &change, const Wait &wait)
{
    if (wait.cancel.isCancelled()) {
        return cancelled();
    }
    const std::lock_guard guard(m_mutex);
    const auto found = m_runs.find(runId);
    if (found == m_runs.end() || found->status != expected || found->ownerWorkerId != expectedWorker) {
        return std::optional<RunRecord>();
    }
    *found = joined(changedRun(*found, change));
    tellThread(found->threadId);
    return std::optional<RunRecord>(*found);
}

Result<EventPage> MemoryRunStore::events(const QString &threadId, const QString &runId, const QStringList &categories, qint64 afterSeq, int limit,
                                         const Wait &)
{
    if (limit < 1) {
        return tl::unexpected<Error>(emptyRunPage());
    }
    const std::lock_guard guard(m_mutex);
    EventPage page;
    const QList<QList<RunEvent>> lists = threadId.isEmpty() ? m_events.values() : QList<QList<RunEvent>>{m_events.value(threadId)};
    for (const auto &list : lists) {
        for (const RunEvent &event : list) {
            if (event.seq <= afterSeq || (!runId.isEmpty() && event.runId != runId) ||
                (!categories.isEmpty() && !categories.contains(event.category))) {
                continue;
            }
            if (page.events.size() == limit) {
                page.nextAfterSeq = page.events.last().seq;
                return page;
            }
            page.events.append(event);
        }
    }
    return page;
}

Result<std::optional<Microseconds>> MemoryRunStore::newestEventAt(const QString &threadId, const QString &runId, const Wait &)
{
    const std::lock_guard guard(m_mutex);
    const QList<RunEvent> list = m_events.value(threadId);
    const auto newest = std::find_if(list.crbegin(), list.crend(), [&](const RunEvent &event) { return event.runId == runId; });
    return newest == list.crend() ? std::nullopt : newest->createdAt;
}

Result<void> MemoryRunStore::appendEvents(const QString &threadId, const QString &runId, const QList<RunEvent> &events, const Wait &wait)
{
    for (const RunEvent &event : events) {
        if (auto good = checkEvent(event); !good) {
            return good;
        }
    }
    if (wait.cancel.isCancelled()) {
        return cancelled();
    }
    const std::lock_guard guard(m_mutex);
    QList<RunEvent> &list = m_events[threadId];
    for (RunEvent event : events) {
        event.threadId = threadId;
        event.runId = runId;
        event.seq = list.isEmpty() ? 1 : list.last().seq + 1;
        if (event.metadataJson.isEmpty()) {
            event.metadataJson = "{}";
        }
        readEventTexts(&event);
        list.append(event);
    }
    tellThread(threadId);
    return {};
}

} // namespace verderer
