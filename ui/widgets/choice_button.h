// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

#include <optional>

class QMenu;

namespace verderer {

/// A button that says what a list is narrowed to ("Owner  all ▾") and opens a menu of choices. The first choice means no narrowing. A value that is
/// not among the choices can be typed where `typed` is allowed.
class ChoiceButton : public QPushButton {
    Q_OBJECT
public:
    struct Choice {
        QString value;
        QString text;
    };

    /// `label` stands before the choice; `everything` is the choice that narrows nothing.
    ChoiceButton(const QString &label, const QString &everything, QWidget *parent = nullptr);

    /// Lets people type a value: the words of the menu entry, and of the question.
    void allowTyping(const QString &entry, const QString &question);
    /// The choices besides the first. The value chosen stays, also where it is not among them.
    void setChoices(const QList<Choice> &choices);
    [[nodiscard]] std::optional<QString> value() const { return m_value; }
    void setValue(const std::optional<QString> &value);

Q_SIGNALS:
    /// Somebody chose another value.
    void chosen();
    /// The menu opens: the choices can be brought up to date.
    void aboutToChoose();

private:
    void fill();
    void choose(const std::optional<QString> &value);
    void askForValue();
    void updateText();
    [[nodiscard]] QString textOf(const QString &value) const;

    QString m_label;
    QString m_everything;
    QString m_typingEntry;
    QString m_typingQuestion;
    QMenu *m_menu;
    QList<Choice> m_choices;
    std::optional<QString> m_value;
};

} // namespace verderer
