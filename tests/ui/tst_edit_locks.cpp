// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/lock_fixtures.h"
#include "support/gated_storage.h"
#include "ui/editor/skill_text_edit.h"
#include "ui/skills/edit_controller.h"
#include "ui/skills/skills_place.h"
#include "ui/support/lock_holder_process.h"
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

/// Saving where somebody else holds the lock, where there is none, and where the disk refuses.
class TestEditLocks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void waitsForALockOfAnotherProcess();
    void textTypedWhileSavingComesBack();
    void waitingForALockCanBeCancelled();
    void withoutKernelLocksIsAskedFirst();
    void noteOfAnotherComputerIsRemovedOnlyByName();
    void failedSaveKeepsTheText();
};

void TestEditLocks::waitsForALockOfAnotherProcess()
{
    const TestHome home;
    const QByteArray base = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, base);
    LockHolderProcess holder(home.customRoot());
    QVERIFY(holder.holds());
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    fixture.typeAtEnd(u"Typed."_s);
    QVERIFY(fixture.save());
    QTRY_VERIFY(fixture.banner(u"progressBanner"_s).contains(u"Waiting for"_s));
    QCOMPARE(readFile(home.skillFile(demo)), base);
    // The window goes on while it waits.
    fixture.typeAtEnd(u" More."_s);
    QCOMPARE(fixture.editor()->bytes(), base + "Typed. More.");
    holder.release();
    QTRY_COMPARE_WITH_TIMEOUT(readFile(home.skillFile(demo)), base + "Typed.", 30'000);
    QTRY_VERIFY(fixture.banner(u"progressBanner"_s).isEmpty());
    QVERIFY(fixture.place()->editing()->isModified());
    QCOMPARE(fixture.editor()->bytes(), base + "Typed. More.");
}

void TestEditLocks::textTypedWhileSavingComesBack()
{
    const TestHome home;
    const QByteArray base = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, base);
    home.addSkill(u"other-skill"_s, skillText(u"other-skill"_s, "\nOther.\n"));
    LockHolderProcess holder(home.customRoot());
    QVERIFY(holder.holds());
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    fixture.typeAtEnd(u"Saved."_s);
    QVERIFY(fixture.save());
    QTRY_VERIFY(fixture.find<QPushButton>(u"cancelButton"_s));
    fixture.typeAtEnd(u" Not yet."_s);
    QVERIFY(fixture.choose(u"other-skill"_s));
    QSignalSpy saved(fixture.place()->editing(), &EditController::saved);
    holder.release();
    QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, 30'000);
    QCOMPARE(readFile(home.skillFile(demo)), base + "Saved.");
    QVERIFY(fixture.choose(demo));
    QCOMPARE(fixture.editor()->bytes(), base + "Saved. Not yet.");
    QVERIFY(fixture.place()->editing()->isModified());
    QVERIFY(fixture.banner(u"diskBanner"_s).isEmpty());
    QVERIFY(fixture.save());
    QTRY_COMPARE(readFile(home.skillFile(demo)), base + "Saved. Not yet.");
}

void TestEditLocks::waitingForALockCanBeCancelled()
{
    const TestHome home;
    const QByteArray base = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, base);
    LockHolderProcess holder(home.customRoot());
    QVERIFY(holder.holds());
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    fixture.typeAtEnd(u"Typed."_s);
    QVERIFY(fixture.save());
    QVERIFY(fixture.click(u"cancelButton"_s));
    QTRY_VERIFY(fixture.banner(u"diskBanner"_s).startsWith(u"Not saved"_s));
    QVERIFY(fixture.banner(u"progressBanner"_s).isEmpty());
    QCOMPARE(fixture.editor()->bytes(), base + "Typed.");
    holder.release();
    QCOMPARE(readFile(home.skillFile(demo)), base);
    QCOMPARE(home.records(demo).size(), 0);
    // And it can be saved afterwards.
    QVERIFY(fixture.save());
    QTRY_COMPARE(readFile(home.skillFile(demo)), base + "Typed.");
}

void TestEditLocks::withoutKernelLocksIsAskedFirst()
{
    const TestHome home;
    const QByteArray base = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, base);
    LockSeams seams;
    seams.kernel = std::make_shared<NoKernelLocks>();
    WindowFixture fixture(home, {}, u"1@test:1"_s, {}, std::make_shared<MutationQueues>(seams));
    QVERIFY(fixture.open(demo));
    fixture.typeAtEnd(u"Typed."_s);
    QVERIFY(fixture.save());
    QTRY_VERIFY(fixture.find<QPushButton>(u"acceptUnlockedButton"_s));
    QCOMPARE(readFile(home.skillFile(demo)), base);
    QCOMPARE(fixture.editor()->bytes(), base + "Typed.");
    QVERIFY(fixture.click(u"acceptUnlockedButton"_s));
    QTRY_VERIFY(fixture.banner(u"pageBanner"_s).startsWith(u"Saved"_s));
    QCOMPARE(readFile(home.skillFile(demo)), base + "Typed.");
    // That nobody is kept out stays said.
    QVERIFY(fixture.banner(u"pageBanner"_s).size() > 10);
}

/// On a network file system nobody here can tell whether the other computer still works, so whoever saves decides, each time.
void TestEditLocks::noteOfAnotherComputerIsRemovedOnlyByName()
{
    const TestHome home;
    const QByteArray base = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, base);
    const QString note = mutationOwnerPath(home.customRoot());
    const QByteArray foreign = "4711\nverdererctl\nsome-other-host\n0123456789abcdef0123456789abcdef\n01234567-89ab-cdef-0123-456789abcdef\n";
    writeFile(note, foreign);
    LockSeams seams;
    seams.fileSystem = [](const QString &) { return FileSystemKind{u"nfs"_s, true}; };
    seams.clock = std::make_shared<JumpingClock>(); // the note is watched for 10 s, which take no time
    WindowFixture fixture(home, {}, u"1@test:1"_s, {}, std::make_shared<MutationQueues>(seams));
    QVERIFY(fixture.open(demo));
    fixture.typeAtEnd(u"Typed."_s);
    QVERIFY(fixture.save());
    QTRY_VERIFY(fixture.find<QPushButton>(u"breakNoteButton"_s));
    QVERIFY(fixture.banner(u"diskBanner"_s).contains(u"some-other-host"_s));
    QVERIFY(!fixture.find<QPushButton>(u"breakNoteButton"_s)->toolTip().isEmpty());
    QCOMPARE(readFile(home.skillFile(demo)), base);
    QCOMPARE(readFile(note), foreign);
    QCOMPARE(fixture.editor()->bytes(), base + "Typed.");
    QVERIFY(fixture.click(u"breakNoteButton"_s));
    QTRY_VERIFY(fixture.banner(u"pageBanner"_s).startsWith(u"Saved"_s));
    QCOMPARE(readFile(home.skillFile(demo)), base + "Typed.");
    QVERIFY(!QFile::exists(note));

    // It was for that one save.
    writeFile(note, foreign);
    fixture.typeAtEnd(u" Again."_s);
    QVERIFY(fixture.save());
    QTRY_VERIFY(fixture.find<QPushButton>(u"breakNoteButton"_s));
    QCOMPARE(readFile(home.skillFile(demo)), base + "Typed.");
}

void TestEditLocks::failedSaveKeepsTheText()
{
    const TestHome home;
    const QByteArray base = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, base);
    auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
    auto full = std::make_shared<std::atomic_bool>(true);
    storage->before = [full](const StorageStep &step) -> std::optional<Error> {
        if (*full && step.name == u"stage" && step.path.endsWith(u"SKILL.md"))
            return systemError(ENOSPC, u"write"_s, step.path);
        return {};
    };
    WindowFixture fixture(home, storage);
    QVERIFY(fixture.open(demo));
    fixture.typeAtEnd(u"Typed."_s);
    QVERIFY(fixture.save());
    QTRY_VERIFY(fixture.banner(u"diskBanner"_s).startsWith(u"Not saved"_s));
    QCOMPARE(readFile(home.skillFile(demo)), base);
    QCOMPARE(fixture.editor()->bytes(), base + "Typed.");
    *full = false;
    QVERIFY(fixture.click(u"tryAgainButton"_s));
    QVERIFY(fixture.click(u"dialogAccept"_s));
    QTRY_COMPARE(readFile(home.skillFile(demo)), base + "Typed.");
}

QTEST_MAIN(TestEditLocks)
#include "tst_edit_locks.moc"
