// SPDX-License-Identifier: GPL-3.0-or-later
//
// Forms become YAML that is read back unchanged, and a copy's new name changes nothing but the name.
#include "base/yaml.h"
#include "skills/document.h"
#include "skills/front_matter.h"
#include "skills/skill_form.h"

#include <QTest>

using namespace verderer;

namespace {

yaml::Value frontMatterOf(const QByteArray &text)
{
    const auto block = findFrontMatter(text);
    if (!block)
        return {};
    return yaml::load(text.sliced(block->begin, block->end - block->begin)).value_or(yaml::Value());
}

} // namespace

class TestSkillForm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsBackUnchanged_data()
    {
        QTest::addColumn<QString>("value");
        for (const char *value : {"Use when: x",
                                  "yes",
                                  "2024-01-01",
                                  "1:30",
                                  "~",
                                  "C# rocks #1",
                                  "`tick`",
                                  "@at",
                                  "%percent",
                                  "*star",
                                  "[x] y",
                                  "\"a\" b",
                                  "a\tb",
                                  "line\nbreak",
                                  "- item",
                                  "? key",
                                  "--- fence",
                                  " leading",
                                  "trailing ",
                                  "it's",
                                  "emoji \xF0\x9F\xA6\x8C",
                                  "nel \xC2\x85 and ls \xE2\x80\xA8",
                                  "0x1F",
                                  "null",
                                  "{a: b}",
                                  "!tag",
                                  "&anchor",
                                  "a: b: c",
                                  "..."})
            QTest::newRow(value) << QString::fromUtf8(value);
    }
    void readsBackUnchanged()
    {
        QFETCH(QString, value);
        SkillForm form;
        form.name = QStringLiteral("demo-skill");
        form.description = value;
        form.license = value;
        form.allowedTools = QStringList{value, QStringLiteral("bash")};
        form.requiredSecrets = QStringList();
        form.secretsAutonomous = true;
        form.metadata = {{value, value}, {QStringLiteral("on"), QStringLiteral("off")}};
        form.body = "Body\n";
        const auto text = skillTextOf(form);
        QVERIFY2(text, qPrintable(text ? QString() : text.error().message));
        QVERIFY(judgeSkill(*text, form.name).valid);
        QVERIFY(text->endsWith("---\nBody\n"));
        const yaml::Value loaded = frontMatterOf(*text);
        QCOMPARE(loaded.find(u"description")->text, value);
        QCOMPARE(loaded.find(u"license")->text, value);
        QCOMPARE(loaded.find(u"allowed-tools")->items.first().text, value);
        QCOMPARE(loaded.find(u"required-secrets")->items.size(), 0);
        QCOMPARE(loaded.find(u"metadata")->entries.first().first.text, value);
        QCOMPARE(loaded.find(u"metadata")->find(u"on")->text, QStringLiteral("off"));
    }

    void refusesWhatDeerFlowWould_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("description");
        QTest::addColumn<QString>("kind");
        QTest::newRow("blank description") << QStringLiteral("demo") << QStringLiteral("  ") << QStringLiteral("description-blank");
        QTest::newRow("angle brackets") << QStringLiteral("demo") << QStringLiteral("a<b") << QStringLiteral("description-angle-brackets");
        QTest::newRow("too long") << QStringLiteral("demo") << QString(1025, u'x') << QStringLiteral("description-too-long");
        QTest::newRow("half a character") << QStringLiteral("demo") << QString(QChar(0xD800)) << QString();
    }
    void refusesWhatDeerFlowWould()
    {
        QFETCH(QString, name);
        QFETCH(QString, description);
        QFETCH(QString, kind);
        SkillForm form;
        form.name = name;
        form.description = description;
        const auto text = skillTextOf(form);
        QVERIFY(!text);
        QCOMPARE(text.error().code, ErrorCode::Invalid);
        if (!kind.isEmpty())
            QCOMPARE(text.error().details.kind, kind);
    }

    void refusesAMetadataKeyTwice()
    {
        SkillForm form;
        form.name = QStringLiteral("demo");
        form.description = QStringLiteral("x");
        form.metadata = {{QStringLiteral("a"), QStringLiteral("1")}, {QStringLiteral("a"), QStringLiteral("2")}};
        const auto text = skillTextOf(form);
        QVERIFY(!text);
        QCOMPARE(text.error().details.kind, QStringLiteral("form-value"));
    }

    void renamesOneValueAlone_data()
    {
        QTest::addColumn<QByteArray>("matter");
        QTest::addColumn<QByteArray>("renamed");
        QTest::newRow("plain") << QByteArray("name: old\ndescription: old\n") << QByteArray("name: new-one\ndescription: old\n");
        QTest::newRow("comment") << QByteArray("# name: x\nname:   old   # why\ndescription: d\n")
                                 << QByteArray("# name: x\nname:   new-one   # why\ndescription: d\n");
        QTest::newRow("quoted") << QByteArray("description: d\nname: \"old\"\n") << QByteArray("description: d\nname: new-one\n");
        QTest::newRow("CRLF") << QByteArray("description: d\r\nname: 'old'\r\n") << QByteArray("description: d\r\nname: new-one\r\n");
        QTest::newRow("flow") << QByteArray("{name: old, description: \xC3\xA4}\n") << QByteArray("{name: new-one, description: \xC3\xA4}\n");
        QTest::newRow("behind other characters") << QByteArray("{description: \xF0\x9F\xA6\x8C\xC3\xA4, name: old}\n")
                                                 << QByteArray("{description: \xF0\x9F\xA6\x8C\xC3\xA4, name: new-one}\n");
        QTest::newRow("the same already") << QByteArray("name: new-one\ndescription: d\n") << QByteArray("name: new-one\ndescription: d\n");
    }
    void renamesOneValueAlone()
    {
        QFETCH(QByteArray, matter);
        QFETCH(QByteArray, renamed);
        const QByteArray body = "---\nname: old\n\xC2\xA0 body \xE2\x80\xA8";
        const auto text = renamedSkill("---\n" + matter + body, QStringLiteral("new-one"));
        QVERIFY2(text, qPrintable(text ? QString() : text.error().message));
        QCOMPARE(*text, QByteArray("---\n" + renamed + body));
    }

    void quotesANameThatIsNoText()
    {
        const auto text = renamedSkill("---\nname: old\ndescription: d\n---\n", QStringLiteral("123"));
        QVERIFY(text);
        QVERIFY(judgeSkill(*text, QStringLiteral("123")).valid);
    }

    void refusesWhatItCannotRename_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no front matter") << QByteArray("name: old\n");
        QTest::newRow("no name") << QByteArray("---\ndescription: d\n---\n");
        QTest::newRow("not UTF-8") << QByteArray("---\nname: old\n---\n\xff");
        QTest::newRow("a block") << QByteArray("---\nname: |\n  old\ndescription: d\n---\n");
        QTest::newRow("an anchor that others use") << QByteArray("---\nname: &n old\ndescription: *n\n---\n");
    }
    void refusesWhatItCannotRename()
    {
        QFETCH(QByteArray, text);
        const auto renamed = renamedSkill(text, QStringLiteral("new-one"));
        QVERIFY(!renamed);
        QCOMPARE(renamed.error().details.kind, QStringLiteral("name-edit"));
    }
};

QTEST_GUILESS_MAIN(TestSkillForm)
#include "tst_skill_form.moc"
