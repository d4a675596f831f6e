// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/database_worker.h"

#include "database/database_connection.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QPluginLoader>
#include <QSqlDatabase>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace verderer {

namespace {

/// Qt lists a driver by what its file says of itself. Whether the libraries behind it are there shows only when it is loaded; empty: it can be.
QString whyNotLoaded(const QString &fileName)
{
    for (const QString &folder : QCoreApplication::libraryPaths()) {
        const QString path = folder + QStringLiteral("/sqldrivers/") + fileName;
        if (!QFileInfo::exists(path))
            continue;
        QPluginLoader loader(path);
        return loader.load() ? QString() : loader.errorString();
    }
    return {}; // linked into the program
}

QString driverMissing(DatabaseKind kind, const QString &state)
{
    const bool sqlite = kind == DatabaseKind::Sqlite;
    return QStringLiteral("%1 databases cannot be opened here: Qt's driver %2 %3. Install the Debian package %4.")
        .arg(sqlite ? QStringLiteral("SQLite") : QStringLiteral("PostgreSQL"), sqlite ? QStringLiteral("QSQLITE") : QStringLiteral("QPSQL"), state,
             sqlite ? QStringLiteral("libqt6sql6-sqlite") : QStringLiteral("libqt6sql6-psql"));
}

} // namespace

QString driverProblem(DatabaseKind kind)
{
    QString missing = driverProblem(kind, QSqlDatabase::drivers());
    if (!missing.isEmpty())
        return missing;
    const QString why = whyNotLoaded(kind == DatabaseKind::Sqlite ? QStringLiteral("libqsqlite.so") : QStringLiteral("libqsqlpsql.so"));
    return why.isEmpty() ? QString() : driverMissing(kind, QStringLiteral("cannot be loaded (%1)").arg(why));
}

QString driverProblem(DatabaseKind kind, const QStringList &drivers)
{
    const QString driver = kind == DatabaseKind::Sqlite ? QStringLiteral("QSQLITE") : QStringLiteral("QPSQL");
    return drivers.contains(driver) ? QString() : driverMissing(kind, QStringLiteral("is missing"));
}

struct DatabaseWorker::Private {
    struct Job {
        bool write = false;
        Wait wait;
        std::function<Result<void>(DatabaseSession &)> work;
        std::function<void(const Error *)> done;
    };

    explicit Private(Options given) : options(std::move(given)) {}

    Result<void> run(const Job &job)
    {
        auto &connection = job.write ? writer : reader;
        const auto access = job.write ? DatabaseConnection::Access::ReadWrite : DatabaseConnection::Access::ReadOnly;
        const bool wasOpen = connection != nullptr;
        for (int attempt = 0;; ++attempt) {
            if (!connection) {
                auto opened = DatabaseConnection::open(options.url, access, job.wait, options.observer);
                if (!opened)
                    return tl::unexpected<Error>(opened.error());
                connection = std::move(*opened);
                if (job.write && options.relaxedSync && options.url.kind == DatabaseKind::Sqlite) {
                    if (const auto relaxed = connection->execute(QStringLiteral("PRAGMA synchronous = NORMAL")); !relaxed) {
                        connection.reset();
                        return tl::unexpected<Error>(relaxed.error());
                    }
                }
            }
            auto worked = connection->runJob(job.write, job.wait, options.busyTimeoutMs, job.work);
            const bool lost = connection->lost();
            if (lost)
                connection.reset();
            // A connection that died while nobody used it is not the caller's concern: nothing was stored, so the job is run once more.
            if (worked || !lost || !wasOpen || attempt > 0 || job.wait.cancel.isCancelled() ||
                worked.error().details.kind == QLatin1String("commit-unknown")) {
                return worked;
            }
        }
    }

    void loop()
    {
        std::unique_lock guard(mutex);
        for (;;) {
            wake.wait(guard, [this] { return stopping || !queue.empty(); });
            if (queue.empty())
                break;
            Job job = std::move(queue.front());
            queue.pop_front();
            const bool refused = stopping;
            running = job.wait.cancel;
            guard.unlock();
            Result<void> outcome;
            if (refused || job.wait.cancel.isCancelled())
                outcome = fail(ErrorCode::Cancelled, QStringLiteral("Cancelled before it began; the database was left as it was."));
            else if (job.wait.deadline.hasExpired())
                outcome = fail(ErrorCode::TimedOut,
                               QStringLiteral("The database was busy with other requests for too long. Nothing was changed; try again."));
            else
                outcome = run(job);
            job.done(outcome ? nullptr : &outcome.error());
            job = {}; // what the job captured dies on this thread, before the next one starts
            guard.lock();
        }
        guard.unlock();
        // Connections belong to the thread that made them.
        reader.reset();
        writer.reset();
    }

    Options options;
    std::mutex mutex;
    std::condition_variable wake;
    std::deque<Job> queue;
    CancelToken running;
    CancelSource stop; // cancels the running job when the worker ends
    bool stopping = false;
    std::unique_ptr<DatabaseConnection> reader;
    std::unique_ptr<DatabaseConnection> writer;
    std::thread thread;
};

DatabaseWorker::DatabaseWorker(Options options) : d(std::make_unique<Private>(std::move(options)))
{
    d->thread = std::thread([this] { d->loop(); });
}

DatabaseWorker::~DatabaseWorker()
{
    {
        const std::lock_guard guard(d->mutex);
        d->stopping = true;
    }
    d->stop.cancel();
    d->wake.notify_one();
    d->thread.join();
}

void DatabaseWorker::enqueue(bool write, Wait wait, std::function<Result<void>(DatabaseSession &)> work, std::function<void(const Error *)> done)
{
    // The job ends when its caller gives up or when the worker goes, whichever is first.
    auto both = std::make_shared<CancelSource>();
    auto fromCaller = wait.cancel.onCancel([both] { both->cancel(); });
    auto fromWorker = d->stop.token().onCancel([both] { both->cancel(); });
    wait.cancel = both->token();
    {
        const std::lock_guard guard(d->mutex);
        d->queue.push_back(
            {write, std::move(wait), std::move(work), [done = std::move(done), fromCaller, fromWorker](const Error *error) { done(error); }});
    }
    d->wake.notify_one();
}

QFuture<Result<qint64>> DatabaseWorker::dataVersion(const Wait &wait)
{
    return read(wait, [](DatabaseSession &session) -> Result<qint64> {
        const bool sqlite = session.dialect().kind() == DatabaseKind::Sqlite;
        // PostgreSQL counts changed rows of a table in its statistics; asking for them costs no scan.
        const auto rows =
            session.query(sqlite ? QStringLiteral("PRAGMA data_version")
                                 : QStringLiteral("SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::bigint FROM pg_stat_user_tables "
                                                  "WHERE relname IN ('threads_meta', 'runs', 'run_events')"));
        if (!rows)
            return tl::unexpected<Error>(rows.error());
        return rows->isEmpty() ? 0 : rows->first().value(0).toLongLong();
    });
}

const DatabaseUrl &DatabaseWorker::url() const
{
    return d->options.url;
}

} // namespace verderer
