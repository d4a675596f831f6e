// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/runs_place.h"

#include "ui/runs/adopt_flow.h"
#include "ui/runs/event_model.h"
#include "ui/runs/run_detail_page.h"
#include "ui/runs/run_export.h"
#include "ui/runs/run_list_controller.h"
#include "ui/runs/run_list_model.h"
#include "ui/runs/run_list_pane.h"
#include "ui/runs/run_list_view.h"
#include "ui/runs/run_page_controller.h"
#include "ui/runs/run_text.h"
#include "ui/runs/timeline_controller.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/database_follower.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/metrics.h"

#include <QAction>
#include <QHBoxLayout>
#include <QSplitter>
#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace verderer {

RunsPlace::RunsPlace(const WindowServices &services, QWidget *parent)
    : Place(parent), m_services(services), m_splitter(new QSplitter(Qt::Horizontal, this)), m_model(new RunListModel(services.jobs, this)),
      m_events(new EventModel(this)), m_pane(new RunListPane(services.theme, m_model, this)), m_page(new RunDetailPage(services, m_events, this)),
      m_listController(new RunListController(services, m_model, m_pane, this)),
      m_timeline(new TimelineController(services, m_events, m_page->timeline(), this)),
      m_pageController(new RunPageController(services, m_page, m_timeline, this)), m_adopt(new AdoptFlow(services, m_page->banner(), this, this)),
      m_export(new RunExportFlow(services, m_page->banner(), m_pane->banner(), this, this))
{
    setObjectName(u"runsPlace"_s);
    m_splitter->setObjectName(u"runSplitter"_s);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_pane);
    m_splitter->addWidget(m_page);
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    m_pane->setMinimumWidth(scaled(this, 240));
    m_splitter->setSizes({scaled(this, 400), scaled(this, 860)});
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_splitter);
    addActions();

    connect(m_listController, &RunListController::chosen, this, &RunsPlace::onChosen);
    connect(m_listController, &RunListController::loaded, this, [this] {
        updateStatus();
        Q_EMIT listLoaded();
    });
    connect(m_listController, &RunListController::counted, this, &RunsPlace::updateStatus);
    connect(m_pane->list(), &ListingView::opened, m_page, &RunDetailPage::focusTab);
    connect(m_pane, &RunListPane::adoptAllRequested, this,
            [this] { m_adopt->adoptAll(m_pane->question(), m_model->rowCount(), m_model->isCountKnown()); });
    connect(m_page, &RunDetailPage::adoptRequested, this, [this] { m_adopt->adopt(m_pageController->runId()); });
    connect(m_page, &RunDetailPage::exportRequested, this, [this](ExportFormat format) { m_export->askForRun(m_pageController->runId(), format); });
    connect(m_pane, &RunListPane::exportRequested, this, [this](ExportFormat format) { m_export->askForList(m_pane->question(), format); });
    connect(m_page, &RunDetailPage::openThreadRequested, this, [this] {
        if (const auto &detail = m_pageController->detail()) {
            Q_EMIT linkActivated(u"threads"_s, detail->run.threadId);
        }
    });
    connect(m_page, &RunDetailPage::tabChanged, this, &RunsPlace::updateStatus);
    connect(m_pageController, &RunPageController::tabShown, this, &RunsPlace::runShown);
    connect(m_pageController, &RunPageController::shown, this, &RunsPlace::updateStatus);
    connect(m_adopt, &AdoptFlow::started, this, [this] { m_page->setBusy(true); });
    connect(m_adopt, &AdoptFlow::done, this, [this] {
        m_page->setBusy(false);
        m_listController->refresh();
        m_pageController->refresh();
        m_services.database->follower()->askNow();
    });
}

RunsPlace::~RunsPlace() = default;

void RunsPlace::addActions()
{
    addKeyedAction(u"findRunsAction"_s, tr("Search runs"), QKeySequence::Find, [this] { m_pane->focusSearch(); });
    const QStringList tabs = RunDetailPage::tabs();
    const QStringList texts{tr("Timeline"), tr("Transcript"), tr("Files changed"), tr("Tokens"), tr("Input"), tr("Raw row")};
    for (int i = 0; i < tabs.size(); ++i) {
        addKeyedAction(tabs.at(i) + u"TabAction"_s, texts.at(i), QKeySequence(Qt::ALT | Qt::Key(Qt::Key_1 + i)),
                       [this, tab = tabs.at(i)] { m_page->setTab(tab); });
    }
    addKeyedAction(u"openThreadAction"_s, tr("Open the run's thread"), QKeySequence(Qt::CTRL | Qt::Key_T), [this] {
        if (m_page->isRunShown()) {
            Q_EMIT m_page->openThreadRequested();
        }
    });
}

void RunsPlace::open(const OpenWorkspace & /*workspace*/)
{
    // Runs are every owner's; the database tells by itself when another one is open.
    updateStatus();
}

void RunsPlace::refresh()
{
    m_listController->refresh();
    m_pageController->refresh();
}

void RunsPlace::activate()
{
    m_pane->list()->setFocus(Qt::OtherFocusReason);
}

void RunsPlace::showItem(const QString &id)
{
    if (id.startsWith("chip:"_L1)) {
        RunQuestion question;
        question.chip = id.mid(5);
        m_pane->setQuestion(question);
        m_listController->ask(m_pane->question());
        return;
    }
    m_listController->select(id);
}

QVariantMap RunsPlace::saveState() const
{
    const RunQuestion &question = m_pane->question();
    QVariantMap state{{u"splitter"_s, m_splitter->saveState()}, {u"tab"_s, m_page->tab()}, {u"chip"_s, question.chip}, {u"days"_s, question.days}};
    if (!m_pageController->runId().isEmpty()) {
        state.insert(u"run"_s, m_pageController->runId());
    }
    return state;
}

void RunsPlace::restoreState(const QVariantMap &state)
{
    if (const QByteArray splitter = state.value(u"splitter"_s).toByteArray(); !splitter.isEmpty()) {
        m_splitter->restoreState(splitter);
    }
    if (const QString tab = state.value(u"tab"_s).toString(); !tab.isEmpty()) {
        m_page->setTab(tab);
    }
    RunQuestion question;
    question.chip = state.value(u"chip"_s, question.chip).toString();
    question.days = std::max(0, state.value(u"days"_s).toInt());
    m_pane->setQuestion(question);
    if (const QString run = state.value(u"run"_s).toString(); !run.isEmpty()) {
        m_listController->select(run);
    }
}

void RunsPlace::onChosen(const QString &runId)
{
    const int row = m_pane->list()->currentIndex().row();
    const RunRecord *known = row >= 0 && m_model->idAt(row) == runId ? m_model->recordAt(row) : nullptr;
    m_pageController->open(runId, known);
    updateStatus();
}

void RunsPlace::showEvent(QShowEvent *event)
{
    Place::showEvent(event);
    setAwake(true);
}

void RunsPlace::hideEvent(QHideEvent *event)
{
    Place::hideEvent(event);
    setAwake(false);
}

void RunsPlace::setAwake(bool awake)
{
    m_listController->setAwake(awake);
    m_pageController->setAwake(awake);
}

void RunsPlace::updateStatus()
{
    PlaceStatus status;
    status.tone = Tone::Neutral;
    const int stale = m_model->vitalities().stale();
    if (const auto &error = m_services.database->error()) {
        status.tone = Tone::Error;
        status.state = tr("no database");
        status.facts = error->message;
    } else if (m_listController->activeRuns() > 0) {
        status.tone = stale > 0 ? Tone::Warning : Tone::Information;
        status.state = tr("%n active run(s)", nullptr, int(m_listController->activeRuns()));
        if (stale > 0) {
            status.facts = tr("%n of them without a sign of life", nullptr, stale);
        }
    } else if (m_listController->activeRuns() == 0) {
        status.state = tr("no active run");
    }
    status.right = tr("times: %1").arg(QString::fromLatin1(QTimeZone::systemTimeZoneId()));
    Q_EMIT statusChanged(status);
}

} // namespace verderer
