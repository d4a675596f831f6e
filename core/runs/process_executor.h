// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/executor.h"

#include <QProcessEnvironment>
#include <QStringList>

namespace verderer {

/// Runs a command as the agent. The command's environment is the one given and, of the run:
/// - `VERDERER_THREAD_ID`, `VERDERER_RUN_ID`
/// - `VERDERER_RUN_METADATA`: JSON text
/// - `VERDERER_THREAD_INCARNATION`: which birth of the thread this is; not set where the thread could not be verified.
///
/// Its standard input is empty. Each line of its output becomes an event `process.stdout` or `process.stderr` (category trace): cut at a limit and
/// flagged as DeerFlow flags what it cuts, bytes that are not UTF-8 and NULs replaced by U+FFFD and told in the event's metadata (`"replaced":
/// true`). `run.start`, `run.end` and `run.error` tell the rest. Exit status 0 is success, anything else an error that quotes the last lines of its
/// standard error. A cancel sends SIGINT to the command and all it started, later SIGTERM, at last SIGKILL; the run is interrupted then, however the
/// command ends. The command does not outlive this program.
class ProcessExecutor final : public Executor {
public:
    struct Options {
        QString program; ///< looked up in PATH where it has no slash
        QStringList arguments;
        QProcessEnvironment environment; ///< usually QProcessEnvironment::systemEnvironment()
        QString workingDirectory;        ///< empty: this program's
        int interruptGraceMs = 5000;     ///< from SIGINT to SIGTERM
        int terminateGraceMs = 2000;     ///< from SIGTERM to SIGKILL
        int longestLine = 16 * 1024;     ///< bytes of one event's content
    };
    explicit ProcessExecutor(Options options);

    ExecutionResult execute(const ExecutionContext &context) override;

private:
    Options m_options;
};

} // namespace verderer
