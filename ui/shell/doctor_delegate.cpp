// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/doctor_delegate.h"

#include "ui/shell/doctor_model.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"

#include <QPainter>

namespace verderer {

DoctorDelegate::DoctorDelegate(const Theme *theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme)
{
}

QSize DoctorDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const bool header = index.data(DoctorModel::HeaderRole).toBool();
    return {scaled(option.fontMetrics, 200), scaled(option.fontMetrics, header ? 36 : 48)};
}

void DoctorDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const ThemeColors &c = m_theme->colors();
    const QFontMetrics &metrics = option.fontMetrics;
    painter->save();
    const int margin = scaled(metrics, 20);
    QRect rect = option.rect.adjusted(margin, 0, -margin, 0);
    if (index.data(DoctorModel::HeaderRole).toBool()) {
        QFont font = option.font;
        font.setPointSizeF(font.pointSizeF() * 0.85);
        font.setBold(true);
        font.setCapitalization(QFont::AllUppercase);
        painter->setFont(font);
        painter->setPen(c.muted);
        painter->drawText(rect.adjusted(0, scaled(metrics, 10), 0, 0), Qt::AlignVCenter | Qt::AlignLeft, index.data().toString());
        painter->restore();
        return;
    }
    if (option.state.testFlag(QStyle::State_Selected)) {
        paintSelectedRow(painter, option.rect, c);
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), c.accent);
    }
    painter->fillRect(QRect(rect.left(), option.rect.bottom(), rect.width(), 1), c.border);
    rect.adjust(0, scaled(metrics, 5), 0, -scaled(metrics, 6));
    QRect top(rect.left(), rect.top(), rect.width(), rect.height() / 2);
    const QRect bottom(rect.left(), rect.top() + rect.height() / 2, rect.width(), rect.height() - rect.height() / 2);
    painter->setFont(option.font);
    const QString badge = index.data(DoctorModel::BadgeRole).toString();
    if (!badge.isEmpty())
        top.setRight(paintBadge(painter, top, Qt::AlignRight, badge, Tone(index.data(DoctorModel::ToneRole).toInt()), c).left() - scaled(metrics, 8));
    painter->setPen(c.text);
    painter->drawText(top, Qt::AlignVCenter | Qt::AlignLeft, metrics.elidedText(index.data().toString(), Qt::ElideRight, top.width()));
    painter->setPen(c.muted);
    painter->drawText(bottom, Qt::AlignVCenter | Qt::AlignLeft,
                      metrics.elidedText(index.data(DoctorModel::DetailRole).toString(), Qt::ElideMiddle, bottom.width()));
    painter->restore();
}

} // namespace verderer
