// SPDX-License-Identifier: GPL-3.0-or-later
#include "diff/diff.h"
#include "random_texts.h"

#include <QElapsedTimer>
#include <QTest>

using namespace verderer;

namespace {

/// The new text as the hunks and the old text give it.
QByteArray applied(const QByteArray &oldText, const QByteArray &newText, const LineDiff &diff)
{
    QByteArray result;
    qsizetype line = 0;
    const auto copy = [&](const QByteArray &text, const QList<Range> &lines, qsizetype begin, qsizetype end) {
        for (qsizetype i = begin; i < end; ++i) {
            result.append(text.mid(lines[i].begin, lines[i].size()));
        }
    };
    for (const Hunk &hunk : diff.hunks) {
        copy(oldText, diff.oldLines, line, hunk.oldLines.begin);
        copy(newText, diff.newLines, hunk.newLines.begin, hunk.newLines.end);
        line = hunk.oldLines.end;
    }
    copy(oldText, diff.oldLines, line, diff.oldLines.size());
    return result;
}

LineDiff diffed(const QByteArray &oldText, const QByteArray &newText, const DiffOptions &options = {})
{
    const Result<LineDiff> result = diffLines(oldText, newText, options);
    if (!result) {
        qFatal("%s", qPrintable(result.error().message));
    }
    return *result;
}

using Hunks = QList<Hunk>;

} // namespace

class TestLineDiff : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingDiffers()
    {
        QCOMPARE(diffed("", "").hunks.size(), 0);
        const LineDiff same = diffed("a\nb\n", "a\nb\n");
        QCOMPARE(same.hunks.size(), 0);
        QCOMPARE(same.added(), 0);
        QCOMPARE(same.oldLines, (QList<Range>{{0, 2}, {2, 4}}));
        QCOMPARE(same.newLines, same.oldLines);
    }

    void simpleChanges()
    {
        QCOMPARE(diffed("a\nb\nc\n", "a\nx\ny\nc\n").hunks, (Hunks{{{1, 2}, {1, 3}}}));
        QCOMPARE(diffed("a\nc\n", "a\nb\nc\n").hunks, (Hunks{{{1, 1}, {1, 2}}}));
        QCOMPARE(diffed("a\nb\nc\n", "a\nc\n").hunks, (Hunks{{{1, 2}, {1, 1}}}));
        QCOMPARE(diffed("b\n", "a\nb\n").hunks, (Hunks{{{0, 0}, {0, 1}}}));
        const LineDiff two = diffed("a\nb\nc\nd\n", "A\nb\nc\nd\ne\n");
        QCOMPARE(two.hunks, (Hunks{{{0, 1}, {0, 1}}, {{4, 4}, {4, 5}}}));
        QCOMPARE(two.added(), 2);
        QCOMPARE(two.removed(), 1);
        QCOMPARE(two.granularity, Granularity::Lines);
        QVERIFY(two.note.isEmpty());
    }

    void oneSideIsEmpty()
    {
        QCOMPARE(diffed("", "a\nb").hunks, (Hunks{{{0, 0}, {0, 2}}}));
        QCOMPARE(diffed("a\nb\n", "").hunks, (Hunks{{{0, 2}, {0, 0}}}));
    }

    void finalNewlineCounts() { QCOMPARE(diffed("a\nb\n", "a\nb").hunks, (Hunks{{{1, 2}, {1, 2}}})); }

    void linesEndAtLfCrLfAndCr()
    {
        const LineDiff diff = diffed("a\r\nb\rc\nd", "a\r\nX\rc\nd");
        QCOMPARE(diff.oldLines, (QList<Range>{{0, 3}, {3, 5}, {5, 7}, {7, 8}}));
        QCOMPARE(diff.hunks, (Hunks{{{1, 2}, {1, 2}}}));
        // CR at the very end, two in a row, and CR CR LF
        QCOMPARE(diffed("a\r", "").oldLines, (QList<Range>{{0, 2}}));
        QCOMPARE(diffed("a\r\r\n", "").oldLines, (QList<Range>{{0, 2}, {2, 4}}));
    }

    void endingsDifferUnlessIgnored()
    {
        const QByteArray lf = "a\nb\nc\n";
        const QByteArray crLf = "a\r\nb\r\nc\r\n";
        const QByteArray cr = "a\rb\rc\r";
        DiffOptions ignore;
        ignore.ignoreLineEndings = true;
        for (const auto &[left, right] : {std::pair(lf, crLf), std::pair(crLf, cr), std::pair(cr, lf)}) {
            QCOMPARE(diffed(left, right).removed(), 3);
            QCOMPARE(diffed(left, right, ignore).hunks.size(), 0);
        }
        // A change of the words is still found, at the right lines.
        QCOMPARE(diffed(lf, "a\r\nB\r\nc\r\n", ignore).hunks, (Hunks{{{1, 2}, {1, 2}}}));
        // A missing final newline is no kind of ending.
        QCOMPARE(diffed("a\n", "a", ignore).removed(), 1);
    }

    void loneReturnIsNotTakenForOtherEndings()
    {
        // The same letters, but other lines: "a\r" + "\n" against "a\r\n" can only be told apart by their ends.
        QCOMPARE(diffed("a\rb\n", "a\r\nb\n").hunks, (Hunks{{{0, 1}, {0, 1}}}));
        QCOMPARE(diffed("a\r\r\nb\n", "a\r\nb\n").hunks.size(), 1);
    }

    void whitespaceCanBeIgnored()
    {
        DiffOptions ignore;
        ignore.ignoreWhitespace = true;
        QCOMPARE(diffed("a  b\t\n", "a b\n", ignore).hunks.size(), 0);
        QCOMPARE(diffed("\ta\n", "    a\n", ignore).hunks.size(), 0);
        QCOMPARE(diffed("a\n\nb\n", "a\n   \nb\n", ignore).hunks.size(), 0);
        QCOMPARE(diffed("ab\n", "a b\n", ignore).hunks.size(), 1);
        QCOMPARE(diffed("a\n", " a\n", ignore).hunks.size(), 1); // some blanks against none
        // Endings count still.
        QCOMPARE(diffed("a \r\n", "a\n", ignore).hunks.size(), 1);
        ignore.ignoreLineEndings = true;
        QCOMPARE(diffed("a \r\n", "a\n", ignore).hunks.size(), 0);
        // U+00A0 is text, not a blank.
        QCOMPARE(diffed("a\xc2\xa0 b\n", "a  b\n", ignore).hunks.size(), 1);
        // Ranges are those of the texts handed in.
        QCOMPARE(diffed("a   a\nb\n", "a a\nc\n", ignore).oldLines, (QList<Range>{{0, 6}, {6, 8}}));
    }

    void nulDoesNotMakeItBinary()
    {
        const QByteArray oldText("a\0b\nc\n", 6);
        const QByteArray newText("a\0b\nd\n", 6);
        QCOMPARE(diffed(oldText, newText).hunks, (Hunks{{{1, 2}, {1, 2}}}));
        QCOMPARE(diffed(QByteArray("x\0y\n", 4), QByteArray("x\0z\n", 4)).hunks, (Hunks{{{0, 1}, {0, 1}}}));
    }

    void cutInsideALongLineKeepsLineNumbers() // T81
    {
        const QByteArray longLine = QByteArray(3999, 'a') + "😀" + "\n";
        const LineDiff diff = diffed("one\n" + longLine + "two\nthree\n", "one\n" + longLine + "two\nTHREE\n");
        QCOMPARE(diff.hunks, (Hunks{{{3, 4}, {3, 4}}}));
        QCOMPARE(diff.oldLines[1].size(), longLine.size());
    }

    void applyingTheHunksGivesTheNewText()
    {
        for (quint32 seed = 1; seed <= 1500; ++seed) {
            RandomTexts random(seed);
            const bool onlyLf = seed % 2 == 0;
            const QByteArrayList lines = random.lines(40, onlyLf);
            const QByteArray oldText = random.joined(lines);
            const QByteArray newText = random.joined(seed % 3 == 0 ? random.lines(40, onlyLf) : random.edited(lines, onlyLf));
            const LineDiff diff = diffed(oldText, newText);
            QVERIFY2(applied(oldText, newText, diff) == newText, qPrintable(QStringLiteral("seed %1").arg(seed)));
            QCOMPARE(diff.hunks.isEmpty(), oldText == newText);
            qsizetype previous = -1;
            for (const Hunk &hunk : diff.hunks) {
                QVERIFY2(hunk.oldLines.begin > previous, "hunks are in order, with a common line between them");
                QVERIFY(!hunk.oldLines.empty() || !hunk.newLines.empty());
                previous = hunk.oldLines.end;
            }
        }
    }

    void oneLineOfFiveMegabytes() // T79
    {
        const QByteArray oldText(5 * 1024 * 1024, 'x');
        const QByteArray newText = oldText + "y";
        const LineDiff diff = diffed(oldText, newText);
        QCOMPARE(diff.hunks, (Hunks{{{0, 1}, {0, 1}}}));
        const WordDiff words = diffWords(oldText, newText, diff, diff.hunks.first());
        QVERIFY(words.oldWords.isEmpty() && words.newWords.isEmpty());
        QCOMPARE(words.note, QStringLiteral("Too long to show word by word."));
    }

    void twentyThousandChangedLines() // T79
    {
        QByteArray oldText;
        QByteArray newText;
        for (int i = 0; i < 20'000; ++i) {
            oldText += "old line " + QByteArray::number(i % 700) + "\n";
            newText += "new line " + QByteArray::number(i % 700) + "\n";
        }
        const LineDiff diff = diffed(oldText, newText);
        QCOMPARE(diff.removed(), 20'000);
        QCOMPARE(diff.granularity, Granularity::Lines);
        QVERIFY2(diff.note.contains(QStringLiteral("40000 lines changed")), qPrintable(diff.note));
        QCOMPARE(diffWords(oldText, newText, diff, diff.hunks.first()).note, diff.note);
        DiffOptions more;
        more.maxChangedLines = 50'000;
        QVERIFY(diffed(oldText, newText, more).note.isEmpty());
    }

    void textsThatAreTooLongAreComparedCoarsely() // T79
    {
        QByteArray oldText = "head\n";
        QByteArray newText = "head\n";
        for (int i = 0; i < 150'000; ++i) {
            oldText += QByteArray::number(i % 1000) + "\n";
            newText += QByteArray::number((i * 7) % 1000) + "\n";
        }
        oldText += "old\ntail\n";
        newText += "new\ntail\n";
        const LineDiff diff = diffed(oldText, newText);
        QCOMPARE(diff.granularity, Granularity::Coarse);
        QVERIFY2(diff.note.startsWith(QStringLiteral("Too many lines differ")), qPrintable(diff.note));
        QCOMPARE(diff.hunks.size(), 1);
        QVERIFY(diff.hunks.first().oldLines.begin >= 1);
        QCOMPARE(diff.hunks.first().oldLines.end, diff.oldLines.size() - 1);
        QCOMPARE(applied(oldText, newText, diff), newText);
        QCOMPARE(diffWords(oldText, newText, diff, diff.hunks.first()).note, diff.note);
    }

    void cancelled()
    {
        CancelSource source;
        source.cancel();
        const Result<LineDiff> result = diffLines("a\n", "b\n", {}, source.token());
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestLineDiff)
#include "tst_line_diff.moc"
