// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/rail.h"

#include "ui/widgets/icon.h"
#include "ui/widgets/metrics.h"

#include <QButtonGroup>
#include <QPainter>
#include <QShortcut>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

RailButton::RailButton(const Theme *theme, const QString &icon, const QString &text, QWidget *parent)
    : QAbstractButton(parent), m_theme(theme), m_iconName(icon)
{
    setText(text);
    setAccessibleName(text);
    setCheckable(true);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void RailButton::setNumber(int number)
{
    m_number = number;
    setAccessibleDescription(number > 0 ? tr("%n finding(s)", nullptr, number) : QString());
    update();
}

QSize RailButton::sizeHint() const
{
    return {std::max(scaled(this, 76), fontMetrics().horizontalAdvance(text()) + scaled(this, 20)), scaled(this, 57)};
}

void RailButton::paintEvent(QPaintEvent *)
{
    const ThemeColors &c = m_theme->colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (isChecked()) {
        painter.fillRect(rect(), c.railSelected);
        painter.fillRect(QRect(0, 0, 3, height()), c.railAccent);
    } else if (underMouse()) {
        QColor hover = c.railSelected;
        hover.setAlpha(120);
        painter.fillRect(rect(), hover);
    }
    const auto color = isChecked() ? &ThemeColors::railText : &ThemeColors::railMuted;
    const int side = scaled(this, 22);
    const QRect iconRect((width() - side) / 2, scaled(this, 8), side, side);
    themedIcon(m_iconName, m_theme, color).paint(&painter, iconRect);
    QFont font = this->font();
    font.setPointSizeF(font.pointSizeF() * 0.9);
    painter.setFont(font);
    painter.setPen(c.*color);
    painter.drawText(QRect(0, iconRect.bottom() + scaled(this, 3), width(), scaled(this, 18)), Qt::AlignCenter, text());
    if (m_number > 0) {
        const QString number = m_number > 99 ? u"99+"_s : QString::number(m_number);
        font.setPointSizeF(this->font().pointSizeF() * 0.75);
        painter.setFont(font);
        const QFontMetrics metrics(font);
        const int height = metrics.height();
        const QRect pill(iconRect.right() - scaled(this, 5), iconRect.top() - scaled(this, 4),
                         std::max(height, metrics.horizontalAdvance(number) + scaled(this, 7)), height);
        painter.setPen(Qt::NoPen);
        painter.setBrush(c.railBadge);
        painter.drawRoundedRect(pill, height / 2.0, height / 2.0);
        painter.setPen(c.onRailBadge);
        painter.drawText(pill, Qt::AlignCenter, number);
    }
    if (hasFocus()) {
        painter.setPen(QPen(c.railText, 1, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(4, 2, -4, -3));
    }
}

Rail::Rail(const Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_group(new QButtonGroup(this)), m_top(new QVBoxLayout), m_foot(new QVBoxLayout)
{
    setObjectName(u"rail"_s);
    setAccessibleName(tr("Places"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    m_group->setExclusive(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, scaled(this, 8), 0, scaled(this, 8));
    column->setSpacing(0);
    column->addLayout(m_top);
    column->addStretch(1);
    column->addLayout(m_foot);
    connect(m_group, &QButtonGroup::buttonClicked, this, [this](QAbstractButton *button) { Q_EMIT chosen(button->property("place").toString()); });
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

RailButton *Rail::addPlace(const QString &id, const QString &icon, const QString &text, const QKeySequence &shortcut, bool foot)
{
    auto *button = new RailButton(m_theme, icon, text, this);
    button->setObjectName(u"place-"_s + id);
    button->setProperty("place", id);
    button->setToolTip(tr("%1 (%2)").arg(text, shortcut.toString(QKeySequence::NativeText)));
    m_group->addButton(button);
    (foot ? m_foot : m_top)->addWidget(button);
    auto *key = new QShortcut(shortcut, this);
    key->setContext(Qt::WindowShortcut);
    connect(key, &QShortcut::activated, button, &QAbstractButton::click);
    return button;
}

RailButton *Rail::button(const QString &id) const
{
    return findChild<RailButton *>(QString(u"place-"_s + id));
}

void Rail::setCurrent(const QString &id)
{
    if (RailButton *place = button(id))
        place->setChecked(true);
}

QString Rail::current() const
{
    const QAbstractButton *checked = m_group->checkedButton();
    return checked ? checked->property("place").toString() : QString();
}

void Rail::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->colors().rail);
}

} // namespace verderer
