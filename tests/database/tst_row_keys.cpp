// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/database_connection.h"
#include "database/row_keys.h"
#include "support/database_fixture.h"

#include <QTest>

using namespace verderer;
using test::DatabaseFixture;

namespace {

constexpr auto table = "CREATE TABLE items (id TEXT PRIMARY KEY, moment DATETIME, meta JSON)";

RowKeys::Source source()
{
    RowKeys::Source source;
    source.table = source.from = QStringLiteral("items");
    source.rowid = QStringLiteral("rowid");
    source.id = QStringLiteral("id");
    source.time = QStringLiteral("moment");
    source.pinned = makeDialect(DatabaseKind::Sqlite)->pinnedExpression(QStringLiteral("meta"));
    return source;
}

Result<RowKeys> readKeys(const DatabaseFixture &database, const RowKeys::Source &what, const Wait &wait = {})
{
    auto connection = DatabaseConnection::open(database.url(), DatabaseConnection::Access::ReadOnly, wait, {});
    if (!connection) {
        return tl::unexpected<Error>(connection.error());
    }
    Result<RowKeys> keys;
    const auto done = (*connection)->runJob(false, wait, 1'000, [&](DatabaseSession &session) -> Result<void> {
        keys = RowKeys::read(session, what);
        return keys ? Result<void>() : tl::unexpected<Error>(keys.error());
    });
    return done ? std::move(keys) : tl::unexpected<Error>(done.error());
}

QList<qint64> rowids(const RowKeys &keys)
{
    QList<qint64> list;
    for (qint64 i = 0; i < keys.size(); ++i) {
        list.append(keys.at(i).rowid);
    }
    return list;
}

/// What SQLite itself makes of DeerFlow's ORDER BY, over rows whose JSON is whole.
QList<qint64> orderOfSql(const DatabaseFixture &database)
{
    QList<qint64> list;
    for (const auto &row : database.sql(QStringLiteral("SELECT rowid FROM items ORDER BY CASE WHEN json_valid(meta) THEN coalesce(json_type(meta, "
                                                       "'$.\"deerflow_pinned\"') = 'true', 0) ELSE 0 END DESC, moment DESC, id DESC"))) {
        list.append(row.first().toLongLong());
    }
    return list;
}

std::unique_ptr<DatabaseFixture> makeItems()
{
    DatabaseFixture::Schema schema;
    schema.further = QStringList{QString::fromLatin1(table)};
    return DatabaseFixture::sqlite(schema);
}

} // namespace

class TestRowKeys : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ordersAsTheDatabaseDoes()
    {
        const auto database = makeItems();
        const QVariant null = QVariant(QMetaType::fromType<QString>());
        QList<QList<QVariant>> rows;
        const QStringList moments{QStringLiteral("2026-11-30 19:29:36.976169"),
                                  QStringLiteral("2026-11-30 19:29:36.976168"),
                                  QStringLiteral("2026-11-30T19:29:36.976169"),
                                  QStringLiteral("2026-11-30 19:29:36"),
                                  QStringLiteral("2026-11-30"),
                                  QStringLiteral(""),
                                  QStringLiteral("1764531000"),
                                  QStringLiteral("1764531000.5"),
                                  QStringLiteral("not a time"),
                                  QStringLiteral("2026-99-30 19:29:36.976169"),
                                  QStringLiteral("0001-01-01 00:00:00.000000"),
                                  QStringLiteral("9999-12-31 23:59:59.999999"),
                                  QStringLiteral("2026-11-30 19:29:36.97616x"),
                                  QStringLiteral("2026-11-30 19:29:36.976169Z")};
        const QStringList metas{QStringLiteral("{}"),
                                QStringLiteral("{\"deerflow_pinned\": true}"),
                                QStringLiteral("{\"deerflow_pinned\": 1}"),
                                QStringLiteral("{\"deerflow_pinned\": \"true\"}"),
                                QStringLiteral("{\"deerflow_pinned\": tr"),
                                QStringLiteral("")};
        int number = 0;
        for (int round = 0; round < 2; ++round) { // every time twice: ties, whose ids decide
            for (const QString &moment : moments) {
                for (const QString &meta : metas) {
                    rows.append({QStringLiteral("id-%1").arg((++number * 7919) % 1000), moment, meta});
                }
            }
        }
        rows.append({QStringLiteral("without a time"), null, QStringLiteral("{}")});
        rows.append({QStringLiteral("pinned without a time"), null, QStringLiteral("{\"deerflow_pinned\": true}")});
        database->sqlForEach(QStringLiteral("INSERT INTO items VALUES (?, ?, ?)"), rows);

        const auto keys = readKeys(*database, source());
        QVERIFY2(keys, qPrintable(keys ? QString() : keys.error().message));
        QCOMPARE(rowids(*keys), orderOfSql(*database));
        QCOMPARE(keys->size(), rows.size());
    }

    void manyRows_data()
    {
        QTest::addColumn<QString>("moment");
        QTest::newRow("all of the same time") << QStringLiteral("'2026-11-30 19:29:36.976169'");
        QTest::newRow("none in DeerFlow's form") << QStringLiteral("printf('2026-11-30T%06d', (n * 7919) % 1000003)");
        QTest::newRow("all different") << QStringLiteral("printf('2026-11-30 19:29:36.%06d', (n * 7919) % 1000003)");
        QTest::newRow("pairs") << QStringLiteral("printf('2026-11-30 19:29:36.%06d', n / 2)");
    }
    void manyRows()
    {
        QFETCH(QString, moment);
        const auto database = makeItems();
        constexpr int count = 120'000; // above what is sorted in memory where times tell nothing
        database->sql(QStringLiteral("WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < %1) INSERT INTO items SELECT "
                                     "printf('id-%07d', (n * 104729) % 9999991), %2, '{}' FROM c")
                          .arg(count)
                          .arg(moment));
        const auto keys = readKeys(*database, source());
        QVERIFY2(keys, qPrintable(keys ? QString() : keys.error().message));
        QCOMPARE(keys->size(), count);
        QCOMPARE(rowids(*keys), orderOfSql(*database));
        QVERIFY2(keys->bytes() <= 24LL * count * 2, qPrintable(QString::number(keys->bytes())));
    }

    void filtersAndFinds()
    {
        const auto database = makeItems();
        database->sqlForEach(QStringLiteral("INSERT INTO items VALUES (?, ?, '{}')"),
                             {{QStringLiteral("a"), QStringLiteral("2026-01-01 00:00:00.000000")},
                              {QStringLiteral("b"), QStringLiteral("2026-01-02 00:00:00.000000")},
                              {QStringLiteral("c"), QStringLiteral("2026-01-03 00:00:00.000000")}});
        RowKeys::Source some = source();
        some.where = QStringLiteral("id <> ?");
        some.values = {QStringLiteral("b")};
        const auto keys = readKeys(*database, some);
        QVERIFY(keys);
        QCOMPARE(rowids(*keys), (QList<qint64>{3, 1}));
        QCOMPARE(keys->indexOf(1), 1);
        QCOMPARE(keys->indexOf(2), -1);
        QCOMPARE(keys->at(0).idHash, idHash("c"));
        QVERIFY(keys->at(0).idHash != keys->at(1).idHash);
    }

    void hashesTellIdsApart()
    {
        QSet<quint64> hashes;
        constexpr int count = 100'000;
        for (int i = 0; i < count; ++i) {
            hashes.insert(idHash("thread-" + std::to_string(i)));
        }
        QCOMPARE(hashes.size(), count);
        QVERIFY(idHash("") != idHash(std::string_view("\0", 1)));
    }

    void isCancelledBetweenRows()
    {
        const auto database = makeItems();
        database->sql(QStringLiteral("WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 5000) INSERT INTO items SELECT "
                                     "'id' || n, '2026-11-30 19:29:36.000001', '{}' FROM c"));
        CancelSource cancel;
        auto connection = DatabaseConnection::open(database->url(), DatabaseConnection::Access::ReadOnly, {}, {});
        QVERIFY(connection);
        int seen = 0;
        const auto done =
            (*connection)->runJob(false, {QDeadlineTimer(QDeadlineTimer::Forever), cancel.token()}, 1'000, [&](DatabaseSession &session) {
                return session.scan(QStringLiteral("SELECT rowid FROM items"), {}, [&](const ScannedRow &) {
                    if (++seen == 10) {
                        cancel.cancel();
                    }
                    return true;
                });
            });
        QVERIFY(!done);
        QCOMPARE(done.error().code, ErrorCode::Cancelled);
        QCOMPARE(seen, 10);
        // The connection is as good as before.
        const auto again = (*connection)->runJob(false, {}, 1'000, [](DatabaseSession &session) -> Result<void> {
            const auto keys = RowKeys::read(session, source());
            return keys && keys->size() == 5000 ? Result<void>() : fail(ErrorCode::Internal, QStringLiteral("wrong"));
        });
        QVERIFY(again);
    }
};

QTEST_GUILESS_MAIN(TestRowKeys)
#include "tst_row_keys.moc"
