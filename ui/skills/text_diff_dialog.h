// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/badge.h"
#include "ui/widgets/place.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace verderer {

class Banner;
class DiffPanel;

/// Shows what differs before something is done, or just so. Opened with open(), never exec(); deletes itself once closed.
/// Object names inside: dialogIntro, dialogBanner, dialogNote, dialogAccept, dialogCancel, and those of the diff view.
class TextDiffDialog : public QDialog {
    Q_OBJECT
public:
    /// Without `acceptText` there is nothing to accept: only Close.
    TextDiffDialog(const WindowServices &services, const QString &objectName, const QString &title, const QString &acceptText,
                   QWidget *parent = nullptr);

    void setIntro(const QString &text);
    void setTexts(const QByteArray &oldText, const QByteArray &newText, const QString &oldLabel, const QString &newLabel);
    /// Something to know before accepting; `blocks` turns the accept button off.
    void setProblem(Tone tone, const QString &title, const QString &text, bool blocks);
    void addNoteField(const QString &placeholder);
    [[nodiscard]] QString note() const;
    [[nodiscard]] Banner *banner() const { return m_banner; }
    [[nodiscard]] DiffPanel *panel() const { return m_panel; }
    [[nodiscard]] QPushButton *acceptButton() const { return m_accept; }

Q_SIGNALS:
    /// The difference is on the screen.
    void shown();

private:
    QLabel *m_intro;
    Banner *m_banner;
    DiffPanel *m_panel;
    QLineEdit *m_note;
    QPushButton *m_accept;
    QPushButton *m_cancel;
};

} // namespace verderer
