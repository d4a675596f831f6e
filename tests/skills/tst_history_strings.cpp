// SPDX-License-Identifier: GPL-3.0-or-later
// Long texts of a record are decoded apart from the parser; what comes out must be what the parser alone would give.
#include "base/json.h"
#include "skills/history_fields.h"
#include "skills/history_strings.h"

#include <QRandomGenerator>
#include <QTest>

using namespace verderer;

namespace {

const QByteArray plain = QByteArray("A line of plain text, as most are. ").repeated(20);

QByteArray objectOf(const QByteArray &prev, const QByteArray &next)
{
    return "{\"ts\": \"T\", \"action\": \"human_edit\", \"prev_content\": \"" + prev + "\", \"new_content\": \"" + next + "\", \"scanner\": {}}";
}

} // namespace

class TestHistoryStrings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sameAsTheParserAlone_data()
    {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 1; seed <= 8; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }

    void sameAsTheParserAlone()
    {
        QFETCH(quint32, seed);
        const QByteArray good[] = {
            "x",       "\\n",     "\\\"", "\\\\",         "\\/",      "\\b\\f\\r\\t",     "\\u00e9", "\\u4E2D", "\\ud83d\\uDE00",
            "\\u001f", "\\u007f", "\x7f", "\xE4\xB8\xAD", "\xC3\xA9", "\xF0\x9F\xAB\x96", "{[,:]}",  "\\\\"};
        const QByteArray rare[] = {"\\u0000", "\\\\u0000", "\\ud83d", "\\udc00", "\\ud83d\\n", "\\ud83d\\u0041", "\\x", "\\u12G4",
                                   "\n",      "\t",        "\x1f",    "\xFF",    "\xC0\xAF",   "\xED\xA0\x80",   "\"",  "\\u12"};
        QRandomGenerator random(seed);
        const auto text = [&] {
            QByteArray out;
            const int parts = random.bounded(1, 40);
            for (int i = 0; i < parts; ++i) {
                out += plain.left(random.bounded(0, 60));
                out += random.bounded(400) == 0 ? rare[random.bounded(int(std::size(rare)))] : good[random.bounded(int(std::size(good)))];
            }
            return out;
        };
        int shortened = 0;
        int refused = 0;
        for (int round = 0; round < 500; ++round) {
            const QByteArray object = objectOf(text(), text());
            const Json expected = Json::parse(object.begin(), object.end(), nullptr, false);
            const auto fields = parseHistoryFields(object);
            QVERIFY2(fields.has_value() == !expected.is_discarded(), object.constData());
            shortened += shortenJson(object).texts.empty() ? 0 : 1;
            if (!fields) {
                ++refused;
                continue;
            }
            QVERIFY2(fields->prev == expected["prev_content"].get<std::string>(), object.constData());
            QVERIFY2(fields->next == expected["new_content"].get<std::string>(), object.constData());
            QVERIFY(fields->ts == "T" && fields->action == "human_edit" && fields->looksLikeRecord);
        }
        QVERIFY(shortened > 100);
        QVERIFY(refused > 10);
    }

    void longKeysAndOtherMembersAreLeftAlone()
    {
        const QByteArray object = "{\"" + plain + "\": \"" + plain + "\", \"note\": \"" + plain + "\\n\", \"note\": \"" + plain +
                                  "\\t\", \"scanner\": {\"decision\": \"allow\", \"reason\": \"" + plain + "\", \"static_findings\": [\"" + plain +
                                  "\", {}]}}";
        const auto fields = parseHistoryFields(object);
        QVERIFY(fields);
        QVERIFY(fields->note == plain.toStdString() + "\t"); // of two, the last
        QVERIFY(fields->reason == plain.toStdString());
        QVERIFY(fields->decision == "allow");
        QCOMPARE(fields->findings, 2);
    }

    void aTextThatLooksLikeAStandInIsItself()
    {
        const QByteArray object = "{\"action\": \"\\u00001\", \"note\": \"\\u00000\", \"prev_content\": \"" + plain + "\", \"new_content\": null}";
        const auto fields = parseHistoryFields(object);
        QVERIFY(fields);
        QVERIFY(fields->note == std::string("\0"
                                            "0",
                                            2));
        QVERIFY(fields->action == std::string("\0"
                                              "1",
                                              2));
        QVERIFY(fields->prev == plain.toStdString());
    }

    void endOfPlain()
    {
        for (int byte = 0; byte < 256; ++byte) {
            for (int before = 0; before < 20; ++before) {
                const QByteArray text = QByteArray(before, 'x') + static_cast<char>(byte) + QByteArray(20, 'y');
                const bool ends = byte < 0x20 || byte == '"' || byte == '\\';
                const char *const found = endOfPlainJsonText(text.constBegin(), text.constEnd());
                QCOMPARE(found - text.constBegin(), ends ? before : text.size());
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestHistoryStrings)
#include "tst_history_strings.moc"
