// SPDX-License-Identifier: GPL-3.0-or-later
// The overview: totals, days as charts and as a table, what failed last, and what somebody should look at.
#include "support/engine_test.h"
#include "ui/overview/overview_page.h"
#include "ui/overview/overview_place.h"
#include "ui/overview/usage_chart.h"
#include "ui/runs/fact_card.h"
#include "ui/runs/number_table.h"
#include "ui/support/place_fixture.h"
#include "ui/widgets/empty_state.h"

#include <QLocale>
#include <QSignalSpy>
#include <QTest>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 30'000;

void addDays(const DatabaseFixture &database)
{
    database.add(ThreadRow{.threadId = u"th-1"_s, .title = u"Churn by region"_s});
    QList<RunRow> rows;
    for (int day = 1; day <= 20; ++day) {
        for (int i = 0; i <= day % 3; ++i) {
            RunRow run;
            run.runId = u"run-%1-%2"_s.arg(day).arg(i);
            run.threadId = u"th-1"_s;
            run.owner = i == 2 ? std::optional<QString>() : u"user-a"_s;
            run.model = i % 2 ? u"gpt-5-mini"_s : u"deepseek-v4"_s;
            run.status = day % 5 == 0 && i == 0 ? u"error"_s : u"success"_s;
            run.error = run.status == u"error"_s ? std::optional(u"It broke on day %1"_s.arg(day)) : std::nullopt;
            run.inputTokens = 100 * day;
            run.outputTokens = 10 * day;
            run.totalTokens = 110 * day;
            run.createdAt = u"2026-11-%1 09:00:00.000000"_s.arg(day, 2, 10, QLatin1Char('0'));
            run.updatedAt = u"2026-11-%1 09:00:05.000000"_s.arg(day, 2, 10, QLatin1Char('0'));
            rows << run;
        }
    }
    database.add(rows);
}

qint64 number(const NumberTable *table, int row, int column)
{
    return QLocale().toLongLong(table->item(row, column)->text());
}

} // namespace

class TestOverview : public EngineTest {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void totalsAreThoseOfTheDatabase();
    void chartsEqualTheTable_data();
    void chartsEqualTheTable();
    void chartsSpeak();
    void failuresComeNewestFirstAndOpen();
    void staleRunsAndOrphansAreTold();
    void writesAreSeen();
    void emptyDatabaseSaysWhatToDo();
    void noDatabaseSaysWhy();

private:
    void start(const PlaceFixture::Setup &setup = {.now = "2026-11-20 12:00:00.000000"});

    std::unique_ptr<DatabaseFixture> m_database;
    std::unique_ptr<PlaceFixture> m_fixture;
    std::unique_ptr<OverviewPlace> m_place;
};

void TestOverview::init()
{
    m_database = makeDatabase();
}

void TestOverview::cleanup()
{
    m_place.reset();
    m_fixture.reset();
    m_database.reset();
}

void TestOverview::start(const PlaceFixture::Setup &setup)
{
    m_fixture = std::make_unique<PlaceFixture>(*m_database, setup);
    m_place = std::make_unique<OverviewPlace>(m_fixture->services());
    QSignalSpy shown(m_place.get(), &OverviewPlace::shown);
    QVERIFY(PlaceFixture::show(m_place.get(), QSize(1200, 1600)));
    m_fixture->openDatabase();
    QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), patience);
}

void TestOverview::totalsAreThoseOfTheDatabase()
{
    addDays(*m_database);
    start();
    const qint64 runs = m_database->count(u"runs"_s);
    QCOMPARE(PlaceFixture::find<FactCard>(u"runsCard"_s)->value(), QLocale().toString(runs));
    QCOMPARE(PlaceFixture::find<FactCard>(u"failedCard"_s)->value(), u"4"_s);
    QCOMPARE(PlaceFixture::find<FactCard>(u"threadsCard"_s)->value(), u"1"_s);
    QCOMPARE(PlaceFixture::find<FactCard>(u"activeCard"_s)->value(), u"0"_s);
}

void TestOverview::chartsEqualTheTable_data()
{
    QTest::addColumn<int>("days");
    for (const int days : {7, 14, 30, 90}) {
        QTest::addRow("%d", days) << days;
    }
}

void TestOverview::chartsEqualTheTable()
{
    QFETCH(int, days);
    addDays(*m_database);
    start();
    OverviewPage *page = m_place->page();
    if (days != 14) {
        QSignalSpy shown(m_place.get(), &OverviewPlace::shown);
        QVERIFY(PlaceFixture::click(u"span%1"_s.arg(days)));
        QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), patience);
    }
    const NumberTable *table = page->dayTable();
    QTRY_COMPARE_WITH_TIMEOUT(table->rowCount(), days, patience);
    qint64 runs = 0;
    qint64 tokens = 0;
    for (int row = 0; row < days; ++row) {
        runs += number(table, row, 1);
        tokens += number(table, row, 5);
        // The table begins with today, the chart ends with it.
        QCOMPARE(page->runsChart()->valueAt(days - 1 - row), number(table, row, 1));
        QCOMPARE(page->tokensChart()->valueAt(days - 1 - row), number(table, row, 5));
    }
    QCOMPARE(page->runsChart()->total(), runs);
    QCOMPARE(page->tokensChart()->total(), tokens);
    const QVariant since = QDate(2026, 11, 20).addDays(1 - days).toString(Qt::ISODate);
    QCOMPARE(runs, m_database->count(u"runs"_s, u"created_at >= ?"_s, {since}));
}

void TestOverview::chartsSpeak()
{
    addDays(*m_database);
    start();
    QVERIFY(!m_place->page()->runsChart()->accessibleName().isEmpty());
    QVERIFY(m_place->page()->runsChart()->accessibleDescription().contains(QLocale().toString(m_place->page()->runsChart()->total())));
}

void TestOverview::failuresComeNewestFirstAndOpen()
{
    addDays(*m_database);
    start();
    NumberTable *failures = m_place->page()->failures();
    QCOMPARE(failures->rowCount(), 4);
    QVERIFY(failures->item(0, 0)->text().contains(u"It broke on day 20"_s));
    QCOMPARE(failures->keyAt(3), u"run-5-0"_s);
    QSignalSpy links(m_place.get(), &Place::linkActivated);
    failures->setFocus();
    failures->selectRow(1);
    QTest::keyClick(failures, Qt::Key_Return);
    QCOMPARE(links.size(), 1);
    QCOMPARE(links.at(0), QVariantList({u"runs"_s, u"run-15-0"_s}));
}

void TestOverview::staleRunsAndOrphansAreTold()
{
    addDays(*m_database);
    m_database->add(RunRow{.runId = u"quiet"_s, .threadId = u"th-1"_s, .status = u"running"_s});
    m_database->add(RunRow{.runId = u"orphan"_s, .threadId = u"lost"_s});
    start();
    QVERIFY(PlaceFixture::banner(u"staleBanner"_s).startsWith(u"1 run(s) without a sign of life"_s));
    QVERIFY(PlaceFixture::banner(u"orphanBanner"_s).contains(u"1"_s));
    QSignalSpy links(m_place.get(), &Place::linkActivated);
    QVERIFY(PlaceFixture::click(u"showOrphans"_s));
    QCOMPARE(links.at(0), QVariantList({u"runs"_s, u"chip:orphans"_s}));
}

void TestOverview::writesAreSeen()
{
    addDays(*m_database);
    start();
    const qint64 runs = m_database->count(u"runs"_s);
    m_database->add(RunRow{.runId = u"later"_s, .threadId = u"th-1"_s, .createdAt = u"2026-11-20 11:00:00.000000"_s});
    QTRY_COMPARE_WITH_TIMEOUT(PlaceFixture::find<FactCard>(u"runsCard"_s)->value(), QLocale().toString(runs + 1), patience);
}

void TestOverview::emptyDatabaseSaysWhatToDo()
{
    start();
    QTRY_VERIFY_WITH_TIMEOUT(PlaceFixture::find<EmptyState>(u"overviewEmpty"_s), patience);
    QSignalSpy links(m_place.get(), &Place::linkActivated);
    QVERIFY(PlaceFixture::click(u"goToThreads"_s));
    QCOMPARE(links.at(0), QVariantList({u"threads"_s, QString()}));
}

void TestOverview::noDatabaseSaysWhy()
{
    Error error;
    error.code = ErrorCode::Unavailable;
    error.message = u"Threads and runs live in the Gateway's memory only."_s;
    start({.unavailable = error});
    QCOMPARE(PlaceFixture::find<EmptyState>(u"overviewUnavailable"_s)->text(), error.message);
}

QTEST_MAIN(TestOverview)
#include "tst_overview.moc"
