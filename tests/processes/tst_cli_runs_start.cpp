// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_database.h"

#include <csignal>

using namespace verderer;
using namespace verderer::test;

namespace {

QStringList start(const QStringList &options, const QStringList &command)
{
    return QStringList{QStringLiteral("runs"), QStringLiteral("start")} + options + QStringList{QStringLiteral("--")} + command;
}

QStringList onThread(const char *id)
{
    return {QStringLiteral("--thread"), QString::fromLatin1(id)};
}

QStringList bash(const char *script)
{
    return {QStringLiteral("bash"), QStringLiteral("-c"), QString::fromUtf8(script)};
}

/// A run whose command has said that it is at work and then does not end by itself.
class LongRun {
public:
    LongRun(const CliDatabase &ctl, const char *threadId)
    {
        ctl.cli.start(m_process, ctl.where() + start(onThread(threadId), bash("echo ready $$; exec tail -f /dev/null")));
        while (!m_process.canReadLine()) {
            if (!m_process.waitForReadyRead(60'000)) {
                qFatal("the run did not begin: %s", m_process.readAllStandardError().constData());
            }
        }
        m_commandPid = m_process.readLine().simplified().split(' ').value(1).toLongLong();
    }
    [[nodiscard]] qint64 commandPid() const { return m_commandPid; }
    void signal(int number) const { ::kill(static_cast<pid_t>(m_process.processId()), number); }
    [[nodiscard]] Answer finish() { return Cli::finish(m_process); }

private:
    QProcess m_process;
    qint64 m_commandPid = 0;
};

bool isAlive(qint64 pid)
{
    return pid > 0 && ::kill(static_cast<pid_t>(pid), 0) == 0;
}

} // namespace

/// `verdererctl runs start`: a real command as the agent of a run.
class TestCliRunsStart : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void runsTheCommand();
    void tellsWithJson();
    void failureOfTheCommandIsTheRuns_data();
    void failureOfTheCommandIsTheRuns();
    void strictNeedsTheThread();
    void takesTheThreadsOwner();
    void sameKeyRunsOnce();
    void oneRunAThread();
    void interruptEndsTheRun();
    void interruptStrategyEndsTheFirst();
    void killedProgramBlocksNobody();
    void doctorEndsDeadRunsWhenAsked();
    void refusesBadInput_data();
    void refusesBadInput();
};

void TestCliRunsStart::runsTheCommand()
{
    const CliDatabase ctl;
    const Answer answer = ctl.run(start(onThread("nightly") + QStringList{QStringLiteral("--metadata"), QStringLiteral("{\"week\": 49}")},
                                        bash("echo \"$VERDERER_THREAD_ID $VERDERER_RUN_METADATA\"; echo 出错 >&2; echo --json")));
    QVERIFY2(answer.status == 0, answer.all().constData());
    QCOMPARE(answer.out, QByteArray("nightly {\"week\": 49}\n--json\n"));
    QVERIFY2(answer.err.contains("出错\n") && answer.err.contains("of thread nightly: success"), answer.err.constData());
    const Json run = ctl.json("runs list").json()["runs"][0];
    QCOMPARE(text(run["status"]), text(Json("success")));
    QCOMPARE(text(run["metadata"]), text(Json({{"week", 49}})));
    QCOMPARE(text(run["user_id"]), text(Json("default")));
    QCOMPARE(text(run["thread_exists"]), text(Json(true)));
    QCOMPARE(ctl.database->count(QStringLiteral("threads_meta"), QStringLiteral("thread_id = 'nightly' AND status = 'idle'")), 1);
    const auto lines = ctl.database->sql(QStringLiteral("SELECT content FROM run_events WHERE event_type = 'process.stdout' ORDER BY seq"));
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines[1][0].toString(), QStringLiteral("--json"));
}

void TestCliRunsStart::tellsWithJson()
{
    const CliDatabase ctl;
    const Answer answer = ctl.json(start(onThread("t"), bash("echo one; echo two")));
    QVERIFY2(answer.status == 0 && answer.err.isEmpty(), answer.all().constData());
    QCOMPARE(text(answer.json()["outcome"]), text(Json("started")));
    QCOMPARE(text(answer.json()["run"]["status"]), text(Json("success")));
    QCOMPARE(text(answer.json()["run"]["kwargs"]["input"]["command"][0]), text(Json("bash")));
    QCOMPARE(ctl.database->count(QStringLiteral("run_events"), QStringLiteral("event_type = 'process.stdout'")), 2);
}

void TestCliRunsStart::failureOfTheCommandIsTheRuns_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QString>("error");
    QTest::newRow("exit status") << bash("echo no such table >&2; exit 3") << QStringLiteral("no such table");
    QTest::newRow("signal") << bash("kill -9 $$") << QString();
    QTest::newRow("no such command") << QStringList{QStringLiteral("/nowhere/agent")} << QStringLiteral("/nowhere/agent");
}

void TestCliRunsStart::failureOfTheCommandIsTheRuns()
{
    QFETCH(const QStringList, command);
    QFETCH(const QString, error);
    const CliDatabase ctl;
    const Answer answer = ctl.json(start(onThread("t"), command));
    QVERIFY2(answer.status == 11, answer.all().constData());
    QCOMPARE(text(answer.json()["run"]["status"]), text(Json("error")));
    const QString text = toQString(answer.json()["run"]["error"]);
    QVERIFY2(!text.isEmpty() && text.contains(error), qPrintable(text));
    QCOMPARE(ctl.database->count(QStringLiteral("threads_meta"), QStringLiteral("status = 'error'")), 1);
}

void TestCliRunsStart::strictNeedsTheThread()
{
    const CliDatabase ctl;
    const QStringList arguments = start(onThread("t-strict") + QStringList{QStringLiteral("--strict")}, bash("echo ran"));
    const Answer refused = ctl.json(arguments);
    QVERIFY2(refused.status == 3, refused.all().constData());
    QCOMPARE(ctl.database->count(QStringLiteral("threads_meta")) + ctl.database->count(QStringLiteral("runs")), 0);
    ctl.database->add(threadRow("t-strict", "2026-11-01 10:00:00.000000"));
    const Answer ran = ctl.run(arguments);
    QVERIFY2(ran.status == 0 && ran.out == "ran\n", ran.all().constData());
}

void TestCliRunsStart::takesTheThreadsOwner()
{
    const CliDatabase ctl;
    fill(*ctl.database);
    QCOMPARE(text(ctl.json(start(onThread("t-one"), bash("true"))).json()["run"]["user_id"]), text(Json("user-a")));
    const Answer other = ctl.json(start(onThread("t-one") + QStringList{QStringLiteral("--owner"), QStringLiteral("user-b")}, bash("true")));
    QVERIFY2(other.status == 4, other.all().constData());
}

void TestCliRunsStart::sameKeyRunsOnce()
{
    const CliDatabase ctl;
    const QStringList key{QStringLiteral("--idempotency-key"), QStringLiteral("mail-99")};
    const Answer first = ctl.json(start(onThread("t") + key, bash("echo once >> ran.txt")));
    const Answer second = ctl.json(start(onThread("t") + key, bash("echo twice >> ran.txt")));
    QVERIFY2(first.status == 0 && second.status == 0, second.all().constData());
    QCOMPARE(text(second.json()["outcome"]), text(Json("existing")));
    QCOMPARE(text(second.json()["run"]["run_id"]), text(first.json()["run"]["run_id"]));
    QCOMPARE(ctl.cli.tree().bytes(QStringLiteral("work/ran.txt")), QByteArray("once\n"));
    QCOMPARE(ctl.json(start(onThread("another") + key, bash("true"))).status, 4);
}

void TestCliRunsStart::oneRunAThread()
{
    const CliDatabase ctl;
    LongRun first(ctl, "t");
    const Answer second = ctl.json(start(onThread("t"), bash("true")));
    QVERIFY2(second.status == 4, second.all().constData());
    QCOMPARE(text(second.error()["code"]), text(Json("Conflict")));
    QCOMPARE(ctl.database->count(QStringLiteral("runs")), 1);
    QCOMPARE(ctl.run(start(onThread("other"), bash("true"))).status, 0);
    first.signal(SIGINT);
    QCOMPARE(first.finish().status, 130);
}

void TestCliRunsStart::interruptEndsTheRun()
{
    const CliDatabase ctl;
    LongRun run(ctl, "t");
    QCOMPARE(ctl.database->count(QStringLiteral("runs"), QStringLiteral("status = 'running' AND lease_expires_at IS NOT NULL")), 1);
    run.signal(SIGINT);
    const Answer answer = run.finish();
    QVERIFY2(answer.status == 130 && answer.err.contains("interrupted"), answer.all().constData());
    QVERIFY(!isAlive(run.commandPid()));
    QCOMPARE(ctl.database->count(QStringLiteral("runs"), QStringLiteral("status = 'interrupted'")), 1);
    QCOMPARE(ctl.run(start(onThread("t"), bash("true"))).status, 0);
}

void TestCliRunsStart::interruptStrategyEndsTheFirst()
{
    const CliDatabase ctl;
    LongRun first(ctl, "t");
    const Answer second = ctl.run(start(onThread("t") + QStringList{QStringLiteral("--strategy"), QStringLiteral("interrupt")}, bash("echo second")));
    QVERIFY2(second.status == 0 && second.out == "second\n", second.all().constData());
    QCOMPARE(first.finish().status, 130);
    QCOMPARE(ctl.database->count(QStringLiteral("runs"), QStringLiteral("status = 'interrupted'")), 1);
    QCOMPARE(ctl.database->count(QStringLiteral("runs"), QStringLiteral("status = 'success'")), 1);
}

void TestCliRunsStart::killedProgramBlocksNobody()
{
    const CliDatabase ctl;
    LongRun first(ctl, "t");
    first.signal(SIGKILL);
    QCOMPARE(first.finish().status, -1);
    QTRY_VERIFY_WITH_TIMEOUT(!isAlive(first.commandPid()), 30'000);
    QCOMPARE(ctl.database->count(QStringLiteral("runs"), QStringLiteral("status = 'running'")), 1);
    const Answer second = ctl.run(start(onThread("t"), bash("echo second")));
    QVERIFY2(second.status == 0 && second.out == "second\n", second.all().constData());
    QCOMPARE(ctl.database->count(QStringLiteral("runs"), QStringLiteral("status = 'error' AND stop_reason = 'orphan_recovered'")), 1);
}

void TestCliRunsStart::doctorEndsDeadRunsWhenAsked()
{
    const CliDatabase ctl;
    LongRun run(ctl, "t");
    // While it lives, it is left alone.
    QCOMPARE(text(ctl.json("doctor --end-dead-runs").json()["ended_runs"]), text(Json::array()));
    run.signal(SIGKILL);
    (void)run.finish();
    const Answer looked = ctl.json("doctor");
    QVERIFY2(looked.out.contains("that ran it is gone") && looked.out.contains("--end-dead-runs"), looked.all().constData());
    QCOMPARE(ctl.database->count(QStringLiteral("runs"), QStringLiteral("status = 'running'")), 1);
    const Answer ended = ctl.json("doctor --end-dead-runs");
    QCOMPARE(ended.json()["ended_runs"].size(), std::size_t{1});
    QCOMPARE(ctl.database->count(QStringLiteral("runs"), QStringLiteral("status = 'running'")), 0);
}

void TestCliRunsStart::refusesBadInput_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::newRow("enqueue") << start(onThread("t") + QStringList{QStringLiteral("--strategy"), QStringLiteral("enqueue")}, bash("true")) << 2;
    QTest::newRow("no command") << QStringList{QStringLiteral("runs"), QStringLiteral("start"), QStringLiteral("--thread"), QStringLiteral("t")} << 2;
    QTest::newRow("no thread") << start({}, bash("true")) << 2;
    QTest::newRow("id of a thread") << start(onThread("a.b"), bash("true")) << 5;
    QTest::newRow("metadata") << start(onThread("t") + QStringList{QStringLiteral("--metadata"), QStringLiteral("[1]")}, bash("true")) << 5;
}

void TestCliRunsStart::refusesBadInput()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const int, status);
    const CliDatabase ctl;
    const Answer answer = ctl.json(arguments);
    QVERIFY2(answer.status == status, answer.all().constData());
    QVERIFY(answer.out.isEmpty());
    QCOMPARE(ctl.database->count(QStringLiteral("runs")), 0);
}

QTEST_GUILESS_MAIN(TestCliRunsStart)
#include "tst_cli_runs_start.moc"
