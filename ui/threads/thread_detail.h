// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/run_store.h"
#include "threads/thread_record.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

namespace verderer {

class ThreadDetailPage;

/// Fills the page of one thread: its row at once, its runs and its transcript when their tab is looked at. Window's thread only.
class ThreadDetail : public QObject {
    Q_OBJECT
public:
    ThreadDetail(const WindowServices &services, ThreadDetailPage *page, QObject *parent = nullptr);

    /// Another thread. `known`: its row, where it is at hand.
    void show(const QString &id, const ThreadRecord *known);
    /// The same thread, read anew.
    void refresh();
    void clear();

    [[nodiscard]] QString id() const { return m_id; }
    /// The row that is shown; none while it is being read, or where there is none.
    [[nodiscard]] const std::optional<ThreadRecord> &record() const { return m_record; }
    /// The row after an act of our own.
    void setRecord(const ThreadRecord &record);

Q_SIGNALS:
    /// The row, and what its tab shows, are on the screen.
    void shown();

private:
    void readRecord();
    void readTab();
    void readRuns();
    void readTranscript();

    WindowServices m_services;
    ThreadDetailPage *m_page;
    QString m_id;
    std::optional<ThreadRecord> m_record;
    int m_runLimit = 0;
    bool m_runsRead = false;
    bool m_transcriptRead = false;
    QString m_transcriptOf; ///< updated_at and status of the row the transcript was read for
    JobSlot m_recordJob;
    JobSlot m_runsJob;
    JobSlot m_transcriptJob;
};

} // namespace verderer
