// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diff/diff_overview.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace verderer {

namespace {
constexpr int leastMark = 3; // pixels
}

DiffOverview::DiffOverview(QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("Overview of the changes"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    setCursor(Qt::PointingHandCursor);
}

void DiffOverview::setRows(const DiffRows *rows, const QList<Hunk> &hunks)
{
    m_rows = rows;
    m_hunks = hunks;
    m_marks = {};
    update();
}

void DiffOverview::setColors(const DiffColors &colors)
{
    m_colors = colors;
    m_marks = {};
    update();
}

void DiffOverview::setTrack(int top, int height)
{
    if (top == m_top && height == m_height)
        return;
    m_top = top;
    m_height = height;
    m_marks = {};
    update();
}

void DiffOverview::setSight(int firstRow, int rows)
{
    if (firstRow == m_firstRow && rows == m_rowsInSight)
        return;
    if (rows != m_rowsInSight)
        m_marks = {};
    m_firstRow = firstRow;
    m_rowsInSight = rows;
    update();
}

QSize DiffOverview::sizeHint() const
{
    const int width = std::max(12, fontMetrics().height());
    return {width, width * 4};
}

void DiffOverview::resizeEvent(QResizeEvent *event)
{
    m_marks = {};
    QWidget::resizeEvent(event);
}

double DiffOverview::scale() const
{
    // A short text does not fill the strip: its marks stand beside its rows.
    return static_cast<double>(m_height) / static_cast<double>(std::max<qsizetype>(m_rows->rows().size(), m_rowsInSight));
}

void DiffOverview::paintMarks()
{
    m_marks = QPixmap(size() * devicePixelRatioF());
    m_marks.setDevicePixelRatio(devicePixelRatioF());
    m_marks.fill(m_colors.window.isValid() ? m_colors.window : palette().color(QPalette::Window));
    QPainter painter(&m_marks);
    painter.fillRect(QRect(0, 0, 1, height()), m_colors.editor.border);
    if (m_rows == nullptr || m_rows->rows().isEmpty() || m_height <= 0)
        return;
    const double scale = this->scale();
    const int middle = width() / 2;
    int lastRemoved = -1; // bottom of the last mark of each half: marks that would fall on one pixel are painted once
    int lastAdded = -1;
    for (qsizetype i = 0; i < m_hunks.size(); ++i) {
        const Range &rows = m_rows->hunkRows()[i];
        const int top = m_top + static_cast<int>(static_cast<double>(rows.begin) * scale);
        const int bottom = std::max(top + leastMark, m_top + static_cast<int>(static_cast<double>(rows.end) * scale));
        if (!m_hunks[i].oldLines.empty() && bottom > lastRemoved) {
            painter.fillRect(QRect(2, top, middle - 2, bottom - top), m_colors.removedMark);
            lastRemoved = bottom;
        }
        if (!m_hunks[i].newLines.empty() && bottom > lastAdded) {
            painter.fillRect(QRect(middle, top, width() - middle - 1, bottom - top), m_colors.addedMark);
            lastAdded = bottom;
        }
    }
}

void DiffOverview::paintEvent(QPaintEvent * /*event*/)
{
    if (m_marks.isNull())
        paintMarks();
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_marks);
    if (m_rows == nullptr || m_rows->rows().isEmpty() || m_rowsInSight >= m_rows->rows().size())
        return;
    const double scale = this->scale();
    const int top = m_top + static_cast<int>(m_firstRow * scale);
    const int bottom = std::max(top + leastMark, m_top + static_cast<int>((m_firstRow + m_rowsInSight) * scale));
    painter.setPen(m_colors.editor.muted);
    painter.drawRect(QRect(1, top, width() - 3, bottom - top));
}

void DiffOverview::ask(int y)
{
    if (m_rows == nullptr || m_height <= 0 || m_rows->rows().isEmpty())
        return;
    const auto last = static_cast<int>(m_rows->rows().size()) - 1;
    Q_EMIT rowWanted(std::clamp(static_cast<int>((y - m_top) / scale()), 0, last));
}

void DiffOverview::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        ask(event->position().toPoint().y());
}

void DiffOverview::mouseMoveEvent(QMouseEvent *event)
{
    if ((event->buttons() & Qt::LeftButton) != 0)
        ask(event->position().toPoint().y());
}

} // namespace verderer
