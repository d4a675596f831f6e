// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/number_table.h"

#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int mutedRole = Qt::UserRole + 1;

} // namespace

NumberTable::NumberTable(const Theme *theme, const QStringList &columns, QWidget *parent)
    : QTableWidget(0, int(columns.size()), parent), m_theme(theme)
{
    setHorizontalHeaderLabels(columns);
    for (int column = 0; column < columns.size(); ++column) {
        horizontalHeaderItem(column)->setTextAlignment(column == 0 ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    }
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setEditTriggers(NoEditTriggers);
    setSelectionMode(SingleSelection);
    setSelectionBehavior(SelectRows);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setVerticalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(scaled(this, 28));
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setProperty("flushFirstSection", true); // the style indents it under a list's icons otherwise
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    horizontalHeader()->setMinimumSectionSize(scaled(this, 56));
    connect(this, &QTableWidget::cellDoubleClicked, this, [this](int row) {
        if (!keyAt(row).isEmpty()) {
            Q_EMIT rowActivated(keyAt(row));
        }
    });
    connect(theme, &Theme::changed, this, &NumberTable::applyColors);
}

void NumberTable::setRows(const QList<QList<Cell>> &rows, const QStringList &keys)
{
    const QString selected = currentRow() >= 0 && !selectedItems().isEmpty() ? keyAt(currentRow()) : QString();
    m_keys = keys;
    setRowCount(int(rows.size()));
    for (int row = 0; row < rows.size(); ++row) {
        for (int column = 0; column < columnCount(); ++column) {
            const Cell cell = rows.at(row).value(column);
            auto *item = new QTableWidgetItem(cell.text);
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
            item->setTextAlignment(column == 0 ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
            item->setToolTip(cell.tip);
            item->setData(mutedRole, cell.muted);
            setItem(row, column, item);
        }
    }
    if (!selected.isEmpty() && m_keys.contains(selected)) {
        selectRow(int(m_keys.indexOf(selected)));
    } else {
        clearSelection();
    }
    applyColors();
    fit();
}

QString NumberTable::keyAt(int row) const
{
    return m_keys.value(row);
}

void NumberTable::setFitted(int mostRows)
{
    m_mostRows = mostRows;
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    fit();
}

void NumberTable::fit()
{
    if (m_mostRows <= 0) {
        return;
    }
    const int rows = std::clamp(rowCount(), 1, m_mostRows);
    setVerticalScrollBarPolicy(rowCount() > m_mostRows ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    setFixedHeight(rows * verticalHeader()->defaultSectionSize() + horizontalHeader()->sizeHint().height() + 2 * frameWidth() + 1);
}

QString NumberTable::plainText() const
{
    QStringList lines;
    QStringList cells;
    for (int column = 0; column < columnCount(); ++column) {
        cells << horizontalHeaderItem(column)->text();
    }
    lines << cells.join(u'\t');
    for (int row = 0; row < rowCount(); ++row) {
        cells.clear();
        for (int column = 0; column < columnCount(); ++column) {
            cells << item(row, column)->text();
        }
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n') + u'\n';
}

void NumberTable::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        QGuiApplication::clipboard()->setText(plainText());
        event->accept();
        return;
    }
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && !keyAt(currentRow()).isEmpty()) {
        Q_EMIT rowActivated(keyAt(currentRow()));
        event->accept();
        return;
    }
    QTableWidget::keyPressEvent(event);
}

void NumberTable::applyColors()
{
    const ThemeColors &c = m_theme->colors();
    for (int row = 0; row < rowCount(); ++row) {
        for (int column = 0; column < columnCount(); ++column) {
            if (QTableWidgetItem *cell = item(row, column)) {
                cell->setForeground(cell->data(mutedRole).toBool() ? c.muted : c.text);
            }
        }
    }
}

} // namespace verderer
