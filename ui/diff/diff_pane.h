// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/diff/diff_colors.h"
#include "ui/diff/diff_rows.h"
#include "ui/editor/qscintilla.h"

#include <QBitArray>

namespace verderer {

/// One pane of a DiffView: the rows of one side (or of both, unified) in a read-only QScintilla, with line numbers, signs and fillers painted beside
/// and over it. Rows are the lines of the widget, so that two panes stay level. Window thread only.
class DiffPane : public QsciScintilla {
    Q_OBJECT
public:
    explicit DiffPane(QWidget *parent = nullptr);

    /// Shows these rows; they must outlive the pane or be replaced first. Null shows nothing.
    void setRows(const DiffRows *rows, DiffRows::Side side);
    void setColors(const DiffColors &colors);
    /// Whose rows carry the bar of the current change; -1 for none.
    void setCurrentHunk(int hunk);

    [[nodiscard]] DiffRows::Side side() const { return m_side; }
    [[nodiscard]] int firstRow() const;
    /// Rows that fit into the viewport, at least 1.
    [[nodiscard]] int rowsInSight() const;
    /// Scrolls so that the row is the first one in sight, as far as there are rows below.
    void scrollToRow(qsizetype row);

    /// Whether markWords() was called for the row since the last clearWords() or setRows().
    [[nodiscard]] bool hasWords(qsizetype row) const;
    /// Marks byte ranges of the text (as DiffRows names them) within the row's line.
    void markWords(qsizetype row, const QList<Range> &words);
    void clearWords();

    /// The selected text as it is in the compared text: no fillers, no ellipses, its own line endings.
    [[nodiscard]] QByteArray selectedBytes() const;

Q_SIGNALS:
    /// Other rows came into sight: scrolled (by whatever means), resized or zoomed.
    void sightChanged();
    /// Scrolled to the side.
    void sideScrolled(int pixels);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    bool focusNextPrevChild(bool next) override;
    QMimeData *toMimeData(const QByteArray &text, bool rectangular) const override;

private:
    void updateMargins();
    void paintMargin(QPainter &painter, const QRect &place, const DiffRow &row) const;
    void paintFiller(QPainter &painter, const QRect &place) const;
    void paintEndingNote(QPainter &painter, const QRect &place, qsizetype row) const;
    [[nodiscard]] qsizetype offsetInRow(long position, qsizetype *row) const;
    [[nodiscard]] QFont zoomedFont() const;

    DiffColors m_colors;
    const DiffRows *m_rows = nullptr;
    DiffRows::Side m_side = DiffRows::Side::Old;
    QBitArray m_marked;
    int m_currentHunk = -1;
    int m_numberWidth = 0;
};

} // namespace verderer
