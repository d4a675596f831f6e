// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/database_fixture.h"
#include "tests/support/postgres_server.h"
#include "threads/worker_identity.h"
#include "workspace/database_access.h"
#include "workspace/examine_database.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace verderer;
using namespace verderer::test;

namespace {

ThreadRow threadRow(const char *id)
{
    ThreadRow row;
    row.threadId = QString::fromLatin1(id);
    return row;
}

RunRow run(const char *id, const char *threadId, const char *status)
{
    RunRow row;
    row.runId = QString::fromLatin1(id);
    row.threadId = QString::fromLatin1(threadId);
    row.status = QString::fromLatin1(status);
    return row;
}

} // namespace

/// What the doctor says about threads and runs, on both engines.
class TestDoctorDatabase : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void hasNothingToSayAboutAHealthyDatabase_data() { engines(); }
    void hasNothingToSayAboutAHealthyDatabase();
    void tellsOrphans_data() { engines(); }
    void tellsOrphans();
    void tellsClaims_data() { engines(); }
    void tellsClaims();
    void tellsDeadWorkersOfThisComputer();
    void tellsNobodysThreads();
    void tellsDamagedMetadata();
    void proposesAnIndexAndMakesNone_data() { engines(); }
    void proposesAnIndexAndMakesNone();
    void tellsADatabaseThatCannotBeRead();
    void tellsANetworkFileSystem();

private:
    static void engines()
    {
        QTest::addColumn<bool>("postgres");
        QTest::newRow("SQLite") << false;
        QTest::newRow("PostgreSQL") << true;
    }
    void use(bool postgres) { m_database = postgres ? DatabaseFixture::postgres(*m_server) : DatabaseFixture::sqlite(); }
    [[nodiscard]] DatabaseAccess access(const QString &url, const DatabaseSurroundings &surroundings = {}) const
    {
        Workspace workspace;
        workspace.databaseUrl = url;
        workspace.databaseBackend = url.startsWith(QStringLiteral("sqlite")) ? QStringLiteral("sqlite") : QStringLiteral("postgres");
        workspace.runEventsBackend = QStringLiteral("db");
        QProcessEnvironment environment;
        environment.insert(QStringLiteral("XDG_STATE_HOME"), m_folder.path());
        const Result<DatabaseAccess> opened = openDatabase(workspace, QStringLiteral("test"), environment, surroundings);
        if (!opened) {
            qFatal("%s", qPrintable(opened.error().message));
        }
        return *opened;
    }
    [[nodiscard]] QList<DoctorFinding> look(qint64 slowListRows = 50'000) const
    {
        QList<DoctorFinding> findings;
        const QString before = m_database->dump();
        examineDatabase(access(m_database->urlText()), slowListRows, findings, {});
        if (m_database->dump() != before) {
            qFatal("looking changed the database");
        }
        return findings;
    }
    static QString texts(const QList<DoctorFinding> &findings)
    {
        QString text;
        for (const DoctorFinding &finding : findings) {
            text +=
                doctorAreaName(finding.area) + QStringLiteral(": ") + finding.message + QStringLiteral(" | ") + finding.advice + QLatin1Char('\n');
        }
        return text;
    }

    QTemporaryDir m_folder;
    std::unique_ptr<PostgresServer> m_server;
    std::unique_ptr<DatabaseFixture> m_database;
};

void TestDoctorDatabase::initTestCase()
{
    QString error;
    m_server = PostgresServer::start(&error);
    QVERIFY2(m_server, qPrintable(error));
}

void TestDoctorDatabase::init()
{
    use(false);
}

void TestDoctorDatabase::hasNothingToSayAboutAHealthyDatabase()
{
    QFETCH(const bool, postgres);
    use(postgres);
    m_database->add(threadRow("t"));
    m_database->add(run("r", "t", "success"));
    const auto findings = look();
    QVERIFY2(findings.isEmpty(), qPrintable(texts(findings)));
}

void TestDoctorDatabase::tellsOrphans()
{
    QFETCH(const bool, postgres);
    use(postgres);
    m_database->add(run("r-1", "gone", "success"));
    const auto findings = look();
    QCOMPARE(findings.size(), 1);
    QCOMPARE(findings.first().severity, Severity::Warning);
    QCOMPARE(findings.first().area, DoctorArea::Database);
    QVERIFY2(findings.first().message.contains(u"1 run belongs") && findings.first().message.contains(u"r-1"), qPrintable(texts(findings)));
    QVERIFY(findings.first().advice.contains(u"runs adopt"));
}

void TestDoctorDatabase::tellsClaims()
{
    QFETCH(const bool, postgres);
    use(postgres);
    m_database->add(threadRow("t"));
    m_database->add(run("r-1", "t", "running")); // last changed on 2026-11-01
    const auto findings = look();
    QCOMPARE(findings.size(), 1);
    QVERIFY2(findings.first().message.contains(u"r-1") && findings.first().message.contains(u"no sign of life"), qPrintable(texts(findings)));
    QVERIFY(!findings.first().advice.contains(u"--end-dead-runs"));
}

void TestDoctorDatabase::tellsDeadWorkersOfThisComputer()
{
    m_database->add(QList<ThreadRow>{threadRow("t"), threadRow("u")});
    RunRow alive = run("r-alive", "t", "running");
    alive.ownerWorkerId = ownWorkerId();
    alive.leaseExpiresAt = QStringLiteral("2099-01-01 00:00:00.000000");
    RunRow dead = run("r-dead", "u", "running");
    QStringList parts = ownWorkerId().split(QLatin1Char(':'));
    parts.last() = QStringLiteral("1"); // this process id, but another process
    dead.ownerWorkerId = parts.join(QLatin1Char(':'));
    dead.leaseExpiresAt = alive.leaseExpiresAt;
    m_database->add(QList<RunRow>{alive, dead});
    const QString text = texts(look());
    QVERIFY2(text.contains(u"r-dead") && text.contains(u"--end-dead-runs"), qPrintable(text));
    QVERIFY2(!text.contains(u"r-alive"), qPrintable(text));
}

void TestDoctorDatabase::tellsNobodysThreads()
{
    ThreadRow nobodys = threadRow("t-2");
    nobodys.owner = std::nullopt;
    m_database->add(QList<ThreadRow>{threadRow("t-1"), nobodys});
    const QString text = texts(look());
    QVERIFY2(text.contains(u"1 of 2 threads belong to nobody"), qPrintable(text));
}

void TestDoctorDatabase::tellsDamagedMetadata()
{
    ThreadRow damaged = threadRow("t-bad");
    damaged.metadata = QStringLiteral("{\"a\": ");
    m_database->add(damaged);
    const auto findings = look();
    QCOMPARE(findings.size(), 1);
    QCOMPARE(findings.first().severity, Severity::Error);
    QVERIFY2(findings.first().message.contains(u"t-bad"), qPrintable(texts(findings)));
}

void TestDoctorDatabase::proposesAnIndexAndMakesNone()
{
    QFETCH(const bool, postgres);
    use(postgres);
    m_database->add(threadRow("t"));
    const auto findings = look(1);
    QCOMPARE(findings.size(), 1);
    QCOMPARE(findings.first().severity, Severity::Note);
    const QString statement = findings.first().advice.mid(findings.first().advice.indexOf(QStringLiteral("CREATE INDEX")));
    QVERIFY2(statement.contains(u"threads_meta"), qPrintable(texts(findings)));
    // The statement is right: once somebody has run it, nothing is left to say.
    m_database->sql(statement);
    QVERIFY2(look(1).isEmpty(), qPrintable(texts(look(1))));
}

void TestDoctorDatabase::tellsADatabaseThatCannotBeRead()
{
    m_database->sql(QStringLiteral("DROP TABLE threads_meta"));
    QList<DoctorFinding> findings;
    examineDatabase(access(m_database->urlText()), 1, findings, {});
    QCOMPARE(findings.size(), 1);
    QCOMPARE(findings.first().severity, Severity::Warning);
    QVERIFY2(findings.first().message.contains(u"cannot be looked at"), qPrintable(texts(findings)));
}

void TestDoctorDatabase::tellsANetworkFileSystem()
{
    DatabaseSurroundings surroundings;
    surroundings.fileSystem = [](const QString &) { return FileSystemKind{QStringLiteral("smb2"), true}; };
    QList<DoctorFinding> findings;
    examineDatabase(access(m_database->urlText(), surroundings), 1'000, findings, {});
    QCOMPARE(findings.size(), 1);
    QCOMPARE(findings.first().severity, Severity::Warning);
    QVERIFY2(findings.first().message.contains(u"network file system (smb2)"), qPrintable(texts(findings)));
}

QTEST_GUILESS_MAIN(TestDoctorDatabase)
#include "tst_doctor_database.moc"
