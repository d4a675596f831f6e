// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_list_delegate.h"

#include "ui/runs/run_list_model.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"

#include <QPainter>

namespace verderer {

RunListDelegate::RunListDelegate(const Theme *theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme)
{
}

int RunListDelegate::rowHeight(const QFontMetrics &metrics)
{
    return scaled(metrics, 46);
}

QSize RunListDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex & /*index*/) const
{
    return {scaled(option.fontMetrics, 120), rowHeight(option.fontMetrics)};
}

void RunListDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const ThemeColors &c = m_theme->colors();
    painter->save();
    if (option.state.testFlag(QStyle::State_Selected)) {
        paintSelectedRow(painter, option.rect, c);
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), c.accent);
    } else if (option.state.testFlag(QStyle::State_MouseOver)) {
        painter->fillRect(option.rect, c.window);
    }
    const int margin = scaled(option.fontMetrics, 16);
    const QRect rect = option.rect.adjusted(margin, scaled(option.fontMetrics, 5), -scaled(option.fontMetrics, 14), -scaled(option.fontMetrics, 5));
    const QRect top(rect.left(), rect.top(), rect.width(), rect.height() / 2);
    const QRect bottom(rect.left(), rect.top() + rect.height() / 2, rect.width(), rect.height() - rect.height() / 2);
    const auto state = ListingModelBase::RowState(index.data(ListingModelBase::RowStateRole).toInt());
    if (state != ListingModelBase::RowState::Here) {
        painter->setPen(c.muted);
        painter->drawText(top, Qt::AlignVCenter | Qt::AlignLeft,
                          state == ListingModelBase::RowState::Coming ? QStringLiteral("…") : tr("gone, or moved in the list"));
        painter->restore();
        return;
    }
    painter->setFont(option.font);
    const QString status = index.data(RunListModel::StatusRole).toString();
    int right = top.right();
    if (!status.isEmpty()) {
        right = paintBadge(painter, top, Qt::AlignRight, status, Tone(index.data(RunListModel::ToneRole).toInt()), c).left() -
                scaled(option.fontMetrics, 6);
    }
    QFont bold = option.font;
    bold.setBold(true);
    bold.setItalic(index.data(RunListModel::OrphanRole).toBool());
    painter->setFont(bold);
    painter->setPen(c.text);
    painter->drawText(QRect(top.left(), top.top(), right - top.left(), top.height()), Qt::AlignVCenter | Qt::AlignLeft,
                      QFontMetrics(bold).elidedText(index.data().toString(), Qt::ElideRight, right - top.left()));
    painter->setFont(option.font);
    painter->setPen(c.muted);
    painter->drawText(bottom, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                      option.fontMetrics.elidedText(index.data(RunListModel::FactsRole).toString(), Qt::ElideRight, bottom.width()));
    painter->restore();
}

} // namespace verderer
