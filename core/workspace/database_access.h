// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/file_system.h"
#include "database/database_worker.h"
#include "runs/run_listing.h"
#include "runs/run_service.h"
#include "threads/thread_listing.h"
#include "threads/thread_service.h"
#include "workspace/workspace.h"

#include <QProcessEnvironment>

#include <functional>
#include <memory>

namespace verderer {

/// Everything that acts on the threads and runs of one installation, put together. A bundle of shared parts: copy it, hand it on. The parts may be
/// used from any thread but the window's.
struct DatabaseAccess {
    std::shared_ptr<DatabaseWorker> worker; ///< null where threads live in memory only
    std::shared_ptr<ThreadStore> threadStore;
    std::shared_ptr<RunStore> runStore;
    std::shared_ptr<Admission> admission;
    std::shared_ptr<ThreadService> threads;
    std::shared_ptr<RunService> runs;
    std::shared_ptr<RunLauncher> launcher;
    QString displayName; ///< the URL without its password, for people
    QStringList warnings;

    Result<std::shared_ptr<ThreadListing>> openThreads(const ThreadFilter &filter, const Wait &wait) const;
    Result<std::shared_ptr<RunListing>> openRuns(const RunFilter &filter, const Wait &wait) const;
    /// Changes whenever somebody has written. Blocking.
    Result<qint64> dataVersion(const Wait &wait) const;
};

/// What openDatabase() asks the machine; a test answers in its place.
struct DatabaseSurroundings {
    std::function<FileSystemKind(const QString &path)> fileSystem = &fileSystemOf;
    std::function<QString(DatabaseKind kind)> driverProblem = [](DatabaseKind kind) { return verderer::driverProblem(kind); };
};

/// Verderer's own state folder, by the XDG rules: `$XDG_STATE_HOME/verderer`, else `$HOME/.local/state/verderer`; the audit log is in it. Nothing is
/// created.
QString stateFolder(const QProcessEnvironment &environment);

/// Opens the database of an installation: nothing is connected before the first job. Unavailable with a sentence where there is none to open:
/// `database.backend: memory`, a missing driver (names the Debian package). NotFound: the SQLite file is not there. A SQLite file on a network file
/// system is opened with a warning: the shared memory of its WAL mode does not reach other hosts (sqlite.org/wal.html).
Result<DatabaseAccess> openDatabase(const Workspace &workspace, const QString &program, const QProcessEnvironment &environment,
                                    const DatabaseSurroundings &surroundings = {});

} // namespace verderer
