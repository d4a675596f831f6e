// SPDX-License-Identifier: GPL-3.0-or-later
#include "diff/diff.h"
#include "diff/words.h"

#include <QRandomGenerator>
#include <QTest>

using namespace verderer;

namespace {

QByteArrayList cut(const QByteArray &text, const QList<Range> &ranges)
{
    QByteArrayList parts;
    for (const Range &range : ranges) {
        parts.append(text.mid(range.begin, range.size()));
    }
    return parts;
}

WordDiff wordsOf(const QByteArray &oldText, const QByteArray &newText)
{
    const Result<LineDiff> diff = diffLines(oldText, newText);
    if (!diff || diff->hunks.size() != 1) {
        qFatal("these texts were to have one hunk");
    }
    return diffWords(oldText, newText, *diff, diff->hunks.first());
}

QByteArrayList split(const QByteArray &text)
{
    const auto words = splitWords(text, {0, text.size()}, 1000);
    QByteArrayList parts;
    for (const Word &word : *words) {
        parts.append(text.mid(word.bytes.begin, word.bytes.size()));
    }
    return parts;
}

bool isCharacterBorder(const QByteArray &text, qsizetype at)
{
    return at == text.size() || (static_cast<unsigned char>(text.at(at)) & 0xC0) != 0x80;
}

} // namespace

class TestWordDiff : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void splitting_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArrayList>("words");
        QTest::newRow("words") << QByteArray("Draft 12 notes.") << QByteArrayList{"Draft", " ", "12", " ", "notes", "."};
        QTest::newRow("accents") << QByteArray("café naïve") << QByteArrayList{"café", " ", "naïve"};
        QTest::newRow("combining accent") << QByteArray("cafe\u0301s") << QByteArrayList{"cafe\u0301s"};
        QTest::newRow("Cyrillic") << QByteArray("список дел") << QByteArrayList{"список", " ", "дел"};
        QTest::newRow("Chinese") << QByteArray("发布前abc") << QByteArrayList{"发", "布", "前", "abc"};
        QTest::newRow("Japanese") << QByteArray("リリース前の確認").left(9) + QByteArray("を") << QByteArrayList{"リ", "リ", "ー", "を"};
        QTest::newRow("Korean") << QByteArray("릴리스 노트") << QByteArrayList{"릴", "리", "스", " ", "노", "트"};
        QTest::newRow("outside the BMP") << QByteArray("𠮷野") << QByteArrayList{"𠮷", "野"};
        QTest::newRow("emoji") << QByteArray("😀😀") << QByteArrayList{"😀", "😀"};
        QTest::newRow("skin tone") << QByteArray("👍🏽!") << QByteArrayList{"👍🏽", "!"};
        QTest::newRow("joined family") << QByteArray("👩‍👩‍👧x") << QByteArrayList{"👩‍👩‍👧", "x"};
        QTest::newRow("flags") << QByteArray("🇩🇪🇨🇳") << QByteArrayList{"🇩🇪", "🇨🇳"};
        QTest::newRow("keycap") << QByteArray("1️⃣") << QByteArrayList{"1️⃣"};
        QTest::newRow("endings") << QByteArray("a\r\nb\rc\n\n") << QByteArrayList{"a", "\r\n", "b", "\r", "c", "\n", "\n"};
        QTest::newRow("no UTF-8") << QByteArray("a\xff\xe5\x8f") << QByteArrayList{"a", "\xff", "\xe5", "\x8f"};
        QTest::newRow("overlong and surrogate") << QByteArray("\xc0\xaf\xed\xa0\x80") << QByteArrayList{"\xc0", "\xaf", "\xed", "\xa0", "\x80"};
        QTest::newRow("NUL") << QByteArray("a\0b", 3) << QByteArrayList{"a", QByteArray("\0", 1), "b"};
    }

    void splitting()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArrayList, words);
        QCOMPARE(split(text), words);
    }

    void splittingStopsAtItsLimit()
    {
        QVERIFY(splitWords("a b", {0, 3}, 3).has_value());
        QVERIFY(!splitWords("a b c", {0, 5}, 3).has_value());
    }

    void onlyWhatChangedIsMarked_data()
    {
        QTest::addColumn<QByteArray>("oldText");
        QTest::addColumn<QByteArray>("newText");
        QTest::addColumn<QByteArrayList>("oldMarks");
        QTest::addColumn<QByteArrayList>("newMarks");
        QTest::newRow("word") << QByteArray("Use after a tag has been pushed.\n") << QByteArray("Use after a tag has been signed.\n")
                              << QByteArrayList{"pushed"} << QByteArrayList{"signed"};
        QTest::newRow("inserted words") << QByteArray("from merged pull\n") << QByteArray("from reviewed and merged pull\n") << QByteArrayList{}
                                        << QByteArrayList{"reviewed and"};
        QTest::newRow("Chinese by character") << QByteArray("发布前请先请人审阅。\n") << QByteArray("公开之前请先请人审阅。\n")
                                              << QByteArrayList{"发布"} << QByteArrayList{"公开之"};
        QTest::newRow("neighbours join") << QByteArray("one two end\n") << QByteArray("uno due end\n") << QByteArrayList{"one two"}
                                         << QByteArrayList{"uno due"};
        QTest::newRow("several lines") << QByteArray("a one\nb two\n") << QByteArray("a eins\nb zwei\n") << QByteArrayList{"one", "two"}
                                       << QByteArrayList{"eins", "zwei"};
        QTest::newRow("punctuation") << QByteArray("done.\n") << QByteArray("done!\n") << QByteArrayList{"."} << QByteArrayList{"!"};
        QTest::newRow("blanks alone") << QByteArray("a b\n") << QByteArray("a  b\n") << QByteArrayList{" "} << QByteArrayList{"  "};
        QTest::newRow("ending alone") << QByteArray("a\r\n") << QByteArray("a\n") << QByteArrayList{"\r\n"} << QByteArrayList{"\n"};
    }

    void onlyWhatChangedIsMarked()
    {
        QFETCH(QByteArray, oldText);
        QFETCH(QByteArray, newText);
        const WordDiff words = wordsOf(oldText, newText);
        QTEST(cut(oldText, words.oldWords), "oldMarks");
        QTEST(cut(newText, words.newWords), "newMarks");
        QVERIFY(words.note.isEmpty());
    }

    void offsetsAreThoseOfTheTexts()
    {
        const QByteArray head = "first line stays\n第二行\n";
        const QByteArray oldText = head + "the old end\n";
        const QByteArray newText = head + "the new end\n";
        const WordDiff words = wordsOf(oldText, newText);
        QCOMPARE(words.oldWords, (QList<Range>{{head.size() + 4, head.size() + 7}}));
        QCOMPARE(words.newWords, words.oldWords);
    }

    void wholeLinesHaveNoMarks()
    {
        const WordDiff words = wordsOf("a\n", "a\nnew line\n");
        QVERIFY(words.oldWords.isEmpty() && words.newWords.isEmpty() && words.note.isEmpty());
    }

    void emojiAtTheCutStaysWhole() // T81
    {
        const QByteArray oldText = QByteArray(3999, 'a') + "😀 x\n";
        const QByteArray newText = QByteArray(3999, 'a') + "😁 x\n";
        const WordDiff words = wordsOf(oldText, newText);
        QCOMPARE(cut(oldText, words.oldWords), QByteArrayList{"😀"});
        QCOMPARE(cut(newText, words.newWords), QByteArrayList{"😁"});
    }

    void manyWordsAreLeftUnmarkedAndSaidSo()
    {
        QByteArray oldText;
        for (int i = 0; i < 15'000; ++i) {
            oldText += "w" + QByteArray::number(i) + " ";
        }
        const QByteArray newText = oldText + "end";
        const WordDiff words = wordsOf(oldText, newText);
        QVERIFY(words.oldWords.isEmpty() && words.newWords.isEmpty());
        QVERIFY(!words.note.isEmpty());
    }

    void marksLieInOrderInsideTheirHunkOnCharacterBorders()
    {
        const QString alphabet = QStringLiteral("ab 的发é😀.,\n");
        for (quint32 seed = 1; seed <= 600; ++seed) {
            QRandomGenerator random(seed);
            const auto text = [&] {
                QList<uint> points = alphabet.toUcs4();
                QString made;
                for (int i = 0; i < 40; ++i) {
                    made += QString::fromUcs4(reinterpret_cast<const char32_t *>(&points[random.bounded(static_cast<int>(points.size()))]), 1);
                }
                return made.toUtf8();
            };
            const QByteArray oldText = text();
            const QByteArray newText = text();
            const Result<LineDiff> diff = diffLines(oldText, newText);
            QVERIFY(diff.has_value());
            for (const Hunk &hunk : diff->hunks) {
                const WordDiff words = diffWords(oldText, newText, *diff, hunk);
                const auto check = [](const QByteArray &of, const QList<Range> &lines, const Range &part, const QList<Range> &marks) {
                    qsizetype at = part.empty() ? 0 : lines[part.begin].begin;
                    const qsizetype end = part.empty() ? 0 : lines[part.end - 1].end;
                    for (const Range &mark : marks) {
                        if (mark.begin < at || mark.empty() || mark.end > end || !isCharacterBorder(of, mark.begin) ||
                            !isCharacterBorder(of, mark.end)) {
                            return false;
                        }
                        at = mark.end;
                    }
                    return true;
                };
                QVERIFY2(check(oldText, diff->oldLines, hunk.oldLines, words.oldWords), qPrintable(QStringLiteral("seed %1").arg(seed)));
                QVERIFY2(check(newText, diff->newLines, hunk.newLines, words.newWords), qPrintable(QStringLiteral("seed %1").arg(seed)));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestWordDiff)
#include "tst_word_diff.moc"
