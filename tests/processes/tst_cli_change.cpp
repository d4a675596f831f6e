// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_fixture.h"

#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace verderer;
using verderer::test::Answer;
using verderer::test::Cli;
using verderer::test::skillText;

/// The verbs that change something: what is on disk afterwards, and what a script is told.
class TestCliChange : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void editsAndRecords();
    void editsFromStandardInput();
    void keepsEveryOtherByte();
    void saysThatNothingChanged();
    void stopsAtAnotherBase();
    void acceptsTheRightBase();
    void refusesInvalidTexts();
    void previewsARollback();
    void previewsWhatWouldBeRefused();
    void stopsAPreviewAtAnotherBase();
    void rollsBackAndUndoes();
    void rollsBackToTheNewText();
    void rollsBackASupportFile();
    void bringsBackADeletedSkill();
    void saysThatARollbackIsIdentical();
    void endsWhenTheLockStaysHeld();
    void givesUpWaitingOnInterrupt();
    void goesOnWhenTheLockIsLetGo();
    void givesUpReadingOnInterrupt();
};

namespace {

QString shaOf(const QByteArray &bytes)
{
    return sha256Hex(bytes);
}

/// The sidecar, held by somebody who is no Verderer.
class Held {
public:
    explicit Held(const Cli &cli)
    {
        const QByteArray path = cli.tree().path(QStringLiteral("project/home/users/default/skills/.custom.mutation.lock")).toUtf8();
        m_descriptor = ::open(path.constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
        if (m_descriptor < 0 || ::flock(m_descriptor, LOCK_EX | LOCK_NB) != 0)
            qFatal("cannot hold the lock of the fixture");
    }
    ~Held() { letGo(); }
    Held(const Held &) = delete;
    Held &operator=(const Held &) = delete;
    void letGo()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
        m_descriptor = -1;
    }

private:
    int m_descriptor = -1;
};

QStringList words(const char *line)
{
    return QString::fromUtf8(line).split(u' ');
}

} // namespace

void TestCliChange::editsAndRecords()
{
    const Cli cli;
    const QByteArray text = skillText("notes", "Fourth, 第四\n");
    cli.tree().file(QStringLiteral("work/new.md"), text);
    const Answer answer = cli.json(words("skills edit notes --file new.md --note why"));
    QVERIFY2(answer.status == 0, answer.all().constData());
    QCOMPARE(cli.skill(QStringLiteral("notes/SKILL.md")), text);
    const Json document = answer.json();
    QVERIFY(document["changed"].get<bool>());
    QCOMPARE(toQString(document["sha256"]), shaOf(text));
    QVERIFY(document["warnings"].is_array());
    const QList<Json> records = cli.history(QStringLiteral("notes"));
    QCOMPARE(records.size(), 4);
    QCOMPARE(records.last()["prev_content"].get<std::string>(), cli.third.toStdString());
    QCOMPARE(records.last()["new_content"].get<std::string>(), text.toStdString());
    QCOMPARE(records.last()["note"].get<std::string>(), std::string("why"));
    QVERIFY(!records.last()["host_user"].get<std::string>().empty());
    const Json shown = cli.json("skills history notes --limit 1").json()["records"][0];
    QCOMPARE(toQString(shown["id"]), toQString(document["record_id"]));
    QCOMPARE(toQString(shown["ts"]), toQString(document["record_ts"]));
    QCOMPARE(toQString(shown["note"]), QStringLiteral("why"));
}

void TestCliChange::editsFromStandardInput()
{
    const Cli cli;
    const QByteArray text = skillText("notes", "From a pipe\n");
    const Answer answer = cli.run(words("skills edit notes --file -"), text);
    QVERIFY2(answer.status == 0, answer.all().constData());
    QVERIFY2(answer.out.startsWith("Saved notes"), answer.out.constData());
    QVERIFY2(answer.out.contains(shaOf(text).toUtf8()), answer.out.constData());
    QCOMPARE(cli.skill(QStringLiteral("notes/SKILL.md")), text);
}

/// CRLF, lone CR, U+00A0, U+2028, NUL, emoji, no final newline: one letter is changed, by the program's own output and input.
void TestCliChange::keepsEveryOtherByte()
{
    const Cli cli;
    QByteArray text("---\r\nname: odd\r\ndescription: x\r\n---\r\nQ mixed\nends\rA\xc2\xa0");
    text += "B\xe2\x80\xa8";
    text += "C\xf0\x9f\x98\x80";
    text.append('\0');
    text += " no newline";
    cli.tree().file(Cli::custom(QStringLiteral("odd/SKILL.md")), text);
    QByteArray shown = cli.run("skills show odd").out;
    QCOMPARE(shown, text);
    const qsizetype letter = shown.indexOf('Q');
    shown[letter] = 'R';
    const Answer answer = cli.run(words("skills edit odd --file -"), shown);
    QVERIFY2(answer.status == 0, answer.all().constData());
    QByteArray expected = text;
    expected[letter] = 'R';
    QCOMPARE(cli.skill(QStringLiteral("odd/SKILL.md")), expected);
}

void TestCliChange::saysThatNothingChanged()
{
    const Cli cli;
    const auto before = cli.snapshot();
    const Answer answer = cli.json(words("skills edit notes --file -"), cli.third);
    QCOMPARE(answer.status, 0);
    QVERIFY(!answer.json()["changed"].get<bool>());
    QVERIFY(answer.json()["record_id"].is_null());
    const Answer people = cli.run(words("skills edit notes --file -"), cli.third);
    QVERIFY2(people.out.contains("nothing was written"), people.out.constData());
    QCOMPARE(cli.snapshot(), before);
}

void TestCliChange::stopsAtAnotherBase()
{
    const Cli cli;
    const auto before = cli.snapshot();
    const QStringList arguments = QStringList{QStringLiteral("skills"), QStringLiteral("edit"),   QStringLiteral("notes"), QStringLiteral("--file"),
                                              QStringLiteral("-"),      QStringLiteral("--base"), shaOf(cli.first)};
    const Answer answer = cli.json(arguments, skillText("notes", "Mine\n"));
    QCOMPARE(answer.status, 4);
    QCOMPARE(answer.out, QByteArray());
    const Json error = answer.error();
    QCOMPARE(toQString(error["code"]), QStringLiteral("Conflict"));
    QCOMPARE(error["details"]["present"].get<std::string>(), cli.third.toStdString());
    QCOMPARE(toQString(error["details"]["present_sha256"]), shaOf(cli.third));
    const Answer people = cli.run(arguments, skillText("notes", "Mine\n"));
    QCOMPARE(people.status, 4);
    QVERIFY2(people.err.contains(QByteArray("--base " + shaOf(cli.third).toUtf8())), people.err.constData());
    QCOMPARE(people.err.count('\n'), 1);
    QCOMPARE(cli.snapshot(), before);
}

void TestCliChange::acceptsTheRightBase()
{
    const Cli cli;
    const Answer answer = cli.run({QStringLiteral("skills"), QStringLiteral("edit"), QStringLiteral("notes"), QStringLiteral("--file"),
                                   QStringLiteral("-"), QStringLiteral("--base"), shaOf(cli.third).toUpper()},
                                  skillText("notes", "Mine\n"));
    QVERIFY2(answer.status == 0, answer.all().constData());
    QCOMPARE(cli.skill(QStringLiteral("notes/SKILL.md")), skillText("notes", "Mine\n"));
}

void TestCliChange::refusesInvalidTexts()
{
    const Cli cli;
    const auto before = cli.snapshot();
    const Answer answer = cli.json(words("skills edit notes --file -"), skillText("notes", "x", "Use when: testing"));
    QCOMPARE(answer.status, 5);
    QCOMPARE(toQString(answer.error()["code"]), QStringLiteral("Invalid"));
    QCOMPARE(toQString(answer.error()["details"]["kind"]), QStringLiteral("yaml-error"));
    QCOMPARE(answer.error()["details"]["line"].get<int>(), 3);
    const Answer people = cli.run(words("skills edit notes --file -"), skillText("notes", "x", "Use when: testing"));
    QVERIFY2(people.err.contains("standard input, line 3, column"), people.err.constData());
    QCOMPARE(cli.snapshot(), before);
}

void TestCliChange::previewsARollback()
{
    const Cli cli;
    const auto before = cli.snapshot();
    const Answer answer = cli.run("skills rollback notes --to 0 --dry-run");
    QCOMPARE(answer.status, 0);
    QVERIFY2(answer.out.contains("-Third\n+First\n"), answer.all().constData());
    const Json document = cli.json("skills rollback notes --to 0 --dry-run").json();
    QVERIFY(document["dry_run"].get<bool>());
    QVERIFY(!document["changed"].get<bool>());
    QVERIFY(!document["identical"].get<bool>());
    QVERIFY(!document["would_be_refused"].get<bool>());
    QCOMPARE(toQString(document["present_sha256"]), shaOf(cli.third));
    QCOMPARE(toQString(document["target_sha256"]), shaOf(cli.first));
    QCOMPARE(toQString(document["file_path"]), QStringLiteral("SKILL.md"));
    QVERIFY(document["diff"]["unified"].get<std::string>().find("+First") != std::string::npos);
    QCOMPARE(cli.snapshot(), before);
}

void TestCliChange::previewsWhatWouldBeRefused()
{
    const Cli cli;
    cli.tree().file(Cli::custom(QStringLiteral(".history/notes.jsonl")),
                    verderer::test::record("2026-11-01T08:00:00+00:00", "human_edit", skillText("another", "x\n"), cli.third));
    const auto before = cli.snapshot();
    const Answer preview = cli.json("skills rollback notes --to -1 --dry-run");
    QCOMPARE(preview.status, 5);
    QVERIFY(preview.json()["would_be_refused"].get<bool>());
    QCOMPARE(toQString(preview.json()["refusal"]["kind"]), QStringLiteral("name-mismatch"));
    const Answer real = cli.json("skills rollback notes --to -1");
    QCOMPARE(real.status, 5);
    QCOMPARE(toQString(real.error()["details"]["kind"]), QStringLiteral("name-mismatch"));
    QCOMPARE(cli.snapshot(), before);
}

void TestCliChange::stopsAPreviewAtAnotherBase()
{
    const Cli cli;
    const QStringList base{QStringLiteral("--base"), shaOf(cli.first)};
    QCOMPARE(cli.run(words("skills rollback notes --to 0 --dry-run") + base).status, 4);
    const auto before = cli.snapshot();
    QCOMPARE(cli.run(words("skills rollback notes --to 0") + base).status, 4);
    QCOMPARE(cli.snapshot(), before);
}

void TestCliChange::rollsBackAndUndoes()
{
    const Cli cli;
    const Answer answer = cli.json("skills rollback notes --to 0 --note oops");
    QVERIFY2(answer.status == 0, answer.all().constData());
    QVERIFY(answer.json()["changed"].get<bool>());
    QCOMPARE(cli.skill(QStringLiteral("notes/SKILL.md")), cli.first);
    const QList<Json> records = cli.history(QStringLiteral("notes"));
    QCOMPARE(records.size(), 4);
    QCOMPARE(records.last()["action"].get<std::string>(), std::string("rollback"));
    QCOMPARE(records.last()["rollback_from_ts"].get<std::string>(), std::string("2026-11-01T08:00:00+00:00"));
    QCOMPARE(records.last()["prev_content"].get<std::string>(), cli.third.toStdString());
    const Answer undo = cli.run({QStringLiteral("skills"), QStringLiteral("rollback"), QStringLiteral("notes"), QStringLiteral("--to"),
                                 toQString(answer.json()["record_id"]).left(12)});
    QVERIFY2(undo.status == 0, undo.all().constData());
    QCOMPARE(cli.skill(QStringLiteral("notes/SKILL.md")), cli.third);
    QCOMPARE(cli.history(QStringLiteral("notes")).size(), 5);
}

void TestCliChange::rollsBackToTheNewText()
{
    const Cli cli;
    QVERIFY(cli.run("skills rollback notes --to 0 --new").status == 0);
    QCOMPARE(cli.skill(QStringLiteral("notes/SKILL.md")), cli.second);
}

/// T30: DeerFlow's own endpoint would put this text into SKILL.md.
void TestCliChange::rollsBackASupportFile()
{
    const Cli cli;
    const Answer answer = cli.run("skills rollback notes --to -1");
    QVERIFY2(answer.status == 0, answer.all().constData());
    QCOMPARE(cli.skill(QStringLiteral("notes/references/areas.md")), QByteArray("areas 1\n"));
    QCOMPARE(cli.skill(QStringLiteral("notes/SKILL.md")), cli.third);
}

void TestCliChange::bringsBackADeletedSkill()
{
    const Cli cli;
    const Answer answer = cli.run("skills rollback gone --to -1");
    QVERIFY2(answer.status == 0, answer.all().constData());
    QCOMPARE(cli.skill(QStringLiteral("gone/SKILL.md")), skillText("gone", "Was here\n"));
    QVERIFY(cli.history(QStringLiteral("gone")).last()["prev_content"].is_null());
}

/// T28
void TestCliChange::saysThatARollbackIsIdentical()
{
    const Cli cli;
    const auto before = cli.snapshot();
    const Answer preview = cli.run("skills rollback notes --to 1 --new --dry-run");
    QCOMPARE(preview.status, 0);
    QVERIFY2(preview.out.startsWith("Already identical"), preview.out.constData());
    const Answer answer = cli.run("skills rollback notes --to 1 --new");
    QCOMPARE(answer.status, 0);
    QVERIFY2(answer.out.startsWith("Already identical"), answer.out.constData());
    QVERIFY(!cli.json("skills rollback notes --to 1 --new").json()["changed"].get<bool>());
    QCOMPARE(cli.snapshot(), before);
}

void TestCliChange::endsWhenTheLockStaysHeld()
{
    const Cli cli;
    const Held held(cli);
    const auto before = cli.snapshot();
    const Answer people = cli.run(words("--lock-timeout 0.6 skills edit notes --file -"), skillText("notes", "Mine\n"));
    QCOMPARE(people.status, 7);
    QVERIFY2(people.err.startsWith("waiting for "), people.err.constData());
    QCOMPARE(people.err.count('\n'), 2);
    // A script gets one document and nothing beside it.
    const Answer answer = cli.json(words("--lock-timeout 0.6 skills edit notes --file -"), skillText("notes", "Mine\n"));
    QCOMPARE(answer.status, 7);
    QCOMPARE(toQString(answer.error()["code"]), QStringLiteral("Locked"));
    QVERIFY(!toQString(answer.error()["details"]["holder"]).isEmpty());
    QCOMPARE(cli.snapshot(), before);
}

void TestCliChange::givesUpWaitingOnInterrupt()
{
    const Cli cli;
    const Held held(cli);
    const auto before = cli.snapshot();
    for (const int signal : {SIGINT, SIGTERM}) {
        QProcess process;
        cli.start(process, cli.globals() + words("skills edit notes --file -"));
        QVERIFY(process.waitForStarted());
        process.write(skillText("notes", "Mine\n"));
        process.closeWriteChannel();
        QByteArray heard;
        QTRY_VERIFY_WITH_TIMEOUT((heard += process.readAllStandardError()).contains("Ctrl-C to give up"), 20000);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signal), 0);
        const Answer answer = Cli::finish(process);
        QCOMPARE(answer.status, 130);
        QVERIFY2(!answer.err.isEmpty(), "a sentence says that nothing was changed");
    }
    QCOMPARE(cli.snapshot(), before);
}

void TestCliChange::goesOnWhenTheLockIsLetGo()
{
    const Cli cli;
    Held held(cli);
    QProcess process;
    cli.start(process, cli.globals() + words("skills edit notes --file -"));
    QVERIFY(process.waitForStarted());
    process.write(skillText("notes", "Patient\n"));
    process.closeWriteChannel();
    QByteArray heard;
    QTRY_VERIFY_WITH_TIMEOUT((heard += process.readAllStandardError()).contains("waiting for "), 20000);
    QCOMPARE(cli.skill(QStringLiteral("notes/SKILL.md")), cli.third);
    held.letGo();
    const Answer answer = Cli::finish(process);
    QVERIFY2(answer.status == 0, answer.all().constData());
    QCOMPARE(cli.skill(QStringLiteral("notes/SKILL.md")), skillText("notes", "Patient\n"));
}

void TestCliChange::givesUpReadingOnInterrupt()
{
    const Cli cli;
    const auto before = cli.snapshot();
    QProcess process;
    cli.start(process, cli.globals() + words("skills edit notes --file -"));
    QVERIFY(process.waitForStarted());
    process.write("half a text");
    // The program blocks the signal before it does anything else; once it does, an interrupt cannot kill it.
    const QString status = QStringLiteral("/proc/%1/status").arg(process.processId());
    const auto blocksInterrupts = [&status] {
        QFile file(status);
        if (!file.open(QIODevice::ReadOnly))
            return false;
        const QByteArray text = file.readAll();
        const qsizetype at = text.indexOf("SigBlk:\t");
        return at >= 0 && (text.mid(at + 8, 16).toULongLong(nullptr, 16) & (1ULL << (SIGINT - 1))) != 0;
    };
    QTRY_VERIFY_WITH_TIMEOUT(blocksInterrupts(), 20000);
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    constexpr int limit = 20000;
    QVERIFY(process.waitForFinished(limit)); // with the pipe still open
    QCOMPARE(process.exitCode(), 130);
    QCOMPARE(cli.snapshot(), before);
}

QTEST_GUILESS_MAIN(TestCliChange)
#include "tst_cli_change.moc"
