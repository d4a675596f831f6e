// SPDX-License-Identifier: GPL-3.0-or-later
#include "thread_stores.h"

#include "threads/thread_rules.h"

#include <algorithm>

using namespace verderer;
using namespace verderer::test;

class TestThreadFilters : public ThreadTest {
    Q_OBJECT

private:
    static QStringList ids(const QList<ThreadRecord> &records)
    {
        QStringList result;
        for (const ThreadRecord &record : records) {
            result.append(record.threadId);
        }
        return result;
    }
    /// All ids in order, read in pages of `limit`.
    static QStringList paged(ThreadStore &store, const ThreadFilter &filter, int limit)
    {
        QStringList result;
        std::optional<ThreadCursor> after;
        do {
            const auto page = store.list(filter, limit, after, patient());
            if (!page) {
                qFatal("%s", qPrintable(page.error().message));
            }
            result += ids(page->threads);
            after = page->next ? std::optional<ThreadCursor>(*ThreadCursor::decode(page->next->encode())) : std::nullopt;
        } while (after);
        return result;
    }
    /// What SQL gives must be what matchesFilter() and comesBefore() say of all rows.
    static void compareWithRules(const ThreadStoreFixture &fixture, const ThreadFilter &filter)
    {
        auto all = fixture.store->list({}, 10000, {}, patient())->threads;
        QList<ThreadRecord> expected;
        for (const ThreadRecord &record : std::as_const(all)) {
            const auto matches = matchesFilter(record, filter);
            QVERIFY(matches);
            if (*matches) {
                expected.append(record);
            }
        }
        std::sort(expected.begin(), expected.end(), comesBefore);
        QCOMPARE(paged(*fixture.store, filter, 3), ids(expected));
    }

private Q_SLOTS:
    void initTestCase_data() { addStoreRows(); }

    void metadataTypesAreStrict_data()
    {
        QTest::addColumn<QByteArray>("wanted");
        QTest::addColumn<QStringList>("found"); // by the value stored under "k"
        QTest::newRow("true") << QByteArray("true") << QStringList{QStringLiteral("true")};
        QTest::newRow("false") << QByteArray("false") << QStringList{QStringLiteral("false")};
        QTest::newRow("null is explicit") << QByteArray("null") << QStringList{QStringLiteral("null")};
        QTest::newRow("1 is no true, no 1.0, no text") << QByteArray("1") << QStringList{QStringLiteral("int1")};
        QTest::newRow("0 is no false") << QByteArray("0") << QStringList{QStringLiteral("int0")};
        QTest::newRow("1.0 compares with any number") << QByteArray("1.0") << QStringList{QStringLiteral("float1"), QStringLiteral("int1")};
        QTest::newRow("0.1") << QByteArray("0.1") << QStringList{QStringLiteral("tenth")};
        QTest::newRow("text") << QByteArray("\"1\"") << QStringList{QStringLiteral("text1")};
        QTest::newRow("text true") << QByteArray("\"true\"") << QStringList{QStringLiteral("texttrue")};
        QTest::newRow("Unicode") << QByteArray("\"季度\"") << QStringList{QStringLiteral("unicode")};
        QTest::newRow("quote") << QByteArray("\"it's\"") << QStringList{QStringLiteral("quote")};
        QTest::newRow("largest integer") << QByteArray("9223372036854775807") << QStringList{QStringLiteral("big")};
        QTest::newRow("its neighbour") << QByteArray("9223372036854775806") << QStringList{};
    }
    void metadataTypesAreStrict()
    {
        QFETCH(QByteArray, wanted);
        QFETCH(QStringList, found);
        const auto fixture = makeStore();
        const QList<std::pair<QString, QString>> rows{{QStringLiteral("true"), QStringLiteral(R"({"k": true})")},
                                                      {QStringLiteral("false"), QStringLiteral(R"({"k": false})")},
                                                      {QStringLiteral("null"), QStringLiteral(R"({"k": null})")},
                                                      {QStringLiteral("missing"), QStringLiteral("{}")},
                                                      {QStringLiteral("int1"), QStringLiteral(R"({"k": 1})")},
                                                      {QStringLiteral("int0"), QStringLiteral(R"({"k": 0})")},
                                                      {QStringLiteral("float1"), QStringLiteral(R"({"k": 1.0})")},
                                                      {QStringLiteral("tenth"), QStringLiteral(R"({"k": 0.1})")},
                                                      {QStringLiteral("text1"), QStringLiteral(R"({"k": "1"})")},
                                                      {QStringLiteral("texttrue"), QStringLiteral(R"({"k": "true"})")},
                                                      {QStringLiteral("unicode"), QStringLiteral(R"({"k": "季度"})")},
                                                      {QStringLiteral("quote"), QStringLiteral("{\"k\": \"it's\"}")},
                                                      {QStringLiteral("big"), QStringLiteral(R"({"k": 9223372036854775807})")},
                                                      {QStringLiteral("list"), QStringLiteral(R"({"k": [1]})")},
                                                      {QStringLiteral("object"), QStringLiteral(R"({"k": {"k": 1}})")},
                                                      {QStringLiteral("aList"), QStringLiteral("[1]")},
                                                      {QStringLiteral("aNumber"), QStringLiteral("1")},
                                                      {QStringLiteral("aNull"), QStringLiteral("null")}};
        for (const auto &[id, metadata] : rows) {
            fixture.add(ThreadRow{.threadId = id, .metadata = metadata});
        }
        const ThreadFilter filter{.metadata = {{QStringLiteral("k"), wanted}}};
        QStringList got = paged(*fixture.store, filter, 100);
        got.sort();
        QCOMPARE(got, found);
        compareWithRules(fixture, filter);
    }

    void whatCannotBeFilteredByIsRefused_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("a key with a dot") << QStringLiteral("a.b") << QByteArray("1");
        QTest::newRow("a key with a quote") << QStringLiteral("a\"b") << QByteArray("1");
        QTest::newRow("no key") << QString() << QByteArray("1");
        QTest::newRow("a list") << QStringLiteral("a") << QByteArray("[1]");
        QTest::newRow("an object") << QStringLiteral("a") << QByteArray("{}");
        QTest::newRow("beyond 64 bits") << QStringLiteral("a") << QByteArray("9223372036854775808");
        QTest::newRow("not JSON") << QStringLiteral("a") << QByteArray("web");
    }
    void whatCannotBeFilteredByIsRefused()
    {
        QFETCH(QString, key);
        QFETCH(QByteArray, value);
        const auto fixture = makeStore();
        fixture.add(ThreadRow{.threadId = QStringLiteral("t")});
        const auto refused = fixture.store->list({.metadata = {{key, value}}}, 10, {}, patient());
        QCOMPARE(refused.error().code, ErrorCode::Invalid);
        QCOMPARE(refused.error().details.kind, QStringLiteral("metadata-filter"));
    }

    void ownerStatusTextAndTime()
    {
        const auto fixture = makeStore();
        for (int i = 0; i < 12; ++i) {
            ThreadRow row{.threadId = QStringLiteral("th-%1").arg(i, 2, 10, QLatin1Char('0'))};
            row.owner = i % 3 == 0 ? std::nullopt : std::optional<QString>(i % 3 == 1 ? QStringLiteral("user-a") : QStringLiteral("user-b"));
            row.status = i % 2 ? QStringLiteral("idle") : QStringLiteral("error");
            row.title = i % 4 ? std::optional<QString>(QStringLiteral("Report 100%_%1").arg(i)) : std::nullopt;
            row.updatedAt = QStringLiteral("2026-11-%1 08:00:00.000000").arg(10 + i);
            row.metadata = i == 7 ? QStringLiteral(R"({"deerflow_pinned": true})") : QStringLiteral("{}");
            fixture.add(row);
        }
        const auto at = [](const char *text) { return parseDatabaseTimestamp(QLatin1String(text)); };
        const QList<ThreadFilter> filters{
            {},
            {.owner = QStringLiteral("user-a")},
            {.owner = QString(QLatin1String(""))},
            {.owner = QStringLiteral("nobody-known")},
            {.statuses = {QStringLiteral("idle")}},
            {.statuses = {QStringLiteral("idle"), QStringLiteral("error")}},
            {.text = QStringLiteral("rePORT")},
            {.text = QStringLiteral("100%_1")},
            {.text = QStringLiteral("TH-0")},
            {.updatedFrom = at("2026-11-15 08:00:00.000000")},
            {.updatedBefore = at("2026-11-15 08:00:00.000000")},
            {.owner = QStringLiteral("user-b"), .statuses = {QStringLiteral("error")}, .updatedFrom = at("2026-11-12 00:00:00.000000")},
        };
        for (const ThreadFilter &filter : filters) {
            compareWithRules(fixture, filter);
        }
        QCOMPARE(paged(*fixture.store, filters[2], 100).size(), 4);
        QCOMPARE(paged(*fixture.store, filters[6], 100).size(), 9);
        QCOMPARE(paged(*fixture.store, filters[0], 100).first(), QStringLiteral("th-07")); // pinned
    }

    /// T62
    void t62AllOf120ThreadsAreReachableByPages()
    {
        const auto fixture = makeStore();
        QSet<QString> all;
        for (int i = 0; i < 120; ++i) {
            // Times repeat, so that ids decide.
            const QString id = QStringLiteral("t%1").arg(i);
            fixture.add(ThreadRow{.threadId = id,
                                  .metadata = i % 10 ? QStringLiteral("{}") : QStringLiteral(R"({"deerflow_pinned": true})"),
                                  .updatedAt = QStringLiteral("2026-11-01 10:00:%1.000000").arg(i % 7, 2, 10, QLatin1Char('0'))});
            all.insert(id);
        }
        for (const int limit : {1, 7, 50, 119, 120, 121}) {
            const QStringList got = paged(*fixture.store, {}, limit);
            QCOMPARE(got.size(), 120);
            QCOMPARE(QSet<QString>(got.cbegin(), got.cend()), all);
        }
        QCOMPARE(fixture.store->list({}, 0, {}, patient()).error().code, ErrorCode::Invalid);
    }

    /// T64: a row that moves to the front between two pages is not shown twice, and takes no other one away.
    void t64ARowTouchedBetweenTwoPages()
    {
        const auto fixture = makeStore();
        for (int i = 0; i < 60; ++i) {
            fixture.add(ThreadRow{.threadId = QStringLiteral("t%1").arg(i),
                                  .updatedAt = QStringLiteral("2026-11-01 10:%1:00.000000").arg(59 - i, 2, 10, QLatin1Char('0'))});
        }
        const auto first = fixture.store->list({}, 40, {}, patient());
        QCOMPARE(first->threads.size(), 40);
        ThreadService service(fixture.dependencies());
        QVERIFY(service.rename(QStringLiteral("t45"), QStringLiteral("touched"), patient()));
        const auto second = fixture.store->list({}, 40, first->next, patient());
        QStringList got = ids(first->threads) + ids(second->threads);
        QCOMPARE(got.size(), 59); // all but the one that went to the front, which a refresh shows
        got.removeDuplicates();
        QCOMPARE(got.size(), 59);
        QVERIFY(!got.contains(QStringLiteral("t45")));
        QVERIFY(!second->next);
    }

    void aCursorOfSomethingElseIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("empty") << QString();
        QTest::newRow("not base64") << QStringLiteral("%%%");
        QTest::newRow("not ours") << QStringLiteral("WzFd");          // [1]
        QTest::newRow("wrong types") << QStringLiteral("WzEsMiwzXQ"); // [1,2,3]
    }
    void aCursorOfSomethingElseIsRefused()
    {
        QFETCH(QString, text);
        const auto refused = ThreadCursor::decode(text);
        QCOMPARE(refused.error().code, ErrorCode::Invalid);
        QCOMPARE(refused.error().details.kind, QStringLiteral("cursor"));
    }
};

QTEST_GUILESS_MAIN(TestThreadFilters)
#include "tst_thread_filters.moc"
