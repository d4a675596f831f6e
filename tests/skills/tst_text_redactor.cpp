// SPDX-License-Identifier: GPL-3.0-or-later
// Taking one text out of bytes: of files, and of the lines of a history, however their JSON writes it.
#include "base/hash.h"
#include "base/json.h"
#include "skills/history_line.h"
#include "skills/text_redactor.h"

#include <QTest>

using namespace verderer;
using Qt::StringLiterals::operator""_s;

namespace {

const QByteArray marker = redactionMarker();

} // namespace

class TestTextRedactor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void files_data();
    void files();
    void recordsKeepEveryOtherByte();
    void everyWayOfWritingItIsFound_data();
    void everyWayOfWritingItIsFound();
    void newlinesAreOne();
    void linesThatAreNoRecord_data();
    void linesThatAreNoRecord();
    void identitiesAreFollowed();
};

void TestTextRedactor::files_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<int>("count");
    QTest::newRow("none") << u"secret"_s << QByteArray("nothing here\n") << QByteArray("nothing here\n") << 0;
    QTest::newRow("several") << u"secret"_s << QByteArray("secret, secretsecret") << QByteArray(marker + ", " + marker + marker) << 3;
    QTest::newRow("overlapping") << u"abab"_s << QByteArray("ababab") << QByteArray(marker + "ab") << 1;
    QTest::newRow("begun and not ended") << u"abcd"_s << QByteArray("abcabcd abc") << QByteArray("abc" + marker + " abc") << 1;
    QTest::newRow("binary") << u"secret"_s << QByteArray("\xff\0secret\0", 9)
                            << QByteArray("\xff\0" + QByteArray()).left(1) + QByteArray("\0", 1) + marker + QByteArray("\0", 1) << 1;
    QTest::newRow("several lines") << u"one\ntwo\n"_s << QByteArray("x one\r\ntwo\r\n one\ntwo\n one\rtwo\r one\n\ntwo")
                                   << QByteArray("x " + marker + " " + marker + " " + marker + " one\n\ntwo") << 3;
    QTest::newRow("wide") << u"密码→x"_s << QByteArray(u"a 密码→x b"_s.toUtf8()) << QByteArray("a " + marker + " b") << 1;
}

void TestTextRedactor::files()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(int, count);
    TextRedactor redactor(text);
    QCOMPARE(redactor.file(before), after);
    QCOMPARE(redactor.takeCount(), qint64(count));
    QCOMPARE(redactor.takeCount(), qint64(0));
}

void TestTextRedactor::recordsKeepEveryOtherByte()
{
    const QByteArray record =
        R"({"ts":  "2026-01-01", "zz": 1.50, "new_content": "a\u0062 tok-123 c\n", "prev_content": null, "zz": [null, "x\/y"], "action": "human_edit" })";
    TextRedactor redactor(u"tok-123"_s);
    QByteArray expected = record;
    expected.replace(R"("a\u0062 tok-123 c\n")", QByteArray("\"ab " + marker + R"( c\n")"));
    QCOMPARE(redactor.line(record), expected);
    QCOMPARE(redactor.takeCount(), qint64(1));
    // Without the text a line stays byte for byte, however odd.
    TextRedactor other(u"tok-456"_s);
    QCOMPARE(other.line(record), record);
}

void TestTextRedactor::everyWayOfWritingItIsFound_data()
{
    QTest::addColumn<QByteArray>("written");
    QTest::newRow("plain") << u"sé\"cret/😀"_s.toUtf8().replace('"', "\\\"");
    QTest::newRow("escaped slash") << u"sé\"cret\\/😀"_s.toUtf8().replace("\"", "\\\"");
    QTest::newRow("ascii") << QByteArray(R"(s\u00e9\"cret/\ud83d\ude00)");
    QTest::newRow("capital digits") << QByteArray(R"(\u0073\u00E9\u0022cret\u002F\uD83D\uDE00)");
}

void TestTextRedactor::everyWayOfWritingItIsFound()
{
    QFETCH(QByteArray, written);
    for (const QByteArray &member : {QByteArray("new_content"), QByteArray("note"), QByteArray("anything")}) {
        TextRedactor redactor(u"sé\"cret/😀"_s);
        const QByteArray record =
            "{\"action\": \"human_edit\", \"" + member + "\": \"<" + written + ">\", \"scanner\": {\"x\": [\"" + written + "\"]}}";
        const QByteArray after = redactor.line(record);
        QCOMPARE(after,
                 QByteArray("{\"action\": \"human_edit\", \"" + member + "\": \"<" + marker + ">\", \"scanner\": {\"x\": [\"" + marker + "\"]}}"));
        QCOMPARE(redactor.takeCount(), qint64(2));
    }
}

void TestTextRedactor::newlinesAreOne()
{
    TextRedactor redactor(u"-----BEGIN\nabc\n-----END"_s);
    const QByteArray record = R"({"action": "a", "prev_content": "x -----BEGIN\r\nabc\r\n-----END y", "new_content": "-----BEGIN\nabc\n-----END"})";
    QCOMPARE(redactor.line(record), QByteArray("{\"action\": \"a\", \"prev_content\": \"x " + marker + " y\", \"new_content\": \"" + marker + "\"}"));
}

void TestTextRedactor::linesThatAreNoRecord_data()
{
    QTest::addColumn<QByteArray>("line");
    const QByteArray record = R"({"action": "human_edit", "new_content": "a tok-123 b"})";
    QTest::newRow("torn") << record.left(record.size() - 3);
    QTest::newRow("glued") << record + record;
    QTest::newRow("died and went on") << record.left(50) + record;
    QTest::newRow("damaged") << QByteArray("garbage tok-123 \xff {\"action\": \"tok-123");
    QTest::newRow("a list") << QByteArray("[\"tok-123\"]");
    QTest::newRow("escaped in a torn one") << QByteArray(R"({"action": "human_edit", "new_content": "tok\u002d123 and tok-123)");
}

void TestTextRedactor::linesThatAreNoRecord()
{
    QFETCH(QByteArray, line);
    TextRedactor redactor(u"tok-123"_s);
    const QByteArray after = redactor.line(line);
    QVERIFY2(!after.contains("tok-123"), after.constData());
    QVERIFY(redactor.takeCount() > 0);
    // What was a record is one still, and nothing was glued or torn by it.
    const auto count = [](const QByteArray &bytes) {
        HistoryPhysicalLine physical;
        physical.bytes = bytes;
        physical.length = bytes.size();
        const auto entries = parseHistoryLine(physical, HistoryDetail::Bounds, false);
        return std::count_if(entries.cbegin(), entries.cend(), isRecord);
    };
    QCOMPARE(count(after), count(line));
}

void TestTextRedactor::identitiesAreFollowed()
{
    TextRedactor redactor(u"tok-123"_s);
    const QByteArray first = R"({"action": "human_edit", "new_content": "tok-123"})";
    const QByteArray second =
        "{\"action\": \"human_edit\", \"new_content\": \"x\", \"late_for\": {\"ts\": \"t\", \"hash\": \"" + sha256Hex(first).toLatin1() + "\"}}";
    const QByteArray third = "{\"action\": \"human_edit\", \"late_for\": {\"hash\": \"" + sha256Hex(second).toLatin1() + "\"}}";
    const QByteArray newFirst = redactor.line(first);
    QVERIFY(newFirst != first);
    const QByteArray newSecond = redactor.line(second);
    QVERIFY2(newSecond.contains(sha256Hex(newFirst).toLatin1()), newSecond.constData());
    const QByteArray newThird = redactor.line(third);
    QVERIFY2(newThird.contains(sha256Hex(newSecond).toLatin1()), newThird.constData());
}

QTEST_GUILESS_MAIN(TestTextRedactor)
#include "tst_text_redactor.moc"
