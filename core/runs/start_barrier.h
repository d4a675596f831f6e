// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <condition_variable>
#include <mutex>
#include <optional>

namespace verderer {

/// Where a run's thread waits until it is decided whether the run starts. Opened once, passed once. Any thread.
class StartBarrier {
public:
    struct Decision {
        bool start = false;                 ///< false: go through, and do nothing
        std::optional<QString> incarnation; ///< of the verified thread; none: it was not verified
    };

    /// Decides. Only the first call does anything; gives whether this was it.
    bool open(Decision decision);
    /// Waits for the decision.
    Decision pass();
    /// How often somebody has gone through.
    [[nodiscard]] int passed() const;

private:
    mutable std::mutex m_mutex; // guards what follows
    std::condition_variable m_opened;
    std::optional<Decision> m_decision;
    int m_passed = 0;
};

} // namespace verderer
