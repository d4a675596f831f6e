// SPDX-License-Identifier: GPL-3.0-or-later
//
// The two renames that whole skills consist of: out of a stage into place, and out of place into the trash. What is there before and after, what the
// records say, and what a later change makes of an intent that its program could not end.
#include "base/hash.h"
#include "base/local_storage.h"
#include "skills/folder_mutation.h"
#include "skills/mutation_order.h"
#include "support/gated_storage.h"
#include "support/test_home.h"

#include <QDir>
#include <QFileInfo>
#include <QTest>

#include <cerrno>
#include <sys/stat.h>

using namespace verderer;
using namespace verderer::test;

namespace {

const QString demo = QStringLiteral("demo-skill");

QByteArray text(const QByteArray &word)
{
    return skillText(demo, word + "\n");
}

FolderPlacing placingOf(const QByteArray &skill)
{
    FolderPlacing placing;
    placing.record.action = QStringLiteral("create");
    placing.text = skill;
    placing.keepText = true;
    placing.fill = [](FolderStage &stage) -> Result<void> {
        if (auto made = stage.addFolder(QStringLiteral("assets/empty")); !made)
            return made;
        if (auto written = stage.addFile(QStringLiteral("scripts/deep/run.sh"), "#!/bin/sh\n", true); !written)
            return written;
        return stage.addFile(QStringLiteral("references/a.bin"), QByteArray("\xff\x00\x01", 3));
    };
    return placing;
}

using Work = std::function<Result<MutationOutcome>(MutationContext &, const MutationOptions &)>;

Result<MutationOutcome> inOrder(const TestHome &home, const Work &work, const std::shared_ptr<Storage> &storage = {})
{
    const SkillRoots roots = home.roots();
    const SkillEditor::Dependencies dependencies = home.dependencies(storage);
    const MutationOptions options = patientOptions();
    return changeInOrder(roots, dependencies, home.customRoot(), options, [&](MutationContext &context) { return work(context, options); });
}

Result<MutationOutcome> place(const TestHome &home, const QByteArray &skill, const std::shared_ptr<Storage> &storage = {})
{
    return inOrder(
        home, [&](MutationContext &context, const MutationOptions &options) { return placeFolder(context, demo, placingOf(skill), options); },
        storage);
}

Result<MutationOutcome> trash(const TestHome &home, const std::optional<QString> &base = {}, const std::shared_ptr<Storage> &storage = {})
{
    FolderRecord record;
    record.action = QStringLiteral("human_delete");
    record.decision = QStringLiteral("allow");
    record.reason = QStringLiteral("Deletion requested.");
    record.staticFindingsJson = QByteArray();
    return inOrder(
        home, [&](MutationContext &context, const MutationOptions &options) { return trashFolder(context, demo, record, base, options); }, storage);
}

unsigned modeOf(const QString &path)
{
    struct stat info = {};
    ::stat(QFile::encodeName(path).constData(), &info);
    return info.st_mode & 07777U;
}

QStringList inTrash(const TestHome &home)
{
    return QDir(QString(home.customRoot() + u'/' + deletedFolder())).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
}

/// Names in the custom root, dot folders too.
QStringList rootEntries(const TestHome &home)
{
    return QDir(home.customRoot()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
}

/// Storage that fails the first step of that name whose path has that part, and, with `forever`, all steps behind it.
std::shared_ptr<GatedStorage> failing(const QString &name, const QString &part, bool forever)
{
    auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
    storage->before = [name, part, forever, failed = std::make_shared<bool>(false)](const StorageStep &step) -> std::optional<Error> {
        if (*failed ? !forever : step.name != name || !step.path.contains(part))
            return std::nullopt;
        *failed = true;
        return systemError(ENOSPC, step.name, step.path);
    };
    return storage;
}

} // namespace

class TestFolderMutation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void placesAWholeFolder()
    {
        const TestHome home;
        const auto outcome = place(home, text("New"));
        QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
        QVERIFY(outcome->changed);
        QCOMPARE(outcome->hash, sha256Hex(text("New")));
        QCOMPARE(outcome->warnings, QStringList());
        QCOMPARE(readFile(home.skillFile(demo)), text("New"));
        QCOMPARE(readFile(home.skillFile(demo, QStringLiteral("references/a.bin"))), QByteArray("\xff\x00\x01", 3));
        QVERIFY(QFileInfo(home.skillFile(demo, QStringLiteral("assets/empty"))).isDir());
        QCOMPARE(modeOf(home.skillFile(demo)) & 0755U, 0644U);
        QCOMPARE(modeOf(home.skillFile(demo, QStringLiteral("scripts/deep/run.sh"))) & 0755U, 0755U);
        for (const QString &folder : {QStringLiteral("."), QStringLiteral("scripts"), QStringLiteral("scripts/deep"), QStringLiteral("assets/empty")})
            QCOMPARE(modeOf(home.skillFile(demo, folder)) & 0755U, 0755U);
        QCOMPARE(rootEntries(home), QStringList({QStringLiteral(".history"), demo}));
        QVERIFY(!QFile::exists(home.intent()));
        const QList<RecordView> records = home.records(demo);
        QCOMPARE(records.size(), 1);
        QCOMPARE(records[0].action, QStringLiteral("create"));
        QVERIFY(!records[0].prev);
        QCOMPARE(records[0].next, text("New"));
        QCOMPARE(sha256Hex(records[0].line), outcome->recordId);
    }

    void neverReplaces_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("kind");
        QTest::newRow("a skill") << QStringLiteral("SKILL.md") << QStringLiteral("skill-exists");
        QTest::newRow("a folder without SKILL.md") << QStringLiteral("notes.txt") << QStringLiteral("folder-exists");
    }
    void neverReplaces()
    {
        QFETCH(QString, file);
        QFETCH(QString, kind);
        const TestHome home;
        writeFile(home.skillFile(demo, file), "theirs");
        const auto outcome = place(home, text("New"));
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::AlreadyExists);
        QCOMPARE(outcome.error().details.kind, kind);
        QCOMPARE(readFile(home.skillFile(demo, file)), QByteArray("theirs"));
        QCOMPARE(rootEntries(home), QStringList(demo));
    }

    /// A script makes the folder between our looking and our renaming.
    void somebodyIsFaster()
    {
        const TestHome home;
        const auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
        storage->before = [&](const StorageStep &step) -> std::optional<Error> {
            if (step.name == u"move" && step.path.endsWith(QString(u'/' + demo)))
                writeFile(home.skillFile(demo), "theirs");
            return std::nullopt;
        };
        const auto outcome = place(home, text("New"), storage);
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::AlreadyExists);
        QCOMPARE(readFile(home.skillFile(demo)), QByteArray("theirs"));
        QCOMPARE(rootEntries(home), QStringList(demo));
        QVERIFY(!QFile::exists(home.intent()));
    }

    void refusesPathsThatClimbOut_data()
    {
        QTest::addColumn<QString>("path");
        for (const char *path : {"../x", "/etc/x", "a/../../x", "a//b", "", ".", "a/."})
            QTest::newRow(*path ? path : "empty") << QString::fromLatin1(path);
    }
    void refusesPathsThatClimbOut()
    {
        QFETCH(QString, path);
        const TestHome home;
        const auto outcome = inOrder(home, [&](MutationContext &context, const MutationOptions &options) {
            FolderPlacing placing = placingOf(text("New"));
            placing.fill = [&](FolderStage &stage) { return stage.addFile(path, "x"); };
            return placeFolder(context, demo, placing, options);
        });
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::Invalid);
        QCOMPARE(outcome.error().details.kind, QStringLiteral("file-path"));
        QCOMPARE(rootEntries(home), QStringList());
    }

    void movesToTheTrashWithARecord()
    {
        const TestHome home;
        QVERIFY(place(home, text("New")));
        const auto outcome = trash(home);
        QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
        QVERIFY(!QFileInfo::exists(home.skillFile(demo, QStringLiteral("."))));
        QCOMPARE(inTrash(home).size(), 1);
        const QString place = QString(deletedFolder() + u'/' + inTrash(home).first());
        QCOMPARE(readFile(QString(home.customRoot() + u'/' + place + QStringLiteral("/references/a.bin"))), QByteArray("\xff\x00\x01", 3));
        const QList<RecordView> records = home.records(demo);
        QCOMPARE(records.size(), 2);
        QCOMPARE(records[1].action, QStringLiteral("human_delete"));
        QCOMPARE(records[1].prev, text("New"));
        QVERIFY(!records[1].next);
        QCOMPARE(records[1].trashed, place);
        QVERIFY(records[1].line.contains(R"("scanner": {"decision": "allow", "reason": "Deletion requested."})"));

        // … and back, as one rename.
        FolderRecord record;
        record.action = QStringLiteral("rollback");
        record.rollbackFromTs = std::optional<QString>(records[1].ts);
        const auto back = inOrder(
            home, [&](MutationContext &context, const MutationOptions &options) { return restoreFolder(context, demo, place, record, options); });
        QVERIFY2(back, qPrintable(back ? QString() : back.error().message));
        QCOMPARE(readFile(home.skillFile(demo)), text("New"));
        QCOMPARE(inTrash(home), QStringList());
        QCOMPARE(home.records(demo).last().rollbackFromTs, records[1].ts);
        QCOMPARE(home.records(demo).last().next, text("New"));
    }

    void deletesWhatNoRecordCanHold()
    {
        const TestHome home;
        home.addSkill(demo, "\xff\xfe not text");
        QVERIFY(trash(home));
        const RecordView record = home.records(demo).first();
        QVERIFY(!record.prev);
        QCOMPARE(readFile(QString(home.customRoot() + u'/' + *record.trashed + QStringLiteral("/SKILL.md"))), QByteArray("\xff\xfe not text"));
    }

    void deletionComparesWithItsBase()
    {
        const TestHome home;
        home.addSkill(demo, text("Present"));
        const auto outcome = trash(home, sha256Hex(text("Seen")));
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::Conflict);
        QCOMPARE(outcome.error().details.present, text("Present"));
        QCOMPARE(readFile(home.skillFile(demo)), text("Present"));
    }

    void aScriptWritesJustBeforeTheDeletion()
    {
        const TestHome home;
        home.addSkill(demo, text("Read"));
        const auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
        storage->before = [&](const StorageStep &step) -> std::optional<Error> {
            if (step.name == u"move" && step.path.contains(deletedFolder()))
                writeFile(home.skillFile(demo), text("Script"));
            return std::nullopt;
        };
        const auto outcome = trash(home, {}, storage);
        QVERIFY(outcome);
        QCOMPARE(outcome->warnings.size(), 1);
        const QList<RecordView> records = home.records(demo);
        QCOMPARE(records.size(), 2);
        QCOMPARE(records[0].prev, text("Read"));
        QCOMPARE(records[0].next, text("Script"));
        QCOMPARE(records[1].prev, text("Script"));
        QVERIFY(!records[1].next);
    }

    void refusesALink()
    {
        const TestHome home;
        writeFile(QString(home.path() + QStringLiteral("/elsewhere/SKILL.md")), text("Elsewhere"));
        QVERIFY(QFile::link(QString(home.path() + QStringLiteral("/elsewhere")), home.skillFile(demo, QStringLiteral(".")).chopped(2)));
        const auto outcome = trash(home);
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::Invalid);
        QCOMPARE(readFile(QString(home.path() + QStringLiteral("/elsewhere/SKILL.md"))), text("Elsewhere"));
    }

    /// The table's second half: what is found, and what becomes of it.
    void recovers_data()
    {
        QTest::addColumn<bool>("deletion");
        QTest::addColumn<QString>("step");
        QTest::addColumn<QString>("part");
        QTest::addColumn<bool>("isThere"); // the skill, after recovery
        QTest::addColumn<int>("records");
        QTest::newRow("create, staged only") << false << QStringLiteral("move") << QString(u'/' + demo) << false << 0;
        QTest::newRow("create, in place and no record") << false << QStringLiteral("append") << QStringLiteral(".jsonl") << true << 1;
        QTest::newRow("create, only the intent is left") << false << QStringLiteral("remove") << QStringLiteral(".intent") << true << 1;
        QTest::newRow("delete, not moved") << true << QStringLiteral("move") << deletedFolder() << true << 0;
        QTest::newRow("delete, moved and no record") << true << QStringLiteral("append") << QStringLiteral(".jsonl") << false << 1;
        QTest::newRow("delete, only the intent is left") << true << QStringLiteral("remove") << QStringLiteral(".intent") << false << 1;
    }
    void recovers()
    {
        QFETCH(bool, deletion);
        QFETCH(QString, step);
        QFETCH(QString, part);
        QFETCH(bool, isThere);
        QFETCH(int, records);
        const TestHome home;
        if (deletion)
            home.addSkill(demo, text("New"));
        const auto storage = failing(step, part, true);
        const auto outcome = deletion ? trash(home, {}, storage) : place(home, text("New"), storage);
        QVERIFY(outcome.has_value() == (step == u"remove"));
        QVERIFY(QFile::exists(home.intent()));

        SkillEditor editor = home.editor();
        const auto recovered = editor.recover(patientOptions());
        QVERIFY2(recovered, qPrintable(recovered ? QString() : recovered.error().message));
        QVERIFY(!recovered->isEmpty());
        QCOMPARE(QFileInfo::exists(home.skillFile(demo)), isThere);
        QCOMPARE(home.records(demo).size(), records);
        QVERIFY(home.holdsText(demo, text("New")));
        QVERIFY(!QFile::exists(home.intent()));
        QVERIFY(rootEntries(home).filter(QStringLiteral(".installing-")).isEmpty());
        QCOMPARE(home.drafts().size(), !deletion && !isThere ? 1 : 0);
    }

    void namesOfAnIntentAreNotTrusted_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::newRow("out of the root") << QStringLiteral(".installing-verderer-x/../../..") << demo;
        QTest::newRow("another skill") << QStringLiteral("other-skill") << demo;
        QTest::newRow("another skill's trash") << demo << QStringLiteral(".trash/deleted/other-skill.1.2");
        QTest::newRow("both the skill") << demo << demo;
        QTest::newRow("below the trash") << demo << QString(QStringLiteral(".trash/deleted/") + demo + QStringLiteral(".1/../../.."));
    }
    void namesOfAnIntentAreNotTrusted()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        MutationIntent intent;
        intent.id = QStringLiteral("x");
        intent.directory = demo;
        intent.filePath = QStringLiteral("SKILL.md");
        intent.folder = FolderMove{from, to, false, {}, 0};
        QVERIFY(!decodeIntent(encodeIntent(intent)));
        intent.folder = FolderMove{QString(stagePrefix() + demo), demo, true, {}, 0};
        const auto decoded = decodeIntent(encodeIntent(intent));
        QVERIFY(decoded && decoded->folder);
        QCOMPARE(decoded->folder->from, intent.folder->from);
        QCOMPARE(decoded->folder->to, demo);
        QVERIFY(decoded->folder->keepText);
    }

    /// Who comes next clears away the stage of a program that died before its intent, and leaves DeerFlow's alone.
    void sweepsItsOwnStages()
    {
        const TestHome home;
        writeFile(QString(home.customRoot() + u'/' + stagePrefix() + QStringLiteral("old-1/SKILL.md")), "half");
        writeFile(QString(home.customRoot() + QStringLiteral("/.installing-old-xyz/SKILL.md")), "DeerFlow's");
        QVERIFY(place(home, text("New")));
        QCOMPARE(rootEntries(home).filter(QStringLiteral(".installing-")), QStringList(QStringLiteral(".installing-old-xyz")));
    }
};

QTEST_GUILESS_MAIN(TestFolderMutation)
#include "tst_folder_mutation.moc"
