// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/engine_test.h"
#include "ui/support/threads_fixture.h"

#include "ui/threads/bulk_dialog.h"
#include "ui/threads/metadata_tab.h"
#include "ui/threads/metadata_text.h"
#include "ui/threads/thread_detail.h"
#include "ui/threads/thread_detail_page.h"
#include "ui/threads/threads_model.h"
#include "ui/widgets/json_tree.h"
#include "ui/widgets/listing_view.h"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTreeWidget>

using namespace Qt::StringLiterals;
using namespace verderer;
using namespace verderer::test;

class TestThreadsChange : public EngineTest {
    Q_OBJECT
private Q_SLOTS:
    void renamedByF2();
    void renameIsRefusedWhileARunIsActive();
    void pinnedWithoutBecomingNewer();
    void metadataIsMergedAndInternalKeysStay();
    void aKeyIsOnlyTakenOutWhenToldSo();
    void whatIsTypedOutlivesAnotherSelection();
    void aLockedDatabaseLosesNoEdit();
    void deletionIsShownBeforeItIsDone();
    void deletionIsRefusedWhileARunIsActive();
    void severalArePinnedWithAResultForEach();

private:
    static QString stored(const DatabaseFixture &database, const QString &column, const QString &id)
    {
        return database.sql(u"SELECT %1 FROM threads_meta WHERE thread_id = ?"_s.arg(column), {id}).value(0).value(0).toString();
    }
};

void TestThreadsChange::renamedByF2()
{
    const auto database = makeDatabase();
    database->add(ThreadRow{.threadId = u"th-1"_s, .title = u"Old"_s});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QVERIFY(window.choose(u"th-1"_s));
    QTest::keyClick(window.place()->table(), Qt::Key_F2);
    QTRY_VERIFY(window.find<QLineEdit>(u"renameTitle"_s));
    auto *title = window.find<QLineEdit>(u"renameTitle"_s);
    title->selectAll();
    QTest::keyClicks(title, u"New name"_s);
    QTest::keyClick(title, Qt::Key_Return);
    QTRY_COMPARE(stored(*database, u"display_name"_s, u"th-1"_s), u"New name"_s);
    QTRY_COMPARE(window.place()->detail()->record()->displayName, u"New name"_s);
    QTRY_COMPARE(window.place()->model()->index(0, ThreadsModel::Title).data().toString(), u"New name"_s);
}

void TestThreadsChange::renameIsRefusedWhileARunIsActive()
{
    const auto database = makeDatabase();
    database->add(ThreadRow{.threadId = u"th-1"_s, .title = u"Old"_s});
    database->add(RunRow{.runId = u"run-live"_s, .threadId = u"th-1"_s, .status = u"running"_s});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QVERIFY(window.choose(u"th-1"_s));
    QVERIFY(window.click(u"renameThread"_s));
    QTRY_VERIFY(window.find<QLineEdit>(u"renameTitle"_s));
    QTest::keyClicks(window.find<QLineEdit>(u"renameTitle"_s), u"New"_s);
    QVERIFY(window.click(u"renameAccept"_s));
    QTRY_VERIFY(window.banner(u"threadsBanner"_s).contains(u"run-live"_s));
    QVERIFY(window.banner(u"threadsBanner"_s).contains(u"busy"_s));
    QCOMPARE(stored(*database, u"display_name"_s, u"th-1"_s), u"Old"_s);
    // The wish is kept: once the run has ended, trying again is enough.
    database->sql(u"UPDATE runs SET status = 'success'"_s);
    QVERIFY(window.click(u"retryAct"_s));
    QTRY_VERIFY(stored(*database, u"display_name"_s, u"th-1"_s) != u"Old"_s);
}

void TestThreadsChange::pinnedWithoutBecomingNewer()
{
    const auto database = makeDatabase();
    database->add(QList<ThreadRow>{{.threadId = u"th-1"_s}, {.threadId = u"th-2"_s, .updatedAt = u"2026-11-02 10:00:00.000000"_s}});
    const QString before = stored(*database, u"updated_at"_s, u"th-1"_s);
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QCOMPARE(window.ids().first(), u"th-2"_s);
    QVERIFY(window.choose(u"th-1"_s));
    QTest::keyClick(window.place()->table(), Qt::Key_P, Qt::ControlModifier);
    QTRY_COMPARE(window.ids().value(0), u"th-1"_s);
    QCOMPARE(stored(*database, u"metadata_json"_s, u"th-1"_s), u"{\"deerflow_pinned\": true}"_s);
    QCOMPARE(stored(*database, u"updated_at"_s, u"th-1"_s), before);
    QCOMPARE(window.place()->table()->currentId(), u"th-1"_s);
}

void TestThreadsChange::metadataIsMergedAndInternalKeysStay()
{
    const auto database = makeDatabase();
    database->add(ThreadRow{.threadId = u"th-1"_s, .metadata = u"{\"source\": \"http\", \"deerflow_pinned\": true, \"big\": 9007199254740993}"_s});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QVERIFY(window.choose(u"th-1"_s));
    QVERIFY(window.click(u"editMetadata"_s));
    auto *editor = window.find<QPlainTextEdit>(u"metadataEditor"_s);
    QVERIFY(editor);
    QVERIFY(!editor->toPlainText().contains(u"deerflow_pinned"_s));
    editor->setPlainText(u"{\"source\": \"by hand\", \"big\": 9007199254740993, oops"_s);
    QTRY_VERIFY(window.find<QLabel>(u"metadataProblem"_s));
    QVERIFY(!window.find<QPushButton>(u"saveMetadata"_s)->isEnabled());
    // An internal key cannot be smuggled in.
    editor->setPlainText(u"{\"source\": \"http\", \"big\": 9007199254740993, \"deerflow_pinned\": false}"_s);
    QVERIFY(window.find<QLabel>(u"metadataProblem"_s)->text().contains(u"deerflow_pinned"_s));
    editor->setPlainText(u"{\"source\": \"by hand\", \"big\": 9007199254740993, \"ticket\": 7}"_s);
    // Meanwhile somebody else sets another key: it stays.
    database->sql(
        u"UPDATE threads_meta SET metadata_json = '{\"source\": \"http\", \"deerflow_pinned\": true, \"big\": 9007199254740993, \"theirs\": 1}'"_s);
    QTest::keyClick(editor, Qt::Key_S, Qt::ControlModifier);
    QTRY_COMPARE(stored(*database, u"metadata_json"_s, u"th-1"_s),
                 u"{\"source\": \"by hand\", \"deerflow_pinned\": true, \"big\": 9007199254740993, \"theirs\": 1, \"ticket\": 7}"_s);
    QTRY_VERIFY(!window.place()->page()->metadata()->isEditing());
}

void TestThreadsChange::aKeyIsOnlyTakenOutWhenToldSo()
{
    const auto database = makeDatabase();
    database->add(ThreadRow{.threadId = u"th-1"_s, .metadata = u"{\"a\": 1, \"b\": 2}"_s});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QVERIFY(window.choose(u"th-1"_s));
    QVERIFY(window.click(u"editMetadata"_s));
    window.find<QPlainTextEdit>(u"metadataEditor"_s)->setPlainText(u"{\"a\": 5}"_s);
    QVERIFY(window.click(u"saveMetadata"_s));
    QTRY_VERIFY(window.banner(u"metadataBanner"_s).contains(u"b"_s));
    QCOMPARE(stored(*database, u"metadata_json"_s, u"th-1"_s), u"{\"a\": 1, \"b\": 2}"_s);
    QVERIFY(window.click(u"keepRemovedKeys"_s));
    QTRY_COMPARE(stored(*database, u"metadata_json"_s, u"th-1"_s), u"{\"a\": 5, \"b\": 2}"_s);
    // From the tree, after asking.
    QTRY_VERIFY(window.find<JsonTree>(u"metadataTree"_s));
    auto *tree = window.find<JsonTree>(u"metadataTree"_s);
    QTRY_COMPARE(tree->topLevelItemCount(), 2);
    tree->setCurrentItem(tree->topLevelItem(1));
    QVERIFY(window.click(u"removeMetadataKey"_s));
    QVERIFY(window.click(u"confirmRemoveKeys"_s));
    QTRY_COMPARE(stored(*database, u"metadata_json"_s, u"th-1"_s), u"{\"a\": 5}"_s);
}

void TestThreadsChange::whatIsTypedOutlivesAnotherSelection()
{
    const auto database = makeDatabase();
    database->add(QList<ThreadRow>{{.threadId = u"th-1"_s}, {.threadId = u"th-2"_s}});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QVERIFY(window.choose(u"th-1"_s));
    QVERIFY(window.click(u"editMetadata"_s));
    window.find<QPlainTextEdit>(u"metadataEditor"_s)->setPlainText(u"{\"half\": "_s);
    QVERIFY(window.choose(u"th-2"_s));
    QTRY_COMPARE(window.place()->detail()->id(), u"th-2"_s);
    QVERIFY(!window.place()->page()->metadata()->isEditing());
    QVERIFY(window.place()->page()->metadata()->unsaved().contains(u"th-1"_s));
    QVERIFY(window.choose(u"th-1"_s));
    QTRY_VERIFY(window.find<QPlainTextEdit>(u"metadataEditor"_s));
    QCOMPARE(window.find<QPlainTextEdit>(u"metadataEditor"_s)->toPlainText(), u"{\"half\": "_s);
}

void TestThreadsChange::aLockedDatabaseLosesNoEdit()
{
    const auto database = DatabaseFixture::sqlite();
    database->add(ThreadRow{.threadId = u"th-1"_s, .metadata = u"{\"a\": 1}"_s});
    ThreadsFixture window(database.get(), {}, 400);
    QVERIFY(window.open());
    QVERIFY(window.choose(u"th-1"_s));
    QVERIFY(window.click(u"editMetadata"_s));
    auto *editor = window.find<QPlainTextEdit>(u"metadataEditor"_s);
    editor->setPlainText(u"{\"a\": 2}"_s);
    {
        QSqlDatabase other = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"holder"_s);
        other.setDatabaseName(database->url().path);
        QVERIFY(other.open());
        QVERIFY(QSqlQuery(other).exec(u"BEGIN IMMEDIATE"_s));
        int beats = 0;
        QTimer heart;
        connect(&heart, &QTimer::timeout, this, [&beats] { ++beats; });
        heart.start(10);
        QVERIFY(window.click(u"saveMetadata"_s));
        QTRY_VERIFY(window.banner(u"threadsBanner"_s).contains(u"locked by another program"_s));
        // The window lived while the lock was waited for.
        QVERIFY2(beats >= 5, qPrintable(QString::number(beats)));
        QVERIFY(window.place()->page()->metadata()->isEditing());
        QCOMPARE(editor->toPlainText(), u"{\"a\": 2}"_s);
        QVERIFY(!editor->isReadOnly());
        QVERIFY(QSqlQuery(other).exec(u"ROLLBACK"_s));
        other.close();
    }
    QSqlDatabase::removeDatabase(u"holder"_s);
    QVERIFY(window.click(u"retryAct"_s));
    QTRY_COMPARE(stored(*database, u"metadata_json"_s, u"th-1"_s), u"{\"a\": 2}"_s);
    QTRY_VERIFY(!window.place()->page()->metadata()->isEditing());
}

void TestThreadsChange::deletionIsShownBeforeItIsDone()
{
    const auto database = makeDatabase();
    database->add(QList<ThreadRow>{{.threadId = u"th-1"_s, .title = u"Goes"_s}, {.threadId = u"th-2"_s}});
    database->add(RunRow{.runId = u"run-1"_s, .threadId = u"th-1"_s});
    database->add(QList<EventRow>{{.threadId = u"th-1"_s, .runId = u"run-1"_s, .seq = 1}, {.threadId = u"th-1"_s, .runId = u"run-1"_s, .seq = 2}});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QVERIFY(window.choose(u"th-1"_s));
    const QString before = database->dump();
    QTest::keyClick(window.place()->table(), Qt::Key_Delete);
    QTRY_VERIFY(window.find<QPushButton>(u"bulkGo"_s) && window.find<QPushButton>(u"bulkGo"_s)->isEnabled());
    auto *list = window.find<QTreeWidget>(u"bulkList"_s);
    QVERIFY2(list->topLevelItem(0)->text(2).contains(u"2 event"_s), qPrintable(list->topLevelItem(0)->text(2)));
    QCOMPARE(database->dump(), before);
    QVERIFY(window.click(u"bulkGo"_s));
    QTRY_VERIFY(list->topLevelItem(0)->text(2).startsWith(u"✓"_s));
    QCOMPARE(database->count(u"threads_meta"_s), 1);
    QCOMPARE(database->count(u"run_events"_s), 0);
    QTRY_COMPARE(window.ids(), QStringList{u"th-2"_s});
    QVERIFY(window.click(u"bulkCancel"_s));
    QTRY_VERIFY(!window.find<QWidget>(u"bulkDialog"_s));
}

void TestThreadsChange::deletionIsRefusedWhileARunIsActive()
{
    const auto database = makeDatabase();
    database->add(ThreadRow{.threadId = u"th-1"_s});
    database->add(RunRow{.runId = u"run-live"_s, .threadId = u"th-1"_s, .status = u"running"_s});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QVERIFY(window.choose(u"th-1"_s));
    QVERIFY(window.click(u"deleteThread"_s));
    QTRY_VERIFY(window.find<QTreeWidget>(u"bulkList"_s) && window.find<QTreeWidget>(u"bulkList"_s)->topLevelItem(0)->text(2).contains(u"run-live"_s));
    QTRY_VERIFY(window.find<QPushButton>(u"bulkAgain"_s));
    QVERIFY(!window.find<QPushButton>(u"bulkGo"_s)->isEnabled());
    QCOMPARE(database->count(u"threads_meta"_s), 1);
}

void TestThreadsChange::severalArePinnedWithAResultForEach()
{
    const auto database = makeDatabase();
    database->add(QList<ThreadRow>{{.threadId = u"th-1"_s}, {.threadId = u"th-2"_s, .metadata = u"[1]"_s}, {.threadId = u"th-3"_s}});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QTest::keyClick(window.place()->table(), Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(window.place()->table()->selectedRows(), 3);
    QTest::keyClick(window.place()->table(), Qt::Key_P, Qt::ControlModifier);
    QTRY_VERIFY(window.find<BulkDialog>(u"bulkDialog"_s));
    auto *dialog = window.find<BulkDialog>(u"bulkDialog"_s);
    QTRY_COMPARE(dialog->succeeded() + dialog->failed(), 3);
    QCOMPARE(dialog->failed(), 1);
    auto *list = window.find<QTreeWidget>(u"bulkList"_s);
    for (int i = 0; i < list->topLevelItemCount(); ++i) {
        const bool broken = list->topLevelItem(i)->text(1) == u"th-2"_s;
        QVERIFY(list->topLevelItem(i)->text(2).startsWith(broken ? u"✕"_s : u"✓"_s));
    }
    QCOMPARE(database->count(u"threads_meta"_s, u"CAST(metadata_json AS TEXT) LIKE '%deerflow_pinned%'"_s), 2);
}

QTEST_MAIN(TestThreadsChange)
#include "tst_threads_change.moc"
