// SPDX-License-Identifier: GPL-3.0-or-later
#include "thread_stores.h"

using namespace verderer;
using namespace verderer::test;

/// Databases that older and newer DeerFlows left: their columns come and go, nothing is ever migrated.
class TestSchemaAges : public ThreadTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addDatabaseRows(); }

    void threadsLiveOnEverySchema_data()
    {
        QTest::addColumn<int>("age");
        for (int age = 1; age <= 13; ++age)
            QTest::addRow("%04d", age) << age;
    }
    void threadsLiveOnEverySchema()
    {
        QFETCH(int, age);
        const auto fixture = makeStore({.age = age});
        const auto &database = *fixture.database;
        database.add(ThreadRow{.threadId = QStringLiteral("old"), .title = QStringLiteral("Old one")});
        database.add(RunRow{.runId = QStringLiteral("r1"), .threadId = QStringLiteral("old")});
        database.add(RunRow{.runId = QStringLiteral("r2"), .threadId = QStringLiteral("busy"), .status = QStringLiteral("running")});
        database.add(ThreadRow{.threadId = QStringLiteral("busy")});
        database.add(EventRow{.threadId = QStringLiteral("old"), .runId = QStringLiteral("r1")});
        const auto columns = columnsOf(database);

        ThreadService service(fixture.dependencies());
        const auto created =
            service.create({.id = QStringLiteral("new"), .owner = QStringLiteral("user-a"), .title = QStringLiteral("New one")}, patient());
        QVERIFY2(created, qPrintable(created ? QString() : created.error().message));
        QVERIFY(created->created);
        QCOMPARE(service.list({}, 10, {}, patient())->threads.size(), 3);
        QCOMPARE(service.rename(QStringLiteral("old"), QStringLiteral("Renamed"), patient())->displayName.value(), QStringLiteral("Renamed"));
        QCOMPARE(service.rename(QStringLiteral("busy"), QStringLiteral("no"), patient()).error().code, ErrorCode::Conflict);
        const auto removed = service.remove(QStringLiteral("old"), patient());
        QVERIFY2(removed, qPrintable(removed ? QString() : removed.error().message));
        QCOMPARE(removed->removed.runs, 1);
        QCOMPARE(removed->removed.events, 1);
        QCOMPARE(database.count(QStringLiteral("runs"), QStringLiteral("thread_id = 'old'")), 0);
        QCOMPARE(service.remove(QStringLiteral("busy"), patient()).error().code, ErrorCode::Conflict);
        QCOMPARE(columnsOf(database), columns);
    }

    void newerColumnsAreShownAndFilled()
    {
        const auto fixture = makeStore({.archived = true, .projectId = true, .incarnation = true});
        const auto &database = *fixture.database;
        database.add(ThreadRow{.threadId = QStringLiteral("theirs")});
        database.sql(QStringLiteral("UPDATE threads_meta SET archived = true, project_id = 'p1', incarnation = 'abc' WHERE thread_id = 'theirs'"));
        ThreadService service(fixture.dependencies());
        const auto theirs = service.show(QStringLiteral("theirs"), patient());
        QCOMPARE(theirs->archived, std::optional<bool>(true));
        QCOMPARE(theirs->projectId, std::optional<QString>(QStringLiteral("p1")));
        QCOMPARE(theirs->incarnation, std::optional<QString>(QStringLiteral("abc")));

        const auto ours = service.create({.id = QStringLiteral("ours")}, patient());
        QVERIFY2(ours, qPrintable(ours ? QString() : ours.error().message));
        QCOMPARE(ours->record.archived, std::optional<bool>(false));
        QVERIFY(ours->record.incarnation);
        QCOMPARE(ours->record.incarnation->size(), 32);
    }

    void anUnknownNotNullColumnIsRefusedByName()
    {
        const auto fixture = makeStore({.further = {QStringLiteral("ALTER TABLE threads_meta ADD COLUMN tenant VARCHAR(8)")}});
        // SQLite cannot add a NOT NULL column without default to a table, so it gets a new one of the same columns.
        const auto &database = *fixture.database;
        if (database.isPostgres()) {
            database.sql(QStringLiteral("ALTER TABLE threads_meta ALTER COLUMN tenant SET NOT NULL"));
        } else {
            database.sql(QStringLiteral("DROP TABLE threads_meta"));
            database.sql(
                QStringLiteral("CREATE TABLE threads_meta (thread_id VARCHAR(64) PRIMARY KEY, user_id VARCHAR(64), assistant_id VARCHAR(128), "
                               "display_name VARCHAR(256), status VARCHAR(20) NOT NULL, metadata_json JSON NOT NULL, created_at DATETIME NOT "
                               "NULL, updated_at DATETIME NOT NULL, tenant VARCHAR(8) NOT NULL)"));
        }
        ThreadService service(fixture.dependencies());
        const auto refused = service.create({.id = QStringLiteral("t1")}, patient());
        QCOMPARE(refused.error().code, ErrorCode::Invalid);
        QCOMPARE(refused.error().details.kind, QStringLiteral("unknown-column"));
        QVERIFY(refused.error().message.contains(QLatin1String("\"tenant\"")));
        QCOMPARE(fixture.count(), 0);
    }

    void anUnknownColumnWithDefaultIsLeftToTheDatabase()
    {
        const auto fixture = makeStore({.further = {QStringLiteral("ALTER TABLE threads_meta ADD COLUMN tenant VARCHAR(8) DEFAULT 'x' NOT NULL")}});
        ThreadService service(fixture.dependencies());
        QVERIFY(service.create({.id = QStringLiteral("t1")}, patient()));
        QCOMPARE(fixture.database->count(QStringLiteral("threads_meta"), QStringLiteral("tenant = 'x'")), 1);
    }

    void aDatabaseWithoutThreadsSaysWhatItIs()
    {
        const auto fixture = makeStore({.further = {QStringLiteral("DROP TABLE threads_meta")}});
        ThreadService service(fixture.dependencies());
        const auto failed = service.list({}, 10, {}, patient());
        QCOMPARE(failed.error().code, ErrorCode::Damaged);
        QCOMPARE(failed.error().details.kind, QStringLiteral("schema"));
        QVERIFY(failed.error().message.contains(QLatin1String("threads_meta")));
        // The Gateway starts and makes its table: seen without a new connection.
        fixture.database->sql(QStringLiteral("CREATE TABLE threads_meta (thread_id VARCHAR(64) PRIMARY KEY, user_id VARCHAR(64), assistant_id "
                                             "VARCHAR(128), display_name VARCHAR(256), status VARCHAR(20) NOT NULL, metadata_json JSON NOT NULL, "
                                             "created_at %1 NOT NULL, updated_at %1 NOT NULL)")
                                  .arg(fixture.database->isPostgres() ? QStringLiteral("TIMESTAMPTZ") : QStringLiteral("DATETIME")));
        QVERIFY(service.list({}, 10, {}, patient()));
    }

private:
    static QStringList columnsOf(const DatabaseFixture &database)
    {
        QStringList result;
        const auto rows = database.sql(
            database.isPostgres() ? QStringLiteral("SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = "
                                                   "'public' ORDER BY 1")
                                  : QStringLiteral("SELECT sql FROM sqlite_master ORDER BY 1"));
        for (const auto &row : rows)
            result.append(row.first().toString());
        return result;
    }
};

QTEST_GUILESS_MAIN(TestSchemaAges)
#include "tst_schema_ages.moc"
