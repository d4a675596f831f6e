// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDeadlineTimer>

#include <functional>
#include <memory>
#include <stop_token>

namespace verderer {

/// Says whether the work it was handed to is still wanted. Copies share one state; any thread may ask, any thread may cancel.
/// A default-made token is never cancelled. QFuture::cancel() is not used for this: on a continuation it does not reach the parent.
class CancelToken {
public:
    CancelToken() = default;

    [[nodiscard]] bool isCancelled() const;

    /// Calls `callback` once, on the cancelling thread, when the token is cancelled (at once, on this thread, if it already is).
    /// The callback and what it captured live until it was called or the returned handle dies. The handle's destructor waits for a call that runs on
    /// another thread, and for no other callback; so it must not be destroyed while holding a mutex that its own callback takes. A callback may
    /// destroy its own handle.
    [[nodiscard]] std::shared_ptr<void> onCancel(std::function<void()> callback) const;

private:
    friend class CancelSource;
    std::stop_token m_token;
};

/// The side that cancels. Owned by whoever started the work. Cancelling twice is harmless; destroying the source cancels nothing.
/// Copies cancel the same tokens.
class CancelSource {
public:
    CancelSource() = default;
    [[nodiscard]] CancelToken token() const;
    void cancel();

private:
    std::stop_source m_source;
};

/// How long, and for whom, a call may wait. Handed to everything that can block.
struct Wait {
    QDeadlineTimer deadline{QDeadlineTimer::Forever};
    CancelToken cancel;
};

} // namespace verderer
