// SPDX-License-Identifier: GPL-3.0-or-later
#include "scan/literal_search.h"

#include <queue>

namespace verderer {

namespace {

std::uint8_t folded(char byte)
{
    return static_cast<std::uint8_t>(byte >= 'A' && byte <= 'Z' ? byte + 32 : byte);
}

} // namespace

void LiteralSearch::add(const QByteArray &literal, int group)
{
    std::uint32_t state = 0;
    for (const char byte : literal) {
        const std::uint8_t letter = folded(byte);
        if (m_states[state].next[letter] == 0) {
            m_states[state].next[letter] = static_cast<std::uint32_t>(m_states.size());
            m_states.emplace_back();
        }
        state = m_states[state].next[letter];
    }
    m_states[state].groups |= std::uint64_t(1) << group;
}

void LiteralSearch::prepare()
{
    std::vector<std::uint32_t> fallback(m_states.size(), 0);
    std::queue<std::uint32_t> open;
    for (const std::uint32_t child : m_states[0].next) {
        if (child != 0)
            open.push(child);
    }
    while (!open.empty()) {
        const std::uint32_t state = open.front();
        open.pop();
        const std::uint32_t back = fallback[state];
        m_states[state].groups |= m_states[back].groups;
        for (std::size_t letter = 0; letter < 256; ++letter) {
            std::uint32_t &child = m_states[state].next[letter];
            if (child == 0) {
                child = m_states[back].next[letter];
            } else {
                fallback[child] = m_states[back].next[letter];
                open.push(child);
            }
        }
    }
    // Capital letters lead where small ones do, so that searching folds nothing.
    for (State &state : m_states) {
        for (std::size_t letter = 'A'; letter <= 'Z'; ++letter)
            state.next[letter] = state.next[letter + 32];
    }
}

std::uint64_t LiteralSearch::search(QByteArrayView text) const
{
    std::uint64_t groups = 0;
    std::uint32_t state = 0;
    for (const char byte : text) {
        state = m_states[state].next[static_cast<std::uint8_t>(byte)];
        groups |= m_states[state].groups;
    }
    return groups;
}

} // namespace verderer
