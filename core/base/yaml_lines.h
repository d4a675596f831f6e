// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/yaml.h"

#include <algorithm>
#include <string>
#include <vector>

namespace verderer::yaml::detail {

/// Lines as an editor counts them: LF, CRLF and CR end one; what YAML also takes for breaks (U+0085, U+2028, U+2029) does not.
class LineTable {
public:
    explicit LineTable(const std::u32string &text)
    {
        m_starts.reserve(16);
        for (std::size_t i = 0; i < text.size(); ++i) {
            const bool loneReturn = text[i] == U'\r' && !(i + 1 < text.size() && text[i + 1] == U'\n');
            if (text[i] == U'\n' || loneReturn)
                m_starts.push_back(static_cast<qsizetype>(i) + 1);
        }
    }

    /// Of the code point at `index`.
    [[nodiscard]] Mark mark(qsizetype index) const
    {
        const auto next = std::upper_bound(m_starts.begin(), m_starts.end(), index);
        const auto line = next - m_starts.begin();
        return {static_cast<int>(line), static_cast<int>(index - *(next - 1)) + 1};
    }

private:
    std::vector<qsizetype> m_starts{0};
};

} // namespace verderer::yaml::detail
