// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/theme.h"

#include <QStyledItemDelegate>

namespace verderer {

/// Paints the rows of a RunListModel: title and status over a muted line of facts.
class RunListDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit RunListDelegate(const Theme *theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

    /// The height of every row.
    static int rowHeight(const QFontMetrics &metrics);

private:
    const Theme *m_theme;
};

} // namespace verderer
