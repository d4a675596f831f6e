// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/history_delegate.h"

#include "ui/skills/history_model.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"

#include <QPainter>

namespace verderer {

HistoryDelegate::HistoryDelegate(const Theme *theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme)
{
}

QSize HistoryDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    int width = option.fontMetrics.horizontalAdvance(index.data().toString()) + scaled(option.fontMetrics, 16);
    if (index.column() == HistoryModel::Change)
        width += scaled(option.fontMetrics, 60);
    return {width, scaled(option.fontMetrics, 28)};
}

void HistoryDelegate::paintChange(QPainter *painter, const QRect &rect, const QFontMetrics &metrics, const QModelIndex &index) const
{
    const ThemeColors &c = m_theme->colors();
    const QString text = index.data().toString();
    const QVariant added = index.data(HistoryModel::AddedRole);
    painter->setPen(added.isValid() ? c.text : c.muted);
    painter->drawText(rect, Qt::AlignVCenter | Qt::AlignLeft, metrics.elidedText(text, Qt::ElideRight, rect.width()));
    if (!added.isValid())
        return;
    // Five blocks share the change as plus and minus lines do; small changes fill as many as they have lines.
    const int plus = added.toInt();
    const int minus = index.data(HistoryModel::RemovedRole).toInt();
    const int total = plus + minus;
    const int filled = std::min(5, total);
    int plusBlocks = total > 0 ? qRound(double(filled) * plus / total) : 0;
    if (plus > 0 && minus > 0 && filled > 1)
        plusBlocks = std::clamp(plusBlocks, 1, filled - 1);
    const int side = scaled(metrics, 8);
    int x = rect.left() + metrics.horizontalAdvance(text) + scaled(metrics, 8);
    const int y = rect.center().y() - side / 2;
    for (int block = 0; block < 5; ++block) {
        const QRect square(x, y, side - 1, side);
        painter->fillRect(square, block < plusBlocks ? c.addedMark : block < filled ? c.removedMark : c.border);
        x += side + 1;
    }
}

void HistoryDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const ThemeColors &c = m_theme->colors();
    const auto kind = HistoryModel::RowKind(index.data(HistoryModel::KindRole).toInt());
    painter->save();
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const Tone tone = kind == HistoryModel::RowKind::Break ? Tone::Warning : kind == HistoryModel::RowKind::Unreadable ? Tone::Error : Tone::Neutral;
    const ToneColors tones = toneColors(tone, c);
    if (selected)
        paintSelectedRow(painter, option.rect, c);
    else
        painter->fillRect(option.rect, tones.background.isValid() ? tones.background : c.surface);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), c.border);
    const int margin = scaled(option.fontMetrics, index.column() == 0 ? 20 : 6);
    const QRect rect = option.rect.adjusted(margin, 0, -scaled(option.fontMetrics, 6), -1);
    painter->setFont(option.font);
    if (kind == HistoryModel::RowKind::Break) {
        painter->setPen(tones.text);
        const QString text = QStringLiteral("! ") + index.data().toString();
        painter->drawText(rect, Qt::AlignVCenter | Qt::AlignLeft, option.fontMetrics.elidedText(text, Qt::ElideRight, rect.width()));
    } else if (index.column() == HistoryModel::Change && kind == HistoryModel::RowKind::Record) {
        paintChange(painter, rect, option.fontMetrics, index);
    } else if (index.column() == HistoryModel::Verdict && kind == HistoryModel::RowKind::Record) {
        const QString decision = index.data(HistoryModel::DecisionRole).toString();
        const QString text = index.data().toString();
        if (!text.isEmpty())
            paintBadge(painter, rect, Qt::AlignLeft, text,
                       decision == u"allow"   ? Tone::Accent
                       : decision == u"block" ? Tone::Error
                                              : Tone::Warning,
                       c);
    } else {
        const bool quiet = index.column() == HistoryModel::Note;
        painter->setPen(kind == HistoryModel::RowKind::Unreadable ? tones.text : quiet ? c.muted : c.text);
        QString text = index.data().toString();
        text.replace(u'\n', u' ');
        painter->drawText(rect, Qt::AlignVCenter | Qt::AlignLeft, option.fontMetrics.elidedText(text, Qt::ElideRight, rect.width()));
    }
    painter->restore();
}

} // namespace verderer
