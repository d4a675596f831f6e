// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/yaml.h"
#include "support/tree.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace verderer;

namespace {

/// The notation of fixtures/yaml/values.json.
QString notation(const yaml::Value &value)
{
    QStringList parts;
    switch (value.kind) {
    case yaml::Kind::String:
        return QString(u'\'' % value.text % u'\'');
    case yaml::Kind::Sequence:
        for (const yaml::Value &item : value.items)
            parts.append(notation(item));
        return QString(u'[' % parts.join(u", ") % u']');
    case yaml::Kind::Mapping:
        for (const auto &[key, item] : value.entries)
            parts.append(QString(notation(key) % u": " % notation(item)));
        return QString(u'{' % parts.join(u", ") % u'}');
    case yaml::Kind::Set:
        for (const auto &[key, item] : value.entries)
            parts.append(notation(key));
        parts.sort();
        return QString(u"set(" % parts.join(u", ") % u')');
    default:
        return QString(yaml::pythonTypeName(value.kind) % u' ' % value.text);
    }
}

QString errorText(const Result<yaml::Value> &result)
{
    return result ? QStringLiteral("no error: ") + notation(*result) : result.error().message;
}

} // namespace

class TestYaml : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void valuesEqualPyYaml()
    {
        QFile file(verderer::test::sourceDir() + QStringLiteral("/tests/base/fixtures/yaml/values.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray rows = QJsonDocument::fromJson(file.readAll()).array();
        QVERIFY(rows.size() > 900);
        int differing = 0;
        for (const QJsonValue &row : rows) {
            const QString text = row[u"text"].toString();
            const auto loaded = yaml::load(text.toUtf8());
            const QString expected = row[u"value"].isNull() ? QStringLiteral("(refused)") : row[u"value"].toString();
            const QString actual = loaded ? notation(*loaded) : QStringLiteral("(refused)");
            if (actual != expected) {
                ++differing;
                qWarning().noquote() << "text" << QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact) << "\n  expected" << expected
                                     << "\n  actual  " << actual << errorText(loaded);
            }
            if (!loaded) {
                QCOMPARE(loaded.error().code, ErrorCode::Invalid);
                QCOMPARE(loaded.error().details.kind, QStringLiteral("yaml-error"));
                QVERIFY(loaded.error().details.line >= 1);
                QVERIFY(loaded.error().details.column >= 1);
                QVERIFY(!loaded.error().message.isEmpty());
            }
        }
        QCOMPARE(differing, 0);
    }

    void errorsSayWhere_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, const QString &text, int line, int column, const QString &words) {
            QTest::newRow(name) << text << line << column << words;
        };
        row("colon", QStringLiteral("name: a\ndescription: Use when: x\n"), 2, 22, QStringLiteral("must be quoted"));
        row("colon after emoji", QStringLiteral("a: 🌊🌊: x\n"), 1, 6, QStringLiteral("must be quoted"));
        row("tab", QStringLiteral("a: b\nc: d\te\n"), 2, 5, QStringLiteral("a tab cannot"));
        row("tab before another fault", QStringLiteral("a: b\tc: d: e\n"), 1, 5, QStringLiteral("a tab cannot"));
        row("unclosed quote", QStringLiteral("a: 1\nb: 'x\nc: 2\n"), 2, 4, QStringLiteral("never closed"));
        row("at", QStringLiteral("a: @b"), 1, 4, QStringLiteral("'@' cannot begin a value"));
        row("control character", QStringLiteral("a: b\x01"), 1, 5, QStringLiteral("U+0001"));
        row("undefined alias", QStringLiteral("a: 1\nb: *c"), 2, 4, QStringLiteral("'*c'"));
        row("double anchor", QStringLiteral("a: &x 1\nb: &x 2"), 2, 4, QStringLiteral("'&x' is defined twice"));
        row("impossible date", QStringLiteral("a: 2024-13-45"), 1, 4, QStringLiteral("month must be in 1..12"));
        row("list as key", QStringLiteral("a: 1\n? [b]\n: c"), 2, 3, QStringLiteral("cannot be a key"));
        row("unknown tag", QStringLiteral("a: !!python/name:x y"), 1, 4, QStringLiteral("'!!python/name:x' is not allowed"));
        row("second document", QStringLiteral("a\n--- b\n"), 2, 1, QStringLiteral("second YAML document"));
        row("question mark in flow", QStringLiteral("a: [b?c]"), 1, 6, QStringLiteral("must be quoted"));
        row("place after a mended colon", QStringLiteral("a: {b:, c: @d}"), 1, 12, QStringLiteral("'@' cannot begin a value"));
        row("lines end at CRLF and CR", QStringLiteral("a: 1\r\nb: 2\rc: @"), 3, 4, QStringLiteral("'@'"));
        row("U+2028 ends no line of an editor", QStringLiteral("a: \"\u2028\"\nb: @"), 2, 4, QStringLiteral("'@'"));
    }

    void errorsSayWhere()
    {
        QFETCH(QString, text);
        QFETCH(int, line);
        QFETCH(int, column);
        QFETCH(QString, words);
        const auto loaded = yaml::load(text.toUtf8());
        QVERIFY2(!loaded, qPrintable(errorText(loaded)));
        QVERIFY2(loaded.error().message.contains(words), qPrintable(loaded.error().message));
        QCOMPARE(loaded.error().details.line, line);
        QCOMPARE(loaded.error().details.column, column);
    }

    void marksPointAtValues()
    {
        const auto loaded = yaml::load(QByteArrayLiteral("name: x\nlist:\n  - a\n  - \"b\"\n"));
        QVERIFY2(loaded, qPrintable(errorText(loaded)));
        const yaml::Value *list = loaded->find(u"list");
        QVERIFY(list);
        QCOMPARE(loaded->find(u"name")->mark.line, 1);
        QCOMPARE(loaded->find(u"name")->mark.column, 7);
        QCOMPARE(list->items.at(1).mark.line, 4);
        QCOMPARE(list->items.at(1).mark.column, 5);
        QVERIFY(!loaded->find(u"missing"));
    }

    void notUtf8IsRefused()
    {
        const auto loaded = yaml::load(QByteArrayLiteral("a: \xff"));
        QVERIFY(!loaded);
        QVERIFY(loaded.error().message.contains(u"UTF-8"));
    }

    void nestingIsBounded()
    {
        const auto deep = [](int depth) { return yaml::load(QByteArray(depth, '[') + QByteArray(depth, ']')); };
        QVERIFY(deep(300));
        const auto refused = deep(100'000);
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.contains(u"nested"), qPrintable(refused.error().message));
    }

    void aliasesAreBounded()
    {
        QByteArray text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
        for (int i = 1; i < 40; ++i) {
            const QByteArray previous = "*a" + QByteArray::number(i - 1);
            text += "a" + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " [" + QByteArrayList(10, previous).join(", ") + "]\n";
        }
        const auto refused = yaml::load(text);
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.contains(u"aliases"), qPrintable(refused.error().message));
    }

    void mergesAreBounded()
    {
        QByteArray text = "m0: &m0 {a: 1, b: 2}\n";
        for (int i = 1; i < 40; ++i) {
            const QByteArray previous = "*m" + QByteArray::number(i - 1);
            text += "m" + QByteArray::number(i) + ": &m" + QByteArray::number(i) + " {<<: [" + QByteArrayList(10, previous).join(", ") + "]}\n";
        }
        const auto refused = yaml::load(text);
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.contains(u"merge"), qPrintable(refused.error().message));
    }

    void selfReferenceEnds()
    {
        const auto loaded = yaml::load(QByteArrayLiteral("&a {b: *a, c: [*a]}"));
        QVERIFY2(loaded, qPrintable(errorText(loaded)));
        QCOMPARE(notation(*loaded), QStringLiteral("{'b': {}, 'c': [{}]}"));
    }

    void loneSurrogatesSurvive()
    {
        const auto loaded = yaml::load(QByteArrayLiteral("a: \"x\\ud800y\\uDFFF\""));
        QVERIFY2(loaded, qPrintable(errorText(loaded)));
        const QString text = loaded->find(u"a")->text;
        QCOMPARE(text.size(), 4);
        QCOMPARE(text.at(1).unicode(), char16_t(0xD800));
        QCOMPARE(text.at(3).unicode(), char16_t(0xDFFF));
    }

    void digitsBeyondPythonsLimitAreRefused()
    {
        QVERIFY(yaml::load(QByteArray(4300, '7')));
        QVERIFY(!yaml::load(QByteArray(4301, '7')));
    }

    void pythonTextOfValues_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("str");
        QTest::newRow("text") << QByteArray("MIT") << QStringLiteral("MIT");
        QTest::newRow("list") << QByteArray("[MIT, \"it's\", 5, ~]") << QStringLiteral("['MIT', \"it's\", 5, None]");
        QTest::newRow("mapping") << QByteArray("{a: yes, 2: 1.5}") << QStringLiteral("{'a': True, 2: 1.5}");
        QTest::newRow("date") << QByteArray("2024-01-01") << QStringLiteral("2024-01-01");
        QTest::newRow("empty set") << QByteArray("!!set {}") << QStringLiteral("set()");
        QTest::newRow("bytes") << QByteArray("!!binary aGkn") << QStringLiteral("b\"hi'\"");
    }

    void pythonTextOfValues()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, str);
        const auto loaded = yaml::load(text);
        QVERIFY2(loaded, qPrintable(errorText(loaded)));
        QCOMPARE(yaml::pythonStr(*loaded), str);
    }
};

QTEST_GUILESS_MAIN(TestYaml)
#include "tst_yaml.moc"
