// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "threads/thread_service.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

#include <QDialog>
#include <QTimer>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace verderer {

class AnswerPanel;
class Banner;

/// Asks what the new thread shall be, makes it, and shows the answer in the same window: *created*, or *it was already there* with what differs. One
/// request is under way at a time, and a retry asks for the same id, so that pressing twice makes one thread. Opened with open(), never exec();
/// deletes itself once closed. Window's thread only.
class NewThreadDialog : public QDialog {
    Q_OBJECT
public:
    /// `owner`: who is proposed.
    NewThreadDialog(const WindowServices &services, const QString &owner, QWidget *parent = nullptr);

    /// For pictures: fills the form and presses the button.
    void demonstrate(const QString &id, const QString &owner, const QString &title, const QByteArray &metadata);
    [[nodiscard]] bool isRunning() const { return m_job.isRunning(); }

public Q_SLOTS:
    void reject() override;

Q_SIGNALS:
    /// An answer, or a failure, is on the screen.
    void answered();
    /// The thread is wanted in the place behind.
    void openRequested(const QString &id);
    /// Something was written.
    void written();

private:
    enum class Step { Asking, Running, Created, Existing };

    QWidget *makeForm();
    void make(bool claim);
    void onAnswer(const Result<CreateThreadAnswer> &answer);
    void addMetadata();
    void useAnotherId();
    void lookUpId();
    void judge();
    void setStep(Step step);
    [[nodiscard]] CreateThread wish() const;
    [[nodiscard]] QByteArray metadata() const;

    WindowServices m_services;
    Step m_step = Step::Asking;
    QString m_randomId;  ///< the id that stands for "new random id", kept for a retry; empty before the first request
    QString m_requestId; ///< the id of the request that was made last
    ThreadRecord m_stored;
    QLineEdit *m_id;
    QLabel *m_idNote;
    QComboBox *m_owner;
    QLineEdit *m_assistant;
    QLineEdit *m_title;
    QPlainTextEdit *m_metadata;
    QLabel *m_problem;
    Banner *m_banner;
    AnswerPanel *m_answer;
    QPushButton *m_cancel;
    QPushButton *m_create;
    QPushButton *m_another;
    QPushButton *m_add;
    QPushButton *m_claim;
    QPushButton *m_open;
    QTimer m_lookSoon;
    JobSlot m_job;
    JobSlot m_look;
};

} // namespace verderer
