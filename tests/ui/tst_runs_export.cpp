// SPDX-License-Identifier: GPL-3.0-or-later
// The list of runs, and one run, as files: by menu and dialog, equal to what is listed. And runs whose events are files themselves.
#include "support/engine_test.h"
#include "ui/runs/event_model.h"
#include "ui/runs/run_detail_page.h"
#include "ui/runs/run_list_model.h"
#include "ui/runs/run_list_pane.h"
#include "ui/runs/run_list_view.h"
#include "ui/runs/runs_place.h"
#include "ui/runs/timeline_tab.h"
#include "ui/support/choices.h"
#include "ui/support/file_dialog.h"
#include "ui/support/place_fixture.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/transcript_view.h"

#include "base/json.h"

#include <QDir>
#include <QFile>
#include <QListView>
#include <QTemporaryDir>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 30'000;

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QStringList idsIn(const QByteArray &text, const QString &suffix)
{
    QStringList ids;
    if (suffix == u"json"_s) {
        if (const auto list = parseJson(text)) {
            for (const auto &run : list->at("runs")) {
                ids << toQString(run.at("run_id"));
            }
        }
        return ids;
    }
    const QList<QByteArray> lines = text.split('\n');
    for (const QByteArray &line : lines) {
        if (suffix == u"jsonl"_s) {
            if (const auto run = parseJson(line); run && run->is_object()) {
                ids << toQString(run->at("run_id"));
            }
        } else if (line.startsWith("run-")) {
            ids << QString::fromUtf8(line.split(',').first());
        }
    }
    return ids;
}

} // namespace

class TestRunsExport : public EngineTest {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void theFileIsTheList_data();
    void theFileIsTheList();
    void oneRunIsWritten_data();
    void oneRunIsWritten();
    void eventsOfFilesAreShown();
    void aFolderOfEventsThatIsNotThereIsExplained();

private:
    void start(const PlaceFixture::Setup &setup = {});

    std::unique_ptr<DatabaseFixture> m_database;
    std::unique_ptr<PlaceFixture> m_fixture;
    std::unique_ptr<RunsPlace> m_place;
};

void TestRunsExport::init()
{
    m_database = makeDatabase();
    m_database->add(ThreadRow{.threadId = u"th-1"_s});
}

void TestRunsExport::cleanup()
{
    m_place.reset();
    m_fixture.reset();
    m_database.reset();
}

void TestRunsExport::start(const PlaceFixture::Setup &setup)
{
    m_fixture = std::make_unique<PlaceFixture>(*m_database, setup);
    m_place = std::make_unique<RunsPlace>(m_fixture->services());
    m_fixture->openDatabase();
    QVERIFY(PlaceFixture::show(m_place.get()));
    QTRY_COMPARE_WITH_TIMEOUT(m_place->model()->state(), ListingModelBase::State::Ready, patience);
}

void TestRunsExport::theFileIsTheList_data()
{
    QTest::addColumn<QString>("entry");
    QTest::addColumn<QString>("suffix");
    QTest::newRow("CSV") << u"exportListCsv"_s << u"csv"_s;
    QTest::newRow("JSON") << u"exportListJson"_s << u"json"_s;
    QTest::newRow("JSON lines") << u"exportListLines"_s << u"jsonl"_s;
}

void TestRunsExport::theFileIsTheList()
{
    QFETCH(QString, entry);
    QFETCH(QString, suffix);
    QList<RunRow> rows;
    // More than a page, and some that the chip leaves out.
    for (int i = 0; i < 250; ++i) {
        rows << RunRow{.runId = u"run-%1"_s.arg(i, 4, 10, QLatin1Char('0')),
                       .threadId = u"th-1"_s,
                       .status = i % 5 ? u"error"_s : u"success"_s,
                       .error = u"=1+%1"_s.arg(i),
                       .createdAt = u"2026-10-01 10:%1:%2.000000"_s.arg(i % 60, 2, 10, QLatin1Char('0')).arg(i / 60, 2, 10, QLatin1Char('0'))};
    }
    m_database->add(rows);
    start();
    QVERIFY(PlaceFixture::click(u"chip-failed"_s));
    QTRY_COMPARE_WITH_TIMEOUT(m_place->model()->rowCount(), 200, patience);
    QTemporaryDir folder;
    QVERIFY(choose(u"runListMore"_s, entry));
    // Without an ending: the kind gives it.
    QVERIFY(saveThrough(u"exportRunsDialog"_s, folder.filePath(u"list"_s)));
    QTRY_VERIFY_WITH_TIMEOUT(PlaceFixture::banner(u"runListBanner"_s).startsWith(u"Exported 200 written to"_s), patience);
    const QByteArray text = contents(folder.filePath(u"list."_s + suffix));
    const QStringList written = idsIn(text, suffix);
    QCOMPARE(written.size(), 200);
    for (int row = 0; row < 200; ++row) {
        m_place->list()->list()->scrollTo(m_place->model()->index(row, 0));
        QTRY_COMPARE_WITH_TIMEOUT(m_place->model()->idAt(row), written.at(row), patience);
    }
    // A spreadsheet must not compute what an error says.
    QCOMPARE(text.contains("'=1+"), suffix == u"csv"_s);
}

void TestRunsExport::oneRunIsWritten_data()
{
    QTest::addColumn<QString>("entry");
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<QByteArrayList>("says");
    QTest::newRow("transcript") << u"exportTranscript"_s << u"md"_s << QByteArrayList{"Why does the build fail?"};
    QTest::newRow("everything") << u"exportRunJson"_s << u"json"_s << QByteArrayList{"\"run\"", "\"events\"", "Why does the build fail?"};
    QTest::newRow("events") << u"exportEvents"_s << u"jsonl"_s << QByteArrayList{"\"llm.human.input\"", "Why does the build fail?"};
}

void TestRunsExport::oneRunIsWritten()
{
    QFETCH(QString, entry);
    QFETCH(QString, suffix);
    QFETCH(QByteArrayList, says);
    m_database->add(QList<RunRow>{{.runId = u"run-1"_s, .threadId = u"th-1"_s}, {.runId = u"run-other"_s, .threadId = u"th-1"_s}});
    m_database->add(test::EventRow{.threadId = u"th-1"_s,
                                   .runId = u"run-1"_s,
                                   .type = u"llm.human.input"_s,
                                   .content = u"{\"type\": \"human\", \"content\": \"Why does the build fail?\"}"_s,
                                   .metadata = u"{\"content_is_json\": true, \"content_is_dict\": true}"_s});
    start();
    m_place->showItem(u"run-1"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_place->page()->isRunShown(), patience);
    QTemporaryDir folder;
    QVERIFY(choose(u"exportRunButton"_s, entry));
    QVERIFY(saveThrough(u"exportRunDialog"_s, folder.filePath(u"one"_s)));
    QTRY_VERIFY_WITH_TIMEOUT(!contents(folder.filePath(u"one."_s + suffix)).isEmpty(), patience);
    const QByteArray text = contents(folder.filePath(u"one."_s + suffix));
    for (const QByteArray &part : std::as_const(says)) {
        QVERIFY2(text.contains(part), text.constData());
    }
    QVERIFY(!text.contains("run-other"));
}

void TestRunsExport::eventsOfFilesAreShown()
{
    m_database->add(QList<RunRow>{{.runId = u"run-1"_s, .threadId = u"th-1"_s}, {.runId = u"run-2"_s, .threadId = u"th-1"_s}});
    // What the database holds from another time is not what this installation reads.
    m_database->add(test::EventRow{.threadId = u"th-1"_s, .runId = u"run-1"_s, .content = u"from the database"_s});
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(u"th-1/runs"_s));
    QFile file(folder.filePath(u"th-1/runs/run-1.jsonl"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "{\"thread_id\": \"th-1\", \"run_id\": \"run-1\", \"event_type\": \"llm.human.input\", \"category\": \"message\", \"content\": {\"type\": "
        "\"human\", \"content\": \"Why does the build fail?\"}, \"metadata\": {}, \"seq\": 1, \"created_at\": \"2026-11-01T10:00:01+00:00\"}\n"
        "{\"thread_id\": \"th-1\", \"run_id\": \"run-1\", \"event_ty\n"
        "{\"thread_id\": \"th-1\", \"run_id\": \"run-1\", \"event_type\": \"quantum.leap\", \"category\": \"dreams\", \"content\": \"never seen\", "
        "\"metadata\": {}, \"seq\": 2, \"created_at\": \"2026-11-01T10:00:02+00:00\"}\n");
    file.flush();
    start({.eventsFolder = folder.path()});
    m_place->showItem(u"run-1"_s);
    const QListView *list = m_place->page()->timeline()->list();
    const auto *events = qobject_cast<EventModel *>(list->model());
    QTRY_COMPARE_WITH_TIMEOUT(events->rowCount(), 3, patience);
    QCOMPARE(events->at(events->index(0))->summary, u"Why does the build fail?"_s);
    QVERIFY2(events->at(events->index(1))->event.content.contains("\"event_ty"), "the line that cannot be read is there as it is");
    QCOMPARE(events->at(events->index(2))->event.type, u"quantum.leap"_s);
    m_place->page()->setTab(u"transcript"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_place->page()->transcript()->plainText().contains(u"Why does the build fail?"_s), patience);
    QVERIFY(!m_place->page()->transcript()->plainText().contains(u"from the database"_s));
    // A run without a file has no events, which is no failure.
    m_place->page()->setTab(u"timeline"_s);
    m_place->showItem(u"run-2"_s);
    QTRY_VERIFY_WITH_TIMEOUT(PlaceFixture::find<EmptyState>(u"noEvents"_s), patience);
}

void TestRunsExport::aFolderOfEventsThatIsNotThereIsExplained()
{
    m_database->add(RunRow{.runId = u"run-1"_s, .threadId = u"th-1"_s});
    const QString nowhere = u"/nowhere/threads"_s;
    start({.eventsFolder = nowhere});
    m_place->showItem(u"run-1"_s);
    QTRY_VERIFY_WITH_TIMEOUT(PlaceFixture::find<EmptyState>(u"noEvents"_s) && PlaceFixture::find<EmptyState>(u"noEvents"_s)->text().contains(nowhere),
                             patience);
}

QTEST_MAIN(TestRunsExport)
#include "tst_runs_export.moc"
