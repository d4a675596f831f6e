// SPDX-License-Identifier: GPL-3.0-or-later
// The acts of the skills place beside editing and rolling back: their actions with keys, when they are possible, and what is shown afterwards.
#include "ui/editor/skill_text_edit.h"
#include "ui/skills/edit_controller.h"
#include "ui/skills/edit_tab.h"
#include "ui/skills/history_controller.h"
#include "ui/skills/skill_acts.h"
#include "ui/skills/skill_file_acts.h"
#include "ui/skills/skill_files_controller.h"
#include "ui/skills/skill_list_controller.h"
#include "ui/skills/skill_list_model.h"
#include "ui/skills/skill_list_pane.h"
#include "ui/skills/skill_list_view.h"
#include "ui/skills/skill_page.h"
#include "ui/skills/skills_place.h"
#include "ui/skills/verdict_controller.h"
#include "ui/skills/verdict_tab.h"
#include "ui/widgets/banner.h"

#include <QAction>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMenu>
#include <QMimeData>
#include <QUrl>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

void setPossible(QAction *action, bool chosen, const QString &reason, const QString &hint)
{
    action->setEnabled(chosen && reason.isEmpty());
    action->setToolTip(reason.isEmpty() ? hint : reason);
}

} // namespace

void SkillsPlace::addActActions()
{
    m_newAction = addKeyedAction(u"newSkillAction"_s, tr("&New skill…"), QKeySequence::New, [this] { newSkill(); });
    m_copyAction = addKeyedAction(u"copySkillAction"_s, tr("C&opy…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N), [this] { copySkill(false); });
    m_copyToAction = addKeyedAction(u"copySkillToAction"_s, tr("Copy to other &users…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M),
                                    [this] { copySkill(true); });
    m_switchAction = addKeyedAction(u"switchSkillAction"_s, tr("&Enabled"), QKeySequence(Qt::CTRL | Qt::Key_E), [this] {
        // What the file says decides whether it is checked, not the click.
        m_switchAction->setChecked(m_entry.enabled);
        m_acts->setEnabled(m_entry, !m_entry.enabled);
    });
    m_switchAction->setCheckable(true);
    m_restoreAction = addKeyedAction(u"restoreSkillAction"_s, tr("&Restore"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R),
                                     [this] { m_acts->restore(m_entry.directory); });
    m_trashAction =
        addKeyedAction(u"trashAction"_s, tr("Deleted s&kills…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D), [this] { m_acts->openTrash(); });
    m_installAction =
        addKeyedAction(u"installSkillsAction"_s, tr("&Install…"), QKeySequence(Qt::CTRL | Qt::Key_I), [this] { m_acts->chooseArchives(); });
    m_exportAction = addKeyedAction(u"exportSkillAction"_s, tr("E&xport…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), [this] {
        if (m_hasEntry)
            m_acts->exportSkill(m_entry);
    });
    setAcceptDrops(true);
    // Del belongs to a text while one is typed, so it holds in the list alone.
    m_deleteAction = new QAction(tr("&Delete…"), this);
    m_deleteAction->setObjectName(u"deleteSkillAction"_s);
    m_deleteAction->setShortcut(QKeySequence::Delete);
    m_deleteAction->setShortcutContext(Qt::WidgetShortcut);
    connect(m_deleteAction, &QAction::triggered, this, &SkillsPlace::deleteSkill);

    auto *gap = new QAction(this);
    gap->setSeparator(true);
    SkillListView *list = m_pane->list();
    list->setContextMenuPolicy(Qt::ActionsContextMenu);
    list->addActions({m_newAction, m_copyAction, m_copyToAction, m_switchAction, m_exportAction, m_deleteAction, m_restoreAction, gap,
                      m_installAction, m_trashAction});
    m_pane->setActions(m_newAction, m_trashAction);
    m_page->menu()->addSeparator();
    m_page->menu()->addActions(
        {m_copyAction, m_copyToAction, m_switchAction, m_exportAction, m_deleteAction, m_restoreAction, m_installAction, m_trashAction});
}

void SkillsPlace::connectActs()
{
    connect(m_acts, &SkillActs::done, this, &SkillsPlace::afterAct);
    connect(m_acts, &SkillActs::deleted, this, [this](const QString &directory) {
        if (m_entry.directory == directory && m_entry.category == SkillCategory::Custom)
            m_edit->expectDeletion();
    });
    connect(m_acts, &SkillActs::appeared, this, &SkillsPlace::showAppeared);
    connect(m_run, &MutationRun::runningChanged, this, &SkillsPlace::updateActions);
    connect(m_page, &SkillPage::switchRequested, this, [this](bool enabled) { m_acts->setEnabled(m_entry, enabled); });
    connect(m_page->editTab(), &EditTab::restoreRequested, this, [this] { m_acts->restore(m_entry.directory); });
}

void SkillsPlace::connectReports()
{
    connect(m_page, &SkillPage::tabChanged, this, [this](const QString &tab) {
        m_verdict->setShown(tab == "verdict"_L1);
        m_files->setShown(tab == "files"_L1);
    });
    connect(m_edit, &EditController::judged, m_verdict, &VerdictController::touch);
    connect(m_edit, &EditController::verdictWanted, this, [this] { m_page->setTab(u"verdict"_s); });
    connect(m_verdict, &VerdictController::reported, this, &SkillsPlace::verdictShown);
    connect(m_verdict, &VerdictController::countChanged, m_page, &SkillPage::setVerdictCount);
    connect(m_files, &SkillFilesController::shown, this, &SkillsPlace::filesShown);
    connect(m_files, &SkillFilesController::countChanged, m_page, &SkillPage::setFileCount);
    connect(m_files, &SkillFilesController::textRead, m_fileActs, &SkillFileActs::setText);
    connect(m_fileActs, &SkillFileActs::changed, this, [this](const QString &path) {
        afterAct();
        if (!path.isEmpty())
            m_files->show(path, 0, 1);
    });
    connect(m_page->verdictTab(), &VerdictTab::placeWanted, this, &SkillsPlace::goTo);
}

void SkillsPlace::goTo(const QString &file, int line, int column)
{
    if (file != "SKILL.md"_L1) {
        m_page->setTab(u"files"_s);
        m_files->show(file, line, column);
        return;
    }
    m_page->setTab(u"edit"_s);
    m_edit->goTo(std::max(1, line), column);
}

void SkillsPlace::newSkill()
{
    m_acts->create(takenDirectories());
}

void SkillsPlace::copySkill(bool toOthers)
{
    if (m_hasEntry)
        m_acts->copy(m_entry, toOthers);
}

void SkillsPlace::deleteSkill()
{
    if (m_hasEntry)
        m_acts->remove({m_entry, m_edit->baseHash(), m_edit->isModified()});
}

QStringList SkillsPlace::takenDirectories() const
{
    QStringList taken;
    for (const SkillEntry &entry : m_model->catalog().entries) {
        if (entry.category == SkillCategory::Custom && !entry.deleted)
            taken << entry.directory;
    }
    return taken;
}

void SkillsPlace::showAppeared(const QString &directory, bool edit)
{
    const QString key = QString(skillCategoryName(SkillCategory::Custom) + u'/' + directory);
    const bool shown = m_hasEntry && SkillListModel::keyOf(m_entry) == key;
    m_announced = shown ? QString() : key;
    m_editAnnounced = edit;
    // A search or filter of before would hide what the person has just made.
    m_pane->showAll();
    m_listController->refresh();
    if (!shown)
        m_listController->selectOnceRead(key);
    m_history->refresh();
}

void SkillsPlace::updateActActions()
{
    const QString busy = m_run->isRunning() ? tr("Another change is being made.") : QString();
    const auto reason = [&](const QString &own) { return own.isEmpty() ? busy : own; };
    const bool writable = m_model->catalog().customWritable;
    const QString notWritable = tr("This account may not write %1.").arg(m_session.roots.customRoot);
    setPossible(m_newAction, !m_session.roots.customRoot.isEmpty(), writable ? busy : notWritable, tr("Make a new custom skill"));
    setPossible(m_installAction, !m_session.roots.customRoot.isEmpty(), writable ? busy : notWritable,
                tr("Install .skill archives from this computer"));
    setPossible(m_exportAction, m_hasEntry, SkillActs::cannotExport(m_entry), tr("Pack the skill into a .skill archive"));
    setPossible(m_copyAction, m_hasEntry, writable ? reason(SkillActs::cannotCopy(m_entry)) : notWritable,
                tr("Make a custom skill of this one, under a name of its own"));
    setPossible(m_copyToAction, m_hasEntry, reason(SkillActs::cannotCopy(m_entry)), tr("Give other users a copy"));
    setPossible(m_deleteAction, m_hasEntry, reason(SkillActs::cannotDelete(m_entry)), tr("Move the skill to the trash"));
    setPossible(m_restoreAction, m_hasEntry, reason(SkillActs::cannotRestore(m_entry)), tr("Bring the deleted skill back"));
    const QString cannotSwitch = reason(SkillActs::cannotSwitch(m_entry, m_session.roots));
    setPossible(m_switchAction, m_hasEntry, cannotSwitch, m_entry.enabledReason);
    m_switchAction->setChecked(m_hasEntry && m_entry.enabled && !m_entry.deleted);
    m_page->setCanSwitch(m_hasEntry && cannotSwitch.isEmpty(), cannotSwitch);
    m_restoreAction->setVisible(m_entry.deleted);
    m_deleteAction->setVisible(!m_entry.deleted);
}

void SkillsPlace::dragEnterEvent(QDragEnterEvent *event)
{
    // What is dropped is looked at when it is dropped: nothing is read from a disk while somebody only passes by.
    const QList<QUrl> urls = event->mimeData()->urls();
    if (m_installAction->isEnabled() && std::any_of(urls.cbegin(), urls.cend(), [](const QUrl &url) { return url.isLocalFile(); }))
        event->acceptProposedAction();
}

void SkillsPlace::dropEvent(QDropEvent *event)
{
    QStringList paths;
    for (const QUrl &url : event->mimeData()->urls()) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    event->acceptProposedAction();
    m_acts->install(paths);
}

} // namespace verderer
