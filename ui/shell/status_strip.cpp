// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/status_strip.h"

#include "ui/widgets/elided_label.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"

#include <QHBoxLayout>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace verderer {

StatusStrip::StatusStrip(const Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_dot(new QLabel(this)), m_state(new ElidedLabel(this)), m_facts(new ElidedLabel(this)),
      m_right(new ElidedLabel(this))
{
    setObjectName(u"statusStrip"_s);
    m_state->setObjectName(u"statusState"_s);
    m_facts->setObjectName(u"statusFacts"_s);
    m_right->setObjectName(u"statusRight"_s);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    for (QLabel *label : {m_dot, static_cast<QLabel *>(m_state), static_cast<QLabel *>(m_facts), static_cast<QLabel *>(m_right)})
        label->setFont(small);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(scaled(this, 16), 0, scaled(this, 16), 0);
    row->setSpacing(scaled(this, 16));
    auto *stateRow = new QHBoxLayout;
    stateRow->setSpacing(scaled(this, 6));
    stateRow->addWidget(m_dot);
    stateRow->addWidget(m_state);
    row->addLayout(stateRow);
    row->addWidget(m_facts);
    row->addStretch(1);
    row->addWidget(m_right);
    setFixedHeight(scaled(this, 27));
    connect(theme, &Theme::changed, this, &StatusStrip::apply);
    apply();
}

void StatusStrip::setStatus(const PlaceStatus &status)
{
    if (status == m_status)
        return;
    m_status = status;
    apply();
}

void StatusStrip::apply()
{
    const ThemeColors &c = m_theme->colors();
    const QColor tone = m_status.tone == Tone::Neutral ? c.muted : toneColors(m_status.tone, c).text;
    const QString sign = m_status.tone == Tone::Error ? u"✕"_s : m_status.tone == Tone::Warning ? u"!"_s : u"●"_s;
    m_dot->setText(m_status.state.isEmpty() ? QString() : sign);
    m_state->setFullText(m_status.state);
    m_facts->setFullText(m_status.facts);
    m_right->setFullText(m_status.right);
    setTextColor(m_dot, tone);
    setTextColor(m_state, tone);
    setTextColor(m_facts, c.muted);
    setTextColor(m_right, c.muted);
    update();
}

void StatusStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->colors().surface);
    painter.fillRect(QRect(0, 0, width(), 1), m_theme->colors().border);
}

} // namespace verderer
