// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "skills/lock_seams.h"
#include "skills/skill_editor.h"

#include <functional>
#include <memory>
#include <optional>

namespace verderer {

/// One call's waiting for locks, whatever it waits for: its deadline, its cancel token, and the caller's wish to hear who holds the lock once 300 ms
/// have gone by. Used by the calling thread alone, except for waker().
class LockWait {
public:
    /// `waiting` may be empty. `wait` and `clock` are kept.
    LockWait(const Wait &wait, std::function<void(const LockHolder &)> waiting, std::shared_ptr<LockClock> clock);
    LockWait(const LockWait &) = delete;
    LockWait &operator=(const LockWait &) = delete;
    ~LockWait();

    /// Wakes the next (or present) wait(). Any thread, also after this object is gone.
    [[nodiscard]] std::function<void()> waker() const;

    /// Who is to be named from now on; asked on the calling thread, when needed.
    void setHolder(std::function<LockHolder()> holder);
    [[nodiscard]] LockHolder holder() const;

    enum class End { Woken, Period, Deadline, Cancelled };
    /// Waits to be woken, at most for `period` where one is given. Calls `waiting` in between when its time has come.
    End wait(std::optional<std::chrono::milliseconds> period = std::nullopt);

    [[nodiscard]] bool isCancelled() const;
    [[nodiscard]] LockClock::Time now() const;

    /// What a wait that ended in Deadline or Cancelled is to the caller: Locked (details.holder), or Cancelled. `what` is locked ("The skills in …").
    [[nodiscard]] Error error(End end, const QString &what, const QString &path) const;

private:
    struct Shared;
    void tellIfDue(LockClock::Time now);

    std::shared_ptr<LockClock> m_clock;
    std::shared_ptr<Shared> m_shared;
    CancelToken m_cancel;
    std::shared_ptr<void> m_cancelHandle;
    std::function<void(const LockHolder &)> m_waiting;
    std::function<LockHolder()> m_holder;
    LockClock::Time m_start;
    LockClock::Time m_deadline;
    bool m_told = false;
};

} // namespace verderer
