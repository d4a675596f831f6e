// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/metadata_writer.h"
#include "runs/run_fixture.h"

namespace verderer::test {

/// Scenario B3: a cancelled waiter leaves nothing.
class ScenarioB3 : public RunTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addStoreRows(); }

    void b3_aWriterCancelledWhileItWaitsLeavesNothing()
    {
        const RunFixture fixture = makeRuns();
        const MetadataWriter::Parts parts{fixture.store, fixture.admission, fixture.clock, {}, {}};
        ThreadWish wish;
        wish.threadId = QStringLiteral("t-1");
        wish.owner = QStringLiteral("user-a");
        auto held = std::make_optional(fixture.admission->acquire(wish.threadId, patient()));
        QVERIFY(*held);
        MetadataWriter writer(parts, wish);
        QTRY_COMPARE(fixture.admission->waiting(wish.threadId), 1);
        QVERIFY(!writer.waitDone(0));
        writer.cancel();
        const auto result = writer.result();
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
        QCOMPARE(fixture.admission->waiting(wish.threadId), 0);
        held.reset();
        QCOMPARE(fixture.count(), 0);
        QCOMPARE(fixture.admission->entries(), 0);

        MetadataWriter next(parts, wish);
        const auto made = next.result();
        QVERIFY(made);
        QVERIFY(made->created);
        QCOMPARE(fixture.count(), 1);
        QCOMPARE(fixture.admission->entries(), 0);
    }

    void b3_aRunCancelledWhileItsWriterWaitsNeverStarts()
    {
        const RunFixture fixture = makeRuns();
        const QString thread = QStringLiteral("t-1");
        RunLauncher launcher(fixture.launcherParts());
        auto held = std::make_optional(fixture.admission->acquire(thread, patient()));
        const auto executor = quick();
        auto started = std::async(std::launch::async, [&] { return launcher.start(runOn(thread), executor, patient()); });
        QTRY_COMPARE(fixture.admission->waiting(thread), 1);
        const auto pending = fixture.runs->activeOf(thread, patient());
        QVERIFY(pending && *pending);
        QCOMPARE((*pending)->status, RunStatus::Pending);
        QVERIFY(launcher.cancel((*pending)->runId));
        const auto run = started.get();
        QVERIFY(run);
        QCOMPARE(run->outcome, StartOutcome::Cancelled);
        QCOMPARE(run->record.status, RunStatus::Interrupted);
        QCOMPARE(run->barrierPassed, 1);
        held.reset();
        QCOMPARE(fixture.count(), 0);
        QCOMPARE(fixture.admission->entries(), 0);
        QCOMPARE(executor->executions.load(), 0);
        QCOMPARE(fixture.storedRun(run->record.runId).status, RunStatus::Interrupted);

        const auto next = launcher.start(runOn(thread), quick(), patient());
        QVERIFY(next);
        QCOMPARE(next->outcome, StartOutcome::Started);
        QCOMPARE(fixture.count(), 1);
    }

    void b3_aCallerThatGivesUpLeavesARunThatHasEnded()
    {
        const RunFixture fixture = makeRuns();
        const QString thread = QStringLiteral("t-1");
        RunLauncher launcher(fixture.launcherParts());
        auto held = std::make_optional(fixture.admission->acquire(thread, patient()));
        CancelSource source;
        const auto executor = quick();
        auto started = std::async(std::launch::async, [&] {
            return launcher.start(runOn(thread), executor, {QDeadlineTimer(patienceMs), source.token()});
        });
        QTRY_COMPARE(fixture.admission->waiting(thread), 1);
        source.cancel();
        const auto run = started.get();
        QVERIFY(run);
        QCOMPARE(run->outcome, StartOutcome::Cancelled);
        QCOMPARE(fixture.storedRun(run->record.runId).status, RunStatus::Interrupted);
        QCOMPARE(executor->executions.load(), 0);
        held.reset();
        QCOMPARE(fixture.count(), 0);
        QCOMPARE(fixture.admission->entries(), 0);
    }
};

} // namespace verderer::test

QTEST_GUILESS_MAIN(verderer::test::ScenarioB3)
#include "tst_scenario_b3.moc"
