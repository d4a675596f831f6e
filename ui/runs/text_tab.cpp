// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/text_tab.h"

#include "ui/runs/text_panel.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

TextTab::TextTab(const Theme *theme, const QString &objectName, const QString &name, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_note(new QLabel(this)), m_panel(new TextPanel(theme, this))
{
    setObjectName(objectName);
    m_panel->setObjectName(objectName + u"Text"_s);
    m_panel->setName(name);
    m_note->setObjectName(objectName + u"Note"_s);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    auto *copy = new QPushButton(tr("&Copy"), this);
    copy->setObjectName(objectName + u"Copy"_s);
    copy->setToolTip(tr("Copy all of it"));
    copy->setAutoDefault(false);
    auto *strip = new QHBoxLayout;
    strip->setContentsMargins(scaled(this, 20), scaled(this, 8), scaled(this, 20), scaled(this, 8));
    strip->addWidget(m_note, 1);
    strip->addWidget(copy);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(strip);
    column->addWidget(m_panel, 1);
    setFocusProxy(m_panel);
    connect(copy, &QPushButton::clicked, m_panel, &TextPanel::copyAll);
    connect(theme, &Theme::changed, this, &TextTab::applyColors);
    applyColors();
}

void TextTab::setText(const QByteArray &text, const QString &note)
{
    m_note->setText(note);
    m_panel->setBytes(text);
}

const QByteArray &TextTab::text() const
{
    return m_panel->bytes();
}

void TextTab::applyColors()
{
    setTextColor(m_note, m_theme->colors().muted);
}

} // namespace verderer
