// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/empty_state.h"

#include "ui/widgets/icon.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

EmptyState::EmptyState(const Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_icon(new QLabel(this)), m_title(new QLabel(this)), m_text(new QLabel(this)), m_details(new QLabel(this)),
      m_column(new QVBoxLayout)
{
    QFont titleFont = font();
    titleFont.setPointSizeF(font().pointSizeF() * 1.3);
    titleFont.setBold(true);
    m_title->setFont(titleFont);
    m_title->setObjectName(u"emptyTitle"_s);
    m_text->setObjectName(u"emptyText"_s);
    m_details->setObjectName(u"emptyDetails"_s);
    for (QLabel *label : {m_title, m_text, m_details}) {
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignHCenter);
        label->setTextFormat(Qt::PlainText);
    }
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_details->setAlignment(Qt::AlignLeft);
    m_icon->setAlignment(Qt::AlignHCenter);
    m_column->setSpacing(scaled(this, 8));
    for (QWidget *widget :
         {static_cast<QWidget *>(m_icon), static_cast<QWidget *>(m_title), static_cast<QWidget *>(m_text), static_cast<QWidget *>(m_details)})
        m_column->addWidget(widget);
    auto *holder = new QWidget(this);
    holder->setMaximumWidth(scaled(this, 560));
    holder->setLayout(m_column);
    auto *outer = new QVBoxLayout(this);
    outer->addStretch(2);
    auto *row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(holder, 100);
    row->addStretch(1);
    outer->addLayout(row);
    outer->addStretch(3);
    connect(theme, &Theme::changed, this, &EmptyState::applyColors);
}

void EmptyState::setContent(const QString &icon, const QString &title, const QString &text, const QString &details)
{
    m_iconName = icon;
    m_title->setText(title);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    m_details->setText(details);
    m_details->setVisible(!details.isEmpty());
    setAccessibleName(title);
    setAccessibleDescription(text);
    applyColors();
}

QPushButton *EmptyState::addButton(const QString &text, const QString &objectName)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(objectName);
    button->setAutoDefault(false);
    m_column->addWidget(button, 0, Qt::AlignHCenter);
    return button;
}

QString EmptyState::title() const
{
    return m_title->text();
}

QString EmptyState::text() const
{
    return m_text->text();
}

void EmptyState::applyColors()
{
    const int side = scaled(this, 40);
    m_icon->setPixmap(themedIcon(m_iconName, m_theme, &ThemeColors::muted).pixmap(QSize(side, side), devicePixelRatioF()));
    for (QLabel *label : {m_text, m_details})
        setTextColor(label, m_theme->colors().muted);
}

} // namespace verderer
