// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/local_storage.h"
#include "support/gated_storage.h"
#include "ui/skills/skills_place.h"
#include "ui/support/window_fixture.h"

#include <QAction>
#include <QCheckBox>
#include <QPushButton>

#include <cerrno>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

namespace {

const QString demo = u"demo-skill"_s;

} // namespace

/// On and off: in whose file it is written, why an *on* may not win, and what a file that cannot be replaced means.
class TestSkillSwitch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aCustomSkillIsSwitchedForItsUser();
    void aPublicSkillIsSwitchedForEverybody();
    void anOnThatCannotWinSaysWhy();
    void aPublicSkillWithoutAnyFileSaysWhy();
    void aMountedFileIsExplained();

private:
    static QCheckBox *control(const WindowFixture &fixture) { return fixture.find<QCheckBox>(u"enabledSwitch"_s); }
    /// A click where its mark is, as people click.
    static void click(const WindowFixture &fixture)
    {
        QTest::mouseClick(control(fixture), Qt::LeftButton, {}, QPoint(10, control(fixture)->height() / 2));
    }
    static QString extensions(const TestHome &home) { return home.path() + u"/extensions_config.json"_s; }
};

void TestSkillSwitch::aCustomSkillIsSwitchedForItsUser()
{
    const TestHome home;
    home.addSkill(demo, skillText(demo, "\nText.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(control(fixture)->isChecked());
    QVERIFY(!control(fixture)->toolTip().isEmpty());
    click(fixture);
    QTRY_VERIFY(readFile(home.roots().userStatesFile).contains("\"enabled\": false"));
    QTRY_VERIFY(!control(fixture)->isChecked());
    QTRY_VERIFY(fixture.banner(u"pageBanner"_s).startsWith(u"demo-skill is off"_s));
    // And back by its key.
    QTRY_VERIFY(control(fixture)->isEnabled());
    QTest::keyClick(fixture.window(), Qt::Key_E, Qt::ControlModifier);
    QTRY_VERIFY(control(fixture)->isChecked());
    QVERIFY(readFile(home.roots().userStatesFile).contains("\"enabled\": true"));
    QVERIFY(home.records(demo).isEmpty());
}

void TestSkillSwitch::aPublicSkillIsSwitchedForEverybody()
{
    const TestHome home;
    writeFile(home.roots().publicRoot + u"/shared-skill/SKILL.md"_s, skillText(u"shared-skill"_s, "\nShared.\n"));
    const QByteArray before = "{\n  \"mcpServers\": {\"a\": {\"env\": {\"KEY\": \"$SECRET\"}}},\n  \"skills\": {\n"
                              "    \"shared-skill\":   {\"enabled\": true}\n  }\n}\n";
    writeFile(extensions(home), before);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(u"shared-skill"_s));
    click(fixture);
    QTRY_COMPARE(readFile(extensions(home)), QByteArray(before).replace("\"enabled\": true", "\"enabled\": false"));
    QTRY_VERIFY(!control(fixture)->isChecked());
}

void TestSkillSwitch::anOnThatCannotWinSaysWhy()
{
    const TestHome home;
    home.addSkill(demo, skillText(demo, "\nText.\n"));
    writeFile(extensions(home), "{\"skills\": {\"demo-skill\": {\"enabled\": false}}}\n");
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(!control(fixture)->isChecked());
    QVERIFY(control(fixture)->toolTip().contains(u"extensions_config.json"_s));
    click(fixture);
    QTRY_VERIFY(fixture.banner(u"pageBanner"_s).startsWith(u"demo-skill stays off"_s));
    QVERIFY(fixture.banner(u"pageBanner"_s).contains(u"extensions_config.json"_s));
    QVERIFY(!control(fixture)->isChecked());
    QCOMPARE(readFile(extensions(home)), "{\"skills\": {\"demo-skill\": {\"enabled\": false}}}\n");
}

void TestSkillSwitch::aPublicSkillWithoutAnyFileSaysWhy()
{
    const TestHome home;
    writeFile(home.roots().publicRoot + u"/shared-skill/SKILL.md"_s, skillText(u"shared-skill"_s, "\nShared.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(u"shared-skill"_s));
    QVERIFY(!control(fixture)->isEnabled());
    QVERIFY(control(fixture)->toolTip().contains(u"no extensions file"_s));
    const auto *action = fixture.place()->findChild<QAction *>(u"switchSkillAction"_s);
    QVERIFY(!action->isEnabled());
    QCOMPARE(action->toolTip(), control(fixture)->toolTip());
}

void TestSkillSwitch::aMountedFileIsExplained()
{
    const TestHome home;
    writeFile(home.roots().publicRoot + u"/shared-skill/SKILL.md"_s, skillText(u"shared-skill"_s, "\nShared.\n"));
    const QByteArray before = "{\"skills\": {}}\n";
    writeFile(extensions(home), before);
    auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
    auto mounted = std::make_shared<std::atomic_bool>(true);
    storage->before = [mounted](const StorageStep &step) -> std::optional<Error> {
        if (*mounted && (step.name == u"exchange"_s || step.name == u"replace"_s))
            return systemError(EBUSY, u"replace"_s, step.path);
        return {};
    };
    WindowFixture fixture(home, storage);
    QVERIFY(fixture.open(u"shared-skill"_s));
    QVERIFY(control(fixture)->isChecked());
    click(fixture);
    QTRY_VERIFY(fixture.banner(u"pageBanner"_s).startsWith(u"shared-skill was not switched off"_s));
    QVERIFY(fixture.banner(u"pageBanner"_s).contains(u"mounted"_s));
    QCOMPARE(readFile(extensions(home)), before);
    QVERIFY(control(fixture)->isChecked());
    *mounted = false;
    QVERIFY(fixture.click(u"actAgainButton"_s));
    QTRY_VERIFY(!control(fixture)->isChecked());
}

QTEST_MAIN(TestSkillSwitch)
#include "tst_enabled_switch.moc"
