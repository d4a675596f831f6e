// SPDX-License-Identifier: GPL-3.0-or-later
// Deleting threads in the window: what goes and what stays is listed, then it is so; a deletion of several stops where it is told to.
#include "support/engine_test.h"
#include "ui/support/threads_fixture.h"

#include "ui/threads/bulk_dialog.h"
#include "ui/threads/threads_model.h"
#include "ui/widgets/listing_view.h"

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QScopeGuard>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTreeWidget>

using namespace Qt::StringLiterals;
using namespace verderer;
using namespace verderer::test;

namespace {

bool put(const QString &path, const QByteArray &text = "x")
{
    QFile file(path);
    return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

QStringList detailsOf(const QTreeWidgetItem *line)
{
    QStringList details;
    for (int i = 0; i < line->childCount(); ++i) {
        details << line->child(i)->text(0);
    }
    return details;
}

/// Stops the database at the deletion of one row of threads_meta until the test lets it go.
struct Gate {
    QSemaphore reached;
    QSemaphore open;
    int stopAt = 0; ///< the how many-th
    int seen = 0;   ///< on the database's thread alone

    Result<void> operator()(const QString &sql)
    {
        if (sql.contains(u"DELETE FROM threads_meta"_s) && ++seen == stopAt) {
            reached.release();
            open.acquire();
        }
        return {};
    }
};

} // namespace

class TestThreadsDelete : public EngineTest {
    Q_OBJECT
private Q_SLOTS:
    void foldersAndFilesGoAsListed();
    void stoppedMidwayTheRestIsUntouched();
};

void TestThreadsDelete::foldersAndFilesGoAsListed()
{
    const auto database = makeDatabase();
    database->add(QList<ThreadRow>{{.threadId = u"th-1"_s}, {.threadId = u"th-2"_s}});
    database->add(RunRow{.runId = u"run-1"_s, .threadId = u"th-1"_s});
    database->addCheckpoint(u"th-1"_s, u"cp-1"_s);
    QTemporaryDir home;
    QTemporaryDir events;
    const QString own = home.filePath(u"users/user-a/threads/th-1"_s);
    const QString older = home.filePath(u"threads/th-1"_s);
    const QString others = home.filePath(u"users/user-b/threads/th-1"_s);
    const QString neighbour = home.filePath(u"users/user-a/threads/th-2"_s);
    const QString eventFile = events.filePath(u"th-1/runs/run-1.jsonl"_s);
    const QString neighbourEvents = events.filePath(u"th-2/runs/run-2.jsonl"_s);
    for (const QString &folder : {own, older, others, neighbour}) {
        QVERIFY(put(folder + u"/user-data/outputs/report.md"_s));
    }
    QVERIFY(put(eventFile) && put(neighbourEvents));
    // A link must not be followed out of the folder.
    QVERIFY(QFile::link(neighbour, own + u"/user-data/workspace"_s));
    ThreadsFixture window(nullptr, [&](const Workspace &) -> Result<DatabaseAccess> {
        return accessOver(database->worker(), std::make_shared<ToldClock>(), home.path(), events.path());
    });
    QVERIFY(window.open());
    QVERIFY(window.choose(u"th-1"_s));
    QTest::keyClick(window.place()->table(), Qt::Key_Delete);
    QTRY_VERIFY(window.find<QPushButton>(u"bulkGo"_s) && window.find<QPushButton>(u"bulkGo"_s)->isEnabled());
    auto *list = window.find<QTreeWidget>(u"bulkList"_s);
    QVERIFY2(list->topLevelItem(0)->text(2).contains(u"1 checkpoint"_s), qPrintable(list->topLevelItem(0)->text(2)));
    const QStringList details = detailsOf(list->topLevelItem(0));
    QVERIFY2(details.contains(QString(u"goes: the folder "_s + own)), qPrintable(details.join(u'\n')));
    QVERIFY(details.contains(QString(u"goes: the folder "_s + older)));
    QVERIFY(details.contains(QString(u"goes: the file "_s + eventFile)));
    QVERIFY(std::any_of(details.cbegin(), details.cend(), [&](const QString &line) { return line.startsWith(QString(u"stays: "_s + others)); }));
    QVERIFY2(window.find<QLabel>(u"bulkSummary"_s)->text().contains(u"3 files or folders"_s),
             qPrintable(window.find<QLabel>(u"bulkSummary"_s)->text()));
    QVERIFY(QFile::exists(own) && QFile::exists(eventFile));

    QVERIFY(window.click(u"bulkGo"_s));
    QTRY_VERIFY(list->topLevelItem(0)->text(2).startsWith(u"✓"_s));
    QVERIFY(!QFile::exists(own) && !QFile::exists(older) && !QFile::exists(eventFile));
    QVERIFY(QFile::exists(others + u"/user-data/outputs/report.md"_s));
    QVERIFY(QFile::exists(neighbour + u"/user-data/outputs/report.md"_s) && QFile::exists(neighbourEvents));
    QCOMPARE(database->count(u"threads_meta"_s), 1);
    QCOMPARE(database->count(u"runs"_s) + database->count(u"checkpoints"_s), 0);
}

void TestThreadsDelete::stoppedMidwayTheRestIsUntouched()
{
    const auto database = makeDatabase();
    QTemporaryDir home;
    for (int i = 1; i <= 5; ++i) {
        const QString id = u"th-%1"_s.arg(i);
        database->add(ThreadRow{.threadId = id});
        database->add(RunRow{.runId = u"run-%1"_s.arg(i), .threadId = id});
        QVERIFY(put(home.filePath(u"users/user-a/threads/%1/a.txt"_s.arg(id))));
    }
    const auto gate = std::make_shared<Gate>();
    gate->stopAt = 3;
    ThreadsFixture window(nullptr, [&](const Workspace &) -> Result<DatabaseAccess> {
        return accessOver(database->worker([gate](const QString &sql) { return (*gate)(sql); }), std::make_shared<ToldClock>(), home.path());
    });
    const auto letGo = qScopeGuard([gate] { gate->open.release(); }); // a failed check must not leave the database waiting
    QVERIFY(window.open());
    window.place()->table()->setFocus();
    QTest::keyClick(window.place()->table(), Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(window.place()->table()->selectedRows(), 5);
    QTest::keyClick(window.place()->table(), Qt::Key_Delete);
    QVERIFY(window.click(u"bulkGo"_s));
    QVERIFY(QTest::qWaitFor([&] { return gate->reached.tryAcquire(); }));
    auto *dialog = window.find<BulkDialog>(u"bulkDialog"_s);
    auto *list = window.find<QTreeWidget>(u"bulkList"_s);
    QTRY_COMPARE(dialog->succeeded(), 2);
    // The window is alive while the database hangs, and takes the wish to stop.
    QTest::keyClick(dialog, Qt::Key_Escape);
    QVERIFY(dialog->isVisible());
    QCOMPARE(window.find<QLabel>(u"bulkSummary"_s)->text(), u"Stopping…"_s);
    gate->open.release();
    QTRY_VERIFY(!dialog->isRunning());
    QTRY_COMPARE(dialog->succeeded() + dialog->failed(), 5);
    QVERIFY2(window.find<QLabel>(u"bulkSummary"_s)->text().contains(u"The rest was cancelled and is as it was."_s),
             qPrintable(window.find<QLabel>(u"bulkSummary"_s)->text()));
    // Each line says what became of its thread, and that is so, in the database and on the disk.
    for (int i = 0; i < 5; ++i) {
        const QString id = list->topLevelItem(i)->text(1);
        const bool gone = list->topLevelItem(i)->text(2).startsWith(u"✓"_s);
        QVERIFY2(gone || list->topLevelItem(i)->text(2).startsWith(u"‖"_s), qPrintable(list->topLevelItem(i)->text(2)));
        QVERIFY(i < 2 ? gone : i == 2 || !gone);
        QCOMPARE(database->count(u"threads_meta"_s, u"thread_id = ?"_s, {id}), gone ? 0 : 1);
        QCOMPARE(database->count(u"runs"_s, u"thread_id = ?"_s, {id}), gone ? 0 : 1);
        QCOMPARE(QFile::exists(home.filePath(u"users/user-a/threads/%1/a.txt"_s.arg(id))), !gone);
    }
    // What was not done is not forgotten.
    QVERIFY(window.click(u"bulkAgain"_s));
    QTRY_COMPARE(database->count(u"threads_meta"_s), 0);
    QTRY_COMPARE(dialog->failed(), 0);
    QCOMPARE(database->count(u"runs"_s), 0);
    QVERIFY(QDir(home.filePath(u"users/user-a/threads"_s)).isEmpty());
}

QTEST_MAIN(TestThreadsDelete)
#include "tst_threads_delete.moc"
