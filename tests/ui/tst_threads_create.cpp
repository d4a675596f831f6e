// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/engine_test.h"
#include "ui/support/threads_fixture.h"

#include "ui/threads/answer_panel.h"
#include "ui/threads/new_thread_dialog.h"
#include "ui/threads/thread_detail.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlQuery>

using namespace Qt::StringLiterals;
using namespace verderer;
using namespace verderer::test;

class TestThreadsCreate : public EngineTest {
    Q_OBJECT
private Q_SLOTS:
    void createdIsSaidAndOpened();
    void pressedTwiceMakesOneThread();
    void aRandomIdIsKeptForTheRetry();
    void alreadyThereShowsWhatDiffers();
    void myMetadataIsAddedWhenAskedFor();
    void anotherUsersIdIsRefused();
    void nobodysThreadCanBeClaimed();
    void anIdBornAgainIsWarnedOfBefore();
    void brokenMetadataIsToldWhileTyping();

private:
    static NewThreadDialog *begin(ThreadsFixture *window)
    {
        window->place()->activateWindow();
        if (!QTest::qWaitForWindowActive(window->place())) {
            return nullptr;
        }
        QTest::keyClick(window->place(), Qt::Key_N, Qt::ControlModifier);
        return window->find<NewThreadDialog>(u"newThreadDialog"_s);
    }
    static void type(const ThreadsFixture &window, const QString &field, const QString &text) { QTest::keyClicks(window.find<QWidget>(field), text); }
    static void setMetadata(const ThreadsFixture &window, const QString &text)
    {
        window.find<QPlainTextEdit>(u"newThreadMetadata"_s)->setPlainText(text);
    }
};

void TestThreadsCreate::createdIsSaidAndOpened()
{
    const auto database = makeDatabase();
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    NewThreadDialog *dialog = begin(&window);
    QVERIFY(dialog);
    type(window, u"newThreadId"_s, u"th-0002"_s);
    type(window, u"newThreadTitle"_s, u"Release 4.2"_s);
    setMetadata(window, u"{\"source\": \"by hand\", \"ticket\": 4211, \"user_id\": \"x\"}"_s);
    QVERIFY(window.click(u"newThreadCreate"_s));
    QTRY_VERIFY(window.find<AnswerPanel>(u"answerPanel"_s));
    auto *answer = window.find<AnswerPanel>(u"answerPanel"_s);
    QVERIFY(answer->headline().startsWith(u"Created."_s));
    // What DeerFlow reserves is left out, and said.
    QVERIFY2(answer->tableText().contains(u"user_id\t\"x\"\tleft out"_s), qPrintable(answer->tableText()));
    QVERIFY(window.find<QLabel>(u"answerWarnings"_s)->text().contains(u"title"_s));
    const auto rows = database->sql(u"SELECT user_id, display_name, metadata_json, status FROM threads_meta WHERE thread_id = 'th-0002'"_s);
    QCOMPARE(rows.value(0), (QList<QVariant>{u"user-a"_s, u"Release 4.2"_s, u"{\"source\": \"by hand\", \"ticket\": 4211}"_s, u"idle"_s}));
    QVERIFY(window.click(u"newThreadOpen"_s));
    QTRY_COMPARE(window.place()->detail()->id(), u"th-0002"_s);
    QTRY_COMPARE(window.ids(), QStringList{u"th-0002"_s});
    QTRY_VERIFY(!window.find<QWidget>(u"newThreadDialog"_s));
}

void TestThreadsCreate::pressedTwiceMakesOneThread()
{
    const auto database = makeDatabase();
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QVERIFY(begin(&window));
    auto *create = window.find<QPushButton>(u"newThreadCreate"_s);
    QSignalSpy answered(window.find<NewThreadDialog>(u"newThreadDialog"_s), &NewThreadDialog::answered);
    // Both presses come before any answer can.
    QTest::mouseClick(create, Qt::LeftButton);
    QTest::mouseClick(create, Qt::LeftButton);
    QTest::keyClick(create, Qt::Key_Return);
    QTRY_COMPARE(answered.size(), 1);
    QTRY_VERIFY(window.find<AnswerPanel>(u"answerPanel"_s)->headline().startsWith(u"Created."_s));
    QTRY_COMPARE(window.jobs()->running() == 0 || !answered.isEmpty(), true);
    QCOMPARE(database->count(u"threads_meta"_s), 1);
    QCOMPARE(answered.size(), 1);
}

void TestThreadsCreate::aRandomIdIsKeptForTheRetry()
{
    const auto database = DatabaseFixture::sqlite();
    ThreadsFixture window(database.get(), {}, 50);
    QVERIFY(window.open());
    QVERIFY(begin(&window));
    QSignalSpy answered(window.find<NewThreadDialog>(u"newThreadDialog"_s), &NewThreadDialog::answered);
    {
        QSqlDatabase other = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"holder"_s);
        other.setDatabaseName(database->url().path);
        QVERIFY(other.open());
        QSqlQuery(other).exec(u"BEGIN IMMEDIATE"_s);
        type(window, u"newThreadTitle"_s, u"Kept"_s);
        QVERIFY(window.click(u"newThreadCreate"_s));
        QTRY_COMPARE(answered.size(), 1);
        QVERIFY2(window.banner(u"newThreadBanner"_s).contains(u"locked"_s), qPrintable(window.banner(u"newThreadBanner"_s)));
        // What was typed is still there.
        QCOMPARE(window.find<QLineEdit>(u"newThreadTitle"_s)->text(), u"Kept"_s);
        QSqlQuery(other).exec(u"ROLLBACK"_s);
        other.close();
    }
    QSqlDatabase::removeDatabase(u"holder"_s);
    QVERIFY(window.click(u"newThreadRetry"_s));
    QTRY_COMPARE(answered.size(), 2);
    QVERIFY(window.find<AnswerPanel>(u"answerPanel"_s)->headline().startsWith(u"Created."_s));
    QCOMPARE(database->count(u"threads_meta"_s), 1);
}

void TestThreadsCreate::alreadyThereShowsWhatDiffers()
{
    const auto database = makeDatabase();
    database->add(ThreadRow{
        .threadId = u"th-0002"_s, .title = u"Draft the release notes for 4.2"_s, .status = u"running"_s, .metadata = u"{\"source\": \"http\"}"_s});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    const QString before = database->dump();
    QVERIFY(begin(&window));
    type(window, u"newThreadId"_s, u"th-0002"_s);
    type(window, u"newThreadTitle"_s, u"Release 4.2"_s);
    setMetadata(window, u"{\"source\": \"by hand\", \"ticket\": 4211}"_s);
    QVERIFY(window.click(u"newThreadCreate"_s));
    QTRY_VERIFY(window.find<AnswerPanel>(u"answerPanel"_s));
    auto *answer = window.find<AnswerPanel>(u"answerPanel"_s);
    QCOMPARE(answer->headline(), u"It was already there. Nothing was changed; this is the stored thread."_s);
    const QStringList lines = answer->tableText().split(u'\n');
    QCOMPARE(lines.at(1), u"Title\tRelease 4.2\tDraft the release notes for 4.2"_s);
    QCOMPARE(lines.at(2), u"source\t\"by hand\"\t\"http\""_s);
    QCOMPARE(lines.at(3), u"ticket\t4211\t—"_s);
    QVERIFY(lines.at(4).startsWith(u"Status\t—\t▸ running"_s));
    QCOMPARE(database->dump(), before);
    // Another id brings the form back, with all that was typed.
    QVERIFY(window.click(u"newThreadAnotherId"_s));
    QVERIFY(window.find<QLineEdit>(u"newThreadId"_s)->text().isEmpty());
    QCOMPARE(window.find<QLineEdit>(u"newThreadTitle"_s)->text(), u"Release 4.2"_s);
    QVERIFY(window.click(u"newThreadCreate"_s));
    QTRY_COMPARE(database->count(u"threads_meta"_s), 2);
}

void TestThreadsCreate::myMetadataIsAddedWhenAskedFor()
{
    const auto database = makeDatabase();
    database->add(ThreadRow{.threadId = u"th-1"_s, .metadata = u"{\"source\": \"http\", \"kept\": 1}"_s});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QVERIFY(begin(&window));
    type(window, u"newThreadId"_s, u"th-1"_s);
    setMetadata(window, u"{\"source\": \"by hand\"}"_s);
    QVERIFY(window.click(u"newThreadCreate"_s));
    QVERIFY(window.click(u"newThreadAddMetadata"_s));
    QTRY_VERIFY(window.find<AnswerPanel>(u"answerPanel"_s)->headline().startsWith(u"Your metadata was added."_s));
    QCOMPARE(database->sql(u"SELECT metadata_json FROM threads_meta"_s).value(0).value(0).toString(), u"{\"source\": \"by hand\", \"kept\": 1}"_s);
}

void TestThreadsCreate::anotherUsersIdIsRefused()
{
    const auto database = makeDatabase();
    database->add(ThreadRow{.threadId = u"th-1"_s, .owner = u"user-b"_s});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    const QString before = database->dump();
    QVERIFY(begin(&window));
    type(window, u"newThreadId"_s, u"th-1"_s);
    QVERIFY(window.click(u"newThreadCreate"_s));
    QTRY_VERIFY(window.banner(u"newThreadBanner"_s).contains(u"belongs to another user"_s));
    QVERIFY(window.banner(u"newThreadBanner"_s).contains(u"user-b"_s));
    QCOMPARE(database->dump(), before);
    QVERIFY(window.click(u"conflictAnotherId"_s));
    QVERIFY(window.find<QPushButton>(u"newThreadCreate"_s)->isEnabled());
}

void TestThreadsCreate::nobodysThreadCanBeClaimed()
{
    const auto database = makeDatabase();
    database->add(ThreadRow{.threadId = u"th-1"_s, .owner = {}});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QVERIFY(begin(&window));
    type(window, u"newThreadId"_s, u"th-1"_s);
    QVERIFY(window.click(u"newThreadCreate"_s));
    QTRY_VERIFY(window.find<QLabel>(u"answerWarnings"_s));
    QVERIFY(window.find<QLabel>(u"answerWarnings"_s)->text().contains(u"belongs to nobody"_s));
    QVERIFY(database->sql(u"SELECT user_id FROM threads_meta"_s).value(0).value(0).isNull());
    QVERIFY(window.click(u"newThreadClaim"_s));
    QTRY_VERIFY(window.find<AnswerPanel>(u"answerPanel"_s)->headline().contains(u"a@example.org"_s));
    QCOMPARE(database->sql(u"SELECT user_id FROM threads_meta"_s).value(0).value(0).toString(), u"user-a"_s);
}

void TestThreadsCreate::anIdBornAgainIsWarnedOfBefore()
{
    const auto database = makeDatabase();
    database->add(RunRow{.runId = u"run-1"_s, .threadId = u"th-gone"_s});
    database->add(EventRow{.threadId = u"th-gone"_s, .runId = u"run-1"_s});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QVERIFY(begin(&window));
    type(window, u"newThreadId"_s, u"th-gone"_s);
    QTRY_VERIFY(window.find<QLabel>(u"newThreadIdNote"_s));
    QVERIFY(window.find<QLabel>(u"newThreadIdNote"_s)->text().contains(u"1 runs and 1 events"_s));
    QCOMPARE(database->count(u"threads_meta"_s), 0);
}

void TestThreadsCreate::brokenMetadataIsToldWhileTyping()
{
    const auto database = makeDatabase();
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QVERIFY(begin(&window));
    setMetadata(window, u"{\"a\": 1,\n  oops}"_s);
    auto *problem = window.find<QLabel>(u"newThreadProblem"_s);
    QVERIFY(problem);
    QVERIFY2(problem->text().contains(u"line 2"_s), qPrintable(problem->text()));
    QVERIFY(!window.find<QPushButton>(u"newThreadCreate"_s)->isEnabled());
    setMetadata(window, u"[1]"_s);
    QVERIFY(window.find<QLabel>(u"newThreadProblem"_s)->text().contains(u"object"_s));
    setMetadata(window, {});
    QVERIFY(!window.find<QLabel>(u"newThreadProblem"_s));
    type(window, u"newThreadId"_s, u"no dots."_s);
    QVERIFY(window.find<QLabel>(u"newThreadProblem"_s)->text().contains(u"64"_s));
    QVERIFY(!window.find<QPushButton>(u"newThreadCreate"_s)->isEnabled());
}

QTEST_MAIN(TestThreadsCreate)
#include "tst_threads_create.moc"
