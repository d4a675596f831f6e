// SPDX-License-Identifier: GPL-3.0-or-later
//
// The verbs on whole skills: what is on disk afterwards, and what a script is told.
#include "cli_fixture.h"

#include <QDir>
#include <QTest>

using namespace verderer;
using verderer::test::Answer;
using verderer::test::Cli;
using verderer::test::skillText;

namespace {

QStringList words(const char *line)
{
    return QString::fromUtf8(line).split(u' ');
}

QByteArray idOf(const Json &json, const char *key)
{
    return QByteArray::fromStdString(json[key].get<std::string>());
}

} // namespace

class TestCliFolders : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void createsFromFields()
    {
        const Cli cli;
        const Answer answer =
            cli.run(QStringList(words("--json skills create weekly --license MIT --allowed-tool yes --metadata on=1:30 --description"))
                    << QStringLiteral("Use when: it's Friday # really"));
        QVERIFY2(answer.status == 0, answer.all().constData());
        QVERIFY(answer.json()["name"] == "weekly");
        QVERIFY(answer.json()["changed"] == true);
        const QByteArray text = cli.skill(QStringLiteral("weekly/SKILL.md"));
        QVERIFY(answer.json()["sha256"] == sha256Hex(text).toStdString());
        QVERIFY(text.contains("description: 'Use when: it''s Friday # really'\n"));
        QVERIFY(text.contains("  - 'yes'\n"));
        const QList<Json> history = cli.history(QStringLiteral("weekly"));
        QCOMPARE(history.size(), 1);
        QVERIFY(history[0]["action"] == "create");
        QVERIFY(history[0]["prev_content"].is_null());
        const Answer shown = cli.run(words("skills validate --name weekly") << cli.tree().path(Cli::custom(QStringLiteral("weekly/SKILL.md"))));
        QCOMPARE(shown.status, 0);
    }

    void refusesANameThatIsTaken()
    {
        const Cli cli;
        const auto before = cli.snapshot();
        const Answer answer = cli.run(words("--json skills create notes --description x"));
        QCOMPARE(answer.status, 4);
        QVERIFY(answer.error()["code"] == "AlreadyExists");
        QCOMPARE(cli.snapshot(), before);
    }

    void refusesWhatDeerFlowWould()
    {
        const Cli cli;
        const auto before = cli.snapshot();
        QCOMPARE(cli.run(words("skills create Bad_Name --description x")).status, 5);
        QCOMPARE(cli.run(words("skills create good --description a<b")).status, 5);
        QCOMPARE(cli.run(words("skills create good")).status, 2);
        QCOMPARE(cli.snapshot(), before);
    }

    /// T32: told before, and nothing written.
    void tellsWhatAFirstSkillHides()
    {
        const Cli cli;
        for (const char *name : {"old-one", "old-two"})
            cli.tree().file(QStringLiteral("project/skills/custom/%1/SKILL.md").arg(QString::fromLatin1(name)), skillText(name, "Shared\n"));
        cli.tree().folder(QStringLiteral("project/home/users/newcomer"));
        const auto before = cli.snapshot();
        const Answer dry = cli.run(words("--json --user newcomer skills create first --description x --dry-run"));
        QVERIFY2(dry.status == 0, dry.all().constData());
        QCOMPARE(dry.json()["warnings"].size(), std::size_t(1));
        QVERIFY(idOf(Json{{"w", dry.json()["warnings"][0]}}, "w")
                    .startsWith("2 shared skills will no longer be listed for this user (old-one, old-two)"));
        QCOMPARE(cli.snapshot(), before);
        const Answer done = cli.run(words("--json --user newcomer skills create first --description x"));
        QCOMPARE(done.status, 0);
        QVERIFY(done.json()["warnings"] == dry.json()["warnings"]);
        const Answer second = cli.run(words("--json --user newcomer skills create help --description x --dry-run"));
        QCOMPARE(second.json()["warnings"].size(), std::size_t(1));
        QVERIFY(idOf(Json{{"w", second.json()["warnings"][0]}}, "w").contains("/help"));
    }

    void copiesWithItsFiles()
    {
        const Cli cli;
        cli.tree().file(QStringLiteral("project/skills/public/shared/scripts/a.sh"), "#!/bin/sh\n");
        const Answer answer = cli.run(words("skills copy shared --category public --as our-shared"));
        QVERIFY2(answer.status == 0, answer.all().constData());
        QCOMPARE(cli.skill(QStringLiteral("our-shared/SKILL.md")), skillText("our-shared", "For all\n"));
        QCOMPARE(cli.skill(QStringLiteral("our-shared/scripts/a.sh")), QByteArray("#!/bin/sh\n"));
    }

    void copiesToOthersEachForItself()
    {
        const Cli cli;
        cli.tree().folder(QStringLiteral("project/home/users/bob"));
        cli.tree().folder(QStringLiteral("project/home/users/carol"));
        cli.tree().file(QStringLiteral("project/home/users/carol/skills/custom/notes/SKILL.md"), skillText("notes", "Carol's\n"));
        const Answer answer = cli.run(words("--json --user default skills copy notes --to bob --to carol --to nobody"));
        QVERIFY2(answer.status == 11, answer.all().constData());
        const Json results = answer.json()["results"];
        QCOMPARE(results.size(), std::size_t(3));
        QVERIFY(results[0]["user"] == "bob");
        QVERIFY(results[0]["changed"] == true);
        QVERIFY(results[1]["error"]["code"] == "AlreadyExists");
        QVERIFY(results[2]["error"]["code"] == "NotFound");
        QCOMPARE(cli.tree().bytes(QStringLiteral("project/home/users/bob/skills/custom/notes/references/areas.md")), QByteArray("areas 2\n"));
        QCOMPARE(cli.tree().bytes(QStringLiteral("project/home/users/carol/skills/custom/notes/SKILL.md")), skillText("notes", "Carol's\n"));
    }

    void deletesAndRestoresTheWholeFolder()
    {
        const Cli cli;
        const Answer deleted = cli.run(words("--json skills delete notes --note Replaced"));
        QVERIFY2(deleted.status == 0, deleted.all().constData());
        const Json result = deleted.json()["results"][0];
        QVERIFY(!QFileInfo::exists(cli.tree().path(Cli::custom(QStringLiteral("notes")))));
        QVERIFY(cli.history(QStringLiteral("notes")).last()["action"] == "human_delete");
        QVERIFY(cli.history(QStringLiteral("notes")).last()["trashed"] == result["place"]);
        const Answer listed = cli.run(words("--json skills trash list"));
        QCOMPARE(listed.json()["trash"].size(), std::size_t(1));
        QVERIFY(listed.json()["trash"][0]["place"] == result["place"]);
        QVERIFY(listed.json()["trash"][0]["files"] == 2);

        const Answer restored = cli.run(words("--json skills restore notes"));
        QVERIFY2(restored.status == 0, restored.all().constData());
        QVERIFY(restored.json()["changed"] == true);
        QCOMPARE(cli.skill(QStringLiteral("notes/SKILL.md")), cli.third);
        QCOMPARE(cli.skill(QStringLiteral("notes/references/areas.md")), QByteArray("areas 2\n"));
        const Json record = cli.history(QStringLiteral("notes")).last();
        QVERIFY(record["action"] == "rollback");
        QVERIFY(record["rollback_from_ts"] == result["record_ts"]);

        const Answer again = cli.run(words("--json skills restore notes"));
        QCOMPARE(again.status, 0);
        QVERIFY(again.json()["changed"] == false);
        QCOMPARE(cli.history(QStringLiteral("notes")).size(), 5);
    }

    /// What DeerFlow deleted has no folder in the trash.
    void restoresFromTheHistoryAlone()
    {
        const Cli cli;
        const Answer listed = cli.run(words("--json skills restore"));
        QCOMPARE(listed.json()["deleted"].size(), std::size_t(1));
        QVERIFY(listed.json()["deleted"][0]["name"] == "gone");
        QVERIFY(listed.json()["deleted"][0]["place"].is_null());
        const Answer answer = cli.run(words("--json skills restore gone"));
        QVERIFY2(answer.status == 0, answer.all().constData());
        QCOMPARE(cli.skill(QStringLiteral("gone/SKILL.md")), skillText("gone", "Was here\n"));
        QCOMPARE(answer.json()["warnings"].size(), std::size_t(1));
    }

    void neverRestoresOverAnother()
    {
        const Cli cli;
        QCOMPARE(cli.run(words("skills delete notes")).status, 0);
        QCOMPARE(cli.run(words("skills create notes --description Another")).status, 0);
        const QByteArray present = cli.skill(QStringLiteral("notes/SKILL.md"));
        const Answer answer = cli.run(words("--json skills restore notes"));
        QCOMPARE(answer.status, 4);
        QVERIFY(answer.error()["code"] == "AlreadyExists");
        QCOMPARE(cli.skill(QStringLiteral("notes/SKILL.md")), present);
        QCOMPARE(cli.run(words("skills restore nothing")).status, 3);
        QCOMPARE(cli.run(words("skills restore notes --place ../../etc")).status, 3);
    }

    void deletionStopsAtAnotherBase()
    {
        const Cli cli;
        const auto before = cli.snapshot();
        const Answer answer = cli.run(words("--json skills delete notes --base") << sha256Hex(cli.first));
        QCOMPARE(answer.status, 4);
        QVERIFY(answer.error()["code"] == "Conflict");
        QCOMPARE(cli.snapshot(), before);
        QCOMPARE(cli.run(words("--json skills delete notes nothing")).status, 11);
    }

    void emptiesTheTrashOnlyAsTold()
    {
        const Cli cli;
        QCOMPARE(cli.run(words("skills delete notes fresh")).status, 0);
        QCOMPARE(cli.run(words("skills trash empty")).status, 2);
        const Answer dry = cli.run(words("--json skills trash empty --all --dry-run"));
        QCOMPARE(dry.json()["would_remove"].size(), std::size_t(2));
        QCOMPARE(cli.run(words("--json skills trash empty --older-than 1d")).json()["removed"].size(), std::size_t(0));
        QCOMPARE(cli.run(words("--json skills trash empty --name fresh")).json()["removed"].size(), std::size_t(1));
        const Json left = cli.run(words("--json skills trash list")).json()["trash"];
        QCOMPARE(left.size(), std::size_t(1));
        QVERIFY(left[0]["name"] == "notes");
        const Answer all = cli.run(words("--json skills trash empty --all"));
        QVERIFY2(all.status == 0, all.all().constData());
        QCOMPARE(all.json()["removed"].size(), std::size_t(1));
        const QDir trash(cli.tree().path(Cli::custom(QStringLiteral(".trash"))));
        QCOMPARE(trash.entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList(QStringLiteral("deleted")));
        QVERIFY(cli.history(QStringLiteral("notes")).last()["prev_content"] == cli.third.toStdString());
    }

    /// T34: nothing may be written there, and the answer says so.
    void saysThatTheFolderIsReadOnly()
    {
        if (::geteuid() == 0)
            return; // permissions bind nobody then; tst_folder_faults fails every step instead
        const Cli cli;
        const QString custom = cli.tree().path(QStringLiteral("project/home/users/default/skills/custom"));
        QVERIFY(QFile::setPermissions(custom, QFile::ReadOwner | QFile::ExeOwner));
        const Answer answer = cli.run(words("--json skills create weekly --description x"));
        QVERIFY(QFile::setPermissions(custom, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        QCOMPARE(answer.status, 8);
        QVERIFY(answer.error()["code"] == "ReadOnly");
    }
};

QTEST_GUILESS_MAIN(TestCliFolders)
#include "tst_cli_folders.moc"
