// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <optional>
#include <string>
#include <vector>

namespace verderer::yaml::detail {

/// Where a scalar stands in the text: from its first property (anchor, tag) to its end.
struct ScalarSpan {
    enum class Style { Plain, Quoted, Block };
    Style style = Style::Plain;
    qsizetype start = 0;
    qsizetype end = 0;
    bool inFlow = false; ///< inside [ ] or { }
    bool tagged = false; ///< has a tag of its own
};

/// The first tab before `limit` that Python's scanner refuses: any outside of quoted texts, the lines of block scalars, and comments.
std::optional<qsizetype> forbiddenTab(const std::u32string &text, const std::vector<ScalarSpan> &scalars, qsizetype limit);

/// Where the text of a scalar begins, behind its anchor and tag.
qsizetype contentStart(const std::u32string &text, const ScalarSpan &scalar);

/// What libyaml takes and Python does not: a comment that touches the header of a block scalar; in a flow collection, a '?' inside a plain scalar,
/// and a tag that runs into a comma.
std::optional<qsizetype> hashInBlockHeader(const std::u32string &text, const ScalarSpan &scalar);
std::optional<qsizetype> questionMarkInPlain(const std::u32string &text, const ScalarSpan &scalar);
std::optional<qsizetype> commaAfterTag(const std::u32string &text, const ScalarSpan &scalar);

} // namespace verderer::yaml::detail
