// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/listing_view.h"

#include "ui/widgets/listing_model_base.h"
#include "ui/widgets/metrics.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

#include <utility>

namespace verderer {

ListingView::ListingView(const Theme *theme, ListingModelBase *model, QWidget *parent) : QTableView(parent), m_model(model)
{
    setModel(model);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_Hover);
    setEditTriggers(NoEditTriggers);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setCornerButtonEnabled(false);
    const int height = scaled(this, 28);
    QHeaderView *rows = verticalHeader();
    rows->hide();
    rows->setSectionResizeMode(QHeaderView::Fixed);
    rows->setMinimumSectionSize(height);
    rows->setDefaultSectionSize(height);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    connect(theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
    model->setKeeper([this] {
        takeUp();
        return keptIds();
    });
    // A row that goes away is no wish to see its neighbour.
    connect(model, &ListingModelBase::aboutToSwap, this, [this] { m_restoring = true; });
    connect(model, &ListingModelBase::swapped, this, &ListingView::restore);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &current) {
        if (m_restoring) {
            return;
        }
        const QString id = current.data(ListingModelBase::RowIdRole).toString();
        // A row that is still being fetched tells its id when it comes.
        if (!id.isEmpty() && id != m_currentId) {
            m_currentId = id;
            Q_EMIT currentIdChanged(id);
        }
    });
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (!m_restoring) {
            tellSelection();
        }
    });
    connect(model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex &first, const QModelIndex &last) {
        const QModelIndex current = currentIndex();
        if (m_restoring || !current.isValid() || current.row() < first.row() || current.row() > last.row() ||
            !selectionModel()->isSelected(current)) {
            return;
        }
        const QString id = m_model->idAt(current.row());
        if (!id.isEmpty() && m_currentId.isEmpty()) {
            m_currentId = id;
            Q_EMIT currentIdChanged(id);
        }
    });
    connect(this, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex &index) {
        if (const QString id = m_model->idAt(index.row()); !id.isEmpty()) {
            Q_EMIT opened(id);
        }
    });
}

int ListingView::topRow() const
{
    return rowAt(0);
}

int ListingView::selectedRows() const
{
    int rows = 0;
    const QItemSelection selection = selectionModel()->selection();
    for (const QItemSelectionRange &range : selection) {
        rows += range.left() == 0 ? range.height() : 0;
    }
    return rows;
}

QList<std::pair<int, int>> ListingView::selectedRanges() const
{
    QList<std::pair<int, int>> ranges;
    const QItemSelection selection = selectionModel()->selection();
    for (const QItemSelectionRange &range : selection) {
        if (range.left() == 0) {
            ranges.append({range.top(), range.height()});
        }
    }
    std::sort(ranges.begin(), ranges.end());
    return ranges;
}

void ListingView::tellSelection()
{
    const int rows = selectedRows();
    m_model->setHeld(rows > followedRows);
    Q_EMIT selectedRowsChanged(rows);
}

void ListingView::chooseRow(int row)
{
    const QModelIndex index = m_model->index(row, 0);
    if (!index.isValid()) {
        return;
    }
    if (currentIndex().row() != row || selectedRows() != 1) {
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
    scrollTo(index);
}

void ListingView::chooseNone()
{
    m_currentId.clear();
    selectionModel()->clear();
}

void ListingView::setCurrentId(const QString &id)
{
    m_currentId = id;
}

void ListingView::takeUp()
{
    m_selectedIds.clear();
    if (selectedRows() <= followedRows) {
        const QList<std::pair<int, int>> ranges = selectedRanges();
        for (const auto &[first, count] : ranges) {
            for (int row = first; row < first + count; ++row) {
                if (const QString id = m_model->idAt(row); !id.isEmpty()) {
                    m_selectedIds << id;
                }
            }
        }
    }
    m_atTop = verticalScrollBar()->value() == 0;
    const int top = topRow();
    m_topId = m_atTop || top < 0 ? QString() : m_model->idAt(top);
    m_topOffset = top < 0 ? 0 : -rowViewportPosition(top);
}

QStringList ListingView::keptIds() const
{
    QStringList ids = m_selectedIds;
    if (!m_currentId.isEmpty()) {
        ids.removeOne(m_currentId);
        ids.prepend(m_currentId);
    }
    if (!m_topId.isEmpty()) {
        ids.removeOne(m_topId);
        ids.append(m_topId);
    }
    return ids;
}

void ListingView::restore(const QHash<QString, int> &positions, bool sameQuestion)
{
    // The rows are other ones already; what was selected is known by its ids.
    m_restoring = true;
    QItemSelection selection;
    const int lastColumn = m_model->columnCount() - 1;
    for (const QString &id : std::as_const(m_selectedIds)) {
        if (const auto row = positions.constFind(id); row != positions.cend()) {
            selection.select(m_model->index(*row, 0), m_model->index(*row, lastColumn));
        }
    }
    const int current = positions.value(m_currentId, -1);
    if (current >= 0 && m_selectedIds.isEmpty()) {
        selection.select(m_model->index(current, 0), m_model->index(current, lastColumn));
    }
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (current >= 0) {
        selectionModel()->setCurrentIndex(m_model->index(current, 0), QItemSelectionModel::NoUpdate);
    } else {
        selectionModel()->clearCurrentIndex();
    }
    const int top = positions.value(m_topId, -1);
    if (sameQuestion && top >= 0) {
        executeDelayedItemsLayout();
        updateGeometries();
        verticalScrollBar()->setValue(
            int(std::min<qint64>(qint64(top) * verticalHeader()->defaultSectionSize() + m_topOffset, verticalScrollBar()->maximum())));
    } else if (!sameQuestion) {
        scrollToTop();
    }
    m_restoring = false;
    tellSelection();
}

void ListingView::keyPressEvent(QKeyEvent *event)
{
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && event->modifiers() == Qt::NoModifier) {
        if (const QString id = m_model->idAt(currentIndex().row()); currentIndex().isValid() && !id.isEmpty()) {
            Q_EMIT opened(id);
        }
        event->accept();
        return;
    }
    QTableView::keyPressEvent(event);
}

void ListingView::focusInEvent(QFocusEvent *event)
{
    // Qt makes the first row current, and so selected, when the focus comes; nobody has chosen it.
    const bool chosen = selectionModel()->hasSelection();
    const bool restoring = std::exchange(m_restoring, m_restoring || !chosen);
    QTableView::focusInEvent(event);
    if (!chosen) {
        selectionModel()->clear();
    }
    m_restoring = restoring;
}

} // namespace verderer
