// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rolling back: which text, to which file, and what is refused.
#include "base/hash.h"
#include "skills/history_chain.h"
#include "support/test_home.h"

#include <QDir>
#include <QTest>

using namespace verderer;
using namespace verderer::test;

namespace {

const QString demo = QStringLiteral("demo-skill");

QByteArray text(const QByteArray &word)
{
    return skillText(demo, word + "\n");
}

QByteArray quoted(QByteArray bytes)
{
    return '"' + bytes.replace("\r", "\\r").replace("\n", "\\n") + '"';
}

/// A record as DeerFlow writes it; `prev` and `next` are JSON.
QByteArray deerFlowRecord(const QByteArray &action, const QByteArray &filePath, const QByteArray &prev, const QByteArray &next,
                          const QByteArray &decision = "allow")
{
    return R"({"ts": "2026-05-01T10:00:00+00:00", "action": ")" + action + R"(", "author": "human", "thread_id": null, "file_path": ")" + filePath +
           R"(", "prev_content": )" + prev + R"(, "new_content": )" + next + R"(, "scanner": {"decision": ")" + decision +
           R"(", "reason": "r", "static_findings": []}})" + "\n";
}

RollbackRequest to(const QString &record, bool toNew = false)
{
    return {demo, record, toNew, {}, {}};
}

} // namespace

class TestSkillRollback : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void restoresThePreviousText()
    {
        const TestHome home;
        home.addSkill(demo, text("one"));
        SkillEditor editor = home.editor();
        const auto first = editor.edit({demo, QStringLiteral("SKILL.md"), text("two"), {}, {}}, patientOptions());
        QVERIFY(first);
        QVERIFY(editor.edit({demo, QStringLiteral("SKILL.md"), text("three"), {}, {}}, patientOptions()));

        const auto preview = editor.previewRollback(to(first->recordId));
        QVERIFY(preview);
        QCOMPARE(preview->filePath, QStringLiteral("SKILL.md"));
        QCOMPARE(preview->present, text("three"));
        QCOMPARE(preview->presentHash, sha256Hex(text("three")));
        QCOMPARE(preview->target, text("one"));
        QVERIFY(!preview->identical);
        QVERIFY(preview->verdict && preview->verdict->valid);
        QCOMPARE(home.records(demo).size(), 2); // a preview writes nothing

        RollbackRequest request = to(first->recordId);
        request.baseHash = preview->presentHash;
        request.note = QStringLiteral("back");
        const auto outcome = editor.rollback(request, patientOptions());
        QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
        QVERIFY(outcome->changed);
        QCOMPARE(readFile(home.skillFile(demo)), text("one"));
        const QList<RecordView> records = home.records(demo);
        QCOMPARE(records.size(), 3);
        QCOMPARE(records[2].action, QStringLiteral("rollback"));
        QCOMPARE(records[2].prev, text("three"));
        QCOMPARE(records[2].next, text("one"));
        QVERIFY(records[2].hasRollbackFromTs);
        QCOMPARE(records[2].rollbackFromTs, first->recordTs);
        QCOMPARE(records[2].note, QStringLiteral("back"));

        // Undo of a rollback: back to what its own record says was there before.
        QVERIFY(editor.rollback(to(outcome->recordId), patientOptions()));
        QCOMPARE(readFile(home.skillFile(demo)), text("three"));
        // The new text on wish, by DeerFlow's index.
        const auto toNew = editor.rollback(to(QStringLiteral("0"), true), patientOptions());
        QVERIFY(toNew);
        QCOMPARE(readFile(home.skillFile(demo)), text("two"));
    }

    void aChangedFileIsAConflict()
    {
        const TestHome home;
        home.addSkill(demo, text("one"));
        SkillEditor editor = home.editor();
        QVERIFY(editor.edit({demo, QStringLiteral("SKILL.md"), text("two"), {}, {}}, patientOptions()));
        const auto preview = editor.previewRollback(to(QStringLiteral("-1")));
        QVERIFY(preview);
        QVERIFY(editor.edit({demo, QStringLiteral("SKILL.md"), text("three"), {}, {}}, patientOptions()));
        RollbackRequest request = to(preview->record.id);
        request.baseHash = preview->presentHash;
        const auto outcome = editor.rollback(request, patientOptions());
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::Conflict);
        QCOMPARE(outcome.error().details.present, text("three"));
        QCOMPARE(home.records(demo).size(), 2);
    }

    /// T28: "already identical": no write, no record.
    void identicalWritesNothing_data()
    {
        QTest::addColumn<QByteArray>("present");
        QTest::addColumn<QByteArray>("record");
        QTest::addColumn<bool>("identical");
        const QByteArray ours = R"({"ts": "2026-05-01T10:00:00+00:00", "action": "human_edit", "prev_content": )" + quoted(text("one")) +
                                R"(, "new_content": "x", "host_user": "tester"})" + "\n";
        const QByteArray deerFlow = deerFlowRecord("human_edit", "SKILL.md", quoted(text("one")), quoted(text("two")));
        QTest::newRow("the same bytes") << text("one") << deerFlow << true;
        // DeerFlow reads a CRLF file with LF: its record does not say that the file ever had LF.
        QTest::newRow("DeerFlow's record of a CRLF file") << text("one").replace("\n", "\r\n") << deerFlow << true;
        QTest::newRow("our own record is exact") << text("one").replace("\n", "\r\n") << ours << false;
        QTest::newRow("another text") << text("three") << deerFlow << false;
    }
    void identicalWritesNothing()
    {
        QFETCH(QByteArray, present);
        QFETCH(QByteArray, record);
        QFETCH(bool, identical);
        const TestHome home;
        home.addSkill(demo, present);
        writeFile(home.history(demo), record);
        SkillEditor editor = home.editor();
        const auto preview = editor.previewRollback(to(QStringLiteral("0")));
        QVERIFY(preview);
        QCOMPARE(preview->identical, identical);
        const auto outcome = editor.rollback(to(QStringLiteral("0")), patientOptions());
        QVERIFY(outcome);
        QCOMPARE(outcome->changed, !identical);
        QCOMPARE(readFile(home.skillFile(demo)), identical ? present : text("one"));
        QCOMPARE(readFile(home.history(demo)) == record, identical);
    }

    /// T30: a record about a support file restores that file, never SKILL.md, even where the text would pass for one.
    void supportFilesGoToTheirOwnPath()
    {
        const TestHome home;
        home.addSkill(demo, text("one"));
        const QString path = QStringLiteral("templates/skill.md");
        writeFile(home.skillFile(demo, path), "now\n");
        writeFile(home.history(demo), deerFlowRecord("write_file", "templates/skill.md", quoted(text("template")), "\"now\\n\"") +
                                          deerFlowRecord("remove_file", "references/gone.md", "\"gone\\n\"", "null"));
        SkillEditor editor = home.editor();
        const auto preview = editor.previewRollback(to(QStringLiteral("0")));
        QVERIFY(preview);
        QCOMPARE(preview->filePath, path);
        QCOMPARE(preview->present, QByteArray("now\n"));
        QVERIFY(!preview->verdict);
        const auto outcome = editor.rollback(to(preview->record.id), patientOptions());
        QVERIFY(outcome && outcome->changed);
        QCOMPARE(readFile(home.skillFile(demo, path)), text("template"));
        QCOMPARE(readFile(home.skillFile(demo)), text("one"));
        QCOMPARE(home.records(demo).last().filePath, path);
        // A file that was removed comes back, its folder with it.
        QVERIFY(editor.rollback(to(QStringLiteral("1")), patientOptions()));
        QCOMPARE(readFile(home.skillFile(demo, QStringLiteral("references/gone.md"))), QByteArray("gone\n"));
        QVERIFY(!home.records(demo).last().prev);
    }

    void aDeletedSkillComesBack()
    {
        const TestHome home;
        writeFile(home.history(demo), deerFlowRecord("human_delete", "SKILL.md", quoted(text("lost")), "null"));
        SkillEditor editor = home.editor();
        const auto preview = editor.previewRollback(to(QStringLiteral("-1")));
        QVERIFY(preview);
        QVERIFY(!preview->present);
        QVERIFY(preview->presentHash.isEmpty());
        RollbackRequest request = to(QStringLiteral("-1"));
        request.baseHash = preview->presentHash;
        const auto outcome = editor.rollback(request, patientOptions());
        QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
        QCOMPARE(readFile(home.skillFile(demo)), text("lost"));
        QCOMPARE(home.records(demo).size(), 2);
        QVERIFY(!home.records(demo).last().prev);
        QCOMPARE(home.records(demo).last().rollbackFromTs, QStringLiteral("2026-05-01T10:00:00+00:00"));
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("history");
        QTest::addColumn<QString>("record");
        QTest::addColumn<bool>("toNew");
        QTest::addColumn<int>("code");
        const QString first = QStringLiteral("0");
        QTest::newRow("no history") << QByteArray() << first << false << static_cast<int>(ErrorCode::NotFound);
        QTest::newRow("no such record") << deerFlowRecord("human_edit", "SKILL.md", quoted(text("a")), quoted(text("b"))) << QStringLiteral("7")
                                        << false << static_cast<int>(ErrorCode::NotFound);
        QTest::newRow("neither index nor identity") << deerFlowRecord("human_edit", "SKILL.md", quoted(text("a")), quoted(text("b")))
                                                    << QStringLiteral("yesterday") << false << static_cast<int>(ErrorCode::Invalid);
        QTest::newRow("no previous content") << deerFlowRecord("create", "SKILL.md", "null", quoted(text("b"))) << first << false
                                             << static_cast<int>(ErrorCode::Invalid);
        QTest::newRow("no new content") << deerFlowRecord("human_delete", "SKILL.md", quoted(text("a")), "null") << first << true
                                        << static_cast<int>(ErrorCode::Invalid);
        QTest::newRow("a text that is no skill") << deerFlowRecord("human_edit", "SKILL.md", "\"no front matter\"", quoted(text("b"))) << first
                                                 << false << static_cast<int>(ErrorCode::Invalid);
        QTest::newRow("the text of another skill") << deerFlowRecord("human_edit", "SKILL.md", quoted(skillText(QStringLiteral("other"), "a\n")),
                                                                     quoted(text("b")))
                                                   << first << false << static_cast<int>(ErrorCode::Invalid);
        QTest::newRow("a text the scanner refused") << deerFlowRecord("rollback", "SKILL.md", quoted(text("a")), quoted(text("b")), "block") << first
                                                    << true << static_cast<int>(ErrorCode::Blocked);
        QTest::newRow("a path out of the skill") << deerFlowRecord("write_file", "../../../evil", quoted(text("a")), quoted(text("b"))) << first
                                                 << false << static_cast<int>(ErrorCode::Invalid);
        QTest::newRow("an absolute path") << deerFlowRecord("write_file", "/tmp/evil", quoted(text("a")), quoted(text("b"))) << first << false
                                          << static_cast<int>(ErrorCode::Invalid);
    }
    void refusals()
    {
        QFETCH(QByteArray, history);
        QFETCH(QString, record);
        QFETCH(bool, toNew);
        QFETCH(int, code);
        const TestHome home;
        home.addSkill(demo, text("present"));
        if (!history.isEmpty())
            writeFile(home.history(demo), history);
        SkillEditor editor = home.editor();
        const auto outcome = editor.rollback(to(record, toNew), patientOptions());
        QVERIFY(!outcome);
        QCOMPARE(static_cast<int>(outcome.error().code), code);
        QVERIFY(!outcome.error().message.isEmpty());
        QCOMPARE(readFile(home.skillFile(demo)), text("present"));
        QCOMPARE(readFile(home.history(demo)), history);
        QVERIFY(!QFile::exists(QStringLiteral("/tmp/evil")));
    }

    /// A blocked rollback is no change, but what it says was there can be had.
    void previousTextOfABlockedRollback()
    {
        const TestHome home;
        home.addSkill(demo, text("present"));
        writeFile(home.history(demo), deerFlowRecord("rollback", "SKILL.md", quoted(text("a")), quoted(text("b")), "block"));
        SkillEditor editor = home.editor();
        QVERIFY(editor.rollback(to(QStringLiteral("0")), patientOptions()));
        QCOMPARE(readFile(home.skillFile(demo)), text("a"));
    }
};

QTEST_GUILESS_MAIN(TestSkillRollback)
#include "tst_skill_rollback.moc"
