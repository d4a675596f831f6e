// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "base/json_text.h"
#include "skills/enabled_edit.h"

#include <QRandomGenerator>
#include <QTest>

using namespace verderer;

/// One boolean, and no other byte.
class TestEnabledEdit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void changesOneBoolean_data();
    void changesOneBoolean();
    void leavesWhatIsSo_data();
    void leavesWhatIsSo();
    void refusesWhatItCannotRead_data();
    void refusesWhatItCannotRead();
    void scansAsTheParserDoes();
    void keepsEveryByteOfAnyStyle();

private:
    static constexpr EnabledFile extensions = EnabledFile::Extensions;
    static constexpr EnabledFile user = EnabledFile::User;
};

Q_DECLARE_METATYPE(verderer::EnabledFile)

void TestEnabledEdit::changesOneBoolean_data()
{
    QTest::addColumn<EnabledFile>("kind");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<bool>("enabled");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char *name, EnabledFile kind, const QByteArray &before, bool enabled, const QByteArray &after) {
        QTest::newRow(name) << kind << before << enabled << after;
    };
    row("value", extensions,
        "{\"mcpServers\": {\"g\": {\"env\": {\"T\": \"$TOKEN\"}}},\n  \"skills\" : { \"b\" : {\"x\":1.0, \"enabled\" :true } } }\n", false,
        "{\"mcpServers\": {\"g\": {\"env\": {\"T\": \"$TOKEN\"}}},\n  \"skills\" : { \"b\" : {\"x\":1.0, \"enabled\" :false } } }\n");
    row("tabs and CRLF", extensions, "{\r\n\t\"skills\": {\r\n\t\t\"a\": {\r\n\t\t\t\"enabled\": true\r\n\t\t}\r\n\t}\r\n}\r\n", false,
        "{\r\n\t\"skills\": {\r\n\t\t\"a\": {\r\n\t\t\t\"enabled\": true\r\n\t\t},\r\n\t\t\"b\": {\r\n\t\t\t\"enabled\": "
        "false\r\n\t\t}\r\n\t}\r\n}\r\n");
    row("minified", extensions, "{\"skills\":{\"a\":{\"enabled\":true}},\"z\":1}", false,
        "{\"skills\":{\"a\":{\"enabled\":true},\"b\":{\"enabled\":false}},\"z\":1}");
    row("one line with blanks", user, "{\"a\": {\"enabled\": true}}", false, "{\"a\": {\"enabled\": true}, \"b\": {\"enabled\": false}}");
    row("inline entries", user, "{\n  \"a\": {\"enabled\": true}\n}\n", false,
        "{\n  \"a\": {\"enabled\": true},\n  \"b\": {\"enabled\": false}\n}\n");
    row("duplicate names: the last counts", user, "{\"b\": {\"enabled\": true}, \"b\": {\"enabled\": true, \"enabled\": true}}", false,
        "{\"b\": {\"enabled\": true}, \"b\": {\"enabled\": true, \"enabled\": false}}");
    row("duplicate skills: the last counts", extensions, "{\"skills\": {\"b\": {\"enabled\": false}}, \"skills\": {\"b\": {\"enabled\": false}}}",
        true, "{\"skills\": {\"b\": {\"enabled\": false}}, \"skills\": {\"b\": {\"enabled\": true}}}");
    row("escaped key", user, "{\"\\u0062\": {\"\\u0065nabled\": false}}", true, "{\"\\u0062\": {\"\\u0065nabled\": true}}");
    row("a key inside a text", user, "{\"t\": {\"enabled\": true, \"x\": \"\\\"b\\\": {\\\"enabled\\\": false}\"}, \"b\": {\"enabled\": false}}",
        true, "{\"t\": {\"enabled\": true, \"x\": \"\\\"b\\\": {\\\"enabled\\\": false}\"}, \"b\": {\"enabled\": true}}");
    row("another form of off", user, "{\"b\": {\"enabled\": \"off\"}}", true, "{\"b\": {\"enabled\": true}}");
    row("entry without the key", user, "{\"b\": {\"note\": 1}}", false, "{\"b\": {\"note\": 1, \"enabled\": false}}");
    row("empty entry", user, "{\"b\": {}}", false, "{\"b\": {\"enabled\": false}}");
    row("empty file of states", user, "{}", false, "{\"b\": {\"enabled\": false}}");
    row("no skills yet", extensions, "{\n    \"mcpServers\": {}\n}\n", false,
        "{\n    \"mcpServers\": {},\n    \"skills\": {\n        \"b\": {\n            \"enabled\": false\n        }\n    }\n}\n");
    row("empty skills", extensions, "{\n  \"skills\": {},\n  \"z\": []\n}", false,
        "{\n  \"skills\": {\n    \"b\": {\n      \"enabled\": false\n    }\n  },\n  \"z\": []\n}");
    row("empty skills over two lines", extensions, "{\n  \"skills\": {\n  }\n}", false,
        "{\n  \"skills\": {\n    \"b\": {\n      \"enabled\": false\n    }\n  }\n}");
}

void TestEnabledEdit::changesOneBoolean()
{
    QFETCH(const EnabledFile, kind);
    QFETCH(const QByteArray, before);
    QFETCH(const bool, enabled);
    QFETCH(const QByteArray, after);
    const auto edit = withEnabled(kind, before, QStringLiteral("b"), enabled, QStringLiteral("/f.json"));
    QVERIFY2(edit.has_value(), edit ? "" : qPrintable(edit.error().message));
    QVERIFY(edit->changed);
    QCOMPARE(edit->text, after);
    const auto now = enabledIn(kind, after, QStringLiteral("b"), QStringLiteral("/f.json"));
    QVERIFY(now.has_value());
    QCOMPARE(*now, std::optional<bool>(enabled));
    const auto again = withEnabled(kind, after, QStringLiteral("b"), enabled, QStringLiteral("/f.json"));
    QVERIFY(again.has_value() && !again->changed);
    QCOMPARE(again->text, after);
}

void TestEnabledEdit::leavesWhatIsSo_data()
{
    QTest::addColumn<EnabledFile>("kind");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("enabled");
    QTest::newRow("on") << user << QByteArray("{\"b\":{\"enabled\":true}}") << true;
    QTest::newRow("off") << user << QByteArray("{\"b\":{\"enabled\":false}}") << false;
    QTest::newRow("no entry is on") << user << QByteArray(" {\"a\":{\"enabled\":false}}") << true;
    QTest::newRow("no skills is on") << extensions << QByteArray("{\"mcpServers\":{}}") << true;
    QTest::newRow("the name in another file's place") << extensions << QByteArray("{\"b\":{\"enabled\":false}}") << true;
    QTest::newRow("1 is on") << extensions << QByteArray("{\"skills\":{\"b\":{\"enabled\":1}}}") << true;
}

void TestEnabledEdit::leavesWhatIsSo()
{
    QFETCH(const EnabledFile, kind);
    QFETCH(const QByteArray, text);
    QFETCH(const bool, enabled);
    const auto edit = withEnabled(kind, text, QStringLiteral("b"), enabled, QStringLiteral("/f.json"));
    QVERIFY(edit.has_value());
    QVERIFY(!edit->changed);
    QCOMPARE(edit->text, text);
}

void TestEnabledEdit::refusesWhatItCannotRead_data()
{
    QTest::addColumn<EnabledFile>("kind");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, EnabledFile kind, const QByteArray &text, int line, int column, const char *says) {
        QTest::newRow(name) << kind << text << line << column << QString::fromUtf8(says);
    };
    row("comment", extensions, "{\n  // skills\n  \"skills\": {}\n}", 2, 3, "no comments");
    row("comment behind the end", user, "{}\n/* x */", 2, 1, "no comments");
    row("byte order mark", user, "\xEF\xBB\xBF{}", 1, 1, "byte order mark");
    row("trailing comma", user, "{\"é\": {\"enabled\": true},}", 1, 25, "key");
    row("torn", user, "{\"b\": {\"enabled\": tr", 1, 19, "value");
    row("empty", user, "", 1, 1, "value");
    row("not UTF-8", user, "{\"b\":\n \"\xFF\"}", 2, 3, "UTF-8");
    row("half a character", user, "{\"a\": \"\\ud800\"}", 1, 8, "half");
    row("control character", user, "{\"a\": \"\t\"}", 1, 8, "control");
    row("two values", user, "{} {}", 1, 4, "behind its end");
    row("too deep", user, QByteArray(600, '['), 1, 513, "nested");
    row("a list", user, "[]", 1, 1, "object");
    row("skills is a list", extensions, "{\"skills\": []}", 1, 12, "object");
    row("entry is a boolean", user, "{\n\"b\": true}", 2, 6, "enabled");
    row("null", user, "{\"b\": {\"enabled\": null}}", 1, 19, "enabled");
}

void TestEnabledEdit::refusesWhatItCannotRead()
{
    QFETCH(const EnabledFile, kind);
    QFETCH(const QByteArray, text);
    QFETCH(const int, line);
    QFETCH(const int, column);
    QFETCH(const QString, says);
    const auto edit = withEnabled(kind, text, QStringLiteral("b"), false, QStringLiteral("/f.json"));
    QVERIFY(!edit.has_value());
    QCOMPARE(edit.error().code, ErrorCode::Damaged);
    QCOMPARE(edit.error().details.line, line);
    QCOMPARE(edit.error().details.column, column);
    QVERIFY2(edit.error().message.contains(says), qPrintable(edit.error().message));
    QVERIFY(edit.error().message.startsWith(QStringLiteral("/f.json")));
}

namespace {

QByteArray anyValue(QRandomGenerator &random, int depth)
{
    static const QList<QByteArray> scalars = {"true",       "false", "null",        "0",          "-0.5e+3",      "123456789012345678901", "\"\"",
                                              "\"$TOKEN\"", "\"ü\"", "\"\\u00e9\"", "\"{}[],:\"", "\"\\\"\\\\\"", "\"\\ud83d\\ude00\""};
    static const QList<QByteArray> spaces = {"", "", " ", "\n", "\r\n\t", "  "};
    const auto space = [&] { return spaces.at(random.bounded(static_cast<int>(spaces.size()))); };
    const int form = depth > 3 ? 0 : random.bounded(3);
    if (form == 0)
        return scalars.at(random.bounded(static_cast<int>(scalars.size())));
    QByteArray text = form == 1 ? QByteArray("[") : QByteArray("{");
    const int count = random.bounded(4);
    for (int i = 0; i < count; ++i) {
        text += i > 0 ? "," + space() : space();
        if (form == 2)
            text += "\"k" + QByteArray::number(random.bounded(5)) + "\"" + space() + ":" + space();
        text += anyValue(random, depth + 1) + space();
    }
    return text + (form == 1 ? "]" : "}");
}

} // namespace

/// The scanner takes and refuses what the parser does, whatever is broken.
void TestEnabledEdit::scansAsTheParserDoes()
{
    QRandomGenerator random(4711);
    static const QByteArray bytes = "{}[]\",:\\ut0-.e \n\x01\xC3/";
    int refused = 0;
    constexpr int rounds = 20'000;
    for (int round = 0; round < rounds; ++round) {
        QByteArray text = anyValue(random, 0);
        for (int damage = random.bounded(3); damage > 0 && !text.isEmpty(); --damage) {
            const int at = random.bounded(static_cast<int>(text.size()));
            if (random.bounded(2) == 0)
                text.remove(at, 1 + random.bounded(3));
            else
                text.insert(at, bytes.at(random.bounded(static_cast<int>(bytes.size()))));
        }
        const auto scanned = JsonText::scan(text);
        const auto parsed = parseJson(text);
        QVERIFY2(scanned.has_value() == parsed.has_value(), text.constData());
        refused += scanned ? 0 : 1;
    }
    QVERIFY(refused > rounds / 10 && refused < rounds);
}

/// Whatever a document looks like: the new text is the old one with one piece put in, or one value in the place of another, and it says what was
/// asked.
void TestEnabledEdit::keepsEveryByteOfAnyStyle()
{
    QRandomGenerator random(815);
    int inserted = 0;
    int replaced = 0;
    constexpr int rounds = 5'000;
    for (int round = 0; round < rounds; ++round) {
        QByteArray entries;
        const int count = random.bounded(4);
        for (int i = 0; i < count; ++i)
            entries += (i > 0 ? "," : "") + QByteArray("\n \"s") + QByteArray::number(random.bounded(3)) +
                       "\":{\"enabled\" :" + (random.bounded(2) == 0 ? "true" : "false") + ",\"x\":" + anyValue(random, 2) + "}";
        const QByteArray text = "{\"a\":" + anyValue(random, 1) + ", \"skills\": {" + entries + "}, \"z\":" + anyValue(random, 1) + "}";
        const bool enabled = random.bounded(2) == 0;
        const auto edit = withEnabled(extensions, text, QStringLiteral("s1"), enabled, QStringLiteral("/f.json"));
        QVERIFY2(edit.has_value(), text.constData());
        if (!edit->changed) {
            QCOMPARE(edit->text, text);
            continue;
        }
        qsizetype head = 0;
        while (head < text.size() && text[head] == edit->text[head])
            ++head;
        qsizetype tail = 0;
        while (tail < text.size() - head && text[text.size() - 1 - tail] == edit->text[edit->text.size() - 1 - tail])
            ++tail;
        const qsizetype gone = text.size() - head - tail;
        if (edit->before) {
            QVERIFY2(gone <= 4, text.constData()); // of true and false the last byte is common
            ++replaced;
        } else {
            QVERIFY2(gone == 0, text.constData());
            ++inserted;
        }
        const auto now = enabledIn(extensions, edit->text, QStringLiteral("s1"), QStringLiteral("/f.json"));
        QVERIFY2(now.has_value() && *now == enabled, edit->text.constData());
        auto before = parseJson(text).value_or(Json());
        auto after = parseJson(edit->text).value_or(Json());
        before["skills"].erase("s1");
        after["skills"].erase("s1");
        QCOMPARE(dumpPythonJson(after), dumpPythonJson(before));
    }
    QVERIFY(inserted > 100 && replaced > 100);
}

QTEST_GUILESS_MAIN(TestEnabledEdit)
#include "tst_enabled_edit.moc"
