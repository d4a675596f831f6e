// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/thread_delegate.h"

#include "ui/threads/threads_model.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/status_words.h"
#include "ui/widgets/style.h"

#include <QPainter>

namespace verderer {

ThreadDelegate::ThreadDelegate(const Theme *theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme)
{
}

QSize ThreadDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {scaled(option.fontMetrics, 80), scaled(option.fontMetrics, 28)};
}

void ThreadDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const ThemeColors &c = m_theme->colors();
    painter->save();
    if (option.state.testFlag(QStyle::State_Selected)) {
        paintSelectedRow(painter, option.rect, c);
    }
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), c.border);
    const int margin = scaled(option.fontMetrics, 6);
    const QRect rect = option.rect.adjusted(margin, 0, -margin, -1);
    const auto *model = qobject_cast<const ThreadsModel *>(index.model());
    const ThreadRecord *record = model ? model->recordAt(index.row()) : nullptr;
    painter->setFont(option.font);
    if (!record) {
        paintMissing(painter, rect, option, index);
    } else if (index.column() == ThreadsModel::Pinned) {
        if (record->pinned) {
            const int side = scaled(option.fontMetrics, 16);
            themedIcon(QStringLiteral("pin"), m_theme, &ThemeColors::accent)
                .paint(painter, QRect(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side));
        }
    } else if (index.column() == ThreadsModel::Title) {
        paintTitle(painter, rect, option, index);
    } else if (index.column() == ThreadsModel::Status) {
        const StatusWords words = statusWords(record->status);
        paintBadge(painter, rect, Qt::AlignLeft, words.text(), words.tone, c);
    } else {
        const bool fixed = index.column() == ThreadsModel::Id;
        const QFont font = fixed ? Theme::textFont() : option.font;
        painter->setFont(font);
        const bool nobody = index.column() == ThreadsModel::Owner && !record->owner;
        painter->setPen(fixed || nobody ? c.muted : c.text);
        painter->drawText(rect, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                          QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideRight, rect.width()));
    }
    if (option.state.testFlag(QStyle::State_HasFocus) && index.column() == ThreadsModel::Title) {
        painter->setPen(QPen(c.accent, 1, Qt::DotLine));
        painter->drawRect(option.rect.adjusted(1, 1, -2, -3));
    }
    painter->restore();
}

void ThreadDelegate::paintMissing(QPainter *painter, const QRect &rect, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const ThemeColors &c = m_theme->colors();
    const auto state = ListingModelBase::RowState(index.data(ListingModelBase::RowStateRole).toInt());
    if (state == ListingModelBase::RowState::Gone) {
        if (index.column() == ThreadsModel::Title) {
            painter->setPen(c.muted);
            painter->drawText(rect, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, tr("deleted or moved meanwhile"));
        }
        return;
    }
    if (index.column() == ThreadsModel::Title || index.column() == ThreadsModel::Id) {
        const int height = scaled(option.fontMetrics, 8);
        painter->fillRect(QRect(rect.left(), rect.center().y() - height / 2, std::min(rect.width(), scaled(option.fontMetrics, 140)), height),
                          c.border);
    }
}

void ThreadDelegate::paintTitle(QPainter *painter, const QRect &rect, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const ThemeColors &c = m_theme->colors();
    const auto *model = qobject_cast<const ThreadsModel *>(index.model());
    const ThreadRecord *record = model->recordAt(index.row());
    const QList<ThreadBadge> badges = threadBadges(*record);
    const int gap = scaled(option.fontMetrics, 8);
    int room = rect.width();
    for (const ThreadBadge &badge : badges) {
        room -= badgeSize(option.font, badge.text).width() + gap;
    }
    const QString title = option.fontMetrics.elidedText(threadTitle(*record).left(600), Qt::ElideRight, std::max(room, rect.width() / 3));
    painter->setPen(record->displayName && !record->displayName->isEmpty() ? c.text : c.muted);
    painter->drawText(rect, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, title);
    int left = rect.left() + option.fontMetrics.horizontalAdvance(title) + gap;
    for (const ThreadBadge &badge : badges) {
        const QRect place(left, rect.top(), rect.right() - left + 1, rect.height());
        if (badgeSize(option.font, badge.text).width() > place.width()) {
            break;
        }
        left = paintBadge(painter, place, Qt::AlignLeft, badge.text, badge.tone, c).right() + 1 + gap;
    }
}

} // namespace verderer
