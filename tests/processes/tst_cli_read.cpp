// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_fixture.h"

#include <QTest>

using namespace verderer;
using verderer::test::Answer;
using verderer::test::Cli;
using verderer::test::record;
using verderer::test::skillText;

/// The verbs that only look, as scripts see them: the shape of their JSON, their exit statuses, and that nothing on disk moves.
class TestCliRead : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsEverySkill();
    void listsOnlyProblems();
    void listsOneCategory();
    void listsForPeople();
    void showsBytes();
    void showsAsJson();
    void showsAnotherCategory();
    void saysWhereASkillIs();
    void validates_data();
    void validates();
    void validatesStandardInput();
    void showsHistory();
    void limitsHistory();
    void showsDamagedHistory();
    void showsHistoryForPeople();
    void showsNoHistory();
    void showsTheHistoryOfADeletedSkill();
    void comparesByDefault();
    void comparesVersions_data();
    void comparesVersions();
    void comparesSupportFiles();
    void comparesLineEndings();
    void comparesAsJson();
    void changesNothing();
};

namespace {
QStringList keysOf(const Json &object)
{
    QStringList keys;
    for (const auto &[key, value] : object.items())
        keys.append(QString::fromStdString(key));
    return keys;
}

Json skillOf(const Json &document, const char *directory)
{
    for (const Json &skill : document["skills"]) {
        if (skill["directory"] == directory)
            return skill;
    }
    return {};
}
} // namespace

void TestCliRead::listsEverySkill()
{
    const Cli cli;
    const Answer answer = cli.json("skills list");
    QCOMPARE(answer.status, 0);
    QCOMPARE(answer.err, QByteArray());
    const Json document = answer.json();
    QCOMPARE(document["skills"].size(), std::size_t(5));
    QCOMPARE(document["unreadable"].get<int>(), 1);
    const Json notes = skillOf(document, "notes");
    QCOMPARE(keysOf(notes).mid(0, 6), QStringList({QStringLiteral("name"), QStringLiteral("directory"), QStringLiteral("category"),
                                                   QStringLiteral("enabled"), QStringLiteral("editable"), QStringLiteral("description")}));
    QCOMPARE(toQString(notes["name"]), QStringLiteral("notes"));
    QCOMPARE(toQString(notes["category"]), QStringLiteral("custom"));
    QCOMPARE(toQString(notes["description"]), QStringLiteral("Says things"));
    QVERIFY(notes["enabled"].get<bool>());
    QVERIFY(notes["editable"].get<bool>());
    QVERIFY(notes["problems"].is_array());
    const Json broken = skillOf(document, "broken");
    QVERIFY(!broken["listed"].get<bool>());
    const Json problem = broken["problems"][0];
    QCOMPARE(toQString(problem["kind"]), QStringLiteral("yaml-error"));
    QCOMPARE(problem["line"].get<int>(), 3);
    QVERIFY(problem["column"].get<int>() > 1);
    QVERIFY(!toQString(problem["message"]).isEmpty());
    QCOMPARE(toQString(skillOf(document, "shared")["category"]), QStringLiteral("public"));
    QVERIFY(!skillOf(document, "shared")["editable"].get<bool>());
    QVERIFY(skillOf(document, "gone")["deleted"].get<bool>());
}

void TestCliRead::listsOnlyProblems()
{
    const Cli cli;
    const Json document = cli.json("skills list --problems").json();
    QVERIFY(!skillOf(document, "broken").is_null());
    QVERIFY(skillOf(document, "notes").is_null());
    for (const Json &skill : document["skills"])
        QVERIFY(!skill["problems"].empty());
}

void TestCliRead::listsOneCategory()
{
    const Cli cli;
    const Json document = cli.json("skills list --category public").json();
    QCOMPARE(document["skills"].size(), std::size_t(1));
    QCOMPARE(toQString(document["skills"][0]["directory"]), QStringLiteral("shared"));
}

void TestCliRead::listsForPeople()
{
    const Cli cli;
    const Answer answer = cli.run("skills list");
    QCOMPARE(answer.status, 0);
    QVERIFY2(answer.out.contains("line 3, column"), answer.out.constData());
    QVERIFY2(answer.out.contains("1 of them unreadable"), answer.out.constData());
    QVERIFY2(!answer.out.contains('\x1b'), "no colours where nobody looks");
    // Columns stand under their headings.
    const QList<QByteArray> lines = answer.out.split('\n');
    const qsizetype column = lines.first().indexOf("DIRECTORY");
    QVERIFY(column > 0);
    for (const QByteArray &line : lines) {
        if (line.startsWith("custom") && line.contains("notes"))
            QCOMPARE(line.indexOf("notes"), column);
    }
}

void TestCliRead::showsBytes()
{
    const Cli cli;
    QByteArray text("---\r\nname: odd\r\ndescription: x\r\n---\r\nA\xc2\xa0");
    text += "B\xe2\x80\xa8";
    text += "C no newline ";
    text.append('\0');
    text += "\xf0\x9f\x98\x80";
    cli.tree().file(Cli::custom(QStringLiteral("odd/SKILL.md")), text);
    const Answer answer = cli.run("skills show odd");
    QCOMPARE(answer.status, 0);
    QCOMPARE(answer.out, text);
}

void TestCliRead::showsAsJson()
{
    const Cli cli;
    const Json document = cli.json("skills show notes").json();
    QCOMPARE(document["content"].get<std::string>(), cli.third.toStdString());
    QCOMPARE(toQString(document["sha256"]), sha256Hex(cli.third));
    QCOMPARE(toQString(document["directory"]), QStringLiteral("notes"));
    cli.tree().file(Cli::custom(QStringLiteral("latin/SKILL.md")), "---\nname: latin\n---\n\xe4");
    const Json latin = cli.json("skills show latin").json();
    QVERIFY(latin["content"].is_null());
    QCOMPARE(QByteArray::fromBase64(QByteArray::fromStdString(latin["content_base64"].get<std::string>())),
             cli.skill(QStringLiteral("latin/SKILL.md")));
}

void TestCliRead::showsAnotherCategory()
{
    const Cli cli;
    const Answer answer = cli.run("skills show shared --category public");
    QCOMPARE(answer.status, 0);
    QCOMPARE(answer.out, skillText("shared", "For all\n"));
}

void TestCliRead::saysWhereASkillIs()
{
    const Cli cli;
    const Answer category = cli.run("skills show shared");
    QCOMPARE(category.status, 3);
    QVERIFY2(category.err.contains("--category public"), category.err.constData());
    const Answer deleted = cli.run("skills show gone");
    QCOMPARE(deleted.status, 3);
    QVERIFY2(deleted.err.contains("history gone"), deleted.err.constData());
    cli.tree().file(Cli::custom(QStringLiteral("folder/SKILL.md")), skillText("declared", "x\n"));
    const Answer declared = cli.json("skills show declared");
    QCOMPARE(declared.status, 3);
    QCOMPARE(declared.out, QByteArray());
    QCOMPARE(toQString(declared.error()["code"]), QStringLiteral("NotFound"));
    QVERIFY(toQString(declared.error()["message"]).contains(u"folder"));
    QVERIFY(declared.error()["details"].is_object());
}

void TestCliRead::validates_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("listed");
    QByteArray wide("\xff\xfe");
    for (const char c : skillText("demo", "x"))
        wide += {c, '\0'};
    QTest::newRow("valid") << skillText("demo", "x") << QStringLiteral("a.md") << QString() << QStringLiteral("ok") << true;
    QTest::newRow("valid by folder") << skillText("demo", "x") << QStringLiteral("demo/SKILL.md") << QString() << QStringLiteral("ok") << true;
    QTest::newRow("folder differs") << skillText("demo", "x") << QStringLiteral("other/SKILL.md") << QString() << QStringLiteral("name-mismatch")
                                    << true;
    QTest::newRow("name differs") << skillText("demo", "x") << QStringLiteral("a.md") << QStringLiteral("other") << QStringLiteral("name-mismatch")
                                  << true;
    QTest::newRow("name wins over folder") << skillText("demo", "x") << QStringLiteral("other/SKILL.md") << QStringLiteral("demo")
                                           << QStringLiteral("ok") << true;
    QTest::newRow("yaml") << skillText("demo", "x", "a: b") << QStringLiteral("a.md") << QString() << QStringLiteral("yaml-error") << false;
    QTest::newRow("blank") << skillText("demo", "x", "\"\"") << QStringLiteral("a.md") << QString() << QStringLiteral("description-blank") << false;
    QTest::newRow("bom") << QByteArray("\xef\xbb\xbf" + skillText("demo", "x")) << QStringLiteral("a.md") << QString()
                         << QStringLiteral("no-frontmatter") << false;
    QTest::newRow("utf-16") << wide << QStringLiteral("a.md") << QString() << QStringLiteral("not-utf8") << false;
    QTest::newRow("latin-1") << QByteArray(skillText("demo", "\xe4")) << QStringLiteral("a.md") << QString() << QStringLiteral("not-utf8") << false;
    QTest::newRow("empty") << QByteArray() << QStringLiteral("a.md") << QString() << QStringLiteral("no-frontmatter") << false;
}

void TestCliRead::validates()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, file);
    QFETCH(const QString, name);
    QFETCH(const QString, kind);
    QFETCH(const bool, listed);
    const Cli cli;
    cli.tree().file(QStringLiteral("work/") + file, text);
    QStringList arguments{QStringLiteral("--json"), QStringLiteral("skills"), QStringLiteral("validate"), file};
    if (!name.isEmpty())
        arguments << QStringLiteral("--name") << name;
    // Without any installation: judging a text needs none.
    const Answer answer = cli.bare(arguments);
    QCOMPARE(answer.status, kind == u"ok" ? 0 : 5);
    const Json document = answer.json();
    QCOMPARE(keysOf(document).mid(0, 6), QStringList({QStringLiteral("valid"), QStringLiteral("kind"), QStringLiteral("message"),
                                                      QStringLiteral("line"), QStringLiteral("column"), QStringLiteral("listed")}));
    QCOMPARE(toQString(document["kind"]), kind);
    QCOMPARE(document["valid"].get<bool>(), kind == u"ok");
    QCOMPARE(document["listed"].get<bool>(), listed);
    QCOMPARE(document["message"].is_null(), kind == u"ok");
    const Answer people = cli.bare(arguments.mid(1));
    QCOMPARE(people.status, answer.status);
    QVERIFY2(people.out.startsWith(file.toUtf8()), people.out.constData());
    // One fault is one line, also where the document names it twice: in DeerFlow's words, and by what it is.
    QCOMPARE(people.out.count(QByteArray(file.toUtf8() + ':')), 1);
}

void TestCliRead::validatesStandardInput()
{
    const Cli cli;
    const Answer answer = cli.bare({QStringLiteral("skills"), QStringLiteral("validate"), QStringLiteral("-")}, skillText("demo", "x"));
    QCOMPARE(answer.status, 0);
    QVERIFY2(answer.out.contains("valid, declares demo"), answer.out.constData());
}

void TestCliRead::showsHistory()
{
    const Cli cli;
    const Answer answer = cli.json("skills history notes");
    QCOMPARE(answer.status, 0);
    const Json records = answer.json()["records"];
    QCOMPARE(records.size(), std::size_t(3));
    QCOMPARE(keysOf(records[0]).mid(0, 8),
             QStringList({QStringLiteral("index"), QStringLiteral("id"), QStringLiteral("ts"), QStringLiteral("action"), QStringLiteral("author"),
                          QStringLiteral("decision"), QStringLiteral("prev_content"), QStringLiteral("new_content")}));
    for (int i = 0; i < 3; ++i)
        QCOMPARE(records[static_cast<std::size_t>(i)]["index"].get<int>(), i);
    QCOMPARE(records[0]["prev_content"].get<std::string>(), cli.first.toStdString());
    QCOMPARE(records[0]["new_content"].get<std::string>(), cli.second.toStdString());
    QCOMPARE(toQString(records[1]["ts"]), QStringLiteral("2026-11-02T08:00:00.5+00:00"));
    QCOMPARE(toQString(records[2]["file_path"]), QStringLiteral("references/areas.md"));
    QCOMPARE(toQString(records[2]["action"]), QStringLiteral("write_file"));
    QCOMPARE(toQString(records[0]["decision"]), QStringLiteral("allow"));
    const QByteArray line = record("2026-11-01T08:00:00+00:00", "human_edit", cli.first, cli.second).chopped(1);
    QCOMPARE(toQString(records[0]["id"]), sha256Hex(line));
}

void TestCliRead::limitsHistory()
{
    const Cli cli;
    const Json records = cli.json("skills history notes --limit 2").json()["records"];
    QCOMPARE(records.size(), std::size_t(2));
    QCOMPARE(records[0]["index"].get<int>(), 1);
    QCOMPARE(records[1]["index"].get<int>(), 2);
}

void TestCliRead::showsDamagedHistory()
{
    const Cli cli;
    const QByteArray a = record("2026-11-01T08:00:00+00:00", "human_edit", cli.first, cli.second);
    const QByteArray b = record("2026-11-02T08:00:00+00:00", "human_edit", cli.second, cli.third);
    cli.tree().file(Cli::custom(QStringLiteral(".history/notes.jsonl")), "not json\n" + a.chopped(1) + b + "{\"ts\": \"2026");
    const Answer answer = cli.json("skills history notes");
    QCOMPARE(answer.status, 0);
    const Json records = answer.json()["records"];
    QCOMPARE(records.size(), std::size_t(4));
    QCOMPARE(toQString(records[0]["state"]), QStringLiteral("damaged"));
    QVERIFY(records[0]["index"].is_null());
    QCOMPARE(records[0]["line"].get<int>(), 1);
    QCOMPARE(toQString(records[1]["state"]), QStringLiteral("glued"));
    QCOMPARE(records[1]["index"].get<int>(), 0);
    QCOMPARE(records[2]["index"].get<int>(), 1);
    QCOMPARE(toQString(records[3]["state"]), QStringLiteral("torn"));
    QVERIFY(!toQString(records[3]["problem"]).isEmpty());
    const Answer people = cli.run("skills history notes");
    QVERIFY2(people.out.contains("[torn]") && people.out.contains("[damaged]"), people.out.constData());
}

void TestCliRead::showsHistoryForPeople()
{
    const Cli cli;
    QByteArray bytes = cli.skill(QStringLiteral(".history/notes.jsonl"));
    bytes += record("2026-11-05T08:00:00+00:00", "human_edit", skillText("notes", "Unrecorded\n"), cli.third);
    cli.tree().file(Cli::custom(QStringLiteral(".history/notes.jsonl")), bytes);
    const Answer answer = cli.bare(cli.globals() + QStringList{QStringLiteral("skills"), QStringLiteral("history"), QStringLiteral("notes")}, {},
                                   {{QStringLiteral("TZ"), QStringLiteral("Asia/Shanghai")}});
    QVERIFY2(answer.out.contains("2026-11-01 16:00:00"), answer.out.constData()); // local time
    QVERIFY2(answer.out.contains("+1 -1"), answer.out.constData());
    QVERIFY2(answer.out.contains("outside"), answer.out.constData()); // the third record does not begin where the second ended
}

void TestCliRead::showsNoHistory()
{
    const Cli cli;
    const Answer answer = cli.json("skills history fresh");
    QCOMPARE(answer.status, 0);
    QVERIFY(answer.json()["records"].is_array());
    QVERIFY(answer.json()["records"].empty());
    QCOMPARE(cli.run("skills history nothing").status, 3);
    QCOMPARE(cli.run("skills history ../default").status, 5);
}

void TestCliRead::showsTheHistoryOfADeletedSkill()
{
    const Cli cli;
    const Json records = cli.json("skills history gone").json()["records"];
    QCOMPARE(records.size(), std::size_t(1));
    QVERIFY(records[0]["new_content"].is_null());
}

void TestCliRead::comparesByDefault()
{
    const Cli cli;
    const Answer answer = cli.run("skills diff notes");
    QCOMPARE(answer.status, 0);
    QVERIFY2(answer.out.contains("\n-Second\n+Third\n"), answer.out.constData());
    QVERIFY2(answer.out.startsWith("--- notes/SKILL.md (before record"), answer.out.constData());
    const Answer none = cli.run("skills diff fresh");
    QCOMPARE(none.status, 3);
    QVERIFY2(none.err.contains("no history yet"), none.err.constData());
}

void TestCliRead::comparesVersions_data()
{
    QTest::addColumn<QString>("versions");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("record against present") << QStringLiteral("0") << QByteArray("-Second\n+Third\n");
    QTest::newRow("record and record") << QStringLiteral("0 1") << QByteArray("-Second\n+Third\n");
    QTest::newRow("negative") << QStringLiteral("-3 present") << QByteArray("-Second\n+Third\n");
    QTest::newRow("before a record") << QStringLiteral("0^ 0") << QByteArray("-First\n+Second\n");
    QTest::newRow("before against present") << QStringLiteral("0^") << QByteArray("-First\n+Third\n");
    QTest::newRow("backwards") << QStringLiteral("present 0^") << QByteArray("-Third\n+First\n");
    QTest::newRow("same") << QStringLiteral("1 present") << QByteArray("No difference.\n");
}

void TestCliRead::comparesVersions()
{
    QFETCH(const QString, versions);
    QFETCH(const QByteArray, expected);
    const Cli cli;
    const Answer answer = cli.run(QStringList{QStringLiteral("skills"), QStringLiteral("diff"), QStringLiteral("notes")} + versions.split(u' '));
    QCOMPARE(answer.status, 0);
    QVERIFY2(answer.out.contains(expected), answer.all().constData());
}

void TestCliRead::comparesSupportFiles()
{
    const Cli cli;
    const Answer own = cli.run("skills diff notes -1^");
    QCOMPARE(own.status, 0);
    QVERIFY2(own.out.contains("-areas 1\n+areas 2\n"), own.all().constData());
    const Answer mixed = cli.run("skills diff notes -1 0");
    QCOMPARE(mixed.status, 5);
    QVERIFY2(mixed.err.contains("different files"), mixed.err.constData());
    QCOMPARE(cli.run("skills diff notes 17").status, 3);
    QCOMPARE(cli.run("skills diff notes nonsense").status, 2);
}

void TestCliRead::comparesLineEndings()
{
    const Cli cli;
    QByteArray crlf = cli.third;
    cli.tree().file(Cli::custom(QStringLiteral("notes/SKILL.md")), crlf.replace("\n", "\r\n"));
    const Answer answer = cli.run("skills diff notes 1");
    QCOMPARE(answer.status, 0);
    QCOMPARE(answer.out, QByteArray("Only the line endings differ.\n"));
}

void TestCliRead::comparesAsJson()
{
    const Cli cli;
    for (const char *line : {"skills diff notes 0^ 0 --format json", "--json skills diff notes 0^ 0"}) {
        const Answer answer = cli.run(line);
        QCOMPARE(answer.status, 0);
        const Json document = answer.json();
        QCOMPARE(document["added"].get<int>(), 1);
        QCOMPARE(document["removed"].get<int>(), 1);
        QVERIFY(!document["identical"].get<bool>());
        QCOMPARE(document["hunks"].size(), std::size_t(1));
        QCOMPARE(document["hunks"][0]["lines"][0]["op"].get<std::string>(), std::string("-"));
        QCOMPARE(document["hunks"][0]["lines"][0]["text"].get<std::string>(), std::string("First\n"));
        QVERIFY(document["unified"].get<std::string>().find("+Second") != std::string::npos);
    }
}

void TestCliRead::changesNothing()
{
    const Cli cli;
    const auto before = cli.tree().snapshot();
    for (const char *line :
         {"skills list", "skills show notes", "skills history notes", "skills diff notes", "skills rollback notes --to 0 --dry-run", "doctor"})
        QCOMPARE(cli.run(line).status, 0);
    QCOMPARE(cli.tree().snapshot(), before);
}

QTEST_GUILESS_MAIN(TestCliRead)
#include "tst_cli_read.moc"
