// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_fixture.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

using namespace verderer;
using verderer::test::Answer;
using verderer::test::Cli;
using verderer::test::record;
using verderer::test::skillText;

/// Locales, pipes, help, usage faults, users, the doctor and the demo: everything around the verbs on skills.
class TestCliSurroundings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void speaksUtf8InEveryLocale_data();
    void speaksUtf8InEveryLocale();
    void survivesAReaderThatGoesAway();
    void tellsThatTheOutputIsFull();
    void hidesControlCharacters();
    void helps_data();
    void helps();
    void promisesNothingThatIsNotThere();
    void saysItsVersion();
    void tellsUsageFaults_data();
    void tellsUsageFaults();
    void takesGlobalOptionsAnywhere();
    void takesSkillsCalledLikeVerbs();
    void choosesTheUser();
    void tellsAnUnreachableDatabase();
    void findsTheInstallationByItself();
    void examines();
    void examinesForPeople();
    void hearsAGateway();
    void keepsSecrets();
    void writesTheDemo();
    void saysWhatItCounts();
};

namespace {
QStringList words(const char *line)
{
    return QString::fromUtf8(line).split(u' ');
}
} // namespace

void TestCliSurroundings::speaksUtf8InEveryLocale_data()
{
    QTest::addColumn<QString>("locale");
    QTest::newRow("C") << QStringLiteral("C");
    QTest::newRow("POSIX") << QStringLiteral("POSIX");
    QTest::newRow("unknown") << QStringLiteral("xx_YY.ISO-8859-1");
    QTest::newRow("none") << QString();
    QTest::newRow("UTF-8") << QStringLiteral("C.UTF-8");
}

void TestCliSurroundings::speaksUtf8InEveryLocale()
{
    QFETCH(const QString, locale);
    const Cli cli;
    const QByteArray description = "会议纪要 – é";
    cli.tree().file(Cli::custom(QStringLiteral("minutes/SKILL.md")), skillText("minutes", "x", description));
    for (const char *line : {"skills list", "--json skills list"}) {
        const Answer answer = cli.bare(cli.globals() + words(line), {}, {{QStringLiteral("LC_ALL"), locale}, {QStringLiteral("LANG"), QString()}});
        QCOMPARE(answer.status, 0);
        QCOMPARE(answer.err, QByteArray());
        QVERIFY2(answer.out.contains(description), answer.out.constData());
    }
    // A name that is not ASCII goes in as it came.
    const QString file = QStringLiteral("größe.md");
    cli.tree().file(QStringLiteral("work/") + file, skillText("notes", "x"));
    const Answer named = cli.bare(QStringList{QStringLiteral("skills"), QStringLiteral("validate"), file}, {}, {{QStringLiteral("LC_ALL"), locale}});
    QVERIFY2(named.status == 0, named.all().constData());
    QVERIFY(named.out.startsWith(file.toUtf8()));
}

void TestCliSurroundings::survivesAReaderThatGoesAway()
{
    const Cli cli;
    cli.tree().file(Cli::custom(QStringLiteral("long/SKILL.md")), skillText("long", QByteArray(4000000, 'x')));
    const Answer answer = cli.shell(QStringLiteral("$CTL $WHERE skills show long | head -c 10; echo; echo ${PIPESTATUS[0]}"));
    QCOMPARE(answer.err, QByteArray());
    QVERIFY2(answer.out.endsWith("\n0\n"), answer.out.constData());
}

void TestCliSurroundings::tellsThatTheOutputIsFull()
{
    const Cli cli;
    const Answer answer = cli.shell(QStringLiteral("$CTL $WHERE skills list > /dev/full"));
    QCOMPARE(answer.status, 8);
    QVERIFY2(answer.err.contains("no room left"), answer.err.constData());
}

void TestCliSurroundings::hidesControlCharacters()
{
    const Cli cli;
    cli.tree().file(Cli::custom(QStringLiteral("evil/SKILL.md")), skillText("evil", "x", "\"red \\e[31m alert\""));
    const Answer answer = cli.run("skills list");
    QVERIFY2(!answer.out.contains('\x1b'), answer.out.constData());
    QVERIFY2(answer.out.contains("\\x1b[31m"), answer.out.constData());
    // A document is escaped by its own rules.
    QVERIFY(cli.json("skills list").out.contains("\\u001b[31m"));
}

void TestCliSurroundings::helps_data()
{
    QTest::addColumn<QString>("command");
    for (const char *command : {"",
                                "skills list",
                                "skills show",
                                "skills validate",
                                "skills edit",
                                "skills history",
                                "skills diff",
                                "skills rollback",
                                "skills scan",
                                "threads list",
                                "threads show",
                                "threads create",
                                "threads rename",
                                "threads pin",
                                "threads unpin",
                                "threads metadata",
                                "threads delete",
                                "threads export",
                                "runs list",
                                "runs show",
                                "runs events",
                                "runs transcript",
                                "runs usage",
                                "runs start",
                                "runs adopt",
                                "runs export",
                                "doctor",
                                "demo"})
        QTest::newRow(*command ? command : "verdererctl") << QString::fromLatin1(command);
}

void TestCliSurroundings::helps()
{
    QFETCH(const QString, command);
    const Cli cli;
    const QStringList arguments = command.isEmpty() ? QStringList() : command.split(u' ');
    const Answer answer = cli.bare(arguments + QStringList{QStringLiteral("--help")});
    QCOMPARE(answer.status, 0);
    QCOMPARE(answer.err, QByteArray());
    QVERIFY2(answer.out.contains("Examples:\n  verdererctl") || answer.out.contains("Example:\n  verdererctl"), answer.out.constData());
    if (command.isEmpty()) {
        for (const char *text : {"Exit status:", "130 cancelled", "--lock-timeout", "skills list | show | validate", "DEER_FLOW_HOME"})
            QVERIFY2(answer.out.contains(text), text);
    }
    for (const QByteArray &line : answer.out.split('\n'))
        QVERIFY2(line.size() <= 130, line.constData());
}

void TestCliSurroundings::promisesNothingThatIsNotThere()
{
    const Cli cli;
    const QByteArray all = cli.bare({QStringLiteral("--help")}).out + cli.bare(words("skills --help")).out;
    for (const char *verb : {"upload", "moderate"})
        QVERIFY2(!all.contains(verb), verb);
}

void TestCliSurroundings::saysItsVersion()
{
    const Cli cli;
    const Answer answer = cli.bare({QStringLiteral("--version")});
    QCOMPARE(answer.status, 0);
    QVERIFY2(answer.out.startsWith("verdererctl ") && answer.out.contains('.'), answer.out.constData());
}

void TestCliSurroundings::tellsUsageFaults_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, const char *line, const char *said) {
        QTest::newRow(name) << QString::fromUtf8(line) << QString::fromUtf8(said);
    };
    row("nothing", "", "skills, threads, runs, doctor or demo");
    row("unknown noun", "sausages", "\"sausages\"");
    row("no verb", "skills", "list, show, validate");
    row("unknown verb", "skills fry", "no verb \"fry\"");
    row("unknown verb behind options", "--json skills fry", "\"fry\"");
    row("no name", "skills show", "NAME is missing");
    row("no name of a category", "skills show --category public", "NAME is missing");
    row("no name to edit", "skills edit", "NAME and --file are missing");
    row("no name to compare", "skills diff", "NAME is missing");
    row("nothing to validate", "skills validate", "FILE is missing");
    row("no folder", "demo", "DIR is missing");
    row("too many", "skills show a b", "\"b\" is a word too many");
    row("too many for the doctor", "doctor nurse", "\"nurse\"");
    row("no file", "skills edit notes", "--file is missing");
    row("no record", "skills rollback notes", "--to is missing");
    row("unknown option", "skills list --fast", "no option --fast");
    row("unknown option without a name", "skills show --fast", "no option --fast");
    row("unknown option with a secret", "skills list --databas=postgresql://deer:hushhush@host/x", "no option --databas. ");
    row("limit", "skills history notes --limit none", "--limit");
    row("limit of zero", "skills history notes --limit 0", "--limit");
    row("format", "skills diff notes --format html", "html");
    row("timeout", "--lock-timeout soon skills list", "\"soon\"");
    row("timeout of no number", "--lock-timeout nan skills list", "\"nan\"");
    row("endless timeout", "--lock-timeout inf skills list", "\"inf\"");
    row("timeout before now", "--lock-timeout=-1 skills list", "\"-1\"");
    row("category", "skills list --category mine", "mine");
    row("base", "skills edit notes --file x --base abc", "abc");
    row("empty home", "--home= skills list", "--home");
    row("record", "skills rollback notes --to abc", "\"abc\"");
    row("record with a caret", "skills rollback notes --to 1^", "\"1^\"");
    row("record of seven digits", "skills rollback notes --to abcdef0 --dry-run", "\"abcdef0\"");
    row("empty record", "skills rollback notes --to=", "--to");
    row("fraction", "skills rollback notes --to 1.5", "\"1.5\"");
    row("older version", "skills diff notes abc", "A takes");
    row("newer version", "skills diff notes 0 xyz^", "\"xyz\"");
}

void TestCliSurroundings::tellsUsageFaults()
{
    QFETCH(const QString, line);
    QFETCH(const QString, said);
    const Cli cli;
    const auto before = cli.snapshot();
    const QStringList arguments = cli.globals() + (line.isEmpty() ? QStringList() : line.split(u' '));
    const Answer answer = cli.bare(arguments);
    QVERIFY2(answer.status == 2, answer.all().constData());
    QCOMPARE(answer.out, QByteArray());
    if (!line.startsWith(u"--json")) {
        QVERIFY2(answer.err.startsWith("verdererctl: "), answer.err.constData());
        QVERIFY2(answer.err.contains(said.toUtf8()), answer.err.constData());
        QCOMPARE(answer.err.count('\n'), 1);
    }
    QVERIFY2(!answer.err.contains("hushhush"), answer.err.constData());
    const Answer asJson = cli.bare(QStringList{QStringLiteral("--json")} + arguments);
    QCOMPARE(asJson.status, 2);
    QCOMPARE(toQString(asJson.error()["details"]["kind"]), QStringLiteral("usage"));
    QVERIFY2(toQString(asJson.error()["message"]).contains(said), asJson.err.constData());
    QCOMPARE(cli.snapshot(), before);
}

void TestCliSurroundings::takesGlobalOptionsAnywhere()
{
    const Cli cli;
    const Answer answer = cli.bare(words("skills list --json") + cli.globals());
    QCOMPARE(answer.status, 0);
    QVERIFY(answer.json()["skills"].is_array());
}

void TestCliSurroundings::takesSkillsCalledLikeVerbs()
{
    const Cli cli;
    for (const char *name : {"list", "show", "doctor", "demo", "skills", "present"}) {
        const QString folder = QString::fromLatin1(name);
        cli.tree().file(Cli::custom(folder + QStringLiteral("/SKILL.md")), skillText(name, "x"));
        const Answer answer = cli.run({QStringLiteral("skills"), QStringLiteral("show"), folder});
        QVERIFY2(answer.status == 0, answer.all().constData());
        QCOMPARE(answer.out, skillText(name, "x"));
    }
}

void TestCliSurroundings::choosesTheUser()
{
    const Cli cli;
    cli.tree().file(QStringLiteral("project/home/users/b-2/skills/custom/other/SKILL.md"), skillText("other", "x"));
    QCOMPARE(cli.run("skills show other").status, 3); // default is chosen
    QCOMPARE(cli.run("--user b-2 skills show other").status, 0);
    const Answer missing = cli.run("--user nobody skills list");
    QCOMPARE(missing.status, 3);
    QVERIFY2(missing.err.contains("b-2") && missing.err.contains("default"), missing.err.constData());
    QVERIFY(QDir().rename(cli.tree().path(QStringLiteral("project/home/users/default")), cli.tree().path(QStringLiteral("project/home/users/a-1"))));
    const Answer several = cli.run("skills list");
    QCOMPARE(several.status, 3);
    QVERIFY2(several.err.contains("--user") && several.err.contains("a-1"), several.err.constData());
    QVERIFY(QDir(cli.tree().path(QStringLiteral("project/home/users/b-2"))).removeRecursively());
    QCOMPARE(cli.run("skills show notes").status, 0); // the only one
}

void TestCliSurroundings::tellsAnUnreachableDatabase()
{
    const Cli cli;
    // A folder without a server's socket in it fails at once.
    const QString url = QStringLiteral("postgresql://deer:hushhush@/flow?host=%1").arg(cli.tree().path(QStringLiteral("work")));
    const Answer answer = cli.bare(cli.globals() + QStringList{QStringLiteral("--database"), url, QStringLiteral("--user"),
                                                               QStringLiteral("x@example.org"), QStringLiteral("skills"), QStringLiteral("list")});
    QCOMPARE(answer.status, 10);
    QVERIFY2(!answer.err.contains("hushhush"), answer.err.constData());
    cli.tree().file(QStringLiteral("work/broken.db"), QByteArray(4096, 'x'));
    const Answer damaged = cli.run("--database sqlite:///broken.db --user x@example.org skills list");
    QCOMPARE(damaged.status, 9);
    QVERIFY2(damaged.err.contains("broken.db"), damaged.err.constData());
    // Whoever needs no database is not kept from working.
    QCOMPARE(cli.bare(cli.globals() + QStringList{QStringLiteral("--database"), url, QStringLiteral("skills"), QStringLiteral("list")}).status, 0);
}

void TestCliSurroundings::findsTheInstallationByItself()
{
    const Cli cli;
    const Answer environment =
        cli.bare(words("skills show notes"), {}, {{QStringLiteral("DEER_FLOW_HOME"), cli.tree().path(QStringLiteral("project/home"))}});
    QVERIFY2(environment.status == 0, environment.all().constData());
    const Answer config = cli.bare({QStringLiteral("--config"), cli.tree().path(QStringLiteral("project/config.yaml")), QStringLiteral("skills"),
                                    QStringLiteral("list"), QStringLiteral("--category"), QStringLiteral("public"), QStringLiteral("--json")});
    QVERIFY2(config.status == 0, config.all().constData());
    QCOMPARE(config.json()["skills"].size(), std::size_t(1));
    const Answer nothing = cli.bare(words("skills list"));
    QCOMPARE(nothing.status, 3);
    QVERIFY2(nothing.err.contains("--home"), nothing.err.constData());
}

void TestCliSurroundings::examines()
{
    const Cli cli;
    cli.tree().file(Cli::custom(QStringLiteral("notes/tmpab12_xyz")), "left");
    cli.tree().file(Cli::custom(QStringLiteral(".trash/x/SKILL.md")), "12345");
    const Answer answer = cli.json("doctor");
    QVERIFY2(answer.status == 0, answer.all().constData());
    const Json document = answer.json();
    bool homeSeen = false;
    for (const Json &path : document["paths"]) {
        for (const char *key : {"name", "path", "rule", "exists", "problem"})
            QVERIFY2(path.contains(key), key);
        if (path["name"] == "home") {
            homeSeen = true;
            QCOMPARE(toQString(path["rule"]), QStringLiteral("given with --home"));
        }
    }
    QVERIFY(homeSeen);
    QCOMPARE(document["users"].size(), std::size_t(1));
    const Json user = document["users"][0];
    QCOMPARE(toQString(user["id"]), QStringLiteral("default"));
    QCOMPARE(user["histories"]["files"].get<int>(), 2);
    QCOMPARE(user["trash"]["bytes"].get<int>(), 5);
    QVERIFY(!user["lock"]["held"].get<bool>());
    QVERIFY(document["gateway"].contains("answers"));
    QStringList areas;
    for (const Json &finding : document["findings"]) {
        for (const char *key : {"severity", "area", "user", "path", "line", "message", "advice"})
            QVERIFY2(finding.contains(key), key);
        areas.append(toQString(finding["area"]));
    }
    QVERIFY2(areas.contains(QStringLiteral("leftovers")) && areas.contains(QStringLiteral("skills")), answer.out.constData());
}

void TestCliSurroundings::examinesForPeople()
{
    const Cli cli;
    const Answer answer = cli.run("doctor");
    QCOMPARE(answer.status, 0);
    QCOMPARE(answer.err, QByteArray());
    for (const char *text : {"given with --home", "default", "error: ", "broken", "free"})
        QVERIFY2(answer.out.contains(text), answer.out.constData());
    QCOMPARE(cli.run("--user nobody doctor").status, 3);
}

void TestCliSurroundings::hearsAGateway()
{
    const Cli cli;
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    connect(&server, &QTcpServer::newConnection, &server, [&server] {
        QTcpSocket *socket = server.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, socket, [socket] {
            const QByteArray body = R"({"status":"healthy","service":"deer-flow-gateway"})";
            socket->write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
            socket->disconnectFromHost();
        });
    });
    QProcess process;
    cli.start(process, cli.globals() + words("--json doctor"), {{QStringLiteral("GATEWAY_PORT"), QString::number(server.serverPort())}});
    QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 60000);
    const Answer answer = Cli::finish(process);
    QCOMPARE(answer.status, 0);
    QVERIFY2(answer.json()["gateway"]["answers"].get<bool>(), answer.out.constData());
    QCOMPARE(toQString(answer.json()["gateway"]["state"]), QStringLiteral("answers"));
}

void TestCliSurroundings::keepsSecrets()
{
    const Cli cli;
    cli.tree().file(QStringLiteral("project/config.yaml"),
                    "models:\n  - api_key: $DEER_KEY\ndatabase:\n  backend: postgres\n  postgres_url: $DEER_URL\n");
    const QString url = QStringLiteral("postgresql://deer:hushhush@/flow?host=%1").arg(cli.tree().path(QStringLiteral("work")));
    for (const char *line : {"doctor", "--json doctor", "--user x skills list"}) {
        const Answer answer = cli.bare(cli.globals() + words(line), {},
                                       {{QStringLiteral("DEER_KEY"), QStringLiteral("sk-topsecret")}, {QStringLiteral("DEER_URL"), url}});
        QVERIFY2(!answer.all().contains("hushhush") && !answer.all().contains("sk-topsecret"), answer.all().constData());
    }
}

void TestCliSurroundings::writesTheDemo()
{
    const Cli cli;
    const QString folder = cli.tree().path(QStringLiteral("demo"));
    const Answer made = cli.bare({QStringLiteral("--json"), QStringLiteral("demo"), folder});
    QVERIFY2(made.status == 0, made.all().constData());
    QCOMPARE(toQString(made.json()["path"]), folder);
    QVERIFY(made.json()["users"].size() == 2);
    const QStringList home{QStringLiteral("--home"), toQString(made.json()["home"])};
    QCOMPARE(cli.bare(home + words("doctor")).status, 0);
    QVERIFY(cli.bare(home + words("--json skills list --category custom")).json()["skills"].size() >= 5);
    const auto before = cli.tree().snapshot(QStringLiteral("demo"));
    const Answer again = cli.bare({QStringLiteral("demo"), folder});
    QVERIFY2(again.status == 4, again.all().constData());
    QCOMPARE(cli.tree().snapshot(QStringLiteral("demo")), before);
    // From a relative name, and found from there.
    QVERIFY(cli.bare({QStringLiteral("demo"), QStringLiteral("here")}).status == 0);
    QVERIFY(QFileInfo::exists(cli.tree().path(QStringLiteral("work/here/config.yaml"))));
    QCOMPARE(cli.bare({QStringLiteral("--home"), QStringLiteral("here"), QStringLiteral("skills"), QStringLiteral("list")}).status, 0);
}

void TestCliSurroundings::saysWhatItCounts()
{
    const Cli cli;
    const Answer list = cli.run("skills list");
    QVERIFY2(list.out.contains("User default: 5 skills (3 custom, 1 public, 1 deleted), 1 of them unreadable.\n"), list.out.constData());
    QVERIFY(cli.run("doctor").out.contains("CUSTOM SKILLS"));
    const Answer demo = cli.bare(words("demo here"));
    QVERIFY2(demo.out.contains(" skills of 2 users (shared ones included), "), demo.out.constData());
}

QTEST_GUILESS_MAIN(TestCliSurroundings)
#include "tst_cli_surroundings.moc"
