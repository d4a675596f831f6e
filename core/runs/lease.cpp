// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/lease.h"

#include <chrono>

namespace verderer {

namespace {

/// A peer that asks a run to stop waits no longer than this for it to be seen.
constexpr int leaseLookMs = 1000;

} // namespace

LeaseKeeper::LeaseKeeper(std::function<void()> tick, WaitForNext wait)
{
    if (!wait) {
        wait = [](const std::function<bool(int)> &stop) { return stop(leaseLookMs); };
    }
    m_thread = std::thread([this, tick = std::move(tick), wait = std::move(wait)] {
        const std::function<bool(int)> stop = [this](int ms) { return waitStop(ms); };
        while (!wait(stop) && !waitStop(0)) {
            tick();
        }
    });
}

LeaseKeeper::~LeaseKeeper()
{
    {
        const std::lock_guard guard(m_mutex);
        m_stopping = true;
    }
    m_stop.notify_all();
    m_thread.join();
}

bool LeaseKeeper::waitStop(int ms)
{
    std::unique_lock lock(m_mutex);
    return m_stop.wait_for(lock, std::chrono::milliseconds(ms), [this] { return m_stopping; });
}

} // namespace verderer
