// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "threads/thread_service.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

#include <QPointer>
#include <QTimer>

namespace verderer {

class Banner;

/// A headline for a failed act on the database, in the language of the window.
QString databaseErrorTitle(const Error &error);
/// Whether the same act may succeed a little later without anything being changed: locked, busy, no answer.
bool isWorthRetrying(const Error &error);

/// Changes one thread at a time off the window's thread: one act under way, progress that can be cancelled, and a banner that says what became of it
/// and offers to try again. What was asked for is kept until it is done or given up. Window's thread only.
class ThreadActs : public QObject {
    Q_OBJECT
public:
    using Work = std::function<Result<ThreadRecord>(ThreadService &threads, const Wait &wait)>;
    using Done = std::function<void(const Result<ThreadRecord> &result)>;

    ThreadActs(const WindowServices &services, Banner *banner, QObject *parent = nullptr);

    [[nodiscard]] bool isRunning() const { return m_job.isRunning(); }
    /// Starts `work`; `doing` ("Renaming th-1…") is shown where it takes a while, `success` (may be empty) when it is done. `done` is told every
    /// result, of a later try too. Does nothing while another act is under way.
    void run(const QString &doing, const QString &success, const Work &work, const Done &done = {});
    /// Another thread is looked at: a message about an earlier one goes away, an act under way goes on.
    void forget();

    /// How long an act may take; 15 s unless told.
    void setLimit(int milliseconds) { m_limitMs = milliseconds; }

Q_SIGNALS:
    void runningChanged(bool running);
    /// A thread was changed.
    void changed(const verderer::ThreadRecord &record);

private:
    void fail(const Error &error, const QString &doing, const QString &success, const Work &work, const Done &done);

    WindowServices m_services;
    Banner *m_banner;
    JobSlot m_job;
    QTimer m_slow; ///< shows progress only where it is worth reading
    QString m_doing;
    int m_limitMs = 15'000;
};

} // namespace verderer
