// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_fixture.h"

#include <QTest>

using namespace verderer;
using verderer::test::Answer;
using verderer::test::Cli;
using verderer::test::skillText;
using Qt::StringLiterals::operator""_s;

/// `skills search`: when a text came and when it went.
class TestCliSearch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tellsTheRecords()
    {
        const Cli cli;
        const auto before = cli.snapshot();
        const Answer answer = cli.json("skills search Second");
        QVERIFY2(answer.status == 0, answer.all().constData());
        QVERIFY(answer.json()["found"].get<bool>());
        const Json user = answer.json()["users"][0];
        QCOMPARE(stringMember(user, "user").value_or(QString()), u"default"_s);
        const Json file = user["skills"][0]["files"][0];
        QCOMPARE(stringMember(file, "file_path").value_or(QString()), u"SKILL.md"_s);
        QVERIFY(!file["present"].get<bool>());
        QCOMPARE(file["moments"].size(), std::size_t(2));
        QCOMPARE(stringMember(file["moments"][0], "what").value_or(QString()), u"appeared"_s);
        QCOMPARE(stringMember(file["moments"][1], "what").value_or(QString()), u"went"_s);
        QCOMPARE(stringMember(file["moments"][1], "ts").value_or(QString()), u"2026-11-02T08:00:00.5+00:00"_s);
        const Answer text = cli.run("skills search Second");
        QVERIFY2(text.out.contains("default/notes SKILL.md: not there now\n    appeared 2026-11-01 08:00:00 (record "), text.all().constData());
        QVERIFY2(cli.run("skills search Never-written").out == "It was found nowhere.\n", "found");
        QCOMPARE(cli.snapshot(), before);
    }

    void takesTheTextFromStandardInputAndAllUsers()
    {
        const Cli cli;
        cli.tree().file(u"project/home/users/bob/skills/custom/his/SKILL.md"_s, skillText("his", "areas 2\n"));
        const QStringList line = u"skills search --file - --ignore-case"_s.split(u' ');
        const Answer own = cli.bare(cli.globals() + QStringList{u"--json"_s, u"--user"_s, u"default"_s} + line, "AREAS 2\n");
        QVERIFY2(own.status == 0, own.all().constData());
        QCOMPARE(own.json()["users"].size(), std::size_t(1));
        QVERIFY(own.json()["text"].is_null());
        QVERIFY(own.json()["users"][0]["skills"][0]["files"][0]["present"].get<bool>());
        const Answer all = cli.json(line + QStringList{u"--all-users"_s}, "AREAS 2\n");
        QVERIFY2(all.status == 0, all.all().constData());
        QCOMPARE(all.json()["users"].size(), std::size_t(2));
        QCOMPARE(cli.run("skills search").status, 2);
        QCOMPARE(cli.run(line, "\n").status, 5);
    }
};

QTEST_GUILESS_MAIN(TestCliSearch)
#include "tst_cli_search.moc"
