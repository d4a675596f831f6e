// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace verderer {

/// A thread that looks after leases: calls `tick` again and again, as often as `wait` comes back with false, until it is destroyed.
class LeaseKeeper {
public:
    /// Gives whether to stop; `waitStop(ms)` waits that long for the end of the keeper.
    using WaitForNext = std::function<bool(const std::function<bool(int ms)> &waitStop)>;

    LeaseKeeper(std::function<void()> tick, WaitForNext wait);
    ~LeaseKeeper(); ///< waits for a tick that runs
    LeaseKeeper(const LeaseKeeper &) = delete;
    LeaseKeeper &operator=(const LeaseKeeper &) = delete;

private:
    bool waitStop(int ms);

    std::mutex m_mutex; // guards m_stopping
    std::condition_variable m_stop;
    bool m_stopping = false;
    std::thread m_thread;
};

} // namespace verderer
