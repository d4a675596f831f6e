// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/skill_list_controller.h"

#include "ui/skills/content_search.h"
#include "ui/skills/skill_list_model.h"
#include "ui/skills/skill_list_pane.h"
#include "ui/skills/skill_list_view.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

// Beyond this many folders only the roots are watched; a refresh and the return to the window find the rest.
constexpr int watchedFolders = 2000;

} // namespace

SkillListController::SkillListController(const WindowServices &services, SkillListModel *model, SkillListPane *pane, QObject *parent)
    : QObject(parent), m_services(services), m_model(model), m_pane(pane), m_watcher(300)
{
    m_searchDelay.setSingleShot(true);
    m_searchDelay.setInterval(250);
    connect(&m_searchDelay, &QTimer::timeout, this, &SkillListController::startContentSearch);
    connect(pane, &SkillListPane::searchChanged, this, &SkillListController::onSearchChanged);
    connect(pane, &SkillListPane::filterChosen, this, [this](const QString &filter) { m_model->setFilter(filter); });
    connect(pane->list(), &SkillListView::currentKeyChanged, this, [this](const QString &key) {
        if (const SkillEntry *entry = m_model->entryOf(key))
            Q_EMIT chosen(*entry);
    });
    connect(&m_watcher, &DiskWatcher::changed, this, &SkillListController::refresh);
}

void SkillListController::open(const SkillSession &session)
{
    m_session = session;
    m_pane->list()->setCurrentKey({});
    m_model->setCatalog({}, session.userName);
    m_reading.abandon();
    m_again = false;
    refresh();
}

void SkillListController::refresh()
{
    if (m_session.roots.customRoot.isEmpty())
        return;
    // One reading at a time: a change that comes meanwhile is read afterwards, so that steady changes never keep the list from being shown.
    if (m_reading.isRunning()) {
        m_again = true;
        return;
    }
    m_pane->showLoading();
    m_reading = m_services.jobs->run(
        this, [roots = m_session.roots](const JobContext &job) { return readCatalog(roots, job.wait().cancel); },
        [this](const Result<Catalog> &catalog) { onCatalog(catalog); });
}

void SkillListController::onCatalog(const Result<Catalog> &catalog)
{
    if (!catalog) {
        Problem problem;
        problem.kind = ProblemKind::Unreadable;
        problem.message = catalog.error().message;
        m_pane->showProblems({problem});
    } else {
        m_model->setCatalog(*catalog, m_session.userName);
        m_pane->showProblems(catalog->problems,
                             catalog->customWritable ? QString() : tr("This account may not write %1.").arg(m_session.roots.customRoot));
        m_pane->refresh();
        watchDisk();
        if (!m_model->search().isEmpty())
            m_searchDelay.start();
    }
    applyWanted();
    Q_EMIT loaded();
    if (std::exchange(m_again, false))
        refresh();
}

void SkillListController::watchDisk()
{
    const SkillRoots &roots = m_session.roots;
    QStringList paths{roots.publicRoot, roots.integrationsRoot, roots.customRoot,     roots.customRoot + u"/.history"_s,
                      roots.legacyRoot, roots.userStatesFile,   roots.extensionsFile, QFileInfo(roots.customRoot).path()};
    int folders = 0;
    for (const SkillEntry &entry : m_model->catalog().entries) {
        if (entry.deleted)
            continue;
        if (++folders > watchedFolders)
            break;
        paths << QFileInfo(entry.path).path();
        if (entry.category == SkillCategory::Custom)
            paths << entry.path;
    }
    paths.removeAll(QString());
    m_watcher.watch(paths);
}

void SkillListController::select(const QString &wanted)
{
    m_wanted = wanted;
    applyWanted();
}

void SkillListController::applyWanted()
{
    if (m_wanted.isEmpty())
        return;
    QString key = m_model->entryOf(m_wanted) ? m_wanted : QString();
    for (const SkillEntry &entry : m_model->catalog().entries) {
        if (!key.isEmpty())
            break;
        if (entry.directory == m_wanted || entry.name == m_wanted)
            key = SkillListModel::keyOf(entry);
    }
    if (!key.isEmpty() && m_pane->list()->setCurrentKey(key))
        m_wanted.clear();
}

void SkillListController::onSearchChanged(const QString &text)
{
    m_searching.abandon();
    m_model->setSearch(text);
    if (m_model->search().isEmpty()) {
        m_searchDelay.stop();
        m_pane->setSearching(false);
    } else {
        m_pane->setSearching(true);
        m_searchDelay.start();
    }
}

void SkillListController::startContentSearch()
{
    const QString text = m_model->search();
    if (text.isEmpty())
        return;
    m_searching = m_services.jobs->run(
        this,
        [this, entries = m_model->catalog().entries, text, storage = m_session.storage](const JobContext &job) {
            searchContents(entries, text, *storage, job.wait().cancel, [&](const QHash<QString, QString> &found) {
                job.report([this, text, found] {
                    if (text == m_model->search())
                        m_model->addContentMatches(found);
                });
            });
        },
        [this] { m_pane->setSearching(false); });
}

} // namespace verderer
