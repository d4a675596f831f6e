// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/start_barrier.h"

namespace verderer {

bool StartBarrier::open(Decision decision)
{
    const std::lock_guard guard(m_mutex);
    if (m_decision) {
        return false;
    }
    m_decision = std::move(decision);
    m_opened.notify_all();
    return true;
}

StartBarrier::Decision StartBarrier::pass()
{
    std::unique_lock lock(m_mutex);
    m_opened.wait(lock, [this] { return m_decision.has_value(); });
    ++m_passed;
    return *m_decision;
}

int StartBarrier::passed() const
{
    const std::lock_guard guard(m_mutex);
    return m_passed;
}

} // namespace verderer
