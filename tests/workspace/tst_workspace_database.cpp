// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace_fixtures.h"

#include <QTest>

using namespace verderer;
using namespace verderer::test;

/// Which database an installation has, and how its address is read and shown.
class TestWorkspaceDatabase : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ordersSqliteFiles();
    void namesASecondDatabase();
    void readsDatabaseUrls_data();
    void readsDatabaseUrls();
    void refusesDatabaseUrls_data();
    void refusesDatabaseUrls();
    void hidesPasswords();
    void readsOtherBackends();
};

void TestWorkspaceDatabase::ordersSqliteFiles()
{
    const Tree tree;
    tree.file(QStringLiteral("repo/config.yaml"), "database: {sqlite_dir: d}\n");
    tree.folder(QStringLiteral("repo/backend/.deer-flow"));
    WorkspaceRequest request = requestIn(tree);
    request.place = tree.path(QStringLiteral("repo"));
    Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QVERIFY(!found->database.exists);
    QCOMPARE(found->database.path, tree.path(QStringLiteral("repo/backend/d/deerflow.db")));
    QVERIFY2(found->database.problem.contains(tree.path(QStringLiteral("repo/d/deerflow.db"))), qPrintable(found->database.problem));
    tree.file(QStringLiteral("repo/d/deerflow.db"));
    found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->database.rule, QStringLiteral("database.sqlite_dir against the folder of config.yaml"));
    tree.file(QStringLiteral("repo/backend/d/deerflow.db"));
    found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QVERIFY(found->database.rule.contains(u"<repo>/backend"));
    // An absolute folder is no question.
    tree.file(QStringLiteral("abs/deerflow.db"));
    tree.file(QStringLiteral("repo/config.yaml"), "database: {sqlite_dir: " + tree.path(QStringLiteral("abs")).toUtf8() + "}\n");
    found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->database.path, tree.path(QStringLiteral("abs/deerflow.db")));
    QCOMPARE(found->database.rule, QStringLiteral("config.yaml database.sqlite_dir, absolute"));
}

void TestWorkspaceDatabase::namesASecondDatabase()
{
    const Tree tree;
    tree.file(QStringLiteral("repo/config.yaml"), plainConfig);
    tree.file(QStringLiteral("repo/backend/.deer-flow/data/deerflow.db"));
    tree.file(QStringLiteral("repo/.deer-flow/data/deerflow.db"));
    WorkspaceRequest request = requestIn(tree);
    request.place = tree.path(QStringLiteral("repo"));
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->database.path, tree.path(QStringLiteral("repo/backend/.deer-flow/data/deerflow.db")));
    QCOMPARE(found->warnings.size(), 1);
    QVERIFY(found->warnings.first().contains(tree.path(QStringLiteral("repo/.deer-flow/data/deerflow.db"))));
}

void TestWorkspaceDatabase::readsDatabaseUrls_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("backend");
    QTest::addColumn<QString>("stored");
    QTest::newRow("four slashes") << QStringLiteral("sqlite:///ROOT/a.db") << QStringLiteral("sqlite") << QString();
    QTest::newRow("relative") << QStringLiteral("sqlite:///a.db") << QStringLiteral("sqlite") << QString();
    QTest::newRow("absolute after three slashes") << QStringLiteral("sqlite://ROOT/a.db") << QStringLiteral("sqlite") << QString();
    QTest::newRow("driver") << QStringLiteral("sqlite+aiosqlite:///a.db") << QStringLiteral("sqlite") << QString();
    QTest::newRow("postgresql") << QStringLiteral("postgresql://u:p@h/d") << QStringLiteral("postgres") << QStringLiteral("postgresql://u:p@h/d");
    QTest::newRow("postgres") << QStringLiteral("postgres://u@h/d") << QStringLiteral("postgres") << QStringLiteral("postgresql://u@h/d");
    QTest::newRow("asyncpg") << QStringLiteral("postgresql+asyncpg://u@h/d") << QStringLiteral("postgres") << QStringLiteral("postgresql://u@h/d");
}

void TestWorkspaceDatabase::readsDatabaseUrls()
{
    QFETCH(QString, url);
    QFETCH(const QString, backend);
    QFETCH(const QString, stored);
    const Tree tree;
    tree.folder(QStringLiteral(".deer-flow"));
    tree.file(QStringLiteral("a.db"));
    // ROOT begins with a slash of its own: "sqlite:////tmp/…" and, one short, "sqlite:///tmp/…".
    url.replace(QStringLiteral("ROOT"), tree.path());
    WorkspaceRequest request = requestIn(tree);
    request.database = url;
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->databaseBackend, backend);
    if (backend == u"sqlite")
        QCOMPARE(found->databaseUrl, QString(QStringLiteral("sqlite:///") + tree.path(QStringLiteral("a.db"))));
    else
        QCOMPARE(found->databaseUrl, stored);
    QCOMPARE(found->database.rule, QStringLiteral("given with --database"));
}

void TestWorkspaceDatabase::refusesDatabaseUrls_data()
{
    QTest::addColumn<QString>("url");
    QTest::newRow("path") << QStringLiteral("/tmp/a.db");
    QTest::newRow("other server") << QStringLiteral("mysql://u:secret@h/d");
    QTest::newRow("nothing behind") << QStringLiteral("sqlite:///");
}

void TestWorkspaceDatabase::refusesDatabaseUrls()
{
    QFETCH(const QString, url);
    const Tree tree;
    tree.folder(QStringLiteral(".deer-flow"));
    WorkspaceRequest request = requestIn(tree);
    request.database = url;
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::Invalid);
    QVERIFY(!found.error().message.contains(u"secret"));
}

void TestWorkspaceDatabase::hidesPasswords()
{
    const Tree tree;
    tree.folder(QStringLiteral(".deer-flow"));
    tree.file(QStringLiteral("config.yaml"), "database:\n  backend: postgres\n  postgres_url: $DATABASE_URL\n  postgres_schema: deer\n");
    WorkspaceRequest request = requestIn(tree);
    request.environment.insert(QStringLiteral("DATABASE_URL"), QStringLiteral("postgresql+asyncpg://deer:s%40cret@db:5433/flow"));
    const Result<Workspace> found = resolveWorkspace(request);
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->displayUrl(), QStringLiteral("postgresql://deer:***@db:5433/flow"));
    QCOMPARE(found->postgresSchema, QStringLiteral("deer"));
    QVERIFY(found->secrets.contains(QStringLiteral("s@cret")));
    QVERIFY(found->database.rule.contains(u"DATABASE_URL"));
    QVERIFY(!found->database.rule.contains(u"cret"));
}

void TestWorkspaceDatabase::readsOtherBackends()
{
    const Tree tree;
    tree.folder(QStringLiteral(".deer-flow"));
    tree.file(QStringLiteral("config.yaml"), "database: {backend: memory}\n");
    Result<Workspace> found = resolveWorkspace(requestIn(tree));
    QVERIFY2(found, qPrintable(sentence(found)));
    QCOMPARE(found->databaseBackend, QStringLiteral("memory"));
    QVERIFY(found->databaseUrl.isEmpty());
    QVERIFY(found->database.problem.isEmpty());
    tree.file(QStringLiteral("config.yaml"), "database: {backend: oracle}\n");
    found = resolveWorkspace(requestIn(tree));
    QVERIFY2(found, qPrintable(sentence(found)));
    QVERIFY(found->database.problem.contains(u"oracle"));
    tree.file(QStringLiteral("config.yaml"), "database: {backend: postgres}\n");
    found = resolveWorkspace(requestIn(tree));
    QVERIFY2(found, qPrintable(sentence(found)));
    QVERIFY(found->database.problem.contains(u"postgres_url"));
}

QTEST_GUILESS_MAIN(TestWorkspaceDatabase)
#include "tst_workspace_database.moc"
