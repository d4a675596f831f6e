// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "base/json.h"
#include "database/database_time.h"
#include "database/database_worker.h"
#include "runs/run_service.h"
#include "runs/sql_run_store.h"
#include "threads/sql_thread_store.h"
#include "threads/thread_service.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

#include <cstdio>

using namespace verderer;

// A process that brings one thread to life in one of three ways, when it is told to: "hand" (the use case), "adopt" (making the thread of a run) and
// "deerflow" (plain INSERT, on conflict read back). Says what it got as one line of JSON.

namespace {

void say(const Json &event)
{
    const QByteArray line = dumpPythonJson(event) + '\n';
    std::fwrite(line.constData(), 1, static_cast<std::size_t>(line.size()), stdout);
    std::fflush(stdout);
}

/// Ready means: everything is open and warm, so that those who are let go together meet.
void waitForGo()
{
    say({{"event", "ready"}});
    char buffer[16];
    (void)std::fgets(buffer, sizeof buffer, stdin);
}

Json described(const Error &error)
{
    return {
        {"event", "done"}, {"error", toJson(errorCodeName(error.code))}, {"kind", toJson(error.details.kind)}, {"message", toJson(error.message)}};
}

Json described(const QString &threadId, bool created, const std::optional<QString> &title)
{
    return {{"event", "done"}, {"thread", toJson(threadId)}, {"created", created}, {"title", toJson(title)}};
}

int runDeerFlow(const DatabaseUrl &url, const QString &id, const QString &owner, const QString &title)
{
    const bool sqlite = url.kind == DatabaseKind::Sqlite;
    QSqlDatabase database = QSqlDatabase::addDatabase(sqlite ? QStringLiteral("QSQLITE") : QStringLiteral("QPSQL"));
    database.setDatabaseName(sqlite ? url.path : url.database);
    database.setHostName(url.host);
    database.setUserName(url.user);
    if (sqlite) {
        database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=30000"));
    }
    if (!database.open()) {
        return 1;
    }
    const auto read = [&](bool *found) {
        QSqlQuery query(database);
        query.prepare(QStringLiteral("SELECT display_name FROM threads_meta WHERE thread_id = ?"));
        query.addBindValue(id);
        *found = query.exec() && query.next();
        return *found ? query.value(0).toString() : QString();
    };
    waitForGo();
    bool found = false;
    QString stored = read(&found);
    bool created = false;
    if (!found) {
        QSqlQuery insert(database);
        insert.prepare(
            QStringLiteral("INSERT INTO threads_meta (thread_id, user_id, display_name, status, metadata_json, created_at, updated_at) VALUES "
                           "(?, ?, ?, 'idle', '{}', %1, %1)")
                .arg(sqlite ? QStringLiteral("?") : QStringLiteral("CAST(? AS timestamptz)")));
        const QString now = databaseTimestamp(SystemClock().now());
        for (const QString &value : {id, owner, title, now, now}) {
            insert.addBindValue(value);
        }
        created = insert.exec();
        if (!created && !insert.lastError().databaseText().contains(QLatin1String("unique"), Qt::CaseInsensitive)) {
            std::fprintf(stderr, "thread_worker: %s\n", qPrintable(insert.lastError().text()));
            return 1;
        }
        stored = read(&found);
    }
    say(described(id, created, stored));
    return found ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    for (const QString &name :
         {QStringLiteral("database"), QStringLiteral("id"), QStringLiteral("owner"), QStringLiteral("title"), QStringLiteral("run")}) {
        parser.addOption({name, name, QStringLiteral("value")});
    }
    parser.addOption({QStringLiteral("claim"), QStringLiteral("take an ownerless row")});
    parser.addPositionalArgument(QStringLiteral("way"), QStringLiteral("hand, adopt or deerflow"));
    parser.process(application);
    const auto url = DatabaseUrl::parse(parser.value(QStringLiteral("database")));
    const QString way = parser.positionalArguments().value(0);
    if (!url) {
        return 2;
    }
    const QString id = parser.value(QStringLiteral("id"));
    const QString owner = parser.value(QStringLiteral("owner"));
    const QString title = parser.value(QStringLiteral("title"));
    if (way == QLatin1String("deerflow")) {
        return runDeerFlow(*url, id, owner, title);
    }
    const auto worker = std::make_shared<DatabaseWorker>(DatabaseWorker::Options{.url = *url, .busyTimeoutMs = 30'000, .observer = {}});
    ThreadService::Dependencies parts;
    parts.store = std::make_shared<SqlThreadStore>(worker);
    parts.admission = std::make_shared<Admission>();
    parts.clock = std::make_shared<SystemClock>();
    const auto threads = std::make_shared<ThreadService>(parts);
    const Wait wait{QDeadlineTimer(60'000), {}};
    (void)threads->show(QStringLiteral("warm-up"), wait);

    if (way == QLatin1String("adopt")) {
        RunService runs({.runs = std::make_shared<SqlRunStore>(worker),
                         .threads = threads,
                         .events = nullptr,
                         .worker = worker,
                         .prices = std::make_shared<const PriceList>(QList<ModelPrice>()),
                         .clock = parts.clock});
        waitForGo();
        const auto answer = runs.adopt(parser.value(QStringLiteral("run")), wait);
        say(answer ? described(answer->run.threadId, answer->created, answer->run.threadTitle) : described(answer.error()));
        return 0;
    }
    if (way != QLatin1String("hand")) {
        return 2;
    }
    CreateThread wish;
    wish.id = id;
    wish.owner = owner.isEmpty() ? std::nullopt : std::optional<QString>(owner);
    wish.title = title;
    wish.claimUnowned = parser.isSet(QStringLiteral("claim"));
    waitForGo();
    const auto answer = threads->create(wish, wait);
    if (!answer) {
        say(described(answer.error()));
        return 0;
    }
    Json event = described(answer->record.threadId, answer->created, answer->record.displayName);
    event["claimed"] = answer->claimed;
    event["warnings"] = toJson(answer->warnings.join(u' '));
    say(event);
    return 0;
}
