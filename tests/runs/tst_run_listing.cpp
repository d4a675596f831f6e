// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/memory_run_store.h"
#include "runs/run_listing.h"
#include "runs/sql_run_store.h"
#include "threads/thread_stores.h"

using namespace verderer;
using namespace verderer::test;

namespace {

QStringList idsOf(RunListing &listing)
{
    QStringList ids;
    while (ids.size() < listing.size() || !listing.isComplete()) {
        if (ids.size() == listing.size()) {
            if (!listing.extend(1, patient())) {
                qFatal("cannot extend");
            }
            continue;
        }
        const auto page = listing.rows(ids.size(), 41, patient());
        if (!page) {
            qFatal("%s", qPrintable(page.error().message));
        }
        for (const auto &row : *page) {
            ids.append(row ? row->runId : QStringLiteral("(gone)"));
        }
    }
    return ids;
}

} // namespace

class TestRunListing : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<PostgresServer> m_server;
    std::unique_ptr<DatabaseFixture> m_database;
    std::shared_ptr<DatabaseWorker> m_worker;

    QString shown(const RunFilter &filter)
    {
        const auto listing = openRunListing(m_worker, filter, patient());
        return listing ? idsOf(**listing).join(QLatin1Char(' ')) : listing.error().message;
    }

private Q_SLOTS:
    void initTestCase_data() { addDatabaseRows(); }
    void initTestCase()
    {
        QString error;
        m_server = PostgresServer::start(&error);
        QVERIFY2(m_server, qPrintable(error));
    }
    void init()
    {
        QFETCH_GLOBAL(StoreKind, store);
        m_worker.reset();
        m_database = makeDatabase(store, m_server.get());
        m_worker = m_database->worker();
    }
    void cleanup()
    {
        m_worker.reset();
        m_database.reset();
    }
    void cleanupTestCase() { m_server.reset(); }

    void showsAllInTheOrderOfTheStore()
    {
        QList<RunRow> rows;
        for (int i = 0; i < 333; ++i) {
            RunRow row;
            row.runId = QStringLiteral("r-%1").arg((i * 7919) % 1000, 3, 10, QLatin1Char('0'));
            row.threadId = QStringLiteral("t-%1").arg(i);
            row.createdAt = QStringLiteral("2026-11-%1 10:00:00.%2").arg(1 + i % 28, 2, 10, QLatin1Char('0')).arg(i / 3, 6, 10, QLatin1Char('0'));
            rows.append(row);
        }
        RunRow reserving;
        reserving.runId = QStringLiteral("reserving");
        reserving.threadId = QStringLiteral("t-x");
        reserving.operationKind = QStringLiteral("delete");
        rows.append(reserving);
        m_database->add(rows);
        const auto listing = openRunListing(m_worker, {}, patient());
        QVERIFY2(listing, qPrintable(listing ? QString() : listing.error().message));
        const QStringList ids = idsOf(**listing);
        SqlRunStore store(m_worker);
        QStringList expected;
        std::optional<RunCursor> after;
        do {
            const auto page = store.list({}, 100, after, patient());
            QVERIFY(page);
            for (const RunRecord &record : page->runs) {
                expected.append(record.runId);
            }
            after = page->next;
        } while (after);
        QCOMPARE(ids.size(), 333);
        QCOMPARE(ids, expected);
        QCOMPARE((*listing)->indexOf(expected[200], patient()).value(), 200);
        QCOMPARE((*listing)->indexOf(QStringLiteral("reserving"), patient()).value(), -1);
        const auto again = openRunListing(std::make_shared<SqlRunStore>(m_worker), {}, patient());
        QVERIFY(again);
        QCOMPARE(idsOf(**again), expected);
    }

    void filtersInTheDatabase()
    {
        m_database->add(ThreadRow{.threadId = QStringLiteral("t1"), .title = QStringLiteral("Budget talks")});
        RunRow a;
        a.runId = QStringLiteral("a");
        a.threadId = QStringLiteral("t1");
        a.model = QStringLiteral("alpha");
        RunRow b;
        b.runId = QStringLiteral("b");
        b.threadId = QStringLiteral("orphaned");
        b.owner = std::nullopt;
        b.status = QStringLiteral("error");
        b.error = QStringLiteral("It broke 100%");
        b.createdAt = QStringLiteral("2026-11-02 10:00:00.000000");
        RunRow c;
        c.runId = QStringLiteral("c");
        c.threadId = QStringLiteral("orphaned-too");
        c.status = QStringLiteral("running");
        c.createdAt = QStringLiteral("2026-11-03 10:00:00.000000");
        m_database->add({a, b, c});
        QCOMPARE(shown({}), QStringLiteral("c b a"));
        RunFilter filter;
        filter.text = QStringLiteral("budget");
        QCOMPARE(shown(filter), QStringLiteral("a"));
        filter.text = QStringLiteral("100%");
        QCOMPARE(shown(filter), QStringLiteral("b"));
        filter = {};
        filter.orphansOnly = true;
        QCOMPARE(shown(filter), QStringLiteral("c b"));
        filter = {};
        filter.owner = QString();
        QCOMPARE(shown(filter), QStringLiteral("b"));
        filter = {};
        filter.model = QStringLiteral("alpha");
        QCOMPARE(shown(filter), QStringLiteral("a"));
        filter = {};
        filter.statuses = {QStringLiteral("error"), QStringLiteral("running")};
        QCOMPARE(shown(filter), QStringLiteral("c b"));
        filter = {};
        filter.activeLongerThan = parseDatabaseTimestamp(QStringLiteral("2026-11-04 00:00:00.000000"));
        QCOMPARE(shown(filter), QStringLiteral("c"));
        const auto listing = openRunListing(m_worker, {}, patient());
        QVERIFY(listing);
        const auto page = (*listing)->rows(2, 1, patient());
        QVERIFY(page && page->first());
        QCOMPARE(page->first()->threadTitle, QStringLiteral("Budget talks"));
        QVERIFY(page->first()->threadExists);
    }

    void goneRunsComeEmpty()
    {
        RunRow row;
        row.runId = QStringLiteral("r1");
        row.threadId = QStringLiteral("t1");
        m_database->add(row);
        const auto listing = openRunListing(m_worker, {}, patient());
        QVERIFY(listing);
        m_database->sql(QStringLiteral("DELETE FROM runs"));
        row.runId = QStringLiteral("r2"); // on SQLite it gets the rowid of the first
        m_database->add(row);
        QCOMPARE(idsOf(**listing), QStringList{QStringLiteral("(gone)")});
    }
};

QTEST_GUILESS_MAIN(TestRunListing)
#include "tst_run_listing.moc"
