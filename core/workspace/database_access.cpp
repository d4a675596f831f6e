// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/database_access.h"

#include "database/audit_log.h"
#include "runs/run_launcher.h"
#include "runs/sql_run_store.h"
#include "threads/admission.h"
#include "threads/sql_thread_store.h"
#include "threads/worker_identity.h"
#include "workspace/model_prices.h"
#include "workspace/session.h"

#include <QDir>
#include <QFileInfo>

namespace verderer {

namespace {

tl::unexpected<Error> unavailable(const QString &kind, const QString &message)
{
    ErrorDetails details;
    details.kind = kind;
    return fail(ErrorCode::Unavailable, message, details);
}

/// Where event files are looked for: DeerFlow takes the folder it was started in, which is not written down anywhere.
QString eventsRoot(const Workspace &workspace)
{
    QStringList places;
    if (!workspace.home.path.isEmpty()) {
        places.append(workspace.home.path + QStringLiteral("/threads"));
    }
    if (!workspace.projectRoot.path.isEmpty()) {
        places.append(workspace.projectRoot.path + QStringLiteral("/backend/.deer-flow/threads"));
        places.append(workspace.projectRoot.path + QStringLiteral("/.deer-flow/threads"));
    }
    for (const QString &place : std::as_const(places)) {
        if (QFileInfo(place).isDir()) {
            return place;
        }
    }
    return places.value(0);
}

Result<DatabaseUrl> urlOf(const Workspace &workspace, const DatabaseSurroundings &surroundings)
{
    if (workspace.databaseBackend == u"memory" || workspace.databaseUrl.isEmpty()) {
        return unavailable(QStringLiteral("memory"),
                           QStringLiteral("Threads and runs of this installation live in the Gateway's memory only (database.backend is memory), so "
                                          "they cannot be read from here. Set database.backend in config.yaml to sqlite or postgres, or name a "
                                          "database with --database."));
    }
    auto url = DatabaseUrl::parse(workspace.databaseUrl);
    if (!url) {
        return url;
    }
    if (!workspace.postgresSchema.isEmpty()) {
        url->schema = workspace.postgresSchema;
    }
    if (const QString problem = surroundings.driverProblem(url->kind); !problem.isEmpty()) {
        return unavailable(QStringLiteral("driver-missing"), problem);
    }
    if (url->kind == DatabaseKind::Sqlite && !QFileInfo::exists(url->path)) {
        ErrorDetails details;
        details.path = url->path;
        details.kind = QStringLiteral("database-missing");
        return fail(ErrorCode::NotFound,
                    QStringLiteral("There is no database at %1 (%2). Check database.sqlite_dir in config.yaml, or name the file with --database.")
                        .arg(url->path, workspace.database.rule),
                    details);
    }
    return url;
}

} // namespace

QString stateFolder(const QProcessEnvironment &environment)
{
    // The XDG specification has relative values ignored.
    const QString state = environment.value(QStringLiteral("XDG_STATE_HOME"));
    if (QDir::isAbsolutePath(state)) {
        return QDir::cleanPath(state) + QStringLiteral("/verderer");
    }
    const QString home = environment.value(QStringLiteral("HOME"));
    return QDir::cleanPath(home.isEmpty() ? QDir::homePath() : home) + QStringLiteral("/.local/state/verderer");
}

Result<std::shared_ptr<ThreadListing>> DatabaseAccess::openThreads(const ThreadFilter &filter, const Wait &wait) const
{
    return worker ? openThreadListing(worker, filter, wait) : openThreadListing(threadStore, filter, wait);
}

Result<std::shared_ptr<RunListing>> DatabaseAccess::openRuns(const RunFilter &filter, const Wait &wait) const
{
    return worker ? openRunListing(worker, filter, wait) : openRunListing(runStore, filter, wait);
}

Result<qint64> DatabaseAccess::dataVersion(const Wait &wait) const
{
    return worker ? worker->dataVersion(wait).result() : Result<qint64>(0);
}

Result<DatabaseAccess> openDatabase(const Workspace &workspace, const QString &program, const QProcessEnvironment &environment,
                                    const DatabaseSurroundings &surroundings)
{
    auto url = urlOf(workspace, surroundings);
    if (!url) {
        return tl::unexpected<Error>(url.error());
    }
    DatabaseAccess access;
    access.displayName = url->display();
    if (url->kind == DatabaseKind::Sqlite) {
        if (const FileSystemKind place = surroundings.fileSystem(url->path); place.network) {
            access.warnings.append(
                QStringLiteral("The database %1 lies on a network file system (%2), where SQLite's WAL mode is not safe. Work on a "
                               "copy, on the computer that holds the file, or through the Gateway.")
                    .arg(url->path, place.name));
        }
    }
    auto prices = std::make_shared<const PriceList>(QList<ModelPrice>());
    if (workspace.config.exists) {
        // A price list that cannot be read takes the costs away, nothing else.
        auto read = readModelPrices(workspace.config.path, environment);
        if (read) {
            prices = std::make_shared<const PriceList>(std::move(read->prices));
            access.warnings.append(read->warnings);
        } else {
            access.warnings.append(QStringLiteral("Costs cannot be told: %1").arg(read.error().message));
        }
    }
    const auto clock = std::make_shared<SystemClock>();
    const auto audit = std::make_shared<AuditLog>(stateFolder(environment), clock, program, hostUser(environment));
    DatabaseWorker::Options options;
    options.url = *url;
    access.worker = std::make_shared<DatabaseWorker>(std::move(options));
    access.threadStore = std::make_shared<SqlThreadStore>(access.worker);
    access.runStore = std::make_shared<SqlRunStore>(access.worker);
    access.admission = std::make_shared<Admission>();

    const bool inFiles = workspace.runEventsBackend == u"jsonl";
    ThreadService::Dependencies threads;
    threads.store = access.threadStore;
    threads.admission = access.admission;
    threads.clock = clock;
    threads.audit = audit;
    threads.databaseName = access.displayName;
    threads.home = workspace.home.exists ? workspace.home.path : QString();
    threads.eventsRoot = inFiles ? eventsRoot(workspace) : QString();
    access.threads = std::make_shared<ThreadService>(std::move(threads));

    std::shared_ptr<EventSource> events;
    if (inFiles) {
        events = makeJsonlEvents(eventsRoot(workspace));
    } else if (workspace.runEventsBackend == u"db") {
        events = makeDatabaseEvents(access.runStore);
    } else {
        events = makeMemoryOnlyEvents(access.runStore);
    }
    RunService::Dependencies runs;
    runs.runs = access.runStore;
    runs.threads = access.threads;
    runs.events = std::move(events);
    runs.worker = access.worker;
    runs.prices = std::move(prices);
    runs.clock = clock;
    access.runs = std::make_shared<RunService>(std::move(runs));

    RunLauncher::Dependencies launcher;
    launcher.runs = access.runStore;
    launcher.threads = access.threadStore;
    launcher.admission = access.admission;
    launcher.clock = clock;
    launcher.audit = audit;
    launcher.databaseName = access.displayName;
    launcher.workerId = ownWorkerId();
    access.launcher = std::make_shared<RunLauncher>(std::move(launcher));
    return access;
}

} // namespace verderer
