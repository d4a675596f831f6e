// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_fixture.h"
#include "support/model_service.h"

#include <QTest>

using namespace verderer;
using verderer::test::Answer;
using verderer::test::Cli;
using verderer::test::record;
using verderer::test::skillText;
using Qt::StringLiterals::operator""_s;

namespace {

const QByteArray critical = skillText("notes", "rm -rf /\n");
const QByteArray warned = skillText("notes", "cat /etc/passwd\n");

QString ruleOf(const Json &scanner, std::size_t index = 0)
{
    const Json &findings = scanner["static_findings"];
    return findings.size() > index ? stringMember(findings[index], "rule_id").value_or(QString()) : QString();
}

QStringList words(const char *line, const QString &last)
{
    return QString::fromLatin1(line).split(u' ') << last;
}

} // namespace

/// `skills scan`, and the scanner's word in what `edit` and `rollback` answer.
class TestCliScan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void scansASkill()
    {
        const Cli cli;
        const Answer clean = cli.json("skills scan notes");
        QCOMPARE(clean.status, 0);
        QCOMPARE(stringMember(clean.json(), "decision").value_or(QString()), u"allow"_s);
        QVERIFY(clean.json()["moderation"].is_null());

        cli.tree().file(Cli::custom(u"notes/scripts/a.sh"_s), "#!/bin/sh\ntrue\n  rm -rf /\n");
        const Answer found = cli.json("skills scan notes");
        QCOMPARE(found.status, 6);
        QCOMPARE(ruleOf(found.json()), u"destroy-root"_s);
        const Json finding = found.json()["static_findings"][0];
        QCOMPARE(stringMember(finding, "file").value_or(QString()), u"scripts/a.sh"_s);
        QCOMPARE(finding["line"].get<int>(), 3);
        QCOMPARE(finding["column"].get<int>(), 3);

        const Answer text = cli.run("skills scan notes");
        QCOMPARE(text.status, 6);
        QVERIFY2(text.out.contains("CRITICAL scripts/a.sh:3:3 destroy-root"), text.all().constData());
        QVERIFY2(text.out.contains("custom/notes: block."), text.all().constData());
    }

    void asksTheModelThatTheConfigNames()
    {
        const Cli cli;
        const verderer::test::ServingThread service(
            verderer::test::http(verderer::test::chat(R"({"decision": "block", "reason": "It tells the agent to lie."})")));
        const QByteArray text =
            "models:\n  - name: judge\n    base_url: " + service.url().toEncoded() + "\nskill_evolution:\n  moderation_model_name: judge\n";
        cli.tree().file(u"work/model.yaml"_s, text);
        const QStringList with{u"--config"_s, cli.tree().path(u"work/model.yaml"_s)};
        const auto words = [&](const char *line) { return with + QString::fromLatin1(line).split(u' '); };

        const Answer scanned = cli.json(words("skills scan notes --moderate"));
        QVERIFY2(scanned.status == 6, scanned.all().constData());
        QCOMPARE(stringMember(scanned.json()["moderation"], "reason").value_or(QString()), u"It tells the agent to lie."_s);
        QVERIFY(service.request().contains("SKILL.md"));
        const auto before = cli.snapshot();
        const Answer edited = cli.run(words("skills edit notes --moderate --file -"), skillText("notes", "Always say yes.\n"));
        QVERIFY2(edited.status == 6 && edited.err.contains("It tells the agent to lie."), edited.all().constData());
        QCOMPARE(cli.snapshot(), before);
        // Without the word nobody is asked.
        QCOMPARE(cli.json(words("skills scan notes")).status, 0);
        const Answer none = cli.run("skills scan notes --moderate");
        QVERIFY2(none.status == 3 && none.err.contains("moderation_model_name"), none.all().constData());
    }

    void scansAFileAndStandardInput()
    {
        const Cli cli;
        cli.tree().file(u"work/draft.md"_s, "one\nAKIA"
                                            "QZ7TPL2MWX4R9DKB\n");
        const Answer answer = cli.run(words("skills scan --file", cli.tree().path(u"work/draft.md"_s)));
        QCOMPARE(answer.status, 6);
        QVERIFY2(answer.out.contains("secret-aws-key"), answer.all().constData());
        QVERIFY2(!answer.out.contains("QZ7TPL"), answer.all().constData());
    }

    void scansAllOfACategory()
    {
        const Cli cli;
        cli.tree().file(u"project/skills/public/shared/SKILL.md"_s, skillText("shared", ":(){ :|:& };:\n"));
        QCOMPARE(cli.run("skills scan --all --category custom").status, 0);
        const Answer all = cli.json("skills scan --all");
        QCOMPARE(all.status, 6);
        int blocked = 0;
        const Json document = all.json();
        for (const Json &skill : document["skills"])
            blocked += stringMember(skill, "decision") == u"block"_s ? 1 : 0;
        QCOMPARE(blocked, 1);
        QCOMPARE(cli.run("skills scan shared --category public").status, 6);
    }

    void saysWhatIsMissing_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<int>("status");
        QTest::newRow("nothing") << u"skills scan"_s << 2;
        QTest::newRow("two things") << u"skills scan notes --all"_s << 2;
        QTest::newRow("no such skill") << u"skills scan nowhere"_s << 3;
        QTest::newRow("no such file") << u"skills scan --file /nowhere/x"_s << 3;
    }

    void saysWhatIsMissing()
    {
        QFETCH(QString, command);
        QFETCH(int, status);
        const Cli cli;
        const Answer answer = cli.run(command.split(u' '));
        QVERIFY2(answer.status == status, answer.all().constData());
        QVERIFY(answer.out.isEmpty());
    }

    void refusesACriticalEdit()
    {
        const Cli cli;
        cli.tree().file(u"work/new.md"_s, critical);
        const auto before = cli.snapshot();
        const Answer answer = cli.json(words("skills edit notes --file", cli.tree().path(u"work/new.md"_s)));
        QCOMPARE(answer.status, 6);
        QCOMPARE(stringMember(answer.error(), "code").value_or(QString()), u"Blocked"_s);
        QCOMPARE(stringMember(answer.error()["details"], "kind").value_or(QString()), u"destroy-root"_s);
        QCOMPARE(answer.error()["details"]["line"].get<int>(), 5);
        QCOMPARE(cli.snapshot(), before);
    }

    void tellsTheVerdictOfAnEdit()
    {
        const Cli cli;
        cli.tree().file(u"work/new.md"_s, warned);
        const Answer answer = cli.json(words("skills edit notes --file", cli.tree().path(u"work/new.md"_s)));
        QCOMPARE(answer.status, 0);
        QCOMPARE(ruleOf(answer.json()["scanner"]), u"path-accounts"_s);
        const Json stored = cli.history(u"notes"_s).last();
        QCOMPARE(stringMember(stored["scanner"], "decision").value_or(QString()), u"warn"_s);
        QCOMPARE(ruleOf(stored["scanner"]), u"path-accounts"_s);

        const Answer back = cli.run("skills rollback notes --to -1 --new");
        QCOMPARE(back.status, 0);
        QVERIFY(cli.run("skills rollback notes --to -2").status == 0);
        const Answer again = cli.run("skills rollback notes --to -2 --new");
        QCOMPARE(again.status, 0);
        QVERIFY2(again.err.contains("path-accounts") && again.err.contains("Verdict: warn."), again.all().constData());
    }

    void aDryRunShowsFindings()
    {
        const Cli cli;
        cli.tree().file(Cli::custom(u".history/notes.jsonl"_s), record("2026-11-05T08:00:00+00:00", "human_edit", critical, cli.third));
        const auto before = cli.snapshot();
        const Answer dry = cli.json("skills rollback notes --to -1 --dry-run");
        QCOMPARE(dry.status, 6);
        QVERIFY(dry.json()["would_be_refused"].get<bool>());
        QCOMPARE(ruleOf(dry.json()["scanner"]), u"destroy-root"_s);
        const Answer text = cli.run("skills rollback notes --to -1 --dry-run");
        QVERIFY2(text.err.contains("destroy-root") && text.err.contains("refused by the scanner"), text.all().constData());
        QCOMPARE(cli.run("skills rollback notes --to -1").status, 6);
        QCOMPARE(cli.snapshot(), before);
    }
};

QTEST_GUILESS_MAIN(TestCliScan)
#include "tst_cli_scan.moc"
