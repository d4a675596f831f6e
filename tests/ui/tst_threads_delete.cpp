// SPDX-License-Identifier: GPL-3.0-or-later
// Deleting threads in the window: what goes and what stays is listed, then it is so.
#include "ui/support/threads_fixture.h"
#include "ui/widgets/listing_view.h"

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
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

} // namespace

class TestThreadsDelete : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void foldersAndFilesGoAsListed();
};

void TestThreadsDelete::foldersAndFilesGoAsListed()
{
    const auto database = DatabaseFixture::sqlite();
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

QTEST_MAIN(TestThreadsDelete)
#include "tst_threads_delete.moc"
