// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/mutation_queues.h"

#include <algorithm>

namespace verderer {

MutationQueues::MutationQueues() : MutationQueues(LockSeams())
{
}

MutationQueues::MutationQueues(LockSeams seams) : d(std::make_shared<Private>(std::move(seams)))
{
}

MutationQueues::~MutationQueues()
{
    d->keeper.close();
}

int MutationQueues::size() const
{
    const std::lock_guard guard(d->mutex);
    return static_cast<int>(d->lines.size());
}

QueuePlace::QueuePlace(std::shared_ptr<MutationQueues::Private> queues, QString root, std::shared_ptr<MutationQueues::Private::Place> place)
    : m_queues(std::move(queues)), m_root(std::move(root)), m_place(std::move(place))
{
    const std::lock_guard guard(m_queues->mutex);
    m_queues->lines[m_root].push_back(m_place);
}

QueuePlace::~QueuePlace()
{
    if (!m_queues)
        return;
    std::function<void()> wakeNext;
    {
        const std::lock_guard guard(m_queues->mutex);
        const auto found = m_queues->lines.find(m_root);
        auto &line = found->second;
        const bool wasFirst = line.front() == m_place;
        line.erase(std::find(line.begin(), line.end(), m_place));
        if (line.empty())
            m_queues->lines.erase(found);
        else if (wasFirst)
            wakeNext = line.front()->wake;
    }
    if (wakeNext)
        wakeNext();
}

bool QueuePlace::isFirst() const
{
    const std::lock_guard guard(m_queues->mutex);
    return m_queues->lines[m_root].front() == m_place;
}

Result<QueuePlace> QueuePlace::enter(const std::shared_ptr<MutationQueues::Private> &queues, const QString &root, const LockHolder &self,
                                     LockWait &wait, const QString &what)
{
    if (wait.isCancelled())
        return tl::unexpected(wait.error(LockWait::End::Cancelled, what, root));
    wait.setHolder([queues, root] {
        const std::lock_guard guard(queues->mutex);
        const auto found = queues->lines.find(root);
        return found == queues->lines.end() ? LockHolder() : found->second.front()->holder;
    });
    const auto entry = std::make_shared<MutationQueues::Private::Place>();
    entry->wake = wait.waker();
    entry->holder = self;
    QueuePlace place(queues, root, entry);
    while (!place.isFirst()) {
        const auto end = wait.wait();
        if (end == LockWait::End::Deadline || end == LockWait::End::Cancelled)
            return tl::unexpected(wait.error(end, what, root));
    }
    return place;
}

} // namespace verderer
