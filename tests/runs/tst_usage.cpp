// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/database_time.h"
#include "runs/run_service.h"
#include "runs/sql_run_store.h"
#include "runs/usage_report.h"
#include "runs/usage_text.h"
#include "support/database_fixture.h"
#include "support/postgres_server.h"

#include <QTest>
#include <QTimeZone>

using namespace verderer;
using test::DatabaseFixture;
using test::RunRow;

namespace {

const Wait patient{QDeadlineTimer(60'000), {}};

class FixedClock final : public Clock {
public:
    explicit FixedClock(const QString &time) : m_now(*parseDatabaseTimestamp(time)) {}
    [[nodiscard]] Microseconds now() const override { return m_now; }

private:
    Microseconds m_now;
};

ModelPrice price(const char *name, double input, double output, std::optional<double> hit = {}, const char *currency = "USD")
{
    return {QString::fromLatin1(name), QString::fromLatin1(name) + QStringLiteral("-provider"), QString::fromLatin1(currency), input, output, hit};
}

RunRecord record(const QByteArray &usage, const char *model, qint64 input, qint64 output)
{
    RunRecord run;
    run.statusRaw = QStringLiteral("success");
    run.createdRaw = run.updatedRaw = QStringLiteral("2026-11-01 10:00:00.000000");
    run.tokenUsageJson = usage;
    run.modelName = QString::fromLatin1(model);
    run.inputTokens = input;
    run.outputTokens = output;
    run.totalTokens = input + output;
    readRunTexts(&run);
    return run;
}

QString shown(const Cost &cost)
{
    const QString amount = cost.amount ? QString::number(*cost.amount, 'f', 6) + QLatin1Char(' ') + cost.currency : cost.whyNone;
    return cost.note.isEmpty() ? amount : amount + QStringLiteral("; ") + cost.note;
}

RunRow run(const QString &id, const QString &created, const char *model, qint64 input, qint64 output)
{
    RunRow row;
    row.runId = id;
    row.threadId = QStringLiteral("thread-of-") + id;
    row.createdAt = row.updatedAt = created;
    row.model = QString::fromLatin1(model);
    row.inputTokens = input;
    row.outputTokens = output;
    row.totalTokens = input + output;
    return row;
}

} // namespace

class TestUsage : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<test::PostgresServer> m_server;
    std::unique_ptr<DatabaseFixture> m_database;
    std::shared_ptr<DatabaseWorker> m_worker;
    std::shared_ptr<const PriceList> m_prices;

    std::unique_ptr<RunService> service(const QString &now = QStringLiteral("2026-11-15 12:00:00.000000"))
    {
        RunService::Dependencies parts;
        parts.runs = std::make_shared<SqlRunStore>(m_worker);
        parts.worker = m_worker;
        parts.prices = m_prices;
        parts.clock = std::make_shared<FixedClock>(now);
        return std::make_unique<RunService>(std::move(parts));
    }
    /// The same report, counted from the store's pages instead of by one walk.
    Usage fromStore(const UsageRequest &request, const QString &now)
    {
        SqlRunStore store(m_worker);
        const auto days = daysOf(request, FixedClock(now).now());
        return *readUsage(store, request, *days, m_prices, patient);
    }

private Q_SLOTS:
    void initTestCase_data()
    {
        QTest::addColumn<bool>("postgres");
        QTest::newRow("SQLite") << false;
        QTest::newRow("PostgreSQL") << true;
    }
    void initTestCase()
    {
        QString error;
        m_server = test::PostgresServer::start(&error);
        QVERIFY2(m_server, qPrintable(error));
    }
    void init()
    {
        QFETCH_GLOBAL(bool, postgres);
        m_worker.reset();
        m_database = postgres ? DatabaseFixture::postgres(*m_server) : DatabaseFixture::sqlite();
        m_worker = m_database->worker();
        m_prices = std::make_shared<const PriceList>(QList<ModelPrice>{price("alpha", 1, 10, 0.1), price("beta", 2, 20)});
    }
    void cleanup()
    {
        m_worker.reset();
        m_database.reset();
    }
    void cleanupTestCase() { m_server.reset(); }

    void daysAreThoseOfTheZone_data()
    {
        QTest::addColumn<QByteArray>("zone");
        QTest::addColumn<int>("offset");
        QTest::addColumn<QStringList>("created"); // in UTC
        QTest::addColumn<QString>("now");
        QTest::addColumn<QStringList>("expected"); // "date runs" of the days that have any
        QTest::newRow("UTC") << QByteArray() << 0
                             << QStringList{QStringLiteral("2026-11-14 23:59:59.999999"), QStringLiteral("2026-11-15 00:00:00.000000")}
                             << QStringLiteral("2026-11-15 12:00:00.000000")
                             << QStringList{QStringLiteral("2026-11-14 1"), QStringLiteral("2026-11-15 1")};
        QTest::newRow("Shanghai") << QByteArray("Asia/Shanghai") << 0
                                  << QStringList{QStringLiteral("2026-11-14 15:59:59.999999"), QStringLiteral("2026-11-14 16:00:00.000000")}
                                  << QStringLiteral("2026-11-15 12:00:00.000000")
                                  << QStringList{QStringLiteral("2026-11-14 1"), QStringLiteral("2026-11-15 1")};
        QTest::newRow("St John's, half an hour off")
            << QByteArray("America/St_Johns") << 0
            << QStringList{QStringLiteral("2026-11-15 03:29:59.999999"), QStringLiteral("2026-11-15 03:30:00.000000")}
            << QStringLiteral("2026-11-15 12:00:00.000000") << QStringList{QStringLiteral("2026-11-14 1"), QStringLiteral("2026-11-15 1")};
        QTest::newRow("an offset of -210 minutes") << QByteArray() << -210
                                                   << QStringList{QStringLiteral("2026-11-15 03:29:59.999999"),
                                                                  QStringLiteral("2026-11-15 03:30:00.000000")}
                                                   << QStringLiteral("2026-11-15 12:00:00.000000")
                                                   << QStringList{QStringLiteral("2026-11-14 1"), QStringLiteral("2026-11-15 1")};
        // Clocks go back on 25 October 2026: that day has 25 hours, from 22:00 UTC to 23:00 UTC.
        QTest::newRow("Berlin, the long day") << QByteArray("Europe/Berlin") << 0
                                              << QStringList{QStringLiteral("2026-10-24 22:00:00.000000"),
                                                             QStringLiteral("2026-10-25 22:59:59.999999"),
                                                             QStringLiteral("2026-10-25 23:00:00.000000")}
                                              << QStringLiteral("2026-10-26 12:00:00.000000")
                                              << QStringList{QStringLiteral("2026-10-25 2"), QStringLiteral("2026-10-26 1")};
        // … and forward on 29 March: 23 hours, from 23:00 UTC to 22:00 UTC.
        QTest::newRow("Berlin, the short day") << QByteArray("Europe/Berlin") << 0
                                               << QStringList{QStringLiteral("2026-03-28 23:00:00.000000"),
                                                              QStringLiteral("2026-03-29 21:59:59.999999"),
                                                              QStringLiteral("2026-03-29 22:00:00.000000")}
                                               << QStringLiteral("2026-03-30 12:00:00.000000")
                                               << QStringList{QStringLiteral("2026-03-29 2"), QStringLiteral("2026-03-30 1")};
        // Beirut's clocks go forward at midnight: 29 March 2026 begins at 01:00, which is 22:00 UTC of the day before.
        QTest::newRow("Beirut, a day without midnight")
            << QByteArray("Asia/Beirut") << 0
            << QStringList{QStringLiteral("2026-03-28 21:59:59.999999"), QStringLiteral("2026-03-28 22:00:00.000000")}
            << QStringLiteral("2026-03-29 12:00:00.000000") << QStringList{QStringLiteral("2026-03-28 1"), QStringLiteral("2026-03-29 1")};
    }
    void daysAreThoseOfTheZone()
    {
        QFETCH(QByteArray, zone);
        QFETCH(int, offset);
        QFETCH(QStringList, created);
        QFETCH(QString, now);
        QFETCH(QStringList, expected);
        int number = 0;
        for (const QString &moment : created) {
            m_database->add(run(QStringLiteral("r%1").arg(++number), moment, "alpha", 10, 1));
        }
        UsageRequest request;
        request.days = 7;
        request.zone = zone;
        request.utcOffsetMinutes = offset;
        const auto usage = service(now)->usage(request, patient);
        QVERIFY2(usage, qPrintable(usage ? QString() : usage.error().message));
        QCOMPARE(usage->days.size(), 7);
        QStringList found;
        for (qsizetype i = 0; i < usage->days.size(); ++i) {
            const UsageDay &day = usage->days[i];
            QCOMPARE(day.date, usage->days.first().date.addDays(i));
            if (day.runs > 0) {
                found.append(day.date.toString(Qt::ISODate) + QStringLiteral(" %1").arg(day.runs));
            }
        }
        QCOMPARE(found, expected);
        QCOMPARE(usage->days.last().date.toString(Qt::ISODate), expected.last().section(QLatin1Char(' '), 0, 0));
    }

    void countsModelsOwnersAndCosts()
    {
        RunRow a = run(QStringLiteral("a"), QStringLiteral("2026-11-14 10:00:00.000000"), "alpha", 1'000, 100);
        a.tokenUsage =
            QStringLiteral("{\"alpha\": {\"input_tokens\": 900, \"output_tokens\": 90, \"total_tokens\": 990, \"cache_read_tokens\": 400}, "
                           "\"beta\": {\"input_tokens\": 100, \"output_tokens\": 10, \"total_tokens\": 110}}");
        RunRow b = run(QStringLiteral("b"), QStringLiteral("2026-11-15 10:00:00.000000"), "beta", 500, 50); // no usage: by its totals
        b.owner = std::nullopt;
        b.status = QStringLiteral("error");
        RunRow c = run(QStringLiteral("c"), QStringLiteral("2026-11-15 11:00:00.000000"), "gamma", 700, 70); // no price
        c.tokenUsage = QStringLiteral("{\"gamma\": {\"input_tokens\": 700, \"output_tokens\": 70, \"total_tokens\": 770}}");
        RunRow old = run(QStringLiteral("old"), QStringLiteral("2025-01-01 10:00:00.000000"), "alpha", 1'000'000, 0);
        RunRow active = run(QStringLiteral("active"), QStringLiteral("2026-11-15 11:30:00.000000"), "alpha", 0, 0);
        active.status = QStringLiteral("running");
        RunRow reserving = run(QStringLiteral("reserving"), QStringLiteral("2026-11-15 11:40:00.000000"), "alpha", 5, 5);
        reserving.operationKind = QStringLiteral("delete");
        m_database->add({a, b, c, old, active, reserving});
        m_database->add(test::ThreadRow{.threadId = QStringLiteral("t1")});
        UsageRequest request;
        request.days = 3;
        const auto usage = service()->usage(request, patient);
        QVERIFY2(usage, qPrintable(usage ? QString() : usage.error().message));
        QCOMPARE(usage->totalRuns, 5);
        QCOMPARE(usage->activeRuns, 1);
        QCOMPARE(usage->failedRuns, 1);
        QCOMPARE(usage->totalThreads, 1);
        QCOMPARE(usage->totalTokens, 1'100 + 550 + 770 + 1'000'000);
        QCOMPARE(usage->spanRuns, 4);
        QCOMPARE(usage->spanTokens, 1'100 + 550 + 770);
        QCOMPARE(usage->spanFailed, 1);
        QStringList models;
        for (const UsageBucket &model : usage->byModel) {
            models.append(QStringLiteral("%1 %2 %3 %4 %5: %6")
                              .arg(model.key)
                              .arg(model.runs)
                              .arg(model.input)
                              .arg(model.output)
                              .arg(model.cacheRead)
                              .arg(shown(model.cost)));
        }
        QCOMPARE(models, (QStringList{QStringLiteral("alpha 2 900 90 400: 0.001440 USD"), QStringLiteral("gamma 1 700 70 0: no price for gamma"),
                                      QStringLiteral("beta 2 600 60 0: 0.002400 USD")}));
        QStringList owners;
        for (const UsageBucket &owner : usage->byOwner) {
            owners.append(QStringLiteral("%1|%2 %3").arg(owner.key).arg(owner.runs).arg(owner.total));
        }
        QCOMPARE(owners, (QStringList{QStringLiteral("user-a|3 1870"), QStringLiteral("|1 550")}));
        QCOMPARE(shown(usage->days[0].cost), QStringLiteral("0.000000 USD")); // a day without runs costs nothing
        QCOMPARE(shown(usage->days[1].cost), QStringLiteral("0.001840 USD"));
        QCOMPARE(shown(usage->days[2].cost), QStringLiteral("0.002000 USD; without gamma, which has no price"));
        QCOMPARE(usage->days[2].failed, 1);
        QCOMPARE(shown(usage->totalCost), QStringLiteral("1.003840 USD; without gamma, which has no price"));
        // Counted another way it is the same.
        const Usage again = fromStore(request, QStringLiteral("2026-11-15 12:00:00.000000"));
        QCOMPARE(again.totalTokens, usage->totalTokens);
        QCOMPARE(shown(again.totalCost), shown(usage->totalCost));
        QCOMPARE(again.byModel.size(), usage->byModel.size());
        QCOMPARE(again.byModel[0].total, usage->byModel[0].total);
        request.owner = QString();
        const auto nobody = service()->usage(request, patient);
        QVERIFY(nobody);
        QCOMPARE(nobody->totalRuns, 1);
        QCOMPARE(nobody->totalThreads, 0);
    }

    void oddRowsAreToldAndHideNoOther()
    {
        if (m_database->isPostgres()) {
            QSKIP("only SQLite stores what is no JSON and no time");
        }
        RunRow broken = run(QStringLiteral("broken"), QStringLiteral("2026-11-15T10:00:00Z"), "alpha", 100, 10);
        broken.tokenUsage = QStringLiteral("{\"alpha\": {\"input_tok");
        RunRow undated = run(QStringLiteral("undated"), QStringLiteral("yesterday"), "alpha", 100, 10);
        RunRow escaped = run(QStringLiteral("escaped"), QStringLiteral("2026-11-15 10:00:00.000000"), "alpha", 100, 10);
        escaped.tokenUsage = QStringLiteral("{\"al\\u0070ha\": {\"input_tokens\": 1e2, \"output_tokens\": 10, \"total_tokens\": 110}}");
        m_database->add({broken, undated, escaped});
        const auto usage = service()->usage({}, patient);
        QVERIFY(usage);
        QCOMPARE(usage->totalRuns, 3);
        QCOMPARE(usage->damagedUsages, 1);
        QCOMPARE(usage->undatedRuns, 1);
        QCOMPARE(usage->spanRuns, 2);
        QCOMPARE(usage->byModel.size(), 1);
        QCOMPARE(usage->byModel.first().key, QStringLiteral("alpha"));
        QCOMPARE(usage->byModel.first().output, 20);
    }

    void olderSchemasAreCountedToo()
    {
        DatabaseFixture::Schema schema;
        schema.age = 1;
        QFETCH_GLOBAL(bool, postgres);
        m_worker.reset();
        m_database = postgres ? DatabaseFixture::postgres(*m_server, schema) : DatabaseFixture::sqlite(schema);
        m_worker = m_database->worker();
        m_database->add(run(QStringLiteral("r"), QStringLiteral("2026-11-15 10:00:00.000000"), "beta", 100, 10));
        const auto usage = service()->usage({}, patient);
        QVERIFY2(usage, qPrintable(usage ? QString() : usage.error().message));
        QCOMPARE(usage->byModel.size(), 1);
        QCOMPARE(usage->byModel.first().total, 110);
        QCOMPARE(shown(usage->spanCost), QStringLiteral("0.000400 USD"));
    }

    void isKeptUntilTheDatabaseChanges()
    {
        if (m_database->isPostgres()) {
            QSKIP("a server reports its counters late, so when it is asked again cannot be told beforehand");
        }
        m_database->add(run(QStringLiteral("r1"), QStringLiteral("2026-11-15 10:00:00.000000"), "alpha", 100, 10));
        const auto reports = service();
        const auto first = reports->usage({}, patient);
        QVERIFY(first);
        QCOMPARE(first->totalRuns, 1);
        // The file is out of reach now; what is kept needs only the worker's open connection.
        const QString path = m_database->url().path;
        QVERIFY(QFile::rename(path, path + QStringLiteral(".away")));
        const auto kept = reports->usage({}, patient);
        QVERIFY(QFile::rename(path + QStringLiteral(".away"), path));
        QVERIFY2(kept, qPrintable(kept ? QString() : kept.error().message));
        QCOMPARE(kept->totalRuns, 1);
        UsageRequest other;
        other.days = 2;
        QCOMPARE(reports->usage(other, patient)->days.size(), 2);
        m_database->add(run(QStringLiteral("r2"), QStringLiteral("2026-11-15 10:00:00.000000"), "alpha", 100, 10));
        const auto fresh = reports->usage({}, patient);
        QVERIFY(fresh);
        QCOMPARE(fresh->totalRuns, 2);
    }

    void badRequestsAreRefused()
    {
        const auto refusal = [&](const UsageRequest &request) {
            const auto usage = service()->usage(request, patient);
            return usage ? QString() : errorCodeName(usage.error().code) + QStringLiteral(": ") + usage.error().message;
        };
        UsageRequest request;
        request.days = 0;
        QVERIFY(refusal(request).startsWith(QStringLiteral("Invalid: A usage report covers 1 to 3650 days")));
        request.days = 14;
        request.zone = "Mars/Olympus";
        QVERIFY(refusal(request).contains(QStringLiteral("Mars/Olympus")));
        request.zone.clear();
        request.utcOffsetMinutes = 900;
        QVERIFY(refusal(request).startsWith(QStringLiteral("Invalid")));
        CancelSource cancel;
        cancel.cancel();
        const auto usage = service()->usage({}, {QDeadlineTimer(60'000), cancel.token()});
        QVERIFY(!usage);
        QCOMPARE(usage.error().code, ErrorCode::Cancelled);
    }

    void costsFollowTheRules()
    {
        const PriceList list({price("alpha", 1, 10, 0.1), price("Beta-Model", 2, 20)});
        const auto cost = [&](const QByteArray &usage, const char *model, qint64 input, qint64 output) {
            return shown(list.costOf(record(usage, model, input, output)));
        };
        QCOMPARE(cost("{\"alpha\": {\"input_tokens\": 1000000, \"output_tokens\": 100000, \"cache_read_tokens\": 500000}}", "x", 0, 0),
                 QStringLiteral("1.550000 USD"));
        // More read from the cache than came in is never less than nothing.
        QCOMPARE(cost("{\"alpha\": {\"input_tokens\": 100, \"output_tokens\": 0, \"cache_read_tokens\": 1000000}}", "x", 0, 0),
                 QStringLiteral("0.000010 USD"));
        QCOMPARE(cost("{}", "beta-model", 1'000'000, 0), QStringLiteral("2.000000 USD"));
        QCOMPARE(cost("{}", "BETA-MODEL-PROVIDER", 1'000'000, 0), QStringLiteral("2.000000 USD"));
        QCOMPARE(cost("{\"gamma\": {\"input_tokens\": 10}}", "alpha", 1'000'000, 0), QStringLiteral("1.000000 USD")); // no priced bucket
        QCOMPARE(cost("{\"gamma\": {\"input_tokens\": 10}, \"alpha\": {\"input_tokens\": 1000000}}", "alpha", 5, 5),
                 QStringLiteral("1.000000 USD; without gamma, which has no price"));
        QCOMPARE(cost("{}", "gamma", 10, 0), QStringLiteral("no price for gamma"));
        QCOMPARE(cost("{}", "alpha", 0, 0), QStringLiteral("no tokens recorded"));
        const PriceList mixed({price("alpha", 1, 10), price("beta", 2, 20, {}, "CNY")});
        QVERIFY(mixed.mixedCurrencies());
        QCOMPARE(shown(mixed.costOf(record("{}", "alpha", 10, 10))), QStringLiteral("prices in several currencies"));
        QVERIFY(shown(PriceList({}).costOf(record("{}", "alpha", 10, 10))).contains(QStringLiteral("no prices")));
    }

    void uniformTextsAreReadAsTheParserReadsThem_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("uniform");
        QTest::newRow("empty") << QByteArray("{}") << true;
        QTest::newRow("one") << QByteArray("{\"m\": {\"input_tokens\": 1, \"output_tokens\": 2, \"total_tokens\": 3, \"cache_read_tokens\": 1}}")
                             << true;
        QTest::newRow("two, no spaces") << QByteArray("{\"m\":{\"input_tokens\":1},\"n\":{}}") << true;
        QTest::newRow("other numbers") << QByteArray("{\"m\": {\"something_else\": 7, \"total_tokens\": -3}}") << true;
        QTest::newRow("Unicode") << QByteArray("{\"模型\": {\"input_tokens\": 5}}") << true;
        QTest::newRow("escape") << QByteArray("{\"m\\u0061\": {\"input_tokens\": 5}}") << false;
        QTest::newRow("fraction") << QByteArray("{\"m\": {\"input_tokens\": 5.5}}") << false;
        QTest::newRow("exponent") << QByteArray("{\"m\": {\"input_tokens\": 5e3}}") << false;
        QTest::newRow("too large") << QByteArray("{\"m\": {\"input_tokens\": 99999999999999999999}}") << false;
        QTest::newRow("leading zero") << QByteArray("{\"m\": {\"input_tokens\": 05}}") << false;
        QTest::newRow("null") << QByteArray("{\"m\": {\"input_tokens\": null}}") << false;
        QTest::newRow("text") << QByteArray("{\"m\": {\"input_tokens\": \"5\"}}") << false;
        QTest::newRow("list") << QByteArray("[]") << false;
        QTest::newRow("torn") << QByteArray("{\"m\": {\"input_tokens\": 5") << false;
        QTest::newRow("trailing comma") << QByteArray("{\"m\": {\"input_tokens\": 5,}}") << false;
        QTest::newRow("more behind it") << QByteArray("{} x") << false;
        QTest::newRow("nothing") << QByteArray("") << false;
        QTest::newRow("only a minus") << QByteArray("{\"m\": {\"input_tokens\": -}}") << false;
    }
    void uniformTextsAreReadAsTheParserReadsThem()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, uniform);
        QList<ModelTokens> found;
        const bool read =
            readUniformUsage({text.constData(), static_cast<std::size_t>(text.size())}, [&](std::string_view model, const UsageNumbers &n) {
                found.append({QString::fromUtf8(model.data(), static_cast<qsizetype>(model.size())), n.input, n.output, n.total, n.cacheRead});
            });
        QCOMPARE(read, uniform);
        if (!uniform) {
            return;
        }
        const RunRecord reference = record(text, "m", 0, 0);
        QCOMPARE(found.size(), reference.byModel.size());
        for (qsizetype i = 0; i < found.size(); ++i) {
            QCOMPARE(found[i].model, reference.byModel[i].model);
            QCOMPARE(found[i].input, reference.byModel[i].input);
            QCOMPARE(found[i].output, reference.byModel[i].output);
            QCOMPARE(found[i].total, reference.byModel[i].total);
            QCOMPARE(found[i].cacheRead, reference.byModel[i].cacheRead);
        }
    }
};

QTEST_GUILESS_MAIN(TestUsage)
#include "tst_usage.moc"
