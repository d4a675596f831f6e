// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/runs/event_text.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

#include <QObject>

#include <memory>

namespace verderer {

struct DatabaseAccess;
class EventModel;
class TimelineTab;

/// Fills the timeline: reads events a page at a time, off the window's thread, and reads on where the run goes on.
class TimelineController : public QObject {
    Q_OBJECT
public:
    TimelineController(const WindowServices &services, EventModel *model, TimelineTab *tab, QObject *parent = nullptr);

    /// Shows the events of another run. Nothing is read before activate().
    void open(std::shared_ptr<const DatabaseAccess> access, const RunRecord &run);
    /// The same run as it is now; reads what has come since.
    void update(const RunRecord &run);
    void close();
    /// The tab is seen: what is missing is read.
    void activate(bool active);

Q_SIGNALS:
    /// The first page is on the screen, or the reason why there is none.
    void shown();

private:
    void start();
    void readOn();
    void showDetail(const QModelIndex &index);

    struct Page {
        QList<EventRow> rows;
        std::optional<qint64> nextAfter; ///< none: this was all there is now
        qint64 lastSeq = 0;
        QString whyNone;
    };
    void onPage(const Result<Page> &page);

    WindowServices m_services;
    EventModel *m_model;
    TimelineTab *m_tab;
    std::shared_ptr<const DatabaseAccess> m_access;
    RunRecord m_run;
    qint64 m_after = 0;
    bool m_active = false;
    bool m_started = false;
    bool m_again = false;
    JobSlot m_reading;
    JobSlot m_detail;
};

} // namespace verderer
