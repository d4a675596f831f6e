// SPDX-License-Identifier: GPL-3.0-or-later
//
// Installing: what stands on disk and in the history afterwards, and that nothing does after a refusal.
#include "base/hash.h"
#include "base/local_storage.h"
#include "package_fixture.h"
#include "skills/skill_folders.h"
#include "support/gated_storage.h"

#include <QFileInfo>
#include <QTest>

#include <sys/stat.h>

using namespace verderer;
using namespace verderer::test;

namespace {

const QString foo = QStringLiteral("foo");

std::uint32_t modeOf(const QString &path)
{
    struct stat info = {};
    return ::stat(QFile::encodeName(path).constData(), &info) == 0 ? info.st_mode & 07777U : 0;
}

} // namespace

class TestSkillInstall : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void installs()
    {
        const PackageHome home;
        ZipBytes zip = PackageHome::fooZip("One");
        zip.add({"foo/scripts/run.sh", "#!/bin/sh\n", 0100777, 0x0800, true, {}, {}}).add("foo/assets/").addLink("foo/key", "/etc/passwd");
        const auto preview = home.packages().previewInstall({home.archive(zip), false, false, {}});
        QVERIFY(preview);
        QCOMPARE(preview->name, foo);
        QVERIFY(!preview->nameTaken);
        QVERIFY(!preview->refusal);
        QVERIFY(!QFileInfo::exists(home.skillFile(foo)));
        const auto outcome = home.packages().install(*preview, patientOptions());
        QVERIFY2(outcome, outcome ? "" : qPrintable(outcome.error().message));
        QVERIFY(outcome->mutation.changed);
        QCOMPARE(outcome->mutation.hash, sha256Hex(PackageHome::fooText("One")));
        QCOMPARE(outcome->files, 3);
        QCOMPARE(outcome->leftOut.size(), 1);
        QVERIFY(outcome->mutation.place.isEmpty());
        QCOMPARE(readFile(home.skillFile(foo)), PackageHome::fooText("One"));
        QCOMPARE(readFile(home.skillFile(foo, QStringLiteral("scripts/run.sh"))), QByteArray("#!/bin/sh\n"));
        QVERIFY(!QFileInfo(home.skillFile(foo, QStringLiteral("key"))).isSymLink());
        QVERIFY(QFileInfo(home.skillFile(foo, QStringLiteral("assets"))).isDir());
        for (const QString &file : {QStringLiteral("SKILL.md"), QStringLiteral("references/a.md"), QStringLiteral("scripts/run.sh")})
            QCOMPARE(modeOf(home.skillFile(foo, file)), 0644U);
        for (const QString &folder : {QStringLiteral("."), QStringLiteral("references"), QStringLiteral("assets")})
            QCOMPARE(modeOf(home.skillFile(foo, folder)), 0755U);
    }

    void theRecordHoldsTextAndVerdict()
    {
        const PackageHome home;
        ZipBytes zip = PackageHome::fooZip("One");
        zip.add("foo/.env", "A=1\n");
        QVERIFY(home.install({home.archive(zip), false, false, {}}));
        QVERIFY(home.install({home.archive("Two"), true, false, QStringLiteral("Newer")}));
        const QList<RecordView> records = home.records(foo);
        QCOMPARE(records.size(), 2);
        QCOMPARE(records[0].action, QStringLiteral("create"));
        QCOMPARE(records[0].prev, std::optional<QByteArray>());
        QCOMPARE(records[0].next, PackageHome::fooText("One"));
        QCOMPARE(records[0].note, QStringLiteral("Installed from a.skill."));
        QVERIFY(records[0].line.contains("\"author\": \"human\""));
        QVERIFY(records[0].line.contains("\"decision\": \"warn\""));
        QVERIFY(records[0].line.contains("package-env-file"));
        QVERIFY(records[1].line.contains("\"decision\": \"allow\""));
        QCOMPARE(records[1].note, QStringLiteral("Newer"));
    }

    void refusesANameThatIsTaken()
    {
        const PackageHome home;
        home.addSkill(foo, PackageHome::fooText("Mine"));
        const auto before = home.snapshot();
        const auto preview = home.packages().previewInstall({home.archive("One"), false, false, {}});
        QVERIFY(preview && preview->nameTaken && preview->refusal);
        QCOMPARE(preview->refusal->details.kind, QStringLiteral("skill-exists"));
        const auto outcome = home.packages().install(*preview, patientOptions());
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::AlreadyExists);
        QCOMPARE(home.snapshot(), before);
    }

    /// T31: the text in the history, the whole folder in the trash, and it can be brought back.
    void replacesAndKeepsTheOld()
    {
        const PackageHome home;
        home.addSkill(foo, PackageHome::fooText("Mine"));
        writeFile(home.skillFile(foo, QStringLiteral("assets/old.bin")), QByteArray("\xff\0", 2));
        QVERIFY(::chmod(QFile::encodeName(home.skillFile(foo)).constData(), 0777) == 0);
        const auto outcome = home.install({home.archive("One"), true, false, {}});
        QVERIFY2(outcome, outcome ? "" : qPrintable(outcome.error().message));
        QCOMPARE(readFile(home.skillFile(foo)), PackageHome::fooText("One"));
        QVERIFY(!QFileInfo::exists(home.skillFile(foo, QStringLiteral("assets"))));
        QCOMPARE(modeOf(home.skillFile(foo)), 0644U);
        const QString kept = QString(home.customRoot() + u'/' + outcome->mutation.place);
        QVERIFY(outcome->mutation.place.startsWith(QStringLiteral(".trash/deleted/foo.")));
        QCOMPARE(readFile(QString(kept + QStringLiteral("/SKILL.md"))), PackageHome::fooText("Mine"));
        QCOMPARE(readFile(QString(kept + QStringLiteral("/assets/old.bin"))), QByteArray("\xff\0", 2));
        const QList<RecordView> records = home.records(foo);
        QCOMPARE(records.size(), 1);
        QCOMPARE(records[0].action, QStringLiteral("create"));
        QCOMPARE(records[0].prev, PackageHome::fooText("Mine"));
        QCOMPARE(records[0].next, PackageHome::fooText("One"));
        QCOMPARE(records[0].trashed, outcome->mutation.place);
        QVERIFY(!QFile::exists(home.intent()));

        SkillFolders folders(home.roots(), home.dependencies());
        QVERIFY(folders.remove({foo, {}, {}}, patientOptions()));
        QVERIFY(folders.restore({foo, outcome->mutation.place, {}}, patientOptions()));
        QCOMPARE(readFile(home.skillFile(foo)), PackageHome::fooText("Mine"));
        QCOMPARE(readFile(home.skillFile(foo, QStringLiteral("assets/old.bin"))), QByteArray("\xff\0", 2));
    }

    void replacesAFolderThatHoldsNoSkill()
    {
        const PackageHome home;
        writeFile(home.skillFile(foo, QStringLiteral("notes.txt")), "n");
        const auto preview = home.packages().previewInstall({home.archive("One"), false, false, {}});
        QVERIFY(preview && preview->refusal);
        QCOMPARE(preview->refusal->details.kind, QStringLiteral("folder-exists"));
        const auto outcome = home.install({home.archive("One"), true, false, {}});
        QVERIFY2(outcome, outcome ? "" : qPrintable(outcome.error().message));
        QCOMPARE(readFile(QString(home.customRoot() + u'/' + outcome->mutation.place + QStringLiteral("/notes.txt"))), QByteArray("n"));
        QCOMPARE(home.records(foo).first().prev, std::optional<QByteArray>());
    }

    void replacesWithoutExchange()
    {
        const PackageHome home;
        home.addSkill(foo, PackageHome::fooText("Mine"));
        const auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
        storage->withoutExchange = true;
        const auto outcome = home.install({home.archive("One"), true, false, {}}, storage);
        QVERIFY2(outcome, outcome ? "" : qPrintable(outcome.error().message));
        QCOMPARE(readFile(home.skillFile(foo)), PackageHome::fooText("One"));
        QCOMPARE(readFile(QString(home.customRoot() + u'/' + outcome->mutation.place + QStringLiteral("/SKILL.md"))), PackageHome::fooText("Mine"));
    }

    void theSameAgainChangesNothing()
    {
        const PackageHome home;
        QVERIFY(home.install({home.archive("One"), false, false, {}}));
        const auto before = home.snapshot();
        const InstallRequest request{home.archive("One"), true, false, {}};
        QVERIFY(home.packages().previewInstall(request)->identical);
        const auto again = home.install(request);
        QVERIFY(again);
        QVERIFY(!again->mutation.changed);
        QCOMPARE(home.snapshot(), before);
        // One file more is another skill.
        writeFile(home.skillFile(foo, QStringLiteral("assets/a")), "x");
        QVERIFY(home.install(request)->mutation.changed);
    }

    /// A script writes SKILL.md between our reading and the exchange: its text is in the history as well.
    void recordsWhatAScriptWroteMeanwhile()
    {
        const PackageHome home;
        home.addSkill(foo, PackageHome::fooText("Mine"));
        const auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
        storage->before = [&](const StorageStep &step) -> std::optional<Error> {
            if (step.name == u"exchange" && step.path.endsWith(QStringLiteral("/foo")))
                writeFile(home.skillFile(foo), PackageHome::fooText("Script"));
            return std::nullopt;
        };
        const auto outcome = home.install({home.archive("One"), true, false, {}}, storage);
        QVERIFY2(outcome, outcome ? "" : qPrintable(outcome.error().message));
        const QList<RecordView> records = home.records(foo);
        QCOMPARE(records.size(), 2);
        QCOMPARE(records[0].prev, PackageHome::fooText("Mine"));
        QCOMPARE(records[0].next, PackageHome::fooText("Script"));
        QCOMPARE(records[1].prev, PackageHome::fooText("Script"));
        QCOMPARE(records[1].next, PackageHome::fooText("One"));
        QVERIFY(!outcome->mutation.warnings.filter(QStringLiteral("outside the mutation order")).isEmpty());
    }

    /// Somebody deletes the skill outside of every lock while it is to be replaced.
    void isAConflictWhereTheOldOneVanishes()
    {
        const PackageHome home;
        home.addSkill(foo, PackageHome::fooText("Mine"));
        const auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
        storage->before = [&](const StorageStep &step) -> std::optional<Error> {
            if (step.name == u"exchange" && step.path.endsWith(QStringLiteral("/foo")))
                QDir(home.skillFile(foo, QStringLiteral("."))).removeRecursively();
            return std::nullopt;
        };
        const auto outcome = home.install({home.archive("One"), true, false, {}}, storage);
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::Conflict);
        QVERIFY(!QFileInfo::exists(home.skillFile(foo)));
        QVERIFY(home.records(foo).isEmpty());
        QVERIFY(!QFile::exists(home.intent()));
        QCOMPARE(QDir(home.customRoot()).entryList({QStringLiteral(".installing-*")}, QDir::Dirs | QDir::Hidden).size(), 0);
    }

    void refusesWhatMustNotBeInstalled_data()
    {
        QTest::addColumn<QByteArray>("zip");
        QTest::addColumn<ErrorCode>("code");
        QTest::newRow("a secret") << ZipBytes()
                                         .add("SKILL.md", PackageHome::fooText("One"))
                                         .add("references/key.md",
                                              "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----\n")
                                         .bytes()
                                  << ErrorCode::Blocked;
        QTest::newRow("a second skill")
            << ZipBytes().add("foo/SKILL.md", PackageHome::fooText("One")).add("foo/evals/SKILL.md", PackageHome::fooText("Two")).bytes()
            << ErrorCode::Blocked;
        QTest::newRow("broken front matter") << ZipBytes().add("foo/SKILL.md", "---\nname: foo\ndescription: a: b\n---\n").bytes()
                                             << ErrorCode::Invalid;
        QTest::newRow("no name that DeerFlow takes")
            << ZipBytes().add("foo/SKILL.md", "---\nname: Foo\ndescription: a\n---\n").bytes() << ErrorCode::Invalid;
        QTest::newRow("traversal") << ZipBytes().add("foo/SKILL.md", PackageHome::fooText("One")).add("../evil", "x").bytes() << ErrorCode::Invalid;
    }
    void refusesWhatMustNotBeInstalled()
    {
        QFETCH(QByteArray, zip);
        const PackageHome home;
        const QString path = home.archive("One");
        writeFile(path, zip);
        const auto before = home.snapshot();
        const auto outcome = home.install({path, true, false, {}});
        QVERIFY(!outcome);
        QTEST(outcome.error().code, "code");
        QCOMPARE(home.snapshot(), before);
        QVERIFY(!QFileInfo::exists(QString(home.path() + QStringLiteral("/evil"))));
    }

    /// What was scanned is what is installed, or nothing.
    void refusesAnArchiveThatChangedSinceThePreview()
    {
        for (const bool replace : {false, true}) {
            const PackageHome home;
            if (replace)
                home.addSkill(foo, PackageHome::fooText("Mine"));
            const auto preview = home.packages().previewInstall({home.archive("One"), replace, false, {}});
            QVERIFY(preview);
            static_cast<void>(home.archive(ZipBytes().add("foo/SKILL.md", PackageHome::fooText("One")).add("foo/references/a.md", "Other\n")));
            const auto outcome = home.packages().install(*preview, patientOptions());
            QVERIFY(!outcome);
            QCOMPARE(outcome.error().details.kind, QStringLiteral("archive-changed"));
            QVERIFY(home.records(foo).isEmpty());
            QCOMPARE(QFileInfo::exists(home.skillFile(foo)), replace);
            QVERIFY(home.temporaryFiles().isEmpty() && !QFile::exists(home.intent()));
            QCOMPARE(QDir(home.customRoot()).entryList({QStringLiteral(".installing-*")}, QDir::Dirs | QDir::Hidden).size(), 0);
        }
    }

    void cancelledWhileStaging()
    {
        const PackageHome home;
        const auto preview = home.packages().previewInstall({home.archive("One"), false, false, {}});
        QVERIFY(preview);
        CancelSource source;
        MutationOptions options = patientOptions();
        options.wait.cancel = source.token();
        bool asked = false;
        const auto outcome = home.packages().install(*preview, options, [&](qint64, qint64) {
            asked = true;
            source.cancel();
        });
        QVERIFY(asked);
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::Cancelled);
        QVERIFY(!QFileInfo::exists(home.skillFile(foo)));
        QVERIFY(home.records(foo).isEmpty());
        QCOMPARE(QDir(home.customRoot()).entryList({QStringLiteral(".installing-*")}, QDir::Dirs | QDir::Hidden).size(), 0);
    }

    void warnsBeforeTheFirstSkillHidesOthers()
    {
        const PackageHome home;
        writeFile(QString(home.path() + QStringLiteral("/skills/custom/old-one/SKILL.md")), skillText(QStringLiteral("old-one"), "x\n"));
        const auto preview = home.packages().previewInstall({home.archive("One"), false, false, {}});
        QVERIFY(preview);
        QCOMPARE(preview->warnings.size(), 1);
        const auto outcome = home.packages().install(*preview, patientOptions());
        QVERIFY(outcome);
        QVERIFY(outcome->mutation.warnings.contains(preview->warnings.first()));
    }

    void manyEachForItself()
    {
        const PackageHome home;
        const auto zipOf = [](const QByteArray &name) { return ZipBytes().add("SKILL.md", skillText(QString::fromUtf8(name), "x\n")); };
        const QList<InstallRequest> requests{
            {home.archive(zipOf("one"), QStringLiteral("1.skill")), false, false, {}},
            {home.archive(zipOf("one"), QStringLiteral("2.skill")), false, false, {}},
            {QString(home.path() + QStringLiteral("/missing.skill")), false, false, {}},
            {home.archive(zipOf("two"), QStringLiteral("3.skill")), false, false, {}},
            {home.archive(zipOf("three"), QStringLiteral("4.skill")), false, false, {}},
        };
        CancelSource source;
        const auto optionsOf = [&] {
            MutationOptions options = patientOptions();
            options.wait.cancel = source.token();
            return options;
        };
        QList<qsizetype> items;
        const auto results = home.packages().installAll(requests, optionsOf, [&](qsizetype item, qsizetype all, qint64, qint64) {
            QCOMPARE(all, requests.size());
            if (items.isEmpty() || items.last() != item)
                items += item;
            if (item == 4)
                source.cancel();
        });
        QCOMPARE(items, QList<qsizetype>({0, 1, 2, 3, 4}));
        QCOMPARE(results.size(), requests.size());
        QVERIFY(results[0] && results[3]);
        QCOMPARE(results[1].error().code, ErrorCode::AlreadyExists);
        QCOMPARE(results[2].error().code, ErrorCode::NotFound);
        QCOMPARE(results[4].error().code, ErrorCode::Cancelled);
        QVERIFY(QFileInfo::exists(home.skillFile(QStringLiteral("two"))));
        QVERIFY(!QFileInfo::exists(home.skillFile(QStringLiteral("three"))));
    }
};

QTEST_GUILESS_MAIN(TestSkillInstall)
#include "tst_skill_install.moc"
