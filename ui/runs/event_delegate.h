// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/runs/event_text.h"
#include "ui/widgets/theme.h"

#include <QStyledItemDelegate>

namespace verderer {

/// Paints the rows of an EventModel: offset, kind with a dot, summary, and a bar of when it was.
class EventDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit EventDelegate(const Theme *theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    const Theme *m_theme;
};

/// The colour of a kind of event, for dot and bar.
QColor eventColor(const EventRow &row, const ThemeColors &colors);

} // namespace verderer
