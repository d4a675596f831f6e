// SPDX-License-Identifier: GPL-3.0-or-later
#include "thread_stores.h"
#include "threads/thread_listing.h"
#include "threads/thread_rows.h"

#include <latch>

using namespace verderer;
using namespace verderer::test;

namespace {

QString moment(int number)
{
    return QStringLiteral("2026-11-%1 10:00:00.%2").arg(1 + number % 28, 2, 10, QLatin1Char('0')).arg(number, 6, 10, QLatin1Char('0'));
}

/// All rows of a list, in pages of odd size.
QList<std::optional<ThreadRecord>> readAll(ThreadListing &listing)
{
    QList<std::optional<ThreadRecord>> all;
    for (;;) {
        if (all.size() == listing.size()) {
            if (listing.isComplete()) {
                return all;
            }
            if (!listing.extend(1, patient())) {
                qFatal("cannot extend");
            }
            continue;
        }
        const auto page = listing.rows(all.size(), 37, patient());
        if (!page) {
            qFatal("%s", qPrintable(page.error().message));
        }
        all.append(*page);
    }
}

QStringList idsOf(const QList<std::optional<ThreadRecord>> &rows)
{
    QStringList ids;
    for (const auto &row : rows) {
        ids.append(row ? row->threadId : QStringLiteral("(gone)"));
    }
    return ids;
}

} // namespace

class TestThreadListing : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<PostgresServer> m_server;
    std::unique_ptr<DatabaseFixture> m_database;
    std::shared_ptr<DatabaseWorker> m_worker;
    std::shared_ptr<ThreadStore> m_store;

    void add(const QList<ThreadRow> &rows)
    {
        if (m_database) {
            m_database->add(rows);
            return;
        }
        for (const ThreadRow &row : rows) {
            ThreadRecord record;
            record.threadId = row.threadId;
            record.owner = row.owner;
            record.displayName = row.title;
            record.status = row.status;
            record.metadataJson = row.metadata.toUtf8();
            record.createdRaw = row.createdAt;
            record.updatedRaw = row.updatedAt;
            readThreadMetadata(&record);
            readThreadTimes(&record);
            QVERIFY(m_store->insert(record, patient()));
        }
    }
    Result<std::shared_ptr<ThreadListing>> open(const ThreadFilter &filter = {})
    {
        return m_worker ? openThreadListing(m_worker, filter, patient()) : openThreadListing(m_store, filter, patient());
    }
    [[nodiscard]] bool isSqlite() const { return m_database && !m_database->isPostgres(); }

private Q_SLOTS:
    void initTestCase_data() { addStoreRows(); }
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
        m_database.reset();
        if (store == StoreKind::Memory) {
            m_store = std::make_shared<MemoryThreadStore>();
            return;
        }
        m_database = makeDatabase(store, m_server.get());
        m_worker = m_database->worker();
        m_store = std::make_shared<SqlThreadStore>(m_worker);
    }
    void cleanup()
    {
        m_store.reset();
        m_worker.reset();
        m_database.reset();
    }

    void showsAllInTheOrderOfTheStore()
    {
        QList<ThreadRow> rows;
        for (int i = 0; i < 431; ++i) {
            ThreadRow row;
            row.threadId = QStringLiteral("t-%1").arg((i * 7919) % 1000, 3, 10, QLatin1Char('0'));
            row.updatedAt = moment(i / 2); // pairs of the same time
            row.metadata = i % 50 == 0 ? QStringLiteral("{\"deerflow_pinned\": true}") : QStringLiteral("{\"n\": %1}").arg(i);
            row.owner = i % 3 == 0 ? std::optional<QString>() : QStringLiteral("user-%1").arg(i % 3);
            rows.append(row);
        }
        add(rows);
        const auto listing = open();
        QVERIFY2(listing, qPrintable(listing ? QString() : listing.error().message));
        const auto all = readAll(**listing);
        QCOMPARE(all.size(), 431);
        QStringList expected;
        std::optional<ThreadCursor> after;
        do {
            const auto page = m_store->list({}, 100, after, patient());
            QVERIFY(page);
            for (const ThreadRecord &record : page->threads) {
                expected.append(record.threadId);
            }
            after = page->next;
        } while (after);
        QCOMPARE(idsOf(all), expected);
        QVERIFY(all.first()->pinned);
        // Any page, in any order, is the same rows.
        const auto deep = (*listing)->rows(300, 20, patient());
        QVERIFY(deep);
        QCOMPARE(idsOf(*deep), expected.mid(300, 20));
        const auto cut = (*listing)->rows(425, 20, patient());
        QVERIFY(cut);
        QCOMPARE(cut->size(), 6);
        const auto behind = (*listing)->rows(1000, 20, patient());
        QVERIFY(behind && behind->isEmpty());
        for (int i = 0; i < expected.size(); i += 41) {
            const auto index = (*listing)->indexOf(expected[i], patient());
            QVERIFY(index);
            QCOMPARE(*index, i);
        }
        QCOMPARE((*listing)->indexOf(QStringLiteral("nobody"), patient()).value(), -1);
    }

    void isEmptyWhereThereIsNothing()
    {
        const auto listing = open();
        QVERIFY(listing);
        QCOMPARE((*listing)->size(), 0);
        QVERIFY((*listing)->isComplete());
    }

    void filtersInTheDatabase()
    {
        ThreadRow a;
        a.threadId = QStringLiteral("a");
        a.title = QStringLiteral("Quarterly 季度 report");
        a.metadata = QStringLiteral("{\"ticket\": 7}");
        ThreadRow b;
        b.threadId = QStringLiteral("b");
        b.owner = std::nullopt;
        b.status = QStringLiteral("error");
        b.metadata = QStringLiteral("{\"ticket\": \"7\"}");
        ThreadRow c;
        c.threadId = QStringLiteral("c");
        c.owner = QStringLiteral("user-c");
        c.metadata = QStringLiteral("{\"ticket\": true}");
        add({a, b, c});
        const auto shown = [&](const ThreadFilter &filter) {
            const auto listing = open(filter);
            return listing ? idsOf(readAll(**listing)).join(QLatin1Char(' ')) : listing.error().message;
        };
        ThreadFilter filter;
        filter.owner = QString();
        QCOMPARE(shown(filter), QStringLiteral("b"));
        filter = {};
        filter.text = QStringLiteral("季度");
        QCOMPARE(shown(filter), QStringLiteral("a"));
        filter = {};
        filter.metadata = {{QStringLiteral("ticket"), "7"}};
        QCOMPARE(shown(filter), QStringLiteral("a"));
        filter.metadata = {{QStringLiteral("ticket"), "\"7\""}};
        QCOMPARE(shown(filter), QStringLiteral("b"));
        filter.metadata = {{QStringLiteral("bad key"), "7"}};
        QVERIFY(shown(filter).contains(QStringLiteral("bad key")));
    }

    void oneDamagedRowHidesNoOther()
    {
        if (!isSqlite()) {
            QSKIP("only SQLite stores JSON that is none");
        }
        QList<ThreadRow> rows;
        const QStringList damaged{QStringLiteral(""), QStringLiteral("{\"deerflow_pinned\": tru"), QStringLiteral("NaN"), QStringLiteral("[1]"),
                                  QStringLiteral("null")};
        for (const QString &metadata : damaged) {
            ThreadRow row;
            row.threadId = QStringLiteral("damaged-%1").arg(rows.size());
            row.metadata = metadata;
            rows.append(row);
        }
        ThreadRow good;
        good.threadId = QStringLiteral("good");
        rows.append(good);
        ThreadRow odd = good;
        odd.threadId = QStringLiteral("odd");
        odd.updatedAt = QStringLiteral("2026-11-01T10:00:00Z");
        rows.append(odd);
        add(rows);
        const auto listing = open();
        QVERIFY2(listing, qPrintable(listing ? QString() : listing.error().message));
        const auto all = readAll(**listing);
        QCOMPARE(all.size(), rows.size());
        QCOMPARE(all.first()->threadId, QStringLiteral("odd")); // T sorts behind a space, so the list of DeerFlow has it first too
        QVERIFY(!all.first()->damage.isEmpty());
        for (const auto &row : all) {
            QVERIFY(row);
            QCOMPARE(row->damage.isEmpty(), row->threadId == u"good");
        }
    }

    void serverRowsWithNulEscapesHideNoOther()
    {
        if (!m_database || isSqlite()) {
            QSKIP("about PostgreSQL's type json, which keeps what its functions refuse");
        }
        ThreadRow bad;
        bad.threadId = QStringLiteral("nul");
        bad.metadata = QStringLiteral("{\"text\": \"a\\u0000b\"}");
        ThreadRow worse = bad;
        worse.threadId = QStringLiteral("nul-pinned");
        worse.metadata = QStringLiteral("{\"deerflow_pinned\": true, \"text\": \"a\\u0000b\"}");
        ThreadRow good;
        good.threadId = QStringLiteral("good");
        add({bad, worse, good});
        const auto listing = open();
        QVERIFY2(listing, qPrintable(listing ? QString() : listing.error().message));
        QCOMPARE((*listing)->size(), 3);
        ThreadFilter filter;
        filter.metadata = {{QStringLiteral("text"), "\"b\""}};
        const auto filtered = open(filter);
        QVERIFY2(filtered, qPrintable(filtered ? QString() : filtered.error().message));
        QCOMPARE((*filtered)->size(), 0);
    }

    void deletedAndReplacedRowsComeEmpty()
    {
        if (!m_database) {
            QSKIP("memory has no rowids and no other hand");
        }
        QList<ThreadRow> rows;
        for (int i = 0; i < 10; ++i) {
            ThreadRow row;
            row.threadId = QStringLiteral("t-%1").arg(i);
            row.updatedAt = moment(100 - i);
            rows.append(row);
        }
        add(rows);
        const auto listing = open();
        QVERIFY(listing);
        const auto before = readAll(**listing);
        const QString gone = before.last()->threadId;
        const QString touched = before[3]->threadId;
        m_database->sql(QStringLiteral("DELETE FROM threads_meta WHERE thread_id = ?"), {gone});
        m_database->sql(
            QStringLiteral("UPDATE threads_meta SET display_name = 'touched', updated_at = '2031-01-01 00:00:00.000000' WHERE thread_id = ?"),
            {touched});
        if (isSqlite()) { // the largest rowid was deleted, so the next row gets it
            m_database->sql(QStringLiteral("UPDATE threads_meta SET rowid = 1000 WHERE thread_id = ?"), {before[0]->threadId});
            ThreadRow newcomer;
            newcomer.threadId = QStringLiteral("newcomer");
            m_database->add(newcomer);
            m_database->sql(QStringLiteral("UPDATE threads_meta SET rowid = (SELECT 10) WHERE thread_id = 'newcomer'"));
        }
        const auto after = readAll(**listing);
        QCOMPARE(after.size(), before.size());
        QVERIFY(!after.last());
        QCOMPARE(after[3]->threadId, touched);
        QCOMPARE(after[3]->displayName, QStringLiteral("touched"));
        for (const auto &row : after) {
            QVERIFY(!row || row->threadId != u"newcomer");
        }
        const auto index = (*listing)->indexOf(QStringLiteral("newcomer"), patient());
        QVERIFY(index);
        QCOMPARE(*index, -1);
        // A new list has everything in its place.
        const auto fresh = open();
        QVERIFY(fresh);
        const auto now = readAll(**fresh);
        QCOMPARE(now.first()->threadId, touched);
        QVERIFY(!idsOf(now).contains(gone));
    }

    void readingKeysNeverKeepsTheWorkerBusy()
    {
        if (!isSqlite()) {
            QSKIP("only SQLite's lists read all keys");
        }
        ThreadRow row;
        row.threadId = QStringLiteral("t");
        add({row});
        std::latch release(1);
        auto busy = m_worker->read(patient(), [&](DatabaseSession &) -> Result<int> {
            release.wait();
            return 0;
        });
        const auto listing = open(); // would wait for ever behind that job
        release.count_down();
        QVERIFY(listing);
        QCOMPARE((*listing)->size(), 1);
        QVERIFY(busy.result());
    }

    void aListIsCancelled()
    {
        CancelSource cancel;
        cancel.cancel();
        if (!m_worker) {
            QSKIP("memory answers at once");
        }
        const auto listing = openThreadListing(m_worker, {}, {QDeadlineTimer(60'000), cancel.token()});
        QVERIFY(!listing);
        QCOMPARE(listing.error().code, ErrorCode::Cancelled);
    }

    void proposedIndexServesTheList()
    {
        if (!m_database) {
            QSKIP("memory needs no index");
        }
        QString statement = proposedThreadIndex(*makeDialect(m_database->url().kind));
        QVERIFY(statement.startsWith(QStringLiteral("CREATE INDEX")));
        m_database->sql(statement.chopped(1));
        ThreadRow row;
        row.threadId = QStringLiteral("pinned");
        row.metadata = QStringLiteral("{\"deerflow_pinned\": true}");
        add({row});
        const auto listing = open();
        QVERIFY(listing);
        QCOMPARE((*listing)->size(), 1);
    }
};

QTEST_GUILESS_MAIN(TestThreadListing)
#include "tst_thread_listing.moc"
