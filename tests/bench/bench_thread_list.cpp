// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/database_generator.h"
#include "database/row_keys.h"
#include "support/postgres_server.h"
#include "threads/sql_thread_store.h"
#include "threads/thread_listing.h"
#include "threads/thread_rows.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QSqlDatabase>
#include <QSqlQuery>

#include <algorithm>

using namespace verderer;

// The list of a million threads: its first page beside the bare guarded query in DeerFlow's order, later pages anywhere, and the memory of its keys;
// on SQLite and, page after page, on PostgreSQL without and with the index that the doctor would propose.

namespace {

constexpr int threads = 1'000'000;
constexpr int pageRows = 100;
constexpr int rounds = 5;
constexpr int randomPages = 200;

double milliseconds(const QElapsedTimer &timer)
{
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

template<typename T> T need(Result<T> result)
{
    if (!result) {
        qFatal("%s", qUtf8Printable(result.error().message));
    }
    return std::move(*result);
}

/// DeerFlow's question, guarded, asked as plainly as can be.
QString bareQuery(const test::DatabaseFixture &database)
{
    const auto dialect = makeDialect(database.url().kind);
    return QStringLiteral(
               "SELECT thread_id, user_id, assistant_id, display_name, status, metadata_json, created_at, updated_at FROM threads_meta ORDER BY "
               "%1 DESC, updated_at DESC, thread_id DESC LIMIT %2")
        .arg(dialect->pinnedExpression(QStringLiteral("metadata_json")))
        .arg(pageRows);
}

double bareFirstPage(const test::DatabaseFixture &database)
{
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
            int rows = 0;
            for (query.exec(bareQuery(database)); query.next(); ++rows) {
            }
            measured.append(milliseconds(timer));
            if (rows != pageRows) {
                qFatal("the bare query gave %d rows", rows);
            }
        }
    }
    QSqlDatabase::removeDatabase(QStringLiteral("bare"));
    return bench::median(measured);
}

void measureSqlite()
{
    const auto database = test::DatabaseFixture::sqlite();
    QElapsedTimer timer;
    timer.start();
    bench::generateThreads(*database, threads);
    bench::print("generate_threads", milliseconds(timer) / 1000, "s");
    const double bare = bareFirstPage(*database);
    const auto worker = database->worker();
    SqlThreadStore store(worker);
    QList<double> plain;
    QList<double> keyed;
    QList<double> keys;
    std::shared_ptr<ThreadListing> listing;
    const double before = bench::residentMegabytes();
    double after = before;
    for (int i = 0; i < rounds; ++i) {
        timer.restart();
        need(store.list({}, pageRows, std::nullopt, {}));
        plain.append(milliseconds(timer));
        listing.reset();
        timer.restart();
        listing = need(openThreadListing(worker, {}, {}));
        keys.append(milliseconds(timer));
        need(listing->rows(0, pageRows, {}));
        keyed.append(milliseconds(timer));
        after = std::max(after, bench::residentMegabytes());
    }
    bench::print("list_first_page_bare_query", bare, "ms");
    bench::print("list_first_page", std::min(bench::median(plain), bench::median(keyed)), "ms");
    bench::print("list_first_page_by_plain_query", bench::median(plain), "ms");
    bench::print("list_first_page_through_keys", bench::median(keyed), "ms");
    bench::print("list_first_page_ratio", std::min(bench::median(plain), bench::median(keyed)) / bare, "x (at most 1.2)");
    bench::print("list_read_keys", bench::median(keys), "ms");
    bench::print("list_keys", threads * static_cast<double>(sizeof(RowKeys::Key)) / 1e6, "MB (below 48)");
    bench::print("list_keys_resident", after - before, "MB (below 48)");
    QRandomGenerator random(7);
    QList<double> pages;
    for (int i = 0; i < randomPages; ++i) {
        const int first = random.bounded(threads - pageRows);
        timer.restart();
        const auto rows = need(listing->rows(first, pageRows, {}));
        pages.append(milliseconds(timer));
        if (rows.size() != pageRows || !rows.first()) {
            qFatal("a page is not whole");
        }
    }
    bench::print("list_later_page_median", bench::median(pages), "ms (below 10)");
    bench::print("list_later_page_longest", *std::max_element(pages.cbegin(), pages.cend()), "ms (below 10)");
    timer.restart();
    need(listing->indexOf(need(listing->rows(threads - 1, 1, {})).first()->threadId, {}));
    bench::print("list_find_a_row", milliseconds(timer), "ms");
}

/// Pages at the place the list has come to.
QList<double> pagesFromHere(ThreadListing &listing, int count)
{
    QList<double> measured;
    for (int i = 0; i < count; ++i) {
        QElapsedTimer timer;
        timer.start();
        const qint64 first = listing.size();
        need(listing.extend(pageRows, {}).map([] { return 0; }));
        need(listing.rows(first, pageRows, {}));
        measured.append(milliseconds(timer));
    }
    return measured;
}

void measurePostgres()
{
    QString error;
    const auto server = test::PostgresServer::start(&error);
    if (!server) {
        qFatal("%s", qUtf8Printable(error));
    }
    const auto database = test::DatabaseFixture::postgres(*server);
    bench::generateThreads(*database, threads);
    database->sql(QStringLiteral("VACUUM ANALYZE threads_meta"));
    const double bare = bareFirstPage(*database);
    const auto worker = database->worker();
    const auto first = [&] {
        QList<double> measured;
        for (int i = 0; i < rounds; ++i) {
            QElapsedTimer timer;
            timer.start();
            const auto listing = need(openThreadListing(worker, {}, {}));
            need(listing->rows(0, pageRows, {}));
            measured.append(milliseconds(timer));
        }
        return bench::median(measured);
    };
    bench::print("postgres_list_first_page_bare_query", bare, "ms");
    const double plain = first();
    bench::print("postgres_list_first_page", plain, "ms");
    bench::print("postgres_list_first_page_ratio", plain / bare, "x (at most 1.2)");
    QElapsedTimer timer;
    timer.start();
    database->sql(proposedThreadIndex(*makeDialect(DatabaseKind::Postgres)).chopped(1));
    database->sql(QStringLiteral("ANALYZE threads_meta"));
    bench::print("postgres_make_the_index", milliseconds(timer) / 1000, "s");
    bench::print("postgres_list_first_page_with_index", first(), "ms (below 10)");
    const auto listing = need(openThreadListing(worker, {}, {}));
    QList<double> pages = pagesFromHere(*listing, randomPages);
    while (listing->size() < threads / 2) {
        need(listing->extend(1'000, {}).map([] { return 0; }));
    }
    const QList<double> deep = pagesFromHere(*listing, randomPages);
    bench::print("postgres_list_later_page_median", bench::median(pages), "ms (below 10)");
    bench::print("postgres_list_deep_page_median", bench::median(deep), "ms (below 10)");
    pages += deep;
    bench::print("postgres_list_later_page_longest", *std::max_element(pages.cbegin(), pages.cend()), "ms (below 10)");
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.value(1) != u"postgres") {
        measureSqlite();
    }
    if (words.value(1) != u"sqlite") {
        measurePostgres();
    }
    return 0;
}
