// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/theme.h"

#include <QStyledItemDelegate>

namespace verderer {

/// Paints the rows of a DoctorModel: a badge, what is so, and below it what to do and where.
class DoctorDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit DoctorDelegate(const Theme *theme, QObject *parent = nullptr);
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    const Theme *m_theme;
};

} // namespace verderer
