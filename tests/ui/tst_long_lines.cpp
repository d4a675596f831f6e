// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/piece_text.h"
#include "ui/editor/piece_view.h"
#include "ui/editor/text_limits.h"
#include "ui/editor/text_pieces.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QTest>

using namespace verderer;

namespace {

const QByteArray smile("\xF0\x9F\x98\x80");

QByteArray joined(const QByteArray &text, const TextPieces &pieces, int line)
{
    QByteArray result;
    for (const TextPiece &piece : pieces.pieces) {
        if (piece.line == line)
            result += text.sliced(piece.begin, piece.end - piece.begin);
    }
    return result;
}

bool isValidUtf8(const QByteArray &text)
{
    return QString::fromUtf8(text).toUtf8() == text;
}

} // namespace

class LongLinesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatGoesToPieces()
    {
        QVERIFY(!needsPieces({}));
        QVERIFY(!needsPieces(QByteArray(longLineLimit, 'a')));
        QVERIFY(!needsPieces(QByteArray(QByteArray(longLineLimit, 'a') + "\r\n").repeated(3)));
        QVERIFY(needsPieces(QByteArray(longLineLimit + 1, 'a')));
        QVERIFY(needsPieces("x\n" + QByteArray(longLineLimit + 1, 'a')));
        QVERIFY(!needsPieces(QByteArray("a\n").repeated(editableSizeLimit / 2)));
        QVERIFY(needsPieces(QByteArray("a\n").repeated(editableSizeLimit / 2 + 1)));
    }

    void neverCutsACharacter_T81()
    {
        // The emoji stands before, at and behind each possible cut.
        for (int before = 3'990; before <= 4'010; ++before) {
            const QByteArray text = QByteArray(before, 'a') + smile + QByteArray(30'000, 'b') + "\nnext\n";
            const TextPieces pieces = cutIntoPieces(text, 20'000, 4'000, text.size());
            for (const TextPiece &piece : pieces.pieces)
                QVERIFY2(isValidUtf8(text.sliced(piece.begin, piece.end - piece.begin)), qPrintable(QString::number(before)));
            QCOMPARE(joined(text, pieces, 1), text.first(text.indexOf('\n')));
            QCOMPARE(joined(text, pieces, 2), QByteArray("next"));
            QCOMPARE(pieces.lines, 3);
            QCOMPARE(pieces.longLines, 1);
        }
    }

    void keepsMarksWithTheirLetters()
    {
        const QByteArray accent("e\xCC\x81");                                   // e and a combining acute
        const QByteArray coder("\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB"); // woman, joiner, laptop
        for (const QByteArray &cluster : {accent, coder}) {
            const QByteArray text = "aa" + cluster + "bb";
            for (qsizetype wanted = 3; wanted < 2 + cluster.size(); ++wanted)
                QCOMPARE(cutPosition(text, 0, wanted), 2);
            QCOMPARE(cutPosition(text, 0, 2 + cluster.size()), 2 + cluster.size());
        }
        // A heap of marks longer than any piece is cut between characters all the same.
        const QByteArray heap = QByteArray("e") + QByteArray("\xCC\x81").repeated(5'000);
        const qsizetype cut = cutPosition(heap, 0, 1'000);
        QVERIFY(cut > 0 && cut <= 1'000);
        QVERIFY(isValidUtf8(heap.first(cut)));
        // Bytes that are not UTF-8 may be cut anywhere, but do not stop the cutting.
        const QByteArray noise(50'000, '\x80');
        QCOMPARE(joined(noise, cutIntoPieces(noise, 20'000, 1'000, noise.size()), 1), noise);
    }

    void countsLinesAsAnEditorDoes()
    {
        const QByteArray text("a\r\nb\rc\n\nd");
        const TextPieces pieces = cutIntoPieces(text, 20'000, 1'000, text.size());
        QCOMPARE(pieces.pieces.size(), 5);
        QCOMPARE(pieces.lines, 5);
        QCOMPARE(joined(text, pieces, 3), QByteArray("c"));
        QCOMPARE(joined(text, pieces, 4), QByteArray());
        QVERIFY(!pieces.truncated);
        QCOMPARE(cutIntoPieces({}, 20'000, 1'000, 0).pieces.size(), 1);
    }

    void showsALongLineReadOnly_T78()
    {
        const QByteArray text = "first\n" + QByteArray(300'000, 'x') + "\r\nlast\n";
        PieceView view;
        view.setColors(editorColors(themeColors(ThemeKind::Light, QPalette()), QFont(QStringLiteral("DejaVu Sans Mono"), 10), QFont()));
        view.resize(600, 400);
        view.setBytes(text);
        view.show();
        view.grab();
        QVERIFY(view.notice().contains(u"20,000"));
        QVERIFY(view.findChild<QLabel *>(QStringLiteral("pieceNotice"))->isVisibleTo(&view));
        QCOMPARE(view.pieces().lines, 4);
        QCOMPARE(view.pieces().longLines, 1);
        QCOMPARE(joined(text, view.pieces(), 2).size(), 300'000);
        auto *pane = view.findChild<PieceText *>(QStringLiteral("pieceText"));
        QVERIFY(pane->isReadOnly());
        QTest::keyClicks(pane, QStringLiteral("abc"));
        QVERIFY(!pane->isModified());

        view.goTo(3);
        QTest::keyClick(pane, Qt::Key_End, Qt::ShiftModifier);
        QCOMPARE(pane->selectedBytes(), QByteArray("last"));
        view.goTo(2, 2'500);
        QTest::keyClick(pane, Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(pane->selectedBytes(), QByteArray("x"));
    }

    void copiesWithoutTheBreaks()
    {
        const QByteArray text = "a\r\n" + QByteArray(30'000, 'x') + "\xC2\xA0\nz";
        PieceView view;
        view.setBytes(text);
        auto *pane = view.findChild<PieceText *>(QStringLiteral("pieceText"));
        QTest::keyClick(pane, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(pane, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text().toUtf8(), text);
    }

    void showsAnExcerptOfALargeFile_T83()
    {
        // The caller read the beginning of a file of 100 MB; the read ends in the middle of a character.
        const QByteArray read = QByteArray(QByteArray("line of text\n").repeated(80'000) + smile).left(1'040'002);
        PieceView view;
        view.setBytes(read, 100'000'000);
        QVERIFY(view.notice().contains(u"100,000,000"));
        QVERIFY(!view.pieces().pieces.isEmpty());
        const TextPiece last = view.pieces().pieces.last();
        QVERIFY(isValidUtf8(read.first(last.end)));
        QVERIFY(last.end >= 1'000'000);

        // The whole of it was handed in: still an excerpt.
        view.setBytes(QByteArray("line of text\n").repeated(800'000));
        QVERIFY(view.pieces().pieces.last().end <= excerptSize);
        QVERIFY(view.notice().contains(u"10,400,000"));
    }

    void showsNoNoticeForAnOrdinaryText()
    {
        PieceView view;
        view.setBytes("a\nb\n");
        QCOMPARE(view.notice(), QString());
        QVERIFY(view.findChild<QLabel *>(QStringLiteral("pieceNotice"))->isHidden());
    }
};

QTEST_MAIN(LongLinesTest)
#include "tst_long_lines.moc"
