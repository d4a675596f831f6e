// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/database_connection.h"
#include "database/database_worker.h"
#include "support/database_fixture.h"
#include "support/postgres_server.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTest>

#include <fcntl.h>

using namespace verderer;
using namespace verderer::test;

namespace {

const Wait patient{QDeadlineTimer(60'000), {}};

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read");
}

/// How many descriptors of this process are open on a file, and how many of them may write it.
struct OpenFiles {
    int all = 0;
    int writing = 0;
};
OpenFiles openOn(const QString &path)
{
    OpenFiles found;
    const QDir folder(QStringLiteral("/proc/self/fd"));
    const QStringList names = folder.entryList(QDir::Files | QDir::System | QDir::NoDotAndDotDot);
    for (const QString &name : names) {
        if (QFile::symLinkTarget(folder.filePath(name)) != path) {
            continue;
        }
        const int flags = ::fcntl(name.toInt(), F_GETFL);
        ++found.all;
        found.writing += (flags & O_ACCMODE) == O_RDONLY ? 0 : 1;
    }
    return found;
}

auto countThreads()
{
    return [](DatabaseSession &session) -> Result<qint64> {
        const auto rows = session.query(QStringLiteral("SELECT count(*) FROM threads_meta"));
        return rows ? Result<qint64>(rows->first().first().toLongLong()) : tl::unexpected<Error>(rows.error());
    };
}

auto rename()
{
    return [](DatabaseSession &session) { return session.execute(QStringLiteral("UPDATE threads_meta SET display_name = 'x'")); };
}

} // namespace

/// What looking at a database does, and how it is opened for that.
class TestLooking : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aDatabaseOnlyLookedAtIsNeverOpenedForWriting();
    void aServerIsOnlyLookedAtToo();
    void lookingLeavesARestingDatabaseAsItIs();
    void whatTheShellInsertsIsSeen();
    void parametersOfTheUrlReachTheDriver();
    void parametersOfTheUrlReachTheServersLibrary();
    void missingDriversNameTheirPackages();
};

void TestLooking::aDatabaseOnlyLookedAtIsNeverOpenedForWriting()
{
    const auto database = DatabaseFixture::sqlite();
    database->add(ThreadRow{.threadId = QStringLiteral("t")});
    const QString path = QFileInfo(database->url().path).canonicalFilePath();
    const auto worker = database->worker();
    QCOMPARE(worker->read(patient, countThreads()).result().value(), 1);
    QVERIFY(worker->dataVersion(patient).result());
    QCOMPARE(openOn(path).all, 1);
    QCOMPARE(openOn(path).writing, 0);
    QCOMPARE(worker->read(patient, rename()).result().error().code, ErrorCode::ReadOnly);
    QCOMPARE(openOn(path).writing, 0);
    QVERIFY(worker->write(patient, rename()).result());
    QCOMPARE(openOn(path).writing, 1);
}

void TestLooking::aServerIsOnlyLookedAtToo()
{
    QString error;
    const auto server = PostgresServer::start(&error);
    QVERIFY2(server, qPrintable(error));
    const auto database = DatabaseFixture::postgres(*server);
    const auto worker = database->worker();
    const auto connections = [&] {
        return database
            ->sql(QStringLiteral("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'verderer' AND datname = current_database()"))
            .first()
            .first()
            .toInt();
    };
    QCOMPARE(worker->read(patient, countThreads()).result().value(), 0);
    QCOMPARE(connections(), 1);
    QCOMPARE(worker->read(patient, rename()).result().error().code, ErrorCode::ReadOnly);
    QCOMPARE(connections(), 1);
    QVERIFY(worker->write(patient, rename()).result());
    QCOMPARE(connections(), 2);
}

/// The database itself keeps every byte; SQLite's two helpers hold nothing, and go with the next who may write.
void TestLooking::lookingLeavesARestingDatabaseAsItIs()
{
    const auto database = DatabaseFixture::sqlite();
    database->add(ThreadRow{.threadId = QStringLiteral("t")});
    const QString path = database->url().path;
    QVERIFY(!QFile::exists(path + QStringLiteral("-wal")));
    const QByteArray before = bytesOf(path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QDateTime longAgo(QDate(2026, 1, 1), QTime(12, 0), Qt::UTC);
    QVERIFY(file.setFileTime(longAgo, QFileDevice::FileModificationTime));
    file.close();
    {
        const auto worker = database->worker();
        QCOMPARE(worker->read(patient, countThreads()).result().value(), 1);
    }
    QCOMPARE(QFileInfo(path).lastModified().toUTC(), longAgo);
    QCOMPARE(bytesOf(path), before);
    QCOMPARE(QFileInfo(path + QStringLiteral("-wal")).size(), 0);
    {
        const auto worker = database->worker();
        QVERIFY(worker->write(patient, rename()).result());
    }
    QVERIFY(!QFile::exists(path + QStringLiteral("-wal")));
    QVERIFY(!QFile::exists(path + QStringLiteral("-shm")));
}

/// T51, by the shell itself.
void TestLooking::whatTheShellInsertsIsSeen()
{
    const auto database = DatabaseFixture::sqlite();
    database->add(ThreadRow{.threadId = QStringLiteral("t")});
    const auto worker = database->worker();
    const auto before = worker->dataVersion(patient).result();
    QVERIFY(before);
    QCOMPARE(worker->dataVersion(patient).result().value(), *before);
    QProcess shell;
    shell.start(QStringLiteral("sqlite3"),
                {database->url().path,
                 QStringLiteral("INSERT INTO threads_meta (thread_id, status, metadata_json, created_at, updated_at) VALUES ('by-hand', "
                                "'idle', '{}', '2026-11-01 10:00:00.000000', '2026-11-01 10:00:00.000000')")});
    QVERIFY(shell.waitForFinished(60'000));
    QVERIFY2(shell.exitStatus() == QProcess::NormalExit && shell.exitCode() == 0, shell.readAllStandardError().constData());
    const auto after = worker->dataVersion(patient).result();
    QVERIFY(after);
    QVERIFY(*after != *before);
    QCOMPARE(worker->read(patient, countThreads()).result().value(), 2);
}

void TestLooking::parametersOfTheUrlReachTheDriver()
{
    using Access = DatabaseConnection::Access;
    const auto url = DatabaseUrl::parse(QStringLiteral("postgresql://deer@db.example/flow?sslmode=verify-full&sslrootcert=/etc/deer%20flow/ca.pem"
                                                       "&sslcert=/etc/it%27s.crt&sslkey=/etc/client.key&connect_timeout=7"));
    QVERIFY(url);
    const QStringList options = DatabaseConnection::connectOptions(*url, Access::ReadOnly, patient).split(u';');
    QCOMPARE(options, (QStringList{QStringLiteral("application_name='verderer'"), QStringLiteral("connect_timeout='7'"),
                                   QStringLiteral("sslcert='/etc/it\\'s.crt'"), QStringLiteral("sslkey='/etc/client.key'"),
                                   QStringLiteral("sslmode='verify-full'"), QStringLiteral("sslrootcert='/etc/deer flow/ca.pem'")}));
    const auto plain = DatabaseUrl::parse(QStringLiteral("postgresql://deer@db.example/flow?ssl=true"));
    const QString hurried = DatabaseConnection::connectOptions(*plain, Access::ReadWrite, {QDeadlineTimer(1), {}});
    QVERIFY2(hurried.contains(QStringLiteral("sslmode='require'")) && hurried.contains(QStringLiteral("connect_timeout='2'")), qPrintable(hurried));
    const auto file = DatabaseUrl::parse(QStringLiteral("sqlite:///srv/x.db"));
    QVERIFY(DatabaseConnection::connectOptions(*file, Access::ReadOnly, patient).contains(QStringLiteral("QSQLITE_OPEN_READONLY")));
    QVERIFY(!DatabaseConnection::connectOptions(*file, Access::ReadWrite, patient).contains(QStringLiteral("QSQLITE_OPEN_READONLY")));
}

/// The library itself complains of what it was given: the options are not lost between Qt and libpq.
void TestLooking::parametersOfTheUrlReachTheServersLibrary()
{
    const auto url = DatabaseUrl::parse(QStringLiteral("postgresql://deer@/flow?host=/nowhere&sslmode=perhaps"));
    QVERIFY(url);
    DatabaseWorker worker({.url = *url, .busyTimeoutMs = 5000, .observer = {}});
    const auto refused = worker.read(patient, countThreads()).result();
    QCOMPARE(refused.error().code, ErrorCode::Unavailable);
    QVERIFY2(refused.error().message.contains(QStringLiteral("sslmode")), qPrintable(refused.error().message));
}

/// T55.
void TestLooking::missingDriversNameTheirPackages()
{
    const QStringList sqliteAlone{QStringLiteral("QSQLITE"), QStringLiteral("QODBC")};
    QVERIFY(driverProblem(DatabaseKind::Sqlite, sqliteAlone).isEmpty());
    QVERIFY(driverProblem(DatabaseKind::Postgres, sqliteAlone).contains(QStringLiteral("package libqt6sql6-psql")));
    QVERIFY(driverProblem(DatabaseKind::Sqlite, {}).contains(QStringLiteral("package libqt6sql6-sqlite")));
    QVERIFY(driverProblem(DatabaseKind::Sqlite).isEmpty());
    QVERIFY(driverProblem(DatabaseKind::Postgres).isEmpty());
}

QTEST_GUILESS_MAIN(TestLooking)
#include "tst_looking.moc"
