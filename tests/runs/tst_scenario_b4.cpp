// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/metadata_writer.h"
#include "runs/run_fixture.h"

namespace verderer::test {

/// Scenario B4: the budget of a run's metadata writer includes its wait for admission.
class ScenarioB4 : public RunTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addStoreRows(); }

    void b4_budgetRunsOut_data()
    {
        QTest::addColumn<bool>("strict");
        QTest::newRow("fallback") << false;
        QTest::newRow("strict") << true;
    }
    void b4_budgetRunsOut()
    {
        QFETCH(bool, strict);
        const RunFixture fixture = makeRuns();
        const QString thread = QStringLiteral("t-1");
        ThreadRow row;
        row.threadId = thread;
        row.title = QStringLiteral("There before");
        row.metadata = QStringLiteral(R"({"kept": true})");
        fixture.add(row);
        const ThreadRecord before = fixture.stored(thread);

        std::optional<Result<Admission::Guard>> other; // the operation that takes admission first and keeps it
        std::atomic<int> reads = 0;
        Microseconds budgetGiven = 0;
        auto parts = fixture.launcherParts();
        parts.writerBeforeAdmission = [&] {
            if (!other) {
                other.emplace(fixture.admission->acquire(thread, patient()));
            }
        };
        parts.writerAfterRead = [&](bool) { ++reads; };
        parts.budgetWait = [&](Microseconds budget, const std::function<bool(int)> &waitDone) {
            budgetGiven = budget;
            while (fixture.admission->waiting(thread) == 0) {
                if (waitDone(1)) {
                    return true;
                }
            }
            return waitDone(0); // no time passes: the budget is over
        };
        RunLauncher launcher(parts);
        const auto executor = staying();
        StartRun request = runOn(thread);
        request.strict = strict;
        const auto run = launcher.start(request, executor, {});
        QVERIFY2(run, run ? "" : qPrintable(run.error().message));
        QCOMPARE(budgetGiven, Microseconds(5'000'000));
        QCOMPARE(run->barrierPassed, 1);
        QVERIFY(run->warnings.join(QLatin1Char('\n')).contains(QLatin1String("Timed out ensuring thread_meta")));
        const bool failsClosed = run->warnings.join(QLatin1Char('\n')).contains(QLatin1String("MCP access will fail closed"));
        if (strict) {
            QCOMPARE(run->outcome, StartOutcome::Cancelled);
            QCOMPARE(run->record.status, RunStatus::Error);
            QVERIFY(run->record.error->contains(QLatin1String("Timed out verifying existing thread metadata")));
            QVERIFY(!failsClosed);
            QCOMPARE(executor->executions.load(), 0);
        } else {
            QCOMPARE(run->outcome, StartOutcome::Started);
            QCOMPARE(run->record.status, RunStatus::Running);
            QVERIFY(failsClosed);
            QVERIFY(executor->begun.tryAcquire(1, patienceMs));
            QVERIFY(!executor->context().threadIncarnation);
        }
        const RunRecord stored = fixture.storedRun(run->record.runId);
        QCOMPARE(stored.status, run->record.status);
        QCOMPARE(stored.error, run->record.error);
        QCOMPARE(stored.updatedRaw, run->record.updatedRaw);
        QCOMPARE(reads.load(), 0);

        // The cancelled writer is gone for good: freeing admission lets nothing more happen.
        QCOMPARE(fixture.admission->waiting(thread), 0);
        other.reset();
        QCOMPARE(fixture.admission->entries(), 0);
        if (!strict) {
            executor->letGo();
            QVERIFY(launcher.finished(run->record.runId, patient()));
        }
        const ThreadRecord after = fixture.stored(thread);
        QCOMPARE(after.status, before.status);
        QCOMPARE(after.updatedRaw, before.updatedRaw);
        QCOMPARE(after.metadataJson, before.metadataJson);
        QCOMPARE(after.displayName, before.displayName);
        QCOMPARE(reads.load(), 0);

        ThreadWish wish;
        wish.threadId = thread;
        wish.owner = QStringLiteral("user-a");
        wish.mustExist = strict;
        const auto next = ensureThread({fixture.store, fixture.admission, fixture.clock, {}, {}}, wish, patient());
        QVERIFY(next);
        QVERIFY(!next->created);
        QCOMPARE(next->record.metadataJson, before.metadataJson);
        QCOMPARE(fixture.admission->entries(), 0);
    }

    void b4_strictOnAnIdWithoutRowCreatesNothing()
    {
        const RunFixture fixture = makeRuns();
        RunLauncher launcher(fixture.launcherParts());
        StartRun request = runOn(QStringLiteral("nobody"));
        request.strict = true;
        const auto executor = quick();
        const auto run = launcher.start(request, executor, patient());
        QVERIFY(!run);
        QCOMPARE(run.error().code, ErrorCode::NotFound);
        QCOMPARE(fixture.count(), 0);
        QCOMPARE(fixture.runCount(), 0);
        QCOMPARE(executor->executions.load(), 0);
        QCOMPARE(fixture.admission->entries(), 0);
    }

    void b4_strictOnAThreadThatIsDeletedMeanwhileCreatesNoThread()
    {
        const RunFixture fixture = makeRuns();
        ThreadRow row;
        row.threadId = QStringLiteral("t-1");
        fixture.add(row);
        auto parts = fixture.launcherParts();
        parts.writerBeforeAdmission = [&] {
            if (fixture.database) {
                fixture.database->sql(QStringLiteral("DELETE FROM threads_meta"));
            } else {
                // As the other hand does: the thread alone, its runs stay.
                const auto threads = std::static_pointer_cast<MemoryThreadStore>(fixture.store);
                threads->setRemains(QStringLiteral("t-1"), {});
                threads->setRemover({});
                QVERIFY(fixture.store->remove(QStringLiteral("t-1"), patient()));
            }
        };
        RunLauncher launcher(parts);
        StartRun request = runOn(QStringLiteral("t-1"));
        request.strict = true;
        const auto run = launcher.start(request, quick(), patient());
        QVERIFY(run);
        QCOMPARE(run->outcome, StartOutcome::Cancelled);
        QCOMPARE(run->record.status, RunStatus::Error);
        QCOMPARE(fixture.count(), 0);
    }

    void b4_aVerifiedThreadHasAnIncarnation()
    {
        const RunFixture fixture = makeRuns();
        ThreadRow row;
        row.threadId = QStringLiteral("t-1");
        fixture.add(row);
        RunLauncher launcher(fixture.launcherParts());
        StartRun request = runOn(QStringLiteral("t-1"));
        request.strict = true;
        const auto executor = quick();
        const auto run = launcher.start(request, executor, patient());
        QVERIFY(run);
        QCOMPARE(run->outcome, StartOutcome::Started);
        QVERIFY(run->warnings.isEmpty());
        QVERIFY(launcher.finished(run->record.runId, patient()));
        QCOMPARE(executor->context().threadIncarnation, std::optional<QString>(row.createdAt));
    }
};

} // namespace verderer::test

QTEST_GUILESS_MAIN(verderer::test::ScenarioB4)
#include "tst_scenario_b4.moc"
