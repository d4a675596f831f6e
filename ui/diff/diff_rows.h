// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/diff/diff_content.h"

#include <QByteArray>
#include <QList>

namespace verderer {

/// What a row of a pane is to the eye.
enum class DiffRowKind : char {
    Same,
    Removed,
    Added,
    Filler, ///< the other side has a line here, this one has none
};

/// One row of a diff: the lines that stand in it, 0-based, -1 where there is none.
struct DiffRow {
    int oldLine = -1;
    int newLine = -1;
    int hunk = -1; ///< index of the hunk it belongs to
};

/// The part of a line that is shown. Lines above longLineLimit are cut to a stretch around the first difference.
struct ShownLine {
    Range bytes;            ///< within the text, without the ending
    bool cutBefore = false; ///< an ellipsis stands for what is left out
    bool cutAfter = false;
};

/// The rows of a diff in either layout, and what is shown in them. Immutable; holds a reference to the content, which must outlive it. Any thread.
class DiffRows {
public:
    enum class Side { Old, New, Both }; ///< which lines a pane shows; Both: unified

    /// `unified` puts removed lines above added ones; otherwise the i-th removed line of a hunk stands beside its i-th added one.
    DiffRows(const DiffContent &content, bool unified);

    [[nodiscard]] const QList<DiffRow> &rows() const { return m_rows; }
    /// The rows of each hunk, half-open.
    [[nodiscard]] const QList<Range> &hunkRows() const { return m_hunkRows; }
    /// How many lines were cut.
    [[nodiscard]] int cutLines() const { return m_cutLines; }

    [[nodiscard]] DiffRowKind kind(const DiffRow &row, Side side) const;
    [[nodiscard]] ShownLine shown(const DiffRow &row, Side side) const;
    /// "CRLF", "LF", "CR" or "no line ending" where the row's two lines differ in their ending only or besides; else empty. For a lone line of a hunk
    /// only a missing ending is named.
    [[nodiscard]] QString endingNote(const DiffRow &row, Side side) const;
    /// Ellipsis that stands for a part that is left out; the same bytes in front and behind.
    static QByteArray ellipsis();

    /// The text of a pane: all rows, each closed by LF, and one style byte (the kind) for each byte.
    struct PaneText {
        QByteArray text;
        QByteArray kinds;
    };
    [[nodiscard]] PaneText paneText(Side side) const;

    /// The bytes of the texts from row `first` to row `last`, both included, with their endings; fillers give nothing.
    [[nodiscard]] QByteArray sourceLines(qsizetype first, qsizetype last, Side side) const;

    /// The line of the text that a row shows on that side (0-based), and whether it is of the old text; -1 for a filler.
    struct Source {
        int line = -1;
        bool old = false;
    };
    [[nodiscard]] Source source(const DiffRow &row, Side side) const;
    [[nodiscard]] Range lineBytes(const Source &source) const;
    [[nodiscard]] const QByteArray &text(bool old) const { return old ? m_content.oldText : m_content.newText; }

private:
    [[nodiscard]] Range contentBytes(const Source &source) const;
    [[nodiscard]] QByteArrayView ending(const Source &source) const;
    [[nodiscard]] const DiffRow *partner(const DiffRow &row, bool old) const;

    const DiffContent &m_content;
    bool m_unified;
    QList<DiffRow> m_rows;
    QList<Range> m_hunkRows;
    int m_cutLines = 0;
};

} // namespace verderer
