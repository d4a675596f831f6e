// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_fixture.h"

namespace verderer::test {

/// Scenario C: the start barrier of a run, one active run a thread, strategies and idempotency keys.
class ScenarioC : public RunTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addStoreRows(); }

    void c_pendingToRunningHappensOnceThroughOneBarrier()
    {
        const RunFixture fixture = makeRuns();
        Gate gate;
        auto parts = fixture.launcherParts();
        parts.writerAfterRead = [&](bool) { gate.stop(); };
        RunLauncher launcher(parts);
        const auto executor = staying();
        auto started = std::async(std::launch::async, [&] { return launcher.start(runOn(QStringLiteral("t-1")), executor, patient()); });
        QVERIFY(gate.waitReached());
        const auto pending = fixture.runs->activeOf(QStringLiteral("t-1"), patient());
        QVERIFY(pending && *pending);
        QCOMPARE((*pending)->status, RunStatus::Pending);
        QCOMPARE((*pending)->ownerWorkerId, std::optional<QString>(ownWorkerId()));
        QVERIFY((*pending)->leaseExpiresAt);
        QCOMPARE(executor->executions.load(), 0);
        fixture.clock->advance(1'000'000);
        gate.open();
        const auto run = started.get();
        QVERIFY(run);
        QCOMPARE(run->outcome, StartOutcome::Started);
        QCOMPARE(run->barrierPassed, 1);
        QCOMPARE(run->record.status, RunStatus::Running);
        QVERIFY(executor->begun.tryAcquire(1, patienceMs));
        QCOMPARE(fixture.stored(QStringLiteral("t-1")).status, QStringLiteral("running"));
        // Nobody can take it through the barrier again.
        const auto again = fixture.runs->transition(
            run->record.runId, RunStatus::Pending, ownWorkerId(), [](RunRecord &record) { record.status = RunStatus::Running; }, patient());
        QVERIFY(again && !*again);
        executor->letGo();
        const auto ended = launcher.finished(run->record.runId, patient());
        QVERIFY(ended);
        QCOMPARE(ended->status, RunStatus::Success);
        QCOMPARE(executor->executions.load(), 1);
        QCOMPARE(fixture.stored(QStringLiteral("t-1")).status, QStringLiteral("idle"));
    }

    void c_storedStatusEqualsTheOneInMemory_data()
    {
        QTest::addColumn<RunStatus>("status");
        QTest::addColumn<QString>("thread");
        QTest::newRow("success") << RunStatus::Success << QStringLiteral("idle");
        QTest::newRow("error") << RunStatus::Error << QStringLiteral("error");
        QTest::newRow("interrupted") << RunStatus::Interrupted << QStringLiteral("interrupted");
        QTest::newRow("timeout") << RunStatus::Timeout << QStringLiteral("timeout");
    }
    void c_storedStatusEqualsTheOneInMemory()
    {
        QFETCH(RunStatus, status);
        QFETCH(QString, thread);
        const RunFixture fixture = makeRuns();
        RunLauncher launcher(fixture.launcherParts());
        const auto run = launcher.start(runOn(QStringLiteral("t-1")), quick({status, QStringLiteral("why"), QStringLiteral("cap")}), patient());
        QVERIFY(run);
        const auto ended = launcher.finished(run->record.runId, patient());
        QVERIFY(ended);
        QCOMPARE(ended->status, status);
        QCOMPARE(ended->error, std::optional<QString>(QStringLiteral("why")));
        QCOMPARE(ended->stopReason, std::optional<QString>(QStringLiteral("cap")));
        QCOMPARE(fixture.storedRun(run->record.runId).statusRaw, runStatusName(status));
        QCOMPARE(fixture.stored(QStringLiteral("t-1")).status, thread);
    }

    void c_failIfPendingTurnsAPendingRunIntoAnError()
    {
        const RunFixture fixture = makeRuns();
        Gate gate;
        auto parts = fixture.launcherParts();
        parts.writerAfterRead = [&](bool) { gate.stop(); };
        RunLauncher launcher(parts);
        const auto executor = quick();
        auto started = std::async(std::launch::async, [&] { return launcher.start(runOn(QStringLiteral("t-1")), executor, patient()); });
        QVERIFY(gate.waitReached());
        const QString runId = (*fixture.runs->activeOf(QStringLiteral("t-1"), patient()))->runId;
        const auto failed = launcher.failIfPending(runId, QStringLiteral("not today"), patient());
        QVERIFY(failed && *failed);
        gate.open();
        const auto run = started.get();
        QVERIFY(run);
        QCOMPARE(run->outcome, StartOutcome::Cancelled);
        QCOMPARE(run->record.status, RunStatus::Error);
        QCOMPARE(run->record.error, std::optional<QString>(QStringLiteral("not today")));
        QCOMPARE(fixture.storedRun(runId).error, std::optional<QString>(QStringLiteral("not today")));
        QCOMPARE(executor->executions.load(), 0);
    }

    void c_failIfPendingDoesNothingToAnyOther()
    {
        const RunFixture fixture = makeRuns();
        RunLauncher launcher(fixture.launcherParts());
        const auto executor = staying();
        const auto run = launcher.start(runOn(QStringLiteral("t-1")), executor, patient());
        QVERIFY(run);
        const auto running = launcher.failIfPending(run->record.runId, QStringLiteral("no"), patient());
        QVERIFY(running && !*running);
        QCOMPARE(fixture.storedRun(run->record.runId).status, RunStatus::Running);
        executor->letGo();
        QVERIFY(launcher.finished(run->record.runId, patient()));
        const auto ended = launcher.failIfPending(run->record.runId, QStringLiteral("no"), patient());
        QVERIFY(ended && !*ended);
        QCOMPARE(fixture.storedRun(run->record.runId).status, RunStatus::Success);
        QVERIFY(!fixture.storedRun(run->record.runId).error);
        QCOMPARE(launcher.failIfPending(QStringLiteral("none"), {}, patient()).error().code, ErrorCode::NotFound);
    }

    void c_rejectRefusesASecondRun()
    {
        const RunFixture fixture = makeRuns();
        RunLauncher first(fixture.launcherParts());
        RunLauncher second(fixture.launcherParts());
        const auto executor = staying();
        const auto run = first.start(runOn(QStringLiteral("t-1")), executor, patient());
        QVERIFY(run);
        for (RunLauncher *launcher : {&first, &second}) {
            const auto refused = launcher->start(runOn(QStringLiteral("t-1")), quick(), patient());
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, ErrorCode::Conflict);
            QCOMPARE(refused.error().details.holder, run->record.runId);
        }
        QCOMPARE(fixture.runCount(), 1);
        QVERIFY(second.start(runOn(QStringLiteral("t-2")), quick(), patient())); // another thread is free
        executor->letGo();
        QVERIFY(first.finished(run->record.runId, patient()));
        QVERIFY(second.start(runOn(QStringLiteral("t-1")), quick(), patient()));
    }

    void c_interruptEndsTheFirstBeforeTheSecondStarts_data()
    {
        QTest::addColumn<bool>("sameLauncher");
        QTest::newRow("same launcher") << true;
        QTest::newRow("another launcher") << false;
    }
    void c_interruptEndsTheFirstBeforeTheSecondStarts()
    {
        QFETCH(bool, sameLauncher);
        const RunFixture fixture = makeRuns();
        Ticks ticks;
        auto parts = fixture.launcherParts();
        parts.leaseWait = ticks.wait();
        RunLauncher first(parts);
        auto otherParts = fixture.launcherParts();
        otherParts.pause = [&](int, const CancelToken &) { ticks.look(); };
        RunLauncher other(otherParts);
        const auto firstExecutor = staying();
        const auto run = first.start(runOn(QStringLiteral("t-1")), firstExecutor, patient());
        QVERIFY(run);
        QVERIFY(firstExecutor->begun.tryAcquire(1, patienceMs));
        StartRun request = runOn(QStringLiteral("t-1"));
        request.strategy = MultitaskStrategy::Interrupt;
        const auto secondExecutor = staying();
        RunLauncher &launcher = sameLauncher ? first : other;
        const auto next = launcher.start(request, secondExecutor, patient());
        QVERIFY2(next, next ? "" : qPrintable(next.error().message));
        QCOMPARE(firstExecutor->cancels.load(), 1);
        QCOMPARE(fixture.storedRun(run->record.runId).status, RunStatus::Interrupted);
        QCOMPARE(fixture.storedRun(next->record.runId).status, RunStatus::Running);
        QCOMPARE(fixture.storedRun(next->record.runId).multitaskStrategy, QStringLiteral("interrupt"));
        QCOMPARE(fixture.stored(QStringLiteral("t-1")).status, QStringLiteral("running")); // the first one's end does not write over it
        secondExecutor->letGo();
        QVERIFY(launcher.finished(next->record.runId, patient()));
        QCOMPARE(fixture.stored(QStringLiteral("t-1")).status, QStringLiteral("idle"));
    }

    void c_rollbackEndsTheFirstAsAnError()
    {
        const RunFixture fixture = makeRuns();
        RunLauncher launcher(fixture.launcherParts());
        const auto run = launcher.start(runOn(QStringLiteral("t-1")), staying(), patient());
        QVERIFY(run);
        StartRun request = runOn(QStringLiteral("t-1"));
        request.strategy = MultitaskStrategy::Rollback;
        const auto next = launcher.start(request, quick(), patient());
        QVERIFY(next);
        QCOMPARE(fixture.storedRun(run->record.runId).status, RunStatus::Error);
        QCOMPARE(fixture.storedRun(run->record.runId).error, std::optional<QString>(QStringLiteral("Rolled back by user")));
        QVERIFY(launcher.finished(next->record.runId, patient()));
    }

    void c_aRunOfAGatewayThatDoesNotSayWhoItIsIsNotInterrupted()
    {
        const RunFixture fixture = makeRuns();
        fixture.addActiveRun(QStringLiteral("theirs"), QStringLiteral("t-1"), std::nullopt);
        RunLauncher launcher(fixture.launcherParts());
        StartRun request = runOn(QStringLiteral("t-1"));
        request.strategy = MultitaskStrategy::Interrupt;
        const auto refused = launcher.start(request, quick(), patient());
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Conflict);
        QCOMPARE(fixture.storedRun(QStringLiteral("theirs")).status, RunStatus::Running);
    }

    void c_enqueueIsRefused()
    {
        const RunFixture fixture = makeRuns();
        RunLauncher launcher(fixture.launcherParts());
        StartRun request = runOn(QStringLiteral("t-1"));
        request.strategy = MultitaskStrategy::Enqueue;
        const auto refused = launcher.start(request, quick(), patient());
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Invalid);
        QCOMPARE(fixture.runCount(), 0);
        QCOMPARE(fixture.count(), 0);
    }

    void c_sameIdempotencyKeyGivesTheSameRun()
    {
        const RunFixture fixture = makeRuns();
        RunLauncher launcher(fixture.launcherParts());
        StartRun request = runOn(QStringLiteral("t-1"));
        request.idempotencyKey = QStringLiteral("key-1");
        const auto executor = staying();
        const auto run = launcher.start(request, executor, patient());
        QVERIFY(run);
        const auto second = quick();
        const auto again = launcher.start(request, second, patient()); // while the first is active
        QVERIFY(again);
        QCOMPARE(again->outcome, StartOutcome::Existing);
        QCOMPARE(again->record.runId, run->record.runId);
        executor->letGo();
        QVERIFY(launcher.finished(run->record.runId, patient()));
        const auto late = launcher.start(request, second, patient()); // and after its end
        QVERIFY(late);
        QCOMPARE(late->record.runId, run->record.runId);
        QCOMPARE(late->record.status, RunStatus::Success);
        QCOMPARE(second->executions.load(), 0);
        QCOMPARE(fixture.runCount(), 1);

        request.threadId = QStringLiteral("t-2");
        QCOMPARE(launcher.start(request, second, patient()).error().code, ErrorCode::Conflict);
        request.threadId = QStringLiteral("t-1");
        request.owner = QStringLiteral("user-b");
        QCOMPARE(launcher.start(request, second, patient()).error().code, ErrorCode::Conflict);
        QCOMPARE(fixture.runCount(), 1);
        QCOMPARE(fixture.count(), 1);
    }

    void c_manyStartsWithOneKeyMakeOneRun()
    {
        const RunFixture fixture = makeRuns();
        RunLauncher launcher(fixture.launcherParts());
        StartRun request = runOn(QStringLiteral("t-1"));
        request.idempotencyKey = QStringLiteral("key-1");
        std::vector<std::shared_ptr<StubExecutor>> executors;
        std::vector<std::future<Result<LaunchedRun>>> starts;
        for (int i = 0; i < 8; ++i) {
            executors.push_back(quick());
            starts.push_back(
                std::async(std::launch::async, [&, i] { return launcher.start(request, executors[static_cast<std::size_t>(i)], patient()); }));
        }
        QSet<QString> ids;
        int started = 0;
        for (auto &start : starts) {
            const auto run = start.get();
            QVERIFY2(run, run ? "" : qPrintable(run.error().message));
            ids.insert(run->record.runId);
            started += run->outcome == StartOutcome::Started ? 1 : 0;
        }
        QCOMPARE(ids.size(), 1);
        QCOMPARE(started, 1);
        QVERIFY(launcher.finished(*ids.cbegin(), patient()));
        int executions = 0;
        for (const auto &executor : executors) {
            executions += executor->executions;
        }
        QCOMPARE(executions, 1);
        QCOMPARE(fixture.runCount(), 1);
    }

    void c_aKilledLauncherDoesNotBlockItsThread_data()
    {
        QTest::addColumn<RunStatus>("status");
        QTest::addColumn<QString>("worker");
        QTest::addColumn<QString>("kind");
        QTest::newRow("running") << RunStatus::Running << deadWorkerId() << QStringLiteral("run");
        QTest::newRow("pending") << RunStatus::Pending << deadWorkerId() << QStringLiteral("run");
        QTest::newRow("another host, lease over") << RunStatus::Running << foreignWorkerId() << QStringLiteral("run");
        QTest::newRow("a deletion that died") << RunStatus::Running << deadWorkerId() << QStringLiteral("delete");
    }
    void c_aKilledLauncherDoesNotBlockItsThread()
    {
        QFETCH(RunStatus, status);
        QFETCH(QString, worker);
        QFETCH(QString, kind);
        const RunFixture fixture = makeRuns();
        ThreadRow row;
        row.threadId = QStringLiteral("t-1");
        row.status = QStringLiteral("running");
        fixture.add(row);
        fixture.addActiveRun(QStringLiteral("left"), QStringLiteral("t-1"), worker, status, fixture.clock->now() - 61'000'000, kind);
        RunLauncher launcher(fixture.launcherParts());
        const auto run = launcher.start(runOn(QStringLiteral("t-1")), quick(), patient());
        QVERIFY2(run, run ? "" : qPrintable(run.error().message));
        QCOMPARE(run->outcome, StartOutcome::Started);
        QVERIFY(launcher.finished(run->record.runId, patient()));
        if (kind == QLatin1String("run")) {
            const RunRecord left = fixture.storedRun(QStringLiteral("left"));
            QCOMPARE(left.status, RunStatus::Error);
            QCOMPARE(left.stopReason, std::optional<QString>(QStringLiteral("orphan_recovered")));
        }
        QCOMPARE(fixture.stored(QStringLiteral("t-1")).status, QStringLiteral("idle"));
    }
};

} // namespace verderer::test

QTEST_GUILESS_MAIN(verderer::test::ScenarioC)
#include "tst_scenario_c.moc"
