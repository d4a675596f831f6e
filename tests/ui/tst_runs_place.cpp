// SPDX-License-Identifier: GPL-3.0-or-later
// The list of runs: filters and their counts, search, live refresh, and what stands there when there is nothing to list.
#include "support/engine_test.h"
#include "ui/runs/run_detail_page.h"
#include "ui/runs/run_list_model.h"
#include "ui/runs/run_list_pane.h"
#include "ui/runs/run_list_view.h"
#include "ui/runs/run_page_controller.h"
#include "ui/runs/run_text.h"
#include "ui/runs/runs_place.h"
#include "ui/support/place_fixture.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"

#include <QAbstractButton>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 30'000;

/// Runs of every kind: 6 that went well, 3 that failed, 1 that runs, and of them 2 without a thread.
void addSample(const DatabaseFixture &database)
{
    database.add(ThreadRow{.threadId = u"th-1"_s, .title = u"Compare vector databases"_s});
    database.add(ThreadRow{.threadId = u"th-2"_s, .owner = {}, .title = u"季度财务分析"_s});
    QList<RunRow> rows;
    for (int i = 0; i < 10; ++i) {
        RunRow row;
        row.runId = u"run-%1"_s.arg(i, 2, 10, QLatin1Char('0'));
        row.threadId = i < 2 ? u"lost-%1"_s.arg(i) : i == 4 ? u"th-2"_s : u"th-1"_s;
        row.owner = i == 4 ? std::optional<QString>() : u"user-a"_s;
        row.model = i % 2 ? u"gpt-5-mini"_s : u"deepseek-v4"_s;
        row.createdAt = u"2026-11-01 10:%1:00.000000"_s.arg(i, 2, 10, QLatin1Char('0'));
        row.updatedAt = u"2026-11-01 10:%1:17.200000"_s.arg(i, 2, 10, QLatin1Char('0'));
        row.status = i == 9 ? u"running"_s : i == 0 || i == 3 ? u"error"_s : i == 5 ? u"timeout"_s : u"success"_s;
        row.error = row.status == u"error"_s ? std::optional(u"Connection was reset (ECONNRESET)"_s) : std::nullopt;
        row.totalTokens = 24'118;
        rows << row;
    }
    database.add(rows);
}

QStringList listed(const RunListModel &model)
{
    QStringList ids;
    for (int row = 0; row < model.rowCount(); ++row) {
        ids << model.idAt(row);
    }
    return ids;
}

QString chipText(const QString &chip)
{
    const auto *button = PlaceFixture::find<QAbstractButton>(QString(u"chip-"_s + chip));
    return button ? button->text() : QString();
}

} // namespace

class TestRunsPlace : public EngineTest {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void listsEveryOwnersRunsNewestFirst();
    void rowsSayTitleFactsAndStatus();
    void chipsCountAndFilter_data();
    void chipsCountAndFilter();
    void searchFindsByIdTitleAndError_data();
    void searchFindsByIdTitleAndError();
    void ownerAndModelNarrowTheList();
    void clickShowsTheRun();
    void refreshKeepsSelectionAndPlace();
    void anAskedForRunIsFoundDeepInTheList();
    void aRunThatIsGoneIsSaid();
    void emptyDatabaseSaysWhatToDo();
    void nothingMatchingOffersAllRuns();
    void noDatabaseSaysWhyAndTriesAgain();
    void stateIsKept();

private:
    void start(const PlaceFixture::Setup &setup = {});

    std::unique_ptr<DatabaseFixture> m_database;
    std::unique_ptr<PlaceFixture> m_fixture;
    std::unique_ptr<RunsPlace> m_place;
};

void TestRunsPlace::init()
{
    m_database = makeDatabase();
}

void TestRunsPlace::cleanup()
{
    m_place.reset();
    m_fixture.reset();
    m_database.reset();
}

void TestRunsPlace::start(const PlaceFixture::Setup &setup)
{
    m_fixture = std::make_unique<PlaceFixture>(*m_database, setup);
    m_place = std::make_unique<RunsPlace>(m_fixture->services());
    m_fixture->openDatabase();
    QVERIFY(PlaceFixture::show(m_place.get()));
    QTRY_VERIFY_WITH_TIMEOUT(m_place->model()->state() == ListingModelBase::State::Ready || m_fixture->source()->error(), patience);
}

void TestRunsPlace::listsEveryOwnersRunsNewestFirst()
{
    addSample(*m_database);
    start();
    QTRY_COMPARE(listed(*m_place->model()), QStringList({u"run-09"_s, u"run-08"_s, u"run-07"_s, u"run-06"_s, u"run-05"_s, u"run-04"_s, u"run-03"_s,
                                                         u"run-02"_s, u"run-01"_s, u"run-00"_s}));
}

void TestRunsPlace::rowsSayTitleFactsAndStatus()
{
    addSample(*m_database);
    start();
    const auto text = [&](int row, int role) { return m_place->model()->index(row, 0).data(role).toString(); };
    QTRY_COMPARE(text(5, Qt::DisplayRole), u"季度财务分析"_s);
    QCOMPARE(text(9, Qt::DisplayRole), u"thread never came to be"_s);
    QCOMPARE(text(6, Qt::DisplayRole), u"Compare vector databases"_s);
    QCOMPARE(text(6, RunListModel::FactsRole), u"run-03 · gpt-5-mini · 24.1 k tokens · 17 s"_s);
    QCOMPARE(text(6, RunListModel::StatusRole), u"✕ error"_s);
    QVERIFY(text(0, RunListModel::StatusRole).endsWith(u"running"_s));
    // 10:09 to 12:00 without a word: stored as running, and nothing vouches for it.
    QVERIFY2(text(0, RunListModel::FactsRole).contains(u"no sign of life"_s), qPrintable(text(0, RunListModel::FactsRole)));
    QVERIFY(text(6, Qt::AccessibleTextRole).contains(u"error"_s));
}

void TestRunsPlace::chipsCountAndFilter_data()
{
    QTest::addColumn<QString>("chip");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("ids");
    QTest::newRow("failed") << u"failed"_s << u"Failed 3"_s << QStringList({u"run-05"_s, u"run-03"_s, u"run-00"_s});
    QTest::newRow("active") << u"active"_s << u"Active 1"_s << QStringList(u"run-09"_s);
    QTest::newRow("orphans") << u"orphans"_s << u"Orphans 2"_s << QStringList({u"run-01"_s, u"run-00"_s});
}

void TestRunsPlace::chipsCountAndFilter()
{
    QFETCH(QString, chip);
    QFETCH(QString, text);
    QFETCH(QStringList, ids);
    addSample(*m_database);
    start();
    QTRY_COMPARE_WITH_TIMEOUT(chipText(u"all"_s), u"All 10"_s, patience);
    QTRY_COMPARE_WITH_TIMEOUT(chipText(chip), text, patience);
    QVERIFY(PlaceFixture::click(QString(u"chip-"_s + chip)));
    QTRY_COMPARE_WITH_TIMEOUT(listed(*m_place->model()), ids, patience);
    QCOMPARE(PlaceFixture::find<QWidget>(u"adoptAllButton"_s) != nullptr, chip == u"orphans"_s);
}

void TestRunsPlace::searchFindsByIdTitleAndError_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("ids");
    QTest::newRow("run id") << u"run-07"_s << QStringList(u"run-07"_s);
    QTest::newRow("thread id") << u"lost-1"_s << QStringList(u"run-01"_s);
    QTest::newRow("title") << u"财务"_s << QStringList(u"run-04"_s);
    QTest::newRow("error") << u"econnreset"_s << QStringList({u"run-03"_s, u"run-00"_s});
    QTest::newRow("no pattern") << u"run_0"_s << QStringList();
}

void TestRunsPlace::searchFindsByIdTitleAndError()
{
    QFETCH(QString, text);
    QFETCH(QStringList, ids);
    addSample(*m_database);
    start();
    auto *search = PlaceFixture::find<QLineEdit>(u"runSearch"_s);
    QVERIFY(search);
    search->setText(text);
    QTRY_COMPARE_WITH_TIMEOUT(listed(*m_place->model()), ids, patience);
    QTest::keyClick(search, Qt::Key_Escape);
    QTRY_COMPARE_WITH_TIMEOUT(m_place->model()->rowCount(), 10, patience);
}

void TestRunsPlace::ownerAndModelNarrowTheList()
{
    addSample(*m_database);
    start();
    RunQuestion question;
    question.owner = QString();
    m_place->list()->setQuestion(question);
    Q_EMIT m_place->list()->asked(question);
    QTRY_COMPARE_WITH_TIMEOUT(listed(*m_place->model()), QStringList(u"run-04"_s), patience);
    auto *owner = PlaceFixture::find<QAbstractButton>(u"runOwner"_s);
    QVERIFY(owner && owner->text().contains(u"nobody's"_s));
    question = {};
    question.model = u"gpt-5-mini"_s;
    m_place->list()->setQuestion(question);
    Q_EMIT m_place->list()->asked(question);
    QTRY_COMPARE_WITH_TIMEOUT(m_place->model()->rowCount(), 5, patience);
    QTRY_COMPARE_WITH_TIMEOUT(chipText(u"failed"_s), u"Failed 2"_s, patience);
}

void TestRunsPlace::clickShowsTheRun()
{
    addSample(*m_database);
    start();
    RunListView *list = m_place->list()->list();
    QTRY_COMPARE(m_place->model()->idAt(6), u"run-03"_s);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(m_place->model()->index(6, 0)).center());
    QTRY_VERIFY_WITH_TIMEOUT(m_place->page()->isRunShown(), patience);
    QCOMPARE(PlaceFixture::find<ElidedLabel>(u"runTitle"_s)->fullText(), u"Compare vector databases"_s);
    // Keys go on from there.
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down);
    QTRY_COMPARE_WITH_TIMEOUT(m_place->pageController()->runId(), u"run-02"_s, patience);
}

void TestRunsPlace::refreshKeepsSelectionAndPlace()
{
    m_database->add(ThreadRow{.threadId = u"th-1"_s});
    QList<RunRow> rows; // more than one page of the model, and no more than PostgreSQL's list knows at first
    for (int i = 0; i < 190; ++i) {
        rows << RunRow{.runId = u"run-%1"_s.arg(i, 4, 10, QLatin1Char('0')),
                       .threadId = u"th-1"_s,
                       .createdAt = u"2026-10-01 10:%1:%2.000000"_s.arg(i / 60, 2, 10, QLatin1Char('0')).arg(i % 60, 2, 10, QLatin1Char('0'))};
    }
    m_database->add(rows);
    start();
    m_place->model()->setPace(1);
    RunListView *list = m_place->list()->list();
    const QModelIndex wanted = m_place->model()->index(120, 0);
    list->scrollTo(wanted, QAbstractItemView::PositionAtTop);
    QTRY_VERIFY_WITH_TIMEOUT(!m_place->model()->idAt(120).isEmpty(), patience);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(m_place->model()->index(123, 0)).center());
    const QString chosen = m_place->model()->idAt(123);
    QCOMPARE(list->currentId(), chosen);
    const QString top = m_place->model()->idAt(list->rowAt(0));
    QSignalSpy changed(list, &ListingView::currentIdChanged);
    QSignalSpy swapped(m_place->model(), &ListingModelBase::swapped);
    // Another program writes: three new runs above, one deleted.
    for (int i = 0; i < 3; ++i) {
        m_database->add(RunRow{.runId = u"new-%1"_s.arg(i), .threadId = u"th-1"_s, .createdAt = u"2026-11-01 11:0%1:00.000000"_s.arg(i)});
    }
    m_database->sql(u"DELETE FROM runs WHERE run_id = 'run-0189'"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_place->model()->rowCount(), 192, patience);
    QTRY_COMPARE(m_place->model()->idAt(0).left(3), u"new"_s);
    QCOMPARE(list->currentId(), chosen);
    QCOMPARE(m_place->model()->idAt(list->currentIndex().row()), chosen);
    QVERIFY(list->selectionModel()->isSelected(list->currentIndex()));
    QCOMPARE(m_place->model()->idAt(list->rowAt(0)), top);
    QCOMPARE(changed.size(), 0);
    QVERIFY(!swapped.isEmpty());
    QCOMPARE(m_place->pageController()->runId(), chosen);
}

void TestRunsPlace::anAskedForRunIsFoundDeepInTheList()
{
    m_database = DatabaseFixture::sqlite(); // PostgreSQL's list is read as far as it is shown
    m_database->add(ThreadRow{.threadId = u"th-1"_s});
    QList<RunRow> rows;
    for (int i = 0; i < 1000; ++i) {
        rows << RunRow{.runId = u"run-%1"_s.arg(i, 4, 10, QLatin1Char('0')), .threadId = u"th-1"_s};
    }
    m_database->add(rows);
    m_fixture = std::make_unique<PlaceFixture>(*m_database);
    m_place = std::make_unique<RunsPlace>(m_fixture->services());
    // Asked for before there is any database.
    m_place->showItem(u"run-0003"_s);
    m_fixture->openDatabase();
    QVERIFY(PlaceFixture::show(m_place.get()));
    QTRY_VERIFY_WITH_TIMEOUT(m_place->page()->isRunShown(), patience);
    QTRY_COMPARE_WITH_TIMEOUT(m_place->list()->list()->currentIndex().row(), 996, patience);
    QTRY_VERIFY(!m_place->list()->list()->visualRect(m_place->list()->list()->currentIndex()).isEmpty());
    QCOMPARE(m_place->pageController()->runId(), u"run-0003"_s);
}

void TestRunsPlace::aRunThatIsGoneIsSaid()
{
    addSample(*m_database);
    start();
    m_place->showItem(u"run-never"_s);
    QTRY_VERIFY_WITH_TIMEOUT(PlaceFixture::find<EmptyState>(u"noRunSelected"_s) &&
                                 PlaceFixture::find<EmptyState>(u"noRunSelected"_s)->title() == u"This run is gone"_s,
                             patience);
    QVERIFY(PlaceFixture::find<EmptyState>(u"noRunSelected"_s)->text().contains(u"run-never"_s));
}

void TestRunsPlace::emptyDatabaseSaysWhatToDo()
{
    start();
    QTRY_VERIFY_WITH_TIMEOUT(PlaceFixture::find<EmptyState>(u"noRuns"_s), patience);
    QVERIFY(PlaceFixture::find<EmptyState>(u"noRuns"_s)->text().contains(u"verdererctl runs start"_s));
}

void TestRunsPlace::nothingMatchingOffersAllRuns()
{
    addSample(*m_database);
    start();
    PlaceFixture::find<QLineEdit>(u"runSearch"_s)->setText(u"nothing has this"_s);
    QTRY_VERIFY_WITH_TIMEOUT(PlaceFixture::find<EmptyState>(u"noMatchingRuns"_s), patience);
    QVERIFY(PlaceFixture::click(u"clearRunSearch"_s));
    QTRY_COMPARE_WITH_TIMEOUT(m_place->model()->rowCount(), 10, patience);
}

void TestRunsPlace::noDatabaseSaysWhyAndTriesAgain()
{
    Error error;
    error.code = ErrorCode::Unavailable;
    error.message = u"Threads and runs live in the Gateway's memory only."_s;
    start({.unavailable = error});
    QTRY_VERIFY_WITH_TIMEOUT(PlaceFixture::find<EmptyState>(u"runsUnavailable"_s), patience);
    QCOMPARE(PlaceFixture::find<EmptyState>(u"runsUnavailable"_s)->text(), error.message);
    QSignalSpy asked(m_fixture->source(), &DatabaseSource::changed);
    QVERIFY(PlaceFixture::click(u"retryDatabase"_s));
    QTRY_VERIFY_WITH_TIMEOUT(!asked.isEmpty(), patience);
}

void TestRunsPlace::stateIsKept()
{
    addSample(*m_database);
    start();
    QVERIFY(PlaceFixture::click(u"chip-failed"_s));
    m_place->page()->setTab(u"tokens"_s);
    m_place->showItem(u"run-03"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_place->page()->isRunShown(), patience);
    const QVariantMap state = m_place->saveState();
    m_place = std::make_unique<RunsPlace>(m_fixture->services());
    m_place->restoreState(state);
    QVERIFY(PlaceFixture::show(m_place.get()));
    QTRY_COMPARE_WITH_TIMEOUT(m_place->model()->rowCount(), 3, patience);
    QTRY_COMPARE_WITH_TIMEOUT(m_place->pageController()->runId(), u"run-03"_s, patience);
    QCOMPARE(m_place->page()->tab(), u"tokens"_s);
}

QTEST_MAIN(TestRunsPlace)
#include "tst_runs_place.moc"
