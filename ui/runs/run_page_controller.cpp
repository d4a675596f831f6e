// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_page_controller.h"

#include "ui/runs/event_text.h"
#include "ui/runs/files_tab.h"
#include "ui/runs/run_detail_page.h"
#include "ui/runs/text_tab.h"
#include "ui/runs/timeline_controller.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/database_follower.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/text_format.h"
#include "ui/widgets/transcript_view.h"
#include "workspace/database_access.h"

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int tickMs = 1000;

/// A run that changes is read again, one that does not is not.
QString versionOf(const RunRecord &run)
{
    return run.runId + u' ' + run.statusRaw + u' ' + run.updatedRaw;
}

} // namespace

RunPageController::RunPageController(const WindowServices &services, RunDetailPage *page, TimelineController *timeline, QObject *parent)
    : QObject(parent), m_services(services), m_source(services.database), m_page(page), m_timeline(timeline)
{
    m_tick.setInterval(tickMs);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        if (m_detail && isActive(m_detail->run.status) && !m_detail->vitality.stale && m_source->access()) {
            m_detail->duration = m_source->access()->runs->durationOf(m_detail->run);
            m_page->showNumbers(*m_detail);
        }
    });
    connect(page, &RunDetailPage::tabChanged, this, &RunPageController::showTab);
    connect(page->files(), &FilesTab::retryWanted, this, [this] {
        m_filesOf.clear();
        showTab();
    });
    connect(m_source, &DatabaseSource::changed, this, [this] {
        if (m_source->access() != m_shownOf) {
            close();
        }
    });
    connect(m_source->follower(), &DatabaseFollower::changed, this, [this] {
        m_stale = true;
        if (m_awake) {
            refresh();
        }
    });
    connect(timeline, &TimelineController::shown, this, &RunPageController::tabShown);
}

void RunPageController::open(const QString &runId, const RunRecord *known)
{
    if (!m_source->access()) {
        return;
    }
    m_runId = runId;
    m_shownOf = m_source->access();
    m_detail.reset();
    m_timelineOpen = false;
    m_reading.abandon();
    m_transcript.abandon();
    m_files.abandon();
    m_texts.abandon();
    m_transcriptOf.clear();
    m_filesOf.clear();
    m_textsOf.clear();
    m_page->banner()->hide();
    m_timeline->close();
    if (known) {
        const RunService &service = *m_source->access()->runs;
        m_detail = RunDetail{*known, service.costOf(*known), service.durationOf(*known), {}};
        present();
    }
    refresh();
}

void RunPageController::close()
{
    m_runId.clear();
    m_detail.reset();
    m_reading.abandon();
    m_transcript.abandon();
    m_files.abandon();
    m_texts.abandon();
    m_timeline->close();
    m_page->clear();
}

void RunPageController::refresh()
{
    if (m_runId.isEmpty() || !m_source->access()) {
        return;
    }
    // One reading at a time: steady changes never keep the page from being shown.
    if (m_reading.isRunning()) {
        m_stale = true;
        return;
    }
    m_stale = false;
    m_reading = m_services.jobs->run(
        this, [access = m_source->access(), runId = m_runId](const JobContext &job) { return readRunDetail(*access, runId, job.wait()); },
        [this](const Result<RunDetail> &detail) { onDetail(detail, !m_timelineOpen); });
}

void RunPageController::setAwake(bool awake)
{
    m_awake = awake;
    if (!awake) {
        m_tick.stop();
        m_timeline->activate(false);
        return;
    }
    m_tick.start();
    if (m_stale) {
        refresh();
    } else {
        showTab();
    }
}

void RunPageController::onDetail(const Result<RunDetail> &detail, bool first)
{
    if (!detail) {
        if (detail.error().code == ErrorCode::NotFound) {
            m_detail.reset();
            m_timeline->close();
            m_page->showProblem(tr("This run is gone"), tr("%1 is not in the database any more, or never was.").arg(m_runId));
        } else if (detail.error().code != ErrorCode::Cancelled) {
            const Error &error = detail.error();
            if (!m_detail) {
                m_page->showProblem(errorHeadline(error.code), error.message);
            }
            m_page->banner()->present(Tone::Error, errorHeadline(error.code), error.message, errorDetailText(error));
        }
        Q_EMIT shown();
        Q_EMIT tabShown();
        return;
    }
    m_detail = *detail;
    present();
    if (first) {
        m_timelineOpen = true;
        m_timeline->open(m_source->access(), m_detail->run);
    } else {
        m_timeline->update(m_detail->run);
    }
    Q_EMIT shown();
    showTab();
    if (m_stale && m_awake) {
        refresh();
    }
}

void RunPageController::present()
{
    const RunRecord &run = m_detail->run;
    m_page->showRun(*m_detail, run.owner && !run.owner->isEmpty() ? m_source->ownerName(*run.owner) : tr("nobody's"));
}

void RunPageController::showTab()
{
    const QString tab = m_page->tab();
    m_timeline->activate(m_awake && m_timelineOpen && tab == "timeline"_L1);
    if (!m_awake || !m_timelineOpen || !m_detail || !m_source->access()) {
        return;
    }
    const QString version = versionOf(m_detail->run);
    // Events of an active run come without a change of its row.
    const bool active = isActive(m_detail->run.status);
    if (tab == "transcript"_L1 && (m_transcriptOf != version || active)) {
        readTranscript();
    } else if (tab == "files"_L1 && (m_filesOf != version || active)) {
        readFiles();
    } else if ((tab == "input"_L1 || tab == "raw"_L1) && m_textsOf != version) {
        readTexts();
    } else if (tab != "timeline"_L1) {
        Q_EMIT tabShown();
    }
}

void RunPageController::readTranscript()
{
    if (m_transcript.isRunning()) {
        return;
    }
    if (!m_transcriptOf.startsWith(m_runId + u' ')) {
        m_page->transcript()->showLoading();
    }
    struct Answer {
        QList<TranscriptMessage> messages;
        QString whyNone;
    };
    m_transcript = m_services.jobs->run(
        this,
        [access = m_source->access(), runId = m_runId](const JobContext &job) -> Result<Answer> {
            Answer answer;
            answer.whyNone = access->runs->whyNoEvents();
            auto messages = access->runs->transcript(runId, false, job.wait());
            if (!messages) {
                return tl::unexpected<Error>(messages.error());
            }
            answer.messages = std::move(*messages);
            return answer;
        },
        [this, version = versionOf(m_detail->run)](const Result<Answer> &answer) {
            TranscriptView *view = m_page->transcript();
            if (!answer) {
                if (answer.error().code != ErrorCode::Cancelled) {
                    view->showNote(u"error"_s, errorHeadline(answer.error().code), answer.error().message + u' ' + tr("F5 tries again."));
                }
            } else if (answer->messages.isEmpty()) {
                m_transcriptOf = version;
                view->showNote(u"information"_s, answer->whyNone.isEmpty() ? tr("Nothing was said") : tr("No messages to be read here"),
                               answer->whyNone.isEmpty() ? tr("This run recorded no message.") : answer->whyNone);
            } else {
                const bool same = m_transcriptOf.startsWith(m_runId + u' ');
                m_transcriptOf = version;
                view->setMessages(answer->messages, same);
            }
            Q_EMIT tabShown();
        });
}

void RunPageController::readFiles()
{
    if (m_files.isRunning()) {
        return;
    }
    if (!m_filesOf.startsWith(m_runId + u' ')) {
        m_page->files()->showLoading();
    }
    struct Answer {
        QList<WorkspaceChanges> changes;
        QString whyNone;
    };
    m_files = m_services.jobs->run(
        this,
        [access = m_source->access(), runId = m_runId](const JobContext &job) -> Result<Answer> {
            Answer answer;
            answer.whyNone = access->runs->whyNoEvents();
            auto changes = access->runs->workspaceChanges(runId, job.wait());
            if (!changes) {
                return tl::unexpected<Error>(changes.error());
            }
            answer.changes = std::move(*changes);
            return answer;
        },
        [this, version = versionOf(m_detail->run)](const Result<Answer> &answer) {
            if (answer) {
                m_filesOf = version;
                m_page->files()->showChanges(answer->changes, answer->whyNone);
            } else if (answer.error().code != ErrorCode::Cancelled) {
                m_page->files()->showError(answer.error());
            }
            Q_EMIT tabShown();
        });
}

void RunPageController::readTexts()
{
    if (m_texts.isRunning()) {
        return;
    }
    struct Answer {
        QByteArray input, raw;
    };
    m_texts = m_services.jobs->run(
        this,
        [run = m_detail->run](const JobContext &) {
            return Answer{prettyOrRaw(run.kwargsJson), rawRow(run)};
        },
        [this, version = versionOf(m_detail->run)](const Answer &answer) {
            m_textsOf = version;
            m_page->input()->setText(answer.input, tr("What the run was started with, secrets taken out by DeerFlow."));
            m_page->raw()->setText(answer.raw, tr("The row of the table “runs” as it is stored, times in UTC."));
            Q_EMIT tabShown();
            showTab();
        });
}

} // namespace verderer
