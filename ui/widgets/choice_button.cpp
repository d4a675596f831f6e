// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/choice_button.h"

#include <QActionGroup>
#include <QInputDialog>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int shownLength = 24;

} // namespace

ChoiceButton::ChoiceButton(const QString &label, const QString &everything, QWidget *parent)
    : QPushButton(parent), m_label(label), m_everything(everything), m_menu(new QMenu(this))
{
    setAutoDefault(false);
    setMenu(m_menu);
    connect(m_menu, &QMenu::aboutToShow, this, [this] {
        Q_EMIT aboutToChoose();
        fill();
    });
    updateText();
}

void ChoiceButton::allowTyping(const QString &entry, const QString &question)
{
    m_typingEntry = entry;
    m_typingQuestion = question;
}

void ChoiceButton::setChoices(const QList<Choice> &choices)
{
    m_choices = choices;
    updateText();
    if (m_menu->isVisible()) {
        fill();
    }
}

void ChoiceButton::fill()
{
    m_menu->clear();
    auto *group = new QActionGroup(m_menu);
    const auto add = [&](const std::optional<QString> &value, const QString &text) {
        // An ampersand in somebody's name is no mnemonic.
        QAction *action = m_menu->addAction(QString(text).replace(u'&', u"&&"_s));
        action->setCheckable(true);
        action->setChecked(value == m_value);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, value] { choose(value); });
    };
    add({}, m_everything);
    m_menu->addSeparator();
    bool known = !m_value;
    for (const Choice &choice : std::as_const(m_choices)) {
        add(choice.value, choice.text);
        known = known || choice.value == *m_value;
    }
    if (!known) {
        add(m_value, *m_value);
    }
    if (!m_typingEntry.isEmpty()) {
        m_menu->addSeparator();
        connect(m_menu->addAction(m_typingEntry), &QAction::triggered, this, &ChoiceButton::askForValue);
    }
}

void ChoiceButton::askForValue()
{
    auto *dialog = new QInputDialog(this);
    dialog->setObjectName(u"choiceDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setInputMode(QInputDialog::TextInput);
    dialog->setWindowTitle(m_label);
    dialog->setLabelText(m_typingQuestion);
    dialog->setTextValue(m_value.value_or(QString()));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString &text) {
        if (!text.trimmed().isEmpty()) {
            choose(text.trimmed());
        }
    });
    dialog->open();
}

void ChoiceButton::choose(const std::optional<QString> &value)
{
    if (value == m_value) {
        return;
    }
    setValue(value);
    Q_EMIT chosen();
}

void ChoiceButton::setValue(const std::optional<QString> &value)
{
    m_value = value;
    updateText();
}

QString ChoiceButton::textOf(const QString &value) const
{
    for (const Choice &choice : m_choices) {
        if (choice.value == value) {
            return choice.text;
        }
    }
    return value;
}

void ChoiceButton::updateText()
{
    const QString whole = m_value ? textOf(*m_value) : m_everything;
    const QString shown = whole.size() > shownLength ? QString(whole.left(shownLength - 1) + u'…') : whole;
    setText(m_label + u": "_s + QString(shown).replace(u'&', u"&&"_s));
    setAccessibleName(m_label + u": "_s + whole);
    setToolTip(whole.size() > shownLength ? whole : QString());
}

} // namespace verderer
