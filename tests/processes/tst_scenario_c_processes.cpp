// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/database_fixture.h"
#include "support/postgres_server.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace verderer::test {

constexpr int patienceMs = 60'000;

/// A launcher in a process of its own.
class RunWorker {
public:
    RunWorker(const DatabaseFixture &database, const QString &thread, const QString &strategy, const QStringList &command = {})
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(QStringLiteral(VERDERER_RUN_WORKER), QStringList{database.urlText(), thread, strategy} + command);
    }
    ~RunWorker()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    RunWorker(const RunWorker &) = delete;
    RunWorker &operator=(const RunWorker &) = delete;

    /// The next line it says.
    QString line()
    {
        while (!m_process.canReadLine()) {
            if (!m_process.waitForReadyRead(patienceMs)) {
                return QStringLiteral("(nothing: %1)").arg(m_process.errorString());
            }
        }
        return QString::fromUtf8(m_process.readLine()).trimmed();
    }
    void letGo() { m_process.write("go\n"); }
    void kill()
    {
        m_process.kill(); // SIGKILL
        m_process.waitForFinished(patienceMs);
    }

private:
    QProcess m_process;
};

/// Scenario C over processes that share nothing but the database.
class ScenarioCProcesses : public QObject {
    Q_OBJECT

    [[nodiscard]] std::unique_ptr<DatabaseFixture> makeDatabase()
    {
        QFETCH_GLOBAL(bool, postgres);
        if (!postgres) {
            return DatabaseFixture::sqlite();
        }
        if (!m_server) {
            QString error;
            m_server = PostgresServer::start(&error);
            if (!m_server) {
                qFatal("%s", qPrintable(error));
            }
        }
        return DatabaseFixture::postgres(*m_server);
    }
    static QString statusOf(const DatabaseFixture &database, const QString &run)
    {
        return database.sql(QStringLiteral("SELECT status FROM runs WHERE run_id = ?"), {run}).value(0).value(0).toString();
    }

    std::unique_ptr<PostgresServer> m_server;

private Q_SLOTS:
    void initTestCase_data()
    {
        QTest::addColumn<bool>("postgres");
        QTest::newRow("SQLite") << false;
        QTest::newRow("PostgreSQL") << true;
    }
    void cleanupTestCase() { m_server.reset(); }

    void c_theSecondOfTwoLaunchersIsRefused()
    {
        const auto database = makeDatabase();
        RunWorker first(*database, QStringLiteral("t-1"), QStringLiteral("reject"));
        const QString started = first.line();
        QVERIFY2(started.startsWith(QLatin1String("started ")), qPrintable(started));
        const QString run = started.mid(8);
        RunWorker second(*database, QStringLiteral("t-1"), QStringLiteral("reject"));
        QCOMPARE(second.line(), QStringLiteral("refused Conflict %1").arg(run));
        QCOMPARE(database->count(QStringLiteral("runs")), 1);
        first.letGo();
        QCOMPARE(first.line(), QStringLiteral("ended success"));
        RunWorker third(*database, QStringLiteral("t-1"), QStringLiteral("reject"));
        QVERIFY(third.line().startsWith(QLatin1String("started ")));
    }

    void c_eightLaunchersAtOnceMakeOneActiveRun()
    {
        const auto database = makeDatabase();
        std::vector<std::unique_ptr<RunWorker>> workers;
        for (int i = 0; i < 8; ++i) {
            workers.push_back(std::make_unique<RunWorker>(*database, QStringLiteral("t-1"), QStringLiteral("reject")));
        }
        int started = 0;
        for (const auto &worker : workers) {
            const QString line = worker->line();
            started += line.startsWith(QLatin1String("started ")) ? 1 : 0;
            QVERIFY2(line.startsWith(QLatin1String("started ")) || line.startsWith(QLatin1String("refused Conflict ")), qPrintable(line));
        }
        QCOMPARE(started, 1);
        QCOMPARE(database->count(QStringLiteral("runs")), 1);
        QCOMPARE(database->count(QStringLiteral("threads_meta")), 1);
    }

    void c_aLauncherKilledAtOnceDoesNotBlockItsThread()
    {
        const auto database = makeDatabase();
        RunWorker first(*database, QStringLiteral("t-1"), QStringLiteral("reject"));
        const QString run = first.line().mid(8);
        first.kill();
        QCOMPARE(statusOf(*database, run), QStringLiteral("running")); // nobody was left to say otherwise
        RunWorker second(*database, QStringLiteral("t-1"), QStringLiteral("reject"));
        const QString started = second.line();
        QVERIFY2(started.startsWith(QLatin1String("started ")), qPrintable(started));
        QCOMPARE(statusOf(*database, run), QStringLiteral("error"));
        QCOMPARE(database->count(QStringLiteral("runs"), QStringLiteral("stop_reason = 'orphan_recovered'")), 1);
        second.letGo();
        QCOMPARE(second.line(), QStringLiteral("ended success"));
    }

    void c_theCommandOfAKilledLauncherDoesNotWorkOn()
    {
        const auto database = makeDatabase();
        const QTemporaryDir folder;
        const QString pidFile = folder.filePath(QStringLiteral("pid"));
        RunWorker first(
            *database, QStringLiteral("t-1"), QStringLiteral("reject"),
            {QStringLiteral("/bin/sh"), QStringLiteral("-c"), QStringLiteral("echo $$ > %1.new; mv %1.new %1; exec sleep 1000").arg(pidFile)});
        QVERIFY(first.line().startsWith(QLatin1String("started ")));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(pidFile), patienceMs);
        QFile file(pidFile);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto pid = static_cast<pid_t>(file.readAll().trimmed().toInt());
        QVERIFY(pid > 0);
        first.kill();
        // Gone, or dead and not yet fetched by whoever inherits it.
        const auto gone = [pid] {
            QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
            if (!stat.open(QIODevice::ReadOnly)) {
                return true;
            }
            const QByteArray line = stat.readAll();
            return line.mid(line.lastIndexOf(')') + 2).startsWith('Z');
        };
        QTRY_VERIFY_WITH_TIMEOUT(gone(), patienceMs);
    }

    void c_interruptEndsTheFirstBeforeTheSecondStarts()
    {
        const auto database = makeDatabase();
        RunWorker first(*database, QStringLiteral("t-1"), QStringLiteral("reject"));
        const QString run = first.line().mid(8);
        RunWorker second(*database, QStringLiteral("t-1"), QStringLiteral("interrupt"));
        const QString started = second.line();
        QVERIFY2(started.startsWith(QLatin1String("started ")), qPrintable(started));
        QCOMPARE(statusOf(*database, run), QStringLiteral("interrupted"));
        QCOMPARE(first.line(), QStringLiteral("ended interrupted"));
        QCOMPARE(database->count(QStringLiteral("runs"), QStringLiteral("status = 'running'")), 1);
        QCOMPARE(database->sql(QStringLiteral("SELECT status FROM threads_meta")).value(0).value(0).toString(), QStringLiteral("running"));
        second.letGo();
        QCOMPARE(second.line(), QStringLiteral("ended success"));
    }

    void c_linesOfACommandAreEventsOfItsRun()
    {
        const auto database = makeDatabase();
        RunWorker worker(*database, QStringLiteral("t-1"), QStringLiteral("reject"),
                         {QStringLiteral("/bin/sh"), QStringLiteral("-c"), QStringLiteral("seq 1 3000; echo $VERDERER_RUN_ID >&2; exit 4")});
        const QString run = worker.line().mid(8);
        QCOMPARE(worker.line(), QStringLiteral("ended error"));
        QCOMPARE(database->count(QStringLiteral("run_events"), QStringLiteral("event_type = 'process.stdout' AND run_id = ?"), {run}), 3000);
        QCOMPARE(database->count(QStringLiteral("run_events"), QStringLiteral("event_type = 'process.stderr' AND content = ?"), {run}), 1);
        QCOMPARE(database->count(QStringLiteral("run_events"), QStringLiteral("event_type IN ('run.start', 'run.error')")), 2);
        QCOMPARE(database->sql(QStringLiteral("SELECT max(seq) FROM run_events")).value(0).value(0).toInt(), 3003);
        const QString error = database->sql(QStringLiteral("SELECT error FROM runs")).value(0).value(0).toString();
        QVERIFY2(error.contains(QLatin1String("exit status 4")), qPrintable(error));
    }
};

} // namespace verderer::test

QTEST_GUILESS_MAIN(verderer::test::ScenarioCProcesses)
#include "tst_scenario_c_processes.moc"
