// SPDX-License-Identifier: GPL-3.0-or-later
#include "thread_stores.h"

#include <QElapsedTimer>
#include <QSemaphore>
#include <QSqlDatabase>
#include <QSqlQuery>

#include <future>
#include <thread>

using namespace verderer;
using namespace verderer::test;

namespace {

/// Fails the database call whose turn it is; counts from the moment it is armed.
struct CallBreaker {
    std::atomic<int> calls = 0;
    std::atomic<int> failing = -1;
    std::function<void(const QString &)> before;

    DatabaseCallObserver observer()
    {
        return [this](const QString &sql) -> Result<void> {
            if (before) {
                before(sql);
            }
            if (calls++ == failing) {
                ErrorDetails details;
                details.kind = QStringLiteral("injected");
                return fail(ErrorCode::Internal, QStringLiteral("This call was made to fail."), details);
            }
            return {};
        };
    }
    void arm(int call)
    {
        calls = 0;
        failing = call;
    }
};

} // namespace

/// The i-th database call fails, for every i: nothing is half-done, and the same act succeeds afterwards.
class TestThreadFaults : public ThreadTest {
    Q_OBJECT

private:
    static void fill(const DatabaseFixture &database)
    {
        database.add(ThreadRow{.threadId = QStringLiteral("t"), .title = QStringLiteral("Old"), .metadata = QStringLiteral(R"({"k": 1})")});
        database.add(RunRow{.runId = QStringLiteral("r1"), .threadId = QStringLiteral("t")});
        database.add(EventRow{.threadId = QStringLiteral("t"), .runId = QStringLiteral("r1")});
        database.addFeedback(QStringLiteral("f1"), QStringLiteral("t"), QStringLiteral("r1"));
        database.addCheckpoint(QStringLiteral("t"), QStringLiteral("c1"));
    }

private Q_SLOTS:
    void initTestCase_data() { addDatabaseRows(); }

    /// T53 as well: a failed call is never taken for success.
    void everyCallFailsOnce_data()
    {
        QTest::addColumn<QString>("act");
        for (const char *act : {"create", "create of an id that exists", "claim", "rename", "pin", "metadata", "delete"}) {
            QTest::newRow(act) << QString::fromLatin1(act);
        }
    }
    void everyCallFailsOnce()
    {
        QFETCH(QString, act);
        CallBreaker breaker;
        const auto fixture = makeStore({}, breaker.observer());
        fill(*fixture.database);
        if (act == QLatin1String("claim")) {
            fixture.database->sql(QStringLiteral("UPDATE threads_meta SET user_id = NULL"));
        }
        ThreadService service(fixture.dependencies());
        const auto run = [&]() -> Result<void> {
            const QString id = QStringLiteral("t");
            const auto plain = [](const auto &result) -> Result<void> {
                return result ? Result<void>() : Result<void>(tl::unexpected<Error>(result.error()));
            };
            if (act == QLatin1String("create")) {
                return plain(service.create({.id = QStringLiteral("new"), .owner = QStringLiteral("user-a")}, patient()));
            }
            if (act == QLatin1String("create of an id that exists")) {
                return plain(service.create({.id = id, .owner = QStringLiteral("user-a")}, patient()));
            }
            if (act == QLatin1String("claim")) {
                return plain(service.create({.id = id, .owner = QStringLiteral("user-a"), .claimUnowned = true}, patient()));
            }
            if (act == QLatin1String("rename")) {
                return plain(service.rename(id, QStringLiteral("New"), patient()));
            }
            if (act == QLatin1String("pin")) {
                return plain(service.setPinned(id, true, patient()));
            }
            if (act == QLatin1String("metadata")) {
                return plain(service.mergeMetadata(id, R"({"a": 1})", {QStringLiteral("k")}, patient()));
            }
            return plain(service.remove(id, patient()));
        };
        const QString before = fixture.database->dump();
        int broken = 0;
        for (;; ++broken) {
            QVERIFY(broken < 200);
            breaker.arm(broken);
            const auto done = run();
            if (done && breaker.calls <= broken) {
                break; // there was no such call any more: it went through
            }
            QVERIFY2(!done, qPrintable(QStringLiteral("call %1 failed and nobody noticed").arg(broken)));
            QCOMPARE(done.error().details.kind, QStringLiteral("injected"));
            QCOMPARE(fixture.database->dump(), before);
            QCOMPARE(fixture.admission->entries(), 0);
        }
        QVERIFY(broken >= (act == QLatin1String("create of an id that exists") ? 1 : 4));
        const QString after = fixture.database->dump();
        QCOMPARE(after == before, act == QLatin1String("create of an id that exists"));
        QVERIFY(!after.contains(QLatin1String("|delete|"))); // no reservation stays
    }

    /// A very long thread's deletion that stops in the middle says how far it came, keeps the thread, and is finished by the same act.
    void aLongDeletionThatStopsIsFinishedByTheNext()
    {
        CallBreaker breaker;
        const auto fixture = makeStore({}, breaker.observer());
        fill(*fixture.database);
        QList<EventRow> events;
        for (int i = 2; i <= 11'000; ++i) {
            events.append(EventRow{.threadId = QStringLiteral("t"), .runId = QStringLiteral("r1"), .seq = i});
        }
        fixture.database->add(events);
        int batches = 0;
        breaker.before = [&](const QString &sql) {
            if (sql.startsWith(QLatin1String("DELETE FROM run_events WHERE id IN")) && ++batches == 2) {
                breaker.arm(0);
            }
        };
        breaker.arm(1'000'000);
        ThreadService service(fixture.dependencies());
        const auto stopped = service.remove(QStringLiteral("t"), patient());
        QCOMPARE(stopped.error().details.kind, QStringLiteral("delete-incomplete"));
        QVERIFY2(stopped.error().message.contains(QLatin1String("5000 of 11000 events")), qPrintable(stopped.error().message));
        QCOMPARE(fixture.count(), 1);
        QCOMPARE(fixture.database->count(QStringLiteral("run_events")), 6000);
        QCOMPARE(fixture.database->count(QStringLiteral("runs"), QStringLiteral("status = 'running'")), 0);
        breaker.arm(1'000'000);
        QVERIFY(service.remove(QStringLiteral("t"), patient()));
        QCOMPARE(fixture.database->count(QStringLiteral("run_events")), 0);
        QCOMPARE(fixture.count(), 0);
    }

    void theServerIsKilledInTheMiddleOfACreate_data()
    {
        QTest::addColumn<QString>("at");
        QTest::newRow("at the insert") << QStringLiteral("INSERT");
        QTest::newRow("at the commit") << QStringLiteral("COMMIT");
    }
    void theServerIsKilledInTheMiddleOfACreate()
    {
        if (currentStore() == StoreKind::Sqlite) {
            QSKIP("SQLite has no server");
        }
        QFETCH(QString, at);
        CallBreaker breaker;
        const auto fixture = makeStore({}, breaker.observer());
        ThreadService service(fixture.dependencies());
        QVERIFY(service.create({.id = QStringLiteral("first")}, patient())); // both connections are open
        bool killed = false;
        breaker.before = [&](const QString &sql) {
            if (!killed && sql.startsWith(at)) {
                killed = true;
                server()->stop();
            }
        };
        const auto failed = service.create({.id = QStringLiteral("t"), .title = QStringLiteral("T")}, patient());
        QVERIFY(killed);
        QCOMPARE(failed.error().code, ErrorCode::Unavailable);
        if (at == QLatin1String("COMMIT")) {
            QCOMPARE(failed.error().details.kind, QStringLiteral("commit-unknown"));
            QVERIFY2(failed.error().message.contains(QLatin1String("\"t\"")), qPrintable(failed.error().message)); // the id to try again with
        } else {
            QCOMPARE(failed.error().details.kind, QStringLiteral("connection-lost"));
        }
        QCOMPARE(fixture.admission->entries(), 0);
        QVERIFY(server()->restart());
        // The same again: exactly one row, whichever way it went.
        const auto again = service.create({.id = QStringLiteral("t"), .title = QStringLiteral("T")}, patient());
        QVERIFY2(again, qPrintable(again ? QString() : again.error().message));
        QCOMPARE(fixture.count(), 2);
    }

    /// T47: another program writes for long.
    void t47ALockedDatabaseIsToldClearly()
    {
        if (currentStore() == StoreKind::Postgres) {
            QSKIP("PostgreSQL locks rows, see the next");
        }
        const auto fixture = makeStore();
        fill(*fixture.database);
        const QString before = fixture.database->dump();
        const QString name = QStringLiteral("blocker");
        {
            QSqlDatabase blocker = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name);
            blocker.setDatabaseName(fixture.database->url().path);
            QVERIFY(blocker.open());
            QSqlQuery query(blocker);
            QVERIFY(query.exec(QStringLiteral("BEGIN IMMEDIATE")));
            ThreadService service(fixture.dependencies());

            // Reading goes on.
            QVERIFY(service.list({}, 10, {}, patient()));
            // The deadline of the caller counts, not the five seconds of the connection.
            QElapsedTimer timer;
            timer.start();
            const auto late = service.mergeMetadata(QStringLiteral("t"), R"({"a": 1})", {}, {QDeadlineTimer(150), {}});
            QVERIFY(timer.elapsed() < 4000);
            QCOMPARE(late.error().code, ErrorCode::Locked);
            QCOMPARE(late.error().details.kind, QStringLiteral("database-locked"));
            QVERIFY(late.error().message.contains(QLatin1String("locked by another program")));
            QVERIFY(late.error().message.contains(QLatin1String("Nothing was changed")));
            QCOMPARE(fixture.database->dump(), before);

            // Who gives up is let go at once, whatever the deadline.
            CancelSource source;
            timer.start();
            std::thread canceller([&] { source.cancel(); });
            const auto cancelled = service.rename(QStringLiteral("t"), QStringLiteral("New"), {QDeadlineTimer(60'000), source.token()});
            canceller.join();
            QVERIFY(timer.elapsed() < 4000);
            QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);

            // The lock is let go while we wait: it works.
            {
                std::atomic<bool> waiting = false;
                auto parts = fixture.dependencies();
                const auto worker = fixture.database->worker([&](const QString &sql) -> Result<void> {
                    waiting = waiting || sql == QLatin1String("BEGIN IMMEDIATE");
                    return {};
                });
                parts.store = std::make_shared<SqlThreadStore>(worker);
                ThreadService patientService(parts);
                auto renamed =
                    std::async(std::launch::async, [&] { return patientService.rename(QStringLiteral("t"), QStringLiteral("New"), patient()); });
                QTRY_VERIFY(waiting);
                QVERIFY(query.exec(QStringLiteral("COMMIT")));
                QVERIFY(renamed.get());
            }
        }
        QSqlDatabase::removeDatabase(name);
        QCOMPARE(fixture.stored(QStringLiteral("t")).displayName.value(), QStringLiteral("New"));
    }

    void aLockedRowOnAServerEndsWithTheDeadline()
    {
        if (currentStore() == StoreKind::Sqlite) {
            QSKIP("SQLite locks the whole database, see the one before");
        }
        const auto fixture = makeStore();
        fill(*fixture.database);
        const auto other = fixture.database->worker();
        QSemaphore locked;
        QSemaphore release;
        auto blocker = other->write(patient(), [&](DatabaseSession &session) -> Result<qint64> {
            auto done = session.execute(QStringLiteral("UPDATE threads_meta SET status = 'busy' WHERE thread_id = ?"), {QStringLiteral("t")});
            locked.release();
            release.tryAcquire(1, 60'000);
            return done;
        });
        QVERIFY(locked.tryAcquire(1, 60'000));
        ThreadService service(fixture.dependencies());
        const auto late = service.rename(QStringLiteral("t"), QStringLiteral("New"), {QDeadlineTimer(200), {}});
        QCOMPARE(late.error().code, ErrorCode::TimedOut);
        CancelSource source;
        std::thread canceller([&] { source.cancel(); });
        const auto cancelled = service.rename(QStringLiteral("t"), QStringLiteral("New"), {QDeadlineTimer(60'000), source.token()});
        canceller.join();
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
        release.release();
        QVERIFY(blocker.result());
        QCOMPARE(fixture.stored(QStringLiteral("t")).displayName.value(), QStringLiteral("Old"));
        QVERIFY(service.rename(QStringLiteral("t"), QStringLiteral("New"), patient()));
    }
};

QTEST_GUILESS_MAIN(TestThreadFaults)
#include "tst_thread_faults.moc"
