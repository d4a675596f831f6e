// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/timeline_controller.h"

#include "ui/runs/event_model.h"
#include "ui/runs/timeline_tab.h"
#include "workspace/database_access.h"

#include <QListView>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int pageSize = 200;
// A group that few events belong to is looked for through this many events before the window hears of it.
constexpr int searchedPages = 50;

} // namespace

TimelineController::TimelineController(const WindowServices &services, EventModel *model, TimelineTab *tab, QObject *parent)
    : QObject(parent), m_services(services), m_model(model), m_tab(tab)
{
    connect(model, &EventModel::wanted, this, &TimelineController::readOn);
    connect(tab, &TimelineTab::groupChosen, this, &TimelineController::start);
    connect(tab, &TimelineTab::retryWanted, this, &TimelineController::readOn);
    connect(tab, &TimelineTab::eventWanted, this, &TimelineController::showDetail);
}

void TimelineController::open(std::shared_ptr<const DatabaseAccess> access, const RunRecord &run)
{
    m_access = std::move(access);
    m_run = run;
    m_started = false;
    m_reading.abandon();
    m_detail.abandon();
    m_tab->closeEventPanel();
    m_tab->hideError();
    m_tab->showLoading();
    m_model->clear(run.createdAt, isActive(run.status) ? std::nullopt : run.updatedAt);
    if (m_active) {
        start();
    }
}

void TimelineController::update(const RunRecord &run)
{
    m_run = run;
    m_model->setEnd(isActive(run.status) ? std::nullopt : run.updatedAt);
    // What people have not scrolled to yet comes when they do.
    if (m_started && m_active && (m_model->isComplete() || m_model->rowCount() == 0)) {
        readOn();
    }
}

void TimelineController::close()
{
    m_access.reset();
    m_started = false;
    m_reading.abandon();
    m_detail.abandon();
    m_model->clear({}, {});
}

void TimelineController::activate(bool active)
{
    m_active = active;
    if (!active || !m_access) {
        return;
    }
    if (!m_started) {
        start();
    } else if (m_model->isComplete()) {
        readOn();
    }
}

void TimelineController::start()
{
    if (!m_access) {
        return;
    }
    m_started = true;
    m_after = 0;
    m_again = false;
    m_reading.abandon();
    m_tab->closeEventPanel();
    m_tab->showLoading();
    m_model->clear(m_run.createdAt, isActive(m_run.status) ? std::nullopt : m_run.updatedAt);
    readOn();
}

void TimelineController::readOn()
{
    if (!m_access || !m_started) {
        return;
    }
    if (m_reading.isRunning()) {
        m_again = true;
        return;
    }
    m_reading = m_services.jobs->run(
        this,
        [access = m_access, runId = m_run.runId, group = m_tab->group(), after = m_after](const JobContext &job) -> Result<Page> {
            Page answer;
            answer.lastSeq = after;
            // Where events live in memory only, a database may still hold those of an earlier time.
            answer.whyNone = access->runs->whyNoEvents();
            for (int pages = 0; pages < searchedPages; ++pages) {
                auto page = access->runs->events(runId, categoriesOf(group), answer.lastSeq, pageSize, job.wait());
                if (!page) {
                    return tl::unexpected<Error>(page.error());
                }
                for (const RunEvent &event : std::as_const(page->events)) {
                    answer.lastSeq = std::max(answer.lastSeq, event.seq);
                    EventRow row = readEventRow(event);
                    if (belongsTo(row, group)) {
                        answer.rows << std::move(row);
                    }
                }
                answer.nextAfter = page->nextAfterSeq;
                if (!answer.nextAfter || answer.rows.size() >= pageSize / 2) {
                    break;
                }
                answer.lastSeq = std::max(answer.lastSeq, *answer.nextAfter);
            }
            return answer;
        },
        [this](const Result<Page> &page) { onPage(page); });
}

void TimelineController::onPage(const Result<Page> &page)
{
    if (!page) {
        if (page.error().code != ErrorCode::Cancelled) {
            m_tab->showError(page.error());
        }
        if (m_model->rowCount() == 0) {
            m_tab->showNothing(tr("The events could not be read"), tr("The run itself is shown above."));
        }
        Q_EMIT shown();
        return;
    }
    m_tab->hideError();
    m_after = page->lastSeq;
    m_model->append(page->rows, !page->nextAfter);
    m_tab->updateCount();
    if (m_model->rowCount() > 0) {
        m_tab->showList();
        if (!page->whyNone.isEmpty()) {
            m_tab->showNote(page->whyNone);
        }
    } else if (!page->whyNone.isEmpty()) {
        m_tab->showNothing(tr("No events to be read here"), page->whyNone);
    } else if (!page->nextAfter) {
        if (m_tab->group() != EventGroup::All) {
            m_tab->showNothing(tr("No such event"), tr("This run has recorded nothing of this kind. “All” shows the rest."));
        } else if (isActive(m_run.status)) {
            m_tab->showNothing(tr("No event yet"), tr("The run has not recorded anything so far."));
        } else {
            m_tab->showNothing(tr("No events"), tr("This run left no events: it ended before its first one, or they were removed since."));
        }
    }
    Q_EMIT shown();
    const bool searchOn = m_model->rowCount() == 0 && page->nextAfter;
    if (std::exchange(m_again, false) || searchOn) {
        readOn();
    }
}

void TimelineController::showDetail(const QModelIndex &index)
{
    const EventRow *row = m_model->at(index);
    if (!row) {
        return;
    }
    m_detail = m_services.jobs->run(
        this, [event = row->event](const JobContext &) { return eventDetail(event); },
        [this, row = *row, offset = m_model->offsetText(index)](const QByteArray &detail) { m_tab->openEvent(row, offset, detail); });
}

} // namespace verderer
