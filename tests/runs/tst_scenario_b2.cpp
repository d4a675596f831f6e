// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_fixture.h"

namespace verderer::test {

/// Scenario B2: a started run's writer cannot replace a thread made by hand, nor the other way round.
class ScenarioB2 : public RunTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addStoreRows(); }

    void b2_writerOfAStartedRunAndCreateByHandMakeOneThread()
    {
        const RunFixture fixture = makeRuns();
        Gate gate;
        std::atomic<int> missing = 0;
        auto parts = fixture.launcherParts();
        parts.writerAfterRead = [&](bool found) {
            missing += found ? 0 : 1;
            gate.stop();
        };
        RunLauncher launcher(parts);
        const auto executor = staying();
        StartRun request = runOn(QStringLiteral("t-1"));
        request.metadataJson = R"({"from": "run"})";
        request.assistantId = QStringLiteral("lead_agent");
        auto started = std::async(std::launch::async, [&] { return launcher.start(request, executor, patient()); });
        QVERIFY(gate.waitReached());
        QCOMPARE(missing.load(), 1);
        QCOMPARE(fixture.count(), 0);
        QCOMPARE(fixture.runCount(), 1); // the row of the run comes first

        ThreadService service(fixture.dependencies());
        CreateThread wish;
        wish.id = QStringLiteral("t-1");
        wish.owner = QStringLiteral("user-a");
        wish.metadataJson = R"({"from": "hand"})";
        auto created = std::async(std::launch::async, [&] { return service.create(wish, patient()); });
        QTRY_COMPARE(fixture.admission->waiting(QStringLiteral("t-1")), 1);
        QCOMPARE(fixture.count(), 0);
        gate.open();

        const auto run = started.get();
        QVERIFY2(run, run ? "" : qPrintable(run.error().message));
        QCOMPARE(run->outcome, StartOutcome::Started);
        QCOMPARE(run->barrierPassed, 1);
        QVERIFY(run->warnings.isEmpty());
        const auto answer = created.get();
        QVERIFY(answer);
        QVERIFY(!answer->created);
        QCOMPARE(answer->record.metadataJson, QByteArray(R"({"from": "run"})"));
        QCOMPARE(answer->ignored.size(), 1);
        QCOMPARE(fixture.count(), 1);
        QCOMPARE(fixture.stored(QStringLiteral("t-1")).assistantId, std::optional<QString>(QStringLiteral("lead_agent")));

        executor->letGo();
        const auto ended = launcher.finished(run->record.runId, patient());
        QVERIFY(ended);
        QCOMPARE(ended->status, RunStatus::Success);
        QCOMPARE(executor->executions.load(), 1);
        QCOMPARE(fixture.admission->entries(), 0);
    }

    void b2_aThreadMadeByHandFirstIsFoundByTheWriter()
    {
        const RunFixture fixture = makeRuns();
        ThreadService service(fixture.dependencies());
        CreateThread wish;
        wish.id = QStringLiteral("t-1");
        wish.owner = QStringLiteral("user-a");
        wish.title = QStringLiteral("By hand");
        wish.metadataJson = R"({"from": "hand"})";
        QVERIFY(service.create(wish, patient())->created);

        std::atomic<int> found = 0;
        auto parts = fixture.launcherParts();
        parts.writerAfterRead = [&](bool wasFound) { found += wasFound ? 1 : 0; };
        RunLauncher launcher(parts);
        StartRun request = runOn(QStringLiteral("t-1"));
        request.metadataJson = R"({"from": "run"})";
        const auto run = launcher.start(request, quick(), patient());
        QVERIFY(run);
        QVERIFY(launcher.finished(run->record.runId, patient()));
        QCOMPARE(found.load(), 1);
        QCOMPARE(fixture.count(), 1);
        const ThreadRecord stored = fixture.stored(QStringLiteral("t-1"));
        QCOMPARE(stored.metadataJson, QByteArray(R"({"from": "hand"})"));
        QCOMPARE(stored.displayName, std::optional<QString>(QStringLiteral("By hand")));
        QCOMPARE(fixture.admission->entries(), 0);
    }

    void b2_aWriterThatFindsTheThreadOfAnotherUserEndsTheRunAndChangesNothing()
    {
        const RunFixture fixture = makeRuns();
        auto parts = fixture.launcherParts();
        // Born between the launcher's look and the writer's admission.
        parts.writerBeforeAdmission = [&] {
            ThreadRow row;
            row.threadId = QStringLiteral("t-1");
            row.owner = QStringLiteral("user-b");
            fixture.add(row);
        };
        RunLauncher launcher(parts);
        const auto executor = quick();
        const auto run = launcher.start(runOn(QStringLiteral("t-1")), executor, patient());
        QVERIFY(run);
        QCOMPARE(run->outcome, StartOutcome::Cancelled);
        QCOMPARE(run->record.status, RunStatus::Error);
        QVERIFY(run->record.error->contains(QLatin1String("user-b")));
        QCOMPARE(executor->executions.load(), 0);
        QCOMPARE(fixture.stored(QStringLiteral("t-1")).owner, std::optional<QString>(QStringLiteral("user-b")));
        QCOMPARE(fixture.stored(QStringLiteral("t-1")).status, QStringLiteral("idle"));
    }
};

} // namespace verderer::test

QTEST_GUILESS_MAIN(verderer::test::ScenarioB2)
#include "tst_scenario_b2.moc"
