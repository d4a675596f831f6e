// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/kernel_lock.h"
#include "skills/mutation_lock.h"
#include "skills/owner_note.h"

#include <deque>

namespace verderer {

/// What MutationQueues keeps for a process: who stands in line for which root, the seams, the thread that keeps notes fresh, and the waiters that
/// nobody wanted any more. Locks share it, so it outlives the MutationQueues it belongs to while one is held.
struct MutationQueues::Private {
    struct Place {
        std::function<void()> wake;
        LockHolder holder;
    };

    explicit Private(LockSeams given) : seams(std::move(given)), keeper(seams.touchEvery) {}

    const LockSeams seams;
    StrayWaiters strays;
    NoteKeeper keeper;
    std::mutex mutex;                                            // guards `lines`
    std::map<QString, std::deque<std::shared_ptr<Place>>> lines; // first: holds or is about to
};

/// A place in the line of one root; the first is served. Left by its destructor, which wakes the next.
class QueuePlace {
public:
    /// Waits until it is the first. Locked or Cancelled.
    static Result<QueuePlace> enter(const std::shared_ptr<MutationQueues::Private> &queues, const QString &root, const LockHolder &self,
                                    LockWait &wait, const QString &what);

    QueuePlace(QueuePlace &&) noexcept = default;
    QueuePlace &operator=(QueuePlace &&) = delete;
    ~QueuePlace();

private:
    QueuePlace(std::shared_ptr<MutationQueues::Private> queues, QString root, std::shared_ptr<MutationQueues::Private::Place> place);
    [[nodiscard]] bool isFirst() const;

    std::shared_ptr<MutationQueues::Private> m_queues; // null once moved from
    QString m_root;
    std::shared_ptr<MutationQueues::Private::Place> m_place;
};

} // namespace verderer
