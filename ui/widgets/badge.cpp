// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/badge.h"

#include "ui/widgets/metrics.h"

#include <QPainter>

namespace verderer {

ToneColors toneColors(Tone tone, const ThemeColors &colors)
{
    switch (tone) {
    case Tone::Neutral:
        break;
    case Tone::Accent:
        return {colors.accent, colors.accentSoft};
    case Tone::Information:
        return {colors.information, colors.informationSoft};
    case Tone::Warning:
        return {colors.warning, colors.warningSoft};
    case Tone::Error:
        return {colors.error, colors.errorSoft};
    }
    return {colors.muted, QColor()};
}

QFont badgeFont(const QFont &font)
{
    QFont small = font;
    small.setPointSizeF(font.pointSizeF() * 0.85);
    small.setBold(false);
    return small;
}

QSize badgeSize(const QFont &font, const QString &text)
{
    const QFontMetrics metrics(badgeFont(font));
    return {metrics.horizontalAdvance(text) + scaled(metrics, 14), metrics.height() + scaled(metrics, 4)};
}

QRect paintBadge(QPainter *painter, const QRect &rect, Qt::Alignment side, const QString &text, Tone tone, const ThemeColors &colors)
{
    const QFont font = painter->font();
    const QSize size = badgeSize(font, text);
    const int left = side & Qt::AlignRight ? rect.right() + 1 - size.width() : rect.left();
    const QRect box(QPoint(left, rect.center().y() + 1 - size.height() / 2), size);
    const ToneColors tones = toneColors(tone, colors);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(badgeFont(font));
    const bool framed = !tones.background.isValid() || tones.background == colors.surface;
    painter->setPen(framed ? QPen(colors.border, 1) : QPen(Qt::NoPen));
    painter->setBrush(tones.background.isValid() ? tones.background : colors.surface);
    painter->drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter->setPen(tones.text);
    painter->drawText(box, Qt::AlignCenter, text);
    painter->restore();
    return box;
}

Badge::Badge(const Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    hide();
}

void Badge::setBadge(const QString &text, Tone tone, const QString &explanation)
{
    m_text = text;
    m_tone = tone;
    setToolTip(explanation);
    setAccessibleName(text);
    setAccessibleDescription(explanation);
    setVisible(!text.isEmpty());
    updateGeometry();
    update();
}

QSize Badge::sizeHint() const
{
    return badgeSize(font(), m_text);
}

void Badge::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setFont(font());
    paintBadge(&painter, rect(), Qt::AlignLeft, m_text, m_tone, m_theme->colors());
}

} // namespace verderer
