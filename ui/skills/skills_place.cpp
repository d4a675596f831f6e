// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/skills_place.h"

#include "ui/editor/skill_text_edit.h"
#include "ui/skills/diff_panel.h"
#include "ui/skills/edit_controller.h"
#include "ui/skills/edit_tab.h"
#include "ui/skills/history_controller.h"
#include "ui/skills/history_tab.h"
#include "ui/skills/rollback_flow.h"
#include "ui/skills/skill_acts.h"
#include "ui/skills/skill_file_acts.h"
#include "ui/skills/skill_files_controller.h"
#include "ui/skills/skill_files_tab.h"
#include "ui/skills/skill_list_controller.h"
#include "ui/skills/skill_list_model.h"
#include "ui/skills/skill_list_pane.h"
#include "ui/skills/skill_list_view.h"
#include "ui/skills/skill_page.h"
#include "ui/skills/verdict_controller.h"
#include "ui/skills/verdict_tab.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/metrics.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QSplitter>

using namespace Qt::StringLiterals;

namespace verderer {

SkillsPlace::SkillsPlace(const WindowServices &services, QWidget *parent)
    : Place(parent), m_services(services), m_splitter(new QSplitter(Qt::Horizontal, this)), m_model(new SkillListModel(this)),
      m_pane(new SkillListPane(services.theme, m_model, this)), m_page(new SkillPage(services, this)),
      m_listController(new SkillListController(services, m_model, m_pane, this)), m_run(new MutationRun(services, m_page->progressBanner(), this)),
      m_edit(new EditController(services, m_page->editTab(), m_run, this)), m_history(new HistoryController(services, m_page->historyTab(), this)),
      m_rollback(new RollbackFlow(services, m_run, m_page->banner(), m_page, this)),
      m_acts(new SkillActs(services, m_run, m_page->banner(), this, this)),
      m_verdict(new VerdictController(
          services, m_page->verdictTab(), [this] { return m_edit->isModified() ? std::optional(m_edit->text()) : std::nullopt; }, this)),
      m_files(new SkillFilesController(services, m_page->filesTab(), this)), m_fileActs(new SkillFileActs(services, m_run, m_page->filesTab(), this))
{
    setObjectName(u"skillsPlace"_s);
    m_splitter->setObjectName(u"listSplitter"_s);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_pane);
    m_splitter->addWidget(m_page);
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    m_pane->setMinimumWidth(scaled(this, 220));
    m_splitter->setSizes({scaled(this, 300), scaled(this, 900)});
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_splitter);
    addActions();
    addActActions();
    connectActs();
    connectReports();

    connect(m_listController, &SkillListController::chosen, this, &SkillsPlace::onChosen);
    connect(m_listController, &SkillListController::loaded, this, &SkillsPlace::onListLoaded);
    connect(m_pane->list(), &SkillListView::opened, this, [this] {
        if (m_page->tab() == "edit"_L1)
            m_page->editTab()->editor()->setFocus(Qt::OtherFocusReason);
        else if (m_page->tab() == "files"_L1)
            m_page->filesTab()->setFocus(Qt::OtherFocusReason);
        else if (m_page->tab() == "verdict"_L1)
            m_page->verdictTab()->setFocus(Qt::OtherFocusReason);
        else
            m_page->historyTab()->setFocus(Qt::OtherFocusReason);
    });
    connect(m_page, &SkillPage::saveRequested, m_edit, &EditController::save);
    connect(m_page, &SkillPage::rollBackRequested, this, [this] {
        m_page->setTab(u"history"_s);
        if (const auto record = m_history->chooseRestorable())
            m_rollback->ask(m_session, m_entry, *record);
    });
    connect(m_page, &SkillPage::tabChanged, this, &SkillsPlace::updateStatus);
    connect(m_edit, &EditController::modifiedChanged, this, [this](const QString &key, bool modified) {
        m_model->setUnsaved(key, modified);
        if (m_hasEntry && key == SkillListModel::keyOf(m_entry))
            m_page->setUnsaved(modified);
    });
    connect(m_edit, &EditController::stateChanged, this, &SkillsPlace::updateActions);
    connect(m_edit, &EditController::shown, this, &SkillsPlace::textShown);
    connect(m_edit, &EditController::saved, this, [this](const MutationOutcome &outcome) {
        if (outcome.changed)
            m_page->banner()->present(Tone::Accent, tr("Saved"), outcome.warnings.join(u' '));
        else
            m_page->banner()->present(Tone::Information, tr("Already identical"), tr("Nothing was written."));
        afterAct();
    });
    connect(m_rollback, &RollbackFlow::done, this, &SkillsPlace::afterAct);
    connect(m_history, &HistoryController::statusChanged, this, &SkillsPlace::updateStatus);
    connect(m_history, &HistoryController::countChanged, m_page, &SkillPage::setRecordCount);
    connect(m_history, &HistoryController::compared, this, &SkillsPlace::historyShown);
    connect(m_history, &HistoryController::restoreRequested, this,
            [this](const HistoryEntry &record) { m_rollback->ask(m_session, m_entry, record); });
    connect(m_page->historyTab(), &HistoryTab::currentChanged, this, &SkillsPlace::updateActions);
    // "draft kept 12 s ago" grows older without anybody doing anything.
    m_clock.setInterval(5000);
    connect(&m_clock, &QTimer::timeout, this, &SkillsPlace::updateStatus);
}

SkillsPlace::~SkillsPlace() = default;

void SkillsPlace::addActions()
{
    addKeyedAction(u"findAction"_s, tr("Search skills"), QKeySequence::Find, [this] { m_pane->focusSearch(); });
    addKeyedAction(u"editTabAction"_s, tr("Edit"), QKeySequence(Qt::ALT | Qt::Key_1), [this] { m_page->setTab(u"edit"_s); });
    addKeyedAction(u"historyTabAction"_s, tr("History"), QKeySequence(Qt::ALT | Qt::Key_2), [this] { m_page->setTab(u"history"_s); });
    addKeyedAction(u"filesTabAction"_s, tr("Files"), QKeySequence(Qt::ALT | Qt::Key_3), [this] { m_page->setTab(u"files"_s); });
    addKeyedAction(u"verdictTabAction"_s, tr("Verdict"), QKeySequence(Qt::ALT | Qt::Key_4), [this] { m_page->setTab(u"verdict"_s); });
    m_previewAction = addKeyedAction(u"previewAction"_s, tr("Show &preview"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P),
                                     [this](bool on) { m_page->editTab()->setPreviewVisible(on); });
    m_previewAction->setCheckable(true);
    m_previewAction->setChecked(true);
    QAction *copyPath = addKeyedAction(u"copyPathAction"_s, tr("&Copy the file's path"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
                                       [this] { QGuiApplication::clipboard()->setText(m_entry.path); });
    QAction *again = addKeyedAction(u"readAgainAction"_s, tr("Read &again"), {}, [this] { refresh(); });
    m_page->menu()->addActions({m_previewAction, copyPath, again});
}

void SkillsPlace::open(const OpenWorkspace &workspace)
{
    SkillSession session;
    session.roots = workspace.workspace.skillRoots(workspace.user.id);
    session.userName = workspace.user.email.isEmpty() ? workspace.user.id : workspace.user.email;
    session.storage = workspace.editing.storage;
    session.clock = workspace.editing.clock;
    session.drafts = workspace.editing.drafts;
    session.editor = std::make_shared<SkillEditor>(session.roots, workspace.editing);
    session.windowId = workspace.windowId;
    session.editing = workspace.editing;
    session.workspace = workspace.workspace;
    // Typed text of the user before is kept as a draft and offered when that user is shown again.
    m_edit->leave();
    m_session = session;
    m_hasEntry = false;
    m_page->clear();
    m_edit->setSession(session);
    m_history->close();
    m_verdict->close();
    m_files->close();
    m_acts->setSession(session);
    m_announced.clear();
    updateActions();
    m_listController->open(session);
    if (!m_settings.skill.isEmpty())
        m_listController->select(std::exchange(m_settings.skill, {}));
    m_clock.start();
}

void SkillsPlace::refresh()
{
    m_listController->refresh();
    m_edit->refresh();
    m_history->refresh();
    m_files->refresh();
    m_verdict->touch();
}

void SkillsPlace::activate()
{
    m_pane->list()->setFocus(Qt::OtherFocusReason);
}

void SkillsPlace::prepareToClose(const std::function<void()> &done)
{
    if (m_session.drafts)
        m_edit->release(done);
    else
        done();
}

void SkillsPlace::applySettings(const SkillsPlaceSettings &settings)
{
    m_settings = settings;
    if (!settings.listSplitter.isEmpty())
        m_splitter->restoreState(settings.listSplitter);
    m_page->editTab()->restoreSplitter(settings.previewSplitter);
    m_page->historyTab()->restoreSplitter(settings.historySplitter);
    m_page->historyTab()->panel()->setUnified(settings.unifiedDiff);
    m_page->editTab()->setPreviewVisible(settings.preview);
    m_previewAction->setChecked(settings.preview);
    m_page->setTab(settings.tab);
    if (!settings.filter.isEmpty())
        m_pane->setFilter(settings.filter);
}

SkillsPlaceSettings SkillsPlace::settings() const
{
    SkillsPlaceSettings now;
    now.listSplitter = m_splitter->saveState();
    now.previewSplitter = m_page->editTab()->splitterState();
    now.historySplitter = m_page->historyTab()->splitterState();
    now.skill = m_hasEntry ? SkillListModel::keyOf(m_entry) : QString();
    now.tab = m_page->tab();
    now.filter = m_pane->filter();
    now.preview = m_page->editTab()->isPreviewVisible();
    now.unifiedDiff = m_page->historyTab()->panel()->isUnified();
    return now;
}

void SkillsPlace::select(const QString &skill)
{
    m_listController->select(skill);
}

void SkillsPlace::onChosen(const SkillEntry &entry)
{
    m_entry = entry;
    m_hasEntry = true;
    // What an act has just said of this skill stays to be read.
    const bool announced = std::exchange(m_announced, {}) == SkillListModel::keyOf(entry);
    if (!announced)
        m_page->banner()->hide();
    m_page->showEntry(entry);
    m_page->setUnsaved(false);
    m_edit->open(entry);
    m_history->open(m_session, entry);
    m_verdict->open(m_session, entry);
    m_files->open(m_session, entry);
    m_fileActs->open(m_session, entry);
    if (announced && std::exchange(m_editAnnounced, false)) {
        m_page->setTab(u"edit"_s);
        m_page->editTab()->editor()->setFocus(Qt::OtherFocusReason);
    }
    updateActions();
}

void SkillsPlace::onListLoaded()
{
    if (m_hasEntry) {
        if (const SkillEntry *entry = m_model->entryOf(SkillListModel::keyOf(m_entry))) {
            m_entry = *entry;
            m_page->showEntry(m_entry);
            m_edit->setEntry(m_entry);
            m_history->setEntry(m_entry);
            m_verdict->setEntry(m_entry);
            m_files->setEntry(m_entry);
            m_fileActs->open(m_session, m_entry);
        }
    }
    updateActions();
    Q_EMIT listLoaded();
}

void SkillsPlace::afterAct()
{
    m_edit->reloadAfterAct();
    m_history->refresh();
    m_files->refresh();
    m_verdict->touch();
    m_listController->refresh();
}

void SkillsPlace::updateActions()
{
    const QString saveReason = m_edit->cannotSave();
    m_page->setCanSave(m_hasEntry && saveReason.isEmpty(), saveReason);
    QString rollBackReason;
    if (m_entry.category != SkillCategory::Custom)
        rollBackReason = tr("Shared skills have no history.");
    else if (!m_entry.editable && !m_entry.deleted)
        rollBackReason = m_entry.notEditableReason;
    m_page->setCanRollBack(m_hasEntry && rollBackReason.isEmpty(), rollBackReason);
    updateActActions();
    updateStatus();
}

void SkillsPlace::updateStatus()
{
    PlaceStatus status;
    if (m_hasEntry) {
        const int errors = m_edit->errors();
        if (m_page->tab() == "edit"_L1 && errors > 0) {
            status.state = tr("%n problem(s): this would not load", nullptr, errors);
            status.tone = Tone::Error;
        } else {
            status.state = m_history->statusText();
            status.tone = m_history->statusTone();
        }
        status.facts = m_edit->facts();
        if (m_page->tab() == "edit"_L1 && !status.facts.isEmpty()) {
            const SkillTextEdit *editor = m_page->editTab()->editor();
            if (editor->isVisible())
                status.facts += u" · "_s + tr("line %1, column %2").arg(editor->caretLine()).arg(editor->caretColumn());
        }
        status.right = m_edit->draftText();
    } else {
        status.tone = Tone::Neutral;
        if (m_model->catalog().unreadableCount() > 0)
            status.state = tr("%n skill(s) will not load", nullptr, m_model->catalog().unreadableCount());
    }
    Q_EMIT statusChanged(status);
}

} // namespace verderer
