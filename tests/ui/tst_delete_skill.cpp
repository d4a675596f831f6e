// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/skill_text_edit.h"
#include "ui/skills/edit_controller.h"
#include "ui/skills/skill_page.h"
#include "ui/skills/skills_place.h"
#include "ui/support/lock_holder_process.h"
#include "ui/support/window_fixture.h"

#include <QAction>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

namespace {

const QString demo = u"demo-skill"_s;

} // namespace

/// Deleting a skill: asked first, into the trash, undone by a button, and never what nobody has looked at.
class TestSkillDelete : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void deletedAndBroughtBackByUndo();
    void theQuestionCanBeLeft();
    void aTextChangedMeanwhileStays();
    void typedTextIsKeptAsADraft();
    void waitingForTheLockCanBeCancelled();
    void sharedSkillsAreNotDeletedAndSayWhy();
    void aDeletedSkillIsRestoredFromItsPage();

private:
    /// Del in the list; the question is on the screen then.
    static bool ask(const WindowFixture &fixture)
    {
        auto *list = fixture.find<QWidget>(u"skillList"_s);
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Delete);
        return fixture.find<QWidget>(u"deleteSkillDialog"_s) != nullptr;
    }
    static QStringList trash(const TestHome &home)
    {
        return QDir(QString(home.customRoot() + u"/.trash/deleted"_s)).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    }
};

void TestSkillDelete::deletedAndBroughtBackByUndo()
{
    const TestHome home;
    const QByteArray text = skillText(demo, "\nText.\n");
    home.addSkill(demo, text);
    writeFile(home.skillFile(demo, u"references/a.md"_s), "more\n");
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(ask(fixture));
    const QString question = fixture.find<QLabel>(u"deleteSkillText"_s)->text();
    QVERIFY(question.contains(home.customRoot()));
    QVERIFY(question.contains(u"restored"_s));
    QTest::keyClicks(fixture.find<QLineEdit>(u"deleteSkillNote"_s), u"no longer used"_s);
    QVERIFY(fixture.click(u"deleteSkillAccept"_s));
    QTRY_VERIFY(!QFileInfo::exists(home.skillFile(demo)));
    QCOMPARE(trash(home).size(), 1);
    QTRY_VERIFY(fixture.banner(u"pageBanner"_s).startsWith(u"Deleted demo-skill"_s));
    QVERIFY(fixture.banner(u"pageBanner"_s).contains(u".trash/"_s));
    QCOMPARE(home.records(demo).last().action, u"human_delete"_s);
    QCOMPARE(home.records(demo).last().note, u"no longer used"_s);
    // The page says that it is gone, and not that somebody else took it away.
    QTRY_VERIFY(fixture.find<QPushButton>(u"restoreSkillButton"_s));
    QVERIFY(fixture.banner(u"diskBanner"_s).isEmpty());
    QVERIFY(fixture.click(u"undoDeleteButton"_s));
    QTRY_COMPARE(readFile(home.skillFile(demo)), text);
    QCOMPARE(readFile(home.skillFile(demo, u"references/a.md"_s)), "more\n");
    QTRY_COMPARE(fixture.editor()->bytes(), text);
    QTRY_VERIFY(!fixture.editor()->isReadOnly());
    QTRY_VERIFY(fixture.banner(u"pageBanner"_s).startsWith(u"Restored demo-skill"_s));
}

void TestSkillDelete::theQuestionCanBeLeft()
{
    const TestHome home;
    home.addSkill(demo, skillText(demo, "\nText.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(ask(fixture));
    // Return alone deletes nothing.
    QTest::keyClick(fixture.find<QLineEdit>(u"deleteSkillNote"_s), Qt::Key_Return);
    QVERIFY(fixture.find<QWidget>(u"deleteSkillDialog"_s));
    QTest::keyClick(fixture.find<QWidget>(u"deleteSkillDialog"_s), Qt::Key_Escape);
    QTRY_VERIFY(!fixture.find<QWidget>(u"deleteSkillDialog"_s));
    QVERIFY(QFileInfo::exists(home.skillFile(demo)));
    QVERIFY(home.records(demo).isEmpty());
}

void TestSkillDelete::aTextChangedMeanwhileStays()
{
    const TestHome home;
    home.addSkill(demo, skillText(demo, "\nText.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(ask(fixture));
    const QByteArray theirs = skillText(demo, "\nTheirs.\n");
    writeFile(home.skillFile(demo), theirs);
    QVERIFY(fixture.click(u"deleteSkillAccept"_s));
    QTRY_VERIFY(fixture.banner(u"pageBanner"_s).startsWith(u"Nothing was deleted"_s));
    QCOMPARE(readFile(home.skillFile(demo)), theirs);
    QVERIFY(trash(home).isEmpty());
    QTRY_COMPARE(fixture.editor()->bytes(), theirs);
}

void TestSkillDelete::typedTextIsKeptAsADraft()
{
    const TestHome home;
    const QByteArray text = skillText(demo, "\nText.\n");
    home.addSkill(demo, text);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    fixture.typeAtEnd(u"Typed."_s);
    QVERIFY(ask(fixture));
    QVERIFY(fixture.find<QLabel>(u"deleteSkillText"_s)->text().startsWith(u"What you typed is not saved"_s));
    QVERIFY(fixture.click(u"deleteSkillAccept"_s));
    QTRY_VERIFY(fixture.find<QPushButton>(u"restoreSkillButton"_s));
    QTRY_VERIFY(home.holdsText(demo, text + "Typed."));
    // And it comes back into the editor with the skill.
    QVERIFY(fixture.click(u"undoDeleteButton"_s));
    QTRY_COMPARE(fixture.editor()->bytes(), text + "Typed.");
    QVERIFY(fixture.place()->editing()->isModified());
    QCOMPARE(readFile(home.skillFile(demo)), text);
}

void TestSkillDelete::waitingForTheLockCanBeCancelled()
{
    const TestHome home;
    home.addSkill(demo, skillText(demo, "\nText.\n"));
    LockHolderProcess holder(home.customRoot());
    QVERIFY(holder.holds());
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(ask(fixture));
    QVERIFY(fixture.click(u"deleteSkillAccept"_s));
    QTRY_VERIFY(fixture.banner(u"progressBanner"_s).contains(u"Waiting for"_s));
    // Meanwhile nothing else can be begun, and the switch says why.
    QVERIFY(!fixture.find<QWidget>(u"enabledSwitch"_s)->isEnabled());
    QVERIFY(!fixture.find<QWidget>(u"enabledSwitch"_s)->toolTip().isEmpty());
    QVERIFY(fixture.click(u"cancelButton"_s));
    QTRY_VERIFY(fixture.banner(u"pageBanner"_s).startsWith(u"Nothing was deleted"_s));
    QVERIFY(fixture.banner(u"progressBanner"_s).isEmpty());
    QVERIFY(QFileInfo::exists(home.skillFile(demo)));
    QVERIFY(fixture.find<QWidget>(u"enabledSwitch"_s)->isEnabled());
}

void TestSkillDelete::sharedSkillsAreNotDeletedAndSayWhy()
{
    const TestHome home;
    home.addSkill(demo, skillText(demo, "\nText.\n"));
    writeFile(home.roots().publicRoot + u"/shared-skill/SKILL.md"_s, skillText(u"shared-skill"_s, "\nShared.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(u"shared-skill"_s));
    const auto *action = fixture.place()->findChild<QAction *>(u"deleteSkillAction"_s);
    QVERIFY(!action->isEnabled());
    QVERIFY(action->toolTip().contains(u"comes with the installation"_s));
    QVERIFY(!ask(fixture));
    QVERIFY(fixture.choose(demo));
    QVERIFY(action->isEnabled());
}

void TestSkillDelete::aDeletedSkillIsRestoredFromItsPage()
{
    const TestHome home;
    const QByteArray text = skillText(demo, "\nText.\n");
    home.addSkill(demo, text);
    {
        SkillEditor editor = home.editor();
        EditRequest request;
        request.directory = demo;
        request.text = skillText(demo, "\nLater.\n");
        QVERIFY(editor.edit(request, patientOptions()));
    }
    // Somebody took the folder away without any trash: the history alone is left.
    QVERIFY(QDir(QFileInfo(home.skillFile(demo)).path()).removeRecursively());
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(fixture.click(u"restoreSkillButton"_s));
    QTRY_COMPARE(readFile(home.skillFile(demo)), skillText(demo, "\nLater.\n"));
    QTRY_COMPARE(fixture.editor()->bytes(), skillText(demo, "\nLater.\n"));
}

QTEST_MAIN(TestSkillDelete)
#include "tst_delete_skill.moc"
