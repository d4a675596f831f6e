// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_fixture.h"

namespace verderer::test {

/// Databases written by other hands: every age of the schema, damaged rows, stale ones, tables that are not there.
class RunStoreSchemas : public RunTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addDatabaseRows(); }

    void everyAgeOfTheSchemaIsReadAndWritten_data()
    {
        QTest::addColumn<int>("age");
        for (int age = 1; age <= 13; ++age) {
            QTest::addRow("age %d", age) << age;
        }
    }
    void everyAgeOfTheSchemaIsReadAndWritten()
    {
        QFETCH(int, age);
        DatabaseFixture::Schema schema;
        schema.age = age;
        const RunFixture fixture = makeRuns(schema);
        RunRow old;
        old.runId = QStringLiteral("old");
        old.threadId = QStringLiteral("t-1");
        old.model = QStringLiteral("m-1");
        old.totalTokens = 12;
        fixture.database->add(old);
        RunLauncher launcher(fixture.launcherParts());
        const auto run =
            launcher.start(runOn(QStringLiteral("t-1")), quick({RunStatus::Error, QStringLiteral("why"), QStringLiteral("cap")}), patient());
        QVERIFY2(run, run ? "" : qPrintable(run.error().message));
        const auto ended = launcher.finished(run->record.runId, patient());
        QVERIFY2(ended, ended ? "" : qPrintable(ended.error().message));
        QCOMPARE(ended->status, RunStatus::Error);
        QCOMPARE(ended->stopReason.has_value(), age >= 5);
        QCOMPARE(ended->ownerWorkerId.has_value(), age >= 4);
        const auto page = fixture.runs->list({}, 10, {}, patient());
        QVERIFY(page);
        QCOMPARE(page->runs.size(), 2);
        QVERIFY(page->runs.last().damage.isEmpty());
        QCOMPARE(page->runs.last().totalTokens, 12);
        QCOMPARE(page->runs.last().modelName, old.model);

        // One active run a thread, also where no index says so.
        const auto executor = staying();
        const auto active = launcher.start(runOn(QStringLiteral("t-1")), executor, patient());
        QVERIFY(active);
        RunLauncher other(fixture.launcherParts());
        const auto refused = other.start(runOn(QStringLiteral("t-1")), quick(), patient());
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Conflict);
        executor->letGo();
        QVERIFY(launcher.finished(active->record.runId, patient()));

        StartRun keyed = runOn(QStringLiteral("t-2"));
        keyed.idempotencyKey = QStringLiteral("key");
        const auto withKey = launcher.start(keyed, quick(), patient());
        if (age >= 13) {
            QVERIFY(withKey);
        } else {
            QVERIFY(!withKey);
            QCOMPARE(withKey.error().code, ErrorCode::Invalid);
            QVERIFY(withKey.error().message.contains(QLatin1String("0013")));
        }
    }

    void startsRaceWithoutAnIndexAndOneWins()
    {
        DatabaseFixture::Schema schema;
        schema.age = 3;
        const RunFixture fixture = makeRuns(schema);
        std::vector<std::future<Result<RunRecord>>> inserts;
        for (int i = 0; i < 8; ++i) {
            inserts.push_back(std::async(std::launch::async, [&fixture, i] {
                SqlRunStore store(fixture.database->worker());
                RunRecord record;
                record.runId = QStringLiteral("r-%1").arg(i);
                record.threadId = QStringLiteral("t-1");
                record.status = RunStatus::Pending;
                record.createdRaw = record.updatedRaw = QStringLiteral("2026-11-15 10:00:00.000000");
                return store.insert(record, patient());
            }));
        }
        int won = 0;
        for (auto &insert : inserts) {
            const auto result = insert.get();
            won += result ? 1 : 0;
            if (!result) {
                QCOMPARE(result.error().code, ErrorCode::Conflict);
            }
        }
        QCOMPARE(won, 1);
        QCOMPARE(fixture.runCount(), 1);
    }

    void aColumnThatNothingIsKnownOfIsNamed()
    {
        DatabaseFixture::Schema schema;
        schema.further = {QStringLiteral("ALTER TABLE runs ADD COLUMN tomorrow INTEGER")};
        if (currentStore() == StoreKind::Postgres) {
            schema.further.append(QStringLiteral("ALTER TABLE runs ALTER COLUMN tomorrow SET NOT NULL"));
        } else {
            schema.further = {
                QStringLiteral("PRAGMA writable_schema = 1"),
                QStringLiteral("UPDATE sqlite_master SET sql = replace(sql, 'multitask_strategy VARCHAR(20) NOT NULL', 'multitask_strategy "
                               "VARCHAR(20) NOT NULL, tomorrow INTEGER NOT NULL') WHERE name = 'runs'"),
                QStringLiteral("PRAGMA writable_schema = 0")};
        }
        const RunFixture fixture = makeRuns(schema);
        if (currentStore() == StoreKind::Sqlite &&
            fixture.database->sql(QStringLiteral("SELECT 1 FROM pragma_table_info('runs') WHERE name = 'tomorrow'")).isEmpty()) {
            QSKIP("this SQLite does not let its schema be edited");
        }
        RunLauncher launcher(fixture.launcherParts());
        const auto run = launcher.start(runOn(QStringLiteral("t-1")), quick(), patient());
        QVERIFY(!run);
        QCOMPARE(run.error().code, ErrorCode::Invalid);
        QVERIFY(run.error().message.contains(QLatin1String("\"tomorrow\"")));
    }

    void damagedRowsAreShownAsDamaged()
    {
        const RunFixture fixture = makeRuns();
        RunRow good;
        good.runId = QStringLiteral("good");
        good.threadId = QStringLiteral("t-1");
        fixture.database->add(good);
        RunRow odd = good;
        odd.runId = QStringLiteral("odd");
        odd.status = QStringLiteral("dreaming");
        odd.metadata = QStringLiteral("[1, 2]");
        odd.tokenUsage = QStringLiteral(R"({"m": 5, "n": {"total_tokens": 7}})");
        fixture.database->add(odd);
        if (!fixture.database->isPostgres()) {
            fixture.database->sql(
                QStringLiteral("UPDATE runs SET kwargs_json = '{broken', created_at = 'yesterday', message_count = 'many', lease_expires_at "
                               "= 'soon' WHERE run_id = 'odd'"));
        }
        const auto page = fixture.runs->list({}, 10, {}, patient());
        QVERIFY(page);
        QCOMPARE(page->runs.size(), 2);
        const RunRecord stored = fixture.storedRun(QStringLiteral("odd"));
        QCOMPARE(stored.status, RunStatus::Unknown);
        QCOMPARE(stored.statusRaw, QStringLiteral("dreaming"));
        QCOMPARE(stored.metadataJson, QByteArray("[1, 2]"));
        QCOMPARE(stored.byModel.size(), 1);
        QCOMPARE(stored.damage.size(), fixture.database->isPostgres() ? 3 : 7);
        QVERIFY(fixture.storedRun(QStringLiteral("good")).damage.isEmpty());
    }

    /// Traps 67, 69 and 71: what looks forgotten is found, told with all that is known of it, and never touched.
    void staleRunsAreFoundAndNeverFlipped()
    {
        const RunFixture fixture = makeRuns();
        RunRow running;
        running.runId = QStringLiteral("stale");
        running.threadId = QStringLiteral("t-1");
        running.status = QStringLiteral("running");
        running.createdAt = running.updatedAt = QStringLiteral("2026-11-12 12:00:00.000000");
        RunRow pending = running;
        pending.runId = QStringLiteral("waiting");
        pending.threadId = QStringLiteral("t-2");
        pending.status = QStringLiteral("pending");
        fixture.database->add({running, pending});
        RunRow fresh = running;
        fresh.runId = QStringLiteral("fresh");
        fresh.threadId = QStringLiteral("t-3");
        fresh.createdAt = fresh.updatedAt = QStringLiteral("2026-11-15 11:59:59.000000");
        fixture.database->add(fresh);
        const QString before = fixture.database->dump();
        RunFilter filter;
        filter.activeLongerThan = fixture.clock->now() - 3'600'000'000;
        const auto page = fixture.runs->list(filter, 10, {}, patient());
        QVERIFY(page);
        QCOMPARE(page->runs.size(), 2);
        QVERIFY(!page->runs.first().leaseExpiresAt);
        QVERIFY(fixture.runs->events(QStringLiteral("t-2"), QStringLiteral("waiting"), {}, 0, 10, patient())->events.isEmpty());
        RunLauncher launcher(fixture.launcherParts());
        QVERIFY(launcher.reapDeadWorkers(patient())->isEmpty());
        QVERIFY(!launcher.start(runOn(QStringLiteral("t-1")), quick(), patient()));
        QCOMPARE(fixture.database->dump(), before);
    }

    void noTableOfRunsIsSaidSo()
    {
        const RunFixture fixture = makeRuns();
        fixture.database->sql(QStringLiteral("DROP TABLE run_events"));
        QVERIFY(fixture.runs->events(QStringLiteral("t-1"), {}, {}, 0, 10, patient())->events.isEmpty());
        RunEvent event;
        event.type = QStringLiteral("run.start");
        event.category = QStringLiteral("trace");
        event.createdRaw = QStringLiteral("2026-11-15 10:00:00.000000");
        QCOMPARE(fixture.runs->appendEvents(QStringLiteral("t-1"), QStringLiteral("r-1"), {event}, patient()).error().code, ErrorCode::Unavailable);
        fixture.database->sql(QStringLiteral("DROP TABLE runs"));
        SqlRunStore fresh(fixture.database->worker());
        const auto page = fresh.list({}, 10, {}, patient());
        QVERIFY(!page);
        QCOMPARE(page.error().code, ErrorCode::Damaged);
        QCOMPARE(page.error().details.kind, QStringLiteral("schema"));
    }
};

} // namespace verderer::test

QTEST_GUILESS_MAIN(verderer::test::RunStoreSchemas)
#include "tst_run_store_schemas.moc"
