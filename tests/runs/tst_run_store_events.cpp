// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_fixture.h"

namespace verderer::test {

/// Events of runs: appended with the thread's numbers, read a page at a time, shown as they are.
class TestRunStoreEvents : public RunTest {
    Q_OBJECT

    static RunEvent event(const char *type, const char *category, const QByteArray &content, const QByteArray &metadata = "{}")
    {
        RunEvent made;
        made.type = QString::fromLatin1(type);
        made.category = QString::fromLatin1(category);
        made.content = content;
        made.metadataJson = metadata;
        made.createdRaw = QStringLiteral("2026-11-15 10:00:00.000000");
        made.userId = QStringLiteral("user-a");
        return made;
    }

private Q_SLOTS:
    void initTestCase_data() { addStoreRows(); }

    void numbersGoThroughTheThread()
    {
        const RunFixture fixture = makeRuns();
        const QString t1 = QStringLiteral("t-1");
        const QString t2 = QStringLiteral("t-2");
        QVERIFY(
            fixture.runs->appendEvents(t1, QStringLiteral("r-1"), {event("run.start", "trace", "a"), event("run.end", "outputs", "b")}, patient()));
        QVERIFY(fixture.runs->appendEvents(t2, QStringLiteral("r-9"), {event("run.start", "trace", "x")}, patient()));
        QVERIFY(fixture.runs->appendEvents(t1, QStringLiteral("r-2"), {event("run.start", "trace", "c")}, patient()));
        QVERIFY(fixture.runs->appendEvents(t1, QStringLiteral("r-1"), {}, patient()));
        const auto thread = fixture.runs->events(t1, {}, {}, 0, 10, patient());
        QVERIFY(thread);
        QCOMPARE(thread->events.size(), 3);
        QCOMPARE(thread->events.last().seq, 3);
        QCOMPARE(thread->events.last().runId, QStringLiteral("r-2"));
        QVERIFY(!thread->nextAfterSeq);
        const auto run = fixture.runs->events(t1, QStringLiteral("r-1"), {}, 0, 1, patient());
        QCOMPARE(run->events.size(), 1);
        QCOMPARE(run->nextAfterSeq, std::optional<qint64>(1));
        const auto rest = fixture.runs->events(t1, QStringLiteral("r-1"), {}, 1, 1, patient());
        QCOMPARE(rest->events.first().content, QByteArray("b"));
        QVERIFY(!rest->nextAfterSeq);
        const auto outputs = fixture.runs->events(t1, {}, {QStringLiteral("outputs"), QStringLiteral("error")}, 0, 10, patient());
        QCOMPARE(outputs->events.size(), 1);
        QCOMPARE(fixture.runs->events(t2, {}, {}, 0, 10, patient())->events.first().seq, 1);
        QCOMPARE(fixture.runs->events(t1, {}, {}, 0, 0, patient()).error().code, ErrorCode::Invalid);
    }

    void contentIsDecodedOnlyWhereItIsFlaggedAndParses()
    {
        const RunFixture fixture = makeRuns();
        const QString thread = QStringLiteral("t-1");
        QVERIFY(fixture.runs->appendEvents(
            thread, QStringLiteral("r-1"),
            {event("llm.ai.response", "message", R"({"type": "ai"})", R"({"content_is_json": true, "content_is_dict": true})"),
             event("llm.ai.response", "message", R"({"type": "ai"})"), event("llm.ai.response", "message", "{broken", R"({"content_is_json": true})"),
             event("run.start", "trace", "{\"cut", R"({"content_truncated": true, "original_byte_length": 70000})"),
             event("brand.new", "novelty", "\xE6\x96\xB0"), event("middleware:guardrail", "middleware", "{}"),
             event("middleware:other", "middleware", QByteArray()), event("process.stdout", "trace", "line")},
            patient()));
        const auto page = fixture.runs->events(thread, QStringLiteral("r-1"), {}, 0, 100, patient());
        QVERIFY(page);
        const QList<RunEvent> &events = page->events;
        QCOMPARE(events.size(), 8);
        QVERIFY(events[0].contentIsJson);
        QVERIFY(!events[1].contentIsJson);
        QVERIFY(!events[2].contentIsJson);
        QCOMPARE(events[2].content, QByteArray("{broken"));
        QVERIFY(events[3].truncated && !events[3].contentIsJson);
        QCOMPARE(events[3].originalLength, 70000);
        QVERIFY(!events[4].knownType);
        QCOMPARE(events[4].content, QByteArray("\xE6\x96\xB0"));
        QCOMPARE(events[4].category, QStringLiteral("novelty"));
        QVERIFY(events[5].knownType);
        QVERIFY(!events[6].knownType);
        QVERIFY(events[7].knownType);
        QCOMPARE(events[0].userId, std::optional<QString>(QStringLiteral("user-a")));
        QVERIFY(events[0].createdAt);
    }

    void whatTheColumnsCannotHoldIsRefusedAsAWhole()
    {
        const RunFixture fixture = makeRuns();
        const QString thread = QStringLiteral("t-1");
        const QByteArray longType(33, 'x');
        const QByteArray longCategory(17, 'x');
        for (const RunEvent &bad : {event(longType.constData(), "trace", "a"), event("a", longCategory.constData(), "a"), event("", "trace", "a"),
                                    event("a", "trace", QByteArray("a\0b", 3))}) {
            const auto refused = fixture.runs->appendEvents(thread, QStringLiteral("r-1"), {event("run.start", "trace", "good"), bad}, patient());
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, ErrorCode::Invalid);
        }
        QVERIFY(fixture.runs->events(thread, {}, {}, 0, 10, patient())->events.isEmpty());
    }

    void anotherProgramThatTookTheNumberFirstIsMadeWayFor()
    {
        // The other program stores its event between our look for the highest number and our insert.
        DatabaseFixture *database = nullptr;
        int collisions = 0;
        const RunFixture fixture = makeRuns({}, [&](const QString &sql) -> Result<void> {
            if (database && database->isPostgres() && collisions < 3 && sql.startsWith(QLatin1String("INSERT INTO run_events"))) {
                ++collisions;
                EventRow row;
                row.threadId = QStringLiteral("t-1");
                row.runId = QStringLiteral("theirs");
                row.seq = collisions;
                database->add(row);
            }
            return {};
        });
        database = fixture.database.get();
        const auto done = fixture.runs->appendEvents(QStringLiteral("t-1"), QStringLiteral("r-1"), {event("run.start", "trace", "ours")}, patient());
        QVERIFY2(done, done ? "" : qPrintable(done.error().message));
        const auto all = fixture.runs->events(QStringLiteral("t-1"), {}, {}, 0, 10, patient());
        QCOMPARE(all->events.size(), collisions + 1);
        QCOMPARE(all->events.last().content, QByteArray("ours"));
        QCOMPARE(collisions, currentStore() == StoreKind::Postgres ? 3 : 0); // elsewhere the write lock keeps others out
    }

    void twoWritersOfOneThreadCollideAndLoseNothing()
    {
        const RunFixture fixture = makeRuns();
        // Each writer a connection of its own, as in two processes.
        const int each = 100;
        std::vector<std::future<QString>> writers;
        for (int writer = 0; writer < 4; ++writer) {
            std::shared_ptr<RunStore> store = fixture.runs;
            if (fixture.database) {
                store = std::make_shared<SqlRunStore>(fixture.database->worker());
            }
            writers.push_back(std::async(std::launch::async, [store, writer]() -> QString {
                for (int i = 0; i < each; i += 2) {
                    const QByteArray text = QByteArray::number(writer) + '-';
                    const auto done = store->appendEvents(
                        QStringLiteral("t-1"), QStringLiteral("r-%1").arg(writer),
                        {event("run.start", "trace", text + QByteArray::number(i)), event("run.start", "trace", text + QByteArray::number(i + 1))},
                        patient());
                    if (!done) {
                        return done.error().message;
                    }
                }
                return {};
            }));
        }
        for (auto &writer : writers) {
            QCOMPARE(writer.get(), QString());
        }
        const auto all = fixture.runs->events(QStringLiteral("t-1"), {}, {}, 0, 10'000, patient());
        QVERIFY(all);
        QCOMPARE(all->events.size(), 4 * each);
        QCOMPARE(all->events.last().seq, 4 * each); // no number twice, none left out
        for (int writer = 0; writer < 4; ++writer) {
            const auto own = fixture.runs->events(QStringLiteral("t-1"), QStringLiteral("r-%1").arg(writer), {}, 0, 10'000, patient());
            QCOMPARE(own->events.size(), each);
            for (int i = 0; i < each; ++i) {
                QCOMPARE(own->events[i].content, QByteArray::number(writer) + '-' + QByteArray::number(i)); // each in its own order
            }
        }
    }
};

} // namespace verderer::test

QTEST_GUILESS_MAIN(verderer::test::TestRunStoreEvents)
#include "tst_run_store_events.moc"
