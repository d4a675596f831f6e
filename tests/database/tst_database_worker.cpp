// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/database_worker.h"
#include "support/postgres_server.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <latch>
#include <thread>

using namespace verderer;

namespace {

/// Turns every warning of Qt's SQL classes into a failure: they tell of connections used or removed wrongly.
int sqlWarnings = 0;
QtMessageHandler previousHandler = nullptr;
void countSqlWarnings(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    if (type != QtDebugMsg && (message.contains(QLatin1String("QSql")) || message.contains(QLatin1String("Unable to free statement"))))
        ++sqlWarnings;
    previousHandler(type, context, message);
}

Result<qint64> countItems(DatabaseSession &session)
{
    const auto rows = session.query(QStringLiteral("SELECT count(*) FROM items"));
    if (!rows)
        return tl::unexpected<Error>(rows.error());
    return rows->first().first().toLongLong();
}

auto insertItem(int id)
{
    return [id](DatabaseSession &session) -> Result<qint64> {
        return session.execute(QStringLiteral("INSERT INTO items (id, name) VALUES (?, ?)"), {id, QStringLiteral("item %1").arg(id)});
    };
}

const Wait patient{QDeadlineTimer(30'000), {}};

} // namespace

class TestDatabaseWorker : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<test::PostgresServer> m_server;
    int m_databases = 0;

    /// A new database with an empty table `items`, on the engine that the row names.
    DatabaseUrl makeDatabase()
    {
        QFETCH_GLOBAL(DatabaseKind, engine);
        QString text;
        if (engine == DatabaseKind::Sqlite) {
            const QString path = m_folder->filePath(QStringLiteral("db%1.sqlite").arg(++m_databases));
            makeSqlite(path);
            text = QStringLiteral("sqlite://") + path;
        } else {
            text = m_server->createDatabase(QStringLiteral("db%1").arg(++m_databases));
            DatabaseWorker worker({.url = *DatabaseUrl::parse(text), .busyTimeoutMs = 5000, .observer = {}});
            const auto made =
                worker
                    .write(patient,
                           [](DatabaseSession &session) {
                               return session.execute(QStringLiteral("CREATE TABLE items (id integer PRIMARY KEY, name text NOT NULL)"));
                           })
                    .result();
            if (!made)
                qFatal("%s", qPrintable(made.error().message));
        }
        return *DatabaseUrl::parse(text);
    }
    static void makeSqlite(const QString &path)
    {
        {
            QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("fixture"));
            database.setDatabaseName(path);
            if (!database.open())
                qFatal("cannot make the fixture");
            QSqlQuery query(database);
            query.exec(QStringLiteral("PRAGMA journal_mode=WAL"));
            if (!query.exec(QStringLiteral("CREATE TABLE items (id integer PRIMARY KEY, name text NOT NULL)")))
                qFatal("cannot make the fixture");
        }
        QSqlDatabase::removeDatabase(QStringLiteral("fixture"));
    }

private Q_SLOTS:
    void initTestCase_data()
    {
        QTest::addColumn<DatabaseKind>("engine");
        QTest::newRow("SQLite") << DatabaseKind::Sqlite;
        QTest::newRow("PostgreSQL") << DatabaseKind::Postgres;
    }
    void initTestCase()
    {
        previousHandler = qInstallMessageHandler(countSqlWarnings);
        m_folder = std::make_unique<QTemporaryDir>();
        QString error;
        m_server = test::PostgresServer::start(&error);
        QVERIFY2(m_server, qPrintable(error));
    }
    void cleanupTestCase()
    {
        m_server.reset();
        qInstallMessageHandler(previousHandler);
        QCOMPARE(sqlWarnings, 0);
    }

    void writesAreOneTransaction()
    {
        DatabaseWorker worker({.url = makeDatabase(), .busyTimeoutMs = 5000, .observer = {}});
        QVERIFY(worker.write(patient, insertItem(1)).result().has_value());
        const auto failed = worker
                                .write(patient,
                                       [](DatabaseSession &session) -> Result<qint64> {
                                           if (auto done = insertItem(2)(session); !done)
                                               return done;
                                           return fail(ErrorCode::Conflict, QStringLiteral("no"));
                                       })
                                .result();
        QCOMPARE(failed.error().code, ErrorCode::Conflict);
        QCOMPARE(worker.read(patient, countItems).result().value(), 1);
    }

    void readsCannotWrite()
    {
        DatabaseWorker worker({.url = makeDatabase(), .busyTimeoutMs = 5000, .observer = {}});
        QCOMPARE(worker.read(patient, insertItem(1)).result().error().code, ErrorCode::ReadOnly);
    }

    void aBrokenConstraintSaysSo()
    {
        DatabaseWorker worker({.url = makeDatabase(), .busyTimeoutMs = 5000, .observer = {}});
        QVERIFY(worker.write(patient, insertItem(1)).result().has_value());
        QCOMPARE(worker.write(patient, insertItem(1)).result().error().code, ErrorCode::AlreadyExists);
        QVERIFY(worker.write(patient, insertItem(2)).result().has_value()); // the connection is good for the next one
    }

    void columnsAreProbed()
    {
        DatabaseWorker worker({.url = makeDatabase(), .busyTimeoutMs = 5000, .observer = {}});
        const auto columns = worker.read(patient, [](DatabaseSession &session) { return session.columns(QStringLiteral("items")); }).result();
        QCOMPARE(columns->columns.size(), 2);
        QVERIFY(columns->has(u"name"));
        QVERIFY(columns->columns[1].notNull);
        QVERIFY(!columns->columns[1].hasDefault);
        QVERIFY(worker.read(patient, [](DatabaseSession &session) { return session.columns(QStringLiteral("nothing")); }).result()->empty());
    }

    void everyFailingCallLeavesNothingHalfDone()
    {
        const DatabaseUrl url = makeDatabase();
        for (int failing = 1;; ++failing) {
            int calls = 0;
            bool hit = false;
            {
                DatabaseWorker worker({.url = url, .busyTimeoutMs = 5000, .observer = [&](const QString &) -> Result<void> {
                                           if (++calls != failing)
                                               return {};
                                           hit = true;
                                           return fail(ErrorCode::Unavailable, QStringLiteral("injected"));
                                       }});
                const auto outcome = worker
                                         .write(patient,
                                                [](DatabaseSession &session) -> Result<qint64> {
                                                    for (const int id : {100, 101}) {
                                                        if (auto done = insertItem(id)(session); !done)
                                                            return done;
                                                    }
                                                    return 2;
                                                })
                                         .result();
                QCOMPARE(outcome.has_value(), !hit);
            }
            DatabaseWorker after({.url = url, .busyTimeoutMs = 5000, .observer = {}});
            QCOMPARE(after.read(patient, countItems).result().value(), hit ? 0 : 2);
            if (!hit) {
                QVERIFY2(failing > 4, "begin, two inserts and commit were each made to fail");
                break;
            }
        }
    }

    void aCancelledJobEnds()
    {
        QFETCH_GLOBAL(DatabaseKind, engine);
        DatabaseWorker worker({.url = makeDatabase(), .busyTimeoutMs = 5000, .observer = {}});
        CancelSource source;
        std::latch started(1);
        auto endless = worker.read({QDeadlineTimer(60'000), source.token()}, [&](DatabaseSession &session) -> Result<qint64> {
            started.count_down();
            const auto rows =
                session.query(engine == DatabaseKind::Sqlite
                                  ? QStringLiteral("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
                                  : QStringLiteral("SELECT count(*) FROM generate_series(1, 100000000000)"));
            if (!rows)
                return tl::unexpected<Error>(rows.error());
            return 0;
        });
        started.wait();
        source.cancel();
        QCOMPARE(endless.result().error().code, ErrorCode::Cancelled);
        QCOMPARE(worker.read(patient, countItems).result().value(), 0);
    }

    void aDeadlineEndsAStatement()
    {
        QFETCH_GLOBAL(DatabaseKind, engine);
        DatabaseWorker worker({.url = makeDatabase(), .busyTimeoutMs = 5000, .observer = {}});
        const auto late =
            worker
                .read({QDeadlineTimer(300), {}},
                      [&](DatabaseSession &session) -> Result<qint64> {
                          const auto rows = session.query(
                              engine == DatabaseKind::Sqlite
                                  ? QStringLiteral("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
                                  : QStringLiteral("SELECT count(*) FROM generate_series(1, 100000000000)"));
                          if (!rows)
                              return tl::unexpected<Error>(rows.error());
                          return 0;
                      })
                .result();
        QCOMPARE(late.error().code, ErrorCode::TimedOut);
    }

    void aLockedDatabaseIsToldAndCanBeGivenUp()
    {
        QFETCH_GLOBAL(DatabaseKind, engine);
        if (engine == DatabaseKind::Postgres)
            return; // there writers of different rows do not wait for each other
        const DatabaseUrl url = makeDatabase();
        DatabaseWorker holder({.url = url, .busyTimeoutMs = 5000, .observer = {}});
        DatabaseWorker waiter({.url = url, .busyTimeoutMs = 60'000, .observer = {}});
        std::latch held(1);
        std::latch release(1);
        auto holding = holder.write(patient, [&](DatabaseSession &session) -> Result<qint64> {
            auto done = insertItem(1)(session);
            held.count_down();
            release.wait();
            return done;
        });
        held.wait();
        const auto timedOut = waiter.write({QDeadlineTimer(200), {}}, insertItem(2)).result();
        QCOMPARE(timedOut.error().code, ErrorCode::Locked);
        QCOMPARE(timedOut.error().details.kind, QStringLiteral("database-locked"));
        QCOMPARE(waiter.read(patient, countItems).result().value(), 0); // WAL: readers do not wait
        CancelSource source;
        auto waiting = waiter.write({QDeadlineTimer(60'000), source.token()}, insertItem(3));
        source.cancel();
        QCOMPARE(waiting.result().error().code, ErrorCode::Cancelled);
        release.count_down();
        QVERIFY(holding.result().has_value());
        QVERIFY(waiter.write(patient, insertItem(4)).result().has_value());
    }

    void queuedJobsAreFinishedWhenTheWorkerEnds()
    {
        const DatabaseUrl url = makeDatabase();
        QFuture<Result<qint64>> queued;
        std::latch started(1);
        {
            DatabaseWorker worker({.url = url, .busyTimeoutMs = 5000, .observer = {}});
            (void)worker.read(patient, [&](DatabaseSession &session) -> Result<qint64> {
                started.count_down();
                return session.wait().deadline.remainingTime();
            });
            started.wait();
            CancelSource block;
            (void)worker.read(patient, [](DatabaseSession &session) -> Result<qint64> {
                std::latch stopped(1);
                const auto handle = session.wait().cancel.onCancel([&] { stopped.count_down(); }); // the worker's end cancels what runs
                stopped.wait();
                return 0;
            });
            queued = worker.write(patient, insertItem(9));
        }
        QVERIFY(queued.isFinished());
        QCOMPARE(queued.result().error().code, ErrorCode::Cancelled);
        DatabaseWorker after({.url = url, .busyTimeoutMs = 5000, .observer = {}});
        QCOMPARE(after.read(patient, countItems).result().value(), 0);
    }

    void aMissingDatabaseIsNotCreated()
    {
        QFETCH_GLOBAL(DatabaseKind, engine);
        if (engine == DatabaseKind::Sqlite) {
            const QString path = m_folder->filePath(QStringLiteral("absent.sqlite"));
            DatabaseWorker worker({.url = *DatabaseUrl::parse(QStringLiteral("sqlite://") + path), .busyTimeoutMs = 5000, .observer = {}});
            QCOMPARE(worker.read(patient, countItems).result().error().code, ErrorCode::NotFound);
            QCOMPARE(worker.write(patient, insertItem(1)).result().error().code, ErrorCode::NotFound);
            QVERIFY(!QFile::exists(path));
        } else {
            DatabaseUrl url = makeDatabase();
            url.database = QStringLiteral("absent");
            DatabaseWorker worker({.url = url, .busyTimeoutMs = 5000, .observer = {}});
            QCOMPARE(worker.read(patient, countItems).result().error().code, ErrorCode::Unavailable);
        }
    }

    void aSchemaIsTheSearchPath()
    {
        QFETCH_GLOBAL(DatabaseKind, engine);
        if (engine == DatabaseKind::Sqlite)
            return; // SQLite has no schemas
        DatabaseUrl url = makeDatabase();
        {
            DatabaseWorker worker({.url = url, .busyTimeoutMs = 5000, .observer = {}});
            QVERIFY(worker
                        .write(patient,
                               [](DatabaseSession &session) -> Result<qint64> {
                                   if (auto made = session.execute(QStringLiteral("CREATE SCHEMA \"Deer flow\"")); !made)
                                       return made;
                                   return session.execute(QStringLiteral("CREATE TABLE \"Deer flow\".items (id integer, name text, place text)"));
                               })
                        .result()
                        .has_value());
        }
        url.schema = QStringLiteral("Deer flow");
        DatabaseWorker worker({.url = url, .busyTimeoutMs = 5000, .observer = {}});
        QVERIFY(worker.read(patient, [](DatabaseSession &session) { return session.columns(QStringLiteral("items")); }).result()->has(u"place"));
        url.schema = QStringLiteral("absent");
        DatabaseWorker wrong({.url = url, .busyTimeoutMs = 5000, .observer = {}});
        const auto refused = wrong.read(patient, countItems).result();
        QCOMPARE(refused.error().code, ErrorCode::NotFound);
        QVERIFY(refused.error().message.contains(QLatin1String("\"absent\"")));
    }

    void aRestartedServerIsReachedAgain()
    {
        QFETCH_GLOBAL(DatabaseKind, engine);
        if (engine == DatabaseKind::Sqlite)
            return; // SQLite has no server
        DatabaseWorker worker({.url = makeDatabase(), .busyTimeoutMs = 5000, .observer = {}});
        QVERIFY(worker.write(patient, insertItem(1)).result().has_value());
        QCOMPARE(worker.read(patient, countItems).result().value(), 1);
        QVERIFY(m_server->stop());
        QCOMPARE(worker.read(patient, countItems).result().error().code, ErrorCode::Unavailable);
        QVERIFY(m_server->restart());
        QCOMPARE(worker.read(patient, countItems).result().value(), 1);
        QVERIFY(m_server->stop());
        QVERIFY(m_server->restart());
        QVERIFY(worker.write(patient, insertItem(2)).result().has_value()); // the stale connection is not the caller's concern
    }

    void aServerKilledInsideAChangeIsToldTruly()
    {
        QFETCH_GLOBAL(DatabaseKind, engine);
        if (engine == DatabaseKind::Sqlite)
            return; // SQLite has no server
        DatabaseWorker worker({.url = makeDatabase(), .busyTimeoutMs = 5000, .observer = {}});
        int attempts = 0;
        const auto outcome = worker
                                 .write(patient,
                                        [&](DatabaseSession &session) -> Result<qint64> {
                                            ++attempts;
                                            auto done = insertItem(7)(session);
                                            m_server->stop();
                                            if (!done)
                                                return done;
                                            return insertItem(8)(session);
                                        })
                                 .result();
        QCOMPARE(outcome.error().code, ErrorCode::Unavailable);
        QCOMPARE(attempts, 1);
        QVERIFY(m_server->restart());
        QCOMPARE(worker.read(patient, countItems).result().value(), 0);
    }
};

QTEST_GUILESS_MAIN(TestDatabaseWorker)
#include "tst_database_worker.moc"
