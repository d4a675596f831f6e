// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/yaml_tabs.h"

#include <algorithm>

namespace verderer::yaml::detail {

namespace {

class Walker {
public:
    Walker(const std::u32string &text, qsizetype limit) : m_text(text), m_limit(std::min(limit, static_cast<qsizetype>(text.size()))) {}

    [[nodiscard]] char32_t at(qsizetype index) const
    {
        return index < static_cast<qsizetype>(m_text.size()) ? m_text[static_cast<std::size_t>(index)] : 0;
    }
    [[nodiscard]] static bool isBreak(char32_t c) { return c == 0 || c == U'\n' || c == U'\r' || c == 0x85 || c == 0x2028 || c == 0x2029; }
    [[nodiscard]] static bool isBlank(char32_t c) { return c == U' ' || c == U'\t' || isBreak(c); }

    [[nodiscard]] qsizetype lineEnd(qsizetype index) const
    {
        while (!isBreak(at(index)))
            ++index;
        return index;
    }

    // Between scalars: indicators, anchors, tags, comments. A quote there opens a scalar that was scanned but not reported before the parse ended.
    std::optional<qsizetype> gap(qsizetype from, qsizetype to) const
    {
        to = std::min(to, m_limit);
        qsizetype i = from;
        while (i < to) {
            const char32_t c = at(i);
            if (c == U'\t')
                return i;
            const bool lineStart = i == 0 || isBreak(at(i - 1));
            if (c == U'#' || (c == U'%' && lineStart && !directiveWithTabs(i))) {
                i = lineEnd(i);
            } else if (c == U'"' || (c == U'\'' && (i == 0 || isBlank(at(i - 1))))) {
                i = quoteEnd(i, to);
            } else {
                ++i;
            }
        }
        return {};
    }

    std::optional<qsizetype> plain(qsizetype from, qsizetype to) const
    {
        to = std::min(to, m_limit);
        for (qsizetype i = from; i < to; ++i) {
            if (at(i) == U'\t')
                return i;
        }
        return {};
    }

private:
    // What stands in directives other than %YAML and %TAG is skipped unread.
    [[nodiscard]] bool directiveWithTabs(qsizetype i) const
    {
        const std::u32string_view rest = std::u32string_view(m_text).substr(static_cast<std::size_t>(i));
        return rest.starts_with(U"%YAML") || rest.starts_with(U"%TAG");
    }

    [[nodiscard]] qsizetype quoteEnd(qsizetype open, qsizetype to) const
    {
        const char32_t quote = at(open);
        qsizetype i = open + 1;
        while (i < to && at(i) != quote)
            i += at(i) == U'\\' && quote == U'"' ? 2 : 1;
        return i + 1;
    }

    const std::u32string &m_text;
    qsizetype m_limit;
};

} // namespace

qsizetype contentStart(const std::u32string &text, const ScalarSpan &scalar)
{
    const Walker walker(text, static_cast<qsizetype>(text.size()));
    qsizetype i = scalar.start;
    while (i < scalar.end) {
        const char32_t c = walker.at(i);
        if (Walker::isBlank(c)) {
            ++i;
        } else if (c == U'#' && i > scalar.start) {
            i = walker.lineEnd(i);
        } else if (c == U'&' || c == U'!') {
            while (i < scalar.end && !Walker::isBlank(walker.at(i)))
                ++i;
        } else {
            break;
        }
    }
    return std::min(i, scalar.end);
}

std::optional<qsizetype> forbiddenTab(const std::u32string &text, const std::vector<ScalarSpan> &scalars, qsizetype limit)
{
    if (text.find(U'\t') == std::u32string::npos)
        return {};
    const Walker walker(text, limit);
    qsizetype position = 0;
    for (const ScalarSpan &scalar : scalars) {
        if (scalar.start >= limit)
            break;
        const qsizetype content = contentStart(text, scalar);
        if (const auto tab = walker.gap(position, content))
            return tab;
        qsizetype from = content;
        if (scalar.style == ScalarSpan::Style::Block) {
            const qsizetype header = walker.lineEnd(content);
            if (const auto tab = walker.gap(content, header))
                return tab;
        } else if (scalar.style == ScalarSpan::Style::Plain) {
            if (const auto tab = walker.plain(from, scalar.end))
                return tab;
        }
        position = std::max(position, scalar.end);
    }
    return walker.gap(position, limit);
}

std::optional<qsizetype> hashInBlockHeader(const std::u32string &text, const ScalarSpan &scalar)
{
    if (scalar.style != ScalarSpan::Style::Block)
        return {};
    const Walker walker(text, static_cast<qsizetype>(text.size()));
    const qsizetype content = contentStart(text, scalar);
    const qsizetype end = walker.lineEnd(content);
    for (qsizetype i = content; i < end; ++i) {
        if (walker.at(i) == U'#')
            return Walker::isBlank(walker.at(i - 1)) ? std::nullopt : std::optional<qsizetype>(i);
    }
    return {};
}

std::optional<qsizetype> questionMarkInPlain(const std::u32string &text, const ScalarSpan &scalar)
{
    if (!scalar.inFlow || scalar.style != ScalarSpan::Style::Plain)
        return {};
    const auto from = static_cast<std::size_t>(contentStart(text, scalar));
    const std::size_t place = text.find(U'?', from);
    if (place == std::u32string::npos || static_cast<qsizetype>(place) >= scalar.end)
        return {};
    return static_cast<qsizetype>(place);
}

std::optional<qsizetype> commaAfterTag(const std::u32string &text, const ScalarSpan &scalar)
{
    const Walker walker(text, static_cast<qsizetype>(text.size()));
    if (!scalar.inFlow || !scalar.tagged || walker.at(scalar.end) != U',' || contentStart(text, scalar) != scalar.end)
        return {};
    qsizetype word = scalar.end;
    while (word > scalar.start && !Walker::isBlank(walker.at(word - 1)))
        --word;
    if (walker.at(word) != U'!')
        return {};
    return scalar.end;
}

} // namespace verderer::yaml::detail
