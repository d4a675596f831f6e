// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>

namespace verderer {

/// A colour for writing and the one behind it.
struct ColorPair {
    QColor text;
    QColor background;
};

/// How the text widgets look. They name no colour of their own: whoever owns the theme fills this from its tokens and hands it in again when the
/// theme changes.
struct EditorColors {
    QColor surface;    ///< behind the text
    QColor margin;     ///< behind line numbers
    QColor border;     ///< hairlines
    QColor text;       ///< plain text, headings
    QColor muted;      ///< line numbers, comments, front matter fences
    QColor accent;     ///< YAML keys, caret, the sign of a match
    QColor accentSoft; ///< line of the caret, other matches
    QColor selection;  ///< behind selected text
    QColor emphasis;   ///< emphasis, code and links of Markdown
    ColorPair error;   ///< annotation and sign of an error
    ColorPair warning;
    ColorPair information;
    QFont textFont;      ///< a fixed-width font
    QFont interfaceFont; ///< for annotations and notices
};

} // namespace verderer
