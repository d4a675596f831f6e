// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/theme.h"

#include <QStyledItemDelegate>

namespace verderer {

/// Paints the rows of a HistoryModel: the size of a change as numbers and blocks, the verdict as a badge, breaks and unreadable lines over the whole
/// width.
class HistoryDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit HistoryDelegate(const Theme *theme, QObject *parent = nullptr);
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintChange(QPainter *painter, const QRect &rect, const QFontMetrics &metrics, const QModelIndex &index) const;

    const Theme *m_theme;
};

} // namespace verderer
