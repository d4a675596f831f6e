// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diff/merge_view.h"
#include "ui/editor/skill_text_edit.h"
#include "ui/skills/edit_controller.h"
#include "ui/skills/skills_place.h"
#include "ui/support/window_fixture.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

namespace {

const QString demo = u"demo-skill"_s;

} // namespace

/// The file changes on disk while it is shown, typed in or saved: nothing typed is lost, and both texts can be had.
class TestEditConflicts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void conflictIsMergedAndSaved();
    void conflictFoundWhileSavingIsMerged();
    void changedOnDiskKeepsTypedText();
    void keepMineReplacesKnowingly();
    void reloadCanBeUndone();
    void untouchedTextFollowsTheDisk();
    void deletedOnDiskKeepsTypedText();
};

void TestEditConflicts::conflictIsMergedAndSaved()
{
    const TestHome home;
    const QByteArray base = skillText(demo, "\nFirst.\nSecond.\nThird.\nFourth.\nFifth.\n");
    home.addSkill(demo, base);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    fixture.typeAtEnd(u"Mine at the end."_s);
    const QByteArray theirs = QByteArray(base).replace("First.", "First of theirs.");
    writeFile(home.skillFile(demo), theirs);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.find<QPushButton>(u"mergeButton"_s), 30'000);
    QSignalSpy shown(fixture.place()->editing(), &EditController::dialogShown);
    QVERIFY(fixture.click(u"mergeButton"_s));
    QTRY_COMPARE(shown.size(), 1);
    QCOMPARE(fixture.find<MergeView>({})->openConflicts(), 0);
    QVERIFY(fixture.click(u"dialogAccept"_s));
    const QByteArray merged = theirs + "Mine at the end.";
    QTRY_COMPARE(fixture.editor()->bytes(), merged);
    QVERIFY(fixture.save());
    QTRY_VERIFY(fixture.banner(u"pageBanner"_s).startsWith(u"Saved"_s));
    QCOMPARE(readFile(home.skillFile(demo)), merged);
    const QList<RecordView> records = home.records(demo);
    QCOMPARE(records.last().prev, theirs);
    QCOMPARE(records.last().next, merged);
}

void TestEditConflicts::conflictFoundWhileSavingIsMerged()
{
    const TestHome home;
    const QByteArray base = skillText(demo, "\nSame line.\n");
    home.addSkill(demo, base);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    fixture.editor()->applyBytes(QByteArray(base).replace("Same line.", "My line."));
    // The dialog is open when a peer saves: nobody could have seen the change before.
    QTest::keyClick(fixture.window(), Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(fixture.find<QWidget>(u"saveDialog"_s));
    const QByteArray theirs = QByteArray(base).replace("Same line.", "Their line.");
    writeFile(home.skillFile(demo), theirs);
    QVERIFY(fixture.click(u"dialogAccept"_s));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.banner(u"diskBanner"_s).contains(u"Not saved"_s), 30'000);
    QCOMPARE(readFile(home.skillFile(demo)), theirs);
    QVERIFY(fixture.editor()->bytes().contains("My line."));
    QVERIFY(fixture.click(u"mergeButton"_s));
    QTRY_VERIFY(fixture.find<QPushButton>(u"chooseBothButton"_s));
    QTRY_COMPARE(fixture.find<MergeView>({})->openConflicts(), 1);
    QVERIFY(!fixture.find<QPushButton>(u"dialogAccept"_s)->isEnabled());
    QVERIFY(fixture.click(u"chooseBothButton"_s));
    QVERIFY(fixture.click(u"dialogAccept"_s));
    const QByteArray merged = QByteArray(base).replace("Same line.", "My line.\nTheir line.");
    QTRY_COMPARE(fixture.editor()->bytes(), merged);
    QVERIFY(fixture.save());
    QTRY_COMPARE(readFile(home.skillFile(demo)), merged);
}

void TestEditConflicts::changedOnDiskKeepsTypedText()
{
    const TestHome home;
    const QByteArray base = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, base);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    fixture.typeAtEnd(u"Typed."_s);
    // Twice, and by a rename, as editors and scripts do it.
    for (const QByteArray &text : {QByteArray(base + "Script.\n"), QByteArray(base + "Script again.\n")}) {
        writeFile(home.skillFile(demo) + u".new"_s, text);
        QVERIFY(QFile::remove(home.skillFile(demo)));
        QVERIFY(QFile::rename(home.skillFile(demo) + u".new"_s, home.skillFile(demo)));
        QTRY_VERIFY_WITH_TIMEOUT(fixture.banner(u"diskBanner"_s).startsWith(u"Changed on disk"_s), 30'000);
        QCOMPARE(fixture.editor()->bytes(), base + "Typed.");
        QTest::mouseClick(fixture.find<QWidget>(u"diskBanner"_s)->findChild<QAbstractButton *>(u"bannerClose"_s), Qt::LeftButton);
        QTRY_VERIFY(fixture.banner(u"diskBanner"_s).isEmpty());
    }
    QCOMPARE(fixture.editor()->bytes(), base + "Typed.");
}

void TestEditConflicts::keepMineReplacesKnowingly()
{
    const TestHome home;
    const QByteArray base = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, base);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    fixture.typeAtEnd(u"Mine."_s);
    const QByteArray theirs = base + "Theirs.\n";
    writeFile(home.skillFile(demo), theirs);
    QVERIFY(fixture.click(u"keepMineButton"_s));
    QVERIFY(fixture.save());
    QTRY_VERIFY(fixture.banner(u"pageBanner"_s).startsWith(u"Saved"_s));
    QCOMPARE(readFile(home.skillFile(demo)), base + "Mine.");
    // What was replaced can still be had.
    QCOMPARE(home.records(demo).last().prev, theirs);
}

void TestEditConflicts::reloadCanBeUndone()
{
    const TestHome home;
    const QByteArray base = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, base);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    fixture.typeAtEnd(u"Mine."_s);
    const QByteArray theirs = base + "Theirs.\n";
    writeFile(home.skillFile(demo), theirs);
    QVERIFY(fixture.click(u"reloadButton"_s));
    QTRY_COMPARE(fixture.editor()->bytes(), theirs);
    QVERIFY(!fixture.place()->editing()->isModified());
    QTest::keyClick(fixture.editor(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(fixture.editor()->bytes(), base + "Mine.");
    QVERIFY(fixture.place()->editing()->isModified());
}

void TestEditConflicts::untouchedTextFollowsTheDisk()
{
    const TestHome home;
    const QByteArray base = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, base);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    writeFile(home.skillFile(demo), base + "Script.\n");
    QTRY_COMPARE_WITH_TIMEOUT(fixture.editor()->bytes(), base + "Script.\n", 30'000);
    QVERIFY(!fixture.place()->editing()->isModified());
    QVERIFY(fixture.banner(u"diskBanner"_s).startsWith(u"Read again"_s));
}

void TestEditConflicts::deletedOnDiskKeepsTypedText()
{
    const TestHome home;
    const QByteArray base = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, base);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    fixture.typeAtEnd(u"Typed."_s);
    QVERIFY(QFile::remove(home.skillFile(demo)));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.banner(u"diskBanner"_s).startsWith(u"Deleted on disk"_s), 30'000);
    QCOMPARE(fixture.editor()->bytes(), base + "Typed.");
    QTRY_VERIFY(home.holdsText(demo, base + "Typed."));
}

QTEST_MAIN(TestEditConflicts)
#include "tst_edit_conflicts.moc"
