// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "ui/widgets/background_job.h"

#include <QTimer>

#include <optional>

namespace verderer {

struct DatabaseAccess;

/// Notices that somebody has written to the database: asks for its data version every two seconds, off the window's thread, never twice at a time.
/// Window's thread only.
class DatabaseFollower : public QObject {
    Q_OBJECT
public:
    explicit DatabaseFollower(JobRunner *jobs, QObject *parent = nullptr);

    /// Follows this database from now on; null: none. `version` is what was asked before anything was read from it: a different one is a change.
    /// Without it the first answer counts as a change.
    void follow(std::shared_ptr<const DatabaseAccess> access, std::optional<qint64> version = {});

    /// Between the end of one question and the next; 2000 ms unless told.
    void setInterval(int milliseconds);

    /// Asks at once, for instance after a write of our own.
    void askNow();

    /// The last question failed with this; nothing while the database answers.
    [[nodiscard]] const std::optional<Error> &trouble() const { return m_trouble; }

Q_SIGNALS:
    /// Somebody has written, this program included.
    void changed();
    /// The database stopped answering; told once until it answers again.
    void lost(const verderer::Error &error);
    /// It answers again. changed() follows.
    void restored();

private:
    void ask();
    void onAnswer(const Result<qint64> &version);

    JobRunner *m_jobs;
    std::shared_ptr<const DatabaseAccess> m_access;
    QTimer m_timer;
    JobSlot m_job;
    bool m_again = false; ///< asked for while a question was under way
    std::optional<qint64> m_version;
    std::optional<Error> m_trouble;
};

} // namespace verderer
