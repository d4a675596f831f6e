// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editor/editor_colors.h"
#include "ui/editor/qscintilla.h"

#include <QByteArray>
#include <QColor>

/// What the project's QScintilla widgets have in common. Window thread only. Positions are byte offsets, lines 0-based, as QScintilla counts.
namespace verderer::scintilla {

/// Style numbers above those of highlighting (0 to 31) and QScintilla's own (32 to 39).
inline constexpr int annotationStyles = 64; ///< first of the styles of annotations

/// Puts the bytes in place of everything, without undo, whatever they hold; the widget may be read-only.
void setBytes(QsciScintilla &widget, const QByteArray &bytes);

/// All bytes, or those of [begin, end).
QByteArray bytes(const QsciScintilla &widget);
QByteArray bytes(const QsciScintilla &widget, long begin, long end);

/// UTF-8, no folding, no dwelling scroll width, visible signs for characters that are otherwise not seen (byte order mark, zero width, direction
/// changes), no key bindings that delete or move text by a plain slip.
void setUp(QsciScintilla &widget);

/// Font and colours of style `style`.
void setStyle(QsciScintilla &widget, int style, const QFont &font, const QColor &text, const QColor &background);

/// The basic look: default style for all styles, margins, caret, selection. `background` is behind the text.
void applyColors(QsciScintilla &widget, const EditorColors &colors, const QColor &background);

/// Height of a line and top of a line of text, in device-independent pixels of the viewport.
int lineHeight(const QsciScintilla &widget);
int lineTop(const QsciScintilla &widget, int line);

/// The most frequent line ending of a text: LF, CRLF or CR; LF where it has none.
QByteArray dominantLineEnding(const QByteArray &text);

/// Every line ending of `text` as `ending`.
QByteArray withLineEndings(const QByteArray &text, const QByteArray &ending);

/// The text between positions as people count: code points from the start of its line, 0-based.
int columnOf(const QsciScintilla &widget, long position);

} // namespace verderer::scintilla
