// SPDX-License-Identifier: GPL-3.0-or-later
#include "diff/diff.h"
#include "random_texts.h"

#include <QTest>

using namespace verderer;

namespace {

using Kind = MergeRegion::Kind;

MergeResult merged(const QByteArray &base, const QByteArray &mine, const QByteArray &theirs)
{
    const Result<MergeResult> result = mergeTexts(base, mine, theirs, QStringLiteral("mine"), QStringLiteral("theirs"));
    if (!result) {
        qFatal("%s", qPrintable(result.error().message));
    }
    return *result;
}

QList<Kind> kinds(const MergeResult &result)
{
    QList<Kind> list;
    for (const MergeRegion &region : result.regions) {
        list.append(region.kind);
    }
    return list;
}

} // namespace

class TestMerge : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bothEditsAreTaken()
    {
        const MergeResult result = merged("a\nb\nc\nd\ne\n", "A\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\n");
        QCOMPARE(result.text, QByteArray("A\nb\nc\nd\nE\n"));
        QCOMPARE(result.conflicts, 0);
        QCOMPARE(kinds(result), (QList<Kind>{Kind::Mine, Kind::Same, Kind::Theirs}));
    }

    void identicalChangesAreNoConflict()
    {
        const MergeResult result = merged("a\nb\nc\n", "a\nX\nc\n", "a\nX\nc\n");
        QCOMPARE(result.text, QByteArray("a\nX\nc\n"));
        QCOMPARE(kinds(result), (QList<Kind>{Kind::Same, Kind::Both, Kind::Same}));
        QCOMPARE(merged("", "new\n", "new\n").text, QByteArray("new\n"));
    }

    void conflictCarriesAllThreeTexts()
    {
        const MergeResult result = merged("a\nb\nc\n", "a\nmine\nc\n", "a\ntheirs\nc\n");
        QCOMPARE(result.conflicts, 1);
        QCOMPARE(result.text, QByteArray("a\n<<<<<<< mine\nmine\n=======\ntheirs\n>>>>>>> theirs\nc\n"));
        QCOMPARE(kinds(result), (QList<Kind>{Kind::Same, Kind::Conflict, Kind::Same}));
        QCOMPARE(result.regions[1].base, QByteArray("b\n"));
        QCOMPARE(result.regions[1].mine, QByteArray("mine\n"));
        QCOMPARE(result.regions[1].theirs, QByteArray("theirs\n"));
    }

    void changesThatTouchAreAConflict()
    {
        const MergeResult result = merged("a\nb\nc\nd\n", "a\nB\nc\nd\n", "a\nb\nC\nd\n");
        QCOMPARE(result.conflicts, 1);
        QCOMPARE(result.regions[1].base, QByteArray("b\nc\n"));
        // One line between them is enough.
        QCOMPARE(merged("a\nb\nc\nd\n", "A\nb\nc\nd\n", "a\nb\nC\nd\n").conflicts, 0);
    }

    void insertionsAtOnePlaceAreAConflict()
    {
        const MergeResult result = merged("a\nb\n", "a\nmine\nb\n", "a\ntheirs\nb\n");
        QCOMPARE(result.conflicts, 1);
        QVERIFY(result.regions[1].base.isEmpty());
    }

    void agreedEndsOfAConflictAreTaken()
    {
        const MergeResult result = merged("a\n\nz\n", "a\nsame\nmine\nlast\nz\n", "a\nsame\ntheirs\nlast\nz\n");
        QCOMPARE(kinds(result), (QList<Kind>{Kind::Same, Kind::Both, Kind::Conflict, Kind::Both, Kind::Same}));
        QCOMPARE(result.text, QByteArray("a\nsame\n<<<<<<< mine\nmine\n=======\ntheirs\n>>>>>>> theirs\nlast\nz\n"));
    }

    void deletedAgainstChanged()
    {
        const MergeResult result = merged("a\nb\nc\n", "a\nc\n", "a\nB\nc\n");
        QCOMPARE(result.conflicts, 1);
        QCOMPARE(result.text, QByteArray("a\n<<<<<<< mine\n=======\nB\n>>>>>>> theirs\nc\n"));
    }

    void emptyBase()
    {
        const MergeResult result = merged("", "mine\n", "theirs\n");
        QCOMPARE(result.conflicts, 1);
        QCOMPARE(result.text, QByteArray("<<<<<<< mine\nmine\n=======\ntheirs\n>>>>>>> theirs\n"));
        QCOMPARE(merged("", "mine\n", "").text, QByteArray("mine\n"));
        QCOMPARE(merged("", "", "").regions.size(), 0);
    }

    void lineEndingsAreKept()
    {
        QCOMPARE(merged("a\r\nb\r\nc\r\n", "A\r\nb\r\nc\r\n", "a\r\nb\r\nC\r\n").text, QByteArray("A\r\nb\r\nC\r\n"));
        QCOMPARE(merged("a\r\nb\r\n", "x\r\nb\r\n", "y\r\nb\r\n").text, QByteArray("<<<<<<< mine\r\nx\r\n=======\r\ny\r\n>>>>>>> theirs\r\nb\r\n"));
        QCOMPARE(merged("a\rb\rc\r", "A\rb\rc\r", "a\rb\rC\r").text, QByteArray("A\rb\rC\r"));
    }

    /// An agent that patches a file with CRLF writes it back with LF. That is no conflict with an edit of one line.
    void convertedEndingsAreNoConflict()
    {
        const MergeResult result = merged("a\r\nb\r\nc\r\nd\r\n", "a\r\nb\r\nc\r\nmine\r\n", "a\ntheirs\nc\nd\n");
        QCOMPARE(result.conflicts, 0);
        QCOMPARE(result.text, QByteArray("a\ntheirs\nc\nmine\r\n"));
        QCOMPARE(merged("a\r\nb\r\n", "a\nb\n", "a\r\nb\r\n").text, QByteArray("a\nb\n"));
        QCOMPARE(merged("a\r\nb\r\n", "a\r\nX\r\n", "a\nX\n").conflicts, 0);
    }

    void missingFinalNewline()
    {
        QCOMPARE(merged("a\nb\nc", "A\nb\nc", "a\nb\nC").text, QByteArray("A\nb\nC"));
        QCOMPARE(merged("a\nb\nc\n", "a\nb\nc", "A\nb\nc\n").text, QByteArray("A\nb\nc"));
        // A marker never shares a line with text.
        QCOMPARE(merged("a", "mine", "theirs").text, QByteArray("<<<<<<< mine\nmine\n=======\ntheirs\n>>>>>>> theirs\n"));
    }

    void labelsStayOnTheirLine()
    {
        const Result<MergeResult> result = mergeTexts("a\n", "b\n", "c\n", QStringLiteral("my\nown"), QString());
        QVERIFY(result.has_value());
        QCOMPARE(result->text, QByteArray("<<<<<<< my own\nb\n=======\nc\n>>>>>>>\n"));
    }

    void nulAndBrokenUtf8AreMergedAsTheyAre()
    {
        const QByteArray base("a\0\n\xff\nc\nd\n", 9);
        QByteArray mine = base;
        mine.replace("d\n", "D\n");
        QByteArray theirs = base;
        theirs.replace(0, 1, "A");
        QCOMPARE(merged(base, mine, theirs).text, QByteArray("A\0\n\xff\nc\nD\n", 9));
    }

    void regionsHoldAllOfTheThreeTexts()
    {
        for (quint32 seed = 1; seed <= 1500; ++seed) {
            RandomTexts random(seed);
            const bool onlyLf = seed % 2 == 0;
            const QByteArrayList lines = random.lines(30, onlyLf);
            const QByteArray base = random.joined(lines);
            const QByteArray mine = random.joined(random.edited(lines, onlyLf));
            const QByteArray theirs = random.joined(random.edited(lines, onlyLf));
            const MergeResult result = merged(base, mine, theirs);
            QByteArray parts[3];
            int conflicts = 0;
            for (const MergeRegion &region : result.regions) {
                parts[0] += region.base;
                parts[1] += region.mine;
                parts[2] += region.theirs;
                conflicts += region.kind == Kind::Conflict ? 1 : 0;
            }
            const QString where = QStringLiteral("seed %1").arg(seed);
            QVERIFY2(parts[0] == base && parts[1] == mine && parts[2] == theirs, qPrintable(where));
            QVERIFY2(conflicts == result.conflicts, qPrintable(where));
            // The other way round the same stretches are in conflict.
            QVERIFY2(merged(base, theirs, mine).conflicts == conflicts, qPrintable(where));
        }
    }

    void oneSidedEditsWin()
    {
        for (quint32 seed = 1; seed <= 800; ++seed) {
            RandomTexts random(seed);
            const bool onlyLf = seed % 2 == 0;
            const QByteArrayList lines = random.lines(30, onlyLf);
            const QByteArray base = random.joined(lines);
            const QByteArray other = random.joined(random.edited(lines, onlyLf));
            const QByteArray where = "seed " + QByteArray::number(seed);
            QVERIFY2(merged(base, other, base).text == other, where.constData());
            QVERIFY2(merged(base, base, other).text == other, where.constData());
            QVERIFY2(merged(base, other, other).text == other, where.constData());
            QCOMPARE(merged(base, other, other).conflicts, 0);
        }
    }

    void editsThatDoNotTouchAreBothInTheResult()
    {
        for (int seed = 1; seed <= 300; ++seed) {
            RandomTexts random(static_cast<quint32>(seed));
            QByteArrayList base;
            for (int i = 0; i < 40; ++i) {
                base.append("line " + QByteArray::number(i) + "\n");
            }
            const int first = random.below(36);
            const int second = first + 2 + random.below(38 - first);
            QByteArrayList mine = base;
            QByteArrayList theirs = base;
            QByteArrayList expected = base;
            mine[first] = expected[first] = "edited by me\n";
            theirs[second] = expected[second] = "edited by them\nand one more\n";
            const MergeResult result = merged(base.join(), mine.join(), theirs.join());
            QCOMPARE(result.conflicts, 0);
            QCOMPARE(result.text, expected.join());
        }
    }

    void cancelled()
    {
        CancelSource source;
        source.cancel();
        const Result<MergeResult> result = mergeTexts("a\n", "b\n", "c\n", {}, {}, source.token());
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestMerge)
#include "tst_merge.moc"
