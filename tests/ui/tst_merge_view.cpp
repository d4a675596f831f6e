// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diff/merge_document.h"
#include "ui/diff/merge_view.h"
#include "ui/editor/skill_text_edit.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace verderer;

namespace {

const QByteArray base("# T\n\none\n\nmiddle\n\ntwo\n\nend\n");
const QByteArray mine("# T\n\nMY one\n\nmiddle\n\nMY two\n\nend\n");
const QByteArray theirs("# T\n\nTHEIR one\n\nmiddle\n\nTHEIR two\n\nend of theirs\n");

MergeResult merged(const QByteArray &from, const QByteArray &ours, const QByteArray &others)
{
    const Result<MergeResult> result = mergeTexts(from, ours, others, QStringLiteral("mine"), QStringLiteral("theirs"));
    if (!result)
        qFatal("mergeTexts failed: %s", qPrintable(result.error().message));
    return *result;
}

class Window : public MergeView {
public:
    explicit Window(const MergeResult &merge)
    {
        setColors(diffColors(themeColors(ThemeKind::Light, QPalette()), QFont(QStringLiteral("DejaVu Sans Mono"), 10), QFont()));
        setMerge(merge, QStringLiteral("your text"), QStringLiteral("on disk"));
        resize(900, 600);
        show();
    }
    QPushButton *button(const char *name) { return findChild<QPushButton *>(QLatin1String(name)); }
    void click(const char *name) { QTest::mouseClick(button(name), Qt::LeftButton); }
    SkillTextEdit *text(const char *name) { return findChild<SkillTextEdit *>(QLatin1String(name)); }
    QString label() { return findChild<QLabel *>(QStringLiteral("conflictLabel"))->text(); }
};

} // namespace

class MergeViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsTheConflictAtHand()
    {
        Window window(merged(base, mine, theirs));
        QCOMPARE(window.conflictCount(), 2);
        QCOMPARE(window.openConflicts(), 2);
        QCOMPARE(window.currentConflict(), 0);
        QVERIFY(window.text("mergeMine")->bytes().contains("MY one"));
        QVERIFY(window.text("mergeBase")->bytes().contains("one"));
        QVERIFY(window.text("mergeTheirs")->bytes().contains("THEIR one"));
        QVERIFY(window.text("mergeMine")->isReadOnly());
        QVERIFY(window.label().contains(u"1 of 2"));
        QVERIFY(window.resultBytes().contains("<<<<<<< 1 your text\n"));
        QVERIFY(window.resultBytes().contains("end of theirs\n")); // merged without asking
        window.click("nextConflictButton");
        QCOMPARE(window.currentConflict(), 1);
        QVERIFY(window.text("mergeMine")->bytes().contains("MY two"));
        QVERIFY(!window.button("nextConflictButton")->isEnabled());
        window.click("previousConflictButton");
        QCOMPARE(window.currentConflict(), 0);
    }

    void choosesASide_data()
    {
        QTest::addColumn<QString>("button");
        QTest::addColumn<QByteArray>("first");
        QTest::newRow("mine") << QStringLiteral("chooseMineButton") << QByteArray("MY one\n");
        QTest::newRow("theirs") << QStringLiteral("chooseTheirsButton") << QByteArray("THEIR one\n");
        QTest::newRow("both") << QStringLiteral("chooseBothButton") << QByteArray("MY one\nTHEIR one\n");
        QTest::newRow("base") << QStringLiteral("chooseBaseButton") << QByteArray("one\n");
    }
    void choosesASide()
    {
        QFETCH(QString, button);
        QFETCH(QByteArray, first);
        Window window(merged(base, mine, theirs));
        QSignalSpy open(&window, &MergeView::openConflictsChanged);
        QSignalSpy resolved(&window, &MergeView::resolved);
        window.click(button.toLatin1().constData());
        QCOMPARE(open.takeFirst().first().toInt(), 1);
        QCOMPARE(window.currentConflict(), 1); // on to the next
        window.click("chooseMineButton");
        QCOMPARE(window.openConflicts(), 0);
        QCOMPARE(resolved.size(), 1);
        QCOMPARE(window.resultBytes(), QByteArray("# T\n\n" + first + "\nmiddle\n\nMY two\n\nend of theirs\n"));
        QVERIFY(window.label().contains(u"resolved"));
    }

    void choosesAnew()
    {
        Window window(merged(base, mine, theirs));
        window.click("chooseMineButton");
        window.click("chooseMineButton");
        window.goToConflict(0);
        window.click("chooseTheirsButton");
        QCOMPARE(window.resultBytes(), QByteArray("# T\n\nTHEIR one\n\nmiddle\n\nMY two\n\nend of theirs\n"));
        // Edited since: what was typed is not replaced by a click.
        window.goToConflict(1);
        window.resultEdit()->findText(QStringLiteral("MY two"), {});
        QTest::keyClicks(window.resultEdit(), QStringLiteral("typed"));
        QTRY_VERIFY(!window.button("chooseTheirsButton")->isEnabled());
        window.choose(MergeView::Choice::Theirs);
        QVERIFY(window.resultBytes().contains("typed"));
    }

    void undoOpensAConflictAgain()
    {
        Window window(merged(base, mine, theirs));
        const QByteArray before = window.resultBytes();
        window.click("chooseTheirsButton");
        QCOMPARE(window.openConflicts(), 1);
        QSignalSpy open(&window, &MergeView::openConflictsChanged);
        QTest::keyClick(window.resultEdit(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(window.resultBytes(), before);
        QTRY_COMPARE(open.size(), 1);
        QCOMPARE(open.first().first().toInt(), 2);
        window.goToConflict(0);
        window.click("chooseMineButton");
        QVERIFY(window.resultBytes().contains("\nMY one\n"));
        QVERIFY(!window.resultBytes().contains("THEIR one"));
    }

    void editingTheMarkersAwayResolves()
    {
        Window window(merged("a\n", "b\n", "c\n"));
        QSignalSpy resolved(&window, &MergeView::resolved);
        window.click("editConflictButton");
        SkillTextEdit *edit = window.resultEdit();
        QTest::keyClick(edit, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(edit, QStringLiteral("mine own words"));
        QTRY_COMPARE(resolved.size(), 1);
        QCOMPARE(window.resultBytes(), QByteArray("mine own words"));
        for (int i = 0; i < 30 && window.openConflicts() == 0; ++i)
            QTest::keyClick(edit, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(window.openConflicts(), 1);
        QTRY_VERIFY(window.button("chooseTheirsButton")->isEnabled());
        window.click("chooseTheirsButton");
        QCOMPARE(window.resultBytes(), QByteArray("c\n"));
    }

    void aTornMarkerStaysOpenAndIsNotReplaced()
    {
        Window window(merged("a\n", "b\n", "c\n"));
        SkillTextEdit *edit = window.resultEdit();
        edit->goTo(1, 1);
        QTest::keyClick(edit, Qt::Key_Delete);
        QTRY_VERIFY(!window.button("chooseMineButton")->isEnabled());
        QCOMPARE(window.openConflicts(), 1);
        const QByteArray torn = window.resultBytes();
        window.choose(MergeView::Choice::Mine);
        QCOMPARE(window.resultBytes(), torn);
    }

    void keepsBytes_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("ours");
        QTest::addColumn<QByteArray>("others");
        QTest::newRow("CRLF") << QByteArray("h\r\na\r\nt\r\n") << QByteArray("h\r\nb\r\nt\r\n") << QByteArray("h\r\nc\r\nt\r\n");
        QTest::newRow("no final newline") << QByteArray("h\na") << QByteArray("h\nb") << QByteArray("h\nc");
        QTest::newRow("odd bytes") << QByteArray("h\xFF\0\na\n", 6) << QByteArray("h\xFF\0\nb\xC2\xA0\n", 8)
                                   << QByteArray("h\xFF\0\nc\xE2\x80\xA8\n", 9);
        QTest::newRow("marker lookalikes") << QByteArray("<<<<<<< 1 your text\na\n=======\n") << QByteArray("<<<<<<< 1 your text\nb\n=======\n")
                                           << QByteArray("<<<<<<< 1 your text\nc\n=======\n");
        QTest::newRow("mine deleted all") << QByteArray("a\nb\n") << QByteArray() << QByteArray("a\nB\n");
    }
    void keepsBytes()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, ours);
        QFETCH(QByteArray, others);
        for (const bool useMine : {true, false}) {
            Window window(merged(from, ours, others));
            QVERIFY(window.conflictCount() > 0);
            for (int i = 0; i < window.conflictCount(); ++i)
                window.click(useMine ? "chooseMineButton" : "chooseTheirsButton");
            QCOMPARE(window.openConflicts(), 0);
            QCOMPARE(window.resultBytes(), useMine ? ours : others);
        }
    }

    void followsAResolvedConflict()
    {
        MergeDocument document(merged(base, mine, theirs), QStringLiteral("m"), QStringLiteral("t"));
        QByteArray text = document.initialText();
        const std::optional<Range> place = document.place(0, text);
        QVERIFY(place);
        const QByteArray chosen = document.choice(0, MergeDocument::Part::Mine);
        text.replace(place->begin, place->size(), chosen);
        document.setResolved(0, place->begin, chosen);
        QCOMPARE(document.place(0, text), std::optional<Range>(Range{place->begin, place->begin + chosen.size()}));
        // Typed before it, right behind it, and far behind it.
        text.insert(0, "abc");
        document.inserted(0, 3);
        const qsizetype behind = place->begin + 3 + chosen.size();
        text.insert(behind, "xyz");
        document.inserted(behind, 3);
        QCOMPARE(document.place(0, text), std::optional<Range>(Range{place->begin + 3, behind}));
        text.remove(0, 2);
        document.removed(0, 2);
        QCOMPARE(document.place(0, text), std::optional<Range>(Range{place->begin + 1, behind - 2}));
        // Removed together with what stood before it: no longer followed.
        text.remove(0, place->begin + 2);
        document.removed(0, place->begin + 2);
        QVERIFY(!document.place(0, text));
    }

    void saysWhenNothingConflicts()
    {
        Window window(merged("a\nb\nc\nd\n", "A\nb\nc\nd\n", "a\nb\nc\nD\n"));
        QCOMPARE(window.conflictCount(), 0);
        QCOMPARE(window.currentConflict(), -1);
        QCOMPARE(window.resultBytes(), QByteArray("A\nb\nc\nD\n"));
        QVERIFY(window.label().startsWith(u"No conflicts"));
        QVERIFY(!window.text("mergeMine")->isVisible());
        QVERIFY(!window.button("chooseMineButton")->isEnabled());
        window.choose(MergeView::Choice::Mine);
        window.goToConflict(3);
        QCOMPARE(window.resultBytes(), QByteArray("A\nb\nc\nD\n"));
    }
};

QTEST_MAIN(MergeViewTest)
#include "tst_merge_view.moc"
