// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/cancellation.h"

namespace verderer {

bool CancelToken::isCancelled() const
{
    return m_state && m_state->cancelled.load(std::memory_order_acquire);
}

std::shared_ptr<void> CancelToken::onCancel(std::function<void()> callback) const
{
    if (!m_state)
        return {};
    int id = 0;
    {
        const std::lock_guard guard(m_state->mutex);
        if (m_state->cancelled) {
            callback();
            return {};
        }
        id = m_state->nextId++;
        m_state->callbacks.emplace(id, std::move(callback));
    }
    return {nullptr, [state = m_state, id](void *) {
                const std::lock_guard guard(state->mutex);
                state->callbacks.erase(id);
            }};
}

CancelSource::CancelSource()
{
    m_token.m_state = std::make_shared<CancelToken::State>();
}

CancelToken CancelSource::token() const
{
    return m_token;
}

void CancelSource::cancel()
{
    const std::lock_guard guard(m_token.m_state->mutex);
    if (m_token.m_state->cancelled.exchange(true))
        return;
    for (const auto &[id, callback] : m_token.m_state->callbacks)
        callback();
}

} // namespace verderer
