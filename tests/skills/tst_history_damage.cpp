// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/hash.h"
#include "history_fixtures.h"
#include "skills/history_line.h"

using namespace verderer;
using namespace verderer::fixtures;

/// Histories as they are found: raw separators, glued, torn and broken lines. Nothing is hidden, nothing crashes.
class TestHistoryDamage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void t35_rawSeparators_data();
    void t35_rawSeparators();
    void t35_rawCarriageReturnBetweenTokens();
    void t37_gluedLine();
    void gluedTextsHoldBraces();
    void gluedWithRubbish();
    void pagesEndWithinAGluedLine();
    void t38_tornTail();
    void t102_tornTailIsBeingWritten();
    void unterminatedRecordIsARecord();
    void recordAfterTornOneOnTheSameLine();
    void recordAfterTornNestedObject();
    void notARecord_data();
    void notARecord();
    void duplicateKeys();
    void deepNesting();
    void nulBytes();
    void manyOpenBraces();
    void everyPrefixOfALine();
};

struct Read {
    QList<HistoryEntry> entries; ///< newest first
    HistoryCount count;
};

static Result<Read> readAll(const HistoryFolder &folder, bool locked = false)
{
    Result<HistoryReader> reader = HistoryReader::open(folder.path(), locked);
    if (!reader) {
        return tl::unexpected<Error>(reader.error());
    }
    const Result<HistoryPage> page = reader->newest(1000);
    const Result<HistoryCount> count = reader->count();
    if (!page || !count) {
        return fail(ErrorCode::Internal, QStringLiteral("reading failed"));
    }
    return Read{page->entries, *count};
}

void TestHistoryDamage::t35_rawSeparators_data()
{
    QTest::addColumn<QByteArray>("separator");
    QTest::addColumn<QString>("name");
    QTest::newRow("U+2028") << QByteArray("\xE2\x80\xA8") << QStringLiteral("U+2028");
    QTest::newRow("U+2029") << QByteArray("\xE2\x80\xA9") << QStringLiteral("U+2029");
    QTest::newRow("U+0085") << QByteArray("\xC2\x85") << QStringLiteral("U+0085");
}

void TestHistoryDamage::t35_rawSeparators()
{
    QFETCH(const QByteArray, separator);
    QFETCH(const QString, name);
    const QByteArray text = "one" + separator + "two\n";
    const HistoryFolder folder(simpleLine(0) + "\n{\"action\": \"edit\", \"prev_content\": null, \"new_content\": \"one" + separator + "two\\n\"}\n" +
                               recordLine({.prev = text, .next = text}) + '\n');
    GET(const Read, read, readAll(folder));
    QCOMPARE(states(read.entries), QStringLiteral("record record record"));
    QVERIFY(!read.entries.at(0).breaksDeerFlow); // ours: escaped
    QVERIFY(read.entries.at(1).breaksDeerFlow);
    QVERIFY(!read.entries.at(2).breaksDeerFlow);
    QCOMPARE(read.count.lines, 3);
    QCOMPARE(read.count.records, 3);
    QVERIFY(!read.count.readableByDeerFlow);
    QVERIFY2(read.count.unreadableReason.contains(name) && read.count.unreadableReason.contains(QStringLiteral("line 2")),
             qPrintable(read.count.unreadableReason));
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    for (const int i : {0, 1}) {
        GET(const HistoryTexts, texts, reader.texts(read.entries.at(i)));
        QCOMPARE(texts.next, text);
    }
}

void TestHistoryDamage::t35_rawCarriageReturnBetweenTokens()
{
    const HistoryFolder folder("{\"action\": \"edit\",\r\"new_content\": \"x\"}\n");
    GET(const Read, read, readAll(folder));
    QCOMPARE(states(read.entries), QStringLiteral("record"));
    QVERIFY(read.entries.first().breaksDeerFlow);
    QVERIFY(!read.count.readableByDeerFlow);
}

void TestHistoryDamage::t37_gluedLine()
{
    const HistoryFolder folder("{\"ts\":\"1\",\"new_content\":\"a\"}{\"ts\":\"2\",\"new_content\":\"b\"}\n\n");
    GET(const Read, read, readAll(folder));
    QCOMPARE(states(read.entries), QStringLiteral("glued glued"));
    QCOMPARE(read.entries.at(0).ts, QStringLiteral("2"));
    QCOMPARE(read.entries.at(0).fromEnd, -1);
    QCOMPARE(read.entries.at(1).ts, QStringLiteral("1"));
    QCOMPARE(read.entries.at(1).fromEnd, -2);
    QVERIFY(!read.entries.at(0).problem.isEmpty());
    QCOMPARE(read.entries.at(1).id, sha256Hex("{\"ts\":\"1\",\"new_content\":\"a\"}"));
    QCOMPARE(read.count.lines, 2);
    QCOMPARE(read.count.glued, 1);
    QCOMPARE(read.count.records, 2);
    QCOMPARE(read.count.damaged, 0);
    QVERIFY(!read.count.readableByDeerFlow);
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryTexts, texts, reader.texts(read.entries.at(1)));
    QCOMPARE(texts.next, QByteArray("a"));
}

void TestHistoryDamage::gluedTextsHoldBraces()
{
    const QByteArray text = "}{\"ts\": \"x\"}{ \\\" \\\\ }}}{{{ {\"action\": \"edit\"}";
    const QByteArray one = recordLine({.ts = QStringLiteral("1"), .prev = text, .next = text});
    const QByteArray two = recordLine({.ts = QStringLiteral("2"), .prev = text});
    const HistoryFolder folder(one + "  " + two + two + '\n');
    GET(const Read, read, readAll(folder));
    QCOMPARE(states(read.entries), QStringLiteral("glued glued glued"));
    QCOMPARE(read.entries.at(2).id, sha256Hex(one));
    QCOMPARE(read.entries.at(1).id, sha256Hex(two));
    QCOMPARE(read.entries.at(0).id, sha256Hex(two));
}

void TestHistoryDamage::gluedWithRubbish()
{
    const HistoryFolder folder(simpleLine(1) + "rubbish\n" + "rubbish" + simpleLine(2) + '\n' + simpleLine(3) + ',' + simpleLine(4) + '\n');
    GET(const Read, read, readAll(folder));
    QCOMPARE(states(read.entries), QStringLiteral("glued damaged glued glued damaged damaged glued"));
    QCOMPARE(read.entries.at(6).id, sha256Hex(simpleLine(1)));
    QCOMPARE(read.entries.at(5).id, sha256Hex("rubbish"));
    QCOMPARE(read.entries.at(3).id, sha256Hex(simpleLine(2)));
    QCOMPARE(read.entries.at(0).fromEnd, -1);
    QCOMPARE(read.entries.at(6).fromEnd, -4);
    QCOMPARE(read.count.records, 4);
    QCOMPARE(read.count.damaged, 3);
    QCOMPARE(read.count.glued, 1);
}

void TestHistoryDamage::pagesEndWithinAGluedLine()
{
    const HistoryFolder folder(simpleLine(0) + '\n' + simpleLine(1) + simpleLine(2) + simpleLine(3) + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    qint64 before = -1;
    for (int i = 3; i >= 0; --i) {
        GET(const HistoryPage, page, reader.newest(1, before));
        QCOMPARE(page.entries.size(), 1);
        QCOMPARE(page.entries.first().id, sha256Hex(simpleLine(i)));
        QCOMPARE(page.entries.first().state, i == 0 ? HistoryLineState::Record : HistoryLineState::Glued);
        QCOMPARE(page.entries.first().fromEnd, i - 4);
        before = page.before;
    }
    QCOMPARE(before, 0);
}

void TestHistoryDamage::t38_tornTail()
{
    const HistoryFolder folder(simpleLine(1) + "\n{\"ts\": \"2026");
    GET(const Read, read, readAll(folder));
    QCOMPARE(states(read.entries), QStringLiteral("torn record"));
    QCOMPARE(read.entries.at(0).fromEnd, 0);
    QCOMPARE(read.entries.at(1).fromEnd, -1);
    QVERIFY(!read.entries.at(0).problem.isEmpty());
    QCOMPARE(read.count.damaged, 1);
    QVERIFY(!read.count.readableByDeerFlow);
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const QByteArray, raw, reader.raw(read.entries.at(0)));
    QCOMPARE(raw, QByteArray("{\"ts\": \"2026"));
    GET_ERROR(error, reader.texts(read.entries.at(0)));
    QCOMPARE(error.code, ErrorCode::Damaged);
}

void TestHistoryDamage::t102_tornTailIsBeingWritten()
{
    // A large record of which half is there: torn, or being written where the lock is held. The rest is readable either way.
    const QByteArray large = recordLine({.ts = QStringLiteral("L"), .prev = QByteArray(4'000'000, 'p'), .next = QByteArray(4'000'000, 'n')});
    const HistoryFolder folder(simpleLine(1) + '\n' + large.first(large.size() / 2));
    GET(const Read, torn, readAll(folder));
    QCOMPARE(states(torn.entries), QStringLiteral("torn record"));
    GET(const Read, writing, readAll(folder, true));
    QCOMPARE(states(writing.entries), QStringLiteral("being-written record"));
    QVERIFY(writing.count.readableByDeerFlow);
    folder.append(large.sliced(large.size() / 2) + '\n');
    GET(const Read, whole, readAll(folder, true));
    QCOMPARE(states(whole.entries), QStringLiteral("record record"));
    QCOMPARE(whole.entries.at(0).id, sha256Hex(large));
}

void TestHistoryDamage::unterminatedRecordIsARecord()
{
    // DeerFlow writes a large record and its newline in two steps.
    const HistoryFolder folder(simpleLine(1) + '\n' + simpleLine(2));
    for (const bool locked : {false, true}) {
        GET(const Read, read, readAll(folder, locked));
        QCOMPARE(states(read.entries), QStringLiteral("record record"));
        QVERIFY(read.count.readableByDeerFlow);
    }
}

void TestHistoryDamage::recordAfterTornOneOnTheSameLine()
{
    const QByteArray victim = recordLine({.ts = QStringLiteral("V"), .prev = QByteArray("a {\"b\" }"), .next = QByteArray("c")});
    const QByteArray next = simpleLine(9);
    // Wherever the writer died, the record that a peer appended right behind it is found.
    for (qsizetype cut = 1; cut < victim.size(); ++cut) {
        const HistoryFolder folder(victim.first(cut) + next + '\n' + simpleLine(10) + '\n');
        GET(const Read, read, readAll(folder));
        QVERIFY2(states(read.entries) == QStringLiteral("record glued damaged"), qPrintable(states(read.entries) + QString::number(cut)));
        QCOMPARE(read.entries.at(1).id, sha256Hex(next));
        QCOMPARE(read.entries.at(1).fromEnd, -2);
        QCOMPARE(read.entries.at(2).id, sha256Hex(victim.first(cut)));
        GET(HistoryReader, reader, HistoryReader::open(folder.path()));
        GET(const HistoryTexts, texts, reader.texts(read.entries.at(1)));
        QCOMPARE(texts.next, QByteArray("text 9\n"));
    }
}

void TestHistoryDamage::recordAfterTornNestedObject()
{
    // An object within a damaged record is no record of its own.
    const HistoryFolder folder("{\"action\": \"edit\", \"late_for\": {\"ts\": \"1\", \"hash\": \"2\"}, \"new_content\": \"tor\n");
    GET(const Read, read, readAll(folder));
    QCOMPARE(states(read.entries), QStringLiteral("damaged"));
}

void TestHistoryDamage::notARecord_data()
{
    QTest::addColumn<QByteArray>("line");
    const QByteArray invalidUtf8[] = {"\xFF", "\xC0\xAF", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xE4\xB8"};
    for (const QByteArray &bytes : invalidUtf8) {
        QTest::addRow("not UTF-8 %s", bytes.toHex().constData()) << QByteArray("{\"new_content\": \"" + bytes + "\"}");
    }
    QTest::newRow("not UTF-8 outside of texts") << QByteArray("{\"a\": 1} \xE4\xB8");
    QTest::newRow("lone high surrogate") << QByteArray(R"({"new_content": "\ud800"})");
    QTest::newRow("lone high surrogate and text") << QByteArray(R"({"new_content": "\ud800x"})");
    QTest::newRow("two high surrogates") << QByteArray(R"({"new_content": "\ud800\ud800"})");
    QTest::newRow("lone low surrogate") << QByteArray(R"({"new_content": "\udc00"})");
    QTest::newRow("lone surrogate in a key") << QByteArray(R"({"\ud800": 1})");
    QTest::newRow("bad escape") << QByteArray(R"({"a": "\x41"})");
    QTest::newRow("short escape") << QByteArray(R"({"a": "\u12"})");
    QTest::newRow("raw tab in a text") << QByteArray("{\"a\": \"\t\"}");
    QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF{\"a\": 1}");
    QTest::newRow("array") << QByteArray("[{\"a\": 1}]");
    QTest::newRow("number") << QByteArray("12");
    QTest::newRow("text") << QByteArray("\"{}\"");
    QTest::newRow("null") << QByteArray("null");
    QTest::newRow("words") << QByteArray("this is no JSON");
    QTest::newRow("mismatched brackets") << QByteArray("{\"a\": [1}]");
    QTest::newRow("trailing comma") << QByteArray("{\"a\": 1,}");
    QTest::newRow("single quotes") << QByteArray("{'a': 1}");
    QTest::newRow("comment") << QByteArray("{\"a\": 1 /* b */}");
    QTest::newRow("not a number") << QByteArray("{\"a\": NaN}");
    QTest::newRow("too large a number") << QByteArray("{\"a\": 1e999}");
    QTest::newRow("open text") << QByteArray("{\"a\": \"b}");
    QTest::newRow("backslash at the end") << QByteArray("{\"a\": \"b\\");
    QTest::newRow("open object") << QByteArray("{");
    QTest::newRow("close only") << QByteArray("}");
}

void TestHistoryDamage::notARecord()
{
    QFETCH(const QByteArray, line);
    const HistoryFolder folder(simpleLine(1) + '\n' + line + '\n' + simpleLine(2) + '\n');
    GET(const Read, read, readAll(folder));
    const bool glued = line.startsWith("{\"a\": 1} ");
    QCOMPARE(states(read.entries), glued ? QStringLiteral("record damaged glued record") : QStringLiteral("record damaged record"));
    const HistoryEntry &damaged = read.entries.at(1);
    QCOMPARE(damaged.fromEnd, 0);
    QVERIFY(!damaged.problem.isEmpty() && damaged.problem.endsWith(u'.'));
    QCOMPARE(read.entries.last().fromEnd, glued ? -3 : -2);
    QVERIFY(!read.count.readableByDeerFlow);
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const QByteArray, raw, reader.raw(damaged));
    QVERIFY(line.endsWith(raw));
    QCOMPARE(damaged.id, sha256Hex(raw));
}

void TestHistoryDamage::duplicateKeys()
{
    const HistoryFolder folder(R"({"ts": "1", "new_content": "a", "scanner": {"decision": "block", "static_findings": [1, 2]}, "ts": "2", )"
                               R"("new_content": "b", "scanner": {"decision": "allow"}, "prev_content": "p", "prev_content": null})"
                               "\n");
    GET(const Read, read, readAll(folder));
    QCOMPARE(states(read.entries), QStringLiteral("record"));
    const HistoryEntry &entry = read.entries.first();
    QCOMPARE(entry.ts, QStringLiteral("2"));
    QCOMPARE(entry.newHash, sha256Hex("b"));
    QCOMPARE(entry.decision, QStringLiteral("allow"));
    QCOMPARE(entry.findings, 0);
    QVERIFY(!entry.hasPrev);
}

void TestHistoryDamage::deepNesting()
{
    const QByteArray open = QByteArray("[").repeated(100'000);
    const QByteArray close = QByteArray("]").repeated(100'000);
    const QByteArray objects = QByteArray("{\"a\":").repeated(100'000) + '1' + QByteArray("}").repeated(100'000);
    const HistoryFolder folder(open + '\n' + "{\"a\": " + open + close + "}\n" + objects + '\n' + "{\"a\": " + QByteArray("[").repeated(500) +
                               QByteArray("]").repeated(500) + "}\n" + "{\"a\": " + open);
    GET(const Read, read, readAll(folder));
    QCOMPARE(states(read.entries), QStringLiteral("torn record damaged damaged damaged"));
    QVERIFY2(read.entries.at(3).problem.contains(QStringLiteral("levels deep")), qPrintable(read.entries.at(3).problem));
}

void TestHistoryDamage::nulBytes()
{
    // What a power cut leaves: a tail of zeros; and zeros in every place of a record.
    const QByteArray zeros(5000, '\0');
    {
        const HistoryFolder folder(simpleLine(1) + '\n' + zeros);
        GET(const Read, read, readAll(folder));
        QCOMPARE(states(read.entries), QStringLiteral("torn record"));
    }
    {
        const HistoryFolder folder(simpleLine(1) + '\n' + zeros + '\n' + simpleLine(2) + '\n');
        GET(const Read, read, readAll(folder));
        QCOMPARE(states(read.entries), QStringLiteral("record damaged record"));
    }
    {
        const HistoryFolder folder(simpleLine(1) + QByteArray(1, '\0') + '\n' + simpleLine(2) + '\n');
        GET(const Read, read, readAll(folder));
        QCOMPARE(states(read.entries), QStringLiteral("record damaged glued"));
    }
    const QByteArray line = recordLine({.prev = QByteArray("p"), .next = QByteArray("n")});
    for (qsizetype i = 1; i < line.size(); ++i) {
        QByteArray broken = line;
        broken[i] = '\0';
        const QList<HistoryEntry> entries =
            parseHistoryLine({.bytes = broken, .offset = 0, .length = broken.size(), .tooLargeId = {}}, HistoryDetail::Entries, false);
        QVERIFY2(states(entries) == QStringLiteral("damaged"), qPrintable(QString::number(i)));
    }
}

void TestHistoryDamage::manyOpenBraces()
{
    // Many places that look like the beginning of a record: the search is bounded, and the line is one damaged entry.
    const HistoryFolder folder(QByteArray("{\"action\" ").repeated(50'000) + '\n');
    GET(const Read, read, readAll(folder));
    QCOMPARE(states(read.entries), QStringLiteral("damaged"));
}

void TestHistoryDamage::everyPrefixOfALine()
{
    const QByteArray line = recordLine({.prev = QByteArray("\xE4\xB8\xAD \\ \" \n"), .next = QByteArray("\xF0\x9F\x98\x80{}")});
    for (qsizetype cut = 1; cut < line.size(); ++cut) {
        const QByteArray prefix = line.first(cut);
        for (const bool terminated : {false, true}) {
            const QList<HistoryEntry> entries = parseHistoryLine(
                {.bytes = prefix, .offset = 7, .length = cut, .terminated = terminated, .tooLargeId = {}}, HistoryDetail::Entries, false);
            QVERIFY2(states(entries) == (terminated ? QStringLiteral("damaged") : QStringLiteral("torn")), prefix.constData());
            QCOMPARE(entries.first().offset, 7);
            QCOMPARE(entries.first().length, cut);
        }
    }
}

QTEST_GUILESS_MAIN(TestHistoryDamage)
#include "tst_history_damage.moc"
