// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json_equality.h"

#include <QtTest>

#include <cmath>
#include <limits>

using namespace verderer;

/// Parsing, and the two ways of writing.
class TestJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sameMeansSameTypes_data()
    {
        QTest::addColumn<QByteArray>("a");
        QTest::addColumn<QByteArray>("b");
        QTest::addColumn<bool>("same");
        const auto row = [](const char *a, const char *b, bool same) { QTest::addRow("%s and %s", a, b) << QByteArray(a) << QByteArray(b) << same; };
        row("1", "1", true);
        row("1", "1.0", false);
        row("1.0", "1.00", true);
        row("1", "true", false);
        row("-1", "-1", true);
        row("18446744073709551615", "-1", false);
        row("18446744073709551615", "18446744073709551615", true);
        row("null", "0", false);
        row("\"1\"", "1", false);
        row("[1, 2]", "[1, 2.0]", false);
        row("[1, 2]", "[1]", false);
        row("[]", "{}", false);
        row(R"({"a": 1, "b": [{}]})", R"({"b": [{}], "a": 1})", true);
        row(R"({"a": 1})", R"({"a": 1.0})", false);
        row(R"({"a": 1})", R"({"b": 1})", false);
        row(R"({"a": 1})", R"({"a": 1, "b": 1})", false);
    }
    void sameMeansSameTypes()
    {
        QFETCH(QByteArray, a);
        QFETCH(QByteArray, b);
        QFETCH(bool, same);
        QCOMPARE(sameJson(*parseJson(a), *parseJson(b)), same);
        QCOMPARE(sameJson(*parseJson(b), *parseJson(a)), same);
    }

    void keepsKeyOrder();
    void roundTrip_data();
    void roundTrip();
    void numbersAsPython_data();
    void numbersAsPython();
    void integersKeepTheirDigits();
    void notFinite();
    void duplicateKeys();
    void separatorsAreEscapedForDeerFlow();
    void controlCharacters();
    void invalidUtf8IsReplaced();
    void pretty();
    void refused_data();
    void refused();
    void positionCountsCodePoints();
    void deepNesting();
    void writingIsNotBoundByTheStack();
    void conversions();
    void loneSurrogatesInQtStrings();
    void stringMembers();
};

static QByteArray again(const QByteArray &text)
{
    const Result<Json> value = parseJson(text);
    return value ? dumpPythonJson(*value) : QByteArray("failed: ") + value.error().message.toUtf8();
}

void TestJson::keepsKeyOrder()
{
    QCOMPARE(again(R"({"z": 1, "a": {"y": 2, "b": 3}, "m": []})"), QByteArray(R"({"z": 1, "a": {"y": 2, "b": 3}, "m": []})"));
}

void TestJson::roundTrip_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char *text : {"null", "true", "false", "0", "-1", "1.5", "\"\"", "[]", "{}", "[[], {}, [{}]]", R"({"": ""})", R"({"k": "v"})",
                             R"("\"\\/")", "\"\xE4\xB8\xAD\xE6\x96\x87 \xF0\x9F\x98\x80 \xC2\xA0 \x7F\"", "[1, 2, [3, {\"a\": [4]}], 5]"}) {
        QTest::newRow(text) << QByteArray(text);
    }
}

void TestJson::roundTrip()
{
    QFETCH(const QByteArray, text);
    QCOMPARE(again(text), text);
}

void TestJson::numbersAsPython_data()
{
    // What Python 3 prints for json.dumps(json.loads(…)).
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const char *const cases[][2] = {
        {"1.0", "1.0"},
        {"-0.0", "-0.0"},
        {"0.0", "0.0"},
        {"0.1", "0.1"},
        {"1e2", "100.0"},
        {"1E+2", "100.0"},
        {"0.0001", "0.0001"},
        {"0.00012345", "0.00012345"},
        {"0.00001", "1e-05"},
        {"1.5e-7", "1.5e-07"},
        {"1e15", "1000000000000000.0"},
        {"1e16", "1e+16"},
        {"9999999999999998.0", "9999999999999998.0"},
        {"12345678901234567.0", "1.2345678901234568e+16"},
        {"1e22", "1e+22"},
        {"1e100", "1e+100"},
        {"5e-324", "5e-324"},
        {"1.7976931348623157e308", "1.7976931348623157e+308"},
        {"0.30000000000000004", "0.30000000000000004"},
        {"123456.789", "123456.789"},
        {"2.5", "2.5"},
    };
    for (const auto &[text, expected] : cases) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(expected);
    }
}

void TestJson::numbersAsPython()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, expected);
    QCOMPARE(again(text), expected);
}

void TestJson::integersKeepTheirDigits()
{
    for (const char *text : {"9007199254740993", "9223372036854775807", "-9223372036854775808", "18446744073709551615", "0"}) {
        QCOMPARE(again(text), QByteArray(text));
    }
    QCOMPARE(again("18446744073709551616"), QByteArray("1.8446744073709552e+19")); // beyond: a double, as json.h says
}

void TestJson::notFinite()
{
    Json value = Json::array();
    value.push_back(std::numeric_limits<double>::quiet_NaN());
    value.push_back(std::numeric_limits<double>::infinity());
    QCOMPARE(dumpPythonJson(value), QByteArray("[null, null]"));
}

void TestJson::duplicateKeys()
{
    QCOMPARE(again(R"({"a": 1, "b": 2, "a": 3})"), QByteArray(R"({"a": 3, "b": 2})"));
}

void TestJson::separatorsAreEscapedForDeerFlow()
{
    const Json value = "1\xC2\x85 2\xE2\x80\xA8 3\xE2\x80\xA9 4\xE2\x80\xA7 5\xC2\x86 6\xE2\x81\xA8";
    QCOMPARE(dumpPythonJson(value), QByteArray("\"1\\u0085 2\\u2028 3\\u2029 4\xE2\x80\xA7 5\xC2\x86 6\xE2\x81\xA8\""));
    QCOMPARE(parseJson(dumpPythonJson(value)).value(), value);
    Json keys = Json::object();
    keys["\xE2\x80\xA8"] = 1;
    QCOMPARE(dumpPythonJson(keys), QByteArray("{\"\\u2028\": 1}"));
    // For people they stay as they are.
    QCOMPARE(dumpPrettyJson(value), QByteArray("\"1\xC2\x85 2\xE2\x80\xA8 3\xE2\x80\xA9 4\xE2\x80\xA7 5\xC2\x86 6\xE2\x81\xA8\"\n"));
}

void TestJson::controlCharacters()
{
    const Json value = std::string("\0\x01\b\t\n\v\f\r\x1B\x1F\x7F/\"\\", 14);
    QCOMPARE(dumpPythonJson(value), QByteArray("\"\\u0000\\u0001\\b\\t\\n\\u000b\\f\\r\\u001b\\u001f\x7F/\\\"\\\\\""));
    QCOMPARE(parseJson(dumpPythonJson(value)).value(), value);
    QCOMPARE(parseJson(dumpPrettyJson(value)).value(), value);
}

void TestJson::invalidUtf8IsReplaced()
{
    const Json value = "a\xFF"
                       "b\xED\xA0\x80"
                       "c\xE4\xB8";
    for (const QByteArray &text : {dumpPythonJson(value), dumpPrettyJson(value)}) {
        QVERIFY(text.isValidUtf8());
        QVERIFY(text.startsWith("\"a\xEF\xBF\xBD"
                                "b\xEF\xBF\xBD"));
        QVERIFY(parseJson(text).has_value());
    }
}

void TestJson::pretty()
{
    const Result<Json> value = parseJson(R"({"z":[1,{"a":null},[],{}],"b":{},"t":"\u4e2d"})");
    QVERIFY(value.has_value());
    QCOMPARE(dumpPrettyJson(*value), QByteArray("{\n"
                                                "  \"z\": [\n"
                                                "    1,\n"
                                                "    {\n"
                                                "      \"a\": null\n"
                                                "    },\n"
                                                "    [],\n"
                                                "    {}\n"
                                                "  ],\n"
                                                "  \"b\": {},\n"
                                                "  \"t\": \"\xE4\xB8\xAD\"\n"
                                                "}\n"));
    QCOMPARE(dumpPrettyJson(Json::array()), QByteArray("[]\n"));
}

void TestJson::refused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::newRow("empty") << QByteArray("") << 1 << 1;
    QTest::newRow("blank") << QByteArray(" \n") << 2 << 1;
    QTest::newRow("open object") << QByteArray("{\"a\":") << 1 << 6;
    QTest::newRow("trailing comma") << QByteArray("{\"a\": 1,\n}") << 2 << 1;
    QTest::newRow("text behind") << QByteArray("{} x") << 1 << 4;
    QTest::newRow("two documents") << QByteArray("{}\n{}") << 2 << 1;
    QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF{}") << 1 << 1;
    QTest::newRow("NUL behind") << QByteArray("{}\0x", 4) << 1 << 3;
    QTest::newRow("NUL at the end") << QByteArray("{}\0", 3) << 1 << 3;
    QTest::newRow("NUL in a text") << QByteArray("\"a\0\"", 4) << 1 << 3;
    QTest::newRow("NaN") << QByteArray("[NaN]") << 1 << 2;
    QTest::newRow("Infinity") << QByteArray("[-Infinity]") << 1 << 3;
    QTest::newRow("leading zero") << QByteArray("01") << 1 << 2;
    QTest::newRow("lone surrogate") << QByteArray(R"("\ud800")") << 1 << 8;
    QTest::newRow("invalid UTF-8") << QByteArray("[\"\xFF\"]") << 1 << 3;
    QTest::newRow("UTF-16") << QByteArray("\xFF\xFE{\0}\0", 6) << 1 << 4;
    QTest::newRow("number too large") << QByteArray("[1e999]") << 0 << 0;
}

void TestJson::refused()
{
    QFETCH(const QByteArray, text);
    QFETCH(const int, line);
    QFETCH(const int, column);
    const Result<Json> value = parseJson(text);
    QVERIFY(!value.has_value());
    QCOMPARE(value.error().code, ErrorCode::Damaged);
    QCOMPARE(value.error().details.kind, QStringLiteral("json-error"));
    QCOMPARE(value.error().details.line, line);
    QCOMPARE(value.error().details.column, column);
    QVERIFY(value.error().message.endsWith(u'.'));
}

void TestJson::positionCountsCodePoints()
{
    const Result<Json> value = parseJson("{\n\"\xE4\xB8\xAD\xF0\x9F\x98\x80\": x}");
    QVERIFY(!value.has_value());
    QCOMPARE(value.error().details.line, 2);
    QCOMPARE(value.error().details.column, 7);
}

void TestJson::deepNesting()
{
    const auto nested = [](int depth) -> QByteArray { return QByteArray("[").repeated(depth) + QByteArray("]").repeated(depth); };
    QCOMPARE(again(nested(maxJsonDepth)), nested(maxJsonDepth));
    const QByteArray deep[] = {nested(maxJsonDepth + 1), nested(100'000), QByteArray("[").repeated(100'000), QByteArray("{\"a\":").repeated(100'000)};
    for (const QByteArray &text : deep) {
        const Result<Json> value = parseJson(text);
        QVERIFY(!value.has_value());
        QCOMPARE(value.error().code, ErrorCode::Damaged);
        QCOMPARE(value.error().details.kind, QStringLiteral("json-depth"));
    }
    // Brackets within texts are no nesting.
    const QByteArray text = '"' + QByteArray("[{\\\"").repeated(2000) + '"';
    QCOMPARE(again(text), text);
}

void TestJson::writingIsNotBoundByTheStack()
{
    Json value = 1;
    constexpr int depth = 200'000;
    for (int i = 0; i < depth; ++i) {
        Json outer = Json::array();
        outer.push_back(std::move(value));
        value = std::move(outer);
    }
    QCOMPARE(dumpPythonJson(value).size(), 2 * depth + 1);
}

void TestJson::conversions()
{
    QCOMPARE(dumpPythonJson(toJson(QStringLiteral("中\"😀"))), QByteArray("\"\xE4\xB8\xAD\\\"\xF0\x9F\x98\x80\""));
    QVERIFY(toJson(std::optional<QString>()).is_null());
    QCOMPARE(toQString(toJson(QStringLiteral("中😀"))), QStringLiteral("中😀"));
    const QString nul = QString(QChar(0)) + u'x';
    QCOMPARE(toQString(toJson(nul)), nul);
    QCOMPARE(toQString(Json(1.5)), QStringLiteral("1.5"));
    QCOMPARE(toQString(Json(nullptr)), QStringLiteral("null"));
    QCOMPARE(toQString(Json::array({1, "a"})), QStringLiteral("[1, \"a\"]"));
}

void TestJson::loneSurrogatesInQtStrings()
{
    const QByteArray text = dumpPythonJson(toJson(QString(QString(QChar(0xD800)) + u'x')));
    QVERIFY(text.isValidUtf8());
    QVERIFY(parseJson(text).has_value());
    QCOMPARE(text, QByteArray("\"?x\""));
}

void TestJson::stringMembers()
{
    const Json object = parseJson(R"({"a": "x", "b": 1, "c": null, "d": ""})").value();
    QCOMPARE(stringMember(object, "a"), QStringLiteral("x"));
    QCOMPARE(stringMember(object, "d"), QStringLiteral(""));
    QVERIFY(stringMember(object, "d").has_value());
    for (const char *key : {"b", "c", "e"}) {
        QVERIFY(!stringMember(object, key));
    }
    QVERIFY(!stringMember(Json::array({"a"}), "a"));
    QVERIFY(!stringMember(Json("a"), "a"));
}

QTEST_GUILESS_MAIN(TestJson)
#include "tst_json.moc"
