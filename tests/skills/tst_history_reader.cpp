// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/hash.h"
#include "history_fixtures.h"
#include "support/tree.h"

#include <sys/stat.h>
#include <unistd.h>

using namespace verderer;
using namespace verderer::fixtures;

/// Reading whole, unharmed histories: pages, places, texts.
class TestHistoryReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void missing();
    void emptyFile();
    void whatIsNoFile();
    void allFields();
    void minimalRecord();
    void newestFirst();
    void pagesMeet();
    void pagesAfterAppend();
    void pageAtUnknownPlace();
    void blankLinesAndCarriageReturns();
    void largeRecord();
    void exactTexts();
    void changedLines_data();
    void changedLines();
    void hashesAreNormalized();
    void allAndCount();
    void truncated();
    void replaced();
    void removed();
    void rewrittenInPlace();
    void cancelled();
    void newestOfHugeFile();
    void tooLargeLine();
    void sharedSample();
};

void TestHistoryReader::missing()
{
    const QTemporaryDir folder;
    GET_ERROR(error, HistoryReader::open(folder.filePath(QStringLiteral("none.jsonl"))));
    QCOMPARE(error.code, ErrorCode::NotFound);
    QVERIFY(error.message.contains(QStringLiteral("none.jsonl")));
}

void TestHistoryReader::emptyFile()
{
    const HistoryFolder folder;
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryPage, page, reader.newest(10));
    QVERIFY(page.entries.isEmpty());
    QCOMPARE(page.before, 0);
    GET(const HistoryCount, count, reader.count());
    QCOMPARE(count.lines, 0);
    QVERIFY(count.readableByDeerFlow);
    GET_ERROR(error, reader.find(QStringLiteral("-1")));
    QCOMPARE(error.code, ErrorCode::NotFound);
    QVERIFY2(error.message.contains(QStringLiteral("has no record")), qPrintable(error.message));
}

void TestHistoryReader::whatIsNoFile()
{
    const QTemporaryDir folder;
    const QString pipe = folder.filePath(QStringLiteral("pipe.jsonl"));
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    const QString loop = folder.filePath(QStringLiteral("loop.jsonl"));
    QVERIFY(QFile::link(loop, loop));
    for (const QString &path : {folder.path(), pipe, loop, QStringLiteral("/dev/null")}) {
        GET_ERROR(error, HistoryReader::open(path)); // and the pipe is not waited for
        QCOMPARE(error.code, ErrorCode::Invalid);
        QVERIFY2(error.message.contains(path), qPrintable(error.message));
    }
}

void TestHistoryReader::allFields()
{
    const QByteArray line =
        R"({"ts": "2026-11-30T19:29:36+00:00", "action": "rollback", "author": "human", "thread_id": "th-1", )"
        R"("file_path": "references/a.md", "prev_content": "a\nb\n", "new_content": "a\nc\nd\n", )"
        R"("rollback_from_ts": "T0", "scanner": {"decision": "warn", "reason": "why", "static_findings": [{"rule_id": "r", )"
        R"("file": null}, {"rule_id": "s"}, 3]}, "note": "n\u00e9", "host_user": "root", "late_for": {"ts": "T1", "hash": "abcd"}, )"
        R"("trashed": ".trash/x"})";
    const HistoryFolder folder(line + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryPage, page, reader.newest(10));
    QCOMPARE(page.entries.size(), 1);
    QCOMPARE(page.before, 0);
    QCOMPARE(page.fileSize, line.size() + 1);
    const HistoryEntry &entry = page.entries.first();
    QCOMPARE(entry.state, HistoryLineState::Record);
    QVERIFY(entry.problem.isEmpty());
    QVERIFY(!entry.breaksDeerFlow);
    QCOMPARE(entry.offset, 0);
    QCOMPARE(entry.length, line.size());
    QCOMPARE(entry.id, sha256Hex(line));
    QCOMPARE(entry.fromEnd, -1);
    QVERIFY(!entry.index);
    QCOMPARE(entry.ts, QStringLiteral("2026-11-30T19:29:36+00:00"));
    QCOMPARE(entry.action, QStringLiteral("rollback"));
    QCOMPARE(entry.author, QStringLiteral("human"));
    QCOMPARE(entry.threadId, QStringLiteral("th-1"));
    QCOMPARE(entry.filePath, QStringLiteral("references/a.md"));
    QCOMPARE(entry.decision, QStringLiteral("warn"));
    QCOMPARE(entry.reason, QStringLiteral("why"));
    QCOMPARE(entry.findings, 3);
    QCOMPARE(entry.rollbackFromTs, QStringLiteral("T0"));
    QCOMPARE(entry.note, QStringLiteral("né"));
    QCOMPARE(entry.hostUser, QStringLiteral("root"));
    QCOMPARE(entry.lateFor, QStringLiteral("abcd"));
    QCOMPARE(entry.trashed, QStringLiteral(".trash/x"));
    QVERIFY(entry.hasPrev && entry.hasNew);
    QCOMPARE(entry.prevHash, sha256Hex("a\nb\n"));
    QCOMPARE(entry.newHash, sha256Hex("a\nc\nd\n"));
    QCOMPARE(entry.linesAdded, 2);
    QCOMPARE(entry.linesRemoved, 1);
}

void TestHistoryReader::minimalRecord()
{
    const HistoryFolder folder(R"({"action": "human_edit", "prev_content": "Restored", "new_content": "Initial"})"
                               "\n"
                               R"({"ts": null, "scanner": "odd", "late_for": null, "file_path": null, "prev_content": 7, "new_content": ["x"]})"
                               "\n{}\n");
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryPage, page, reader.newest(10));
    QCOMPARE(states(page.entries), QStringLiteral("record record record"));
    const HistoryEntry &minimal = page.entries.at(2);
    QCOMPARE(minimal.filePath, QStringLiteral("SKILL.md"));
    QVERIFY(minimal.ts.isEmpty() && minimal.author.isEmpty() && minimal.decision.isEmpty());
    QVERIFY(!minimal.threadId && !minimal.rollbackFromTs && !minimal.note && !minimal.lateFor);
    QCOMPARE(minimal.fromEnd, -3);
    const HistoryEntry &odd = page.entries.at(1);
    QCOMPARE(odd.filePath, QStringLiteral("SKILL.md"));
    QVERIFY(!odd.hasPrev && !odd.hasNew && odd.prevHash.isEmpty() && odd.newHash.isEmpty() && !odd.linesAdded);
    GET(const HistoryTexts, texts, reader.texts(minimal));
    QCOMPARE(texts.prev, QByteArray("Restored"));
    QCOMPARE(texts.next, QByteArray("Initial"));
    GET(const HistoryTexts, none, reader.texts(odd));
    QVERIFY(!none.prev && !none.next);
}

void TestHistoryReader::newestFirst()
{
    QByteArray bytes;
    for (int i = 0; i < 60; ++i) {
        bytes += simpleLine(i) + '\n';
    }
    const HistoryFolder folder(bytes);
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryPage, page, reader.newest(7));
    QCOMPARE(page.entries.size(), 7);
    for (int i = 0; i < 7; ++i) {
        QCOMPARE(page.entries.at(i).fromEnd, -1 - i);
        GET(const HistoryTexts, texts, reader.texts(page.entries.at(i)));
        QCOMPARE(texts.next, "text " + QByteArray::number(59 - i) + "\n");
    }
    QCOMPARE(page.before, page.entries.last().offset);
}

void TestHistoryReader::pagesMeet()
{
    // Lines around the size of the reader's blocks, so that every kind of border is crossed; glued ones, so that pages end within a line.
    QByteArray bytes;
    QList<QByteArray> expected;
    for (int i = 0; i < 40; ++i) {
        const QByteArray line = recordLine({.ts = QString::number(i), .next = QByteArray((i * 7919) % 70'000, 'x')});
        expected.prepend(line);
        bytes += line + (i % 5 == 2 ? "" : i % 5 == 3 ? "\r\n\n" : "\n");
    }
    const HistoryFolder folder(bytes);
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    for (const int limit : {1, 2, 3, 7, 100}) {
        QList<HistoryEntry> entries;
        qint64 before = -1;
        do {
            GET(const HistoryPage, page, reader.newest(limit, before));
            QVERIFY(page.entries.size() <= limit);
            QVERIFY(before < 0 || page.before < before);
            entries += page.entries;
            before = page.before;
        } while (before > 0);
        QCOMPARE(entries.size(), expected.size());
        for (int i = 0; i < expected.size(); ++i) {
            QCOMPARE(entries.at(i).id, sha256Hex(expected.at(i)));
            QCOMPARE(entries.at(i).fromEnd, -1 - i);
            GET(const QByteArray, raw, reader.raw(entries.at(i), expected.at(i).size()));
            QCOMPARE(raw, expected.at(i));
        }
    }
    GET(const QList<HistoryEntry>, all, reader.all());
    QCOMPARE(all.size(), expected.size());
    for (int i = 0; i < expected.size(); ++i) {
        QCOMPARE(all.at(all.size() - 1 - i).id, sha256Hex(expected.at(i)));
    }
}

void TestHistoryReader::pagesAfterAppend()
{
    const HistoryFolder folder(simpleLine(1) + '\n' + simpleLine(2) + '\n' + simpleLine(3) + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryPage, first, reader.newest(1));
    folder.append(simpleLine(4) + '\n');
    // The older pages go on counting from the end that was seen …
    GET(const HistoryPage, second, reader.newest(1, first.before));
    QCOMPARE(second.entries.first().id, sha256Hex(simpleLine(2)));
    QCOMPARE(second.entries.first().fromEnd, -2);
    // … until somebody looks at the end again.
    GET(const HistoryPage, again, reader.newest(4));
    QCOMPARE(again.entries.first().id, sha256Hex(simpleLine(4)));
    QCOMPARE(again.entries.at(2).fromEnd, -3);
    QCOMPARE(again.entries.at(2).id, sha256Hex(simpleLine(2)));
}

void TestHistoryReader::pageAtUnknownPlace()
{
    const HistoryFolder folder(simpleLine(1) + '\n' + "broken\n" + simpleLine(2) + '\n' + simpleLine(3) + '\n');
    GET(HistoryReader, first, HistoryReader::open(folder.path()));
    GET(const HistoryPage, page, first.newest(2));
    GET(HistoryReader, second, HistoryReader::open(folder.path()));
    GET(const HistoryPage, older, second.newest(9, page.before));
    QCOMPARE(states(older.entries), QStringLiteral("damaged record"));
    QCOMPARE(older.entries.at(0).fromEnd, 0);
    QCOMPARE(older.entries.at(1).fromEnd, -3);
    GET_ERROR(error, second.newest(9, page.fileSize + 1));
    QCOMPARE(error.code, ErrorCode::Invalid);
    GET(const HistoryPage, none, second.newest(9, 0));
    QVERIFY(none.entries.isEmpty());
}

void TestHistoryReader::blankLinesAndCarriageReturns()
{
    const HistoryFolder folder("\n\r\n" + simpleLine(1) + "\r\n \t\r\n\n" + simpleLine(2) + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryPage, page, reader.newest(10));
    QCOMPARE(states(page.entries), QStringLiteral("record record"));
    QCOMPARE(page.before, 0);
    QCOMPARE(page.entries.at(1).id, sha256Hex(simpleLine(1))); // the CR is none of the record's bytes
    GET(const HistoryCount, count, reader.count());
    QCOMPARE(count.lines, 6);
    QCOMPARE(count.records, 2);
    QCOMPARE(count.damaged, 0);
    QVERIFY2(count.readableByDeerFlow, qPrintable(count.unreadableReason));
    GET(const QList<HistoryEntry>, all, reader.all());
    QCOMPARE(all.at(0).line, 3);
    QCOMPARE(all.at(1).line, 6);
}

void TestHistoryReader::largeRecord()
{
    const QByteArray text = QByteArray("a line of some length \xE4\xB8\xAD\n").repeated(175'000); // about 5 MB, twice
    const QByteArray large = recordLine({.ts = QStringLiteral("L"), .prev = text, .next = text + "end\n"});
    const HistoryFolder folder(simpleLine(1) + '\n' + large + '\n' + simpleLine(2) + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryPage, page, reader.newest(10));
    QCOMPARE(states(page.entries), QStringLiteral("record record record"));
    QCOMPARE(page.entries.at(1).id, sha256Hex(large));
    QVERIFY(!page.entries.at(1).linesAdded); // too large to be compared in passing
    QCOMPARE(page.entries.at(1).prevHash, sha256Hex(text));
    GET(const HistoryTexts, texts, reader.texts(page.entries.at(1)));
    QCOMPARE(texts.next, text + "end\n");
    GET(const QByteArray, raw, reader.raw(page.entries.at(1), 10));
    QCOMPARE(raw, large.first(10));
    GET(const HistoryEntry, found, reader.find(page.entries.at(1).id.first(9)));
    QCOMPARE(found.index, 1);
}

void TestHistoryReader::exactTexts()
{
    QByteArray text("CRLF\r\nCR\rNBSP\xC2\xA0 NEL\xC2\x85 LS\xE2\x80\xA8 PS\xE2\x80\xA9 emoji\xF0\x9F\x98\x80 quote\" back\\ tab\t slash/ del\x7F");
    text.append('\0').append("after NUL, no final newline");
    const HistoryFolder folder(recordLine({.prev = text, .next = QByteArray("")}) + '\n' +
                               R"({"prev_content": "\ud83d\ude00\u0000\/\b\f", "new_content": null})" + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryPage, page, reader.newest(10));
    GET(const HistoryTexts, texts, reader.texts(page.entries.at(1)));
    QCOMPARE(texts.prev, text);
    QCOMPARE(texts.next, QByteArray(""));
    QVERIFY(page.entries.at(1).hasNew);
    QVERIFY(!page.entries.at(1).breaksDeerFlow);
    GET(const HistoryTexts, escaped, reader.texts(page.entries.at(0)));
    QCOMPARE(escaped.prev, QByteArray("\xF0\x9F\x98\x80\0/\b\f", 8));
    QVERIFY(!escaped.next);
}

void TestHistoryReader::changedLines_data()
{
    QTest::addColumn<QByteArray>("record");
    QTest::addColumn<int>("added");
    QTest::addColumn<int>("removed");
    QTest::newRow("created") << recordLine({.next = QByteArray("a\nb\nc")}) << 3 << 0;
    QTest::newRow("deleted") << recordLine({.prev = QByteArray("a\nb\n")}) << 0 << 2;
    QTest::newRow("one line") << recordLine({.prev = QByteArray("a\nb\nc\n"), .next = QByteArray("a\nB\nc\n")}) << 1 << 1;
    QTest::newRow("same") << recordLine({.prev = QByteArray("a\n"), .next = QByteArray("a\n")}) << 0 << 0;
    QTest::newRow("only its line endings") << recordLine({.prev = QByteArray("a\nb\n"), .next = QByteArray("a\r\nb\r\n")}) << 0 << 0;
    QTest::newRow("above the limit") << recordLine({.prev = QByteArray("a\n"), .next = QByteArray(maxCountedTextBytes + 1, 'x')}) << -1 << -1;
    QTest::newRow("at the limit") << recordLine({.prev = QByteArray(""), .next = QByteArray(maxCountedTextBytes, 'x')}) << 1 << 0;
}

void TestHistoryReader::changedLines()
{
    QFETCH(const QByteArray, record);
    QFETCH(const int, added);
    QFETCH(const int, removed);
    const HistoryFolder folder(record + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryPage, page, reader.newest(1));
    QCOMPARE(page.entries.first().linesAdded.value_or(-1), added);
    QCOMPARE(page.entries.first().linesRemoved.value_or(-1), removed);
}

void TestHistoryReader::hashesAreNormalized()
{
    const HistoryFolder folder(recordLine({.prev = QByteArray("a\nb\n"), .next = QByteArray("a\r\nb\r")}) + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryPage, page, reader.newest(1));
    QCOMPARE(page.entries.first().newHash, page.entries.first().prevHash);
    QCOMPARE(page.entries.first().newHash, sha256Hex("a\nb\n"));
}

void TestHistoryReader::allAndCount()
{
    const HistoryFolder folder(simpleLine(0) + "\n[1, 2]\n" + simpleLine(1) + simpleLine(2) + "\n\n{\"ts\": \"2026");
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const QList<HistoryEntry>, all, reader.all());
    QCOMPARE(states(all), QStringLiteral("record damaged glued glued torn"));
    const QList<std::optional<qint64>> indexes{0, {}, 1, 2, {}};
    const QList<qint64> fromEnds{-3, 0, -2, -1, 0};
    const QList<qint64> physical{1, 2, 3, 3, 5};
    for (int i = 0; i < all.size(); ++i) {
        QCOMPARE(all.at(i).index, indexes.at(i));
        QCOMPARE(all.at(i).fromEnd, fromEnds.at(i));
        QCOMPARE(all.at(i).line, physical.at(i));
    }
    GET(const HistoryCount, count, reader.count());
    QCOMPARE(count.lines, 5);
    QCOMPARE(count.records, 3);
    QCOMPARE(count.damaged, 2);
    QCOMPARE(count.glued, 1);
    QVERIFY(!count.readableByDeerFlow);
    QVERIFY2(count.unreadableReason.contains(QStringLiteral("(line 2)")), qPrintable(count.unreadableReason));
}

void TestHistoryReader::truncated()
{
    const HistoryFolder folder(simpleLine(0) + '\n' + simpleLine(1) + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryPage, page, reader.newest(1));
    QVERIFY(QFile::resize(folder.path(), 10));
    for (const Error &error : {reader.newest(1).error(), reader.texts(page.entries.first()).error(), reader.count().error(), reader.all().error(),
                               reader.find(QStringLiteral("0")).error(), reader.raw(page.entries.first()).error()}) {
        QCOMPARE(error.code, ErrorCode::Damaged);
        QCOMPARE(error.details.kind, QStringLiteral("truncated"));
        QVERIFY(error.message.contains(folder.path()));
    }
}

void TestHistoryReader::replaced()
{
    const HistoryFolder folder(simpleLine(0) + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    const QString kept = folder.folder() + QStringLiteral("/kept");
    QVERIFY(QFile::rename(folder.path(), kept)); // kept, so that its inode is not used again
    folder.write(simpleLine(0) + '\n' + simpleLine(1) + '\n');
    GET_ERROR(error, reader.newest(1));
    QCOMPARE(error.code, ErrorCode::Damaged);
    QCOMPARE(error.details.kind, QStringLiteral("replaced"));
}

void TestHistoryReader::removed()
{
    const HistoryFolder folder(simpleLine(0) + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    QVERIFY(QFile::remove(folder.path()));
    GET_ERROR(error, reader.newest(1));
    QCOMPARE(error.code, ErrorCode::Damaged);
    QCOMPARE(error.details.kind, QStringLiteral("removed"));
}

void TestHistoryReader::rewrittenInPlace()
{
    const HistoryFolder folder(simpleLine(0) + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryPage, page, reader.newest(1));
    QFile file(folder.path());
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(10));
    QCOMPARE(file.write("9"), 1);
    file.close();
    GET_ERROR(error, reader.texts(page.entries.first()));
    QCOMPARE(error.code, ErrorCode::Damaged);
    QCOMPARE(error.details.kind, QStringLiteral("changed"));

    HistoryEntry nonsense = page.entries.first();
    nonsense.offset = std::numeric_limits<qint64>::max();
    QCOMPARE(reader.texts(nonsense).error().code, ErrorCode::Damaged);
}

void TestHistoryReader::cancelled()
{
    const HistoryFolder folder(simpleLine(0) + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    CancelSource source;
    source.cancel();
    QCOMPARE(reader.newest(1, -1, source.token()).error().code, ErrorCode::Cancelled);
    QCOMPARE(reader.count(source.token()).error().code, ErrorCode::Cancelled);
    QCOMPARE(reader.all(source.token()).error().code, ErrorCode::Cancelled);
    QCOMPARE(reader.find(QStringLiteral("0"), source.token()).error().code, ErrorCode::Cancelled);
    QCOMPARE(reader.find(QStringLiteral("-1"), source.token()).error().code, ErrorCode::Cancelled);
}

/// Puts a hole without any newline (a line that is no record) up to byte `end` behind the first record of `path`, and two records behind it.
static void writeBehindHole(const QString &path, qint64 end)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.resize(end));
    QVERIFY(file.seek(end));
    file.write('\n' + simpleLine(1) + '\n' + simpleLine(2) + '\n');
}

void TestHistoryReader::newestOfHugeFile()
{
    // 1 GB, of which only the end is read.
    const HistoryFolder folder(simpleLine(0) + '\n');
    writeBehindHole(folder.path(), 1LL << 30);
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryPage, page, reader.newest(2));
    QCOMPARE(states(page.entries), QStringLiteral("record record"));
    QVERIFY(page.fileSize > 1LL << 30);
}

void TestHistoryReader::tooLargeLine()
{
    const HistoryFolder folder(simpleLine(0) + '\n');
    writeBehindHole(folder.path(), maxHistoryLineBytes + 4096);
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryCount, count, reader.count());
    QCOMPARE(count.lines, 4);
    QCOMPARE(count.records, 3);
    QCOMPARE(count.damaged, 1);
    GET(const HistoryEntry, oldest, reader.find(QStringLiteral("-3")));
    QCOMPARE(oldest.id, sha256Hex(simpleLine(0)));
}

void TestHistoryReader::sharedSample()
{
    QString shared = qEnvironmentVariable("VERDERER_SHARED");
    if (shared.isEmpty()) {
        shared = verderer::test::sourceDir() + QStringLiteral("/../shared");
    }
    const QString histories = shared + QStringLiteral("/sample/home/users/default/skills/custom/.history/");
    if (!QFile::exists(histories)) {
        QSKIP("The sample installation is not here: set VERDERER_SHARED to the folder that holds sample/.");
    }
    struct Expected {
        const char *name;
        const char *states; ///< newest first
        bool readable;
    };
    static constexpr Expected samples[] = {
        {"glued-notes", "glued glued", false},  {"invoice-check", "torn record", false},      {"meeting-minutes", "record record", false},
        {"old-greeter", "record record", true}, {"ops-helper", "record record record", true}, {"weekly-report", "record record", true},
    };
    for (const Expected &sample : samples) {
        GET(HistoryReader, reader, HistoryReader::open(histories + QLatin1String(sample.name) + QStringLiteral(".jsonl")));
        GET(const HistoryPage, page, reader.newest(50));
        QCOMPARE(states(page.entries), QString::fromLatin1(sample.states));
        GET(const HistoryCount, count, reader.count());
        QVERIFY2(count.readableByDeerFlow == sample.readable, sample.name);
        for (const HistoryEntry &entry : page.entries) {
            if (entry.fromEnd == 0) {
                continue;
            }
            GET(const HistoryTexts, texts, reader.texts(entry));
            QCOMPARE(texts.prev.has_value(), entry.hasPrev);
            QCOMPARE(texts.next.has_value(), entry.hasNew);
        }
    }
    GET(HistoryReader, reader, HistoryReader::open(histories + QStringLiteral("release-notes.jsonl")));
    GET(const HistoryCount, count, reader.count());
    QCOMPARE(count.records, count.lines);
    GET(const QList<HistoryEntry>, all, reader.all());
    QCOMPARE(all.size(), count.records);
}

QTEST_GUILESS_MAIN(TestHistoryReader)
#include "tst_history_reader.moc"
