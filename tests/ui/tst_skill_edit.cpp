// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/piece_view.h"
#include "ui/editor/skill_text_edit.h"
#include "ui/skills/edit_controller.h"
#include "ui/skills/markdown_preview.h"
#include "ui/skills/skills_place.h"
#include "ui/support/window_fixture.h"

#include <QFileInfo>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>

#include <unistd.h>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

namespace {

const QString demo = u"demo-skill"_s;

} // namespace

/// Editing in the window: problems while typing, save, texts that cannot be edited, and that no byte moves that nobody touched.
class TestSkillEdit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void editAndSaveWritesFileAndRecord();
    void saveShowsTheDifferenceFirstAndCanBeLeft();
    void saveIsOffWithAReason();
    void brokenTextIsNotSavedAndKept();
    void problemsAreShownWhileTypingAndMended();
    void onlyTheTypedLetterDiffersOnDisk_data();
    void onlyTheTypedLetterDiffersOnDisk();
    void sharedSkillsAreReadOnlyAndSayWhy();
    void aTreeOfSomebodyElseIsReadOnlyAndSaysSo();
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

/// The superuser may write anywhere, so there the window is looked at as the account "nobody".
void TestSkillEdit::aTreeOfSomebodyElseIsReadOnlyAndSaysSo()
{
    const TestHome home;
    const QByteArray before = skillText(demo, "\nInitial.\n");
    home.addSkill(demo, before);
    const QString skillFolder = QFileInfo(home.skillFile(demo)).path();
    const QList<QString> locked{home.customRoot(), skillFolder};
    QVERIFY(QFile::setPermissions(home.path(), QFile::Permissions(0x7755)));
    for (const QString &folder : locked)
        QVERIFY(QFile::setPermissions(folder, QFile::Permissions(0x5555)));
    const bool superuser = ::geteuid() == 0;
    constexpr uid_t nobody = 65534;
    QVERIFY(!superuser || ::setresuid(nobody, nobody, 0) == 0);
    const auto restore = qScopeGuard([&] {
        if (superuser && ::setresuid(0, 0, 0) != 0)
            qFatal("cannot become the superuser again");
        for (const QString &folder : locked)
            QFile::setPermissions(folder, QFile::Permissions(0x7755));
    });
    WindowFixture fixture(home);
    QVERIFY(fixture.open(demo));
    QTRY_VERIFY(fixture.banner(u"listBanner"_s).startsWith(u"Read only"_s));
    QVERIFY(fixture.banner(u"listBanner"_s).contains(home.customRoot()));
    QVERIFY(fixture.banner(u"stateBanner"_s).startsWith(u"Read only"_s));
    QVERIFY(fixture.banner(u"stateBanner"_s).contains(home.customRoot()));
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
    QTRY_COMPARE(fixture.editor()->problems().size(), 1);
    QCOMPARE(fixture.editor()->problems().first().kind, ProblemKind::ByteOrderMark);
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
