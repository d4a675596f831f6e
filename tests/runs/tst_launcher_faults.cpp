// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_fixture.h"

namespace verderer::test {

/// The i-th database call fails, for every i of a run's start and end: nothing is half done, no thread stays blocked.
class LauncherFaults : public RunTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addDatabaseRows(); }

    void everyCallOfAStartFailsOnce_data()
    {
        QTest::addColumn<bool>("forGood");
        QTest::newRow("once") << false;
        QTest::newRow("from then on") << true;
    }
    void everyCallOfAStartFailsOnce()
    {
        QFETCH(bool, forGood);
        const auto database = makeDatabaseFixture();
        int started = 0;
        int refused = 0;
        bool failing = true;
        for (int failAt = 1; failing; ++failAt) {
            QVERIFY2(failAt < 200, "a start makes fewer calls than this");
            const QString thread = QStringLiteral("t-%1").arg(failAt);
            std::atomic<int> calls = 0;
            std::atomic<bool> armed = true;
            const auto observer = [&](const QString &) -> Result<void> {
                const int call = ++calls;
                if (armed && (forGood ? call >= failAt : call == failAt)) {
                    return fail(ErrorCode::Unavailable, QStringLiteral("the database is gone (call %1)").arg(call));
                }
                return {};
            };
            {
                const auto worker = database->worker(observer);
                RunLauncher::Dependencies parts;
                parts.runs = std::make_shared<SqlRunStore>(worker);
                parts.threads = std::make_shared<SqlThreadStore>(worker);
                parts.admission = std::make_shared<Admission>();
                parts.clock = std::make_shared<ManualClock>();
                parts.workerId = ownWorkerId();
                parts.pause = [](int, const CancelToken &) {};
                parts.leaseWait = [](const std::function<bool(int)> &waitStop) { return waitStop(patienceMs); };
                const auto executor = quick();
                {
                    RunLauncher launcher(parts);
                    const auto run = launcher.start(runOn(thread), executor, patient());
                    if (run) {
                        (void)launcher.finished(run->record.runId, patient());
                        ++started;
                        if (run->outcome == StartOutcome::Started) {
                            QCOMPARE(executor->executions.load(), 1);
                        } else {
                            QCOMPARE(executor->executions.load(), 0);
                        }
                    } else {
                        QCOMPARE(executor->executions.load(), 0);
                        QVERIFY(!run.error().message.isEmpty());
                        ++refused;
                    }
                    armed = !forGood || calls < failAt; // the server is back before the launcher goes
                }
                QCOMPARE(parts.admission->entries(), 0);
                failing = calls >= failAt;
            }
            // Another process: the row is whole and ended, at most one thread was born, and the next start goes through.
            QCOMPARE(database->count(QStringLiteral("runs"), QStringLiteral("thread_id = ? AND status IN ('pending', 'running')"), {thread}), 0);
            QVERIFY(database->count(QStringLiteral("runs"), QStringLiteral("thread_id = ?"), {thread}) <= 1);
            QVERIFY(database->count(QStringLiteral("threads_meta"), QStringLiteral("thread_id = ?"), {thread}) <= 1);
            const auto worker = database->worker();
            RunLauncher::Dependencies parts;
            parts.runs = std::make_shared<SqlRunStore>(worker);
            parts.threads = std::make_shared<SqlThreadStore>(worker);
            parts.admission = std::make_shared<Admission>();
            parts.clock = std::make_shared<ManualClock>();
            parts.workerId = ownWorkerId();
            RunLauncher launcher(parts);
            const auto next = launcher.start(runOn(thread), quick(), patient());
            QVERIFY2(next, next ? "" : qPrintable(next.error().message));
            QCOMPARE(launcher.finished(next->record.runId, patient())->status, RunStatus::Success);
        }
        QVERIFY(started > 0);
        QVERIFY(refused > 0);
    }

    /// What the caller is told is true whichever way the server went, and the same key never makes a second run.
    void theServerIsKilledInTheMiddleOfAStart_data()
    {
        QTest::addColumn<QString>("at");
        QTest::addColumn<bool>("stored");
        QTest::newRow("at the insert") << QStringLiteral("INSERT INTO runs") << false;
        QTest::newRow("at the commit") << QStringLiteral("COMMIT") << false;
        QTest::newRow("at the commit that came through") << QStringLiteral("COMMIT") << true;
    }
    void theServerIsKilledInTheMiddleOfAStart()
    {
        if (currentStore() == StoreKind::Sqlite) {
            return; // there is no server
        }
        QFETCH(QString, at);
        QFETCH(bool, stored);
        std::function<void(const QString &)> before;
        const auto database = makeDatabaseFixture();
        const auto worker = database->worker([&](const QString &sql) -> Result<void> {
            if (before) {
                before(sql);
            }
            return {};
        });
        RunLauncher::Dependencies parts;
        parts.runs = std::make_shared<SqlRunStore>(worker);
        parts.threads = std::make_shared<SqlThreadStore>(worker);
        parts.admission = std::make_shared<Admission>();
        parts.clock = std::make_shared<ManualClock>();
        parts.workerId = ownWorkerId();
        RunLauncher launcher(parts);
        const auto first = launcher.start(runOn(QStringLiteral("first")), quick(), patient()); // both connections are open
        QVERIFY2(first, first ? "" : qPrintable(first.error().message));
        QVERIFY(launcher.finished(first->record.runId, patient()));
        bool killed = false;
        bool inserted = false;
        before = [&](const QString &sql) {
            inserted = inserted || sql.startsWith(QLatin1String("INSERT INTO runs"));
            if (!killed && inserted && sql.startsWith(at)) {
                killed = true;
                server()->stop();
            }
        };
        StartRun request = runOn(QStringLiteral("t"));
        request.idempotencyKey = QStringLiteral("the-key");
        const auto executor = quick();
        const auto failed = launcher.start(request, executor, patient());
        before = {};
        QVERIFY(killed);
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, ErrorCode::Unavailable);
        QCOMPARE(executor->executions.load(), 0);
        if (at == QLatin1String("COMMIT")) {
            QCOMPARE(failed.error().details.kind, QStringLiteral("commit-unknown"));
            QVERIFY2(failed.error().message.contains(QLatin1String("may or may not be there")) &&
                         failed.error().message.contains(QLatin1String("same idempotency key")),
                     qPrintable(failed.error().message));
        } else {
            QCOMPARE(failed.error().details.kind, QStringLiteral("connection-lost"));
        }
        QCOMPARE(parts.admission->entries(), 0);
        QVERIFY(server()->restart());
        if (stored) { // as the server would have left it, had only its answer been lost
            database->add(RunRow{.runId = QStringLiteral("came-through"),
                                 .threadId = QStringLiteral("t"),
                                 .status = QStringLiteral("pending"),
                                 .idempotencyKey = request.idempotencyKey});
        }
        const auto again = launcher.start(request, quick(), patient());
        QVERIFY2(again, again ? "" : qPrintable(again.error().message));
        QCOMPARE(again->outcome, stored ? StartOutcome::Existing : StartOutcome::Started);
        if (!stored) {
            QVERIFY(launcher.finished(again->record.runId, patient()));
        }
        QCOMPARE(database->count(QStringLiteral("runs"), QStringLiteral("thread_id = 't'")), 1);
    }

    void eventsThatCannotBeStoredAreToldInTheRun()
    {
        struct Talking final : Executor {
            ExecutionResult execute(const ExecutionContext &context) override
            {
                for (const char *type : {"run.start", "a type of more than thirty-two characters", "run.end"}) {
                    RunEvent event;
                    event.type = QString::fromLatin1(type);
                    event.category = QStringLiteral("trace");
                    context.emitEvent(event);
                }
                return {};
            }
        };
        const RunFixture fixture = makeRuns();
        auto parts = fixture.launcherParts();
        parts.pause = [](int, const CancelToken &) {};
        RunLauncher launcher(parts);
        const auto run = launcher.start(runOn(QStringLiteral("t-1")), std::make_shared<Talking>(), patient());
        QVERIFY(run);
        const auto ended = launcher.finished(run->record.runId, patient());
        QVERIFY(ended);
        QCOMPARE(ended->status, RunStatus::Success);
        QVERIFY2(ended->error->startsWith(QLatin1String("1 events of this run could not be stored")), qPrintable(*ended->error));
        QCOMPARE(fixture.database->count(QStringLiteral("run_events"), QStringLiteral("run_id = ? AND user_id = 'user-a'"), {run->record.runId}), 2);

        fixture.database->sql(QStringLiteral("DROP TABLE run_events"));
        const auto deaf = launcher.start(runOn(QStringLiteral("t-1")), std::make_shared<Talking>(), patient());
        QVERIFY(deaf);
        const auto last = launcher.finished(deaf->record.runId, patient());
        QVERIFY(last);
        QCOMPARE(last->status, RunStatus::Success);
        QVERIFY2(last->error->startsWith(QLatin1String("3 events of this run could not be stored")), qPrintable(*last->error));
    }

    void aRunWhoseEndCannotBeStoredIsEndedWhenTheDatabaseIsBack()
    {
        const auto database = makeDatabaseFixture();
        std::atomic<bool> gone = false;
        const auto worker = database->worker([&](const QString &) -> Result<void> {
            return gone ? fail(ErrorCode::Unavailable, QStringLiteral("the database is gone")) : Result<void>();
        });
        Ticks ticks;
        RunLauncher::Dependencies parts;
        parts.runs = std::make_shared<SqlRunStore>(worker);
        parts.threads = std::make_shared<SqlThreadStore>(worker);
        parts.admission = std::make_shared<Admission>();
        parts.clock = std::make_shared<ManualClock>();
        parts.workerId = ownWorkerId();
        parts.pause = [](int, const CancelToken &) {};
        parts.leaseWait = ticks.wait();
        RunLauncher launcher(parts);
        const auto executor = staying();
        const auto run = launcher.start(runOn(QStringLiteral("t-1")), executor, patient());
        QVERIFY(run);
        gone = true;
        executor->letGo();
        const auto ended = launcher.finished(run->record.runId, patient());
        QVERIFY(!ended);
        QCOMPARE(ended.error().code, ErrorCode::Unavailable);
        QCOMPARE(database->count(QStringLiteral("runs"), QStringLiteral("status = 'running'")), 1);
        gone = false;
        ticks.look();
        QCOMPARE(database->count(QStringLiteral("runs"), QStringLiteral("status = 'success'")), 1);
        QVERIFY(launcher.start(runOn(QStringLiteral("t-1")), quick(), patient()));
    }
};

} // namespace verderer::test

QTEST_GUILESS_MAIN(verderer::test::LauncherFaults)
#include "tst_launcher_faults.moc"
