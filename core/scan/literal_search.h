// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <array>
#include <cstdint>
#include <vector>

namespace verderer {

/// Finds which of many short literals stand in a text, in one pass whatever their number (Aho and Corasick's automaton). ASCII letters are compared
/// without case. Built once; searching is const and may come from any thread.
class LiteralSearch {
public:
    /// `group` (0 to 63) is what search() answers for the literal.
    void add(const QByteArray &literal, int group);
    /// To be called once after the last add().
    void prepare();

    /// The groups of all literals in `text`, as bits.
    [[nodiscard]] std::uint64_t search(QByteArrayView text) const;

private:
    struct State {
        std::array<std::uint32_t, 256> next{};
        std::uint64_t groups = 0;
    };
    std::vector<State> m_states = std::vector<State>(1);
};

} // namespace verderer
