// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/event_delegate.h"

#include "ui/runs/event_model.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace verderer {

QColor eventColor(const EventRow &row, const ThemeColors &colors)
{
    if (row.failed) {
        return colors.error;
    }
    switch (row.topic) {
    case EventTopic::Message:
    case EventTopic::Tool:
        return colors.accent;
    case EventTopic::Subagent:
        return colors.information;
    case EventTopic::Middleware:
        return colors.warning;
    case EventTopic::Error:
        return colors.error;
    case EventTopic::Output:
        return colors.text;
    case EventTopic::Other:
        break;
    }
    return colors.muted;
}

EventDelegate::EventDelegate(const Theme *theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme)
{
}

QSize EventDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex & /*index*/) const
{
    return {scaled(option.fontMetrics, 240), scaled(option.fontMetrics, 28)};
}

void EventDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto *model = qobject_cast<const EventModel *>(index.model());
    const EventRow *row = model ? model->at(index) : nullptr;
    if (!row) {
        return;
    }
    const ThemeColors &c = m_theme->colors();
    const QFontMetrics &metrics = option.fontMetrics;
    painter->save();
    if (option.state.testFlag(QStyle::State_Selected)) {
        paintSelectedRow(painter, option.rect, c);
    } else if (option.state.testFlag(QStyle::State_MouseOver)) {
        painter->fillRect(option.rect, c.surface);
    }
    const int margin = scaled(metrics, 20);
    const QRect rect = option.rect.adjusted(margin, 0, -margin, -1);
    painter->fillRect(QRect(rect.left(), option.rect.bottom(), rect.width(), 1), c.border);

    const int gap = scaled(metrics, 12);
    const int offsetWidth = scaled(metrics, 84);
    const int typeWidth = std::clamp(rect.width() / 5, scaled(metrics, 120), scaled(metrics, 190));
    // A narrow list gives its room to the words.
    const int barWidth = rect.width() >= scaled(metrics, 560) ? std::min(rect.width() / 4, scaled(metrics, 270)) : 0;
    int x = rect.left();
    painter->setFont(option.font);
    painter->setPen(c.muted);
    painter->drawText(QRect(x, rect.top(), offsetWidth, rect.height()), Qt::AlignVCenter | Qt::AlignLeft, model->offsetText(index));
    x += offsetWidth;

    const QColor color = eventColor(*row, c);
    const int dot = scaled(metrics, 8);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(row->event.knownType ? Qt::NoPen : QPen(color, 1.5));
    painter->setBrush(row->event.knownType ? QBrush(color) : QBrush(Qt::NoBrush));
    painter->drawEllipse(QRectF(x, rect.center().y() - dot / 2.0 + 0.5, dot, dot));
    painter->setRenderHint(QPainter::Antialiasing, false);
    x += dot + scaled(metrics, 6);
    painter->setPen(c.text);
    painter->drawText(QRect(x, rect.top(), typeWidth, rect.height()), Qt::AlignVCenter | Qt::AlignLeft,
                      metrics.elidedText(row->event.type, Qt::ElideRight, typeWidth));
    x += typeWidth + gap;

    const int summaryWidth = rect.right() - x - (barWidth > 0 ? barWidth + gap : 0);
    if (summaryWidth > 0) {
        painter->setPen(row->failed ? c.error : c.muted);
        painter->drawText(QRect(x, rect.top(), summaryWidth, rect.height()), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                          metrics.elidedText(row->summary, Qt::ElideRight, summaryWidth));
    }
    if (barWidth > 0) {
        const int height = scaled(metrics, 8);
        const QRectF track(rect.right() - barWidth, rect.center().y() - height / 2.0 + 0.5, barWidth, height);
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(option.state.testFlag(QStyle::State_Selected) ? c.window : c.surface);
        painter->drawRoundedRect(track, height / 2.0, height / 2.0);
        if (const auto bar = model->barOf(index)) {
            // What takes no time is still seen.
            const qreal least = scaled(metrics, 10);
            const qreal width = std::max(least, (bar->to - bar->from) * track.width());
            const qreal left = std::min(track.left() + bar->from * track.width(), track.right() - width);
            painter->setBrush(color);
            painter->drawRoundedRect(QRectF(left, track.top(), width, height), height / 2.0, height / 2.0);
        }
    }
    painter->restore();
}

} // namespace verderer
