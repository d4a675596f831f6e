// SPDX-License-Identifier: GPL-3.0-or-later
#include "threads/memory_thread_store.h"

#include "threads/thread_rows.h"
#include "threads/thread_rules.h"

#include <algorithm>

namespace verderer {

namespace {

ThreadRecord reread(ThreadRecord record)
{
    record.damage.clear();
    record.projectId.reset(); // there is no column here: it is what the metadata says
    readThreadMetadata(&record);
    readThreadTimes(&record);
    return record;
}

} // namespace

Result<std::optional<ThreadRecord>> MemoryThreadStore::find(const QString &id, const Wait &)
{
    const std::lock_guard guard(m_mutex);
    const auto found = m_threads.constFind(id);
    if (found == m_threads.constEnd())
        return std::optional<ThreadRecord>();
    return std::optional<ThreadRecord>(*found);
}

Result<ThreadStore::Inserted> MemoryThreadStore::insert(const ThreadRecord &record, const Wait &wait)
{
    if (wait.cancel.isCancelled())
        return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled; nothing was changed."));
    const std::lock_guard guard(m_mutex);
    const auto found = m_threads.constFind(record.threadId);
    if (found != m_threads.constEnd())
        return Inserted{*found, false};
    return Inserted{*m_threads.insert(record.threadId, reread(record)), true};
}

Result<ThreadPage> MemoryThreadStore::list(const ThreadFilter &filter, int limit, const std::optional<ThreadCursor> &after, const Wait &)
{
    if (limit < 1) {
        return tl::unexpected<Error>(emptyPage());
    }
    QList<ThreadRecord> all;
    {
        const std::lock_guard guard(m_mutex);
        for (const ThreadRecord &record : std::as_const(m_threads)) {
            const auto matches = matchesFilter(record, filter);
            if (!matches)
                return tl::unexpected<Error>(matches.error());
            if (*matches)
                all.append(record);
        }
    }
    std::sort(all.begin(), all.end(), comesBefore);
    ThreadRecord place;
    if (after) {
        place.pinned = after->pinned;
        place.updatedRaw = after->updatedRaw;
        place.threadId = after->threadId;
    }
    ThreadPage page;
    for (const ThreadRecord &record : std::as_const(all)) {
        if (after && !comesBefore(place, record))
            continue;
        if (page.threads.size() == limit) {
            const ThreadRecord &last = page.threads.last();
            page.next = ThreadCursor{last.pinned, last.updatedRaw, last.threadId};
            break;
        }
        page.threads.append(record);
    }
    return page;
}

Result<ThreadRemains> MemoryThreadStore::remains(const QString &id, const Wait &)
{
    const std::lock_guard guard(m_mutex);
    return m_remains.value(id);
}

Result<ThreadRecord> MemoryThreadStore::update(const QString &id, const ThreadChange &change, bool refuseWhileActive, const Wait &wait)
{
    if (wait.cancel.isCancelled())
        return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled; nothing was changed."));
    const std::lock_guard guard(m_mutex);
    const auto found = m_threads.find(id);
    if (found == m_threads.end())
        return tl::unexpected<Error>(missingThread(id));
    if (const ThreadRemains left = m_remains.value(id); refuseWhileActive && left.activeRun)
        return tl::unexpected<Error>(busyThread(id, left));
    auto wanted = change(*found);
    if (!wanted)
        return wanted;
    *found = reread(std::move(*wanted));
    return *found;
}

Result<ThreadRemains> MemoryThreadStore::remove(const QString &id, const Wait &wait)
{
    if (wait.cancel.isCancelled()) {
        return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled; nothing was changed."));
    }
    Remover remover;
    {
        const std::lock_guard guard(m_mutex);
        remover = m_remover;
    }
    // Not under the lock: whoever keeps the runs takes its own first, here as everywhere.
    return remover ? remover(id, [this, &id] { return removeAlone(id); }) : removeAlone(id);
}

Result<ThreadRemains> MemoryThreadStore::removeAlone(const QString &id)
{
    const std::lock_guard guard(m_mutex);
    const ThreadRemains left = m_remains.value(id);
    if (left.activeRun)
        return tl::unexpected<Error>(busyThread(id, left));
    m_threads.remove(id);
    m_remains.remove(id);
    return left;
}

void MemoryThreadStore::setRemains(const QString &id, const ThreadRemains &remains)
{
    const std::lock_guard guard(m_mutex);
    m_remains.insert(id, remains);
}

void MemoryThreadStore::setRemover(Remover remover)
{
    const std::lock_guard guard(m_mutex);
    m_remover = std::move(remover);
}

} // namespace verderer
