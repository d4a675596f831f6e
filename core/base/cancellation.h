// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDeadlineTimer>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace verderer {

/// Says whether the work it was handed to is still wanted. Copies share one state; any thread may ask, any thread may cancel.
/// A default-made token is never cancelled. QFuture::cancel() is not used for this: on a continuation it does not reach the parent.
class CancelToken {
public:
    CancelToken() = default;

    [[nodiscard]] bool isCancelled() const;

    /// Calls `callback` once, on the cancelling thread, when the token is cancelled (at once if it already is).
    /// The callback lives until the returned handle dies; the handle's destructor waits for a running call to end, so a callback
    /// must not destroy its own handle.
    [[nodiscard]] std::shared_ptr<void> onCancel(std::function<void()> callback) const;

private:
    friend class CancelSource;
    struct State {
        std::atomic_bool cancelled = false;
        std::recursive_mutex mutex; // guards callbacks, and is held while they run
        std::map<int, std::function<void()>> callbacks;
        int nextId = 0;
    };
    std::shared_ptr<State> m_state;
};

/// The side that cancels. Owned by whoever started the work. Cancelling twice is harmless; destroying the source cancels nothing.
class CancelSource {
public:
    CancelSource();
    [[nodiscard]] CancelToken token() const;
    void cancel();

private:
    CancelToken m_token;
};

/// How long, and for whom, a call may wait. Handed to everything that can block.
struct Wait {
    QDeadlineTimer deadline{QDeadlineTimer::Forever};
    CancelToken cancel;
};

} // namespace verderer
