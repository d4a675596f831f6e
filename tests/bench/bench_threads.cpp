// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/database_generator.h"
#include "database/database_time.h"
#include "threads/admission.h"
#include "threads/sql_thread_store.h"
#include "threads/thread_service.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QUuid>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

using namespace verderer;

// Threads made one at a time through the service (admission, read, insert, read back, each a job of the worker) beside a bare loop over one prepared
// insert, a transaction each; both with synchronous=NORMAL, as DeerFlow sets it, and with FULL. Then eight processes together beside one.

namespace {

constexpr int creations = 10'000;
constexpr int processes = 8;
constexpr int rounds = 3;
constexpr int patienceMs = 600'000;

double perSecond(int count, const QElapsedTimer &timer)
{
    return count * 1e9 / static_cast<double>(timer.nsecsElapsed());
}

std::shared_ptr<DatabaseWorker> makeWorker(const DatabaseUrl &url, bool relaxed)
{
    DatabaseWorker::Options options;
    options.url = url;
    options.busyTimeoutMs = patienceMs;
    options.relaxedSync = relaxed;
    return std::make_shared<DatabaseWorker>(std::move(options));
}

/// Makes `count` threads and gives how many a second.
double createThroughService(const DatabaseUrl &url, bool relaxed, int count)
{
    ThreadService::Dependencies parts;
    parts.store = std::make_shared<SqlThreadStore>(makeWorker(url, relaxed));
    parts.admission = std::make_shared<Admission>();
    parts.clock = std::make_shared<SystemClock>();
    ThreadService service(std::move(parts));
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < count; ++i) {
        CreateThread wish;
        wish.owner = QStringLiteral("user-a");
        wish.assistantId = QStringLiteral("lead_agent");
        wish.metadataJson = "{\"source\": \"bench\"}";
        const auto answer = service.create(wish, {});
        if (!answer || !answer->created) {
            qFatal("a thread was not made: %s", answer ? "it was there" : qUtf8Printable(answer.error().message));
        }
    }
    return perSecond(count, timer);
}

double insertBare(const DatabaseUrl &url, bool relaxed, int count)
{
    double rate = 0;
    {
        QSqlDatabase connection = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("bare"));
        connection.setDatabaseName(url.path);
        if (!connection.open()) {
            qFatal("cannot open the database");
        }
        QSqlQuery query(connection);
        query.exec(relaxed ? QStringLiteral("PRAGMA synchronous = NORMAL") : QStringLiteral("PRAGMA synchronous = FULL"));
        query.prepare(
            QStringLiteral("INSERT INTO threads_meta (thread_id, user_id, assistant_id, status, metadata_json, created_at, updated_at) VALUES "
                           "(?, 'user-a', 'lead_agent', 'idle', '{\"source\": \"bench\"}', ?, ?)"));
        const SystemClock clock;
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < count; ++i) {
            const QString now = databaseTimestamp(clock.now());
            query.bindValue(0, QUuid::createUuid().toString(QUuid::WithoutBraces));
            query.bindValue(1, now);
            query.bindValue(2, now);
            if (!query.exec()) {
                qFatal("a row was not inserted");
            }
        }
        rate = perSecond(count, timer);
    }
    QSqlDatabase::removeDatabase(QStringLiteral("bare"));
    return rate;
}

void checkCount(const test::DatabaseFixture &database)
{
    if (database.count(QStringLiteral("threads_meta")) != creations) {
        qFatal("not every thread is there");
    }
}

void compare(const char *name, bool relaxed, int leastPercent)
{
    QList<double> ours;
    QList<double> bare;
    QList<double> ratios;
    for (int i = 0; i < rounds; ++i) {
        const auto first = test::DatabaseFixture::sqlite();
        ours.append(createThroughService(first->url(), relaxed, creations));
        checkCount(*first);
        const auto second = test::DatabaseFixture::sqlite();
        bare.append(insertBare(second->url(), relaxed, creations));
        checkCount(*second);
        ratios.append(100 * ours.last() / bare.last());
    }
    const QByteArray prefix = QByteArray("create_threads_") + name;
    bench::print(prefix, bench::median(ours), "threads/s");
    bench::print((prefix + "_bare_insert"), bench::median(bare), "threads/s");
    bench::print((prefix + "_ratio"), bench::median(ratios), ("% (at least " + QByteArray::number(leastPercent) + ")"));
}

/// The worker process: opens, says "ready", waits for a line, creates.
int work(const QString &url, bool relaxed, int count)
{
    std::cout << "ready" << std::endl;
    std::string line;
    std::getline(std::cin, line);
    createThroughService(*DatabaseUrl::parse(url), relaxed, count);
    return 0;
}

double together(int number, bool relaxed)
{
    const auto database = test::DatabaseFixture::sqlite();
    std::vector<std::unique_ptr<QProcess>> workers;
    for (int i = 0; i < number; ++i) {
        auto worker = std::make_unique<QProcess>();
        worker->setProcessChannelMode(QProcess::ForwardedErrorChannel);
        worker->start(QCoreApplication::applicationFilePath(),
                      {QStringLiteral("worker"), database->urlText(), QString::number(relaxed ? 1 : 0), QString::number(creations / number)});
        if (!worker->waitForReadyRead(patienceMs)) {
            qFatal("a worker does not start");
        }
        worker->readLine();
        workers.push_back(std::move(worker));
    }
    QElapsedTimer timer;
    timer.start();
    for (const auto &worker : workers) {
        worker->write("go\n");
        worker->waitForBytesWritten(patienceMs);
    }
    for (const auto &worker : workers) {
        if (!worker->waitForFinished(patienceMs) || worker->exitCode() != 0) {
            qFatal("a worker failed");
        }
    }
    const double rate = perSecond(creations, timer);
    checkCount(*database);
    return rate;
}

void compareProcesses(const char *name, bool relaxed)
{
    QList<double> one;
    QList<double> eight;
    QList<double> ratios;
    for (int i = 0; i < rounds; ++i) {
        one.append(together(1, relaxed));
        eight.append(together(processes, relaxed));
        ratios.append(eight.last() / one.last());
    }
    const QByteArray prefix = QByteArray("create_threads_") + name;
    bench::print((prefix + "_one_process"), bench::median(one), "threads/s");
    bench::print((prefix + "_eight_processes"), bench::median(eight), "threads/s");
    bench::print((prefix + "_eight_processes_ratio"), bench::median(ratios), "x (at least 0.8)");
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    if (words.value(1) == u"worker") {
        return work(words.value(2), words.value(3) == u"1", words.value(4).toInt());
    }
    compare("normal", true, 50);
    compare("full", false, 70);
    compareProcesses("normal", true);
    compareProcesses("full", false);
    return 0;
}
