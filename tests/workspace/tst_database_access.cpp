// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/database_fixture.h"
#include "support/postgres_server.h"
#include "workspace/database_access.h"
#include "workspace/model_prices.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace verderer;
using test::DatabaseFixture;

namespace {

const Wait patient{QDeadlineTimer(60'000), {}};

void put(const QString &path, const QByteArray &bytes)
{
    QVERIFY(QDir().mkpath(path.section(QLatin1Char('/'), 0, -2)));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace

class TestDatabaseAccess : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QProcessEnvironment m_environment;

    Workspace workspaceOf(const DatabaseFixture &database)
    {
        Workspace workspace;
        workspace.databaseBackend = database.isPostgres() ? QStringLiteral("postgres") : QStringLiteral("sqlite");
        workspace.databaseUrl = database.urlText();
        workspace.home = {m_folder->path(), QStringLiteral("test"), true, {}};
        workspace.runEventsBackend = QStringLiteral("db");
        return workspace;
    }
    void createsAndLogs(const DatabaseFixture &database)
    {
        const auto access = openDatabase(workspaceOf(database), QStringLiteral("a-test"), m_environment);
        QVERIFY2(access, qPrintable(access ? QString() : access.error().message));
        const auto before = access->dataVersion(patient);
        QVERIFY(before);
        CreateThread wish;
        wish.id = QStringLiteral("t");
        wish.owner = QStringLiteral("user-a");
        const auto created = access->threads->create(wish, patient);
        QVERIFY2(created, qPrintable(created ? QString() : created.error().message));
        QVERIFY(created->created);
        const auto threads = access->openThreads({}, patient);
        QVERIFY(threads);
        QCOMPARE((*threads)->size(), 1);
        const auto runs = access->openRuns({}, patient);
        QVERIFY(runs);
        QCOMPARE((*runs)->size(), 0);
        QVERIFY(access->launcher);
        QFile log(m_folder->filePath(QStringLiteral("state/verderer/audit.jsonl")));
        QVERIFY(log.open(QIODevice::ReadOnly));
        const QByteArray line = log.readAll();
        QVERIFY(line.contains("\"thread.create\""));
        QVERIFY(line.contains("\"a-test\""));
        if (!database.isPostgres()) {
            QVERIFY(access->dataVersion(patient).value() != *before);
        }
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_environment = {};
        m_environment.insert(QStringLiteral("XDG_STATE_HOME"), m_folder->filePath(QStringLiteral("state")));
    }

    void opensSqlite() { createsAndLogs(*DatabaseFixture::sqlite()); }

    void opensPostgresAndItsSchema()
    {
        QString error;
        const auto server = test::PostgresServer::start(&error);
        QVERIFY2(server, qPrintable(error));
        createsAndLogs(*DatabaseFixture::postgres(*server));
        DatabaseFixture::Schema schema;
        schema.name = QStringLiteral("deerflow");
        const auto database = DatabaseFixture::postgres(*server, schema);
        database->add(test::ThreadRow{.threadId = QStringLiteral("in-a-schema")});
        Workspace workspace = workspaceOf(*database);
        workspace.postgresSchema = QStringLiteral("deerflow");
        const auto access = openDatabase(workspace, QStringLiteral("a-test"), m_environment);
        QVERIFY(access);
        QCOMPARE((*access->openThreads({}, patient))->size(), 1);
    }

    void memoryIsUnavailableWithASentence()
    {
        Workspace workspace;
        workspace.databaseBackend = QStringLiteral("memory");
        const auto access = openDatabase(workspace, QStringLiteral("a-test"), m_environment);
        QVERIFY(!access);
        QCOMPARE(access.error().code, ErrorCode::Unavailable);
        QCOMPARE(access.error().details.kind, QStringLiteral("memory"));
        QVERIFY(access.error().message.contains(QStringLiteral("database.backend")));
    }

    void aMissingFileIsNotFoundAndNeverMade()
    {
        Workspace workspace;
        workspace.databaseBackend = QStringLiteral("sqlite");
        const QString path = m_folder->filePath(QStringLiteral("none.db"));
        workspace.databaseUrl = QStringLiteral("sqlite:///") + path;
        const auto access = openDatabase(workspace, QStringLiteral("a-test"), m_environment);
        QVERIFY(!access);
        QCOMPARE(access.error().code, ErrorCode::NotFound);
        QVERIFY(access.error().message.contains(path));
        QVERIFY(!QFile::exists(path));
    }

    /// T49.
    void aNetworkFileSystemIsToldAndTheDatabaseOpenedAllTheSame()
    {
        const auto database = DatabaseFixture::sqlite();
        DatabaseSurroundings surroundings;
        QString asked;
        surroundings.fileSystem = [&asked](const QString &path) {
            asked = path;
            return FileSystemKind{QStringLiteral("nfs"), true};
        };
        const auto access = openDatabase(workspaceOf(*database), QStringLiteral("a-test"), m_environment, surroundings);
        QVERIFY(access);
        QCOMPARE(asked, database->url().path);
        QCOMPARE(access->warnings.size(), 1);
        for (const QString &word : {QStringLiteral("network file system (nfs)"), QStringLiteral("WAL"), QStringLiteral("copy"),
                                    QStringLiteral("Gateway"), database->url().path}) {
            QVERIFY2(access->warnings.first().contains(word), qPrintable(access->warnings.first()));
        }
        QCOMPARE((*access->openThreads({}, patient))->size(), 0);
        surroundings.fileSystem = [](const QString &) { return FileSystemKind{QStringLiteral("ext4"), false}; };
        QVERIFY(openDatabase(workspaceOf(*database), QStringLiteral("a-test"), m_environment, surroundings)->warnings.isEmpty());
    }

    /// T55: who has no driver for servers works with files as before.
    void aMissingDriverTakesItsOwnDatabasesAlone()
    {
        DatabaseSurroundings surroundings;
        surroundings.driverProblem = [](DatabaseKind kind) { return driverProblem(kind, {QStringLiteral("QSQLITE")}); };
        const auto database = DatabaseFixture::sqlite();
        QVERIFY(openDatabase(workspaceOf(*database), QStringLiteral("a-test"), m_environment, surroundings));
        Workspace workspace;
        workspace.databaseBackend = QStringLiteral("postgres");
        workspace.databaseUrl = QStringLiteral("postgresql://deer@localhost/flow");
        const auto refused = openDatabase(workspace, QStringLiteral("a-test"), m_environment, surroundings);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Unavailable);
        QCOMPARE(refused.error().details.kind, QStringLiteral("driver-missing"));
        QVERIFY2(refused.error().message.contains(QStringLiteral("libqt6sql6-psql")), qPrintable(refused.error().message));
    }

    void theStateFolderFollowsTheRules()
    {
        QCOMPARE(stateFolder(m_environment), m_folder->filePath(QStringLiteral("state/verderer")));
        m_environment.insert(QStringLiteral("XDG_STATE_HOME"), QStringLiteral("relative"));
        m_environment.insert(QStringLiteral("HOME"), QStringLiteral("/home/somebody"));
        QCOMPARE(stateFolder(m_environment), QStringLiteral("/home/somebody/.local/state/verderer"));
    }

    void eventsComeFromWhereTheyLive()
    {
        const auto database = DatabaseFixture::sqlite();
        test::RunRow row;
        row.runId = QStringLiteral("r");
        row.threadId = QStringLiteral("t");
        database->add(row);
        put(m_folder->filePath(QStringLiteral("threads/t/runs/r.jsonl")), "{\"event_type\": \"run.start\", \"category\": \"trace\", \"content\": "
                                                                          "\"from a file\", \"metadata\": {}, \"seq\": 1, \"created_at\": \"x\"}\n");
        Workspace workspace = workspaceOf(*database);
        workspace.runEventsBackend = QStringLiteral("jsonl");
        const auto files = openDatabase(workspace, QStringLiteral("a-test"), m_environment);
        QVERIFY(files);
        const auto events = files->runs->events(QStringLiteral("r"), {}, 0, 10, patient);
        QVERIFY(events);
        QCOMPARE(events->events.value(0).content, QByteArray("from a file"));
        workspace.runEventsBackend = QStringLiteral("memory");
        const auto memory = openDatabase(workspace, QStringLiteral("a-test"), m_environment);
        QVERIFY(memory);
        QVERIFY(!memory->runs->whyNoEvents().isEmpty());
        workspace.runEventsBackend = QStringLiteral("db");
        QVERIFY(openDatabase(workspace, QStringLiteral("a-test"), m_environment)->runs->whyNoEvents().isEmpty());
    }

    void readsPrices()
    {
        const QString path = m_folder->filePath(QStringLiteral("config.yaml"));
        put(path, "models:\n"
                  "  - name: alpha\n    model: provider/alpha\n    pricing: {currency: USD, input_per_million: 0.25, output_per_million: 2, "
                  "input_cache_hit_per_million: 0.025}\n"
                  "  - name: free\n"
                  "  - name: bad\n    pricing: {currency: USD, input_per_million: cheap, output_per_million: 2}\n"
                  "  - name: half\n    pricing: {currency: USD, input_per_million: 1}\n"
                  "  - name: odd\n    pricing: 7\n"
                  "  - name: negative\n    pricing: {currency: USD, input_per_million: -1, output_per_million: 2}\n"
                  "  - just a text\n"
                  "  - name: zero\n    pricing: {currency: $CURRENCY, input_per_million: 0, output_per_million: 10.0}\n");
        m_environment.insert(QStringLiteral("CURRENCY"), QStringLiteral("USD"));
        const auto prices = readModelPrices(path, m_environment);
        QVERIFY2(prices, qPrintable(prices ? QString() : prices.error().message));
        QStringList told;
        for (const ModelPrice &price : prices->prices) {
            told.append(QStringLiteral("%1 %2 %3 %4 %5").arg(price.name, price.provider, price.currency).arg(price.input).arg(price.output));
        }
        QCOMPARE(told.value(0), QStringLiteral("alpha provider/alpha USD 0.25 2"));
        QCOMPARE(prices->prices.value(0).inputCacheHit, 0.025);
        QCOMPARE(told.value(1), QStringLiteral("zero  USD 0 10"));
        QCOMPARE(told.size(), 2);
        QCOMPARE(prices->warnings.size(), 4);
        for (const QString &name : {QStringLiteral("bad"), QStringLiteral("half"), QStringLiteral("odd"), QStringLiteral("negative")}) {
            QVERIFY2(prices->warnings.join(QLatin1Char('\n')).contains(QLatin1Char('"') + name + QLatin1Char('"')), qPrintable(name));
        }
        put(path, "models: [\n");
        const auto broken = readModelPrices(path, m_environment);
        QVERIFY(!broken);
        QCOMPARE(broken.error().code, ErrorCode::Invalid);
        QVERIFY(broken.error().details.line > 0);
        QCOMPARE(readModelPrices(m_folder->filePath(QStringLiteral("none")), m_environment).error().code, ErrorCode::NotFound);
    }

    void brokenPricesTakeOnlyTheCosts()
    {
        const auto database = DatabaseFixture::sqlite();
        Workspace workspace = workspaceOf(*database);
        workspace.config = {m_folder->filePath(QStringLiteral("config.yaml")), QStringLiteral("test"), true, {}};
        put(workspace.config.path, "models: [\n");
        const auto access = openDatabase(workspace, QStringLiteral("a-test"), m_environment);
        QVERIFY(access);
        QVERIFY(access->warnings.join(QLatin1Char('\n')).contains(QStringLiteral("Costs cannot be told")));
    }
};

QTEST_GUILESS_MAIN(TestDatabaseAccess)
#include "tst_database_access.moc"
