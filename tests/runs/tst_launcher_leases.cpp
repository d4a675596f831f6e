// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/audit_log.h"
#include "runs/run_fixture.h"

#include <QFile>
#include <QTemporaryDir>

namespace verderer::test {

/// Leases, workers that are gone, and what a launcher owes its runs at its own end.
class LauncherLeases : public RunTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addStoreRows(); }

    void theLeaseIsRenewedEveryThirdOfIt()
    {
        const RunFixture fixture = makeRuns();
        Ticks ticks;
        auto parts = fixture.launcherParts();
        parts.leaseWait = ticks.wait();
        RunLauncher launcher(parts);
        const auto executor = staying();
        const auto run = launcher.start(runOn(QStringLiteral("t-1")), executor, patient());
        QVERIFY(run);
        const Microseconds begun = fixture.clock->now();
        QCOMPARE(run->record.leaseExpiresAt, std::optional<Microseconds>(begun + 30'000'000));
        fixture.clock->advance(9'999'999);
        ticks.look();
        QCOMPARE(fixture.storedRun(run->record.runId).leaseExpiresAt, std::optional<Microseconds>(begun + 30'000'000));
        fixture.clock->advance(1);
        ticks.look();
        QCOMPARE(fixture.storedRun(run->record.runId).leaseExpiresAt, std::optional<Microseconds>(begun + 40'000'000));
        QCOMPARE(fixture.storedRun(run->record.runId).updatedRaw, run->record.updatedRaw); // a lease is no progress
        executor->letGo();
        QVERIFY(launcher.finished(run->record.runId, patient()));
    }

    void aRunThatSomebodyElseEndedStopsAndWritesNothing()
    {
        const RunFixture fixture = makeRuns();
        Ticks ticks;
        auto parts = fixture.launcherParts();
        parts.leaseWait = ticks.wait();
        RunLauncher launcher(parts);
        const auto executor = staying();
        const auto run = launcher.start(runOn(QStringLiteral("t-1")), executor, patient());
        QVERIFY(run);
        QVERIFY(executor->begun.tryAcquire(1, patienceMs));
        const auto ended = fixture.runs->transition(
            run->record.runId, RunStatus::Running, ownWorkerId(),
            [](RunRecord &record) {
                record.status = RunStatus::Error;
                record.error = QStringLiteral("ended elsewhere");
            },
            patient());
        QVERIFY(ended && *ended);
        ticks.look();
        const auto last = launcher.finished(run->record.runId, patient());
        QVERIFY(last);
        QCOMPARE(executor->cancels.load(), 1);
        QCOMPARE(last->status, RunStatus::Error);
        QCOMPARE(last->error, std::optional<QString>(QStringLiteral("ended elsewhere")));
        QCOMPARE(fixture.stored(QStringLiteral("t-1")).status, QStringLiteral("running")); // whoever ended it has the say
    }

    void reapingEndsRunsWhoseProcessIsGoneAndNoOthers()
    {
        const RunFixture fixture = makeRuns();
        ThreadRow row;
        row.threadId = QStringLiteral("t-dead");
        row.status = QStringLiteral("running");
        fixture.add(row);
        const Microseconds now = fixture.clock->now();
        fixture.addActiveRun(QStringLiteral("dead"), QStringLiteral("t-dead"), deadWorkerId());
        fixture.addActiveRun(QStringLiteral("alive"), QStringLiteral("t-alive"), ownWorkerId());
        fixture.addActiveRun(QStringLiteral("gateway"), QStringLiteral("t-gateway"), std::nullopt);
        fixture.addActiveRun(QStringLiteral("gateway-2"), QStringLiteral("t-gateway-2"), QStringLiteral("host:4711:ab"), RunStatus::Running,
                             now - 90'000'000);
        fixture.addActiveRun(QStringLiteral("far"), QStringLiteral("t-far"), foreignWorkerId(), RunStatus::Running, now - 29'000'000);
        fixture.addActiveRun(QStringLiteral("far-dead"), QStringLiteral("t-far-dead"), foreignWorkerId(), RunStatus::Pending, now - 31'000'000);
        fixture.addActiveRun(QStringLiteral("reserved"), QStringLiteral("t-reserved"), deadWorkerId(), RunStatus::Running, {},
                             QStringLiteral("delete"));
        RunLauncher launcher(fixture.launcherParts());
        auto reaped = launcher.reapDeadWorkers(patient());
        QVERIFY(reaped);
        reaped->sort();
        QCOMPARE(*reaped, QStringList({QStringLiteral("dead"), QStringLiteral("far-dead"), QStringLiteral("reserved")}));
        const RunRecord dead = fixture.storedRun(QStringLiteral("dead"));
        QCOMPARE(dead.status, RunStatus::Error);
        QCOMPARE(dead.error, std::optional<QString>(QStringLiteral("Gateway restarted before this run reached a durable final state.")));
        QCOMPARE(dead.stopReason, std::optional<QString>(QStringLiteral("orphan_recovered")));
        QCOMPARE(fixture.stored(QStringLiteral("t-dead")).status, QStringLiteral("error"));
        for (const char *other : {"alive", "gateway", "gateway-2", "far"}) {
            QCOMPARE(fixture.storedRun(QString::fromLatin1(other)).status, RunStatus::Running);
        }
        QVERIFY(!*fixture.runs->activeOf(QStringLiteral("t-reserved"), patient()));
        QVERIFY(launcher.reapDeadWorkers(patient())->isEmpty());
    }

    void theEndOfTheLauncherInterruptsWhatRuns()
    {
        const RunFixture fixture = makeRuns();
        QString runId;
        {
            RunLauncher launcher(fixture.launcherParts());
            const auto run = launcher.start(runOn(QStringLiteral("t-1")), staying(), patient());
            QVERIFY(run);
            runId = run->record.runId;
        }
        QCOMPARE(fixture.storedRun(runId).status, RunStatus::Interrupted);
        QCOMPARE(fixture.stored(QStringLiteral("t-1")).status, QStringLiteral("interrupted"));
    }

    void cancelSaysWhatItCannotDo()
    {
        const RunFixture fixture = makeRuns();
        RunLauncher launcher(fixture.launcherParts());
        QCOMPARE(launcher.cancel(QStringLiteral("none")).error().code, ErrorCode::NotFound);
        fixture.addActiveRun(QStringLiteral("theirs"), QStringLiteral("t-2"), foreignWorkerId(), RunStatus::Running, fixture.clock->now());
        QCOMPARE(launcher.finished(QStringLiteral("theirs"), patient()).error().code, ErrorCode::Conflict);
        const auto executor = staying();
        const auto run = launcher.start(runOn(QStringLiteral("t-1")), executor, patient());
        QVERIFY(run);
        const auto soon = launcher.finished(run->record.runId, {QDeadlineTimer(0), {}});
        QCOMPARE(soon.error().code, ErrorCode::TimedOut);
        QVERIFY(launcher.cancel(run->record.runId));
        QCOMPARE(launcher.finished(run->record.runId, patient())->status, RunStatus::Interrupted);
    }

    void everyChangeIsInTheAuditLog()
    {
        const RunFixture fixture = makeRuns();
        const QTemporaryDir folder;
        auto parts = fixture.launcherParts();
        parts.audit = std::make_shared<AuditLog>(folder.path(), fixture.clock, QStringLiteral("test"), QStringLiteral("root"));
        parts.databaseName = QStringLiteral("the database");
        RunLauncher launcher(parts);
        const auto run = launcher.start(runOn(QStringLiteral("t-1")), quick(), patient());
        QVERIFY(run);
        QVERIFY(launcher.finished(run->record.runId, patient()));
        QFile file(parts.audit->path());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        for (const char *action : {"run.start", "thread.create", "run.running", "thread.status", "run.success"}) {
            const QByteArray wanted = QByteArray("\"action\": \"") + action + "\"";
            QVERIFY2(text.contains(wanted), action);
        }
        QVERIFY(text.contains("the database"));
    }

    void badRequestsAreRefusedBeforeAnythingIsStored_data()
    {
        QTest::addColumn<StartRun>("request");
        const auto add = [](const char *name, const std::function<void(StartRun &)> &spoil) {
            StartRun request = runOn(QStringLiteral("t-1"));
            spoil(request);
            QTest::newRow(name) << request;
        };
        add("id", [](StartRun &request) { request.threadId = QStringLiteral("a b"); });
        add("empty id", [](StartRun &request) { request.threadId.clear(); });
        add("owner", [](StartRun &request) { request.owner = QString(65, QLatin1Char('x')); });
        add("assistant", [](StartRun &request) { request.assistantId = QString(129, QLatin1Char('x')); });
        add("key", [](StartRun &request) { request.idempotencyKey = QString(256, QLatin1Char('x')); });
        add("empty key", [](StartRun &request) { request.idempotencyKey = QString(); });
        add("metadata", [](StartRun &request) { request.metadataJson = "[1]"; });
        add("token", [](StartRun &request) { request.metadataJson = R"({"auth_token": "secret"})"; });
        add("kwargs", [](StartRun &request) { request.kwargsJson = "{"; });
    }
    void badRequestsAreRefusedBeforeAnythingIsStored()
    {
        QFETCH(StartRun, request);
        const RunFixture fixture = makeRuns();
        RunLauncher launcher(fixture.launcherParts());
        const auto refused = launcher.start(request, quick(), patient());
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Invalid);
        QVERIFY(!refused.error().message.contains(QLatin1String("secret")));
        QCOMPARE(fixture.runCount(), 0);
    }

    void aRunWithoutOwnerGetsTheThreadsOwner()
    {
        const RunFixture fixture = makeRuns();
        ThreadRow row;
        row.threadId = QStringLiteral("t-1");
        row.owner = QStringLiteral("user-b");
        fixture.add(row);
        RunLauncher launcher(fixture.launcherParts());
        StartRun request;
        request.threadId = QStringLiteral("t-1");
        const auto run = launcher.start(request, quick(), patient());
        QVERIFY(run);
        QCOMPARE(run->record.owner, std::optional<QString>(QStringLiteral("user-b")));
        request.owner = QStringLiteral("user-a");
        const auto refused = launcher.start(request, quick(), patient());
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Conflict);
        QCOMPARE(fixture.runCount(), 1);
    }
};

} // namespace verderer::test

QTEST_GUILESS_MAIN(verderer::test::LauncherLeases)
#include "tst_launcher_leases.moc"
