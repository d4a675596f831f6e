// SPDX-License-Identifier: GPL-3.0-or-later
// The acts on a skill's support files in the Files tab: each is stored, recorded and told; what somebody else wrote is not overwritten unseen.
#include "ui/editor/skill_text_edit.h"
#include "ui/skills/file_dialogs.h"
#include "ui/skills/skill_page.h"
#include "ui/skills/skills_place.h"
#include "ui/support/window_fixture.h"

#include <QAction>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeWidget>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

namespace {

const QString demo = u"demo-skill"_s;
const QString guide = u"references/guide.md"_s;

} // namespace

class TestFileActs : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aNewFileIsWritten();
    void anEditIsSavedAndRecorded();
    void whatSomebodyElseWroteIsNotOverwrittenUnseen();
    void renamedByF2();
    void removedOnceThatIsConfirmed();
    void whatCannotBeChangedSaysWhy();

private:
    static bool show(const WindowFixture &fixture)
    {
        QSignalSpy shown(fixture.place(), &SkillsPlace::filesShown);
        QTest::keyClick(fixture.window(), Qt::Key_3, Qt::AltModifier);
        return fixture.place()->page()->tab() == u"files"_s && (!shown.isEmpty() || shown.wait(30'000));
    }
    static bool choose(const WindowFixture &fixture, const QString &name)
    {
        auto *tree = fixture.find<QTreeWidget>(u"packageTree"_s);
        QTreeWidgetItem *wanted = tree->findItems(name, Qt::MatchExactly | Qt::MatchRecursive, 0).value(0);
        if (!wanted)
            return false;
        QSignalSpy shown(fixture.place(), &SkillsPlace::filesShown);
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualItemRect(wanted).center());
        return !shown.isEmpty() || shown.wait(30'000);
    }
    static void addSkill(const TestHome &home)
    {
        home.addSkill(demo, skillText(demo, "\nText.\n"));
        writeFile(home.skillFile(demo, guide), "one\n");
    }
    static void retype(const WindowFixture &fixture, const QString &text)
    {
        auto *editor = fixture.find<SkillTextEdit>(u"editFileText"_s);
        QVERIFY(editor);
        editor->setFocus();
        QTest::keyClick(editor, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(editor, text);
    }
};

void TestFileActs::aNewFileIsWritten()
{
    const TestHome home;
    addSkill(home);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo) && show(fixture));
    QVERIFY(fixture.click(u"newFileButton"_s));
    auto *name = fixture.find<QLineEdit>(u"editFileName"_s);
    QVERIFY(name);
    QCOMPARE(name->text(), u"references/"_s);
    QTRY_VERIFY(!name->hasSelectedText());
    QVERIFY(!fixture.find<QPushButton>(u"editFileAccept"_s)->isEnabled());
    QTest::keyClicks(name, u"more.md"_s);
    retype(fixture, u"hello"_s);
    QVERIFY(fixture.click(u"editFileAccept"_s));
    QTRY_COMPARE_WITH_TIMEOUT(readFile(home.skillFile(demo, u"references/more.md"_s)), QByteArray("hello"), 30'000);
    QTRY_VERIFY(fixture.banner(u"filesBanner"_s).startsWith(u"Added references/more.md"_s));
    const RecordView record = home.records(demo).last();
    QCOMPARE(record.action, u"write_file"_s);
    QCOMPARE(record.filePath, u"references/more.md"_s);
}

void TestFileActs::anEditIsSavedAndRecorded()
{
    const TestHome home;
    addSkill(home);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo) && show(fixture) && choose(fixture, u"guide.md"_s));
    QVERIFY(fixture.click(u"editFileButton"_s));
    QVERIFY(!fixture.find<QPushButton>(u"editFileAccept"_s)->isEnabled());
    retype(fixture, u"two"_s);
    QVERIFY(fixture.click(u"editFileAccept"_s));
    QTRY_COMPARE_WITH_TIMEOUT(readFile(home.skillFile(demo, guide)), QByteArray("two"), 30'000);
    QCOMPARE(home.records(demo).last().prev, std::optional(QByteArray("one\n")));
    QTRY_COMPARE(fixture.find<SkillTextEdit>(u"fileEditor"_s)->bytes(), QByteArray("two"));
}

void TestFileActs::whatSomebodyElseWroteIsNotOverwrittenUnseen()
{
    const TestHome home;
    addSkill(home);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo) && show(fixture) && choose(fixture, u"guide.md"_s));
    QVERIFY(fixture.click(u"editFileButton"_s));
    retype(fixture, u"mine"_s);
    writeFile(home.skillFile(demo, guide), "theirs\n");
    QVERIFY(fixture.click(u"editFileAccept"_s));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.find<QPushButton>(u"overwriteFile"_s), 30'000);
    QCOMPARE(readFile(home.skillFile(demo, guide)), QByteArray("theirs\n"));
    QCOMPARE(fixture.find<SkillTextEdit>(u"editFileText"_s)->bytes(), QByteArray("mine"));
    QVERIFY(fixture.click(u"overwriteFile"_s));
    QTRY_COMPARE_WITH_TIMEOUT(readFile(home.skillFile(demo, guide)), QByteArray("mine"), 30'000);
    QCOMPARE(home.records(demo).last().prev, std::optional(QByteArray("theirs\n")));
}

void TestFileActs::renamedByF2()
{
    const TestHome home;
    addSkill(home);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo) && show(fixture) && choose(fixture, u"guide.md"_s));
    QTest::keyClick(fixture.find<QTreeWidget>(u"packageTree"_s), Qt::Key_F2);
    auto *name = fixture.find<QLineEdit>(u"renameFileName"_s);
    QVERIFY(name);
    QTRY_COMPARE(name->selectedText(), u"guide"_s);
    QTest::keyClicks(name, u"manual"_s);
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(readFile(home.skillFile(demo, u"references/manual.md"_s)), QByteArray("one\n"), 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(home.skillFile(demo, guide)), 30'000);
}

void TestFileActs::removedOnceThatIsConfirmed()
{
    const TestHome home;
    addSkill(home);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo) && show(fixture) && choose(fixture, u"guide.md"_s));
    QTest::keyClick(fixture.find<QTreeWidget>(u"packageTree"_s), Qt::Key_Delete);
    QVERIFY(fixture.click(u"removeFileCancel"_s));
    QVERIFY(QFile::exists(home.skillFile(demo, guide)));
    QTRY_VERIFY(!fixture.find<QWidget>(u"removeFileDialog"_s));
    QTest::keyClick(fixture.find<QTreeWidget>(u"packageTree"_s), Qt::Key_Delete);
    QVERIFY(fixture.click(u"removeFileAccept"_s));
    QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(home.skillFile(demo, guide)), 30'000);
    QTRY_VERIFY(!home.records(demo).isEmpty());
    QCOMPARE(home.records(demo).last().action, u"remove_file"_s);
    QVERIFY(QFile::exists(home.skillFile(demo)));
}

void TestFileActs::whatCannotBeChangedSaysWhy()
{
    const TestHome home;
    addSkill(home);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo) && show(fixture)); // SKILL.md is chosen at first
    for (const QString &button : {u"editFileButton"_s, u"renameFileButton"_s, u"removeFileButton"_s}) {
        QVERIFY(!fixture.find<QPushButton>(button)->isEnabled());
        QVERIFY(fixture.find<QPushButton>(button)->toolTip().contains(u"SKILL.md"_s));
    }
    QVERIFY(fixture.find<QPushButton>(u"newFileButton"_s)->isEnabled());
}

QTEST_MAIN(TestFileActs)
#include "tst_file_acts.moc"
