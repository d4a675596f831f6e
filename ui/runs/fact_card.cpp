// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/fact_card.h"

#include "ui/widgets/elided_label.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"

#include <QPainter>
#include <QVBoxLayout>

namespace verderer {

FactCard::FactCard(const Theme *theme, const QString &title, QWidget *parent)
    : QFrame(parent), m_theme(theme), m_title(new QLabel(title, this)), m_value(new ElidedLabel(this)), m_note(new ElidedLabel(this))
{
    setFrameShape(QFrame::NoFrame);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.87);
    m_title->setFont(small);
    m_note->setFont(small);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    large.setBold(true);
    m_value->setFont(large);
    m_value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(scaled(this, 12), scaled(this, 8), scaled(this, 12), scaled(this, 8));
    column->setSpacing(scaled(this, 1));
    column->addWidget(m_title);
    column->addWidget(m_value);
    column->addWidget(m_note);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMinimumWidth(scaled(this, 96));
    connect(theme, &Theme::changed, this, &FactCard::applyColors);
    applyColors();
}

void FactCard::setFact(const QString &value, const QString &note, const QString &explanation)
{
    m_value->setFullText(value);
    m_note->setFullText(note);
    setToolTip(explanation);
    setAccessibleName(m_title->text() + QStringLiteral(": ") + value);
    setAccessibleDescription(explanation.isEmpty() ? note : QString(note + u'\n' + explanation));
}

QString FactCard::value() const
{
    return m_value->fullText();
}

QString FactCard::note() const
{
    return m_note->fullText();
}

void FactCard::setAlarming(bool alarming)
{
    m_alarming = alarming;
    applyColors();
}

void FactCard::paintEvent(QPaintEvent * /*event*/)
{
    const ThemeColors &c = m_theme->colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(c.border, 1));
    painter.setBrush(c.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
}

void FactCard::applyColors()
{
    const ThemeColors &c = m_theme->colors();
    setTextColor(m_title, c.muted);
    setTextColor(m_note, c.muted);
    setTextColor(m_value, m_alarming ? c.error : c.text);
    update();
}

} // namespace verderer
