// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/runs/run_detail.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

#include <QObject>
#include <QTimer>

namespace verderer {

struct DatabaseAccess;
class DatabaseSource;
class RunDetailPage;
class TimelineController;

/// Fills the page of a run: what stands in its row at once, what has to be read when its tab is looked at.
class RunPageController : public QObject {
    Q_OBJECT
public:
    RunPageController(const WindowServices &services, RunDetailPage *page, TimelineController *timeline, QObject *parent = nullptr);

    /// Shows a run; `known`: its row, where the list has it already.
    void open(const QString &runId, const RunRecord *known);
    /// No run.
    void close();
    /// Reads the same run again.
    void refresh();
    /// The place is seen or not.
    void setAwake(bool awake);

    [[nodiscard]] const QString &runId() const { return m_runId; }
    /// The run as it was last read; nothing before that.
    [[nodiscard]] const std::optional<RunDetail> &detail() const { return m_detail; }

Q_SIGNALS:
    /// The run's head is on the screen, or the reason why not.
    void shown();
    /// What the tab that is looked at shows has been read.
    void tabShown();

private:
    void onDetail(const Result<RunDetail> &detail, bool first);
    void showTab();
    void readTranscript();
    void readFiles();
    void readTexts();
    void present();

    WindowServices m_services;
    DatabaseSource *m_source;
    RunDetailPage *m_page;
    TimelineController *m_timeline;
    std::shared_ptr<const DatabaseAccess> m_shownOf; ///< the database that the shown run is of
    QString m_runId;
    std::optional<RunDetail> m_detail;
    bool m_awake = false;
    bool m_stale = false;
    bool m_timelineOpen = false;
    // What each tab was last filled from: the run's id and its last change.
    QString m_transcriptOf;
    QString m_filesOf;
    QString m_textsOf;
    QTimer m_tick;
    JobSlot m_reading;
    JobSlot m_transcript;
    JobSlot m_files;
    JobSlot m_texts;
};

} // namespace verderer
