// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_fixture.h"

namespace verderer::test {

/// Rows of runs: lists, filters, places in them, and changes that hold only where nothing moved meanwhile.
class TestRunStore : public RunTest {
    Q_OBJECT

    static RunRecord record(const QString &id, const QString &thread, const QString &created, RunStatus status = RunStatus::Success)
    {
        RunRecord run;
        run.runId = id;
        run.threadId = thread;
        run.owner = QStringLiteral("user-a");
        run.status = status;
        run.createdRaw = run.updatedRaw = created;
        return run;
    }
    static QStringList idsOf(const RunPage &page)
    {
        QStringList ids;
        for (const RunRecord &run : page.runs) {
            ids.append(run.runId);
        }
        return ids;
    }

private Q_SLOTS:
    void initTestCase_data() { addStoreRows(); }

    void everyFieldComesBack()
    {
        const RunFixture fixture = makeRuns();
        RunRecord run = record(QStringLiteral("r-1"), QStringLiteral("t-1"), QStringLiteral("2026-11-15 10:00:00.000001"), RunStatus::Pending);
        run.assistantId = QStringLiteral("lead_agent");
        run.modelName = QStringLiteral("模型-1");
        run.error = QStringLiteral("a\nb");
        run.stopReason = QStringLiteral("cap");
        run.firstHumanMessage = QStringLiteral("first");
        run.lastAiMessage = QStringLiteral("last");
        run.followUpTo = QStringLiteral("r-0");
        run.idempotencyKey = QStringLiteral("key");
        run.multitaskStrategy = QStringLiteral("interrupt");
        run.metadataJson = "{\"a\": \"\xE2\x80\xA8\"}";
        run.kwargsJson = R"({"input": 1.0})";
        run.tokenUsageJson = R"({"m": {"input_tokens": 5, "output_tokens": 7, "total_tokens": 12, "cache_read_tokens": 3}})";
        run.messageCount = 1;
        run.inputTokens = 2;
        run.outputTokens = 3;
        run.totalTokens = 4;
        run.llmCalls = 5;
        run.leadAgentTokens = 6;
        run.subagentTokens = 7;
        run.middlewareTokens = 8;
        run.ownerWorkerId = QStringLiteral("worker");
        run.leaseExpiresAt = fixture.clock->now();
        const auto inserted = fixture.runs->insert(run, patient());
        QVERIFY2(inserted, inserted ? "" : qPrintable(inserted.error().message));
        const RunRecord stored = fixture.storedRun(QStringLiteral("r-1"));
        for (const RunRecord &back : {*inserted, stored}) {
            QCOMPARE(back.threadId, run.threadId);
            QCOMPARE(back.assistantId, run.assistantId);
            QCOMPARE(back.owner, run.owner);
            QCOMPARE(back.modelName, run.modelName);
            QCOMPARE(back.error, run.error);
            QCOMPARE(back.stopReason, run.stopReason);
            QCOMPARE(back.firstHumanMessage, run.firstHumanMessage);
            QCOMPARE(back.lastAiMessage, run.lastAiMessage);
            QCOMPARE(back.followUpTo, run.followUpTo);
            QCOMPARE(back.idempotencyKey, run.idempotencyKey);
            QCOMPARE(back.multitaskStrategy, run.multitaskStrategy);
            QCOMPARE(back.metadataJson, run.metadataJson);
            QCOMPARE(back.kwargsJson, run.kwargsJson);
            QCOMPARE(back.byModel.size(), 1);
            QCOMPARE(back.byModel.first().cacheRead, 3);
            QCOMPARE(back.byModel.first().total, 12);
            QCOMPARE(QList<qint64>({back.messageCount, back.inputTokens, back.outputTokens, back.totalTokens, back.llmCalls, back.leadAgentTokens,
                                    back.subagentTokens, back.middlewareTokens}),
                     QList<qint64>({1, 2, 3, 4, 5, 6, 7, 8}));
            QCOMPARE(back.ownerWorkerId, run.ownerWorkerId);
            QCOMPARE(back.leaseExpiresAt, run.leaseExpiresAt);
            QCOMPARE(back.createdRaw, run.createdRaw);
            QCOMPARE(back.status, RunStatus::Pending);
            QVERIFY(!back.threadExists);
            QVERIFY(back.damage.isEmpty());
        }
    }

    void activeRunsAndKeysAreUnique()
    {
        const RunFixture fixture = makeRuns();
        RunRecord first = record(QStringLiteral("r-1"), QStringLiteral("t-1"), QStringLiteral("2026-11-15 10:00:00.000000"), RunStatus::Running);
        first.idempotencyKey = QStringLiteral("key");
        QVERIFY(fixture.runs->insert(first, patient()));
        const auto busy = fixture.runs->insert(
            record(QStringLiteral("r-2"), QStringLiteral("t-1"), QStringLiteral("2026-11-15 10:00:00.000000"), RunStatus::Pending), patient());
        QVERIFY(!busy);
        QCOMPARE(busy.error().code, ErrorCode::Conflict);
        QCOMPARE(busy.error().details.kind, QStringLiteral("thread-busy"));
        QCOMPARE(busy.error().details.holder, QStringLiteral("r-1"));
        QVERIFY(fixture.runs->insert(record(QStringLiteral("r-3"), QStringLiteral("t-1"), QStringLiteral("2026-11-15 10:00:00.000000")), patient()));
        RunRecord sameKey = record(QStringLiteral("r-4"), QStringLiteral("t-2"), QStringLiteral("2026-11-15 10:00:00.000000"), RunStatus::Pending);
        sameKey.idempotencyKey = QStringLiteral("key");
        const auto taken = fixture.runs->insert(sameKey, patient());
        QVERIFY(!taken);
        QCOMPARE(taken.error().details.kind, QStringLiteral("idempotency-key"));
        QCOMPARE(taken.error().details.holder, QStringLiteral("r-1"));
        const auto same =
            fixture.runs->insert(record(QStringLiteral("r-3"), QStringLiteral("t-9"), QStringLiteral("2026-11-15 10:00:00.000000")), patient());
        QVERIFY(!same);
        QCOMPARE(same.error().code, ErrorCode::AlreadyExists);
        QCOMPARE((*fixture.runs->findByIdempotencyKey(QStringLiteral("key"), patient()))->runId, QStringLiteral("r-1"));
        QVERIFY(!*fixture.runs->findByIdempotencyKey(QStringLiteral("other"), patient()));
        QCOMPARE((*fixture.runs->activeOf(QStringLiteral("t-1"), patient()))->runId, QStringLiteral("r-1"));
        QVERIFY(!*fixture.runs->activeOf(QStringLiteral("t-2"), patient()));
    }

    void aTransitionHoldsOnlyWhereNothingMoved()
    {
        const RunFixture fixture = makeRuns();
        fixture.addActiveRun(QStringLiteral("r-1"), QStringLiteral("t-1"), QStringLiteral("me"), RunStatus::Pending);
        int changes = 0;
        const auto toRunning = [&](RunRecord &run) {
            ++changes;
            run.status = RunStatus::Running;
        };
        QVERIFY(!*fixture.runs->transition(QStringLiteral("r-1"), RunStatus::Running, QStringLiteral("me"), toRunning, patient()));
        QVERIFY(!*fixture.runs->transition(QStringLiteral("r-1"), RunStatus::Pending, QStringLiteral("other"), toRunning, patient()));
        QVERIFY(!*fixture.runs->transition(QStringLiteral("r-1"), RunStatus::Pending, std::nullopt, toRunning, patient()));
        QVERIFY(!*fixture.runs->transition(QStringLiteral("none"), RunStatus::Pending, QStringLiteral("me"), toRunning, patient()));
        QCOMPARE(changes, 0);
        QCOMPARE(fixture.storedRun(QStringLiteral("r-1")).status, RunStatus::Pending);
        const auto done = fixture.runs->transition(QStringLiteral("r-1"), RunStatus::Pending, QStringLiteral("me"), toRunning, patient());
        QVERIFY(done && *done);
        QCOMPARE((*done)->statusRaw, QStringLiteral("running"));
        QCOMPARE(changes, 1);
        QCOMPARE(fixture.storedRun(QStringLiteral("r-1")).status, RunStatus::Running);
        CancelSource source;
        source.cancel();
        const auto cancelled = fixture.runs->transition(QStringLiteral("r-1"), RunStatus::Running, QStringLiteral("me"), toRunning,
                                                        {QDeadlineTimer(patienceMs), source.token()});
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
    }

    void listsInDeerFlowsOrderPageByPage()
    {
        const RunFixture fixture = makeRuns();
        for (int i = 0; i < 25; ++i) { // five moments with five runs each: ties go by id
            QVERIFY(fixture.runs->insert(record(QStringLiteral("r-%1").arg(i, 2, 10, QLatin1Char('0')), QStringLiteral("t-%1").arg(i),
                                                QStringLiteral("2026-11-15 10:00:0%1.000000").arg(i % 5)),
                                         patient()));
        }
        QStringList all = idsOf(*fixture.runs->list({}, 100, {}, patient()));
        QCOMPARE(all.size(), 25);
        QCOMPARE(all.mid(0, 6), QStringList({QStringLiteral("r-24"), QStringLiteral("r-19"), QStringLiteral("r-14"), QStringLiteral("r-09"),
                                             QStringLiteral("r-04"), QStringLiteral("r-23")}));
        QStringList paged;
        std::optional<RunCursor> after;
        int pages = 0;
        do {
            const auto page = fixture.runs->list({}, 7, after, patient());
            QVERIFY(page);
            paged += idsOf(*page);
            after = page->next ? std::optional<RunCursor>(*RunCursor::decode(page->next->encode())) : std::nullopt;
            // What comes in front, and what goes, must not shift the pages behind.
            QVERIFY(fixture.runs->insert(
                record(QStringLiteral("new-%1").arg(pages), QStringLiteral("t-new"), QStringLiteral("2026-11-16 10:00:00.000000")), patient()));
            ++pages;
        } while (after);
        QCOMPARE(paged, all);
        QCOMPARE(pages, 4);
        QCOMPARE(fixture.runs->list({}, 0, {}, patient()).error().code, ErrorCode::Invalid);
        QCOMPARE(RunCursor::decode(QStringLiteral("rubbish!")).error().code, ErrorCode::Invalid);
    }

    void filters_data()
    {
        QTest::addColumn<RunFilter>("filter");
        QTest::addColumn<QStringList>("expected");
        const auto add = [](const char *name, const std::function<void(RunFilter &)> &set, const QStringList &expected) {
            RunFilter filter;
            set(filter);
            QTest::newRow(name) << filter << expected;
        };
        const QString one = QStringLiteral("r-1");
        const QString two = QStringLiteral("r-2");
        const QString three = QStringLiteral("r-3");
        add("all", [](RunFilter &) {}, {three, two, one});
        add("status", [](RunFilter &f) { f.statuses = {QStringLiteral("error"), QStringLiteral("running")}; }, {three, two});
        add("owner", [](RunFilter &f) { f.owner = QStringLiteral("user-a"); }, {two, one});
        add("nobody's", [](RunFilter &f) { f.owner = QString(); }, {three});
        add("thread", [](RunFilter &f) { f.threadId = QStringLiteral("t-2"); }, {two});
        add("model", [](RunFilter &f) { f.model = QStringLiteral("m-1"); }, {one});
        add("text in id", [](RunFilter &f) { f.text = QStringLiteral("R-3"); }, {three});
        add("text in thread id", [](RunFilter &f) { f.text = QStringLiteral("t-2"); }, {two});
        add("text in title", [](RunFilter &f) { f.text = QStringLiteral("ABOUT deer"); }, {one});
        add("text in error", [](RunFilter &f) { f.text = QStringLiteral("50%"); }, {two});
        add("text in message", [](RunFilter &f) { f.text = QStringLiteral("hello_w"); }, {three});
        add("no wildcard", [](RunFilter &f) { f.text = QStringLiteral("h_llo"); }, {});
        add("from", [](RunFilter &f) { f.createdFrom = parseDatabaseTimestamp(QStringLiteral("2026-11-15 10:00:02")); }, {three, two});
        add("before", [](RunFilter &f) { f.createdBefore = parseDatabaseTimestamp(QStringLiteral("2026-11-15 10:00:02")); }, {one});
        add("orphans", [](RunFilter &f) { f.orphansOnly = true; }, {three, two});
        add("active longer than", [](RunFilter &f) { f.activeLongerThan = parseDatabaseTimestamp(QStringLiteral("2026-11-15 11:00:00")); }, {three});
        add("not so long", [](RunFilter &f) { f.activeLongerThan = parseDatabaseTimestamp(QStringLiteral("2026-11-15 10:00:03")); }, {});
        add("together",
            [](RunFilter &f) {
                f.orphansOnly = true;
                f.owner = QStringLiteral("user-a");
            },
            {two});
    }
    void filters()
    {
        QFETCH(RunFilter, filter);
        QFETCH(QStringList, expected);
        const RunFixture fixture = makeRuns();
        ThreadRow row;
        row.threadId = QStringLiteral("t-1");
        row.title = QStringLiteral("All about Deer");
        fixture.add(row);
        RunRecord one = record(QStringLiteral("r-1"), QStringLiteral("t-1"), QStringLiteral("2026-11-15 10:00:01.000000"));
        one.modelName = QStringLiteral("m-1");
        RunRecord two = record(QStringLiteral("r-2"), QStringLiteral("t-2"), QStringLiteral("2026-11-15 10:00:02.000000"), RunStatus::Error);
        two.error = QStringLiteral("only 50% done");
        RunRecord three = record(QStringLiteral("r-3"), QStringLiteral("t-3"), QStringLiteral("2026-11-15 10:00:03.000000"), RunStatus::Running);
        three.owner.reset();
        three.firstHumanMessage = QStringLiteral("hello_world");
        for (const RunRecord &run : {one, two, three}) {
            QVERIFY(fixture.runs->insert(run, patient()));
        }
        fixture.addActiveRun(QStringLiteral("reserved"), QStringLiteral("t-1"), std::nullopt, RunStatus::Running, {}, QStringLiteral("delete"));
        const auto page = fixture.runs->list(filter, 100, {}, patient());
        QVERIFY2(page, page ? "" : qPrintable(page.error().message));
        QCOMPARE(idsOf(*page), expected);
        for (const RunRecord &run : page->runs) {
            QCOMPARE(run.threadExists, run.runId == QLatin1String("r-1"));
            QCOMPARE(run.threadTitle.has_value(), run.runId == QLatin1String("r-1"));
        }
        // The row that reserves a thread is no run anywhere, but it does hold the thread.
        QVERIFY(!*fixture.runs->find(QStringLiteral("reserved"), patient()));
        QCOMPARE((*fixture.runs->activeOf(QStringLiteral("t-1"), patient()))->operationKind, QStringLiteral("delete"));
        QVERIFY(!*fixture.runs->removeReservation(QStringLiteral("r-3"), QStringLiteral("me"), patient()));
    }
};

} // namespace verderer::test

QTEST_GUILESS_MAIN(verderer::test::TestRunStore)
#include "tst_run_store.moc"
