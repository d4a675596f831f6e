// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/badge.h"

#include <QFrame>

class QBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace verderer {

class FlowLayout;

/// A strip over a view that says what happened and offers what to do about it. Hidden until present() is called.
class Banner : public QFrame {
    Q_OBJECT
public:
    explicit Banner(const Theme *theme, QWidget *parent = nullptr);

    /// Shows the banner with a new message; earlier buttons go away. `details` (path, holder, line …) become the tooltip and stand behind the text.
    void present(Tone tone, const QString &title, const QString &text, const QString &details = {});

    /// Adds a button to the message that is shown. Owned by the banner; the next present() removes it.
    QPushButton *addButton(const QString &text, const QString &objectName);

    /// Lets people close the banner; on by default.
    void setDismissible(bool dismissible);

    void dismiss();

    [[nodiscard]] QString title() const;
    [[nodiscard]] QString text() const;
    [[nodiscard]] Tone tone() const { return m_tone; }

Q_SIGNALS:
    void dismissed();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void applyColors();
    void arrange();

    const Theme *m_theme;
    Tone m_tone = Tone::Information;
    QLabel *m_icon;
    QLabel *m_label;
    QString m_title;
    QString m_text;
    QWidget *m_buttonBox;
    QBoxLayout *m_content;
    FlowLayout *m_buttons;
    QToolButton *m_close;
    bool m_dismissible = true;
};

} // namespace verderer
