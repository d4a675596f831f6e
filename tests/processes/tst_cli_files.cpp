// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_fixture.h"

#include <QFile>
#include <QFileInfo>
#include <QTest>

using namespace verderer;
using verderer::test::Answer;
using verderer::test::Cli;
using Qt::StringLiterals::operator""_s;

namespace {

const QString areas = u"notes/references/areas.md"_s;
const QByteArray image("\x89PNG\r\n\x1a\n\0\xff", 10);

QString textOf(const Json &object, const char *key)
{
    return stringMember(object, key).value_or(QString());
}

} // namespace

/// `skills files …`: the support files of a skill.
class TestCliFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsAndShows()
    {
        const Cli cli;
        cli.tree().file(Cli::custom(u"notes/assets/logo.png"_s), image);
        QVERIFY(QFile::link(u"/etc/passwd"_s, cli.tree().path(Cli::custom(u"notes/assets/out"_s))));
        const Answer list = cli.json("skills files list notes");
        QVERIFY2(list.status == 0, list.all().constData());
        const Json files = list.json()["files"];
        QCOMPARE(files.size(), std::size_t(6));
        QCOMPARE(textOf(files[0], "path"), u"SKILL.md"_s);
        QCOMPARE(textOf(files[2], "kind"), u"binary"_s);
        QCOMPARE(files[2]["size"].get<int>(), 10);
        QCOMPARE(textOf(files[3], "link"), u"outside"_s);
        QCOMPARE(textOf(files[3], "link_target"), u"/etc/passwd"_s);
        const Answer table = cli.run("skills files list notes");
        QVERIFY2(table.out.contains("/etc/passwd (outside)"), table.all().constData());

        QCOMPARE(cli.run("skills files show notes references/areas.md").out, QByteArray("areas 2\n"));
        QCOMPARE(cli.run("skills files show notes assets/logo.png").out, image);
        const Json shown = cli.json("skills files show notes references/areas.md").json();
        QCOMPARE(textOf(shown, "content"), u"areas 2\n"_s);
        QCOMPARE(textOf(shown, "sha256"), sha256Hex("areas 2\n"));
        QCOMPARE(cli.run("skills files show notes assets/out").status, 5);
        QCOMPARE(cli.run("skills files show notes assets/none").status, 3);
        cli.tree().file(u"project/skills/public/shared/references/a.md"_s, "public\n");
        QCOMPARE(cli.run("skills files show shared references/a.md --category public").out, QByteArray("public\n"));
        QCOMPARE(cli.run("skills files show shared ../shared/SKILL.md --category public").status, 3);
    }

    void writesFromFileAndStandardInput()
    {
        const Cli cli;
        const QStringList write = u"skills files write notes references/areas.md --file -"_s.split(u' ');
        const Answer saved = cli.json(write + QStringList{u"--note"_s, u"three now"_s}, "areas 3\n");
        QVERIFY2(saved.status == 0, saved.all().constData());
        QVERIFY(saved.json()["changed"].get<bool>());
        QCOMPARE(cli.skill(areas), QByteArray("areas 3\n"));
        const Json last = cli.history(u"notes"_s).last();
        QCOMPARE(textOf(last, "action"), u"write_file"_s);
        QCOMPARE(textOf(last, "file_path"), u"references/areas.md"_s);
        QCOMPARE(textOf(last, "prev_content"), u"areas 2\n"_s);
        QCOMPARE(textOf(last, "note"), u"three now"_s);
        QVERIFY(!cli.json(write, "areas 3\n").json()["changed"].get<bool>());

        cli.tree().file(u"work/logo.png"_s, image);
        const Answer refused = cli.run("skills files write notes assets/logo.png --file logo.png");
        QCOMPARE(refused.status, 5);
        QVERIFY2(refused.err.contains("--binary"), refused.all().constData());
        QCOMPARE(cli.run("skills files write notes assets/logo.png --file logo.png --binary").status, 0);
        QCOMPARE(cli.skill(u"notes/assets/logo.png"_s), image);
        cli.tree().file(u"work/run.sh"_s, "#!/bin/sh\n");
        QCOMPARE(cli.run("skills files write notes scripts/run.sh --file run.sh --executable").status, 0);
        QVERIFY(QFileInfo(cli.tree().path(Cli::custom(u"notes/scripts/run.sh"_s))).isExecutable());
    }

    void refusalsAndConflicts()
    {
        const Cli cli;
        const auto before = cli.snapshot();
        const auto write = [&](const char *line, const QByteArray &input) { return cli.json(QString::fromUtf8(line).split(u' '), input); };
        QCOMPARE(write("skills files write notes references/areas.md --file - --new", "x\n").status, 4);
        const QString stale = u"skills files write notes references/areas.md --file - --base "_s + sha256Hex("areas 1\n");
        const Answer conflict = write(stale.toUtf8().constData(), "x\n");
        QCOMPARE(conflict.status, 4);
        QVERIFY2(conflict.error()["message"].get<std::string>().find(sha256Hex("areas 2\n").toStdString()) != std::string::npos,
                 conflict.all().constData());
        QCOMPARE(write("skills files write notes scripts/a.sh --file -", "rm -rf /\n").status, 6);
        QCOMPARE(write("skills files write notes notes.md --file -", "x\n").status, 5);
        QCOMPARE(write("skills files write notes SKILL.md --file -", "x\n").status, 5);
        QCOMPARE(write("skills files write gone references/a.md --file -", "x\n").status, 3);
        QCOMPARE(cli.run("skills files write notes references/a.md").status, 2);
        QCOMPARE(cli.run("skills files").status, 2);
        QCOMPARE(cli.snapshot(), before);
    }

    void dryRunsWriteNothing()
    {
        const Cli cli;
        const auto before = cli.snapshot();
        const Answer add = cli.json(u"skills files write notes references/b.md --file - --dry-run"_s.split(u' '), "x\n");
        QVERIFY2(add.status == 0, add.all().constData());
        QVERIFY(add.json()["would_change"].get<bool>() && add.json()["present_sha256"].is_null());
        QCOMPARE(textOf(add.json()["scanner"], "decision"), u"allow"_s);
        QCOMPARE(cli.run(u"skills files write notes scripts/a.sh --file - --dry-run"_s.split(u' '), "rm -rf /\n").status, 6);
        QCOMPARE(cli.run("skills files remove notes references/areas.md --dry-run").status, 0);
        QCOMPARE(cli.run("skills files remove notes references/none.md --dry-run").status, 3);
        QCOMPARE(cli.run("skills files rename notes references/areas.md references/b.md --dry-run").status, 0);
        QCOMPARE(cli.run("skills files rename notes references/areas.md references/areas.md --dry-run").status, 4);
        QCOMPARE(cli.snapshot(), before);
    }

    void removesRenamesAndRollsBack()
    {
        const Cli cli;
        const Answer renamed = cli.json("skills files rename notes references/areas.md references/fields.md");
        QVERIFY2(renamed.status == 0, renamed.all().constData());
        QCOMPARE(cli.skill(u"notes/references/fields.md"_s), QByteArray("areas 2\n"));
        QCOMPARE(cli.skill(areas), QByteArray());
        QCOMPARE(cli.history(u"notes"_s).size(), 5);
        const Answer removed = cli.json("skills files remove notes references/fields.md");
        QVERIFY2(removed.status == 0, removed.all().constData());
        const Json last = cli.history(u"notes"_s).last();
        QCOMPARE(textOf(last, "action"), u"remove_file"_s);
        QVERIFY(last["new_content"].is_null());
        QCOMPARE(cli.skill(textOf(last, "trashed")), QByteArray("areas 2\n"));
        const Answer back = cli.run(u"skills rollback notes --to"_s.split(u' ') << textOf(removed.json(), "record_id"));
        QVERIFY2(back.status == 0, back.all().constData());
        QCOMPARE(cli.skill(u"notes/references/fields.md"_s), QByteArray("areas 2\n"));
        QCOMPARE(cli.skill(u"notes/SKILL.md"_s), cli.third);
    }
};

QTEST_GUILESS_MAIN(TestCliFiles)
#include "tst_cli_files.moc"
