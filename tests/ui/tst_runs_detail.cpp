// SPDX-License-Identifier: GPL-3.0-or-later
// One run: its error, numbers and state, its events a page at a time, what it said and changed, and the thread it lacks.
#include "support/engine_test.h"
#include "threads/thread_record.h"
#include "ui/runs/error_box.h"
#include "ui/runs/event_model.h"
#include "ui/runs/fact_card.h"
#include "ui/runs/files_tab.h"
#include "ui/runs/number_table.h"
#include "ui/runs/run_detail_page.h"
#include "ui/runs/run_export.h"
#include "ui/runs/run_list_model.h"
#include "ui/runs/run_page_controller.h"
#include "ui/runs/runs_place.h"
#include "ui/runs/text_panel.h"
#include "ui/runs/text_tab.h"
#include "ui/runs/timeline_tab.h"
#include "ui/runs/tokens_tab.h"
#include "ui/support/place_fixture.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/transcript_view.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QLabel>
#include <QListView>
#include <QListWidget>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 30'000;

RunRow failedRun()
{
    RunRow run;
    run.runId = u"run-1"_s;
    run.threadId = u"th-1"_s;
    run.status = u"error"_s;
    run.model = u"gpt-5-mini"_s;
    run.error = u"Connection to the model provider was reset (ECONNRESET)\nat step 4"_s;
    run.stopReason = u"orphan_recovered"_s;
    run.kwargs = u"{\"input\": {\"messages\": []}, \"config\": {}}"_s;
    run.inputTokens = 21'004;
    run.outputTokens = 3'114;
    run.totalTokens = 24'118;
    run.llmCalls = 3;
    run.leadAgentTokens = 20'000;
    run.subagentTokens = 4'118;
    run.tokenUsage = u"{\"gpt-5-mini\": {\"input_tokens\": 21004, \"output_tokens\": 3114, \"total_tokens\": 24118, \"cache_read_tokens\": 7001}}"_s;
    run.createdAt = u"2026-11-01 10:00:00.000000"_s;
    run.updatedAt = u"2026-11-01 10:00:17.200000"_s;
    return run;
}

test::EventRow makeEvent(qint64 seq, const QString &type, const QString &category, const QString &content, const QString &metadata = u"{}"_s)
{
    test::EventRow row;
    row.threadId = u"th-1"_s;
    row.runId = u"run-1"_s;
    row.seq = seq;
    row.type = type;
    row.category = category;
    row.content = content;
    row.metadata = metadata;
    row.createdAt = u"2026-11-01 10:00:%1.000000"_s.arg(seq % 60, 2, 10, QLatin1Char('0'));
    return row;
}

const QString isJson = u"{\"content_is_json\": true, \"content_is_dict\": true}"_s;

void addConversation(const DatabaseFixture &database)
{
    database.add(QList<test::EventRow>{
        makeEvent(1, u"run.start"_s, u"trace"_s, u"{\"chain\": \"graph\"}"_s, u"{\"content_is_json\": true, \"caller\": \"lead_agent\"}"_s),
        makeEvent(2, u"llm.human.input"_s, u"message"_s, u"{\"type\": \"human\", \"content\": \"Why does the build fail?\"}"_s, isJson),
        makeEvent(3, u"llm.ai.response"_s, u"message"_s,
                  u"{\"type\": \"ai\", \"content\": \"I will look.\", \"tool_calls\": [{\"id\": \"c1\", \"name\": \"web_search\", \"args\": {}}]}"_s,
                  isJson),
        makeEvent(4, u"llm.tool.result"_s, u"message"_s,
                  u"{\"type\": \"tool\", \"name\": \"web_search\", \"tool_call_id\": \"c1\", \"content\": \"3 results\"}"_s, isJson),
        makeEvent(5, u"subagent.start"_s, u"subagent"_s, u"{\"task_id\": \"t1\", \"description\": \"collect sources\"}"_s, isJson),
        makeEvent(6, u"quantum.leap"_s, u"dreams"_s, u"{\"never\": \"seen before\"}"_s, isJson),
        makeEvent(9, u"subagent.end"_s, u"subagent"_s, u"{\"task_id\": \"t1\", \"status\": \"completed\"}"_s, isJson),
        makeEvent(10, u"workspace_changes"_s, u"workspace"_s, u"1 file changed"_s,
                  u"{\"workspace_changes\": {\"version\": 1, \"summary\": {\"created\": 0, \"modified\": 1, \"deleted\": 0, \"additions\": 1, "
                  "\"deletions\": 1, \"truncated\": false}, \"files\": [{\"path\": \"/mnt/user-data/workspace/a.txt\", \"status\": \"modified\", "
                  "\"additions\": 1, \"deletions\": 1, \"diff\": \"--- a\\n+++ b\\n@@ -1 +1 @@\\n-old\\n+new\\n\"}]}}"_s),
        makeEvent(17, u"run.error"_s, u"error"_s, u"Connection was reset"_s),
    });
}

} // namespace

class TestRunsDetail : public EngineTest {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void headSaysWhatWentWrong();
    void shortErrorsAreShownWhole_data();
    void shortErrorsAreShownWhole();
    void cardsSayTokensCostCallsAndDuration();
    void costSaysWhyThereIsNone();
    void staleRunIsToldAndDoesNotGrow();
    void timelineShowsUnknownKindsRaw();
    void groupsOfEvents_data();
    void groupsOfEvents();
    void eventOpensWithItsRawText();
    void timelineReadsLazily();
    void runThatGoesOnShowsNewEvents();
    void eventsInMemoryOnlyAreExplained();
    void transcriptFilesTokensInputAndRow();
    void adoptMakesTheThread();
    void adoptAllSaysWhatBecameOfEach();
    void adoptAllSaysWhatThereIsToKnow();
    void threadIsOpenedByTheButton();
    void exportWritesTheTranscript();

private:
    void start(const PlaceFixture::Setup &setup = {});
    void show(const QString &run);

    std::unique_ptr<DatabaseFixture> m_database;
    std::unique_ptr<PlaceFixture> m_fixture;
    std::unique_ptr<RunsPlace> m_place;
};

void TestRunsDetail::init()
{
    m_database = makeDatabase();
    m_database->add(ThreadRow{.threadId = u"th-1"_s, .title = u"Why does the build fail on arm64?"_s});
}

void TestRunsDetail::cleanup()
{
    m_place.reset();
    m_fixture.reset();
    m_database.reset();
}

void TestRunsDetail::start(const PlaceFixture::Setup &setup)
{
    m_fixture = std::make_unique<PlaceFixture>(*m_database, setup);
    m_place = std::make_unique<RunsPlace>(m_fixture->services());
    m_fixture->openDatabase();
    QVERIFY(PlaceFixture::show(m_place.get()));
    QTRY_COMPARE_WITH_TIMEOUT(m_place->model()->state(), ListingModelBase::State::Ready, patience);
}

void TestRunsDetail::show(const QString &run)
{
    QSignalSpy shown(m_place.get(), &RunsPlace::runShown);
    m_place->showItem(run);
    QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty() && m_place->page()->isRunShown(), patience);
}

void TestRunsDetail::headSaysWhatWentWrong()
{
    m_database->add(failedRun());
    start();
    show(u"run-1"_s);
    QCOMPARE(PlaceFixture::find<Badge>(u"runStatus"_s)->text(), u"✕ error"_s);
    const QString facts = PlaceFixture::find<QLabel>(u"runFacts"_s)->text();
    QVERIFY2(facts.startsWith(u"run-1 · th-1 · alice@example.org · gpt-5-mini"_s), qPrintable(facts));
    auto *error = PlaceFixture::find<QPlainTextEdit>(u"runError"_s);
    QVERIFY(error);
    QCOMPARE(error->toPlainText(), *failedRun().error);
    QVERIFY(PlaceFixture::click(u"copyError"_s));
    QCOMPARE(QGuiApplication::clipboard()->text(), *failedRun().error);
    QVERIFY(PlaceFixture::find<QLabel>(u"runState"_s)->text().contains(u"orphan_recovered"_s));
}

void TestRunsDetail::shortErrorsAreShownWhole_data()
{
    QTest::addColumn<QString>("error");
    QTest::newRow("Latin") << u"Connection reset"_s;
    QTest::newRow("Chinese, by another font") << u"PermissionError: 没有权限写入 /mnt/user-data：磁盘已满"_s;
    QTest::newRow("six lines") << u"磁盘已满\ntwo\n三\nfour\n五\nsix"_s;
}

void TestRunsDetail::shortErrorsAreShownWhole()
{
    QFETCH(const QString, error);
    RunRow run = failedRun();
    run.error = error;
    m_database->add(run);
    start();
    show(u"run-1"_s);
    const auto *box = PlaceFixture::find<QPlainTextEdit>(u"runError"_s);
    QCOMPARE(box->toPlainText(), error);
    QTRY_VERIFY_WITH_TIMEOUT(box->verticalScrollBar()->maximum() == 0 && !box->verticalScrollBar()->isVisible(), patience);
}

void TestRunsDetail::cardsSayTokensCostCallsAndDuration()
{
    m_database->add(failedRun());
    ModelPrice price;
    price.name = u"gpt-5-mini"_s;
    price.currency = u"USD"_s;
    price.input = 1;
    price.output = 10;
    start({.prices = {price}});
    show(u"run-1"_s);
    QCOMPARE(PlaceFixture::find<FactCard>(u"tokensCard"_s)->value(), u"24,118"_s);
    QCOMPARE(PlaceFixture::find<FactCard>(u"tokensCard"_s)->note(), u"in 21,004 · out 3,114"_s);
    // 21,004 × 1 and 3,114 × 10 per million.
    QCOMPARE(PlaceFixture::find<FactCard>(u"costCard"_s)->value(), u"$ 0.0521"_s);
    QCOMPARE(PlaceFixture::find<FactCard>(u"callsCard"_s)->value(), u"3"_s);
    QCOMPARE(PlaceFixture::find<FactCard>(u"durationCard"_s)->value(), u"17.2 s"_s);
    QCOMPARE(PlaceFixture::find<FactCard>(u"durationCard"_s)->note(), u"to the error"_s);
}

void TestRunsDetail::costSaysWhyThereIsNone()
{
    m_database->add(failedRun());
    start();
    show(u"run-1"_s);
    QCOMPARE(PlaceFixture::find<FactCard>(u"costCard"_s)->value(), u"—"_s);
    QVERIFY(!PlaceFixture::find<FactCard>(u"costCard"_s)->note().isEmpty());
}

void TestRunsDetail::staleRunIsToldAndDoesNotGrow()
{
    RunRow run = failedRun();
    run.status = u"running"_s;
    run.error.reset();
    run.createdAt = u"2026-10-29 09:00:00.000000"_s;
    run.updatedAt = u"2026-10-29 09:00:30.000000"_s;
    m_database->add(run);
    const QString before = m_database->dump();
    start();
    show(u"run-1"_s);
    QTRY_VERIFY_WITH_TIMEOUT(PlaceFixture::banner(u"runNotice"_s).contains(u"no sign of life for 3 days"_s), patience);
    QCOMPARE(PlaceFixture::find<FactCard>(u"durationCard"_s)->value(), u"30.0 s"_s);
    QVERIFY(PlaceFixture::find<Badge>(u"runStatus"_s)->text().endsWith(u"running"_s));
    QCOMPARE(m_database->dump(), before);
}

void TestRunsDetail::timelineShowsUnknownKindsRaw()
{
    m_database->add(failedRun());
    addConversation(*m_database);
    start();
    show(u"run-1"_s);
    QAbstractItemModel *events = m_place->page()->timeline()->list()->model();
    QTRY_COMPARE_WITH_TIMEOUT(events->rowCount(), 9, patience);
    const auto *model = qobject_cast<EventModel *>(events);
    QCOMPARE(model->at(model->index(0))->summary, u"lead_agent"_s);
    QCOMPARE(model->at(model->index(2))->summary, u"I will look. → web_search"_s);
    QCOMPARE(model->at(model->index(3))->summary, u"web_search: 3 results"_s);
    QCOMPARE(model->at(model->index(4))->summary, u"collect sources"_s);
    QCOMPARE(model->at(model->index(5))->event.type, u"quantum.leap"_s);
    QVERIFY(model->at(model->index(5))->summary.contains(u"seen before"_s));
    QCOMPARE(model->offsetText(model->index(8)), u"17.0 s"_s);
    // The subagent's bar reaches from its start to its end: 5 s to 9 s of 17.2 s.
    const auto bar = model->barOf(model->index(4));
    QVERIFY(bar);
    QVERIFY(qAbs(bar->from - 5 / 17.2) < 0.01);
    QVERIFY(qAbs(bar->to - 9 / 17.2) < 0.01);
    QCOMPARE(PlaceFixture::find<QLabel>(u"eventCount"_s)->text(), u"9 event(s)"_s);
}

void TestRunsDetail::groupsOfEvents_data()
{
    QTest::addColumn<QString>("button");
    QTest::addColumn<QList<qint64>>("numbers");
    QTest::newRow("messages") << u"eventsMessages"_s << QList<qint64>{2, 3, 4};
    QTest::newRow("tools") << u"eventsTools"_s << QList<qint64>{3, 4, 10};
    QTest::newRow("subagents") << u"eventsSubagents"_s << QList<qint64>{5, 9};
    QTest::newRow("errors") << u"eventsErrors"_s << QList<qint64>{17};
}

void TestRunsDetail::groupsOfEvents()
{
    QFETCH(QString, button);
    QFETCH(QList<qint64>, numbers);
    m_database->add(failedRun());
    addConversation(*m_database);
    start();
    show(u"run-1"_s);
    QVERIFY(PlaceFixture::click(button));
    const QAbstractItemModel *events = m_place->page()->timeline()->list()->model();
    const auto shown = [&] {
        QList<qint64> seqs;
        for (int row = 0; row < events->rowCount(); ++row) {
            seqs << events->index(row, 0).data(EventModel::RowNumberRole).toLongLong();
        }
        return seqs;
    };
    QTRY_COMPARE_WITH_TIMEOUT(shown(), numbers, patience);
}

void TestRunsDetail::eventOpensWithItsRawText()
{
    m_database->add(failedRun());
    addConversation(*m_database);
    start();
    show(u"run-1"_s);
    QListView *list = m_place->page()->timeline()->list();
    QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 9, patience);
    list->setFocus();
    list->setCurrentIndex(list->model()->index(5, 0));
    QTest::keyClick(list, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(PlaceFixture::find<TextPanel>(u"eventText"_s), patience);
    const QByteArray text = PlaceFixture::find<TextPanel>(u"eventText"_s)->bytes();
    QVERIFY2(text.contains("\"never\": \"seen before\""), text.constData());
    QVERIFY(text.contains("content_is_dict"));
    QCOMPARE(PlaceFixture::find<QLabel>(u"eventDetailTitle"_s)->text(), u"quantum.leap"_s);
    QTest::keyClick(list, Qt::Key_Escape);
    QVERIFY(!PlaceFixture::find<TextPanel>(u"eventText"_s));
}

void TestRunsDetail::timelineReadsLazily()
{
    m_database->add(failedRun());
    QList<test::EventRow> rows;
    for (int i = 1; i <= 1500; ++i) {
        rows << makeEvent(i, u"llm.ai.response"_s, u"message"_s, u"{\"type\": \"ai\", \"content\": \"word\"}"_s, isJson);
    }
    m_database->add(rows);
    start();
    show(u"run-1"_s);
    QListView *list = m_place->page()->timeline()->list();
    QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 200, patience);
    QVERIFY(PlaceFixture::find<QLabel>(u"eventCount"_s)->text().contains(u"more"_s));
    int rounds = 0;
    while (list->model()->rowCount() < 1500 && ++rounds < 20) {
        const int before = list->model()->rowCount();
        list->scrollToBottom();
        QTRY_VERIFY_WITH_TIMEOUT(list->model()->rowCount() > before, patience);
    }
    QCOMPARE(list->model()->rowCount(), 1500);
    QVERIFY(rounds >= 5);
    QVERIFY(!list->model()->canFetchMore({}) || list->model()->rowCount() == 1500);
}

void TestRunsDetail::runThatGoesOnShowsNewEvents()
{
    RunRow run = failedRun();
    run.status = u"running"_s;
    run.error.reset();
    run.updatedAt = u"2026-11-01 11:59:50.000000"_s;
    m_database->add(run);
    m_database->add(makeEvent(1, u"llm.human.input"_s, u"message"_s, u"{\"type\": \"human\", \"content\": \"Hello\"}"_s, isJson));
    start();
    show(u"run-1"_s);
    QListView *list = m_place->page()->timeline()->list();
    QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 1, patience);
    m_database->add(makeEvent(2, u"llm.ai.response"_s, u"message"_s, u"{\"type\": \"ai\", \"content\": \"Good day\"}"_s, isJson));
    QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 2, patience);
    QCOMPARE(qobject_cast<EventModel *>(list->model())->at(list->model()->index(1, 0))->summary, u"Good day"_s);
}

void TestRunsDetail::eventsInMemoryOnlyAreExplained()
{
    m_database->add(failedRun());
    start({.eventsInMemory = true});
    show(u"run-1"_s);
    QTRY_VERIFY_WITH_TIMEOUT(
        PlaceFixture::find<EmptyState>(u"noEvents"_s) && PlaceFixture::find<EmptyState>(u"noEvents"_s)->text().contains(u"memory"_s), patience);
}

void TestRunsDetail::transcriptFilesTokensInputAndRow()
{
    m_database->add(failedRun());
    addConversation(*m_database);
    start();
    show(u"run-1"_s);
    m_place->page()->setTab(u"transcript"_s);
    QTRY_COMPARE_WITH_TIMEOUT(int(m_place->page()->transcript()->messages().size()), 3, patience);
    QVERIFY(m_place->page()->transcript()->plainText().contains(u"Why does the build fail?"_s));
    m_place->page()->setTab(u"files"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_place->page()->files()->list()->count(), 1, patience);
    QVERIFY(m_place->page()->files()->list()->item(0)->text().contains(u"a.txt"_s));
    QTRY_VERIFY(PlaceFixture::find<TextPanel>(u"fileDiff"_s)->bytes().contains("+new"));
    m_place->page()->setTab(u"tokens"_s);
    QCOMPARE(m_place->page()->tokens()->byModel()->item(0, 0)->text(), u"gpt-5-mini"_s);
    QCOMPARE(m_place->page()->tokens()->byModel()->item(0, 2)->text(), u"7,001"_s);
    QCOMPARE(m_place->page()->tokens()->byCaller()->item(1, 1)->text(), u"4,118"_s);
    m_place->page()->setTab(u"input"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_place->page()->input()->text().contains("\"messages\""), patience);
    m_place->page()->setTab(u"raw"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_place->page()->raw()->text().contains("\"stop_reason\": \"orphan_recovered\""), patience);
    QVERIFY(m_place->page()->raw()->text().contains("2026-11-01 10:00:17.200000"));
}

void TestRunsDetail::adoptMakesTheThread()
{
    RunRow run = failedRun();
    run.threadId = u"lost"_s;
    run.firstHumanMessage = u"Plan a trip to Kyoto"_s;
    m_database->add(run);
    start();
    show(u"run-1"_s);
    QVERIFY(PlaceFixture::banner(u"runNotice"_s).contains(u"lost"_s));
    QVERIFY(!PlaceFixture::find<QWidget>(u"openThreadButton"_s));
    QVERIFY(PlaceFixture::click(u"adoptButton"_s));
    QTRY_VERIFY_WITH_TIMEOUT(PlaceFixture::find<QWidget>(u"openThreadButton"_s), patience);
    QCOMPARE(m_database->count(u"threads_meta"_s, u"thread_id = 'lost' AND display_name = 'Plan a trip to Kyoto' AND user_id = 'user-a'"_s), 1);
    QVERIFY(PlaceFixture::banner(u"runBanner"_s).startsWith(u"The thread was made"_s));
}

void TestRunsDetail::adoptAllSaysWhatBecameOfEach()
{
    QList<RunRow> rows;
    for (int i = 0; i < 5; ++i) {
        RunRow run = failedRun();
        run.runId = u"orphan-%1"_s.arg(i);
        // Two runs of one thread, and one whose thread cannot be made.
        run.threadId = i == 4 ? u"not an id"_s : u"lost-%1"_s.arg(i / 2);
        rows << run;
    }
    m_database->add(rows);
    start();
    m_place->showItem(u"chip:orphans"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_place->model()->rowCount(), 5, patience);
    QVERIFY(PlaceFixture::click(u"adoptAllButton"_s));
    QVERIFY(PlaceFixture::click(u"adoptStart"_s));
    QTRY_VERIFY_WITH_TIMEOUT(PlaceFixture::banner(u"adoptBanner"_s).startsWith(u"Done in part"_s), patience);
    auto *results = PlaceFixture::find<QTableWidget>(u"adoptResults"_s);
    QVERIFY(results);
    int made = 0;
    int there = 0;
    int failed = 0;
    for (int row = 0; row < results->rowCount(); ++row) {
        const QString text = results->item(row, 2)->text();
        made += text == u"✓ made"_s;
        there += text == u"✓ was already there"_s;
        failed += text.startsWith(u"✕ "_s);
    }
    QCOMPARE(results->rowCount(), 5);
    QCOMPARE(made, 2);
    QCOMPARE(there, 2);
    QCOMPARE(failed, 1);
    QCOMPARE(m_database->count(u"threads_meta"_s, u"thread_id LIKE 'lost-%'"_s), 2);
    QVERIFY(PlaceFixture::click(u"adoptCancel"_s));
    QTRY_COMPARE_WITH_TIMEOUT(m_place->model()->rowCount(), 1, patience);
}

void TestRunsDetail::adoptAllSaysWhatThereIsToKnow()
{
    // The newer run is nobody's, and so is the thread made for it; the older one's owner does not get it.
    RunRow older = failedRun();
    older.threadId = u"lost"_s;
    RunRow newer = older;
    newer.runId = u"run-2"_s;
    newer.owner = {};
    newer.createdAt = u"2026-11-01 11:00:00.000000"_s;
    m_database->add(QList<RunRow>{older, newer});
    start();
    m_place->showItem(u"chip:orphans"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_place->model()->rowCount(), 2, patience);
    QVERIFY(PlaceFixture::click(u"adoptAllButton"_s));
    QVERIFY(PlaceFixture::click(u"adoptStart"_s));
    QTRY_COMPARE_WITH_TIMEOUT(PlaceFixture::banner(u"adoptBanner"_s), u"Done There is something to know about 1 run(s); the list says what."_s,
                              patience);
    auto *results = PlaceFixture::find<QTableWidget>(u"adoptResults"_s);
    QVERIFY(results);
    QCOMPARE(results->rowCount(), 2);
    QCOMPARE(results->item(0, 2)->text(), u"✓ made"_s);
    QCOMPARE(results->item(1, 2)->text(), QString(u"✓ was already there · ▲ "_s + nobodysThreadWarning()));
}

void TestRunsDetail::threadIsOpenedByTheButton()
{
    m_database->add(failedRun());
    start();
    show(u"run-1"_s);
    QSignalSpy links(m_place.get(), &Place::linkActivated);
    QVERIFY(PlaceFixture::click(u"openThreadButton"_s));
    QCOMPARE(links.size(), 1);
    QCOMPARE(links.at(0), QVariantList({u"threads"_s, u"th-1"_s}));
}

void TestRunsDetail::exportWritesTheTranscript()
{
    m_database->add(failedRun());
    addConversation(*m_database);
    start();
    QTemporaryDir folder;
    const QString path = folder.filePath(u"run.md"_s);
    QSignalSpy done(m_place->exportFlow(), &RunExportFlow::done);
    m_place->exportFlow()->writeRun(u"run-1"_s, ExportFormat::Markdown, path);
    QTRY_COMPARE_WITH_TIMEOUT(done.size(), 1, patience);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("Why does the build fail?"));
    const QString list = folder.filePath(u"runs.csv"_s);
    ExportOptions options;
    options.format = ExportFormat::Csv;
    m_place->exportFlow()->writeList({}, options, list);
    QTRY_COMPARE_WITH_TIMEOUT(done.size(), 2, patience);
    QFile csv(list);
    QVERIFY(csv.open(QIODevice::ReadOnly));
    QVERIFY(csv.readAll().contains("run-1"));
}

QTEST_MAIN(TestRunsDetail)
#include "tst_runs_detail.moc"
