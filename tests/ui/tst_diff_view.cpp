// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diff/diff_controls.h"
#include "ui/diff/diff_overview.h"
#include "ui/diff/diff_pane.h"
#include "ui/diff/diff_view.h"
#include "ui/diff/word_marks.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

using namespace verderer;

namespace {

DiffColors testColors()
{
    return diffColors(themeColors(ThemeKind::Light, QPalette()), QFont(QStringLiteral("DejaVu Sans Mono"), 10),
                      QFont(QStringLiteral("DejaVu Sans"), 10));
}

DiffContent makeContent(const QByteArray &oldText, const QByteArray &newText, const DiffOptions &options = {})
{
    const Result<LineDiff> lines = diffLines(oldText, newText, options);
    if (!lines)
        qFatal("diffLines failed: %s", qPrintable(lines.error().message));
    return {oldText, newText, *lines, QStringLiteral("27 Nov"), QStringLiteral("28 Nov"), options.ignoreWhitespace};
}

/// A page with the view and its controls.
class Window : public QWidget {
public:
    explicit Window(const DiffContent &content)
    {
        auto *layout = new QVBoxLayout(this);
        m_view = new DiffView(this);
        m_view->setObjectName(QStringLiteral("diff"));
        layout->addWidget(new DiffControls(m_view, this));
        layout->addWidget(m_view, 1);
        m_view->setColors(testColors());
        m_view->setContent(content);
        resize(1000, 500);
        show();
        QCoreApplication::processEvents();
    }
    DiffView *view() { return m_view; }
    DiffPane *oldPane() { return findChild<DiffPane *>(QStringLiteral("oldPane")); }
    DiffPane *newPane() { return findChild<DiffPane *>(QStringLiteral("newPane")); }
    QToolButton *button(const char *name) { return findChild<QToolButton *>(QLatin1String(name)); }
    QString label(const char *name) { return findChild<QLabel *>(QLatin1String(name))->text(); }

private:
    DiffView *m_view = nullptr;
};

QByteArray rowText(const DiffPane *pane, int row)
{
    const long begin = pane->SendScintilla(QsciScintillaBase::SCI_POSITIONFROMLINE, static_cast<unsigned long>(row));
    const long end = pane->SendScintilla(QsciScintillaBase::SCI_GETLINEENDPOSITION, static_cast<unsigned long>(row));
    QByteArray text(end - begin + 1, '\0');
    pane->SendScintilla(QsciScintillaBase::SCI_GETTEXTRANGE, begin, end, text.data());
    text.chop(1);
    return text;
}

/// The parts of a row that are marked as changed words.
QByteArrayList markedWords(const DiffPane *pane, int row)
{
    QByteArrayList words;
    const QByteArray text = rowText(pane, row);
    const long begin = pane->SendScintilla(QsciScintillaBase::SCI_POSITIONFROMLINE, static_cast<unsigned long>(row));
    QByteArray word;
    for (qsizetype i = 0; i <= text.size(); ++i) {
        const bool marked =
            i < text.size() && pane->SendScintilla(QsciScintillaBase::SCI_INDICATORALLONFOR, static_cast<unsigned long>(begin + i)) != 0;
        if (marked) {
            word += text[i];
        } else if (!word.isEmpty()) {
            words << word;
            word.clear();
        }
    }
    return words;
}

QString kinds(const DiffRows &rows, DiffRows::Side side)
{
    QString result;
    for (const DiffRow &row : rows.rows())
        result += QLatin1Char(" -+/"[static_cast<int>(rows.kind(row, side))]);
    return result;
}

QByteArray manyLines(int count, const char *prefix)
{
    QByteArray text;
    for (int i = 0; i < count; ++i)
        text += QByteArray(prefix) + QByteArray::number(i) + "\n";
    return text;
}

} // namespace

class DiffViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pairsRowsAndFillsGaps()
    {
        const DiffContent content = makeContent("a\nb\nc\nd\n", "a\nB\nc\nx\ny\nd\n");
        const DiffRows side(content, false);
        QCOMPARE(kinds(side, DiffRows::Side::Old), QStringLiteral(" - // "));
        QCOMPARE(kinds(side, DiffRows::Side::New), QStringLiteral(" + ++ "));
        const DiffRows unified(content, true);
        QCOMPARE(kinds(unified, DiffRows::Side::Both), QStringLiteral(" -+ ++ "));
        QCOMPARE(side.hunkRows().size(), 2);
        QCOMPARE(side.hunkRows().at(1), (Range{3, 5}));
        QCOMPARE(side.sourceLines(0, 5, DiffRows::Side::Old), content.oldText);
        QCOMPARE(side.sourceLines(0, 5, DiffRows::Side::New), content.newText);
    }

    void namesEndingsThatDiffer()
    {
        const DiffContent content = makeContent("a\r\nb\nc\n", "a\nb\nc");
        for (const bool unified : {false, true}) {
            const DiffRows rows(content, unified);
            QStringList notes;
            for (const DiffRow &row : rows.rows()) {
                if (unified) {
                    notes << rows.endingNote(row, DiffRows::Side::Both);
                } else {
                    notes << rows.endingNote(row, DiffRows::Side::Old) << rows.endingNote(row, DiffRows::Side::New);
                }
            }
            notes.removeAll(QString());
            QCOMPARE(notes, (QStringList{QStringLiteral("CRLF"), QStringLiteral("LF"), QStringLiteral("LF"), QStringLiteral("no line ending")}));
        }
    }

    void showsBothSidesLevel()
    {
        Window window(makeContent("one\ntwo\n", "zero\none\ntwo\nthree\n"));
        QCOMPARE(rowText(window.oldPane(), 0), QByteArray());
        QCOMPARE(rowText(window.newPane(), 0), QByteArray("zero"));
        QCOMPARE(rowText(window.oldPane(), 2), QByteArray("two"));
        QCOMPARE(rowText(window.newPane(), 2), QByteArray("two"));
        QCOMPARE(window.oldPane()->lines(), window.newPane()->lines());
        QCOMPARE(window.label("oldLabel"), QStringLiteral("− 27 Nov"));
        QCOMPARE(window.label("newLabel"), QStringLiteral("+ 28 Nov"));
        QVERIFY(window.oldPane()->accessibleName().contains(u"27 Nov"));
        QVERIFY(window.newPane()->accessibleName().contains(u"28 Nov"));
    }

    void paintsFillersChangesAndNumbersApart()
    {
        Window window(makeContent("same\n", "same\nadded\n"));
        const auto colorsIn = [](DiffPane *pane, int row) {
            const QImage image = pane->viewport()->grab().toImage();
            const int height = static_cast<int>(pane->SendScintilla(QsciScintillaBase::SCI_TEXTHEIGHT, 0UL));
            QSet<QRgb> colors;
            for (int x = pane->marginWidth(0) + 2; x < image.width(); ++x)
                colors.insert(image.pixel(x, row * height + height / 2));
            return colors;
        };
        QVERIFY(colorsIn(window.newPane(), 1).contains(testColors().added.rgb()));
        QVERIFY(!colorsIn(window.newPane(), 0).contains(testColors().added.rgb()));
        QVERIFY(colorsIn(window.oldPane(), 1).contains(testColors().window.rgb()));
        QVERIFY(colorsIn(window.oldPane(), 1).size() > 1); // hatched
        // The sign in the margin: without any colour, the row of a change looks different.
        const QImage image = window.newPane()->viewport()->grab().toImage();
        const int height = static_cast<int>(window.newPane()->SendScintilla(QsciScintillaBase::SCI_TEXTHEIGHT, 0UL));
        int signPixels = 0;
        for (int x = 0; x < window.newPane()->marginWidth(0); ++x) {
            for (int y = height; y < 2 * height; ++y)
                signPixels += image.pixelColor(x, y) == testColors().addedMark ? 1 : 0;
        }
        QVERIFY(signPixels > 4);
    }

    void marksWordsOfRowsInSight()
    {
        Window window(makeContent("Use after a tag has been pushed.\n\xE5\x8F\x91\xE5\xB8\x83\xE5\x89\x8D\n",
                                  "Use after a tag has been signed and pushed.\n\xE5\x85\xAC\xE5\xB8\x83\xE5\x89\x8D\n"));
        QCOMPARE(markedWords(window.oldPane(), 0), QByteArrayList());
        QCOMPARE(markedWords(window.newPane(), 0), QByteArrayList{"signed and"});
        QCOMPARE(markedWords(window.oldPane(), 1), QByteArrayList{"\xE5\x8F\x91"});
        QCOMPARE(markedWords(window.newPane(), 1), QByteArrayList{"\xE5\x85\xAC"});

        QTest::mouseClick(window.button("wordsButton"), Qt::LeftButton);
        QVERIFY(!window.view()->wordMarks());
        QCOMPARE(markedWords(window.newPane(), 0), QByteArrayList());
        QTest::mouseClick(window.button("wordsButton"), Qt::LeftButton);
        QCOMPARE(markedWords(window.newPane(), 0), QByteArrayList{"signed and"});

        QTest::mouseClick(window.button("unifiedButton"), Qt::LeftButton);
        QCOMPARE(markedWords(window.oldPane(), 2), QByteArrayList{"signed and"});
    }

    void computesWordsOnlyForRowsInSight()
    {
        QByteArray oldText;
        QByteArray newText;
        for (int i = 0; i < 4'000; ++i) {
            oldText += "line " + QByteArray::number(i) + " of the old text\n";
            newText += "line " + QByteArray::number(i) + " of the new text\n";
        }
        const DiffContent content = makeContent(oldText, newText);
        Window window(content);
        QTRY_COMPARE(markedWords(window.newPane(), 0), QByteArrayList{"new"});
        QVERIFY(!window.newPane()->hasWords(2'000));
        window.newPane()->verticalScrollBar()->setValue(2'000);
        QTRY_COMPARE(markedWords(window.newPane(), 2'000), QByteArrayList{"new"});
        QCOMPARE(markedWords(window.oldPane(), 2'000), QByteArrayList{"old"});
    }

    void goesFromChangeToChange()
    {
        QByteArray oldText = manyLines(400, "line ");
        QByteArray newText = oldText;
        newText.replace("line 50\n", "LINE 50\n");
        newText.replace("line 200\n", "line 200\nmore\n");
        newText.replace("line 350\n", "");
        Window window(makeContent(oldText, newText));
        QSignalSpy moved(window.view(), &DiffView::currentChangeChanged);
        QCOMPARE(window.view()->changeCount(), 3);
        QCOMPARE(window.label("changeLabel"), QStringLiteral("change 1 of 3"));
        const auto inSight = [&](int row) {
            return window.newPane()->firstRow() <= row && row < window.newPane()->firstRow() + window.newPane()->rowsInSight() &&
                   window.oldPane()->firstRow() == window.newPane()->firstRow();
        };
        QTRY_VERIFY(inSight(50));
        QVERIFY(!window.button("previousChangeButton")->isEnabled());
        QTest::keyClick(window.newPane(), Qt::Key_F8);
        QCOMPARE(window.view()->currentChange(), 1);
        QVERIFY(inSight(201));
        QCOMPARE(moved.last(), (QList<QVariant>{1, 3}));
        QTest::mouseClick(window.button("nextChangeButton"), Qt::LeftButton);
        QVERIFY(inSight(351));
        QCOMPARE(window.label("changeLabel"), QStringLiteral("change 3 of 3"));
        QVERIFY(!window.button("nextChangeButton")->isEnabled());
        QTest::keyClick(window.oldPane(), Qt::Key_F8);
        QCOMPARE(window.view()->currentChange(), 2); // stays at the last
        QTest::keyClick(window.oldPane(), Qt::Key_F7);
        QTest::keyClick(window.oldPane(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(window.view()->currentChange(), 0);
        QVERIFY(inSight(50));
        QTest::keyClick(window.oldPane(), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(window.view()->currentChange(), 1);
    }

    void scrollsBothSidesTogether()
    {
        QByteArray oldText = manyLines(500, "line ");
        Window window(makeContent(oldText, oldText + "end\n"));
        window.newPane()->verticalScrollBar()->setValue(100);
        QCOMPARE(window.oldPane()->firstRow(), 100);
        window.oldPane()->verticalScrollBar()->setValue(30);
        QCOMPARE(window.newPane()->firstRow(), 30);
        QTest::keyClick(window.oldPane(), Qt::Key_End, Qt::ControlModifier);
        QCOMPARE(window.newPane()->firstRow(), window.oldPane()->firstRow());
        QVERIFY(window.newPane()->firstRow() > 400);
        QTest::keyClick(window.view(), Qt::Key_Plus, Qt::ControlModifier);
        QCOMPARE(window.newPane()->SendScintilla(QsciScintillaBase::SCI_TEXTHEIGHT, 0UL),
                 window.oldPane()->SendScintilla(QsciScintillaBase::SCI_TEXTHEIGHT, 0UL));
        QCOMPARE(window.newPane()->SendScintilla(QsciScintillaBase::SCI_GETZOOM), 1L);
    }

    void jumpsFromTheOverview()
    {
        const QByteArray oldText = manyLines(2'000, "line ");
        Window window(makeContent(oldText, oldText + "end\n"));
        auto *overview = window.findChild<DiffOverview *>(QStringLiteral("diffOverview"));
        QVERIFY(!overview->accessibleName().isEmpty());
        window.newPane()->verticalScrollBar()->setValue(0);
        QTest::mouseClick(overview, Qt::LeftButton, Qt::NoModifier, QPoint(overview->width() / 2, overview->height() / 2));
        const int middle = window.newPane()->firstRow() + window.newPane()->rowsInSight() / 2;
        QVERIFY2(std::abs(middle - 1'000) < 150, qPrintable(QString::number(middle)));
        // An addition is marked on the right half only.
        const QImage image = overview->grab().toImage();
        QSet<QRgb> left;
        QSet<QRgb> right;
        for (int y = 0; y < image.height(); ++y) {
            left.insert(image.pixel(image.width() / 4, y));
            right.insert(image.pixel(image.width() * 3 / 4, y));
        }
        QVERIFY(right.contains(testColors().addedMark.rgb()));
        QVERIFY(!left.contains(testColors().addedMark.rgb()));
        QVERIFY(!left.contains(testColors().removedMark.rgb()));
    }

    void switchesLayoutAndKeepsThePlace()
    {
        QByteArray oldText = manyLines(300, "line ");
        QByteArray newText = oldText;
        newText.replace("line 100\n", "x\n").replace("line 250\n", "y\n");
        Window window(makeContent(oldText, newText));
        window.view()->goToChange(1);
        QSignalSpy changed(window.view(), &DiffView::layoutChanged);
        QTest::mouseClick(window.button("unifiedButton"), Qt::LeftButton);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(window.view()->diffLayout(), DiffView::Layout::Unified);
        QCOMPARE(window.view()->newPane(), nullptr);
        QVERIFY(!window.newPane()->isVisible());
        QCOMPARE(window.view()->currentChange(), 1);
        const int row = 251;
        QCOMPARE(rowText(window.oldPane(), row), QByteArray("line 250"));
        QCOMPARE(rowText(window.oldPane(), row + 1), QByteArray("y"));
        QTRY_VERIFY(window.oldPane()->firstRow() <= row && row < window.oldPane()->firstRow() + window.oldPane()->rowsInSight());
        QTest::mouseClick(window.button("sideBySideButton"), Qt::LeftButton);
        QVERIFY(window.newPane()->isVisible());
    }

    void passesOnTheWishForSpaces()
    {
        Window window(makeContent("a b\nc\n", "a  b\nd\n"));
        QSignalSpy wish(window.view(), &DiffView::ignoreWhitespaceChanged);
        QVERIFY(window.button("spacesButton")->isChecked());
        QTest::mouseClick(window.button("spacesButton"), Qt::LeftButton);
        QCOMPARE(wish.takeFirst().first().toBool(), true);
        DiffOptions options;
        options.ignoreWhitespace = true;
        window.view()->setContent(makeContent("a b\nc\n", "a  b\nd\n", options));
        QCOMPARE(rowText(window.newPane(), 0), QByteArray("a  b"));
        QCOMPARE(window.view()->changeCount(), 1);
        window.view()->setContent(makeContent("a b\n", "a  b\n", options));
        QVERIFY(window.label("diffMessage").contains(u"spaces only"));
    }

    void saysThatNothingDiffers()
    {
        Window window(makeContent("a\n", "a\n"));
        QVERIFY(window.label("diffMessage").startsWith(u"No differences"));
        QVERIFY(window.findChild<QLabel *>(QStringLiteral("diffMessage"))->isVisible());
        QCOMPARE(window.label("changeLabel"), QStringLiteral("no differences"));
        QCOMPARE(window.view()->currentChange(), -1);
        window.view()->goToNextChange();
        window.view()->goToPreviousChange();
        QCOMPARE(window.view()->currentChange(), -1);
        window.view()->clear(QStringLiteral("Choose a record."));
        QCOMPARE(window.label("diffMessage"), QStringLiteral("Choose a record."));
        window.view()->setContent(makeContent({}, "a\n"));
        QVERIFY(window.newPane()->isVisible());
        QCOMPARE(rowText(window.newPane(), 0), QByteArray("a"));
        window.view()->setContent(makeContent("a\n", {}));
        QCOMPARE(rowText(window.oldPane(), 0), QByteArray("a"));
    }

    void copiesTheTextAsItIs()
    {
        const QByteArray oldText("one\r\ntwo\xC2\xA0x\r\n");
        const QByteArray newText("one\r\nnew\r\ntwo\xC2\xA0x\r\n");
        Window window(makeContent(oldText, newText));
        QTest::keyClick(window.oldPane(), Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(window.oldPane()->selectedBytes(), oldText); // no filler
        QTest::keyClick(window.oldPane(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text().toUtf8(), oldText);
        window.newPane()->SendScintilla(QsciScintillaBase::SCI_SETSEL, 1UL, 6L);
        QCOMPARE(window.newPane()->selectedBytes(), QByteArray("ne\r\nne"));
        QTest::keyClicks(window.newPane(), QStringLiteral("typed"));
        QCOMPARE(rowText(window.newPane(), 0), QByteArray("one"));
    }

    void survivesOddBytes()
    {
        const QByteArray oldText("a\0b\n\xFF\n\xEF\xBB\xBFx", 11);
        const QByteArray newText("a\0c\n\xFE\n\xEF\xBB\xBFy", 11);
        Window window(makeContent(oldText, newText));
        window.grab();
        QCOMPARE(rowText(window.oldPane(), 0), QByteArray("a\0b", 3));
        QTest::keyClick(window.newPane(), Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(window.newPane()->selectedBytes(), newText);
    }

    void cutsLongLinesAroundTheDifference_T79()
    {
        QByteArray oldText(5'000'000, 'a');
        QByteArray newText = oldText;
        newText.insert(3'000'000, "\xF0\x9F\x98\x80");
        Window window(makeContent(oldText, newText));
        QTRY_VERIFY(window.label("diffNote").contains(u"oo long"));
        QVERIFY(window.label("diffNote").contains(u"20,000"));
        const QByteArray row = rowText(window.newPane(), 0);
        QVERIFY(row.size() < 10'000);
        QVERIFY(row.contains("\xF0\x9F\x98\x80"));
        QVERIFY(row.startsWith("\xE2\x80\xA6"));
        QVERIFY(row.endsWith("\xE2\x80\xA6 "));
        QCOMPARE(QString::fromUtf8(row).toUtf8(), row);
        QCOMPARE(markedWords(window.newPane(), 0), QByteArrayList{"\xF0\x9F\x98\x80"});
        QTest::keyClick(window.newPane(), Qt::Key_A, Qt::ControlModifier);
        QVERIFY(window.newPane()->selectedBytes().size() <= newText.size());
    }

    void cutsInsideNoCharacter()
    {
        for (int before = 20'000; before < 20'012; ++before) {
            const QByteArray head = QByteArray("\xF0\x9F\x98\x80").repeated(before / 4) + QByteArray(before % 4, 'x');
            const DiffContent content =
                makeContent(head + "A" + QByteArray("\xE5\x8F\x91").repeated(9'000), head + "B" + QByteArray("\xE5\x8F\x91").repeated(9'000));
            for (const bool unified : {false, true}) {
                const DiffRows rows(content, unified);
                const QByteArray text = rows.paneText(unified ? DiffRows::Side::Both : DiffRows::Side::New).text;
                QCOMPARE(QString::fromUtf8(text).toUtf8(), text);
                QVERIFY(text.contains("B"));
            }
        }
    }

    void lettingGoOfTheContentIsSafe()
    {
        // The panes look at rows that the view owns: replacing, clearing and deleting in any order must not leave them looking.
        auto *window = new Window(makeContent(manyLines(200, "a"), manyLines(210, "b")));
        window->view()->setContent(makeContent("x\n", "y\n"));
        window->view()->setDiffLayout(DiffView::Layout::Unified);
        window->view()->clear({});
        window->grab();
        window->view()->setContent(makeContent(manyLines(200, "a"), manyLines(210, "b")));
        window->grab();
        delete window;
    }
};

QTEST_MAIN(DiffViewTest)
#include "tst_diff_view.moc"
