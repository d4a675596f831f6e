// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/skill_text_edit.h"
#include "ui/skills/skill_files_tab.h"
#include "ui/skills/skill_page.h"
#include "ui/skills/skills_place.h"
#include "ui/support/window_fixture.h"

#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTabBar>
#include <QTreeWidget>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

namespace {

const QString demo = u"demo-skill"_s;

} // namespace

/// The Files tab: the package as a tree, its texts and its bytes.
class TestSkillPackage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void thePackageIsATreeWithSizes();
    void textsAndBytesAreShownAsWhatTheyAre();
    void linksAreToldAndNotFollowed();
    void aFileThatComesIsSeenWhenReadAgain();
    void sharedSkillsCanBeLookedInto();

private:
    static bool show(const WindowFixture &fixture)
    {
        QSignalSpy shown(fixture.place(), &SkillsPlace::filesShown);
        QTest::keyClick(fixture.window(), Qt::Key_3, Qt::AltModifier);
        return fixture.place()->page()->tab() == u"files"_s && (!shown.isEmpty() || shown.wait(30'000));
    }
    static QTreeWidgetItem *item(const WindowFixture &fixture, const QString &name)
    {
        auto *tree = fixture.find<QTreeWidget>(u"packageTree"_s);
        return tree ? tree->findItems(name, Qt::MatchExactly | Qt::MatchRecursive, 0).value(0) : nullptr;
    }
    /// By a click on its row; waits until it is shown.
    static bool choose(const WindowFixture &fixture, const QString &name)
    {
        auto *tree = fixture.find<QTreeWidget>(u"packageTree"_s);
        QTreeWidgetItem *wanted = item(fixture, name);
        if (!wanted)
            return false;
        QSignalSpy shown(fixture.place(), &SkillsPlace::filesShown);
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualItemRect(wanted).center());
        return !shown.isEmpty() || shown.wait(30'000);
    }
};

void TestSkillPackage::thePackageIsATreeWithSizes()
{
    const TestHome home;
    home.addSkill(demo, skillText(demo, "\nText.\n"));
    writeFile(home.skillFile(demo, u"references/deep/a.md"_s), QByteArray(1200, 'a'));
    writeFile(home.skillFile(demo, u"scripts/run.sh"_s), "#!/bin/sh\n");
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(show(fixture));
    const auto *tree = fixture.find<QTreeWidget>(u"packageTree"_s);
    QCOMPARE(tree->topLevelItem(0)->text(0), u"SKILL.md"_s);
    QCOMPARE(item(fixture, u"a.md"_s)->parent(), item(fixture, u"deep"_s));
    QCOMPARE(item(fixture, u"deep"_s)->parent(), item(fixture, u"references"_s));
    QCOMPARE(item(fixture, u"a.md"_s)->text(1), u"1.2 kB"_s);
    QVERIFY(item(fixture, u"references"_s)->isExpanded());
    QVERIFY(fixture.find<QLabel>(u"packageSummary"_s)->text().startsWith(u"3 file"_s));
    QCOMPARE(fixture.find<QTabBar>(u"skillTabs"_s)->tabText(2), u"&Files 3"_s);
}

void TestSkillPackage::textsAndBytesAreShownAsWhatTheyAre()
{
    const TestHome home;
    home.addSkill(demo, skillText(demo, "\nText.\n"));
    const QByteArray text = "One\r\nTwo\r\n";
    writeFile(home.skillFile(demo, u"references/a.md"_s), text);
    writeFile(home.skillFile(demo, u"assets/logo.png"_s), QByteArray("\x89PNG\r\n\x1a\n\0\0", 10));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(show(fixture));
    QVERIFY(choose(fixture, u"a.md"_s));
    auto *editor = fixture.find<SkillTextEdit>(u"fileEditor"_s);
    QVERIFY(editor);
    QCOMPARE(editor->bytes(), text);
    QVERIFY(fixture.find<QLabel>(u"fileFacts"_s)->text().contains(u"CRLF"_s));
    QVERIFY(choose(fixture, u"logo.png"_s));
    auto *bytes = fixture.find<QPlainTextEdit>(u"fileBytes"_s);
    QVERIFY(bytes);
    QVERIFY(bytes->toPlainText().startsWith(u"000000  89 50 4e 47"_s));
    QVERIFY(fixture.find<QLabel>(u"fileFacts"_s)->text().startsWith(u"binary"_s));
    QVERIFY(choose(fixture, u"assets"_s));
    QVERIFY(!fixture.find<QPlainTextEdit>(u"fileBytes"_s));
    QVERIFY(!fixture.find<SkillTextEdit>(u"fileEditor"_s));
}

void TestSkillPackage::linksAreToldAndNotFollowed()
{
    const TestHome home;
    home.addSkill(demo, skillText(demo, "\nText.\n"));
    writeFile(home.path() + u"/outside.txt"_s, "a secret\n");
    QVERIFY(QFile::link(home.path() + u"/outside.txt"_s, QFileInfo(home.skillFile(demo)).path() + u"/out.txt"_s));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(show(fixture));
    QVERIFY(fixture.banner(u"filesBanner"_s).contains(u"out.txt"_s));
    QCOMPARE(fixture.find<QTreeWidget>(u"packageTree"_s)->topLevelItemCount(), 1);
}

void TestSkillPackage::aFileThatComesIsSeenWhenReadAgain()
{
    const TestHome home;
    home.addSkill(demo, skillText(demo, "\nText.\n"));
    writeFile(home.skillFile(demo, u"references/a.md"_s), "One\n");
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(show(fixture));
    QVERIFY(choose(fixture, u"a.md"_s));
    writeFile(home.skillFile(demo, u"references/b.md"_s), "Two\n");
    writeFile(home.skillFile(demo, u"references/a.md"_s), "One, changed\n");
    QTest::keyClick(fixture.window(), Qt::Key_F5);
    QTRY_VERIFY(item(fixture, u"b.md"_s));
    // What was chosen stays chosen and shows what it holds now.
    QCOMPARE(fixture.find<QTreeWidget>(u"packageTree"_s)->currentItem(), item(fixture, u"a.md"_s));
    QTRY_COMPARE(fixture.find<SkillTextEdit>(u"fileEditor"_s)->bytes(), "One, changed\n");
}

void TestSkillPackage::sharedSkillsCanBeLookedInto()
{
    const TestHome home;
    const QString shared = home.roots().publicRoot + u"/shared-skill"_s;
    writeFile(shared + u"/SKILL.md"_s, skillText(u"shared-skill"_s, "\nShared.\n"));
    writeFile(shared + u"/templates/t.md"_s, "Template\n");
    WindowFixture fixture(home);
    QVERIFY(fixture.open(u"shared-skill"_s));
    QVERIFY(show(fixture));
    QVERIFY(choose(fixture, u"t.md"_s));
    QCOMPARE(fixture.find<SkillTextEdit>(u"fileEditor"_s)->bytes(), "Template\n");
    QVERIFY(fixture.find<SkillTextEdit>(u"fileEditor"_s)->isReadOnly());
}

QTEST_MAIN(TestSkillPackage)
#include "tst_skill_files_tab.moc"
