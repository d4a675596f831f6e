// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/skill_folders.h"
#include "ui/skills/skill_dialog.h"
#include "ui/widgets/background_job.h"

class QStackedWidget;
class QTreeWidget;

namespace verderer {

class EmptyState;

/// What was deleted and can be brought back: whole folders in the trash, and skills of which only the history is left. Restores one or several, with
/// a result for each, and throws folders away for good once that is confirmed.
class TrashDialog : public SkillDialog {
    Q_OBJECT
public:
    TrashDialog(const WindowServices &services, const SkillSession &session, QWidget *parent);

Q_SIGNALS:
    /// Skills were brought back, or the trash holds less.
    void written();
    void restored(const QString &directory);
    /// The list is on the screen, or why there is none.
    void listed();

protected:
    void submit() override;
    void runningChanged(bool running) override;

private:
    void read();
    void showList(const Result<QList<DeletedSkill>> &deleted);
    void updateButtons();
    void restoreNext();
    void showRestored(int row, const Result<MutationOutcome> &outcome);
    /// Asks, then throws away: what is chosen, or everything.
    void askToEmpty(bool chosenOnly);
    void empty(const QList<EmptyTrashRequest> &requests);
    void onEmptied(const QList<EmptyTrashRequest> &requests, const Result<MutationOutcome> &outcome, const EmptiedTrash &emptied);
    [[nodiscard]] QList<int> chosenRows() const;

    SkillSession m_session;
    QList<DeletedSkill> m_deleted;
    QStackedWidget *m_stack;
    EmptyState *m_nothing;
    QTreeWidget *m_list;
    QLabel *m_summary;
    QPushButton *m_throwAway;
    QPushButton *m_empty;
    QList<int> m_todo;
    int m_restored = 0;
    int m_failed = 0;
    Error m_failure; ///< the last one
    JobSlot m_reading;
};

} // namespace verderer
