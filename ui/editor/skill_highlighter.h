// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace verderer {

/// Tells the parts of a SKILL.md apart, line by line: YAML front matter, then Markdown. Pure and without memory of its own: what one line hands to
/// the next is a number, so that any stretch of a text can be done again from the line before it.
namespace skill_highlighter {

enum Style : char {
    Plain = 0,
    FrontMatterFence = 1,
    Key = 2,
    Comment = 3,
    QuotedScalar = 4,
    Heading = 5,
    Emphasis = 6,
    Strong = 7,
    Code = 8,
    Link = 9,
    Quote = 10,
    ListMark = 11,
    StyleCount = 12,
};

/// What stands before the first line.
inline constexpr int startOfText = 0;

/// Fills `styles[0 … line.size())` for one line (ending included) and gives the state for the next one. `state` is what the line before gave.
/// A line above longLineLimit is left plain; it costs nothing but the filling.
int styleLine(QByteArrayView line, int state, char *styles);

} // namespace skill_highlighter

} // namespace verderer
