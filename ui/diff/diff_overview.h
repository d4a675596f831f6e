// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/diff/diff_colors.h"
#include "ui/diff/diff_rows.h"

#include <QPixmap>
#include <QWidget>

namespace verderer {

/// The strip beside the scroll bar that shows where the changes are: what was removed on its left half, what was added on its right one, so that the
/// place tells as much as the colour. A click or a drag scrolls there. Window thread only.
class DiffOverview : public QWidget {
    Q_OBJECT
public:
    explicit DiffOverview(QWidget *parent = nullptr);

    /// The rows must outlive the strip or be replaced first; null shows nothing.
    void setRows(const DiffRows *rows, const QList<Hunk> &hunks);
    void setColors(const DiffColors &colors);
    /// The part of the strip's height that stands for the text: where the panes' viewports are.
    void setTrack(int top, int height);
    /// Which rows are in sight.
    void setSight(int firstRow, int rows);
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    /// The person wants this row in the middle of the view.
    void rowWanted(int row);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void ask(int y);
    void paintMarks();
    [[nodiscard]] double scale() const; // pixels of one row

    const DiffRows *m_rows = nullptr;
    QList<Hunk> m_hunks;
    DiffColors m_colors;
    QPixmap m_marks; // painted once for each size and content: there may be twenty thousand changes
    int m_top = 0;
    int m_height = 0;
    int m_firstRow = 0;
    int m_rowsInSight = 0;
};

} // namespace verderer
