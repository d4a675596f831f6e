// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/user_directory.h"
#include "tree_fixture.h"
#include "workspace/workspace.h"

#include <QProcess>
#include <QScopeGuard>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTest>

#include <grp.h>
#include <unistd.h>

using namespace verderer;
using verderer::test::Tree;

namespace {

/// A database as DeerFlow leaves it: WAL mode, closed or (while the object lives) open.
class Writer {
public:
    explicit Writer(const QString &path) : m_name(path)
    {
        m_database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_name);
        m_database.setDatabaseName(path);
        if (!m_database.open())
            qFatal("cannot make the fixture: %s", qPrintable(m_database.lastError().text()));
    }
    ~Writer()
    {
        m_database.close();
        m_database = QSqlDatabase();
        QSqlDatabase::removeDatabase(m_name);
    }
    void exec(const QString &statement)
    {
        QSqlQuery query(m_database);
        if (!query.exec(statement))
            qFatal("%s: %s", qPrintable(statement), qPrintable(query.lastError().text()));
    }
    void users()
    {
        exec(QStringLiteral("PRAGMA journal_mode=WAL"));
        exec(QStringLiteral("CREATE TABLE users (id VARCHAR(36) PRIMARY KEY, email VARCHAR(320))"));
        exec(QStringLiteral("INSERT INTO users VALUES ('a-1', 'anna@example.org'), ('n-2', NULL)"));
    }

private:
    QString m_name;
    QSqlDatabase m_database;
};

Workspace workspaceOf(const Tree &tree)
{
    Workspace workspace;
    workspace.home = {tree.path(), QStringLiteral("test"), true, QString()};
    workspace.databaseBackend = QStringLiteral("sqlite");
    workspace.database = {tree.path(QStringLiteral("data/deerflow.db")), QStringLiteral("test"), true, QString()};
    return workspace;
}

} // namespace

/// Reading the users table must never create, lock or change anything of the database.
class TestUserDirectory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAClosedDatabaseAndLeavesNothingBehind();
    void readsWhatAGatewayJustWrote();
    void readsAPathWithOddCharacters();
    void neverCreatesAMissingFile();
    void saysThatThereIsNoTable();
    void refusesWhatIsNoDatabase();
    void refusesAFolder();
    void isCancelled();
    void saysThatAServerIsAway();
    void readsAServer();
    void removesItsConnections();
    void hidesPasswords_data();
    void hidesPasswords();
    void joinsFoldersAndTable();
    void warnsWhenTheTableCannotBeRead();
    void skipsFoldersThatAreNoUsers();
};

void TestUserDirectory::readsAClosedDatabaseAndLeavesNothingBehind()
{
    const Tree tree;
    Writer(tree.path(QStringLiteral("a.db"))).users();
    const auto before = tree.snapshot();
    QCOMPARE(before.size(), 1);
    const Result<UserDirectory> found = readUserDirectory({tree.path(QStringLiteral("a.db")), {}, {}});
    QVERIFY2(found, qPrintable(found ? QString() : found.error().message));
    QCOMPARE(found->emails.value(QStringLiteral("a-1")), QStringLiteral("anna@example.org"));
    QCOMPARE(found->emails.value(QStringLiteral("n-2"), QStringLiteral("?")), QString());
    QVERIFY(found->note.isEmpty());
    QCOMPARE(tree.snapshot(), before);
}

void TestUserDirectory::readsWhatAGatewayJustWrote()
{
    const Tree tree;
    Writer gateway(tree.path(QStringLiteral("a.db")));
    gateway.users();
    gateway.exec(QStringLiteral("INSERT INTO users VALUES ('late', 'late@example.org')"));
    QVERIFY(QFileInfo::exists(tree.path(QStringLiteral("a.db-wal"))));
    const Result<UserDirectory> found = readUserDirectory({tree.path(QStringLiteral("a.db")), {}, {}});
    QVERIFY2(found, qPrintable(found ? QString() : found.error().message));
    QCOMPARE(found->emails.value(QStringLiteral("late")), QStringLiteral("late@example.org"));
    gateway.exec(QStringLiteral("INSERT INTO users VALUES ('later', 'x')")); // nobody holds a lock
}

void TestUserDirectory::readsAPathWithOddCharacters()
{
    const Tree tree;
    const QString name = QStringLiteral("a b%41?#;é.db");
    Writer(tree.path(name)).users();
    const Result<UserDirectory> found = readUserDirectory({tree.path(name), {}, {}});
    QVERIFY2(found, qPrintable(found ? QString() : found.error().message));
    QCOMPARE(found->emails.size(), 2);
    QCOMPARE(tree.snapshot().size(), 1);
}

void TestUserDirectory::neverCreatesAMissingFile()
{
    const Tree tree;
    const Result<UserDirectory> found = readUserDirectory({tree.path(QStringLiteral("missing.db")), {}, {}});
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::NotFound);
    QVERIFY(found.error().message.contains(u"--database"));
    QVERIFY(tree.snapshot().isEmpty());
}

void TestUserDirectory::saysThatThereIsNoTable()
{
    const Tree tree;
    Writer(tree.path(QStringLiteral("a.db"))).exec(QStringLiteral("CREATE TABLE other (id)"));
    const Result<UserDirectory> found = readUserDirectory({tree.path(QStringLiteral("a.db")), {}, {}});
    QVERIFY(found);
    QVERIFY(found->emails.isEmpty());
    QVERIFY(found->note.contains(u"users table"));
}

void TestUserDirectory::refusesWhatIsNoDatabase()
{
    const Tree tree;
    tree.file(QStringLiteral("a.db"), QByteArray(4096, 'x'));
    const Result<UserDirectory> found = readUserDirectory({tree.path(QStringLiteral("a.db")), {}, {}});
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::Damaged);
    QCOMPARE(tree.bytes(QStringLiteral("a.db")), QByteArray(4096, 'x'));
}

void TestUserDirectory::refusesAFolder()
{
    const Tree tree;
    const Result<UserDirectory> found = readUserDirectory({tree.path(), {}, {}});
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::Invalid);
}

void TestUserDirectory::isCancelled()
{
    CancelSource source;
    source.cancel();
    const Result<UserDirectory> found = readUserDirectory({QStringLiteral("/missing"), {}, {}}, source.token());
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::Cancelled);
}

void TestUserDirectory::saysThatAServerIsAway()
{
    const Tree tree;
    // A socket folder without a server in it fails at once, without any network.
    const QString url = QStringLiteral("postgresql://deer:hushhush@/flow?host=%1").arg(tree.path());
    const Result<UserDirectory> found = readUserDirectory({{}, url, {}});
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::Unavailable);
    QVERIFY2(!found.error().message.contains(u"hushhush"), qPrintable(found.error().message));
    if (!QSqlDatabase::isDriverAvailable(QStringLiteral("QPSQL")))
        QVERIFY(found.error().message.contains(u"libqt6sql6-psql"));
    const Result<UserDirectory> nonsense = readUserDirectory({{}, QStringLiteral("postgresql://h"), {}});
    QVERIFY(!nonsense);
}

/// A PostgreSQL of the test's own, on a socket in a temporary folder. It refuses to run as the superuser, so there it runs as "nobody".
void TestUserDirectory::readsAServer()
{
    const QStringList versions = QDir(QStringLiteral("/usr/lib/postgresql")).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    const QString bin = versions.isEmpty() ? QString() : QStringLiteral("/usr/lib/postgresql/%1/bin/").arg(versions.last());
    if (bin.isEmpty() || !QFileInfo::exists(bin + QStringLiteral("initdb")) || !QSqlDatabase::isDriverAvailable(QStringLiteral("QPSQL")))
        QSKIP("no PostgreSQL server, or no QPSQL driver, on this machine");
    const Tree tree;
    constexpr uid_t nobody = 65534;
    const bool isRoot = ::geteuid() == 0;
    if (isRoot)
        QCOMPARE(::chown(tree.path().toUtf8().constData(), nobody, nobody), 0);
    const auto run = [&](const QString &program, const QStringList &arguments) {
        QProcess process;
        process.setWorkingDirectory(tree.path());
        process.setChildProcessModifier([isRoot] {
            if (isRoot && (::setgroups(0, nullptr) != 0 || ::setgid(nobody) != 0 || ::setuid(nobody) != 0))
                ::_exit(99);
        });
        process.setStandardOutputFile(QProcess::nullDevice());
        process.setStandardErrorFile(QProcess::nullDevice());
        process.start(bin + program, arguments);
        constexpr int limit = 60'000;
        return process.waitForFinished(limit) ? process.exitCode() : -1;
    };
    const QString data = tree.path(QStringLiteral("data"));
    QCOMPARE(run(QStringLiteral("initdb"), {QStringLiteral("-D"), data, QStringLiteral("-U"), QStringLiteral("deer"), QStringLiteral("-A"),
                                            QStringLiteral("trust"), QStringLiteral("--no-sync")}),
             0);
    QCOMPARE(run(QStringLiteral("pg_ctl"),
                 {QStringLiteral("-D"), data, QStringLiteral("-w"), QStringLiteral("-l"), tree.path(QStringLiteral("log")), QStringLiteral("-o"),
                  QStringLiteral("-F -k '%1' -c listen_addresses=").arg(tree.path()), QStringLiteral("start")}),
             0);
    const auto stop = qScopeGuard([&] {
        run(QStringLiteral("pg_ctl"), {QStringLiteral("-D"), data, QStringLiteral("-m"), QStringLiteral("immediate"), QStringLiteral("stop")});
    });
    const auto sql = [&](const QString &statement) {
        return run(QStringLiteral("psql"), {QStringLiteral("-h"), tree.path(), QStringLiteral("-U"), QStringLiteral("deer"), QStringLiteral("-d"),
                                            QStringLiteral("postgres"), QStringLiteral("-c"), statement});
    };
    const QString url = QStringLiteral("postgresql://deer:hushhush@/postgres?host=%1").arg(tree.path());
    const Result<UserDirectory> empty = readUserDirectory({{}, url, {}});
    QVERIFY2(empty, qPrintable(empty ? QString() : empty.error().message));
    QVERIFY(empty->note.contains(u"users table"));
    QVERIFY(!empty->note.contains(u"hushhush"));
    QCOMPARE(sql(QStringLiteral("CREATE SCHEMA \"odd \"\"one\"; CREATE TABLE \"odd \"\"one\".users (id varchar(36), email varchar(320)); "
                                "INSERT INTO \"odd \"\"one\".users VALUES ('a-1', 'anna@example.org')")),
             0);
    const Result<UserDirectory> found = readUserDirectory({{}, url, QStringLiteral("odd \"one")});
    QVERIFY2(found, qPrintable(found ? QString() : found.error().message));
    QCOMPARE(found->emails.value(QStringLiteral("a-1")), QStringLiteral("anna@example.org"));
    QVERIFY(found->note.isEmpty());
}

void TestUserDirectory::removesItsConnections()
{
    const Tree tree;
    Writer(tree.path(QStringLiteral("a.db"))).users();
    const QStringList before = QSqlDatabase::connectionNames();
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".")));
    QVERIFY(readUserDirectory({tree.path(QStringLiteral("a.db")), {}, {}}));
    QVERIFY(!readUserDirectory({tree.path(QStringLiteral("b.db")), {}, {}}));
    QCOMPARE(QSqlDatabase::connectionNames(), before);
}

void TestUserDirectory::hidesPasswords_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char *name, const char *url, const char *shown) {
        QTest::newRow(name) << QString::fromLatin1(url) << QString::fromLatin1(shown);
    };
    row("plain", "postgresql://u:p@h/d", "postgresql://u:***@h/d");
    row("at in the password", "postgresql://u:p@q@h/d", "postgresql://u:***@h/d");
    row("slash in the password", "postgresql://u:p/q@h/d", "postgresql://u:***@h/d");
    row("no password", "postgresql://u@h:5432/d", "postgresql://u@h:5432/d");
    row("no user", "postgresql://h:5432/d", "postgresql://h:5432/d");
    row("in the query", "postgresql://h/d?user=u&password=p&x=1", "postgresql://h/d?user=u&password=***&x=1");
    row("sqlite", "sqlite:////tmp/a@b:c.db", "sqlite:////tmp/a@b:c.db");
    row("no URL", "something: p@q", "something: p@q");
}

void TestUserDirectory::hidesPasswords()
{
    QFETCH(const QString, url);
    QFETCH(const QString, shown);
    QCOMPARE(hiddenPassword(url), shown);
}

void TestUserDirectory::joinsFoldersAndTable()
{
    const Tree tree;
    tree.folder(QStringLiteral("users/a-1"));
    tree.folder(QStringLiteral("users/default"));
    tree.folder(QStringLiteral("data"));
    Writer(tree.path(QStringLiteral("data/deerflow.db"))).users();
    QStringList warnings;
    const Result<QList<WorkspaceUser>> users = listUsers(workspaceOf(tree), &warnings);
    QVERIFY(users);
    QCOMPARE(users->size(), 3);
    QCOMPARE(users->at(0).id, QStringLiteral("a-1"));
    QCOMPARE(users->at(0).email, QStringLiteral("anna@example.org"));
    QVERIFY(users->at(0).hasFolder);
    QCOMPARE(users->at(1).id, QStringLiteral("default"));
    QVERIFY(users->at(1).email.isEmpty());
    QCOMPARE(users->at(2).id, QStringLiteral("n-2"));
    QVERIFY(!users->at(2).hasFolder);
    QVERIFY2(warnings.isEmpty(), qPrintable(warnings.join(u'\n')));
}

void TestUserDirectory::warnsWhenTheTableCannotBeRead()
{
    const Tree tree;
    tree.folder(QStringLiteral("users/default"));
    tree.file(QStringLiteral("data/deerflow.db"), QByteArray(4096, 'x'));
    QStringList warnings;
    const Result<QList<WorkspaceUser>> users = listUsers(workspaceOf(tree), &warnings);
    QVERIFY(users);
    QCOMPARE(users->size(), 1);
    QCOMPARE(warnings.size(), 1);
}

void TestUserDirectory::skipsFoldersThatAreNoUsers()
{
    const Tree tree;
    tree.folder(QStringLiteral("users/a_b-C9"));
    tree.folder(QStringLiteral("users/.cache"));
    tree.folder(QStringLiteral("users/with space"));
    tree.file(QStringLiteral("users/file"));
    Workspace workspace = workspaceOf(tree);
    workspace.database.exists = false;
    const Result<QList<WorkspaceUser>> users = listUsers(workspace);
    QVERIFY(users);
    QCOMPARE(users->size(), 1);
    QCOMPARE(users->first().id, QStringLiteral("a_b-C9"));
}

QTEST_GUILESS_MAIN(TestUserDirectory)
#include "tst_user_directory.moc"
