// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diff/diff.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

#include <optional>

namespace verderer {

/// How a line ends. None: the last line of a text without a final newline.
enum class LineEnding { None, Lf, CrLf, Cr };

/// The byte range of each line, its ending included. LF, CRLF and lone CR end a line; an empty text has no lines.
QList<Range> splitLines(const QByteArray &text);

/// The same where only LF ends a line, as git and libgit2 see a text.
QList<Range> splitAtLf(const QByteArray &text);

/// The bytes of a range.
inline QByteArrayView bytesOf(const QByteArray &text, const Range &range)
{
    return QByteArrayView(text).sliced(range.begin, range.size());
}

LineEnding lineEnding(QByteArrayView line);

/// The line without its ending.
QByteArrayView lineContent(QByteArrayView line);

/// The one ending that all terminated lines of a text share; nothing where they are mixed or there is none.
std::optional<LineEnding> uniformLineEnding(const QByteArray &text, const QList<Range> &lines);

/// A text with the same number of lines, each of which ends with LF (the last one perhaps not), such that two lines are equal in it exactly when
/// the options call them equal. This is what the line diff below, which knows only LF, is given. Shares the bytes where nothing has to change.
QByteArray comparableText(const QByteArray &text, const QList<Range> &lines, const DiffOptions &options);

} // namespace verderer
