// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>

namespace verderer {

/// One row of a text shown in pieces.
struct TextPiece {
    qsizetype begin = 0; ///< byte offsets in the text; the line's ending is not part of a piece
    qsizetype end = 0;
    int line = 0;       ///< 1-based number of the line it belongs to
    bool first = false; ///< the line's first piece
    bool last = false;  ///< the line's last piece
};

/// A text cut into rows: lines as they are, long lines in pieces. Pieces never end inside a UTF-8 sequence, so never between two halves of a
/// surrogate pair, nor before a combining mark, a variation selector or a joiner.
struct TextPieces {
    QList<TextPiece> pieces;
    int lines = 0;             ///< how many lines the text has
    int longLines = 0;         ///< how many of them were cut
    qsizetype longestLine = 0; ///< in bytes
    bool truncated = false;    ///< the text went on after the last piece
};

/// Cuts `text`. Lines above `longLine` bytes are cut into pieces of at most `pieceSize` bytes; looking ends at a line or piece end at or before
/// `limit` bytes.
TextPieces cutIntoPieces(const QByteArray &text, qsizetype longLine, qsizetype pieceSize, qsizetype limit);

/// The largest offset ≤ `wanted` (and > `begin` where there is any) at which `text` may be cut, see TextPieces. Bytes that are not UTF-8 may be cut
/// anywhere.
qsizetype cutPosition(const QByteArray &text, qsizetype begin, qsizetype wanted);

} // namespace verderer
