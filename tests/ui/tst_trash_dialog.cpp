// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/local_storage.h"
#include "skills/skill_folders.h"
#include "support/gated_storage.h"
#include "ui/skills/skills_place.h"
#include "ui/skills/trash_dialog.h"
#include "ui/support/window_fixture.h"

#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeWidget>

#include <cerrno>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

/// What was deleted: listed, brought back one or several at a time, thrown away only once that was confirmed.
class TestSkillTrash : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aWholeFolderComesBack();
    void severalComeBackEachWithAResult();
    void aTakenNameIsSaidAndNotRestored();
    void aSkillOfWhichOnlyTheHistoryIsLeftIsListed();
    void theTrashIsEmptiedOnceThatIsConfirmed();
    void aFolderThatCannotBeRemovedIsTold();
    void anEmptyTrashSaysSo();

private:
    static void addDeleted(const TestHome &home, const QString &name)
    {
        home.addSkill(name, skillText(name, "\nText.\n"));
        writeFile(home.skillFile(name, u"references/a.md"_s), "more\n");
        DeleteRequest request;
        request.directory = name;
        QVERIFY(SkillFolders(home.roots(), home.dependencies()).remove(request, patientOptions()));
    }
    static TrashDialog *openTrash(const WindowFixture &fixture)
    {
        QTest::keyClick(fixture.window(), Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
        auto *dialog = fixture.find<TrashDialog>(u"trashDialog"_s);
        if (!dialog)
            return nullptr;
        QSignalSpy listed(dialog, &TrashDialog::listed);
        return listed.wait(30'000) ? dialog : nullptr;
    }
    static QTreeWidget *list(const WindowFixture &fixture) { return fixture.find<QTreeWidget>(u"trashList"_s); }
    static QStringList folders(const TestHome &home)
    {
        return QDir(QString(home.customRoot() + u"/.trash/deleted"_s)).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    }
};

void TestSkillTrash::aWholeFolderComesBack()
{
    const TestHome home;
    addDeleted(home, u"gone"_s);
    WindowFixture fixture(home);
    QVERIFY(fixture.open());
    QVERIFY(openTrash(fixture));
    QCOMPARE(list(fixture)->topLevelItemCount(), 1);
    QCOMPARE(list(fixture)->topLevelItem(0)->text(0), u"gone"_s);
    QVERIFY(list(fixture)->topLevelItem(0)->text(2).startsWith(u"2 file"_s));
    QVERIFY(fixture.click(u"trashAccept"_s));
    QTRY_COMPARE(fixture.place()->settings().skill, u"custom/gone"_s);
    QVERIFY(!fixture.find<QWidget>(u"trashDialog"_s));
    QCOMPARE(readFile(home.skillFile(u"gone"_s, u"references/a.md"_s)), "more\n");
    QVERIFY(fixture.banner(u"pageBanner"_s).startsWith(u"Restored gone"_s));
    QCOMPARE(home.records(u"gone"_s).last().action, u"rollback"_s);
}

void TestSkillTrash::severalComeBackEachWithAResult()
{
    const TestHome home;
    for (const QString &name : {u"one"_s, u"two"_s, u"three"_s})
        addDeleted(home, name);
    WindowFixture fixture(home);
    QVERIFY(fixture.open());
    QVERIFY(openTrash(fixture));
    // One of them comes to be there after the look.
    home.addSkill(u"two"_s, skillText(u"two"_s, "\nAnother.\n"));
    list(fixture)->setFocus();
    QTest::keyClick(list(fixture), Qt::Key_A, Qt::ControlModifier);
    QVERIFY(fixture.click(u"trashAccept"_s));
    QTRY_COMPARE(fixture.find<QLabel>(u"trashSummary"_s)->text(), u"2 of 3 restored."_s);
    for (int row = 0; row < 3; ++row) {
        const QTreeWidgetItem *line = list(fixture)->topLevelItem(row);
        QVERIFY2(line->text(3).startsWith(line->text(0) == u"two"_s ? u"✕ "_s : u"✓ "_s), qPrintable(line->text(0) + u": "_s + line->text(3)));
    }
    QVERIFY(fixture.banner(u"trashBanner"_s).startsWith(u"Not everything was restored"_s));
    QVERIFY(QFileInfo::exists(home.skillFile(u"one"_s)));
    QVERIFY(QFileInfo::exists(home.skillFile(u"three"_s)));
    QCOMPARE(readFile(home.skillFile(u"two"_s)), skillText(u"two"_s, "\nAnother.\n"));
}

void TestSkillTrash::aTakenNameIsSaidAndNotRestored()
{
    const TestHome home;
    addDeleted(home, u"again"_s);
    home.addSkill(u"again"_s, skillText(u"again"_s, "\nNew.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open());
    QVERIFY(openTrash(fixture));
    QVERIFY(list(fixture)->topLevelItem(0)->text(3).startsWith(u"✕ "_s));
    const auto *accept = fixture.find<QPushButton>(u"trashAccept"_s);
    QVERIFY(!accept->isEnabled());
    QVERIFY(accept->toolTip().contains(u"must go first"_s));
}

void TestSkillTrash::aSkillOfWhichOnlyTheHistoryIsLeftIsListed()
{
    const TestHome home;
    home.addSkill(u"bare"_s, skillText(u"bare"_s, "\nText.\n"));
    {
        SkillEditor editor = home.editor();
        EditRequest request;
        request.directory = u"bare"_s;
        request.text = skillText(u"bare"_s, "\nLater.\n");
        QVERIFY(editor.edit(request, patientOptions()));
    }
    QVERIFY(QDir(QFileInfo(home.skillFile(u"bare"_s)).path()).removeRecursively());
    WindowFixture fixture(home);
    QVERIFY(fixture.open());
    QVERIFY(openTrash(fixture));
    QCOMPARE(list(fixture)->topLevelItem(0)->text(2), u"SKILL.md from its history"_s);
    // There is nothing to throw away of it.
    QVERIFY(!fixture.find<QPushButton>(u"trashThrowAway"_s)->isEnabled());
    QVERIFY(!fixture.find<QPushButton>(u"trashEmpty"_s)->isEnabled());
    QVERIFY(fixture.click(u"trashAccept"_s));
    QTRY_COMPARE(readFile(home.skillFile(u"bare"_s)), skillText(u"bare"_s, "\nLater.\n"));
}

void TestSkillTrash::theTrashIsEmptiedOnceThatIsConfirmed()
{
    const TestHome home;
    addDeleted(home, u"one"_s);
    addDeleted(home, u"two"_s);
    WindowFixture fixture(home);
    QVERIFY(fixture.open());
    TrashDialog *dialog = openTrash(fixture);
    QVERIFY(dialog);
    QVERIFY(fixture.click(u"trashEmpty"_s));
    QVERIFY(fixture.find<QLabel>(u"emptyTrashText"_s)->text().contains(u"cannot be undone"_s));
    QVERIFY(fixture.click(u"emptyTrashCancel"_s));
    QTRY_VERIFY(!fixture.find<QWidget>(u"emptyTrashDialog"_s));
    QCOMPARE(folders(home).size(), 2);
    // What is deleted while the question stands stays: it was not asked about.
    QVERIFY(fixture.click(u"trashEmpty"_s));
    addDeleted(home, u"three"_s);
    QSignalSpy listed(dialog, &TrashDialog::listed);
    QVERIFY(fixture.click(u"emptyTrashAccept"_s));
    QTRY_COMPARE(listed.size(), 1);
    QCOMPARE(folders(home).size(), 1);
    QVERIFY(folders(home).first().startsWith(u"three."_s));
    QVERIFY(fixture.banner(u"trashBanner"_s).startsWith(u"Thrown away"_s));
    // The histories are as they were: their texts can still be had.
    QVERIFY(!home.records(u"one"_s).isEmpty());
    QCOMPARE(list(fixture)->topLevelItemCount(), 3);
}

void TestSkillTrash::aFolderThatCannotBeRemovedIsTold()
{
    const TestHome home;
    addDeleted(home, u"one"_s);
    auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
    storage->before = [](const StorageStep &step) -> std::optional<Error> {
        if (step.name == u"move"_s)
            return systemError(EROFS, u"move"_s, step.path);
        return {};
    };
    WindowFixture fixture(home, storage);
    QVERIFY(fixture.open());
    QVERIFY(openTrash(fixture));
    QVERIFY(fixture.click(u"trashThrowAway"_s));
    QVERIFY(fixture.click(u"emptyTrashAccept"_s));
    QTRY_VERIFY(fixture.banner(u"trashBanner"_s).startsWith(u"Not everything was thrown away"_s));
    QCOMPARE(folders(home).size(), 1);
}

void TestSkillTrash::anEmptyTrashSaysSo()
{
    const TestHome home;
    home.addSkill(u"there"_s, skillText(u"there"_s, "\nText.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open());
    QVERIFY(fixture.click(u"trashButton"_s));
    QTRY_VERIFY(fixture.find<QWidget>(u"trashDialog"_s));
    QTRY_COMPARE(fixture.find<QPushButton>(u"trashEmpty"_s)->toolTip(), u"The trash is empty."_s);
    QVERIFY(!fixture.find<QPushButton>(u"trashAccept"_s)->isEnabled());
    QVERIFY(!list(fixture));
}

QTEST_MAIN(TestSkillTrash)
#include "tst_trash_dialog.moc"
