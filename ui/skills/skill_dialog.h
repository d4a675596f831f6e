// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/skills/save_flow.h"

#include <QDialog>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace verderer {

/// The frame of the dialogs that act on whole skills: a banner on top, a title, the body, and a foot with Cancel and one primary action. What it
/// starts runs off the window's thread and is told in its banner; while it runs, Cancel and Esc ask it to stop and the dialog stays until it has.
/// Opened with open(), never exec(); deletes itself once closed. `name` is the prefix of the object names: nameDialog, nameBanner, nameAccept,
/// nameCancel.
class SkillDialog : public QDialog {
    Q_OBJECT
public:
    SkillDialog(const WindowServices &services, const QString &name, const QString &title, const QString &acceptText, QWidget *parent);

    [[nodiscard]] QPushButton *acceptButton() const { return m_accept; }

public Q_SLOTS:
    void reject() override;

protected:
    /// The primary action was asked for and is possible.
    virtual void submit() = 0;
    /// Something began or ended to run.
    virtual void runningChanged(bool running) { Q_UNUSED(running) }

    [[nodiscard]] const WindowServices &services() const { return m_services; }
    [[nodiscard]] QVBoxLayout *body() const { return m_body; }
    [[nodiscard]] QHBoxLayout *foot() const { return m_foot; }
    [[nodiscard]] Banner *banner() const { return m_banner; }
    [[nodiscard]] QPushButton *cancelButton() const { return m_cancel; }
    [[nodiscard]] MutationRun *mutation() const { return m_run; }

    /// Why the primary action is not possible now, for its tooltip; empty where it is.
    void setRefusal(const QString &reason);
    /// Tells a failure under `title`, with the ways around it that a person may choose.
    void presentFailure(const QString &title, const Error &error, const std::function<void()> &again);
    /// As large as asked for (at the reference font), and never larger than the window it belongs to.
    void resizeWithin(int width, int height);

private:
    void updateAccept();

    WindowServices m_services;
    Banner *m_banner;
    QVBoxLayout *m_body;
    QHBoxLayout *m_foot;
    QPushButton *m_cancel;
    QPushButton *m_accept;
    MutationRun *m_run;
    QString m_refusal;
};

/// A bold line over a dialog.
QLabel *makeDialogTitle(const QString &text, QWidget *parent);

/// Asks before something is done: what happens, where things go, whether it can be undone. Its acceptance is QDialog::accepted().
class ConfirmDialog : public SkillDialog {
    Q_OBJECT
public:
    /// `sentences` stand one below the other.
    ConfirmDialog(const WindowServices &services, const QString &name, const QString &title, const QStringList &sentences, const QString &acceptText,
                  QWidget *parent);

    /// A field for a note that goes into the history's record.
    void addNoteField();
    [[nodiscard]] QString note() const;

protected:
    void submit() override { accept(); }
    void showEvent(QShowEvent *event) override;

private:
    QString m_name;
    QLineEdit *m_note = nullptr;
};

} // namespace verderer
