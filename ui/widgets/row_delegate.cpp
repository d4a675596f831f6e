// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/row_delegate.h"

#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"

#include <QAbstractItemView>
#include <QPainter>

namespace verderer {

RowDelegate::RowDelegate(const Theme *theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme)
{
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return {QStyledItemDelegate::sizeHint(option, index).width() + scaled(option.fontMetrics, 20), scaled(option.fontMetrics, 28)};
}

void RowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const ThemeColors &c = m_theme->colors();
    painter->save();
    if (option.state.testFlag(QStyle::State_Selected))
        paintSelectedRow(painter, option.rect, c);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), c.border);
    const QVariant foreground = index.data(Qt::ForegroundRole);
    painter->setPen(foreground.isValid() ? foreground.value<QBrush>().color() : c.text);
    painter->setFont(option.font);
    const QRect rect = option.rect.adjusted(scaled(option.fontMetrics, index.column() == 0 ? 20 : 6), 0, -scaled(option.fontMetrics, 6), -1);
    const QString text = index.data().toString().section(u'\n', 0, 0);
    painter->drawText(rect, Qt::AlignVCenter | Qt::AlignLeft, option.fontMetrics.elidedText(text, Qt::ElideRight, rect.width()));
    painter->restore();
}

void useSoftSelection(QAbstractItemView *view, const Theme *theme)
{
    const auto apply = [view, theme] {
        QPalette palette = theme->palette();
        if (theme->kind() != ThemeKind::HighContrast) {
            palette.setColor(QPalette::Highlight, theme->colors().accentSoft);
            palette.setColor(QPalette::HighlightedText, theme->colors().text);
        }
        view->setPalette(palette);
    };
    QObject::connect(theme, &Theme::changed, view, apply);
    apply();
}

} // namespace verderer
