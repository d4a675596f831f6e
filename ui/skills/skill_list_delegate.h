// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/theme.h"

#include <QStyledItemDelegate>

namespace verderer {

/// Paints the rows of a SkillListModel: group headers, and skills as a name with its worst badge over a muted second line.
class SkillListDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit SkillListDelegate(const Theme *theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintHeader(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;

    const Theme *m_theme;
};

} // namespace verderer
