// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/test_home.h"

#include <QHash>
#include <QList>
#include <QProcess>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace verderer::test {

/// One line of a worker's output: `{"event": …}`.
struct WorkerEvent {
    QString name;                    ///< "waiting", "stopped", "done"
    QHash<QString, QString> details; ///< its other members as text
};

/// A process of its own that acts on a home: `mutation_worker`, driven over its standard input and output.
class WorkerProcess {
public:
    /// Starts it. `arguments` follow those that say where home, user and drafts are.
    WorkerProcess(const QString &program, const TestHome &home, const QString &user, const QStringList &arguments);
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess &) = delete;
    WorkerProcess &operator=(const WorkerProcess &) = delete;

    /// The next event of that name, those before it thrown away; nothing when the process ends or `milliseconds` pass first.
    std::optional<WorkerEvent> waitFor(const QString &name, int milliseconds = 60'000);
    /// Lets it go on from where it stopped.
    void go();
    void kill();   ///< SIGKILL, and waits for its end
    void freeze(); ///< SIGSTOP
    /// Waits for its end. False where it did not end by itself with status 0.
    bool finished(int milliseconds = 60'000);
    [[nodiscard]] bool wasKilled() const; ///< ended by a signal
    [[nodiscard]] QString output() const { return m_log; }

private:
    QProcess m_process;
    QByteArray m_buffer;
    QString m_log;
};

} // namespace verderer::test
