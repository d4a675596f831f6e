// SPDX-License-Identifier: GPL-3.0-or-later
//
// Saving while something comes between: a script that writes outside every lock, a step that fails, a lock that is not to be had.
#include "base/hash.h"
#include "base/local_storage.h"
#include "support/gated_storage.h"
#include "support/test_home.h"

#include <QFileInfo>
#include <QProcess>
#include <QTest>

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace verderer;
using namespace verderer::test;

namespace {

const QString demo = QStringLiteral("demo-skill");

EditRequest request(const QByteArray &text, const std::optional<QString> &base = {})
{
    return {demo, QStringLiteral("SKILL.md"), text, base, {}};
}

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

class TestSkillEditorSurprises : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Text, intent and the intent's folder last before anything changes; the change lasts before its record is written.
    void syncsStandBetweenIntentChangeAndRecord()
    {
        const TestHome home;
        home.addSkill(demo, skillText(demo, "one\n"));
        const auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
        QStringList steps;
        storage->after = [&](const StorageStep &step) {
            if (step.name != u"stamp" && step.name != u"read" && step.name != u"move")
                steps += QString(step.name + u' ' + QFileInfo(step.path).fileName());
        };
        SkillEditor editor = home.editor(storage);
        QVERIFY(editor.edit(request(skillText(demo, "two\n")), patientOptions()));
        const QStringList wanted = {
            QStringLiteral("stage SKILL.md"),    QStringLiteral("append .custom.mutation.intent"), QStringLiteral("sync .custom.mutation.intent"),
            QStringLiteral("exchange SKILL.md"), QStringLiteral("syncFolder demo-skill"),          QStringLiteral("append demo-skill.jsonl")};
        const qsizetype from = steps.indexOf(wanted.first());
        QVERIFY2(from >= 0, qPrintable(steps.join(u',')));
        steps.removeIf([](const QString &step) { return step.startsWith(u"makeFolder"); });
        QCOMPARE(steps.mid(from, wanted.size()), wanted);
    }

    /// T103: a script writes between our reading and our replacing. Its text is recorded first, then ours.
    void scriptWritesBetweenReadingAndReplacing_data()
    {
        QTest::addColumn<bool>("withoutExchange");
        QTest::addColumn<QByteArray>("found");
        QTest::newRow("exchange") << false << skillText(demo, "script\n");
        QTest::newRow("no exchange") << true << skillText(demo, "script\n");
        QTest::newRow("exchange, not UTF-8") << false << QByteArray("\xff\xfe broken");
        QTest::newRow("no exchange, not UTF-8") << true << QByteArray("\xff\xfe broken");
    }
    void scriptWritesBetweenReadingAndReplacing()
    {
        QFETCH(bool, withoutExchange);
        QFETCH(QByteArray, found);
        const bool isText = QByteArrayView(found).isValidUtf8();
        const TestHome home;
        home.addSkill(demo, skillText(demo, "base\n"));
        const auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
        storage->withoutExchange = withoutExchange;
        bool moved = false;
        storage->before = [&](const StorageStep &step) -> std::optional<Error> {
            if (step.name == u"exchange" && step.path == home.skillFile(demo) && !std::exchange(moved, true))
                scriptMoves(step.path, found);
            return std::nullopt;
        };
        SkillEditor editor = home.editor(storage);
        const auto outcome = editor.edit(request(skillText(demo, "mine\n"), sha256Hex(skillText(demo, "base\n"))), patientOptions());
        QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
        QVERIFY(moved);
        QCOMPARE(outcome->warnings.size(), 1);
        QCOMPARE(readFile(home.skillFile(demo)), skillText(demo, "mine\n"));
        const QList<RecordView> records = home.records(demo);
        QCOMPARE(records.size(), 2);
        QCOMPARE(records[0].action, QStringLiteral("human_edit"));
        QCOMPARE(records[0].prev, skillText(demo, "base\n"));
        QVERIFY(records[0].note);
        QCOMPARE(records[1].next, skillText(demo, "mine\n"));
        if (isText) {
            QCOMPARE(records[0].next, found);
            QCOMPARE(records[1].prev, found);
        } else {
            QVERIFY(!records[0].next && !records[1].prev);
            QVERIFY(records[1].trashed);
            QCOMPARE(readFile(QString(home.customRoot() + u'/' + *records[1].trashed)), found);
        }
        QVERIFY(!QFile::exists(home.intent()));
        QCOMPARE(home.temporaryFiles(), QStringList());
    }

    void scriptRemovesBetweenReadingAndReplacing_data()
    {
        QTest::addColumn<bool>("withoutExchange");
        QTest::newRow("exchange") << false;
        QTest::newRow("no exchange") << true;
    }
    void scriptRemovesBetweenReadingAndReplacing()
    {
        QFETCH(bool, withoutExchange);
        const TestHome home;
        home.addSkill(demo, skillText(demo, "base\n"));
        const auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
        storage->withoutExchange = withoutExchange;
        storage->before = [&](const StorageStep &step) -> std::optional<Error> {
            if (step.name == u"exchange" && step.path == home.skillFile(demo))
                QFile::remove(step.path);
            return std::nullopt;
        };
        SkillEditor editor = home.editor(storage);
        const auto outcome = editor.edit(request(skillText(demo, "mine\n")), patientOptions());
        QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
        QCOMPARE(outcome->warnings.size(), 1);
        QCOMPARE(readFile(home.skillFile(demo)), skillText(demo, "mine\n"));
        QCOMPARE(home.records(demo).size(), 1);
        QCOMPARE(home.records(demo).first().prev, skillText(demo, "base\n"));
    }

    /// The record cannot be appended: what had been put in place goes back, also where the file system cannot exchange, also what a script had
    /// written.
    void failedAppendPutsBackWhatWasThere_data() { scriptWritesBetweenReadingAndReplacing_data(); }
    void failedAppendPutsBackWhatWasThere()
    {
        QFETCH(bool, withoutExchange);
        QFETCH(QByteArray, found);
        const TestHome home;
        home.addSkill(demo, skillText(demo, "base\n"));
        const auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
        storage->withoutExchange = withoutExchange;
        bool moved = false;
        storage->before = [&](const StorageStep &step) -> std::optional<Error> {
            if (step.name == u"exchange" && step.path == home.skillFile(demo) && !std::exchange(moved, true))
                scriptMoves(step.path, found);
            if (step.name == u"append" && step.path == home.history(demo) && step.bytes->contains("mine"))
                return systemError(ENOSPC, QStringLiteral("write"), step.path);
            return std::nullopt;
        };
        SkillEditor editor = home.editor(storage);
        const auto outcome = editor.edit(request(skillText(demo, "mine\n")), patientOptions());
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::ReadOnly);
        QVERIFY(outcome.error().message.contains(QStringLiteral("Nothing was changed")));
        QCOMPARE(readFile(home.skillFile(demo)), found);
        QVERIFY(home.records(demo).size() <= 1); // what the script wrote is true, and may be recorded
        QVERIFY(home.holdsText(demo, skillText(demo, "base\n")));
        QVERIFY(!QFile::exists(home.intent()));
        QCOMPARE(home.temporaryFiles(), QStringList());
    }

    /// The same for a file that did not exist: it is gone again, and so are the folders that were made for it.
    void failedAppendTakesANewFileAway()
    {
        const TestHome home;
        home.addSkill(demo, skillText(demo, "base\n"));
        const auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
        storage->before = [&](const StorageStep &step) -> std::optional<Error> {
            if (step.name == u"append" && step.path == home.history(demo))
                return systemError(ENOSPC, QStringLiteral("write"), step.path);
            return std::nullopt;
        };
        SkillEditor editor = home.editor(storage);
        const auto outcome = editor.edit({demo, QStringLiteral("references/deep/a.md"), "new\n", {}, {}}, patientOptions());
        QVERIFY(!outcome);
        QVERIFY(outcome.error().message.contains(QStringLiteral("Nothing was changed")));
        QVERIFY(!QFile::exists(home.skillFile(demo, QStringLiteral("references"))));
        QVERIFY(!QFile::exists(home.intent()));
        QCOMPARE(home.temporaryFiles(), QStringList());
        storage->before = {};
        QVERIFY(editor.edit({demo, QStringLiteral("references/deep/a.md"), "new\n", {}, {}}, patientOptions()));
    }

    /// A script puts our text away again while the record cannot be written: what it wrote is never overwritten by the way back.
    void theWayBackOverwritesNobody()
    {
        const TestHome home;
        home.addSkill(demo, skillText(demo, "base\n"));
        const auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
        storage->before = [&](const StorageStep &step) -> std::optional<Error> {
            if (step.name == u"append" && step.path == home.history(demo) && QFile::exists(home.intent()) && !QFile::exists(home.history(demo))) {
                scriptMoves(home.skillFile(demo), skillText(demo, "script\n"));
                return systemError(ENOSPC, QStringLiteral("write"), step.path);
            }
            return std::nullopt;
        };
        SkillEditor editor = home.editor(storage);
        const auto outcome = editor.edit(request(skillText(demo, "mine\n")), patientOptions());
        QVERIFY(!outcome);
        QVERIFY(outcome.error().message.contains(QStringLiteral("finishes it")));
        QCOMPARE(readFile(home.skillFile(demo)), skillText(demo, "script\n"));
        storage->before = {};
        QVERIFY(editor.edit(request(skillText(demo, "next\n")), patientOptions()));
        for (const char *word : {"base\n", "mine\n", "script\n", "next\n"})
            QVERIFY2(home.holdsText(demo, skillText(demo, word)), word);
        QVERIFY(!QFile::exists(home.intent()));
        QCOMPARE(home.temporaryFiles(), QStringList());
    }

    /// A deadline that ends, or a cancel that comes, while the projection lock is waited for undoes the intent.
    void givingUpAtTheProjectionLockUndoesAll_data()
    {
        QTest::addColumn<bool>("cancelled");
        QTest::newRow("deadline") << false;
        QTest::newRow("cancel") << true;
    }
    void givingUpAtTheProjectionLockUndoesAll()
    {
        QFETCH(bool, cancelled);
        const TestHome home;
        home.addSkill(demo, skillText(demo, "one\n"));
        const int held = ::open(QFile::encodeName(home.roots().userProjectionLock).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
        QVERIFY(held >= 0);
        QCOMPARE(::flock(held, LOCK_EX), 0);
        const auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
        CancelSource source;
        bool intentSeen = false;
        storage->after = [&](const StorageStep &step) {
            if (step.name == u"append" && step.path == home.intent()) {
                intentSeen = QFile::exists(home.intent());
                if (cancelled)
                    source.cancel();
            }
        };
        MutationOptions options;
        options.wait.deadline = QDeadlineTimer(cancelled ? 60000 : 500);
        options.wait.cancel = source.token();
        SkillEditor editor = home.editor(storage);
        const auto outcome = editor.edit(request(skillText(demo, "two\n")), options);
        QVERIFY(!outcome);
        QVERIFY(intentSeen);
        QCOMPARE(outcome.error().code, cancelled ? ErrorCode::Cancelled : ErrorCode::Locked);
        QVERIFY(!QFile::exists(home.intent()));
        QCOMPARE(home.temporaryFiles(), QStringList());
        QCOMPARE(readFile(home.skillFile(demo)), skillText(demo, "one\n"));
        QVERIFY(!QFile::exists(home.history(demo)));
        ::close(held);
        QVERIFY(editor.edit(request(skillText(demo, "two\n")), patientOptions()));
    }
};

QTEST_GUILESS_MAIN(TestSkillEditorSurprises)
#include "tst_skill_editor_surprises.moc"
