// SPDX-License-Identifier: GPL-3.0-or-later
// Editing in the window: save, conflict and merge, changes on disk while typing, locks, drafts, and that no byte moves that nobody touched.
#include "base/hash.h"
#include "base/local_storage.h"
#include "skills/lock_seams.h"
#include "skills/mutation_lock.h"
#include "support/gated_storage.h"
#include "ui/diff/merge_view.h"
#include "ui/editor/piece_view.h"
#include "ui/editor/skill_text_edit.h"
#include "ui/skills/edit_controller.h"
#include "ui/skills/markdown_preview.h"
#include "ui/skills/skill_page.h"
#include "ui/skills/skills_place.h"
#include "ui/support/window_fixture.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <cerrno>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

namespace {

const QString demo = u"demo-skill"_s;

/// Another process that holds DeerFlow's sidecar lock until it is let go: util-linux' flock around a shell that waits for its input to end.
class LockHolderProcess {
public:
    explicit LockHolderProcess(const QString &customRoot)
    {
        m_process.start(u"flock"_s, {mutationSidecarPath(customRoot), u"sh"_s, u"-c"_s, u"echo held; cat >/dev/null"_s});
    }
    ~LockHolderProcess() { release(); }
    bool holds() { return m_process.waitForReadyRead(30'000) && m_process.readAll().contains("held"); }
    void release()
    {
        m_process.closeWriteChannel();
        m_process.waitForFinished(30'000);
    }

private:
    QProcess m_process;
};

/// A file system whose kernel knows no locks, as NFS without lockd.
class NoKernelLocks final : public KernelLock {
public:
    int tryLock(int) override { return ENOLCK; }
    int lock(int) override { return ENOLCK; }
    int probe(int) override { return ENOLCK; }
};

} // namespace

class TestSkillEdit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void editAndSaveWritesFileAndRecord();
    void saveShowsTheDifferenceFirstAndCanBeLeft();
    void saveIsOffWithAReason();
    void brokenTextIsNotSavedAndKept();
    void problemsAreShownWhileTypingAndMended();
    void conflictIsMergedAndSaved();
    void conflictFoundWhileSavingIsMerged();
    void changedOnDiskKeepsTypedText();
    void keepMineReplacesKnowingly();
    void reloadCanBeUndone();
    void untouchedTextFollowsTheDisk();
    void deletedOnDiskKeepsTypedText();
    void waitsForALockOfAnotherProcess();
    void textTypedWhileSavingComesBack();
    void waitingForALockCanBeCancelled();
    void withoutKernelLocksIsAskedFirst();
    void failedSaveKeepsTheText();
    void draftSurvivesACrash();
    void draftIsDiscardedByName();
    void draftOnAnotherTextIsMerged();
    void unsavedTextComesBackWithItsSkill();
    void closingKeepsWhatWasTyped();
    void onlyTheTypedLetterDiffersOnDisk_data();
    void onlyTheTypedLetterDiffersOnDisk();
    void sharedSkillsAreReadOnlyAndSayWhy();
    void utf16IsShownAsBytesAndConverted();
    void byteOrderMarkIsTakenOff();
    void longLinesAreReadOnlyPieces();
    void largeFilesAreReadOnlyExcerpts();
    void previewLoadsNothing();
};

void TestSkillEdit::editAndSaveWritesFileAndRecord()
{
    const TestHome home;
    const QByteArray before = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, before);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    fixture.typeAtEnd(u"More."_s);
    QTRY_VERIFY(fixture.find<QWidget>(u"unsavedBadge"_s));
    QVERIFY(fixture.save(u"said more"_s));
    const QByteArray after = before + "More.";
    QTRY_COMPARE(readFile(home.skillFile(demo)), after);
    QTRY_VERIFY(fixture.banner(u"pageBanner"_s).startsWith(u"Saved"_s));
    QVERIFY(!fixture.find<QWidget>(u"unsavedBadge"_s));
    const QList<RecordView> records = home.records(demo);
    QCOMPARE(records.size(), 1);
    QCOMPARE(records.first().action, u"human_edit"_s);
    QCOMPARE(records.first().prev, before);
    QCOMPARE(records.first().next, after);
    QCOMPARE(records.first().note, u"said more"_s);
    QTRY_VERIFY(home.drafts().isEmpty());
}

void TestSkillEdit::saveShowsTheDifferenceFirstAndCanBeLeft()
{
    const TestHome home;
    const QByteArray before = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, before);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    fixture.typeAtEnd(u"More."_s);
    QSignalSpy shown(fixture.place()->editing(), &EditController::dialogShown);
    QTest::keyClick(fixture.window(), Qt::Key_S, Qt::ControlModifier);
    QTRY_COMPARE(shown.size(), 1);
    QVERIFY(fixture.find<QWidget>(u"diffView"_s));
    QVERIFY(fixture.click(u"dialogCancel"_s));
    QTRY_VERIFY(!fixture.find<QWidget>(u"saveDialog"_s));
    QCOMPARE(readFile(home.skillFile(demo)), before);
    QVERIFY(fixture.editor()->bytes().endsWith("More."));
    QCOMPARE(home.records(demo).size(), 0);
}

void TestSkillEdit::saveIsOffWithAReason()
{
    const TestHome home;
    home.addSkill(demo, skillText(demo, "\nInitial.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    auto *save = fixture.find<QPushButton>(u"saveButton"_s);
    QVERIFY(save);
    QTRY_VERIFY(!save->isEnabled());
    QCOMPARE(save->toolTip(), u"Nothing is changed."_s);
    fixture.typeAtEnd(u"x"_s);
    QTRY_VERIFY(save->isEnabled());
    QTest::keyClick(fixture.editor(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(!save->isEnabled());
}

void TestSkillEdit::brokenTextIsNotSavedAndKept()
{
    const TestHome home;
    const QByteArray before = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, before);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    fixture.editor()->applyBytes("no front matter at all");
    QSignalSpy shown(fixture.place()->editing(), &EditController::dialogShown);
    QTest::keyClick(fixture.window(), Qt::Key_S, Qt::ControlModifier);
    QTRY_COMPARE(shown.size(), 1);
    QTRY_VERIFY(!fixture.banner(u"dialogBanner"_s).isEmpty());
    QVERIFY(!fixture.find<QPushButton>(u"dialogAccept"_s)->isEnabled());
    QVERIFY(fixture.click(u"dialogCancel"_s));
    QCOMPARE(readFile(home.skillFile(demo)), before);
    QCOMPARE(fixture.editor()->bytes(), "no front matter at all");
}

void TestSkillEdit::problemsAreShownWhileTypingAndMended()
{
    const TestHome home;
    const QByteArray broken = "---\nname: demo-skill\ndescription: Use when: writing tests\n---\n\nText.\n";
    home.addSkill(demo, broken);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QTRY_COMPARE(fixture.editor()->problems().size(), 1);
    QCOMPARE(fixture.editor()->problems().first().kind, ProblemKind::YamlError);
    QCOMPARE(fixture.editor()->problems().first().line, 3);
    QTRY_VERIFY(fixture.find<QLabel>(u"statusState"_s)->text().contains(u"would not load"_s));
    fixture.editor()->setFocus();
    QTest::keyClick(fixture.editor(), Qt::Key_Period, Qt::ControlModifier);
    QTRY_COMPARE(fixture.editor()->problems().size(), 0);
    QCOMPARE(fixture.editor()->bytes().count('\n'), broken.count('\n'));
    QVERIFY(fixture.editor()->bytes().contains("\"Use when: writing tests\"") || fixture.editor()->bytes().contains("'Use when: writing tests'"));
}

void TestSkillEdit::conflictIsMergedAndSaved()
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

void TestSkillEdit::conflictFoundWhileSavingIsMerged()
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

void TestSkillEdit::changedOnDiskKeepsTypedText()
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

void TestSkillEdit::keepMineReplacesKnowingly()
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

void TestSkillEdit::reloadCanBeUndone()
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

void TestSkillEdit::untouchedTextFollowsTheDisk()
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

void TestSkillEdit::deletedOnDiskKeepsTypedText()
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

void TestSkillEdit::waitsForALockOfAnotherProcess()
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

void TestSkillEdit::textTypedWhileSavingComesBack()
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

void TestSkillEdit::waitingForALockCanBeCancelled()
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

void TestSkillEdit::withoutKernelLocksIsAskedFirst()
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

void TestSkillEdit::failedSaveKeepsTheText()
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

void TestSkillEdit::draftSurvivesACrash()
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

void TestSkillEdit::draftIsDiscardedByName()
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

void TestSkillEdit::draftOnAnotherTextIsMerged()
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

void TestSkillEdit::unsavedTextComesBackWithItsSkill()
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

void TestSkillEdit::closingKeepsWhatWasTyped()
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

void TestSkillEdit::onlyTheTypedLetterDiffersOnDisk_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("CRLF") << QByteArray("\r\nOne.\r\nTwo.\r\n");
    QTest::newRow("mixed endings") << QByteArray("\nOne.\r\nTwo.\rThree.\n");
    QTest::newRow("no-break space") << QByteArray("\na\xC2\xA0"
                                                  "b\n");
    QTest::newRow("line separator") << QByteArray("\na\xE2\x80\xA8"
                                                  "b\n");
    QTest::newRow("no final newline") << QByteArray("\nlast line");
    QTest::newRow("emoji") << QByteArray("\n\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB and \xF0\x9F\x98\x80\n");
    QTest::newRow("NUL") << QByteArray("\nbefore\0after\n", 14);
    QTest::newRow("tabs and blanks at ends") << QByteArray("\n\tone \t\n  two   \n");
}

void TestSkillEdit::onlyTheTypedLetterDiffersOnDisk()
{
    QFETCH(QByteArray, body);
    const TestHome home;
    const QByteArray before = skillText(demo, body);
    home.addSkill(demo, before);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QCOMPARE(fixture.editor()->bytes(), before);
    fixture.typeAtEnd(u"Z"_s);
    QVERIFY(fixture.save());
    QTRY_COMPARE(readFile(home.skillFile(demo)), before + "Z");
}

void TestSkillEdit::sharedSkillsAreReadOnlyAndSayWhy()
{
    const TestHome home;
    home.addSkill(demo, skillText(demo, "\nInitial.\n"));
    writeFile(home.roots().publicRoot + u"/shared-skill/SKILL.md"_s, skillText(u"shared-skill"_s, "\nShared.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(u"shared-skill"_s));
    const QByteArray before = fixture.editor()->bytes();
    QVERIFY(fixture.banner(u"stateBanner"_s).startsWith(u"Read only"_s));
    fixture.typeAtEnd(u"x"_s);
    QCOMPARE(fixture.editor()->bytes(), before);
    auto *save = fixture.find<QPushButton>(u"saveButton"_s);
    QVERIFY(!save->isEnabled());
    QVERIFY(!save->toolTip().isEmpty());
}

void TestSkillEdit::utf16IsShownAsBytesAndConverted()
{
    const TestHome home;
    const QByteArray good = skillText(demo, "\nInitial.\n");
    QByteArray wide("\xFF\xFE");
    for (const char byte : good)
        wide += QByteArray(1, byte) + QByteArray(1, '\0');
    home.addSkill(demo, wide);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(fixture.banner(u"stateBanner"_s).startsWith(u"Looks like UTF-16"_s));
    auto *bytes = fixture.find<QPlainTextEdit>(u"byteView"_s);
    QVERIFY(bytes);
    QVERIFY(bytes->toPlainText().startsWith(u"000000  ff fe 2d 00 2d 00 2d 00"_s));
    QVERIFY(fixture.click(u"convertButton"_s));
    QTRY_COMPARE(fixture.editor()->bytes(), good);
    QCOMPARE(readFile(home.skillFile(demo)), wide);
    QVERIFY(fixture.save());
    QTRY_COMPARE(readFile(home.skillFile(demo)), good);
}

void TestSkillEdit::byteOrderMarkIsTakenOff()
{
    const TestHome home;
    const QByteArray good = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, "\xEF\xBB\xBF" + good);
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QCOMPARE(fixture.editor()->bytes(), "\xEF\xBB\xBF" + good);
    QVERIFY(fixture.click(u"stripMarkButton"_s));
    QTRY_COMPARE(fixture.editor()->bytes(), good);
    QVERIFY(fixture.save());
    QTRY_COMPARE(readFile(home.skillFile(demo)), good);
}

void TestSkillEdit::longLinesAreReadOnlyPieces()
{
    const TestHome home;
    home.addSkill(demo, skillText(demo, QByteArray(300'000, 'a')));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QVERIFY(fixture.find<PieceView>(u"pieceView"_s));
    QVERIFY(!fixture.find<QPushButton>(u"saveButton"_s)->isEnabled());
}

void TestSkillEdit::largeFilesAreReadOnlyExcerpts()
{
    const TestHome home;
    QFile file(home.skillFile(demo));
    home.addSkill(demo, skillText(demo, "\nLarge.\n"));
    QVERIFY(file.resize(100'000'000));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    auto *pieces = fixture.find<PieceView>(u"pieceView"_s);
    QVERIFY(pieces);
    QVERIFY(!pieces->notice().isEmpty());
    QCOMPARE(file.size(), 100'000'000);
}

void TestSkillEdit::previewLoadsNothing()
{
    const TestHome home;
    home.addSkill(demo, skillText(demo, "\n# Title\n\n![p](http://127.0.0.1:9/p.png) <b>raw</b> [link](https://example.org/)\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    auto *preview = fixture.find<MarkdownPreview>(u"markdownPreview"_s);
    QVERIFY(preview);
    QTRY_VERIFY(preview->toPlainText().contains(u"Title"_s));
    QVERIFY(preview->toPlainText().contains(u"<b>raw</b>"_s));
    QVERIFY(!preview->loadResource(QTextDocument::ImageResource, QUrl(u"http://127.0.0.1:9/p.png"_s)).isValid());
    Q_EMIT preview->anchorClicked(QUrl(u"https://example.org/"_s));
    QTRY_VERIFY(fixture.banner(u"diskBanner"_s).contains(u"https://example.org/"_s));
    QVERIFY(preview->toPlainText().contains(u"Title"_s));
}

QTEST_MAIN(TestSkillEdit)
#include "tst_skill_edit.moc"
