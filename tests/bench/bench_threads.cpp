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
constexpr int slices = 20;
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

/// Threads made through the service.
class ServiceWay {
public:
    ServiceWay(const DatabaseUrl &url, bool relaxed)
    {
        ThreadService::Dependencies parts;
        parts.store = std::make_shared<SqlThreadStore>(makeWorker(url, relaxed));
        parts.admission = std::make_shared<Admission>();
        parts.clock = std::make_shared<SystemClock>();
        m_service = std::make_unique<ThreadService>(std::move(parts));
    }
    void create(int count)
    {
        for (int i = 0; i < count; ++i) {
            CreateThread wish;
            wish.owner = QStringLiteral("user-a");
            wish.assistantId = QStringLiteral("lead_agent");
            wish.metadataJson = "{\"source\": \"bench\"}";
            const auto answer = m_service->create(wish, {});
            if (!answer || !answer->created) {
                qFatal("a thread was not made: %s", answer ? "it was there" : qUtf8Printable(answer.error().message));
            }
        }
    }

private:
    std::unique_ptr<ThreadService> m_service;
};

/// The least that can be done: one prepared insert, a transaction each.
class BareWay {
public:
    BareWay(const DatabaseUrl &url, bool relaxed) : m_connection(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("bare")))
    {
        m_connection.setDatabaseName(url.path);
        if (!m_connection.open()) {
            qFatal("cannot open the database");
        }
        m_query = std::make_unique<QSqlQuery>(m_connection);
        m_query->exec(relaxed ? QStringLiteral("PRAGMA synchronous = NORMAL") : QStringLiteral("PRAGMA synchronous = FULL"));
        m_query->prepare(QStringLiteral("INSERT INTO threads_meta (thread_id, user_id, assistant_id, status, metadata_json, created_at, updated_at) "
                                        "VALUES (?, 'user-a', 'lead_agent', 'idle', '{\"source\": \"bench\"}', ?, ?)"));
    }
    ~BareWay()
    {
        m_query.reset();
        m_connection = QSqlDatabase();
        QSqlDatabase::removeDatabase(QStringLiteral("bare"));
    }
    BareWay(const BareWay &) = delete;
    BareWay &operator=(const BareWay &) = delete;
    void create(int count)
    {
        const SystemClock clock;
        for (int i = 0; i < count; ++i) {
            const QString now = databaseTimestamp(clock.now());
            m_query->bindValue(0, QUuid::createUuid().toString(QUuid::WithoutBraces));
            m_query->bindValue(1, now);
            m_query->bindValue(2, now);
            if (!m_query->exec()) {
                qFatal("a row was not inserted");
            }
        }
    }

private:
    QSqlDatabase m_connection;
    std::unique_ptr<QSqlQuery> m_query;
};

void checkCount(const test::DatabaseFixture &database)
{
    if (database.count(QStringLiteral("threads_meta")) != creations) {
        qFatal("not every thread is there");
    }
}

template<typename Way> double secondsOf(Way &way, int count)
{
    QElapsedTimer timer;
    timer.start();
    way.create(count);
    return static_cast<double>(timer.nsecsElapsed()) / 1e9;
}

void compare(const char *name, bool relaxed, int leastPercent)
{
    QList<double> ours;
    QList<double> bare;
    QList<double> ratios;
    for (int i = 0; i < rounds; ++i) {
        const auto first = test::DatabaseFixture::sqlite();
        const auto second = test::DatabaseFixture::sqlite();
        double serviceSeconds = 0;
        double bareSeconds = 0;
        {
            ServiceWay service(first->url(), relaxed);
            BareWay insert(second->url(), relaxed);
            // In turns, a little each: a disk is not equally fast from one minute to the next.
            for (int slice = 0; slice < slices; ++slice) {
                serviceSeconds += secondsOf(service, creations / slices);
                bareSeconds += secondsOf(insert, creations / slices);
            }
        }
        checkCount(*first);
        checkCount(*second);
        ours.append(creations / serviceSeconds);
        bare.append(creations / bareSeconds);
        ratios.append(100 * bareSeconds / serviceSeconds);
    }
    const QByteArray prefix = QByteArray("create_threads_") + name;
    bench::print(prefix, bench::median(ours), "threads/s");
    bench::print(prefix + "_bare_insert", bench::median(bare), "threads/s");
    bench::print(prefix + "_ratio", bench::median(ratios), "% (at least " + QByteArray::number(leastPercent) + ")");
}

/// The worker process: opens, says "ready", waits for a line, creates.
int work(const QString &url, bool relaxed, int count)
{
    std::cout << "ready" << std::endl;
    std::string line;
    std::getline(std::cin, line);
    ServiceWay(*DatabaseUrl::parse(url), relaxed).create(count);
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
    const bool all = words.size() < 2; // or the name of one part
    if (all || words[1] == u"normal") {
        compare("normal", true, 50);
    }
    if (all || words[1] == u"full") {
        compare("full", false, 70);
    }
    if (all || words[1] == u"processes") {
        compareProcesses("normal", true);
        compareProcesses("full", false);
    }
    return 0;
}
