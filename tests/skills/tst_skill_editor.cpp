// SPDX-License-Identifier: GPL-3.0-or-later
//
// Saving a text: what is written, what is recorded, and what happens when others write too.
#include "base/file_attributes.h"
#include "base/hash.h"
#include "base/local_storage.h"
#include "skills/history_chain.h"
#include "skills/mutation_lock.h"
#include "support/gated_storage.h"
#include "support/test_home.h"

#include <QDir>
#include <QDirIterator>
#include <QProcess>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace verderer;
using namespace verderer::test;

namespace {

const QString demo = QStringLiteral("demo-skill");
const QString skillMd = QStringLiteral("SKILL.md");

EditRequest request(const QByteArray &text, const std::optional<QString> &base = {})
{
    return {demo, skillMd, text, base, {}};
}

struct stat statOf(const QString &path)
{
    struct stat info = {};
    if (::stat(QFile::encodeName(path).constData(), &info) != 0)
        qFatal("cannot look at %s", qPrintable(path));
    return info;
}

/// DeerFlow's keys in its order, then ours.
QByteArray firstRecordLine()
{
    const QByteArray front = "---\\nname: demo-skill\\ndescription: A skill for tests.\\n---\\n";
    QByteArray line =
        "{'ts': '2026-11-30T19:30:00.123456+00:00', 'action': 'human_edit', 'author': 'human', 'thread_id': null, 'file_path': 'SKILL.md', "
        "'prev_content': 'FRONTone\\n', 'new_content': 'FRONTtwo\\n', 'scanner': {'decision': 'allow', "
        "'reason': 'VERDICT', 'static_findings': []}, 'note': 'why', "
        "'host_user': 'tester'}";
    return line.replace('\'', '"').replace("FRONT", front).replace("VERDICT", "Verderer's rules found nothing. No moderation model was asked.");
}

class FixedClock final : public Clock {
public:
    [[nodiscard]] Microseconds now() const override { return 1796067000123456; }
};

/// A shell script that puts another text in the file's place, as people's scripts do.
void scriptMoves(const QString &path, const QByteArray &text)
{
    writeFile(QString(path + QStringLiteral(".new")), text);
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QStringLiteral("mv \"$1.new\" \"$1\""), QStringLiteral("sh"), path});
    if (!shell.waitForFinished() || shell.exitCode() != 0)
        qFatal("the script failed");
}

} // namespace

class TestSkillEditor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void recordsAsDeerFlowDoes()
    {
        const TestHome home;
        home.addSkill(demo, skillText(demo, "one\n"));
        SkillEditor::Dependencies dependencies = home.dependencies();
        dependencies.clock = std::make_shared<FixedClock>();
        SkillEditor editor(home.roots(), dependencies);
        EditRequest edit = request(skillText(demo, "two\n"), sha256Hex(skillText(demo, "one\n")));
        edit.note = QStringLiteral("why");
        const auto outcome = editor.edit(edit, patientOptions());
        QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
        QVERIFY(outcome->changed);
        QCOMPARE(outcome->hash, sha256Hex(edit.text));
        QCOMPARE(outcome->warnings, QStringList());
        QCOMPARE(readFile(home.skillFile(demo)), edit.text);

        const QList<RecordView> records = home.records(demo);
        QCOMPARE(records.size(), 1);
        QCOMPARE(records.first().line, firstRecordLine());
        QCOMPARE(outcome->recordId, sha256Hex(records.first().line));
        QCOMPARE(outcome->recordTs, records.first().ts);
        QVERIFY(!QFile::exists(home.intent()));
        QCOMPARE(home.temporaryFiles(), QStringList());
        QCOMPARE(dependencies.queues->size(), 0);
    }

    void unchangedTextWritesNothing()
    {
        const TestHome home;
        home.addSkill(demo, skillText(demo, "one\n"));
        const auto before = statOf(home.skillFile(demo));
        SkillEditor editor = home.editor();
        const auto outcome = editor.edit(request(skillText(demo, "one\n")), patientOptions());
        QVERIFY(outcome);
        QVERIFY(!outcome->changed);
        QVERIFY(outcome->recordId.isEmpty());
        QCOMPARE(outcome->hash, sha256Hex(skillText(demo, "one\n")));
        QCOMPARE(statOf(home.skillFile(demo)).st_ino, before.st_ino);
        QVERIFY(!QFile::exists(home.history(demo)));
    }

    /// T17, T101: only the letter that was changed differs.
    void keepsEveryByte_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("CRLF") << skillText(demo, "a\nb\n").replace("\n", "\r\n");
        QTest::newRow("mixed newlines") << skillText(demo, "a\r\nb\nc\rd\r\n");
        QTest::newRow("no-break space") << skillText(demo, "a\xc2\xa0"
                                                           "b\n");
        QTest::newRow("line separator") << skillText(demo, "a\xe2\x80\xa8"
                                                           "b\xe2\x80\xa9"
                                                           "c\xc2\x85"
                                                           "d\n");
        QTest::newRow("no final newline") << skillText(demo, "abc");
        QTest::newRow("emoji") << skillText(demo, "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb b\n");
        QTest::newRow("NUL") << skillText(demo, QByteArray("a\0b\n", 4));
        QTest::newRow("form feed") << skillText(demo, "a\fb\n");
    }
    void keepsEveryByte()
    {
        QFETCH(QByteArray, text);
        const TestHome home;
        home.addSkill(demo, text);
        QByteArray changed = text;
        const qsizetype at = changed.lastIndexOf('b');
        changed[at] = 'B';
        SkillEditor editor = home.editor();
        const auto outcome = editor.edit(request(changed, sha256Hex(text)), patientOptions());
        QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
        QByteArray onDisk = readFile(home.skillFile(demo));
        QCOMPARE(onDisk, changed);
        onDisk[at] = 'b';
        QCOMPARE(onDisk, text);
        const QList<RecordView> records = home.records(demo);
        QCOMPARE(records.size(), 1);
        QCOMPARE(records.first().prev, text);
        QCOMPARE(records.first().next, changed);
        for (const char *separator : {"\xe2\x80\xa8", "\xe2\x80\xa9", "\xc2\x85"})
            QVERIFY(!records.first().line.contains(separator)); // DeerFlow's reader cuts there
    }

    /// T23: the second save of two windows stops, with the text that is there now.
    void secondSaveOfTwoIsAConflict()
    {
        const TestHome home;
        const QByteArray base = skillText(demo, "base\n");
        home.addSkill(demo, base);
        SkillEditor one = home.editor();
        SkillEditor two = home.editor();
        QVERIFY(one.edit(request(skillText(demo, "A\n"), sha256Hex(base)), patientOptions()));
        const auto second = two.edit(request(skillText(demo, "B\n"), sha256Hex(base)), patientOptions());
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::Conflict);
        QCOMPARE(second.error().details.present, skillText(demo, "A\n"));
        QCOMPARE(second.error().details.presentHash, sha256Hex(skillText(demo, "A\n")));
        QCOMPARE(readFile(home.skillFile(demo)), skillText(demo, "A\n"));
        QCOMPARE(home.records(demo).size(), 1);
        // Knowingly over it: the chain still holds.
        QVERIFY(two.edit(request(skillText(demo, "B\n"), second.error().details.presentHash), patientOptions()));
        QCOMPARE(home.records(demo).last().prev, skillText(demo, "A\n"));
    }

    /// T24: whoever states no base is last; both texts stay in the history.
    void withoutABaseBothTextsStay()
    {
        const TestHome home;
        home.addSkill(demo, skillText(demo, "base\n"));
        SkillEditor one = home.editor();
        SkillEditor two = home.editor();
        QVERIFY(one.edit(request(skillText(demo, "A\n")), patientOptions()));
        QVERIFY(two.edit(request(skillText(demo, "B\n")), patientOptions()));
        const QList<RecordView> records = home.records(demo);
        QCOMPARE(records.size(), 2);
        QCOMPARE(records[0].next, skillText(demo, "A\n"));
        QCOMPARE(records[1].prev, skillText(demo, "A\n"));
        QCOMPARE(records[1].next, skillText(demo, "B\n"));
    }

    /// T21, the part of the core: two moves by a script are noticed by the content, not by time or size.
    void movesByAScriptAreNoticed()
    {
        const TestHome home;
        const QByteArray base = skillText(demo, "base\n");
        home.addSkill(demo, base);
        scriptMoves(home.skillFile(demo), skillText(demo, "scr1\n"));
        scriptMoves(home.skillFile(demo), skillText(demo, "scr2\n"));
        SkillEditor editor = home.editor();
        const auto outcome = editor.edit(request(skillText(demo, "mine\n"), sha256Hex(base)), patientOptions());
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::Conflict);
        QCOMPARE(outcome.error().details.present, skillText(demo, "scr2\n"));
        QCOMPARE(readFile(home.skillFile(demo)), skillText(demo, "scr2\n"));
        QVERIFY(!QFile::exists(home.history(demo)));
    }

    /// T106: bytes that no record can hold lie in the trash, named by the record.
    void bytesThatAreNoTextGoToTheTrash()
    {
        const TestHome home;
        const QByteArray broken = "---\nname: demo-skill\n\xff\xfe\n";
        home.addSkill(demo, broken);
        SkillEditor editor = home.editor();
        const auto outcome = editor.edit(request(skillText(demo, "good\n"), sha256Hex(broken)), patientOptions());
        QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
        const QList<RecordView> records = home.records(demo);
        QCOMPARE(records.size(), 1);
        QVERIFY(!records.first().prev);
        QVERIFY(records.first().trashed);
        QVERIFY(records.first().trashed->startsWith(QStringLiteral(".trash/")));
        QCOMPARE(readFile(QString(home.customRoot() + u'/' + *records.first().trashed)), broken);
        const auto back = editor.previewRollback({demo, QStringLiteral("-1"), false, {}, {}});
        QVERIFY(!back);
        QVERIFY(back.error().message.contains(*records.first().trashed));
    }

    /// T19: mode and group are kept, and raised where the sandbox could not read.
    void keepsModeAndGroup_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<int>("expected");
        QTest::newRow("group may write") << 0664 << 0664;
        QTest::newRow("private") << 0600 << 0644;
        QTest::newRow("executable") << 0755 << 0755;
        QTest::newRow("read-only") << 0444 << 0644;
    }
    void keepsModeAndGroup()
    {
        QFETCH(int, mode);
        QFETCH(int, expected);
        const TestHome home;
        home.addSkill(demo, skillText(demo, "one\n"));
        const QByteArray file = QFile::encodeName(home.skillFile(demo));
        const QByteArray folder = QFile::encodeName(QString(home.customRoot() + u'/' + demo));
        // Only root may give files away; anybody else keeps the own group, and the test still holds.
        const gid_t group = ::geteuid() == 0 ? 54321 : ::getegid();
        QCOMPARE(::chown(file.constData(), static_cast<uid_t>(-1), group), 0);
        QCOMPARE(::chmod(file.constData(), static_cast<mode_t>(mode)), 0);
        QCOMPARE(::chmod(folder.constData(), 02700), 0);
        SkillEditor editor = home.editor();
        const auto outcome = editor.edit(request(skillText(demo, "two\n")), patientOptions());
        QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
        QCOMPARE(outcome->warnings, QStringList());
        const auto info = statOf(home.skillFile(demo));
        QCOMPARE(static_cast<int>(info.st_mode & 07777), expected);
        QCOMPARE(info.st_gid, group);
        QCOMPARE(static_cast<int>(statOf(QFile::decodeName(folder)).st_mode & 0755), 0755);
    }

    /// T104: an administrator works in a home that belongs to another user; that user can go on writing everything.
    void everythingBelongsToTheOwnerOfTheHome()
    {
        const TestHome home;
        const QByteArray broken = "\xff\xff";
        home.addSkill(demo, broken);
        const uid_t owner = ::geteuid() == 0 ? 43210 : ::geteuid();
        const gid_t group = ::geteuid() == 0 ? 43211 : ::getegid();
        QDirIterator all(home.home(), QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
        while (all.hasNext())
            QCOMPARE(::chown(QFile::encodeName(all.next()).constData(), owner, group), 0);
        SkillEditor editor = home.editor();
        QVERIFY(editor.edit(request(skillText(demo, "two\n")), patientOptions()));
        QVERIFY(editor.edit({demo, QStringLiteral("references/deep/a.md"), "new\n", {}, {}}, patientOptions()));
        int seen = 0;
        QDirIterator again(home.home(), QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
        while (again.hasNext()) {
            const QString path = again.next();
            const auto info = statOf(path);
            QVERIFY2(info.st_uid == owner && info.st_gid == group, qPrintable(path));
            QVERIFY2((info.st_mode & (S_ISDIR(info.st_mode) ? 0755U : 0444U)) == (S_ISDIR(info.st_mode) ? 0755U : 0444U), qPrintable(path));
            ++seen;
        }
        QVERIFY(seen > 10);
        QVERIFY(QFile::exists(home.history(demo)));
        QVERIFY(QFile::exists(mutationSidecarPath(home.customRoot())));
        QVERIFY(QDir(QString(home.customRoot() + QStringLiteral("/.trash"))).exists());
    }

    void tellsTheGateways()
    {
        const TestHome home;
        writeFile(home.path() + QStringLiteral("/extensions_config.json"), "{}\n");
        home.addSkill(demo, skillText(demo, "one\n"));
        SkillEditor editor = home.editor();
        QVERIFY(editor.edit(request(skillText(demo, "two\n")), patientOptions()));
        const QString marker = QString(home.path() + QStringLiteral("/.extensions_config.json.skills-cache-reset.json"));
        const QByteArray first = readFile(marker);
        QVERIFY2(first.contains("\"alice\""), first.constData());
        QVERIFY(editor.edit(request(skillText(demo, "three\n")), patientOptions()));
        QVERIFY(readFile(marker) != first);
    }

    /// T38: a torn tail stays visible, and the new record stands on a line of its own.
    void appendsBehindATornTail()
    {
        const TestHome home;
        home.addSkill(demo, skillText(demo, "one\n"));
        writeFile(home.history(demo), "{\"ts\": \"2026");
        SkillEditor editor = home.editor();
        QVERIFY(editor.edit(request(skillText(demo, "two\n")), patientOptions()));
        const QList<RecordView> records = home.records(demo);
        QCOMPARE(records.size(), 2);
        QCOMPARE(records[0].line, QByteArray("{\"ts\": \"2026"));
        QVERIFY(records[1].parses);
    }

    /// T40: a history is only ever appended to.
    void neverRewritesAHistory()
    {
        const TestHome home;
        home.addSkill(demo, skillText(demo, "0\n"));
        writeFile(home.history(demo), "not JSON\n{\"ts\": \"1\"}{\"ts\": \"2\"}\n\n");
        const auto inode = statOf(home.history(demo)).st_ino;
        QByteArray before = readFile(home.history(demo));
        SkillEditor editor = home.editor();
        for (int i = 1; i <= 5; ++i) {
            const auto outcome = i == 4 ? editor.rollback({demo, QStringLiteral("-2"), false, {}, {}}, patientOptions())
                                        : editor.edit(request(skillText(demo, QByteArray::number(i) + '\n')), patientOptions());
            QVERIFY(outcome && outcome->changed);
            const QByteArray after = readFile(home.history(demo));
            QVERIFY(after.size() > before.size() && after.startsWith(before));
            QCOMPARE(statOf(home.history(demo)).st_ino, inode);
            before = after;
        }
    }

    void supportFiles()
    {
        const TestHome home;
        home.addSkill(demo, skillText(demo, "one\n"));
        SkillEditor editor = home.editor();
        const QString guide = QStringLiteral("references/guide.md");
        const auto made = editor.edit({demo, guide, "first\n", QString(), {}}, patientOptions());
        QVERIFY2(made, qPrintable(made ? QString() : made.error().message));
        QCOMPARE(readFile(home.skillFile(demo, guide)), QByteArray("first\n"));
        // An empty base means "there was none": now there is one.
        const auto again = editor.edit({demo, guide, "second\n", QString(), {}}, patientOptions());
        QVERIFY(!again);
        QCOMPARE(again.error().code, ErrorCode::Conflict);
        QVERIFY(editor.edit({demo, guide, "second\n", sha256Hex("first\n"), {}}, patientOptions()));
        const QList<RecordView> records = home.records(demo);
        QCOMPARE(records.size(), 2);
        QCOMPARE(records[0].filePath, guide);
        QVERIFY(!records[0].prev);
        QCOMPARE(records[1].prev, QByteArray("first\n"));
        QCOMPARE(readFile(home.skillFile(demo)), skillText(demo, "one\n"));
    }
};

QTEST_GUILESS_MAIN(TestSkillEditor)
#include "tst_skill_editor.moc"
