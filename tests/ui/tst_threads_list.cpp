// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/engine_test.h"
#include "ui/support/choices.h"
#include "ui/support/threads_fixture.h"

#include "ui/threads/metadata_tab.h"
#include "ui/threads/thread_detail.h"
#include "ui/threads/thread_detail_page.h"
#include "ui/threads/thread_query.h"
#include "ui/threads/threads_model.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/listing_view.h"
#include "ui/widgets/status_words.h"
#include "ui/widgets/transcript_view.h"

#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTreeWidget>

using namespace Qt::StringLiterals;
using namespace verderer;
using namespace verderer::test;

class TestThreadsList : public EngineTest {
    Q_OBJECT
private Q_SLOTS:
    void showsEveryOwnersThreadsInDeerFlowsOrder();
    void damagedRowsAreShownAsDamaged();
    void typingFindsMetadataByItsType();
    void wordsOfAFilterAreRead();
    void nothingMatchesOffersTheWayBack();
    void changesOfOthersComeInAndTheSelectionStays();
    void aThreadDeletedByOthersStaysReadable();
    void runsAndTranscriptAreReadWhenLookedAt();
    void emptyDatabaseSaysWhatToDo();
    void memoryBackendIsExplained();
    void aServerThatWasDownIsTriedAgain();
    void stateIsKept();
    void anyOwnersIdCanBeTyped();
};

void TestThreadsList::showsEveryOwnersThreadsInDeerFlowsOrder()
{
    const auto database = makeDatabase();
    database->add(QList<ThreadRow>{{.threadId = u"th-old"_s, .title = u"Old"_s, .updatedAt = u"2026-11-01 10:00:00.000000"_s},
                                   {.threadId = u"th-new"_s, .owner = u"user-b"_s, .title = u"New"_s, .updatedAt = u"2026-11-03 10:00:00.000000"_s},
                                   {.threadId = u"th-pin"_s,
                                    .title = u"季度财务分析"_s,
                                    .metadata = u"{\"deerflow_pinned\": true}"_s,
                                    .updatedAt = u"2026-10-01 10:00:00.000000"_s},
                                   {.threadId = u"th-nobody"_s, .owner = {}, .updatedAt = u"2026-11-02 10:00:00.000000"_s}});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QCOMPARE(window.ids(), (QStringList{u"th-pin"_s, u"th-new"_s, u"th-nobody"_s, u"th-old"_s}));
    QCOMPARE(window.find<QLabel>(u"threadCount"_s)->text(), u"4, all owners"_s);
    const auto text = [&](int row, int column) { return window.place()->model()->index(row, column).data().toString(); };
    QCOMPARE(text(0, ThreadsModel::Title), u"季度财务分析"_s);
    QCOMPARE(text(2, ThreadsModel::Title), u"no title"_s);
    QCOMPARE(text(2, ThreadsModel::Owner), u"nobody"_s);
    QCOMPARE(text(3, ThreadsModel::Owner), u"a@example.org"_s);
    QCOMPARE(text(1, ThreadsModel::Owner), u"user-b"_s);
    QVERIFY(text(1, ThreadsModel::Status).contains(u"idle"_s));
    // The exact moment, local and UTC, stands in the tooltip.
    const QString tip = window.place()->model()->index(1, ThreadsModel::Updated).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(u"2026-11-03 10:00:00.000000 UTC"_s), qPrintable(tip));
}

void TestThreadsList::damagedRowsAreShownAsDamaged()
{
    const auto database = DatabaseFixture::sqlite(); // PostgreSQL stores nothing that is no JSON
    database->add(QList<ThreadRow>{{.threadId = u"th-bad"_s, .title = u"Damaged metadata"_s, .metadata = u"{broken"_s}, {.threadId = u"th-good"_s}});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QCOMPARE(window.ids().size(), 2);
    const int row = window.rowOf(u"th-bad"_s);
    const QList<ThreadBadge> badges = threadBadges(*window.place()->model()->recordAt(row));
    QCOMPARE(badges.first().text, u"metadata damaged"_s);
    QVERIFY(window.choose(u"th-bad"_s));
    QTRY_VERIFY(window.banner(u"metadataBanner"_s).contains(u"damaged"_s));
    // It can be read as it is stored, and not be edited key by key.
    QVERIFY(!window.find<QWidget>(u"editMetadata"_s)->isEnabled());
}

void TestThreadsList::typingFindsMetadataByItsType()
{
    const auto database = makeDatabase();
    database->add(QList<ThreadRow>{{.threadId = u"th-number"_s, .metadata = u"{\"ticket\": 4211}"_s},
                                   {.threadId = u"th-text"_s, .metadata = u"{\"ticket\": \"4211\"}"_s},
                                   {.threadId = u"th-none"_s, .title = u"The ticket"_s}});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    auto *search = window.find<QLineEdit>(u"threadSearch"_s);
    search->setFocus();
    QTest::keyClicks(search, u"ticket=4211"_s);
    QTRY_COMPARE(window.ids(), QStringList{u"th-number"_s});
    search->clear();
    QTest::keyClicks(search, u"ticket=\"4211\""_s);
    QTRY_COMPARE(window.ids(), QStringList{u"th-text"_s});
    search->clear();
    QTest::keyClicks(search, u"the TICK"_s);
    QTRY_COMPARE(window.ids(), QStringList{u"th-none"_s});
    QCOMPARE(window.find<QLabel>(u"threadCount"_s)->text(), u"1 found, all owners"_s);
}

void TestThreadsList::wordsOfAFilterAreRead()
{
    const QDate today(2026, 11, 30);
    const ThreadFilter filter = threadFilter({u"build fails source=\"by hand\" done=true n=null url=a=b"_s, u"-"_s, u"error"_s, u"7"_s}, today);
    QCOMPARE(filter.text, u"build fails"_s);
    QCOMPARE(filter.metadata.size(), 4);
    QCOMPARE(filter.metadata.at(0).second, QByteArray("\"by hand\""));
    QCOMPARE(filter.metadata.at(1).second, QByteArray("true"));
    QCOMPARE(filter.metadata.at(2).second, QByteArray("null"));
    QCOMPARE(filter.metadata.at(3).second, QByteArray("\"a=b\""));
    QCOMPARE(filter.owner, QString());
    QVERIFY(filter.owner.has_value());
    QCOMPARE(filter.statuses, QStringList{u"error"_s});
    QCOMPARE(filter.updatedFrom, QDate(2026, 11, 24).startOfDay().toMSecsSinceEpoch() * 1000);
    QVERIFY(!threadFilter({}, today).owner.has_value());
}

void TestThreadsList::nothingMatchesOffersTheWayBack()
{
    const auto database = makeDatabase();
    database->add(ThreadRow{.threadId = u"th-1"_s});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QTest::keyClicks(window.find<QLineEdit>(u"threadSearch"_s), u"nowhere"_s);
    QTRY_VERIFY(window.find<EmptyState>(u"threadsNote"_s));
    QTRY_COMPARE(window.find<EmptyState>(u"threadsNote"_s)->title(), u"Nothing matches"_s);
    QVERIFY(window.click(u"showAllThreads"_s));
    QTRY_COMPARE(window.ids(), QStringList{u"th-1"_s});
    QVERIFY(window.find<QLineEdit>(u"threadSearch"_s)->text().isEmpty());
}

void TestThreadsList::changesOfOthersComeInAndTheSelectionStays()
{
    const auto database = makeDatabase();
    QList<ThreadRow> rows;
    for (int i = 0; i < 190; ++i) {
        rows.append({.threadId = u"th-%1"_s.arg(i, 4, 10, QChar(u'0')),
                     .title = u"Thread %1"_s.arg(i),
                     .updatedAt = u"2026-11-01 10:%1:%2.000000"_s.arg(i / 60, 2, 10, QChar(u'0')).arg(i % 60, 2, 10, QChar(u'0'))});
    }
    database->add(rows);
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    ListingView *table = window.place()->table();
    // Somewhere in the middle, so that rows can come above what is seen.
    QVERIFY(window.choose(u"th-0100"_s));
    QTRY_COMPARE(window.place()->detail()->id(), u"th-0100"_s);
    table->scrollTo(table->currentIndex(), QAbstractItemView::PositionAtTop);
    const int place = table->rowViewportPosition(table->currentIndex().row());
    QSignalSpy other(table, &ListingView::currentIdChanged);

    database->sql(u"UPDATE threads_meta SET metadata_json = '{\"deerflow_pinned\": true}' WHERE thread_id = 'th-0010'"_s);
    database->sql(u"DELETE FROM threads_meta WHERE thread_id = 'th-0180'"_s);
    database->add(ThreadRow{.threadId = u"th-2031"_s, .title = u"Later"_s, .updatedAt = u"2031-01-01 00:00:00.000000"_s});

    QTRY_COMPARE_WITH_TIMEOUT(window.place()->model()->idAt(0), u"th-0010"_s,
                              ThreadsFixture::patience); // PostgreSQL tells of it up to ten seconds late
    QTRY_COMPARE_WITH_TIMEOUT(window.place()->model()->idAt(1), u"th-2031"_s, ThreadsFixture::patience);
    QTRY_COMPARE_WITH_TIMEOUT(window.place()->model()->rowCount(), 190, ThreadsFixture::patience);
    QTRY_COMPARE(window.place()->model()->idAt(table->currentIndex().row()), u"th-0100"_s);
    QCOMPARE(table->selectedRows(), 1);
    QCOMPARE(table->rowViewportPosition(table->currentIndex().row()), place);
    QCOMPARE(window.place()->detail()->id(), u"th-0100"_s);
    QVERIFY(other.isEmpty());
}

void TestThreadsList::aThreadDeletedByOthersStaysReadable()
{
    const auto database = makeDatabase();
    database->add(QList<ThreadRow>{{.threadId = u"th-1"_s, .title = u"First"_s}, {.threadId = u"th-2"_s}});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QVERIFY(window.choose(u"th-1"_s));
    database->sql(u"DELETE FROM threads_meta WHERE thread_id = 'th-1'"_s);
    QTRY_COMPARE_WITH_TIMEOUT(window.ids(), QStringList{u"th-2"_s}, ThreadsFixture::patience);
    QTRY_VERIFY(!window.find<QWidget>(u"renameThread"_s)->isEnabled());
    QCOMPARE(window.place()->detail()->id(), u"th-1"_s);
    QCOMPARE(window.place()->table()->selectedRows(), 0);
}

void TestThreadsList::runsAndTranscriptAreReadWhenLookedAt()
{
    const auto database = makeDatabase();
    database->add(ThreadRow{.threadId = u"th-1"_s});
    database->add(RunRow{.runId = u"run-1"_s, .threadId = u"th-1"_s, .status = u"error"_s, .error = u"reset"_s});
    database->add(EventRow{.threadId = u"th-1"_s,
                           .runId = u"run-1"_s,
                           .seq = 1,
                           .type = u"llm.human.input"_s,
                           .content = u"{\"type\": \"human\", \"content\": \"Why does the build fail?\"}"_s,
                           .metadata = u"{\"content_is_json\": true, \"content_is_dict\": true}"_s});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QVERIFY(window.choose(u"th-1"_s));
    window.place()->page()->setTab(u"runs"_s);
    QTRY_VERIFY(window.find<QTreeWidget>(u"threadRuns"_s));
    QTRY_COMPARE(window.find<QTreeWidget>(u"threadRuns"_s)->topLevelItemCount(), 1);
    QSignalSpy link(window.place(), &Place::linkActivated);
    auto *runs = window.find<QTreeWidget>(u"threadRuns"_s);
    runs->setCurrentItem(runs->topLevelItem(0));
    QTest::keyClick(runs, Qt::Key_Return);
    QCOMPARE(link.value(0), (QVariantList{u"runs"_s, u"run-1"_s}));
    window.place()->page()->setTab(u"transcript"_s);
    QTRY_VERIFY(window.place()->page()->transcript()->plainText().contains(u"Why does the build fail?"_s));
}

void TestThreadsList::emptyDatabaseSaysWhatToDo()
{
    const auto database = makeDatabase();
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    QCOMPARE(window.find<EmptyState>(u"threadsNote"_s)->title(), u"No threads yet"_s);
    QVERIFY(window.click(u"createFirstThread"_s));
    QTRY_VERIFY(window.find<QWidget>(u"newThreadDialog"_s));
}

void TestThreadsList::memoryBackendIsExplained()
{
    ThreadsFixture window(nullptr, [](const Workspace &) -> Result<DatabaseAccess> { return fail(ErrorCode::Unavailable, u"There is none."_s); });
    QVERIFY(window.open({}, u"memory"_s));
    auto *note = window.find<EmptyState>(u"threadsNote"_s);
    QVERIFY(note);
    QCOMPARE(note->title(), u"This installation keeps no database"_s);
    QVERIFY(note->text().contains(u"database.backend"_s));
    QVERIFY(!window.find<QWidget>(u"newThreadButton"_s)->isEnabled());
}

void TestThreadsList::aServerThatWasDownIsTriedAgain()
{
    const auto database = makeDatabase();
    database->add(ThreadRow{.threadId = u"th-1"_s});
    const auto down = std::make_shared<std::atomic_bool>(true);
    ThreadsFixture window(nullptr, [down, &database](const Workspace &) -> Result<DatabaseAccess> {
        if (*down) {
            return fail(ErrorCode::Unavailable, u"The server db.example.org does not answer."_s);
        }
        return accessOver(database->worker(), std::make_shared<ToldClock>());
    });
    QVERIFY(window.open());
    QCOMPARE(window.find<EmptyState>(u"threadsNote"_s)->title(), u"The database cannot be reached"_s);
    *down = false;
    QVERIFY(window.click(u"retryDatabase"_s));
    QTRY_COMPARE(window.ids(), QStringList{u"th-1"_s});
}

void TestThreadsList::stateIsKept()
{
    const auto database = makeDatabase();
    database->add(QList<ThreadRow>{{.threadId = u"th-1"_s, .status = u"error"_s}, {.threadId = u"th-2"_s}});
    QVariantMap state;
    {
        ThreadsFixture window(database.get());
        QVERIFY(window.open());
        QVERIFY(choose(u"statusFilter"_s, statusWords(u"error"_s).text()));
        QTRY_COMPARE(window.ids(), QStringList{u"th-1"_s});
        QVERIFY(window.choose(u"th-1"_s));
        window.place()->page()->setTab(u"runs"_s);
        state = window.place()->saveState();
    }
    ThreadsFixture window(database.get());
    window.place()->restoreState(state);
    QVERIFY(window.open());
    QTRY_COMPARE(window.ids(), QStringList{u"th-1"_s});
    QTRY_COMPARE(window.place()->detail()->id(), u"th-1"_s);
    QCOMPARE(window.place()->page()->tab(), u"runs"_s);
}

void TestThreadsList::anyOwnersIdCanBeTyped()
{
    const auto database = makeDatabase();
    database->add(
        QList<ThreadRow>{{.threadId = u"th-1"_s}, {.threadId = u"th-2"_s, .owner = u"left-the-house"_s}, {.threadId = u"th-3"_s, .owner = {}}});
    ThreadsFixture window(database.get());
    QVERIFY(window.open());
    // Somebody of whom no folder and no account is left is in no list of users.
    QVERIFY(typeChoice(u"ownerFilter"_s, u"Another owner…"_s, u" left-the-house "_s));
    QTRY_COMPARE(window.ids(), QStringList{u"th-2"_s});
    QCOMPARE(window.find<ChoiceButton>(u"ownerFilter"_s)->text(), u"Owner: left-the-house"_s);
    QVERIFY(choose(u"ownerFilter"_s, u"nobody"_s));
    QTRY_COMPARE(window.ids(), QStringList{u"th-3"_s});
    QVERIFY(choose(u"ownerFilter"_s, u"all"_s));
    QTRY_COMPARE(window.ids().size(), 3);
}

QTEST_MAIN(TestThreadsList)
#include "tst_threads_list.moc"
