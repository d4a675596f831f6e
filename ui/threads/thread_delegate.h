// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/theme.h"

#include <QStyledItemDelegate>

namespace verderer {

/// Paints the rows of a ThreadsModel: pin, title with its badges, status as sign and word, and grey bars for rows that are still being fetched.
class ThreadDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit ThreadDelegate(const Theme *theme, QObject *parent = nullptr);
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintMissing(QPainter *painter, const QRect &rect, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintTitle(QPainter *painter, const QRect &rect, const QStyleOptionViewItem &option, const QModelIndex &index) const;

    const Theme *m_theme;
};

} // namespace verderer
