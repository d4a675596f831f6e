// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/skills/skill_services.h"
#include "ui/widgets/place.h"

#include <QTimer>

class QAction;
class QSplitter;

namespace verderer {

class EditController;
class HistoryController;
class MutationRun;
class SkillFileActs;
class RollbackFlow;
class SkillActs;
class SkillFilesController;
class SkillListController;
class SkillListModel;
class SkillListPane;
class SkillPage;
class VerdictController;

/// What the skills place keeps from one start to the next.
struct SkillsPlaceSettings {
    QByteArray listSplitter;
    QByteArray previewSplitter;
    QByteArray historySplitter;
    QString skill; ///< key of the skill that is shown
    QString tab;
    QString filter;
    bool preview = true;
    bool unifiedDiff = false;
};

/// The skills place: list on the left, page on the right, and the controllers that connect them.
class SkillsPlace : public Place {
    Q_OBJECT
public:
    explicit SkillsPlace(const WindowServices &services, QWidget *parent = nullptr);
    ~SkillsPlace() override;

    void open(const OpenWorkspace &workspace) override;
    void refresh() override;
    void activate() override;
    void prepareToClose(const std::function<void()> &done) override;

    void applySettings(const SkillsPlaceSettings &settings);
    [[nodiscard]] SkillsPlaceSettings settings() const;

    /// By key, folder or declared name; remembered until the list has it.
    void select(const QString &skill);
    /// A skill is chosen and shown.
    [[nodiscard]] bool hasSkill() const { return m_hasEntry; }
    [[nodiscard]] SkillPage *page() const { return m_page; }
    [[nodiscard]] SkillListPane *list() const { return m_pane; }
    [[nodiscard]] EditController *editing() const { return m_edit; }
    [[nodiscard]] HistoryController *history() const { return m_history; }
    [[nodiscard]] SkillActs *acts() const { return m_acts; }

    /// What the keys and menus do; the dialogs open where the act is possible.
    void newSkill();
    void copySkill(bool toOthers);
    void deleteSkill();

Q_SIGNALS:
    /// The list of skills was read and shown.
    void listLoaded();
    /// The text of the chosen skill is on the screen.
    void textShown();
    /// The history of the chosen skill is on the screen, its newest difference too.
    void historyShown();
    /// The verdict of the chosen skill is on the screen.
    void verdictShown();
    /// The package of the chosen skill is on the screen, its chosen file too.
    void filesShown();

protected:
    /// Archives, and folders with a SKILL.md, can be dropped anywhere on the place.
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void addActions();
    void addActActions();
    void connectActs();
    void connectReports();
    /// Shows the place of a finding: in the Edit tab or among the files.
    void goTo(const QString &file, int line, int column);
    /// A skill came to be by an act of ours.
    void showAppeared(const QString &directory, bool edit);
    void updateActActions();
    [[nodiscard]] QStringList takenDirectories() const;
    void onChosen(const SkillEntry &entry);
    void onListLoaded();
    /// The disk was changed by an act of ours.
    void afterAct();
    void updateActions();
    void updateStatus();

    WindowServices m_services;
    SkillSession m_session;
    SkillEntry m_entry;
    bool m_hasEntry = false;
    QSplitter *m_splitter;
    SkillListModel *m_model;
    SkillListPane *m_pane;
    SkillPage *m_page;
    SkillListController *m_listController;
    MutationRun *m_run;
    EditController *m_edit;
    HistoryController *m_history;
    RollbackFlow *m_rollback;
    SkillActs *m_acts;
    VerdictController *m_verdict;
    SkillFilesController *m_files;
    SkillFileActs *m_fileActs;
    QAction *m_previewAction = nullptr;
    QAction *m_newAction = nullptr;
    QAction *m_copyAction = nullptr;
    QAction *m_copyToAction = nullptr;
    QAction *m_switchAction = nullptr;
    QAction *m_deleteAction = nullptr;
    QAction *m_restoreAction = nullptr;
    QAction *m_trashAction = nullptr;
    QAction *m_installAction = nullptr;
    QAction *m_exportAction = nullptr;
    QString m_announced; ///< key of a skill that an act has made, and that the page's banner speaks of
    bool m_editAnnounced = false;
    SkillsPlaceSettings m_settings;
    QTimer m_clock;
};

} // namespace verderer
