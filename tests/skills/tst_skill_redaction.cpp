// SPDX-License-Identifier: GPL-3.0-or-later
// The act against a leaked secret: complete, told in a record, provable by a search, and nothing else is changed.
#include "base/hash.h"
#include "skills/history_chain.h"
#include "skills/skill_files.h"
#include "skills/skill_folders.h"
#include "skills/skill_redaction.h"
#include "support/test_home.h"

#include <QDirIterator>
#include <QTest>

using namespace verderer;
using namespace verderer::test;
using Qt::StringLiterals::operator""_s;

namespace {

const QString demo = u"demo-skill"_s;
const QString other = u"other-skill"_s;
const QString skillMd = u"SKILL.md"_s;
const QString secret = u"tok-4f9a\"77é"_s;

QByteArray text(const QByteArray &body, const QString &name = demo)
{
    return skillText(name, body + '\n');
}

/// Every file below a folder that holds the bytes.
QStringList filesWith(const QString &folder, const QByteArray &bytes)
{
    QStringList found;
    QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        if (readFile(path).contains(bytes))
            found += path;
    }
    return found;
}

QString chainOf(const TestHome &home, const QString &name)
{
    auto reader = HistoryReader::open(home.history(name));
    if (!reader)
        return reader.error().message;
    const auto entries = reader->all();
    if (!entries)
        return entries.error().message;
    const QByteArray present = readFile(home.skillFile(name, skillMd));
    const HistoryChain chain = buildHistoryChain(*entries, EntryOrder::OldestFirst, {{skillMd, present.isEmpty() ? QString() : sha256Hex(present)}});
    return chain.isWhole() ? QString() : chain.notes.first().message;
}

} // namespace

class TestSkillRedaction : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesItOutEverywhere();
    void aSkillWithoutHistoryGetsARecord();
    void deletedSkillsAreReached();
    void draftsAreReached();
    void onlyTheNamedSkill();
    void whatIsNowhereChangesNothing();
    void tooShortIsRefused_data();
    void tooShortIsRefused();
    void whatDeerFlowNoLongerAcceptsIsSaid();
    void aLinkIsNotFollowed();

private:
    static Result<RedactionOutcome> redact(const TestHome &home, const RedactionRequest &request)
    {
        return SkillRedaction(home.roots(), home.dependencies()).redact(request, patientOptions());
    }
};

void TestSkillRedaction::takesItOutEverywhere()
{
    TestHome home;
    const QByteArray leaked = secret.toUtf8();
    home.addSkill(demo, text("one"));
    SkillEditor editor = home.editor();
    QVERIFY(editor.edit({demo, skillMd, text("key " + leaked), {}, u"put "_s + secret}, patientOptions()));
    QVERIFY(editor.edit({demo, skillMd, text("clean"), {}, {}}, patientOptions()));
    QVERIFY(editor.edit({demo, skillMd, text("again " + leaked + " and " + leaked), {}, {}}, patientOptions()));
    SkillFiles files(home.roots(), home.dependencies());
    QVERIFY(files.write({demo, u"references/a.md"_s, "see " + leaked + "\n", true, false, {}, {}}, patientOptions()));
    QVERIFY(files.write({demo, u"references/b.md"_s, "b " + leaked + "\n", true, false, {}, {}}, patientOptions()));
    QVERIFY(files.remove({demo, u"references/b.md"_s, {}, {}}, patientOptions()));
    const QList<RecordView> before = home.records(demo);

    const auto outcome = redact(home, {secret, {}, u"Leaked."_s});
    QVERIFY2(outcome, outcome ? "" : qPrintable(outcome.error().message));
    QVERIFY2(outcome->isComplete(), qPrintable(outcome->warnings.join(u'|') + outcome->remains.problems.join(u'|')));
    QCOMPARE(outcome->recordIds.size(), 1);
    QVERIFY(outcome->count() >= 8);
    QCOMPARE(filesWith(home.path(), leaked), QStringList());
    QCOMPARE(filesWith(home.path(), QByteArray("tok-4f9a")), QStringList());
    // Count, order and keys of the records stay; one more says so.
    const QList<RecordView> after = home.records(demo);
    QCOMPARE(after.size(), before.size() + 1);
    for (qsizetype i = 0; i < before.size(); ++i) {
        QVERIFY(after[i].parses);
        QCOMPARE(after[i].ts, before[i].ts);
        QCOMPARE(after[i].action, before[i].action);
        if (!before[i].line.contains("tok-4f9a"))
            QCOMPARE(after[i].line, before[i].line);
    }
    const RecordView &told = after.last();
    QCOMPARE(told.action, u"human_edit"_s);
    QVERIFY(told.note && told.note->startsWith(u"Leaked. A text was redacted: ") && !told.note->contains(secret));
    QCOMPARE(told.prev, told.next);
    QCOMPARE(told.next, std::optional(readFile(home.skillFile(demo, skillMd))));
    QCOMPARE(sha256Hex(told.line), outcome->recordIds.first());
    QCOMPARE(chainOf(home, demo), QString());
    QVERIFY(home.temporaryFiles().isEmpty());
    // Once more there is nothing to do.
    const auto again = redact(home, {secret, {}, {}});
    QVERIFY(again && again->places.isEmpty() && again->recordIds.isEmpty());
    QCOMPARE(home.records(demo).size(), after.size());
}

void TestSkillRedaction::aSkillWithoutHistoryGetsARecord()
{
    const TestHome home;
    home.addSkill(demo, text("the leaked-word stands here"));
    const auto outcome = redact(home, {u"leaked-word"_s, {}, {}});
    QVERIFY(outcome && outcome->isComplete());
    QCOMPARE(readFile(home.skillFile(demo, skillMd)), text("the __REDACTED__ stands here"));
    QCOMPARE(home.records(demo).size(), 1);
    QCOMPARE(chainOf(home, demo), QString());
}

void TestSkillRedaction::deletedSkillsAreReached()
{
    const TestHome home;
    home.addSkill(demo, text("the leaked-word"));
    SkillFolders folders(home.roots(), home.dependencies());
    QVERIFY(folders.remove({demo, {}, {}}, patientOptions()));
    QVERIFY(!filesWith(home.path(), "leaked-word").isEmpty());
    const auto outcome = redact(home, {u"leaked-word"_s, {}, {}});
    QVERIFY(outcome && outcome->isComplete());
    QCOMPARE(filesWith(home.path(), "leaked-word"), QStringList());
    const RecordView told = home.records(demo).last();
    QVERIFY(!told.prev && !told.next);
    QCOMPARE(chainOf(home, demo), QString());
}

void TestSkillRedaction::draftsAreReached()
{
    const TestHome home;
    home.addSkill(demo, text("one"));
    const auto parts = home.dependencies();
    Draft draft;
    draft.customRoot = home.customRoot();
    draft.directory = demo;
    draft.origin = u"editor"_s;
    draft.text = text("typed leaked-word");
    draft.base = text("from leaked-word");
    draft.hasBase = true;
    draft.baseHash = sha256Hex(draft.base);
    QVERIFY(parts.drafts->save(draft));
    const auto outcome = redact(home, {u"leaked-word"_s, {}, {}});
    QVERIFY(outcome);
    QCOMPARE(outcome->drafts, 1);
    const QList<Draft> drafts = home.drafts();
    QCOMPARE(drafts.size(), 1);
    QCOMPARE(drafts.first().text, text("typed __REDACTED__"));
    QCOMPARE(drafts.first().baseHash.value_or(QString()), sha256Hex(text("from __REDACTED__")));
    QCOMPARE(filesWith(home.path(), "leaked-word"), QStringList());
}

void TestSkillRedaction::onlyTheNamedSkill()
{
    const TestHome home;
    home.addSkill(demo, text("leaked-word"));
    home.addSkill(other, text("leaked-word", other));
    const auto outcome = redact(home, {u"leaked-word"_s, {demo}, {}});
    QVERIFY(outcome && outcome->isComplete());
    QCOMPARE(readFile(home.skillFile(demo, skillMd)), text("__REDACTED__"));
    QCOMPARE(readFile(home.skillFile(other, skillMd)), text("leaked-word", other));
    QVERIFY(home.records(other).isEmpty());
}

void TestSkillRedaction::whatIsNowhereChangesNothing()
{
    const TestHome home;
    home.addSkill(demo, text("one"));
    QVERIFY(home.editor().edit({demo, skillMd, text("two"), {}, {}}, patientOptions()));
    const QByteArray history = readFile(home.history(demo));
    const auto outcome = redact(home, {u"never-there"_s, {}, {}});
    QVERIFY(outcome && outcome->places.isEmpty() && outcome->recordIds.isEmpty() && outcome->isComplete());
    QCOMPARE(readFile(home.history(demo)), history);
}

void TestSkillRedaction::tooShortIsRefused_data()
{
    QTest::addColumn<QString>("wanted");
    QTest::newRow("empty") << QString();
    QTest::newRow("one letter") << u"a"_s;
    QTest::newRow("blanks") << u"     "_s;
    QTest::newRow("the marker itself") << u"REDACTED"_s;
}

void TestSkillRedaction::tooShortIsRefused()
{
    QFETCH(QString, wanted);
    const TestHome home;
    home.addSkill(demo, text("a REDACTED      b"));
    const auto outcome = redact(home, {wanted, {}, {}});
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, ErrorCode::Invalid);
    QCOMPARE(readFile(home.skillFile(demo, skillMd)), text("a REDACTED      b"));
}

void TestSkillRedaction::whatDeerFlowNoLongerAcceptsIsSaid()
{
    const TestHome home;
    home.addSkill(demo, text("x"));
    const auto outcome = redact(home, {demo, {}, {}}); // the name itself
    QVERIFY(outcome);
    QVERIFY2(outcome->warnings.join(u'|').contains(u"no longer accepts"), qPrintable(outcome->warnings.join(u'|')));
}

void TestSkillRedaction::aLinkIsNotFollowed()
{
    const TestHome home;
    home.addSkill(demo, text("x"));
    writeFile(home.path() + u"/outside.txt"_s, "leaked-word\n");
    QVERIFY(QFile::link(home.path() + u"/outside.txt"_s, home.skillFile(demo, u"link.txt"_s)));
    QVERIFY(redact(home, {u"leaked-word"_s, {}, {}}));
    QCOMPARE(readFile(home.path() + u"/outside.txt"_s), QByteArray("leaked-word\n"));
}

QTEST_GUILESS_MAIN(TestSkillRedaction)
#include "tst_skill_redaction.moc"
