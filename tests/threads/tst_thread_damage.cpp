// SPDX-License-Identifier: GPL-3.0-or-later
#include "thread_stores.h"

#include "base/json.h"
#include "threads/thread_json.h"
#include "threads/thread_rules.h"

using namespace verderer;
using namespace verderer::test;

/// One damaged row never hides the others, and is shown as what it is.
class TestThreadDamage : public ThreadTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addDatabaseRows(); }

    void damagedMetadataHidesNothing_data()
    {
        QTest::addColumn<QVariant>("stored");
        QTest::addColumn<bool>("sqliteOnly");
        QTest::newRow("NaN") << QVariant(QStringLiteral(R"({"k": NaN})")) << true;
        QTest::newRow("Infinity") << QVariant(QStringLiteral(R"({"k": Infinity})")) << true;
        QTest::newRow("empty") << QVariant(QStringLiteral("")) << true;
        QTest::newRow("torn") << QVariant(QStringLiteral(R"({"deerflow_pinned": tr)")) << true;
        QTest::newRow("bytes") << QVariant(QByteArray("\xff\xfe{\x00", 4)) << true;
        QTest::newRow("a bare number") << QVariant(QStringLiteral("5")) << false;
        QTest::newRow("a list") << QVariant(QStringLiteral("[\"deerflow_pinned\"]")) << false;
        QTest::newRow("null") << QVariant(QStringLiteral("null")) << false;
        QTest::newRow("an escaped NUL") << QVariant(QStringLiteral("{\"x\": \"a\\u0000b deerflow_pinned\"}")) << false;
        QTest::newRow("half a surrogate pair") << QVariant(QStringLiteral("{\"x\": \"\\ud83d deerflow_pinned\"}")) << false;
        QTest::newRow("a number no double holds") << QVariant(QStringLiteral(R"({"k": 1e400})")) << false;
        QTest::newRow("a number nothing holds") << QVariant(QStringLiteral(R"({"k": 1e200000})")) << false;
        QTest::newRow("a number too small") << QVariant(QStringLiteral(R"({"k": 1e-400})")) << false;
    }
    void damagedMetadataHidesNothing()
    {
        QFETCH(QVariant, stored);
        QFETCH(bool, sqliteOnly);
        const auto fixture = makeStore();
        const auto &database = *fixture.database;
        if (sqliteOnly && database.isPostgres()) {
            QSKIP("PostgreSQL lets nothing into a json column that is not JSON");
        }
        database.add(ThreadRow{.threadId = QStringLiteral("damaged")});
        database.add(ThreadRow{.threadId = QStringLiteral("good"), .metadata = QStringLiteral(R"({"k": 1.5, "deerflow_pinned": true})")});
        database.sql(QStringLiteral("UPDATE threads_meta SET metadata_json = %1 WHERE thread_id = 'damaged'")
                         .arg(database.isPostgres() ? QStringLiteral("CAST(? AS json)") : QStringLiteral("?")),
                     {stored});
        ThreadService service(fixture.dependencies());
        const auto page = service.list({}, 10, {}, patient());
        QVERIFY2(page, qPrintable(page ? QString() : page.error().message));
        QCOMPARE(page->threads.size(), 2);
        QCOMPARE(page->threads.first().threadId, QStringLiteral("good"));
        QVERIFY(!page->threads.last().pinned);
        for (const QByteArray &value : {QByteArray("1.5"), QByteArray("1"), QByteArray("null"), QByteArray("true"), QByteArray("\"x\"")}) {
            const auto found = service.list({.metadata = {{QStringLiteral("k"), value}}}, 10, {}, patient());
            QVERIFY2(found, qPrintable(found ? QString() : found.error().message));
            QCOMPARE(found->threads.size(), value == "1.5" ? 1 : 0);
        }
        QVERIFY(service.show(QStringLiteral("damaged"), patient()));
        QVERIFY(threadToJson(page->threads.last()).contains("damage"));
        if (sqliteOnly) {
            QVERIFY(!page->threads.last().damage.isEmpty());
        }
        // Whatever it is, it can be deleted.
        QVERIFY(service.remove(QStringLiteral("damaged"), patient()));
        QCOMPARE(fixture.count(), 1);
    }

    void aPinBesideAnUnreadableEscapeIsSeen()
    {
        const auto fixture = makeStore();
        fixture.database->add(
            ThreadRow{.threadId = QStringLiteral("a"), .metadata = QStringLiteral("{\"x\": \"\\u0000\", \"deerflow_pinned\": true}")});
        fixture.database->add(ThreadRow{.threadId = QStringLiteral("b"),
                                        .metadata = QStringLiteral("{\"x\": \"\\ud83d\\ude00\", \"deerflow_pinned\": true, \"k\": 1}")});
        fixture.database->add(ThreadRow{.threadId = QStringLiteral("c"), .updatedAt = QStringLiteral("2031-01-01 00:00:00.000000")});
        const auto page = fixture.store->list({}, 10, {}, patient());
        QVERIFY2(page, qPrintable(page ? QString() : page.error().message));
        QCOMPARE(page->threads[0].threadId, QStringLiteral("b"));
        QCOMPARE(page->threads[1].threadId, QStringLiteral("a"));
        QCOMPARE(fixture.store->list({.metadata = {{QStringLiteral("k"), "1"}}}, 10, {}, patient())->threads.size(), 1);
    }

    /// T77
    void t77OtherFormsOfTime()
    {
        const auto fixture = makeStore();
        const auto &database = *fixture.database;
        if (database.isPostgres()) {
            QSKIP("PostgreSQL stores times as times");
        }
        database.add(ThreadRow{.threadId = QStringLiteral("with-t"), .updatedAt = QStringLiteral("2026-01-01T10:00:00Z")});
        database.add(ThreadRow{.threadId = QStringLiteral("theirs"), .updatedAt = QStringLiteral("2026-01-01 11:00:00.000000")});
        database.add(ThreadRow{.threadId = QStringLiteral("offset"), .updatedAt = QStringLiteral("2026-01-01 12:30:00.5+08:00")});
        database.add(ThreadRow{.threadId = QStringLiteral("epoch"), .updatedAt = QStringLiteral("1767225600")});
        database.add(ThreadRow{.threadId = QStringLiteral("none"), .updatedAt = QStringLiteral("")});
        ThreadService service(fixture.dependencies());
        const auto page = service.list({}, 10, {}, patient());
        QHash<QString, ThreadRecord> rows;
        for (const ThreadRecord &record : page->threads) {
            rows.insert(record.threadId, record);
        }
        QCOMPARE(page->threads.first().threadId, QStringLiteral("with-t")); // DeerFlow's order, wrong as it is
        QCOMPARE(rows[QStringLiteral("with-t")].updatedAt, parseDatabaseTimestamp(QStringLiteral("2026-01-01 10:00:00.000000")));
        QVERIFY(rows[QStringLiteral("with-t")].damage.join(u' ').contains(QLatin1String("DeerFlow orders this thread wrongly")));
        QVERIFY(rows[QStringLiteral("theirs")].damage.isEmpty());
        QCOMPARE(rows[QStringLiteral("offset")].updatedAt, parseDatabaseTimestamp(QStringLiteral("2026-01-01 04:30:00.500000")));
        QCOMPARE(rows[QStringLiteral("epoch")].updatedAt, parseDatabaseTimestamp(QStringLiteral("2026-01-01 00:00:00.000000")));
        QVERIFY(!rows[QStringLiteral("none")].updatedAt);
        QVERIFY(rows[QStringLiteral("none")].damage.join(u' ').contains(QLatin1String("is no time")));

        // Filters go by the real time, in SQL as by the rules.
        const auto at = [](const char *text) { return parseDatabaseTimestamp(QLatin1String(text)); };
        for (const ThreadFilter &filter :
             {ThreadFilter{.updatedFrom = at("2026-01-01 10:30:00.000000")}, ThreadFilter{.updatedBefore = at("2026-01-01 10:30:00.000000")},
              ThreadFilter{.updatedFrom = at("2026-01-01 04:30:00.500000"), .updatedBefore = at("2026-01-01 10:00:00.000000")}}) {
            QSet<QString> expected;
            for (const ThreadRecord &record : page->threads) {
                if (*matchesFilter(record, filter)) {
                    expected.insert(record.threadId);
                }
            }
            QSet<QString> got;
            const auto found = service.list(filter, 10, {}, patient());
            for (const ThreadRecord &record : found->threads) {
                got.insert(record.threadId);
            }
            QCOMPARE(got, expected);
            QVERIFY(!got.isEmpty());
        }
        // What we write is their form, and puts the row right again.
        QVERIFY(service.rename(QStringLiteral("with-t"), QStringLiteral("x"), patient()));
        QCOMPARE(fixture.stored(QStringLiteral("with-t")).updatedRaw, QStringLiteral("2026-11-15 12:00:00.123456"));
        QCOMPARE(database.sql(QStringLiteral("SELECT typeof(updated_at) FROM threads_meta WHERE thread_id = 'with-t'")).first().first().toString(),
                 QStringLiteral("text"));
    }

    void timesAreUtcWhateverTheZone_data()
    {
        QTest::addColumn<QByteArray>("zone");
        QTest::newRow("Asia/Shanghai") << QByteArray("Asia/Shanghai");
        QTest::newRow("America/St_Johns") << QByteArray("America/St_Johns");
    }
    /// T75, the half of the data: what is stored and read is UTC.
    void timesAreUtcWhateverTheZone()
    {
        QFETCH(QByteArray, zone);
        const QByteArray before = qgetenv("TZ");
        qputenv("TZ", zone);
        tzset();
        const auto restore = qScopeGuard([&] {
            before.isNull() ? qunsetenv("TZ") : qputenv("TZ", before);
            tzset();
        });
        const auto fixture = makeStore();
        fixture.database->add(ThreadRow{.threadId = QStringLiteral("theirs"), .updatedAt = QStringLiteral("2026-01-01 00:00:00.000000")});
        const ThreadRecord theirs = fixture.stored(QStringLiteral("theirs"));
        QCOMPARE(theirs.updatedRaw, QStringLiteral("2026-01-01 00:00:00.000000"));
        QCOMPARE(*theirs.updatedAt, 1'767'225'600'000'000);
        QCOMPARE(toQString(threadToJson(theirs)["updated_at"]), QStringLiteral("2026-01-01T00:00:00+00:00"));

        // An hour that summer time takes out of the local clock.
        fixture.clock->set(QStringLiteral("2026-03-08 06:00:00.000001"));
        ThreadService service(fixture.dependencies());
        QVERIFY(service.create({.id = QStringLiteral("ours")}, patient()));
        QCOMPARE(fixture.stored(QStringLiteral("ours")).createdRaw, QStringLiteral("2026-03-08 06:00:00.000001"));
        const auto rows = fixture.database->sql(fixture.database->isPostgres()
                                                    ? QStringLiteral("SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') FROM "
                                                                     "threads_meta WHERE thread_id = 'ours'")
                                                    : QStringLiteral("SELECT created_at FROM threads_meta WHERE thread_id = 'ours'"));
        QCOMPARE(rows.first().first().toString(), QStringLiteral("2026-03-08 06:00:00.000001"));
    }
};

QTEST_GUILESS_MAIN(TestThreadDamage)
#include "tst_thread_damage.moc"
