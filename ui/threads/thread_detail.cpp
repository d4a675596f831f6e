// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/thread_detail.h"

#include "ui/threads/thread_acts.h"
#include "ui/threads/thread_detail_page.h"
#include "ui/threads/thread_runs_tab.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/transcript_view.h"
#include "workspace/database_access.h"

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int runStep = 100;

} // namespace

ThreadDetail::ThreadDetail(const WindowServices &services, ThreadDetailPage *page, QObject *parent)
    : QObject(parent), m_services(services), m_page(page)
{
    connect(page, &ThreadDetailPage::tabChanged, this, &ThreadDetail::readTab);
    connect(page->runs(), &ThreadRunsTab::moreRequested, this, [this] {
        m_runLimit += runStep;
        readRuns();
    });
}

void ThreadDetail::show(const QString &id, const ThreadRecord *known)
{
    m_id = id;
    m_record.reset();
    m_runLimit = runStep;
    m_runsRead = false;
    m_transcriptRead = false;
    m_runsJob.abandon();
    m_transcriptJob.abandon();
    m_page->runs()->showLoading();
    m_page->transcript()->showLoading();
    if (known) {
        setRecord(*known);
        m_recordJob.abandon();
        readTab();
    } else {
        readRecord();
    }
}

void ThreadDetail::clear()
{
    m_id.clear();
    m_record.reset();
    m_recordJob.abandon();
    m_runsJob.abandon();
    m_transcriptJob.abandon();
}

void ThreadDetail::setRecord(const ThreadRecord &record)
{
    if (record.threadId == m_id) {
        m_record = record;
        m_page->showThread(record);
    }
}

void ThreadDetail::refresh()
{
    if (!m_id.isEmpty()) {
        readRecord();
    }
}

void ThreadDetail::readRecord()
{
    const auto access = m_services.database->access();
    if (!access) {
        return;
    }
    m_recordJob = m_services.jobs->run(
        this, [access, id = m_id](const JobContext &job) { return access->threads->show(id, job.wait()); },
        [this](const Result<ThreadRecord> &record) {
            if (record) {
                setRecord(*record);
                readTab();
            } else if (m_record && record.error().code == ErrorCode::NotFound) {
                m_page->showGone();
            } else if (!m_record) {
                const bool missing = record.error().code == ErrorCode::NotFound;
                m_page->showProblem(missing ? tr("There is no thread “%1”").arg(m_id) : databaseErrorTitle(record.error()),
                                    missing ? tr("It was deleted, or never came to be.") : record.error().message);
                Q_EMIT shown();
            }
        });
}

void ThreadDetail::readTab()
{
    if (m_id.isEmpty()) {
        return;
    }
    if (m_page->tab() == "runs"_L1) {
        readRuns();
    } else if (m_page->tab() == "transcript"_L1) {
        readTranscript();
    } else {
        Q_EMIT shown();
    }
}

void ThreadDetail::readRuns()
{
    const auto access = m_services.database->access();
    if (!access) {
        return;
    }
    RunFilter filter;
    filter.threadId = m_id;
    m_runsJob = m_services.jobs->run(
        this,
        [access, filter, limit = m_runLimit](const JobContext &job) -> Result<RunPage> {
            // A page at a time, so that no single answer holds the database up for long.
            RunPage all;
            do {
                Result<RunPage> page = access->runs->list(filter, runStep, all.next, job.wait());
                if (!page) {
                    return page;
                }
                all.runs += page->runs;
                all.next = page->next;
            } while (all.next && all.runs.size() < limit);
            return all;
        },
        [this](const Result<RunPage> &page) {
            if (page) {
                m_runsRead = true;
                m_page->runs()->setRuns(page->runs, page->next.has_value());
            } else if (!m_runsRead) {
                m_page->runs()->showProblem(databaseErrorTitle(page.error()), page.error().message);
            }
            Q_EMIT shown();
        });
}

void ThreadDetail::readTranscript()
{
    const auto access = m_services.database->access();
    if (!access) {
        return;
    }
    if (const QString why = access->runs->whyNoEvents(); !why.isEmpty()) {
        m_page->transcript()->showNote(u"information"_s, tr("No messages to read here"), why);
        Q_EMIT shown();
        return;
    }
    // A long conversation is not read again for every change of some other thread.
    const QString state = m_record ? QString(m_record->updatedRaw + u' ' + m_record->status) : QString();
    if (m_transcriptRead && state == m_transcriptOf && m_record && m_record->status != "running"_L1) {
        Q_EMIT shown();
        return;
    }
    m_transcriptOf = state;
    m_transcriptJob = m_services.jobs->run(
        this, [access, id = m_id](const JobContext &job) { return access->runs->threadTranscript(id, job.wait()); },
        [this](const Result<QList<TranscriptMessage>> &messages) {
            if (messages) {
                m_page->transcript()->setMessages(*messages, m_transcriptRead);
                m_transcriptRead = true;
            } else if (!m_transcriptRead) {
                m_page->transcript()->showNote(u"error"_s, databaseErrorTitle(messages.error()), messages.error().message);
            }
            Q_EMIT shown();
        });
}

} // namespace verderer
