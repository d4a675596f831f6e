// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/engine_test.h"
#include "ui/support/file_dialog.h"
#include "ui/support/threads_fixture.h"

#include "base/json.h"
#include "ui/threads/bulk_dialog.h"
#include "ui/threads/threads_model.h"
#include "ui/widgets/listing_view.h"

#include <QDir>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTreeWidget>

#include <latch>

using namespace Qt::StringLiterals;
using namespace verderer;
using namespace verderer::test;

/// What goes beyond one row: files that are written, files that go along with a thread, acts on many that are given up half-way.
class TestThreadsActs : public EngineTest {
    Q_OBJECT
private Q_SLOTS:
    void exportEqualsTheList_data();
    void exportEqualsTheList();
    void aThreadIsExportedAsMarkdown();
    void exportToNowhereIsTold();
    void foldersGoWithTheirThread();
    void givenUpHalfWayKeepsTheRest();

private:
    static QByteArray read(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

void TestThreadsActs::exportEqualsTheList_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("name");
    QTest::newRow("CSV") << u"CSV (*.csv)"_s << u"list.csv"_s;
    QTest::newRow("JSON lines") << u"JSON lines (*.jsonl)"_s << u"list.jsonl"_s;
    QTest::newRow("JSON") << u"JSON (*.json)"_s << u"list.json"_s;
}

void TestThreadsActs::exportEqualsTheList()
{
    QFETCH(const QString, filter);
    QFETCH(const QString, name);
    const auto database = makeDatabase();
    QList<ThreadRow> rows;
    for (int i = 0; i < 60; ++i) {
        rows.append({.threadId = u"th-%1"_s.arg(i, 2, 10, QChar(u'0')),
                     .title = i % 2 == 0 ? u"Even, \"%1\""_s.arg(i) : u"Odd"_s,
                     .updatedAt = u"2026-11-01 10:00:%1.000000"_s.arg(i, 2, 10, QChar(u'0'))});
    }
    database->add(rows);
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    auto *search = window.find<QLineEdit>(u"threadSearch"_s);
    QTest::keyClicks(search, u"Even"_s);
    QTRY_COMPARE(window.place()->model()->rowCount(), 30);
    const QTemporaryDir folder;
    const QString path = folder.filePath(name);
    QVERIFY(window.click(u"exportThreads"_s));
    QVERIFY(saveThrough(u"exportDialog"_s, path, filter));
    QTRY_VERIFY(window.banner(u"threadsBanner"_s).contains(u"30"_s));

    QStringList ids;
    const QByteArray bytes = read(path);
    if (name.endsWith(u".json"_s)) {
        const Json document = parseJson(bytes).value();
        for (const Json &thread : document["threads"]) {
            ids << toQString(thread["thread_id"]);
        }
    } else {
        for (const QByteArray &line : bytes.split('\n')) {
            if (name.endsWith(u".jsonl"_s) && !line.isEmpty()) {
                ids << toQString(parseJson(line).value()["thread_id"]);
            } else if (line.startsWith("th-")) {
                ids << QString::fromUtf8(line.left(5));
            }
        }
    }
    QCOMPARE(ids, window.ids());
}

void TestThreadsActs::aThreadIsExportedAsMarkdown()
{
    const auto database = makeDatabase();
    database->add(ThreadRow{.threadId = u"th-1"_s, .title = u"Late delivery"_s});
    database->add(RunRow{.runId = u"run-1"_s, .threadId = u"th-1"_s});
    database->add(EventRow{.threadId = u"th-1"_s,
                           .runId = u"run-1"_s,
                           .type = u"llm.human.input"_s,
                           .content = u"{\"type\": \"human\", \"content\": \"Where is my parcel?\"}"_s});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QVERIFY(window.choose(u"th-1"_s));
    QVERIFY(window.click(u"exportThread"_s));
    const QTemporaryDir folder;
    QVERIFY(saveThrough(u"exportDialog"_s, folder.filePath(u"thread.md"_s), u"Transcript as Markdown (*.md)"_s));
    QTRY_VERIFY(QFile::exists(folder.filePath(u"thread.md"_s)));
    const QByteArray text = read(folder.filePath(u"thread.md"_s));
    QVERIFY2(text.contains("Late delivery") && text.contains("Where is my parcel?"), text.constData());
}

void TestThreadsActs::exportToNowhereIsTold()
{
    const auto database = makeDatabase();
    database->add(ThreadRow{.threadId = u"th-1"_s});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QVERIFY(window.click(u"exportThreads"_s));
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"list.csv"_s);
    QVERIFY(QDir().mkpath(path + u".d/"_s));
    // A folder that goes away between the choice and the writing.
    QVERIFY(QFile::link(u"/proc/none/list.csv"_s, path));
    QVERIFY(saveThrough(u"exportDialog"_s, path, u"CSV (*.csv)"_s));
    QTRY_VERIFY2(window.banner(u"threadsBanner"_s).contains(u"list.csv"_s) && !window.banner(u"threadsBanner"_s).startsWith(u"Exporting"_s),
                 qPrintable(window.banner(u"threadsBanner"_s)));
    QVERIFY(!QFile::exists(path));
}

void TestThreadsActs::foldersGoWithTheirThread()
{
    const auto database = makeDatabase();
    database->add(QList<ThreadRow>{{.threadId = u"th-1"_s}, {.threadId = u"th-2"_s}});
    const QTemporaryDir home;
    const QString goes = home.filePath(u"users/user-a/threads/th-1"_s);
    const QString stays = home.filePath(u"users/user-a/threads/th-2"_s);
    for (const QString &folder : {goes, stays}) {
        QVERIFY(QDir().mkpath(folder + u"/user-data/outputs"_s));
        QFile file(folder + u"/user-data/outputs/report.md"_s);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("text") == 4);
    }
    ThreadsFixture window(nullptr, [&](const Workspace &) -> Result<DatabaseAccess> {
        return accessOver(database->worker(), std::make_shared<ToldClock>(), home.path());
    });
    QVERIFY(window.open());
    QVERIFY(window.choose(u"th-1"_s));
    QTest::keyClick(window.place()->table(), Qt::Key_Delete);
    QTRY_VERIFY(window.find<QPushButton>(u"bulkGo"_s) && window.find<QPushButton>(u"bulkGo"_s)->isEnabled());
    auto *list = window.find<QTreeWidget>(u"bulkList"_s);
    QStringList told;
    for (int i = 0; i < list->topLevelItem(0)->childCount(); ++i) {
        told << list->topLevelItem(0)->child(i)->text(0);
    }
    QVERIFY2(told.join(u'\n').contains(goes), qPrintable(told.join(u'\n')));
    QVERIFY(QDir(goes).exists());
    QVERIFY(window.click(u"bulkGo"_s));
    QTRY_VERIFY(list->topLevelItem(0)->text(2).startsWith(u"✓"_s));
    QVERIFY(!QFileInfo::exists(goes));
    QVERIFY(QFileInfo::exists(stays + u"/user-data/outputs/report.md"_s));
    QCOMPARE(database->count(u"threads_meta"_s), 1);
}

void TestThreadsActs::givenUpHalfWayKeepsTheRest()
{
    const auto database = makeDatabase();
    constexpr int threads = 5;
    QList<ThreadRow> rows;
    for (int i = 0; i < threads; ++i) {
        rows.append({.threadId = u"th-%1"_s.arg(i)});
    }
    database->add(rows);
    // The second thread's change stands at its first statement until the test lets it go.
    std::latch reached(1);
    std::latch go(1);
    std::atomic_int changes = 0;
    const auto gate = [&](const QString &sql) -> Result<void> {
        if (sql.startsWith(u"UPDATE threads_meta"_s) && ++changes == 2) {
            reached.count_down();
            go.wait();
        }
        return {};
    };
    ThreadsFixture window(
        nullptr, [&](const Workspace &) -> Result<DatabaseAccess> { return accessOver(database->worker(gate), std::make_shared<ToldClock>()); });
    QVERIFY(window.open());
    QTest::keyClick(window.place()->table(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(window.place()->table(), Qt::Key_P, Qt::ControlModifier);
    QTRY_VERIFY(window.find<BulkDialog>(u"bulkDialog"_s));
    auto *dialog = window.find<BulkDialog>(u"bulkDialog"_s);
    const bool held = QTest::qWaitFor([&] { return reached.try_wait(); }, ThreadsFixture::patience);
    const bool clicked = held && window.click(u"bulkCancel"_s);
    go.count_down(); // before anything can end the test, or the worker would wait for ever
    QVERIFY(clicked);
    QTRY_VERIFY(!dialog->isRunning());
    const int pinned = int(database->count(u"threads_meta"_s, u"CAST(metadata_json AS TEXT) LIKE '%deerflow_pinned%'"_s));
    QVERIFY2(pinned >= 1 && pinned <= 2, qPrintable(QString::number(pinned)));
    QCOMPARE(dialog->succeeded(), pinned);
    auto *list = window.find<QTreeWidget>(u"bulkList"_s);
    QVERIFY(list);
    int done = 0;
    for (int i = 0; i < list->topLevelItemCount(); ++i) {
        const bool changed = database->count(u"threads_meta"_s, u"thread_id = ? AND CAST(metadata_json AS TEXT) LIKE '%deerflow_pinned%'"_s,
                                             {list->topLevelItem(i)->text(1)}) == 1;
        QCOMPARE(list->topLevelItem(i)->text(2).startsWith(u"✓"_s), changed);
        done += changed ? 1 : 0;
    }
    QCOMPARE(done, pinned);
    QCOMPARE(database->count(u"threads_meta"_s), threads);
}

QTEST_MAIN(TestThreadsActs)
#include "tst_threads_acts.moc"
