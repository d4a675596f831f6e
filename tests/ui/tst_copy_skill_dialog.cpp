// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/copy_skill_dialog.h"
#include "ui/skills/skills_place.h"
#include "ui/support/lock_holder_process.h"
#include "ui/support/window_fixture.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeWidget>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

namespace {

const QString demo = u"demo-skill"_s;

} // namespace

/// Copies: under a name of its own, and to other users with a result for each.
class TestSkillCopy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPublicSkillBecomesACustomOne();
    void anOwnSkillNeedsAnotherName();
    void othersGetTheirCopiesEachWithAResult();
    void whatIsRefusedBeforeIsSaidBefore();
    void waitingCanBeCancelledAndTheRestIsNotBegun();

private:
    static QTreeWidgetItem *userLine(const WindowFixture &fixture, const QString &user)
    {
        auto *tree = fixture.find<QTreeWidget>(u"copySkillUsers"_s);
        const auto found = tree ? tree->findItems(user, Qt::MatchContains, 0) : QList<QTreeWidgetItem *>();
        return found.value(0);
    }
    /// By its key, as people do.
    static void toggle(const WindowFixture &fixture, const QString &user)
    {
        auto *tree = fixture.find<QTreeWidget>(u"copySkillUsers"_s);
        tree->setFocus();
        tree->setCurrentItem(userLine(fixture, user));
        QTest::keyClick(tree, Qt::Key_Space);
    }
    static QString result(const WindowFixture &fixture, const QString &user)
    {
        const QTreeWidgetItem *line = userLine(fixture, user);
        return line ? line->text(1) : QString();
    }
    static QString fileOf(const TestHome &home, const QString &user, const QString &path) { return home.roots(user).customRoot + u'/' + path; }
};

void TestSkillCopy::aPublicSkillBecomesACustomOne()
{
    const TestHome home;
    home.addSkill(demo, skillText(demo, "\nText.\n"));
    const QString shared = home.roots().publicRoot + u"/shared-skill"_s;
    writeFile(shared + u"/SKILL.md"_s, skillText(u"shared-skill"_s, "\nShared.\n"));
    writeFile(shared + u"/references/a.md"_s, "more\n");
    WindowFixture fixture(home);
    QVERIFY(fixture.open(u"shared-skill"_s));
    QTest::keyClick(fixture.window(), Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(fixture.find<QLineEdit>(u"copySkillName"_s));
    auto *name = fixture.find<QLineEdit>(u"copySkillName"_s);
    // Its own name would stand before the shared one; that is said.
    QTRY_VERIFY(result(fixture, home.user()).startsWith(u"! "_s));
    name->setFocus();
    QTest::keyClick(name, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(name, u"our-skill"_s);
    QTRY_COMPARE(result(fixture, home.user()), u"will get a copy"_s);
    QVERIFY(fixture.click(u"copySkillAccept"_s));
    QTRY_COMPARE(fixture.place()->settings().skill, u"custom/our-skill"_s);
    QVERIFY(!fixture.find<QWidget>(u"copySkillDialog"_s));
    QCOMPARE(readFile(home.skillFile(u"our-skill"_s)), skillText(u"our-skill"_s, "\nShared.\n"));
    QCOMPARE(readFile(home.skillFile(u"our-skill"_s, u"references/a.md"_s)), "more\n");
    QVERIFY(fixture.banner(u"pageBanner"_s).startsWith(u"Copied shared-skill as our-skill"_s));
}

void TestSkillCopy::anOwnSkillNeedsAnotherName()
{
    const TestHome home;
    home.addSkill(demo, skillText(demo, "\nText.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QTest::keyClick(fixture.window(), Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(fixture.find<QLineEdit>(u"copySkillName"_s));
    auto *name = fixture.find<QLineEdit>(u"copySkillName"_s);
    QCOMPARE(name->text(), u"demo-skill-copy"_s);
    name->setFocus();
    QTest::keyClick(name, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(name, demo);
    QTRY_VERIFY(result(fixture, home.user()).startsWith(u"✕ "_s));
    QVERIFY(!fixture.find<QPushButton>(u"copySkillAccept"_s)->isEnabled());
    QTest::keyClicks(name, u"--x"_s);
    QTRY_VERIFY(fixture.find<QLabel>(u"copySkillNameNote"_s));
    QVERIFY(fixture.find<QLabel>(u"copySkillNameNote"_s)->text().startsWith(u"✕ "_s));
    QVERIFY(!fixture.find<QPushButton>(u"copySkillAccept"_s)->toolTip().isEmpty());
}

void TestSkillCopy::othersGetTheirCopiesEachWithAResult()
{
    TestHome home;
    home.addUser(u"bob"_s);
    home.addUser(u"carol"_s);
    const QByteArray text = skillText(demo, "\nText.\n");
    home.addSkill(demo, text);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QTest::keyClick(fixture.window(), Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(userLine(fixture, u"bob"_s));
    QCOMPARE(userLine(fixture, home.user())->checkState(0), Qt::Unchecked);
    auto *accept = fixture.find<QPushButton>(u"copySkillAccept"_s);
    QTRY_COMPARE(accept->toolTip(), u"Choose who gets it."_s);
    toggle(fixture, u"bob"_s);
    toggle(fixture, u"carol"_s);
    QTRY_COMPARE(result(fixture, u"carol"_s), u"will get a copy"_s);
    QTRY_VERIFY(accept->isEnabled());
    // It comes to be there after the look: that user's copy fails, and the other one is made all the same.
    writeFile(fileOf(home, u"carol"_s, u"demo-skill/SKILL.md"_s), skillText(demo, "\nHers.\n"));
    auto *dialog = fixture.find<CopySkillDialog>(u"copySkillDialog"_s);
    QSignalSpy finished(dialog, &CopySkillDialog::finished);
    QVERIFY(fixture.click(u"copySkillAccept"_s));
    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(result(fixture, u"bob"_s), u"✓ copied"_s);
    QVERIFY(result(fixture, u"carol"_s).startsWith(u"✕ "_s));
    QCOMPARE(fixture.find<QLabel>(u"copySkillSummary"_s)->text().section(u'.', 0, 0), u"1 of 2 copied"_s);
    QVERIFY(fixture.banner(u"copySkillBanner"_s).startsWith(u"Not everybody got a copy"_s));
    QCOMPARE(readFile(fileOf(home, u"bob"_s, u"demo-skill/SKILL.md"_s)), text);
    QCOMPARE(readFile(fileOf(home, u"carol"_s, u"demo-skill/SKILL.md"_s)), skillText(demo, "\nHers.\n"));
    QCOMPARE(readRecords(fileOf(home, u"bob"_s, u".history/demo-skill.jsonl"_s)).size(), 1);
    // Under another name she gets one too, and the one that was made is not made again.
    QCOMPARE(userLine(fixture, u"carol"_s)->checkState(0), Qt::Checked);
    auto *name = fixture.find<QLineEdit>(u"copySkillName"_s);
    name->setFocus();
    QTest::keyClick(name, Qt::Key_End);
    QTest::keyClicks(name, u"-2"_s);
    QTRY_COMPARE(result(fixture, u"carol"_s), u"will get a copy"_s);
    QVERIFY(fixture.click(u"copySkillAccept"_s));
    QTRY_COMPARE(finished.size(), 2);
    QVERIFY(QFileInfo::exists(fileOf(home, u"carol"_s, u"demo-skill-2/SKILL.md"_s)));
    QVERIFY(!QFileInfo::exists(fileOf(home, u"bob"_s, u"demo-skill-2"_s)));
}

void TestSkillCopy::whatIsRefusedBeforeIsSaidBefore()
{
    TestHome home;
    home.addUser(u"bob"_s);
    home.addSkill(demo, skillText(demo, "\nText.\n"));
    writeFile(fileOf(home, u"bob"_s, u"demo-skill/SKILL.md"_s), skillText(demo, "\nHis.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QTest::keyClick(fixture.window(), Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(userLine(fixture, u"bob"_s));
    toggle(fixture, u"bob"_s);
    QTRY_VERIFY(result(fixture, u"bob"_s).startsWith(u"✕ has a skill"_s));
    QVERIFY(!fixture.find<QPushButton>(u"copySkillAccept"_s)->isEnabled());
    QVERIFY(fixture.find<QPushButton>(u"copySkillAccept"_s)->toolTip().contains(u"already"_s));
}

void TestSkillCopy::waitingCanBeCancelledAndTheRestIsNotBegun()
{
    TestHome home;
    home.addUser(u"bob"_s);
    home.addUser(u"carol"_s);
    home.addSkill(demo, skillText(demo, "\nText.\n"));
    QVERIFY(QDir().mkpath(home.roots(u"bob"_s).customRoot));
    LockHolderProcess holder(home.roots(u"bob"_s).customRoot);
    QVERIFY(holder.holds());
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QTest::keyClick(fixture.window(), Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(userLine(fixture, u"bob"_s));
    toggle(fixture, u"bob"_s);
    toggle(fixture, u"carol"_s);
    QTRY_COMPARE(result(fixture, u"carol"_s), u"will get a copy"_s);
    QVERIFY(fixture.click(u"copySkillAccept"_s));
    QTRY_VERIFY(fixture.banner(u"copySkillBanner"_s).contains(u"Waiting for"_s));
    QVERIFY(fixture.click(u"copySkillCancel"_s));
    QTRY_VERIFY(result(fixture, u"bob"_s).startsWith(u"‖ "_s));
    QTRY_COMPARE(result(fixture, u"carol"_s), u"‖ not begun"_s);
    QVERIFY(fixture.find<QWidget>(u"copySkillDialog"_s));
    QVERIFY(!QFileInfo::exists(fileOf(home, u"carol"_s, u"demo-skill"_s)));
    QVERIFY(!QFileInfo::exists(fileOf(home, u"bob"_s, u"demo-skill"_s)));
}

QTEST_MAIN(TestSkillCopy)
#include "tst_copy_skill_dialog.moc"
