// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>

namespace verderer {

struct ThemeColors;

/// A colour for writing and the one behind it.
struct ColorPair {
    QColor text;
    QColor background;
};

/// How the text widgets look. They name no colour of their own: whoever shows them fills this from the theme, see editorColors(), and hands it in
/// again when the theme changes.
struct EditorColors {
    QColor surface;   ///< behind the text
    QColor margin;    ///< behind line numbers, and behind texts that are read-only
    QColor border;    ///< hairlines
    QColor text;      ///< plain text, headings
    QColor muted;     ///< line numbers, fences, signs of control characters
    QColor accent;    ///< caret, links, the current change
    QColor caretLine; ///< behind the line with the caret
    QColor selection; ///< behind selected text
    QColor key;       ///< keys of the front matter
    QColor string;    ///< emphasis, links and code of Markdown; quoted scalars
    QColor comment;   ///< comments of the front matter
    ColorPair error;  ///< annotation and sign of an error
    ColorPair warning;
    ColorPair information;
    QFont textFont;      ///< a fixed-width font
    QFont interfaceFont; ///< for annotations and notices
};

/// The tokens of a theme for the text widgets.
EditorColors editorColors(const ThemeColors &theme, const QFont &textFont, const QFont &interfaceFont);

} // namespace verderer
