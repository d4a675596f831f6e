// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/skill_folders.h"
#include "ui/skills/skill_dialog.h"
#include "ui/widgets/background_job.h"

#include <QHash>
#include <QTimer>

class QTreeWidget;
class QTreeWidgetItem;

namespace verderer {

/// Copies a skill under a name of its own to one or many users. What each of them would get, or why not, is shown before; what became of each, after.
/// A user whose copy failed stays chosen, so that the same button tries again.
class CopySkillDialog : public SkillDialog {
    Q_OBJECT
public:
    enum class To { ThisUser, Others };
    CopySkillDialog(const WindowServices &services, const SkillSession &session, const SkillEntry &entry, const QList<WorkspaceUser> &users, To to,
                    QWidget *parent);

Q_SIGNALS:
    /// A copy was made for the user who is shown.
    void copied(const QString &directory, const QStringList &warnings);
    /// Every chosen user was tried.
    void finished();
    /// What would become of the chosen users is on the screen.
    void planned();

protected:
    void submit() override;
    void runningChanged(bool running) override;

private:
    /// What would become of one user.
    struct Plan {
        int row = 0;
        QString refusal;
        QStringList warnings;
    };
    struct Plans {
        std::optional<Error> refusal; ///< of the name or the text, whoever gets it
        QList<Plan> users;
    };
    void addUser(const WorkspaceUser &user, bool chosen);
    void edited();
    void startPlanning();
    void showPlans(const Plans &plans);
    void copyNext();
    void showResult(int row, const Result<MutationOutcome> &outcome);
    void end();
    [[nodiscard]] QList<int> chosenRows() const;
    [[nodiscard]] CopyRequest request() const;
    static Plans plan(const SkillSession &session, const CopyRequest &request, const QHash<int, QString> &users, const CancelToken &cancel);

    SkillSession m_session;
    SkillEntry m_entry;
    QLineEdit *m_name;
    QLabel *m_nameNote;
    QTreeWidget *m_users;
    QLabel *m_summary;
    QTimer m_planSoon;
    JobSlot m_planning;
    QList<int> m_todo;
    CopyRequest m_asked;
    int m_succeeded = 0;
    int m_failed = 0;
    Error m_failure; ///< the last one
    bool m_stopped = false;
    bool m_mine = false; ///< the last copy was for the user who is shown
};

} // namespace verderer
