// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_fixture.h"

#include <memory>
#include <vector>

using namespace verderer;
using namespace verderer::test;

/// `skills enable` and `skills disable`.
class TestCliSwitch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void switchesForTheUserAndSaysSo();
    void switchesPublicOnesInOneByteRange();
    void tellsWhatCannotWin();
    void refusesWithStatuses();
    void losesNothingWhenManySwitchAtOnce();

private:
    static QString states() { return QStringLiteral("project/home/users/default/skills/_skill_states.json"); }
};

void TestCliSwitch::switchesForTheUserAndSaysSo()
{
    const Cli cli;
    const Answer off = cli.json("skills disable notes");
    QVERIFY2(off.status == 0, off.all().constData());
    QCOMPARE(off.json()["changed"].get<bool>(), true);
    QCOMPARE(off.json()["enabled"].get<bool>(), false);
    QCOMPARE(cli.tree().bytes(states()), QByteArray("{\n  \"notes\": {\n    \"enabled\": false\n  }\n}"));
    const auto before = cli.snapshot();
    const Answer again = cli.run("skills disable notes");
    QVERIFY2(again.status == 0 && again.out.contains("already"), again.all().constData());
    QCOMPARE(cli.snapshot(), before);
    QVERIFY(cli.run("skills enable notes").out.contains("On: _skill_states.json says so."));
}

void TestCliSwitch::switchesPublicOnesInOneByteRange()
{
    const Cli cli;
    const QByteArray text = "{\"mcpServers\":{\"g\":{\"env\":{\"T\":\"$TOKEN\"}}},\r\n\"skills\":{\"shared\":{\"enabled\":true}}}";
    cli.tree().file(QStringLiteral("project/extensions_config.json"), text);
    const QStringList config = {QStringLiteral("--config"), cli.tree().path(QStringLiteral("project/config.yaml"))};
    const Answer off = cli.json(config + QStringList{QStringLiteral("skills"), QStringLiteral("disable"), QStringLiteral("shared"),
                                                     QStringLiteral("--category"), QStringLiteral("public")});
    QVERIFY2(off.status == 0, off.all().constData());
    QCOMPARE(cli.tree().bytes(QStringLiteral("project/extensions_config.json")), QByteArray(text).replace("true", "false"));
    QVERIFY(!QFileInfo::exists(cli.tree().path(states())));
}

void TestCliSwitch::tellsWhatCannotWin()
{
    const Cli cli;
    cli.tree().file(QStringLiteral("project/extensions_config.json"), "{\"skills\":{\"notes\":{\"enabled\":false}}}");
    cli.tree().file(states(), "{\"notes\": {\"enabled\": false}}");
    const Answer on = cli.json("skills enable notes");
    QVERIFY2(on.status == 0, on.all().constData());
    QCOMPARE(on.json()["changed"].get<bool>(), true);
    QCOMPARE(on.json()["enabled"].get<bool>(), false);
    QVERIFY(on.json()["reason"].get<std::string>().find("everybody") != std::string::npos);
    QCOMPARE(on.json()["warnings"].size(), std::size_t{1});
}

void TestCliSwitch::refusesWithStatuses()
{
    const Cli cli;
    QCOMPARE(cli.json("skills disable nothing").status, 3);
    QCOMPARE(cli.json("skills disable").status, 2);
    QCOMPARE(cli.json("skills disable notes --category other").status, 2);
    QCOMPARE(cli.json("skills disable shared --category public").status, 3); // there is no extensions file
    cli.tree().file(states(), "{\n // x\n}");
    const Answer damaged = cli.json("skills disable notes");
    QVERIFY2(damaged.status == 9, damaged.all().constData());
    QCOMPARE(damaged.error()["details"]["line"].get<int>(), 2);
    QCOMPARE(damaged.error()["details"]["column"].get<int>(), 2);
}

void TestCliSwitch::losesNothingWhenManySwitchAtOnce()
{
    const Cli cli;
    constexpr int count = 8;
    for (int i = 0; i < count; ++i) {
        const QByteArray name = "s" + QByteArray::number(i);
        cli.tree().file(Cli::custom(QStringLiteral("s%1/SKILL.md").arg(i)), skillText(name, "Text\n"));
    }
    std::vector<std::unique_ptr<QProcess>> processes;
    for (int i = 0; i < count; ++i) {
        processes.push_back(std::make_unique<QProcess>());
        cli.start(*processes.back(), cli.globals() + QStringList{QStringLiteral("skills"), QStringLiteral("disable"), QStringLiteral("s%1").arg(i)});
    }
    for (const auto &process : processes) {
        const Answer answer = Cli::finish(*process);
        QVERIFY2(answer.status == 0, answer.all().constData());
    }
    const Json all = parseJson(cli.tree().bytes(states())).value_or(Json());
    QCOMPARE(all.size(), static_cast<std::size_t>(count));
    for (const auto &[name, entry] : all.items())
        QVERIFY2(entry["enabled"] == Json(false), name.c_str());
}

QTEST_GUILESS_MAIN(TestCliSwitch)
#include "tst_cli_switch.moc"
