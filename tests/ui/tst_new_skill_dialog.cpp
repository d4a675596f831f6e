// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/local_storage.h"
#include "support/gated_storage.h"
#include "ui/editor/skill_text_edit.h"
#include "ui/skills/new_skill_dialog.h"
#include "ui/skills/skill_page.h"
#include "ui/skills/skills_place.h"
#include "ui/support/lock_holder_process.h"
#include "ui/support/window_fixture.h"

#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>

#include <cerrno>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

/// A new skill by its dialog: what is asked, what is refused under which field, what is warned of, and what stands on disk afterwards.
class TestSkillCreate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theFormBecomesASkillThatIsShown();
    void ownTextFollowsTheFrontMatter();
    void refusalsStandUnderTheirFields_data();
    void refusalsStandUnderTheirFields();
    void anEmptyFormIsNoMistakeYet();
    void aTakenNameIsToldAtOnce();
    void whatTheNameBringsIsSaidBefore();
    void aTemplateKeepsItsFrontMatter();
    void waitingForTheLockCanBeCancelled();
    void aFullDiskKeepsWhatWasTyped();

private:
    static NewSkillDialog *begin(const WindowFixture &fixture)
    {
        QTest::keyClick(fixture.window(), Qt::Key_N, Qt::ControlModifier);
        return fixture.find<NewSkillDialog>(u"newSkillDialog"_s);
    }
    static void type(const WindowFixture &fixture, const QString &field, const QString &text)
    {
        auto *widget = fixture.find<QWidget>(field);
        QVERIFY2(widget, qPrintable(field));
        widget->setFocus();
        QTest::keyClicks(widget, text);
    }
    static QString note(const WindowFixture &fixture, const QString &name)
    {
        const auto *label = fixture.find<QLabel>(name);
        return label ? label->text() : QString();
    }
};

void TestSkillCreate::theFormBecomesASkillThatIsShown()
{
    const TestHome home;
    home.addSkill(u"demo-skill"_s, skillText(u"demo-skill"_s, "\nText.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open(u"demo-skill"_s));
    QVERIFY(begin(fixture));
    type(fixture, u"newSkillName"_s, u"release-notes"_s);
    type(fixture, u"newSkillDescription"_s, u"Use when: a version is tagged"_s);
    type(fixture, u"newSkillVersion"_s, u"1.0"_s);
    type(fixture, u"newSkillTools"_s, u"bash, read_file"_s);
    QSignalSpy shown(fixture.place(), &SkillsPlace::textShown);
    QVERIFY(fixture.click(u"newSkillAccept"_s));
    QTRY_COMPARE(fixture.place()->settings().skill, u"custom/release-notes"_s);
    QTRY_VERIFY(!shown.isEmpty());
    const QByteArray stored = readFile(home.skillFile(u"release-notes"_s));
    QVERIFY(stored.contains("description: \"Use when: a version is tagged\"\n") || stored.contains("description: 'Use when: a version is tagged'\n"));
    QVERIFY(stored.contains("allowed-tools:\n  - bash\n  - read_file\n"));
    QVERIFY(stored.contains("version: '1.0'\n") || stored.contains("version: \"1.0\"\n"));
    QVERIFY(judgeSkill(stored, u"release-notes"_s).valid);
    // It is open for work, and the banner says what was done.
    QCOMPARE(fixture.editor()->bytes(), stored);
    QVERIFY(!fixture.editor()->isReadOnly());
    QVERIFY(fixture.banner(u"pageBanner"_s).startsWith(u"Created release-notes"_s));
    const QList<RecordView> records = home.records(u"release-notes"_s);
    QCOMPARE(records.size(), 1);
    QCOMPARE(records.first().action, u"create"_s);
    QCOMPARE(records.first().next, stored);
    QVERIFY(!fixture.find<QWidget>(u"newSkillDialog"_s));
}

void TestSkillCreate::ownTextFollowsTheFrontMatter()
{
    const TestHome home;
    WindowFixture fixture(home);
    QVERIFY(fixture.open());
    // There is no skill yet: the button that says so opens the dialog as well.
    QVERIFY(fixture.click(u"firstSkillButton"_s));
    type(fixture, u"newSkillName"_s, u"mine"_s);
    type(fixture, u"newSkillDescription"_s, u"Mine"_s);
    fixture.find<QComboBox>(u"newSkillStart"_s)->setFocus();
    QTest::keyClick(fixture.find<QComboBox>(u"newSkillStart"_s), Qt::Key_Down);
    type(fixture, u"newSkillText"_s, u"# Mine"_s);
    QVERIFY(fixture.click(u"newSkillAccept"_s));
    QTRY_COMPARE(readFile(home.skillFile(u"mine"_s)), "---\nname: mine\ndescription: Mine\n---\n\n# Mine\n");
}

void TestSkillCreate::refusalsStandUnderTheirFields_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("noteName");
    QTest::newRow("capitals") << u"newSkillName"_s << u"Good-Name"_s << u"newSkillNameNote"_s;
    QTest::newRow("double hyphen") << u"newSkillName"_s << u"a--b"_s << u"newSkillNameNote"_s;
    QTest::newRow("too long") << u"newSkillName"_s << QString(65, u'a') << u"newSkillNameNote"_s;
    QTest::newRow("angle brackets") << u"newSkillDescription"_s << u"for <b>"_s << u"newSkillDescriptionNote"_s;
    QTest::newRow("description too long") << u"newSkillDescription"_s << QString(1025, u'a') << u"newSkillDescriptionNote"_s;
}

void TestSkillCreate::refusalsStandUnderTheirFields()
{
    QFETCH(QString, field);
    QFETCH(QString, text);
    QFETCH(QString, noteName);
    const TestHome home;
    WindowFixture fixture(home);
    QVERIFY(fixture.open());
    NewSkillDialog *dialog = begin(fixture);
    QVERIFY(dialog);
    const bool isName = field == u"newSkillName"_s;
    QSignalSpy judged(dialog, &NewSkillDialog::judged);
    type(fixture, isName ? u"newSkillDescription"_s : u"newSkillName"_s, u"good-value"_s);
    type(fixture, field, text);
    QTRY_VERIFY(note(fixture, noteName).startsWith(u"✕ "_s));
    auto *accept = fixture.find<QPushButton>(u"newSkillAccept"_s);
    QVERIFY(!accept->isEnabled());
    QCOMPARE(QString(u"✕ "_s + accept->toolTip()), note(fixture, noteName));
    // Mended, the note goes and the button comes.
    auto *widget = fixture.find<QWidget>(field);
    widget->setFocus();
    QTest::keyClick(widget, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(widget, u"mended"_s);
    QTRY_VERIFY(note(fixture, noteName).isEmpty());
    QTRY_VERIFY(accept->isEnabled());
    QVERIFY(!judged.isEmpty());
}

void TestSkillCreate::anEmptyFormIsNoMistakeYet()
{
    const TestHome home;
    WindowFixture fixture(home);
    QVERIFY(fixture.open());
    QVERIFY(begin(fixture));
    auto *accept = fixture.find<QPushButton>(u"newSkillAccept"_s);
    QVERIFY(!accept->isEnabled());
    QCOMPARE(accept->toolTip(), u"It needs a name."_s);
    type(fixture, u"newSkillName"_s, u"good"_s);
    QCOMPARE(accept->toolTip(), u"It needs a description."_s);
    for (const QString &name : {u"newSkillNameNote"_s, u"newSkillDescriptionNote"_s, u"newSkillTextNote"_s})
        QVERIFY2(note(fixture, name).isEmpty(), qPrintable(name));
    QTest::keyClick(fixture.find<QWidget>(u"newSkillDialog"_s), Qt::Key_Escape);
    QTRY_VERIFY(!fixture.find<QWidget>(u"newSkillDialog"_s));
    QVERIFY(!QFileInfo::exists(home.skillFile(u"good"_s)));
}

void TestSkillCreate::aTakenNameIsToldAtOnce()
{
    const TestHome home;
    home.addSkill(u"taken"_s, skillText(u"taken"_s, "\nText.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open());
    QVERIFY(begin(fixture));
    type(fixture, u"newSkillName"_s, u"taken"_s);
    QVERIFY(note(fixture, u"newSkillNameNote"_s).contains(u"already"_s));
    QVERIFY(!fixture.find<QPushButton>(u"newSkillAccept"_s)->isEnabled());
}

void TestSkillCreate::whatTheNameBringsIsSaidBefore()
{
    const TestHome home;
    writeFile(home.roots().legacyRoot + u"/old-one/SKILL.md"_s, skillText(u"old-one"_s, "\nLegacy.\n"));
    WindowFixture fixture(home);
    QVERIFY(fixture.open());
    QVERIFY(begin(fixture));
    type(fixture, u"newSkillName"_s, u"help"_s);
    type(fixture, u"newSkillDescription"_s, u"Helps"_s);
    QTRY_VERIFY(note(fixture, u"newSkillWarnings"_s).contains(u"chat commands"_s));
    QVERIFY(note(fixture, u"newSkillWarnings"_s).contains(u"old-one"_s));
    QVERIFY(note(fixture, u"newSkillWarnings"_s).startsWith(u"! "_s));
    // A warning is no refusal.
    QVERIFY(fixture.click(u"newSkillAccept"_s));
    QTRY_VERIFY(QFileInfo::exists(home.skillFile(u"help"_s)));
    QTRY_VERIFY(fixture.banner(u"pageBanner"_s).contains(u"chat commands"_s));
}

void TestSkillCreate::aTemplateKeepsItsFrontMatter()
{
    const TestHome home;
    const QByteArray text = "---\nname: template\ndescription: From the team\nmetadata:\n  team: docs\n---\n\n# Report\n";
    const QString file = home.path() + u"/template.md"_s;
    writeFile(file, text);
    WindowFixture fixture(home);
    QVERIFY(fixture.open());
    QVERIFY(begin(fixture));
    type(fixture, u"newSkillName"_s, u"weekly"_s);
    auto *start = fixture.find<QComboBox>(u"newSkillStart"_s);
    start->setFocus();
    QTest::keyClick(start, Qt::Key_End);
    QVERIFY(!fixture.find<QPlainTextEdit>(u"newSkillDescription"_s)->isEnabled());
    QCOMPARE(fixture.find<QPushButton>(u"newSkillAccept"_s)->toolTip(), u"Choose the template first."_s);
    QVERIFY(fixture.click(u"newSkillTemplate"_s));
    QTRY_VERIFY(fixture.find<QFileDialog>(u"templateDialog"_s));
    auto *chooser = fixture.find<QFileDialog>(u"templateDialog"_s);
    chooser->selectFile(file);
    chooser->setDirectory(home.path());
    auto *name = chooser->findChild<QLineEdit *>(u"fileNameEdit"_s);
    QVERIFY(name);
    name->setText(file);
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_VERIFY(!fixture.find<QFileDialog>(u"templateDialog"_s));
    QVERIFY(fixture.click(u"newSkillAccept"_s));
    QTRY_COMPARE(readFile(home.skillFile(u"weekly"_s)), QByteArray(text).replace("name: template", "name: weekly"));
}

void TestSkillCreate::waitingForTheLockCanBeCancelled()
{
    const TestHome home;
    home.addSkill(u"demo-skill"_s, skillText(u"demo-skill"_s, "\nText.\n"));
    LockHolderProcess holder(home.customRoot());
    QVERIFY(holder.holds());
    WindowFixture fixture(home);
    QVERIFY(fixture.open());
    QVERIFY(begin(fixture));
    type(fixture, u"newSkillName"_s, u"waiting"_s);
    type(fixture, u"newSkillDescription"_s, u"Waits"_s);
    QVERIFY(fixture.click(u"newSkillAccept"_s));
    QTRY_VERIFY(fixture.banner(u"newSkillBanner"_s).contains(u"Waiting for"_s));
    QVERIFY(!fixture.find<QPushButton>(u"newSkillAccept"_s)->isEnabled());
    QVERIFY(fixture.click(u"newSkillCancel"_s));
    QTRY_VERIFY(fixture.banner(u"newSkillBanner"_s).startsWith(u"No skill was made"_s));
    QVERIFY(!QFileInfo::exists(home.skillFile(u"waiting"_s)));
    // What was typed is still there, and a second try succeeds.
    QCOMPARE(fixture.find<QLineEdit>(u"newSkillName"_s)->text(), u"waiting"_s);
    holder.release();
    QVERIFY(fixture.click(u"newSkillAccept"_s));
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(home.skillFile(u"waiting"_s)), 30'000);
}

void TestSkillCreate::aFullDiskKeepsWhatWasTyped()
{
    const TestHome home;
    home.addSkill(u"demo-skill"_s, skillText(u"demo-skill"_s, "\nText.\n"));
    auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
    auto full = std::make_shared<std::atomic_bool>(true);
    storage->before = [full](const StorageStep &step) -> std::optional<Error> {
        if (*full && step.name == u"write"_s)
            return systemError(ENOSPC, u"write"_s, step.path);
        return {};
    };
    WindowFixture fixture(home, storage);
    QVERIFY(fixture.open());
    QVERIFY(begin(fixture));
    type(fixture, u"newSkillName"_s, u"no-room"_s);
    type(fixture, u"newSkillDescription"_s, u"No room"_s);
    QVERIFY(fixture.click(u"newSkillAccept"_s));
    QTRY_VERIFY(fixture.banner(u"newSkillBanner"_s).startsWith(u"No skill was made"_s));
    QVERIFY(!QFileInfo::exists(home.skillFile(u"no-room"_s)));
    QVERIFY(home.temporaryFiles().isEmpty());
    *full = false;
    QVERIFY(fixture.click(u"newSkillAccept"_s));
    QTRY_VERIFY(QFileInfo::exists(home.skillFile(u"no-room"_s)));
}

QTEST_MAIN(TestSkillCreate)
#include "tst_new_skill_dialog.moc"
