// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_list_view.h"

#include "ui/runs/run_list_delegate.h"
#include "ui/runs/run_list_model.h"

#include <QEvent>
#include <QHeaderView>

using namespace Qt::StringLiterals;

namespace verderer {

RunListView::RunListView(const Theme *theme, RunListModel *model, QWidget *parent) : ListingView(theme, model, parent)
{
    setObjectName(u"runList"_s);
    setAccessibleName(tr("Runs"));
    setSelectionMode(SingleSelection);
    setItemDelegate(new RunListDelegate(theme, this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    horizontalHeader()->hide();
    horizontalHeader()->setMinimumSectionSize(1);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    fitRows();
}

void RunListView::fitRows()
{
    const int height = RunListDelegate::rowHeight(fontMetrics());
    verticalHeader()->setMinimumSectionSize(height);
    verticalHeader()->setDefaultSectionSize(height);
}

void RunListView::changeEvent(QEvent *event)
{
    ListingView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        fitRows();
    }
}

} // namespace verderer
