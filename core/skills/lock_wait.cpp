// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/lock_wait.h"

#include <algorithm>

namespace verderer {

namespace {

constexpr std::chrono::milliseconds patience{300}; // design 3: after that the caller hears who holds the lock

LockClock::Time deadlineOf(const QDeadlineTimer &timer, LockClock::Time now)
{
    if (timer.isForever())
        return LockClock::Time::max();
    const auto left = timer.remainingTimeAsDuration();
    return left >= LockClock::Time::max() - now ? LockClock::Time::max() : now + left;
}

} // namespace

struct LockWait::Shared {
    std::mutex mutex;
    std::condition_variable wakeUp;
    bool woken = false; // kept until a wait sees it, so that no call is lost

    void wake()
    {
        {
            const std::lock_guard guard(mutex);
            woken = true;
        }
        wakeUp.notify_all();
    }
};

LockWait::LockWait(const Wait &wait, std::function<void(const LockHolder &)> waiting, std::shared_ptr<LockClock> clock)
    : m_clock(std::move(clock)), m_shared(std::make_shared<Shared>()), m_cancel(wait.cancel), m_waiting(std::move(waiting)), m_start(m_clock->now()),
      m_deadline(deadlineOf(wait.deadline, m_start))
{
    m_cancelHandle = m_cancel.onCancel(waker());
}

LockWait::~LockWait() = default;

std::function<void()> LockWait::waker() const
{
    return [shared = m_shared] { shared->wake(); };
}

void LockWait::setHolder(std::function<LockHolder()> holder)
{
    m_holder = std::move(holder);
}

LockHolder LockWait::holder() const
{
    return m_holder ? m_holder() : LockHolder();
}

void LockWait::tellIfDue(LockClock::Time now)
{
    if (m_told || now < m_start + patience)
        return;
    m_told = true;
    if (m_waiting)
        m_waiting(holder());
}

LockWait::End LockWait::wait(std::optional<std::chrono::milliseconds> period)
{
    const LockClock::Time end = period ? m_clock->now() + *period : LockClock::Time::max();
    std::unique_lock lock(m_shared->mutex);
    for (;;) {
        if (m_shared->woken) {
            m_shared->woken = false;
            if (m_cancel.isCancelled())
                return End::Cancelled;
            return End::Woken;
        }
        const LockClock::Time now = m_clock->now();
        if (!m_told && now >= m_start + patience && now < m_deadline) {
            lock.unlock(); // the caller's function may do anything, also cancel
            tellIfDue(now);
            lock.lock();
            continue;
        }
        if (now >= m_deadline)
            return End::Deadline;
        if (now >= end)
            return End::Period;
        LockClock::Time limit = std::min(m_deadline, end);
        if (!m_told)
            limit = std::min(limit, m_start + patience);
        m_clock->waitUntil(lock, m_shared->wakeUp, limit);
    }
}

bool LockWait::isCancelled() const
{
    return m_cancel.isCancelled();
}

LockClock::Time LockWait::now() const
{
    return m_clock->now();
}

Error LockWait::error(End end, const QString &what, const QString &path) const
{
    ErrorDetails details;
    details.path = path;
    if (end == End::Cancelled) {
        details.kind = QStringLiteral("cancelled");
        return {ErrorCode::Cancelled, QStringLiteral("Waiting for the lock was cancelled; nothing was changed."), details};
    }
    details.kind = QStringLiteral("locked");
    details.holder = holder().describe();
    const auto seconds = std::chrono::duration<double>(m_clock->now() - m_start).count();
    const QString message = QStringLiteral("%1 locked by %2; gave up after %3 s and changed nothing. Try again when that is done.")
                                .arg(what, details.holder, QString::number(seconds, 'f', 1));
    return {ErrorCode::Locked, message, details};
}

} // namespace verderer
