// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/filter_chips.h"

#include "ui/widgets/flow_layout.h"
#include "ui/widgets/metrics.h"

#include <QButtonGroup>
#include <QLocale>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace verderer {

FilterChips::FilterChips(QWidget *parent) : QWidget(parent), m_group(new QButtonGroup(this)), m_layout(new FlowLayout(this))
{
    m_layout->setGaps(scaled(this, 4), scaled(this, 4));
    m_group->setExclusive(true);
    connect(m_group, &QButtonGroup::buttonToggled, this, [this](QAbstractButton *button, bool checked) {
        if (checked)
            Q_EMIT chosen(button->property("chip").toString());
    });
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void FilterChips::addChip(const QString &id, const QString &label, const QString &explanation)
{
    auto *button = new QPushButton(label, this);
    button->setObjectName(u"chip-"_s + id);
    button->setProperty("chip", id);
    button->setProperty("label", label);
    button->setCheckable(true);
    button->setAutoDefault(false);
    button->setToolTip(explanation);
    m_group->addButton(button);
    m_layout->addWidget(button);
    if (m_group->buttons().size() == 1)
        button->setChecked(true);
}

void FilterChips::setCount(const QString &id, int count)
{
    setCountText(id, QLocale().toString(count));
}

void FilterChips::setCountText(const QString &id, const QString &count)
{
    if (QPushButton *button = chip(id)) {
        button->setText(button->property("label").toString() + u" "_s + count);
    }
}

void FilterChips::setChipVisible(const QString &id, bool visible)
{
    if (QPushButton *button = chip(id))
        button->setVisible(visible || button->isChecked());
}

QString FilterChips::current() const
{
    const QAbstractButton *button = m_group->checkedButton();
    return button ? button->property("chip").toString() : QString();
}

void FilterChips::setCurrent(const QString &id)
{
    QAbstractButton *button = chip(id);
    if (!button)
        button = m_group->buttons().value(0);
    if (button)
        button->setChecked(true);
}

QPushButton *FilterChips::chip(const QString &id) const
{
    return findChild<QPushButton *>(QString(u"chip-"_s + id), Qt::FindDirectChildrenOnly);
}

} // namespace verderer
