// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/cancellation.h"

#include <utility>

namespace verderer {

bool CancelToken::isCancelled() const
{
    return m_token.stop_requested();
}

std::shared_ptr<void> CancelToken::onCancel(std::function<void()> callback) const
{
    // A callback that destroys its own handle must not pull what it captured from under its own feet.
    auto call = [callback = std::move(callback)]() mutable {
        const std::function<void()> kept = std::move(callback);
        kept();
    };
    return std::make_shared<std::stop_callback<decltype(call)>>(m_token, std::move(call));
}

CancelToken CancelSource::token() const
{
    CancelToken token;
    token.m_token = m_source.get_token();
    return token;
}

void CancelSource::cancel()
{
    m_source.request_stop();
}

} // namespace verderer
