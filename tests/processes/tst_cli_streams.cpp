// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_fixture.h"

#include <QTest>

#include <algorithm>
#include <csignal>
#include <sys/stat.h>

using namespace verderer;
using verderer::test::Answer;
using verderer::test::Cli;
using verderer::test::skillText;

/// Closed, full and unusual streams: where a text comes from, where an answer goes to, and that neither ever ends up in a file of the installation.
class TestCliStreams : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesAClosedInputForAnEmptyOne();
    void keepsClosedStreamsOutOfItsFiles_data();
    void keepsClosedStreamsOutOfItsFiles();
    void saysThatAChangeWasMadeThatItCannotTell_data();
    void saysThatAChangeWasMadeThatItCannotTell();
    void saysThatTheHelpCannotBeWritten();
    void readsPipes_data();
    void readsPipes();
    void limitsWhatAPipeGives();
    void givesUpWaitingForAPipe();
};

namespace {

QString line(const char *text)
{
    return QString::fromUtf8(text);
}

} // namespace

void TestCliStreams::takesAClosedInputForAnEmptyOne()
{
    const Cli cli;
    const auto before = cli.snapshot();
    for (const char *file : {"-", "/dev/stdin"}) {
        // Ended by force where it waits for ever.
        const Answer answer = cli.shell(QStringLiteral("timeout -s KILL 30 $CTL $WHERE skills edit notes --file %1 <&-").arg(QLatin1String(file)));
        QVERIFY2(answer.status == 5, answer.all().constData());
        QVERIFY2(answer.err.startsWith("verdererctl: ") && answer.err.count('\n') == 1, answer.err.constData());
        QCOMPARE(cli.snapshot(), before);
    }
}

void TestCliStreams::keepsClosedStreamsOutOfItsFiles_data()
{
    QTest::addColumn<QString>("closed");
    for (const char *closed : {"<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&-", "<&- >&- 2>&-"})
        QTest::newRow(closed) << QString::fromLatin1(closed);
}

void TestCliStreams::keepsClosedStreamsOutOfItsFiles()
{
    QFETCH(const QString, closed);
    const Cli cli;
    const QByteArray text = skillText("notes", "Closed\n");
    cli.tree().file(QStringLiteral("work/new.md"), text);
    const Answer answer = cli.shell(QStringLiteral("timeout -s KILL 30 $CTL $WHERE skills edit notes --file new.md ") + closed);
    QVERIFY2(answer.status == 0, answer.all().constData());
    QCOMPARE(cli.skill(QStringLiteral("notes/SKILL.md")), text);
    const QList<Json> records = cli.history(QStringLiteral("notes"));
    QCOMPARE(records.size(), 4);
    for (const Json &record : records)
        QVERIFY(record.is_object() && record.contains("new_content"));
    const auto files = cli.snapshot();
    for (auto it = files.cbegin(); it != files.cend(); ++it) {
        QFile file(it.key());
        if (!QFileInfo(it.key()).isFile())
            continue;
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(!file.readAll().contains("Saved notes"), qPrintable(it.key()));
    }
    // A refusal with nowhere to be told to still has its status.
    QCOMPARE(cli.shell(QStringLiteral("timeout -s KILL 30 $CTL $WHERE skills show nothing ") + closed).status, 3);
}

void TestCliStreams::saysThatAChangeWasMadeThatItCannotTell_data()
{
    QTest::addColumn<QString>("verb");
    QTest::addColumn<QString>("said");
    QTest::addColumn<int>("records");
    QTest::newRow("edit") << line("skills edit notes --file new.md") << line("notes was saved (record ") << 4;
    QTest::newRow("rollback") << line("skills rollback notes --to 1") << line("notes was rolled back (record ") << 4;
    QTest::newRow("demo") << line("demo here") << line("was written into ") << 3;
}

void TestCliStreams::saysThatAChangeWasMadeThatItCannotTell()
{
    QFETCH(const QString, verb);
    QFETCH(const QString, said);
    QFETCH(const int, records);
    for (const bool json : {false, true}) {
        const Cli cli;
        cli.tree().file(QStringLiteral("work/new.md"), skillText("notes", "Untold\n"));
        const Answer answer = cli.shell(QStringLiteral("$CTL $WHERE %1 %2 > /dev/full").arg(json ? line("--json") : QString(), verb));
        QVERIFY2(answer.status == 8, answer.all().constData());
        QVERIFY2(answer.err.contains(said.toUtf8()) && answer.err.contains("do not repeat"), answer.err.constData());
        QVERIFY2(!answer.err.contains("try again"), answer.err.constData());
        const QList<Json> history = cli.history(QStringLiteral("notes"));
        QCOMPARE(history.size(), records);
        if (records == 3)
            continue;
        const QString id = toQString(cli.json("skills history notes --limit 1").json()["records"][0]["id"]);
        if (json)
            QCOMPARE(toQString(answer.error()["details"]["record_id"]), id);
        else
            QVERIFY2(answer.err.contains(id.left(12).toUtf8()), answer.err.constData());
    }
    // Where nothing was changed nothing is claimed.
    const Cli cli;
    const Answer unchanged =
        cli.shell(QStringLiteral("$CTL $WHERE skills show notes > new.md; $CTL $WHERE skills edit notes --file new.md > /dev/full"));
    QCOMPARE(unchanged.status, 8);
    QVERIFY2(!unchanged.err.contains("was saved"), unchanged.err.constData());
}

void TestCliStreams::saysThatTheHelpCannotBeWritten()
{
    const Cli cli;
    for (const char *option : {"--help", "--version", "skills edit --help"})
        QCOMPARE(cli.shell(QStringLiteral("$CTL %1 > /dev/full").arg(QLatin1String(option))).status, 8);
}

void TestCliStreams::readsPipes_data()
{
    QTest::addColumn<QString>("run");
    QTest::newRow("substitution") << line("$CTL $WHERE skills edit notes --file <(cat new.md)");
    QTest::newRow("substitution that ended long ago") << line("exec 9< <(cat new.md); wait $!; $CTL $WHERE skills edit notes --file /dev/fd/9");
    QTest::newRow("/dev/stdin from a pipe") << line("cat new.md | $CTL $WHERE skills edit notes --file /dev/stdin");
    QTest::newRow("/dev/stdin from a file") << line("$CTL $WHERE skills edit notes --file /dev/stdin < new.md");
    QTest::newRow("/dev/fd/0") << line("cat new.md | $CTL $WHERE skills edit notes --file /dev/fd/0");
    QTest::newRow("named pipe") << line("mkfifo p; cat new.md > p & $CTL $WHERE skills edit notes --file p");
    QTest::newRow("writer that comes late") << line(
        "mkfifo p; $CTL $WHERE skills edit notes --file p & exec 9>p; cat new.md >&9; exec 9>&-; wait %1");
    QTest::newRow("writer in two steps") << line("mkfifo p; { head -c 5 new.md; tail -c +6 new.md; } > p & $CTL $WHERE skills edit notes --file p");
}

void TestCliStreams::readsPipes()
{
    QFETCH(const QString, run);
    const Cli cli;
    const QByteArray text = skillText("notes", QByteArray(100000, 'p') + '\n'); // more than a pipe holds at once
    cli.tree().file(QStringLiteral("work/new.md"),
                    QTest::currentDataTag() == QByteArray("substitution that ended long ago") ? skillText("notes", "short\n") : text);
    const Answer answer = cli.shell(run);
    QVERIFY2(answer.status == 0, answer.all().constData());
    QCOMPARE(cli.skill(QStringLiteral("notes/SKILL.md")), cli.tree().bytes(QStringLiteral("work/new.md")));
    // The verb that only looks reads the same way.
    QVERIFY(cli.shell(QStringLiteral("$CTL skills validate <(cat new.md)")).status == 0);
}

void TestCliStreams::limitsWhatAPipeGives()
{
    const Cli cli;
    const auto before = cli.snapshot();
    for (const char *run : {"$CTL $WHERE skills edit notes --file <(cat /dev/zero)", "cat /dev/zero | $CTL $WHERE skills edit notes --file -",
                            "$CTL $WHERE skills edit notes --file - < /dev/zero"}) {
        const Answer answer = cli.shell(line(run));
        QVERIFY2(answer.status == 5, answer.all().constData());
        QVERIFY2(answer.err.contains("more than") && answer.err.count('\n') == 1, answer.err.constData());
        QCOMPARE(cli.snapshot(), before);
    }
}

/// A named pipe that nobody ever writes into.
void TestCliStreams::givesUpWaitingForAPipe()
{
    const Cli cli;
    QCOMPARE(::mkfifo(cli.tree().path(QStringLiteral("work/p")).toUtf8().constData(), 0600), 0);
    const auto before = cli.snapshot();
    QProcess process;
    cli.start(process, cli.globals() + line("skills edit notes --file p").split(u' '));
    QVERIFY(process.waitForStarted());
    // Once it has opened the pipe it waits.
    const QDir descriptors(QStringLiteral("/proc/%1/fd").arg(process.processId()));
    const QString pipe = cli.tree().path(QStringLiteral("work/p"));
    const auto waits = [&] {
        const QStringList names = descriptors.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
        return std::any_of(names.cbegin(), names.cend(),
                           [&](const QString &name) { return QFile::symLinkTarget(descriptors.filePath(name)) == pipe; });
    };
    QTRY_VERIFY_WITH_TIMEOUT(waits(), 20000);
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    constexpr int limit = 20000;
    QVERIFY(process.waitForFinished(limit));
    QCOMPARE(process.exitCode(), 130);
    QCOMPARE(cli.snapshot(), before);
}

QTEST_GUILESS_MAIN(TestCliStreams)
#include "tst_cli_streams.moc"
