// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/database_generator.h"
#include "runs/run_service.h"
#include "runs/sql_run_store.h"
#include "support/postgres_server.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSqlDatabase>
#include <QSqlQuery>

using namespace verderer;

// The usage report over two million runs (days of a zone with summer time, models, owners, costs) beside the bare aggregate query, which knows days,
// models and sums alone; and asked again while nothing has changed.

namespace {

constexpr int runs = 2'000'000;
constexpr int threads = 100'000;
constexpr int rounds = 5;

double milliseconds(const QElapsedTimer &timer)
{
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

double bareAggregate(const test::DatabaseFixture &database)
{
    const QString day = database.isPostgres() ? QStringLiteral("date_trunc('day', created_at)") : QStringLiteral("substr(created_at, 1, 10)");
    const QString sql =
        QStringLiteral("SELECT %1, model_name, count(*), sum(total_input_tokens), sum(total_output_tokens), sum(total_tokens) FROM runs "
                       "WHERE operation_kind = 'run' GROUP BY 1, 2")
            .arg(day);
    QList<double> measured;
    {
        QSqlDatabase connection =
            QSqlDatabase::addDatabase(database.isPostgres() ? QStringLiteral("QPSQL") : QStringLiteral("QSQLITE"), QStringLiteral("bare"));
        const DatabaseUrl &url = database.url();
        if (database.isPostgres()) {
            connection.setHostName(url.host);
            connection.setPort(url.port);
            connection.setUserName(url.user);
            connection.setDatabaseName(url.database);
        } else {
            connection.setDatabaseName(url.path);
            connection.setConnectOptions(QStringLiteral("QSQLITE_OPEN_READONLY"));
        }
        if (!connection.open()) {
            qFatal("cannot open the database");
        }
        for (int i = 0; i < rounds; ++i) {
            QElapsedTimer timer;
            timer.start();
            QSqlQuery query(connection);
            query.setForwardOnly(true);
            qint64 counted = 0;
            for (query.exec(sql); query.next();) {
                counted += query.value(2).toLongLong();
            }
            measured.append(milliseconds(timer));
            if (counted != runs) {
                qFatal("the bare query counted %lld runs", counted);
            }
        }
    }
    QSqlDatabase::removeDatabase(QStringLiteral("bare"));
    return bench::median(measured);
}

void measure(const test::DatabaseFixture &database, const char *prefix)
{
    const auto name = [&](const char *what) -> QByteArray { return QByteArray(prefix) + what; };
    QElapsedTimer timer;
    timer.start();
    bench::generateThreads(database, threads);
    bench::generateRuns(database, runs);
    bench::print(name("generate_runs"), milliseconds(timer) / 1000, "s");
    const double bare = bareAggregate(database);
    const auto worker = database.worker();
    UsageRequest request;
    request.days = 730;
    request.zone = "Europe/Berlin";
    const auto prices = std::make_shared<const PriceList>(
        QList<ModelPrice>{{QStringLiteral("claude-sonnet-5"), QStringLiteral("claude-sonnet-5"), QStringLiteral("USD"), 3, 15, 0.3},
                          {QStringLiteral("gpt-5-mini"), QStringLiteral("gpt-5-mini"), QStringLiteral("USD"), 0.25, 2, 0.025}});
    QList<double> measured;
    double again = 0;
    for (int i = 0; i < rounds; ++i) {
        RunService::Dependencies parts;
        parts.runs = std::make_shared<SqlRunStore>(worker);
        parts.worker = worker;
        parts.prices = prices;
        parts.clock = std::make_shared<SystemClock>();
        RunService service(std::move(parts)); // a new one has kept nothing
        timer.restart();
        const auto usage = service.usage(request, {});
        measured.append(milliseconds(timer));
        if (!usage || usage->totalRuns != runs) {
            qFatal("the report is not whole: %s", usage ? "runs are missing" : qUtf8Printable(usage.error().message));
        }
        timer.restart();
        (void)service.usage(request, {});
        again = milliseconds(timer);
    }
    bench::print(name("usage_bare_aggregate"), bare, "ms");
    bench::print(name("usage_report"), bench::median(measured), "ms");
    bench::print(name("usage_ratio"), bench::median(measured) / bare, "x (at most 1.5)");
    bench::print(name("usage_unchanged"), again, "ms");
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.value(1) != u"postgres") {
        measure(*test::DatabaseFixture::sqlite(), "");
    }
    if (words.value(1) != u"sqlite") {
        QString error;
        const auto server = test::PostgresServer::start(&error);
        if (!server) {
            qFatal("%s", qUtf8Printable(error));
        }
        measure(*test::DatabaseFixture::postgres(*server), "postgres_");
    }
    return 0;
}
