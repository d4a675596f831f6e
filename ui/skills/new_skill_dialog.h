// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/skills/new_skill.h"
#include "ui/skills/skill_dialog.h"
#include "ui/widgets/background_job.h"

#include <QHash>
#include <QSet>
#include <QTimer>

class QComboBox;
class QGridLayout;
class QPlainTextEdit;

namespace verderer {

/// Asks for a new skill and makes it. What is typed is judged as DeerFlow will judge it, and a refusal stands under the field it is about. A refused
/// or failed attempt keeps everything that was typed.
class NewSkillDialog : public SkillDialog {
    Q_OBJECT
public:
    /// `taken`: the folders of the custom skills that are there.
    NewSkillDialog(const WindowServices &services, const SkillSession &session, const QStringList &taken, QWidget *parent);

    /// Fills the form as if it were typed; for pictures of the dialog.
    void demonstrate(const QString &name, const QString &description);

Q_SIGNALS:
    void created(const QString &directory, const QStringList &warnings);
    /// What became of the typed values is on the screen.
    void judged();

protected:
    void submit() override;
    void runningChanged(bool running) override;

private:
    enum Start { Outline, OwnText, Template };
    QLineEdit *addLine(QGridLayout *grid, int row, int column, const QString &label, const QString &name, const QString &placeholder);
    QLabel *addNote(QGridLayout *grid, int row, NewSkillField field, const QString &name);
    void makeForm();
    void makeText();
    void edited();
    void startJudging();
    void showJudgement(const NewSkillJudgement &judgement);
    /// Shows a refusal under its field; none hides all of them.
    void showRefusal(NewSkillField field, const QString &message);
    void showStart();
    void chooseTemplate();
    void onCreated(const QString &directory, const Result<MutationOutcome> &outcome);
    [[nodiscard]] NewSkill wish() const;
    [[nodiscard]] QString emptyReason() const;

    SkillSession m_session;
    QSet<QString> m_taken;
    QWidget *m_form;
    QLineEdit *m_name;
    QPlainTextEdit *m_description;
    QLineEdit *m_license;
    QLineEdit *m_version;
    QLineEdit *m_author;
    QLineEdit *m_compatibility;
    QLineEdit *m_tools;
    QLineEdit *m_secrets;
    QComboBox *m_start;
    QPlainTextEdit *m_text;
    QPushButton *m_chooseTemplate;
    QString m_template;
    QLabel *m_warnings;
    QHash<NewSkillField, QLabel *> m_notes;
    QTimer m_judgeSoon;
    JobSlot m_judging;
};

} // namespace verderer
