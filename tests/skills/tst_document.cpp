// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/yaml.h"
#include "skills/document.h"
#include "support/tree.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QTest>

#include <algorithm>

using namespace verderer;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QJsonArray verdictsIn(const QString &path)
{
    return QJsonDocument::fromJson(contentOf(path)).array();
}

QByteArray skill(const QByteArray &block, const QByteArray &body = "\n# Kettle\n")
{
    return "---\n" + block + "\n---\n" + body;
}

QString firstCodePoints(const QString &text, int count)
{
    const QList<uint> all = text.toUcs4();
    return QString::fromUcs4(reinterpret_cast<const char32_t *>(all.constData()), std::min<qsizetype>(all.size(), count));
}

bool hasNote(const SkillVerdict &verdict, ProblemKind kind)
{
    return std::ranges::any_of(verdict.notes, [&](const Problem &note) { return note.kind == kind; });
}

/// The folder with further cases beside the source tree; empty where it is not there.
QString sharedFolder()
{
    const QString named = qEnvironmentVariable("VERDERER_SHARED");
    const QString path = named.isEmpty() ? verderer::test::sourceDir() + QStringLiteral("/../shared") : named;
    return QDir(path).exists() ? path : QString();
}

/// Gives what differs from the expected verdict; empty where nothing does.
QStringList differences(const QJsonObject &expected, const QByteArray &bytes)
{
    const SkillVerdict verdict = judgeSkill(bytes, expected[u"skill"].toString());
    QStringList found;
    const auto compare = [&](const QString &what, const QString &wanted, const QString &got) {
        if (wanted != got)
            found.append(QStringLiteral("%1: wanted %2, got %3 (%4)").arg(what, wanted, got, verdict.problem.message));
    };
    const auto yesNo = [](bool value) { return value ? QStringLiteral("yes") : QStringLiteral("no"); };
    compare(QStringLiteral("valid"), yesNo(expected[u"valid"].toBool()), yesNo(verdict.valid));
    compare(QStringLiteral("kind"), expected[u"kind"].toString(), problemKindName(verdict.problem.kind));
    compare(QStringLiteral("listed"), yesNo(expected[u"listed"].toBool()), yesNo(verdict.listed));
    if (expected.contains(u"name")) {
        compare(QStringLiteral("name"), expected[u"name"].toString(), verdict.name);
        compare(QStringLiteral("description"), firstCodePoints(expected[u"description"].toString(), 80), firstCodePoints(verdict.description, 80));
    }
    if (expected.contains(u"license"))
        compare(QStringLiteral("license"), expected[u"license"].toString(QStringLiteral("(none)")),
                verdict.license.value_or(QStringLiteral("(none)")));
    if (verdict.problem.kind != ProblemKind::Ok && verdict.problem.message.isEmpty())
        found.append(QStringLiteral("no message"));
    return found;
}

} // namespace

class TestDocument : public QObject {
    Q_OBJECT

private:
    static void checkAll(const QJsonArray &verdicts, const std::function<QString(const QJsonObject &)> &pathOf)
    {
        int differing = 0;
        for (const QJsonValue &value : verdicts) {
            const QJsonObject expected = value.toObject();
            const QString path = pathOf(expected);
            QVERIFY2(QFile::exists(path), qPrintable(path));
            const QStringList found = differences(expected, contentOf(path));
            if (!found.isEmpty()) {
                ++differing;
                qWarning().noquote() << path << found.join(u"; ");
            }
        }
        QCOMPARE(differing, 0);
    }

private Q_SLOTS:
    void verdictsOfOwnCases()
    {
        const QString folder = verderer::test::sourceDir() + QStringLiteral("/tests/skills/fixtures/skill-md/");
        const QJsonArray verdicts = verdictsIn(folder + u"verdicts.json");
        QVERIFY(verdicts.size() >= 200);
        checkAll(verdicts, [&](const QJsonObject &expected) { return QString(folder % expected[u"case"].toString() % u".md"); });
        const QStringList files = QDir(folder).entryList({QStringLiteral("*.md")}, QDir::Files);
        QCOMPARE(files.size(), verdicts.size() + 1); // and the README
    }

    void verdictsOfSharedCases()
    {
        const QString shared = sharedFolder();
        if (shared.isEmpty())
            QSKIP("skipped: no shared folder with further cases (set VERDERER_SHARED to it)");
        const QJsonArray verdicts = verdictsIn(shared + u"/cases/skill-md/verdicts.json");
        QVERIFY(!verdicts.isEmpty());
        checkAll(verdicts,
                 [&](const QJsonObject &expected) { return QString(shared % u"/cases/skill-md/" % expected[u"case"].toString() % u".md"); });
    }

    void verdictsOfSharedCorpus()
    {
        const QString shared = sharedFolder();
        if (shared.isEmpty())
            QSKIP("skipped: no shared folder with a corpus (set VERDERER_SHARED to it)");
        const QJsonArray verdicts = verdictsIn(shared + u"/corpus/verdicts.json");
        QVERIFY(!verdicts.isEmpty());
        checkAll(verdicts, [&](const QJsonObject &expected) { return QString(shared % u"/corpus/" % expected[u"path"].toString()); });
    }

    void t1UnquotedColonIsPlacedAndRepaired()
    {
        const QByteArray bytes = skill("name: kettle\ndescription: Use when: writing tests");
        const SkillVerdict verdict = judgeSkill(bytes, QStringLiteral("kettle"));
        QCOMPARE(verdict.problem.kind, ProblemKind::YamlError);
        QCOMPARE(verdict.problem.line, 3);
        QCOMPARE(verdict.problem.column, 22);
        QCOMPARE(verdict.problem.message, QStringLiteral("Line 3, column 22: a value that contains ': ' must be quoted."));
        QVERIFY(!verdict.listed);
        const auto repaired = suggestedRepair(bytes, verdict.problem);
        QVERIFY(repaired);
        QCOMPARE(*repaired, skill("name: kettle\ndescription: 'Use when: writing tests'"));
        QVERIFY(judgeSkill(*repaired, QStringLiteral("kettle")).valid);
    }

    void t3QuotedScalarsReadBackUnchanged_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("scalar");
        const auto row = [](const char *name, const QString &text, const QString &scalar) { QTest::newRow(name) << text << scalar; };
        row("of the trap", QStringLiteral("a: b # c 'd' \"e\" \\ f"), QStringLiteral("'a: b # c ''d'' \"e\" \\ f'"));
        row("ordinary", QStringLiteral("Boils water, slowly"), QStringLiteral("Boils water, slowly"));
        row("Chinese", QStringLiteral("烧水：慢"), QStringLiteral("烧水：慢"));
        row("emoji", QStringLiteral("🫖 tea"), QStringLiteral("🫖 tea"));
        row("tight colon and hash", QStringLiteral("http://a.test/#b"), QStringLiteral("http://a.test/#b"));
        row("apostrophe", QStringLiteral("it's hot"), QStringLiteral("it's hot"));
        row("empty", QString(), QStringLiteral("''"));
        row("boolean", QStringLiteral("yes"), QStringLiteral("'yes'"));
        row("date", QStringLiteral("2024-01-01"), QStringLiteral("'2024-01-01'"));
        row("time", QStringLiteral("1:30"), QStringLiteral("'1:30'"));
        row("number", QStringLiteral("5"), QStringLiteral("'5'"));
        row("null", QStringLiteral("~"), QStringLiteral("'~'"));
        row("final colon", QStringLiteral("tea:"), QStringLiteral("'tea:'"));
        row("dash", QStringLiteral("- tea"), QStringLiteral("'- tea'"));
        row("at", QStringLiteral("@tea"), QStringLiteral("'@tea'"));
        row("spaces around", QStringLiteral(" tea "), QStringLiteral("' tea '"));
        row("two lines", QStringLiteral("tea\nmilk"), QStringLiteral("\"tea\\nmilk\""));
        row("tab", QStringLiteral("tea\tmilk"), QStringLiteral("\"tea\\tmilk\""));
        row("separators", QStringLiteral("a\u0085b\u2028c\u2029d"), QStringLiteral("\"a\\u0085b\\u2028c\\u2029d\""));
        row("control", QStringLiteral("a\u0001b"), QStringLiteral("\"a\\u0001b\""));
        row("byte order mark", QStringLiteral("a\ufeffb"), QStringLiteral("\"a\\ufeffb\""));
        row("lone surrogate", QString(QChar(0xD800)), QStringLiteral("\"\\ud800\""));
    }

    void t3QuotedScalarsReadBackUnchanged()
    {
        QFETCH(QString, text);
        QFETCH(QString, scalar);
        QCOMPARE(quotedYamlScalar(text), scalar);
        const auto loaded = yaml::load(QString(u"k: " % scalar % u'\n').toUtf8());
        QVERIFY2(loaded, loaded ? "" : qPrintable(loaded.error().message));
        QVERIFY(loaded->find(u"k"));
        QCOMPARE(loaded->find(u"k")->kind, yaml::Kind::String);
        QCOMPARE(loaded->find(u"k")->text, text);
    }

    void t3AnyTextReadsBackUnchanged()
    {
        const QString letters =
            QStringLiteral("ab:#'\"\\-?,[]{}&*!|>%@` \t\n\r~=<0159.yesnoé中\u00a0\u0085\u2028\u0001\ufeff") + QStringLiteral("🫖");
        const QList<uint> alphabet = letters.toUcs4();
        QRandomGenerator random(20240229);
        for (int i = 0; i < 3000; ++i) {
            QString text;
            const int length = static_cast<int>(random.bounded(12));
            for (int k = 0; k < length; ++k) {
                const auto code = static_cast<char32_t>(alphabet.at(random.bounded(static_cast<int>(alphabet.size()))));
                text += QString::fromUcs4(&code, 1);
            }
            const QString scalar = quotedYamlScalar(text);
            const auto loaded = yaml::load(QString(u"k: " % scalar % u"\nz: 1\n").toUtf8());
            QVERIFY2(loaded, qPrintable(scalar));
            const yaml::Value *value = loaded->find(u"k");
            QVERIFY2(value && value->isString() && value->text == text && loaded->find(u"z"), qPrintable(scalar));
        }
    }

    void t5TypesOfYaml11_data()
    {
        QTest::addColumn<QByteArray>("block");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("words");
        QTest::addColumn<QByteArray>("repaired");
        QTest::newRow("name on") << QByteArray("name: on\ndescription: x") << int(ProblemKind::NameNotString) << QStringLiteral("a bool (True)")
                                 << QByteArray("name: \"on\"\ndescription: x").replace('"', '\'');
        QTest::newRow("date") << QByteArray("name: kettle\ndescription: 2024-01-01") << int(ProblemKind::DescriptionNotString)
                              << QStringLiteral("a date (2024-01-01)") << QByteArray("name: kettle\ndescription: '2024-01-01'");
        QTest::newRow("sexagesimal") << QByteArray("name: kettle\ndescription: 1:30 # long") << int(ProblemKind::DescriptionNotString)
                                     << QStringLiteral("an int (90)") << QByteArray("name: kettle\ndescription: '1:30' # long");
    }

    void t5TypesOfYaml11()
    {
        QFETCH(QByteArray, block);
        QFETCH(int, kind);
        QFETCH(QString, words);
        QFETCH(QByteArray, repaired);
        const SkillVerdict verdict = judgeSkill(skill(block), {});
        QCOMPARE(int(verdict.problem.kind), kind);
        QVERIFY2(verdict.problem.message.contains(words), qPrintable(verdict.problem.message));
        QVERIFY(verdict.problem.message.contains(u"must be a text"));
        QCOMPARE(suggestedRepair(skill(block), verdict.problem).value_or(QByteArray()), skill(repaired));
    }

    void t7ByteOrderMarkIsNamedAndStripped()
    {
        const QByteArray crlf = QByteArrayLiteral("---\r\nname: kettle\r\ndescription: Boils water\r\n---\r\n");
        const QByteArray bytes = QByteArrayLiteral("\xEF\xBB\xBF") + crlf;
        QVERIFY(judgeSkill(crlf, QStringLiteral("kettle")).valid);
        const SkillVerdict verdict = judgeSkill(bytes, QStringLiteral("kettle"));
        QVERIFY(!verdict.valid);
        QVERIFY(!verdict.listed);
        QCOMPARE(verdict.problem.kind, ProblemKind::NoFrontmatter);
        QVERIFY2(verdict.problem.message.contains(u"byte order mark"), qPrintable(verdict.problem.message));
        QVERIFY(hasNote(verdict, ProblemKind::ByteOrderMark));
        QCOMPARE(suggestedRepair(bytes, verdict.problem).value_or(QByteArray()), crlf);
        QCOMPARE(suggestedRepair(bytes, verdict.notes.first()).value_or(QByteArray()), crlf);
    }

    void t9SkillArchiveWhoseTextBeginsWithAByteOrderMark()
    {
        // What a .skill archive holds is judged by its bytes before it is sent, as any other text.
        const QByteArray good = QByteArrayLiteral("---\nname: kettle\ndescription: Boils water\n---\n# Kettle\n");
        const QByteArray packed = QByteArrayLiteral("\xEF\xBB\xBF") + good;
        for (const QString &name : {QString(), QStringLiteral("kettle")}) {
            const SkillVerdict verdict = judgeSkill(packed, name);
            QVERIFY(!verdict.valid);
            QVERIFY(!verdict.listed);
            QCOMPARE(verdict.problem.kind, ProblemKind::NoFrontmatter);
            QCOMPARE(verdict.problem.severity, Severity::Error);
            QCOMPARE(verdict.problem.message,
                     QStringLiteral("Line 1, column 1: the file begins with a byte order mark (EF BB BF), so DeerFlow finds no front matter and "
                                    "refuses the skill; remove the mark."));
            QCOMPARE(suggestedRepair(packed, verdict.problem).value_or(QByteArray()), good);
            QVERIFY(judgeSkill(good, name).valid);
        }
    }

    void t10NothingIsInvented()
    {
        const SkillVerdict verdict = judgeSkill(QByteArrayLiteral("---\r\nname: bar\r\ndescription: Boils water\r\n---\r\n"), QStringLiteral("foo"));
        QVERIFY(verdict.listed);
        QCOMPARE(verdict.name, QStringLiteral("bar"));
        QCOMPARE(verdict.problem.kind, ProblemKind::NameMismatch);
        QCOMPARE(verdict.problem.line, 2);
        QCOMPARE(verdict.problem.column, 7);
        QVERIFY(verdict.problem.message.contains(u"'bar'"));
        QVERIFY(verdict.problem.message.contains(u"'foo'"));
    }

    void t11Utf16IsRecognised_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("encoding");
        QTest::addColumn<bool>("convertible");
        const QString text = QStringLiteral("---\nname: kettle\ndescription: Boils 水 🫖\n---\n");
        QByteArray little(reinterpret_cast<const char *>(text.utf16()), text.size() * 2);
        QByteArray big = little;
        for (qsizetype i = 0; i + 1 < big.size(); i += 2)
            std::swap(big[i], big[i + 1]);
        QTest::newRow("of the trap") << QByteArray::fromHex("FFFE2D002D002D00") << QStringLiteral("UTF-16 LE") << true;
        QTest::newRow("LE with mark") << QByteArray(QByteArray::fromHex("FFFE") + little) << QStringLiteral("UTF-16 LE") << true;
        QTest::newRow("BE with mark") << QByteArray(QByteArray::fromHex("FEFF") + big) << QStringLiteral("UTF-16 BE") << true;
        QTest::newRow("LE without mark") << little << QStringLiteral("UTF-16 LE") << true;
        QTest::newRow("BE without mark") << big << QStringLiteral("UTF-16 BE") << true;
        QTest::newRow("cut in half a character") << QByteArray(QByteArray::fromHex("FFFE") + little + 'x') << QStringLiteral("UTF-16 LE") << false;
    }

    void t11Utf16IsRecognised()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, encoding);
        QFETCH(bool, convertible);
        const SkillVerdict verdict = judgeSkill(bytes, QStringLiteral("kettle"));
        QVERIFY(!verdict.valid);
        QVERIFY(!verdict.listed);
        QVERIFY(hasNote(verdict, ProblemKind::Utf16));
        const Problem note = verdict.notes.first();
        QVERIFY2(note.message.contains(encoding), qPrintable(note.message));
        QVERIFY2(note.message.contains(QString::fromLatin1(bytes.first(4).toHex(' ').toUpper())), qPrintable(note.message));
        const auto converted = suggestedRepair(bytes, note);
        QCOMPARE(converted.has_value(), convertible);
        if (convertible) {
            QVERIFY(converted->startsWith("---"));
            if (bytes.size() > 8)
                QVERIFY(judgeSkill(*converted, QStringLiteral("kettle")).valid);
        }
    }

    void t14ForeignByteIsPlaced()
    {
        const SkillVerdict verdict = judgeSkill(skill("name: kettle\ndescription: caf\xC3\xA9 \x80 tea"), QStringLiteral("kettle"));
        QCOMPARE(verdict.problem.kind, ProblemKind::NotUtf8);
        QCOMPARE(verdict.problem.line, 3);
        QCOMPARE(verdict.problem.column, 19);
        QVERIFY2(verdict.problem.message.contains(u"80"), qPrintable(verdict.problem.message));
        QVERIFY(!suggestedRepair(skill("description: \x80"), verdict.problem));
    }

    void placesAreThoseOfTheFile_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        const auto row = [](const char *name, const QByteArray &bytes, ProblemKind kind, int line, int column) {
            QTest::newRow(name) << bytes << int(kind) << line << column;
        };
        row("blank lines behind the fence", "---\n\n\nname: kettle\ndescription: a: b\n---\n", ProblemKind::YamlError, 5, 15);
        row("CRLF", "---\r\nname: kettle\r\ndescription: a: b\r\n---\r\n", ProblemKind::YamlError, 3, 15);
        row("lone CR", "---\rname: kettle\rdescription: a: b\r---\r", ProblemKind::YamlError, 3, 15);
        row("Chinese before", skill("name: kettle\ndescription: 水水: b"), ProblemKind::YamlError, 3, 16);
        row("unknown key", skill("name: kettle\ndescription: x\nmood: calm"), ProblemKind::UnexpectedKey, 4, 1);
        row("name", skill("description: x\nname:   Kettle"), ProblemKind::NamePattern, 3, 9);
        row("tools", skill("name: kettle\ndescription: x\nallowed-tools:\n  - bash\n  - 5"), ProblemKind::AllowedTools, 6, 5);
        row("missing name", skill("description: x"), ProblemKind::MissingName, 2, 1);
        row("four dashes", "----\nname: kettle\n---\n", ProblemKind::NoFrontmatter, 1, 1);
        row("dots", "---\nname: kettle\n...\n", ProblemKind::NoFrontmatter, 3, 1);
        row("indented fence", "---\nname: kettle\n ---\n", ProblemKind::NoFrontmatter, 3, 1);
    }

    void placesAreThoseOfTheFile()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, kind);
        QFETCH(int, line);
        QFETCH(int, column);
        const SkillVerdict verdict = judgeSkill(bytes, QStringLiteral("kettle"));
        QCOMPARE(int(verdict.problem.kind), kind);
        QCOMPARE(verdict.problem.line, line);
        QCOMPARE(verdict.problem.column, column);
    }

    void missingFrontMatterIsExplained_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("words");
        QTest::newRow("empty") << QByteArray() << QStringLiteral("is empty");
        QTest::newRow("none") << QByteArray("# Kettle\n") << QStringLiteral("has no front matter");
        QTest::newRow("blank line first") << QByteArray("\n---\nname: a\n---\n") << QStringLiteral("very first characters");
        QTest::newRow("text behind the fence") << QByteArray("---yaml\nname: a\n---\n") << QStringLiteral("exactly '---'");
        QTest::newRow("empty block") << QByteArray("---\n---\n") << QStringLiteral("is empty");
        QTest::newRow("dots") << QByteArray("---\na: b\n...\n") << QStringLiteral("not with '...'");
        QTest::newRow("indented") << QByteArray("---\na: b\n  ---\n") << QStringLiteral("first column");
        QTest::newRow("never closed") << QByteArray("---\na: b\n") << QStringLiteral("never closed");
    }

    void missingFrontMatterIsExplained()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, words);
        const SkillVerdict verdict = judgeSkill(bytes, QStringLiteral("kettle"));
        QCOMPARE(verdict.problem.kind, ProblemKind::NoFrontmatter);
        QVERIFY2(verdict.problem.message.contains(words), qPrintable(verdict.problem.message));
    }

    void repairs_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("repaired");
        QTest::newRow("at") << skill("name: kettle\ndescription: @home tea") << skill("name: kettle\ndescription: '@home tea'");
        QTest::newRow("bracket") << skill("name: kettle\ndescription: [hot] tea") << skill("name: kettle\ndescription: '[hot] tea'");
        QTest::newRow("tab") << skill("name: kettle\ndescription: hot\ttea") << skill("name: kettle\ndescription: \"hot\\ttea\"");
        QTest::newRow("unclosed quote") << skill("name: kettle\ndescription: 'hot tea\nversion: 1")
                                        << skill("name: kettle\ndescription: 'hot tea'\nversion: 1");
        QTest::newRow("goes on below") << skill("name: kettle\ndescription: for: tea\n  and: milk\nversion: 1")
                                       << skill("name: kettle\ndescription: 'for: tea and: milk'\nversion: 1");
        QTest::newRow("fault in the second line") << skill("name: kettle\ndescription: for tea\n  and: milk")
                                                  << skill("name: kettle\ndescription: 'for tea and: milk'");
        QTest::newRow("CRLF kept") << QByteArray("---\r\nname: kettle\r\ndescription: a: b\r\n---\r\nbody\r\n")
                                   << QByteArray("---\r\nname: kettle\r\ndescription: 'a: b'\r\n---\r\nbody\r\n");
        QTest::newRow("tools") << skill("name: kettle\ndescription: x\nallowed-tools: bash, read_file")
                               << skill("name: kettle\ndescription: x\nallowed-tools: [bash, read_file]");
        QTest::newRow("blank lines first") << QByteArray(" \n" + skill("name: kettle\ndescription: x")) << skill("name: kettle\ndescription: x");
        QTest::newRow("two faults, the first one") << skill("name: kettle\ndescription: a: b\nversion: c: d")
                                                   << skill("name: kettle\ndescription: 'a: b'\nversion: c: d");
        QTest::newRow("nothing obvious") << skill("name: kettle\ndescription Boils") << QByteArray();
        QTest::newRow("no value to quote") << skill("name: kettle\ndescription:") << QByteArray();
        QTest::newRow("angle brackets") << skill("name: kettle\ndescription: a > b") << QByteArray();
    }

    void repairs()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, repaired);
        const SkillVerdict verdict = judgeSkill(bytes, QStringLiteral("kettle"));
        QVERIFY(!verdict.valid);
        QCOMPARE(suggestedRepair(bytes, verdict.problem).value_or(QByteArray()), repaired);
    }

    void bodyBeginsBehindTheClosingFence()
    {
        QCOMPARE(bodyOffset("---\na: b\n---\nbody"), 13);
        QCOMPARE(bodyOffset("---\r\na: b\r\n---\r\nbody"), 16);
        QCOMPARE(bodyOffset("---\na: b\n---  \n\nbody"), 15);
        QCOMPARE(bodyOffset("---\na: b\n---"), 12);
        QCOMPARE(bodyOffset("---\na: b\n---body"), 12);
        QCOMPARE(bodyOffset("---\na: b\n-----\n"), 12);
        QCOMPARE(bodyOffset("# body"), 0);
        QCOMPARE(bodyOffset(""), 0);
    }

    void blankDescriptionsAreRefusedWithTheReason()
    {
        const SkillVerdict verdict = judgeSkill(skill("name: kettle\ndescription: ''"), QStringLiteral("kettle"));
        QVERIFY(!verdict.valid);
        QVERIFY(!verdict.listed);
        QCOMPARE(verdict.problem.kind, ProblemKind::DescriptionBlank);
        QVERIFY2(verdict.problem.message.contains(u"list it no more"), qPrintable(verdict.problem.message));
    }

    void reservedNamesAreNoted()
    {
        const SkillVerdict verdict = judgeSkill(skill("name: help\ndescription: x"), QStringLiteral("help"));
        QVERIFY(verdict.valid);
        QVERIFY(hasNote(verdict, ProblemKind::ReservedName));
        QCOMPARE(verdict.notes.first().severity, Severity::Warning);
        QCOMPARE(verdict.notes.first().line, 2);
        for (const QStringView name : {u"bootstrap", u"goal", u"help", u"memory", u"models", u"new", u"status"})
            QVERIFY(isReservedSkillName(name));
        QVERIFY(!isReservedSkillName(u"helper"));
    }

    void skillNames()
    {
        QVERIFY(isSkillName(u"a"));
        QVERIFY(isSkillName(u"a-1-b"));
        QVERIFY(isSkillName(QString(64, u'a')));
        for (const QString &name :
             {QString(), QStringLiteral("-a"), QStringLiteral("a-"), QStringLiteral("a--b"), QStringLiteral("A"), QStringLiteral("a_b"),
              QStringLiteral("a/b"), QStringLiteral(".."), QStringLiteral("a\n"), QStringLiteral("ä"), QString(65, u'a')})
            QVERIFY2(!isSkillName(name), qPrintable(name));
    }

    void kindsHaveTheirOwnWords()
    {
        QStringList names;
        for (int kind = int(ProblemKind::Ok); kind <= int(ProblemKind::ChangedOutside); ++kind)
            names.append(problemKindName(ProblemKind(kind)));
        QCOMPARE(names.first(), QStringLiteral("ok"));
        QCOMPARE(names.last(), QStringLiteral("changed-outside"));
        QCOMPARE(names.removeDuplicates(), 0);
    }

    void tenMegabytesOfBodyAreNoMatter()
    {
        const QByteArray bytes = skill("name: kettle\ndescription: Boils water", QByteArray(10 * 1024 * 1024, 'x'));
        QVERIFY(judgeSkill(bytes, QStringLiteral("kettle")).valid);
    }
};

QTEST_GUILESS_MAIN(TestDocument)
#include "tst_document.moc"
