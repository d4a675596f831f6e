// SPDX-License-Identifier: GPL-3.0-or-later
// `skills export` and `skills install`.
#include "cli_fixture.h"
#include "support/zip_bytes.h"

#include <QDir>
#include <QTest>

using namespace verderer;
using namespace verderer::test;
using Qt::StringLiterals::operator""_s;

class TestCliPackages : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsExportedCanBeInstalled();
    void exportIsReproducibleAndBound();
    void previewsChangeNothing();
    void aTakenNameIsRefusedOrReplaced();
    void criticalFindingsRefuse();
    void severalHaveResultsOfTheirOwn();
    void usageIsTold_data();
    void usageIsTold();

private:
    using Members = std::initializer_list<std::pair<QByteArray, QByteArray>>;
    static QByteArray zipOf(Members members)
    {
        ZipBytes zip;
        for (const auto &[name, bytes] : members) {
            zip.add(name, bytes);
        }
        return zip.bytes();
    }
    static QByteArray bytesAt(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static QString put(const Cli &cli, const QString &name, const QByteArray &bytes)
    {
        cli.tree().file(u"work/"_s + name, bytes);
        return cli.tree().path(u"work/"_s + name);
    }
};

void TestCliPackages::whatIsExportedCanBeInstalled()
{
    const Cli cli;
    cli.tree().file(Cli::custom(u"notes/scripts/a.sh"_s), "#!/bin/sh\ntrue\n");
    const QString archive = cli.tree().path(u"work/notes.skill"_s);
    const Answer packed = cli.json({u"skills"_s, u"export"_s, u"notes"_s, u"--output"_s, archive});
    QVERIFY2(packed.status == 0, packed.all().constData());
    const Json exported = packed.json()["results"][0];
    QCOMPARE(exported["files"].size(), std::size_t(3));
    QVERIFY(cli.run("skills delete notes").status == 0);
    const Answer installed = cli.json({u"skills"_s, u"install"_s, archive});
    QVERIFY2(installed.status == 0, installed.all().constData());
    const Json outcome = installed.json()["results"][0];
    QVERIFY(outcome["changed"].get<bool>());
    QCOMPARE(toQString(outcome["name"]), u"notes"_s);
    QCOMPARE(toQString(outcome["revision"]), toQString(exported["revision"]));
    QCOMPARE(cli.tree().bytes(Cli::custom(u"notes/scripts/a.sh"_s)), QByteArray("#!/bin/sh\ntrue\n"));
    // Once more: nothing to do, and that is said.
    const Answer again = cli.run({u"skills"_s, u"install"_s, archive, u"--replace"_s});
    QVERIFY2(again.status == 0 && again.out.contains("already holds exactly this"), again.all().constData());
}

void TestCliPackages::exportIsReproducibleAndBound()
{
    const Cli cli;
    const Answer look = cli.json("skills export notes --dry-run");
    QCOMPARE(look.status, 0);
    const QString revision = toQString(look.json()["results"][0]["revision"]);
    QCOMPARE(revision.size(), 64);
    const QString first = cli.tree().path(u"work/a.skill"_s);
    const QString second = cli.tree().path(u"work/b.skill"_s);
    for (const QString &target : {first, second}) {
        QCOMPARE(cli.run({u"skills"_s, u"export"_s, u"notes"_s, u"--revision"_s, revision, u"--output"_s, target}).status, 0);
    }
    QVERIFY(!bytesAt(first).isEmpty());
    QCOMPARE(bytesAt(first), bytesAt(second));
    const Answer taken = cli.run({u"skills"_s, u"export"_s, u"notes"_s, u"--output"_s, first});
    QVERIFY2(taken.status == 4, taken.all().constData());
    cli.tree().file(Cli::custom(u"notes/new.txt"_s), "x");
    const Answer changed = cli.run({u"skills"_s, u"export"_s, u"notes"_s, u"--revision"_s, revision, u"--output"_s, first, u"--overwrite"_s});
    QVERIFY2(changed.status == 4, changed.all().constData());
    QCOMPARE(bytesAt(first), bytesAt(second));
}

void TestCliPackages::previewsChangeNothing()
{
    const Cli cli;
    const QString archive = put(cli, u"new.skill"_s, zipOf({{"new-one/SKILL.md", skillText("new-one", "Body\n")}, {"__MACOSX/x", "y"}}));
    const auto before = cli.snapshot();
    const Answer preview = cli.json({u"skills"_s, u"install"_s, archive, u"--dry-run"_s});
    QVERIFY2(preview.status == 0, preview.all().constData());
    const Json result = preview.json()["results"][0];
    QVERIFY(!result["would_be_refused"].get<bool>());
    QCOMPARE(result["files"].size(), std::size_t(1));
    QCOMPARE(toQString(result["left_out"][0]["kind"]), u"finder-junk"_s);
    const Answer text = cli.run({u"skills"_s, u"install"_s, archive, u"--dry-run"_s});
    QVERIFY2(text.out.contains("It would be installed.") && text.out.contains("SKILL.md"), text.all().constData());
    QCOMPARE(cli.run("skills export notes --dry-run").status, 0);
    QCOMPARE(cli.snapshot(), before);
}

void TestCliPackages::aTakenNameIsRefusedOrReplaced()
{
    const Cli cli;
    const QByteArray old = cli.tree().bytes(Cli::custom(u"notes/SKILL.md"_s));
    const QByteArray text = skillText("notes", "Another body\n");
    const QString archive = put(cli, u"notes.skill"_s, zipOf({{"SKILL.md", text}}));
    const auto before = cli.snapshot();
    const Answer refused = cli.run({u"skills"_s, u"install"_s, archive});
    QVERIFY2(refused.status == 4, refused.all().constData());
    QCOMPARE(cli.snapshot(), before);
    const Answer replaced = cli.json({u"skills"_s, u"install"_s, archive, u"--replace"_s, u"--note"_s, u"Newer"_s});
    QVERIFY2(replaced.status == 0, replaced.all().constData());
    QCOMPARE(cli.tree().bytes(Cli::custom(u"notes/SKILL.md"_s)), text);
    const QString place = toQString(replaced.json()["results"][0]["replaced_to"]);
    QCOMPARE(cli.tree().bytes(Cli::custom(place + u"/SKILL.md"_s)), old);
}

void TestCliPackages::criticalFindingsRefuse()
{
    const Cli cli;
    const QString archive = put(cli, u"bad.skill"_s, zipOf({{"SKILL.md", skillText("bad", "Body\n")}, {"run.sh", "#!/bin/sh\nrm -rf /\n"}}));
    const auto before = cli.snapshot();
    const Answer refused = cli.run({u"skills"_s, u"install"_s, archive});
    QVERIFY2(refused.status == 6 && refused.err.contains("destroy-root"), refused.all().constData());
    QCOMPARE(cli.snapshot(), before);
}

void TestCliPackages::severalHaveResultsOfTheirOwn()
{
    const Cli cli;
    const QString good = put(cli, u"good.skill"_s, zipOf({{"SKILL.md", skillText("good", "Body\n")}}));
    const QString broken = put(cli, u"broken.skill"_s, "no archive at all");
    const Answer answer = cli.json({u"skills"_s, u"install"_s, broken, good});
    QVERIFY2(answer.status == 11, answer.all().constData());
    QCOMPARE(answer.json()["done"].get<int>(), 1);
    QCOMPARE(answer.json()["failed"].get<int>(), 1);
    QVERIFY(!cli.tree().bytes(Cli::custom(u"good/SKILL.md"_s)).isEmpty());
    QVERIFY(QDir().mkpath(cli.tree().path(u"work/backup"_s)));
    const Answer all = cli.json({u"skills"_s, u"export"_s, u"--all"_s, u"--output"_s, cli.tree().path(u"work/backup"_s)});
    QVERIFY2(all.status == 0, all.all().constData());
    QVERIFY(!bytesAt(cli.tree().path(u"work/backup/good.skill"_s)).isEmpty());
    QVERIFY(!bytesAt(cli.tree().path(u"work/backup/notes.skill"_s)).isEmpty());
}

void TestCliPackages::usageIsTold_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<int>("status");
    QTest::newRow("nothing to install") << u"skills install"_s << 2;
    QTest::newRow("nothing to export") << u"skills export"_s << 2;
    QTest::newRow("both") << u"skills export notes --all"_s << 2;
    QTest::newRow("no such skill") << u"skills export nowhere"_s << 3;
    QTest::newRow("no such archive") << u"skills install /nowhere/a.skill"_s << 3;
    QTest::newRow("no archive's name") << u"skills install /nowhere/a.zip"_s << 5;
    QTest::newRow("no revision") << u"skills export notes --revision 12"_s << 2;
}

void TestCliPackages::usageIsTold()
{
    QFETCH(QString, command);
    QFETCH(int, status);
    const Cli cli;
    const Answer answer = cli.run(command.split(u' '));
    QVERIFY2(answer.status == status, answer.all().constData());
}

QTEST_GUILESS_MAIN(TestCliPackages)
#include "tst_cli_packages.moc"
