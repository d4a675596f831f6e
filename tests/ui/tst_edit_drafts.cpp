// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/skill_text_edit.h"
#include "ui/skills/edit_controller.h"
#include "ui/skills/skills_place.h"
#include "ui/support/window_fixture.h"

#include <QLabel>
#include <QTest>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

namespace {

const QString demo = u"demo-skill"_s;

} // namespace

/// What is typed and not saved outlives the window, by its end or its crash.
class TestEditDrafts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void draftSurvivesACrash();
    void draftIsDiscardedByName();
    void draftOnAnotherTextIsMerged();
    void unsavedTextComesBackWithItsSkill();
    void closingKeepsWhatWasTyped();
};

void TestEditDrafts::draftSurvivesACrash()
{
    const TestHome home;
    const QByteArray base = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, base);
    {
        WindowFixture fixture(home);
        QVERIFY(fixture.open(demo));
        fixture.typeAtEnd(u"Typed and lost?"_s);
        QTRY_COMPARE(home.drafts().size(), 1);
        QTRY_VERIFY(fixture.find<QLabel>(u"statusRight"_s)->text().startsWith(u"draft kept"_s));
        fixture.crash();
    }
    WindowFixture fixture(home, {}, u"2@test:2"_s);
    QVERIFY(fixture.open(demo));
    QTRY_VERIFY(fixture.banner(u"draftBanner"_s).startsWith(u"A draft from"_s));
    QCOMPARE(fixture.editor()->bytes(), base);
    QVERIFY(fixture.click(u"draftRestoreButton"_s));
    QTRY_COMPARE(fixture.editor()->bytes(), base + "Typed and lost?");
    QVERIFY(fixture.save());
    QTRY_COMPARE(readFile(home.skillFile(demo)), base + "Typed and lost?");
    QTRY_VERIFY(home.drafts().isEmpty());
}

void TestEditDrafts::draftIsDiscardedByName()
{
    const TestHome home;
    const QByteArray base = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, base);
    {
        WindowFixture fixture(home);
        QVERIFY(fixture.open(demo));
        fixture.typeAtEnd(u"Typed."_s);
        QTRY_COMPARE(home.drafts().size(), 1);
        fixture.crash();
    }
    WindowFixture fixture(home, {}, u"2@test:2"_s);
    QVERIFY(fixture.open(demo));
    QVERIFY(fixture.click(u"draftDifferenceButton"_s));
    QTRY_VERIFY(fixture.find<QWidget>(u"differenceDialog"_s));
    QVERIFY(fixture.click(u"dialogCancel"_s));
    QCOMPARE(home.drafts().size(), 1);
    QVERIFY(fixture.click(u"draftDiscardButton"_s));
    QTRY_VERIFY(home.drafts().isEmpty());
    QCOMPARE(fixture.editor()->bytes(), base);
}

void TestEditDrafts::draftOnAnotherTextIsMerged()
{
    const TestHome home;
    const QByteArray base = skillText(demo, "\nFirst.\nSecond.\nThird.\nFourth.\n");
    home.addSkill(demo, base);
    {
        WindowFixture fixture(home);
        QVERIFY(fixture.open(demo));
        fixture.typeAtEnd(u"Mine."_s);
        QTRY_COMPARE(home.drafts().size(), 1);
        fixture.crash();
    }
    const QByteArray theirs = QByteArray(base).replace("First.", "First of theirs.");
    writeFile(home.skillFile(demo), theirs);
    WindowFixture fixture(home, {}, u"2@test:2"_s);
    QVERIFY(fixture.open(demo));
    QVERIFY(fixture.click(u"draftRestoreButton"_s));
    QVERIFY(fixture.click(u"mergeButton"_s));
    QVERIFY(fixture.click(u"dialogAccept"_s));
    QTRY_COMPARE(fixture.editor()->bytes(), theirs + "Mine.");
}

void TestEditDrafts::unsavedTextComesBackWithItsSkill()
{
    const TestHome home;
    const QByteArray base = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, base);
    home.addSkill(u"other-skill"_s, skillText(u"other-skill"_s, "\nOther.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    fixture.typeAtEnd(u"Typed."_s);
    QVERIFY(fixture.choose(u"other-skill"_s));
    QVERIFY(fixture.editor()->bytes().contains("Other."));
    QVERIFY(!fixture.place()->editing()->isModified());
    QVERIFY(fixture.choose(demo));
    QCOMPARE(fixture.editor()->bytes(), base + "Typed.");
    QVERIFY(fixture.place()->editing()->isModified());
    QVERIFY(fixture.banner(u"draftBanner"_s).isEmpty());
}

void TestEditDrafts::closingKeepsWhatWasTyped()
{
    const TestHome home;
    const QByteArray base = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, base);
    {
        WindowFixture fixture(home);
        QVERIFY(fixture.open(demo));
        fixture.typeAtEnd(u"Typed."_s);
        fixture.window()->close();
        QTRY_VERIFY(!fixture.window()->isVisible());
    }
    QCOMPARE(home.drafts().size(), 1);
    QCOMPARE(home.drafts().first().text, base + "Typed.");
    QVERIFY(home.drafts().first().window.isEmpty());
}

QTEST_MAIN(TestEditDrafts)
#include "tst_edit_drafts.moc"
