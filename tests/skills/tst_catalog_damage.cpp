// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog_fixtures.h"

#include <QDateTime>
#include <QDirIterator>

#include <algorithm>
#include <cstdio>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace verderer;

/// What a catalog does with things that should not be there.
class TestCatalogDamage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void brokenStateFilesAreNamed()
    {
        const Installation here;
        here.write(here.roots.extensionsFile, "{\n  \"skills\": {,}\n}");
        here.write(here.roots.userStatesFile, "[]");
        Catalog catalog = here.read();
        QCOMPARE(catalog.problems.size(), 2);
        QCOMPARE(catalog.problems.at(0).severity, Severity::Error);
        QCOMPARE(catalog.problems.at(0).line, 2);
        QVERIFY2(catalog.problems.at(0).message.contains(u"extensions_config.json"), qPrintable(catalog.problems.at(0).message));
        QVERIFY2(catalog.problems.at(1).message.contains(u"_skill_states.json"), qPrintable(catalog.problems.at(1).message));

        here.write(here.roots.extensionsFile, R"({"skills": {"kettle": false}})");
        QVERIFY(QFile::remove(here.roots.userStatesFile));
        catalog = here.read();
        QCOMPARE(catalog.problems.size(), 1);
        QVERIFY2(catalog.problems.at(0).message.contains(u"'kettle'"), qPrintable(catalog.problems.at(0).message));
    }

    void oddThingsInThePlaceOfTheFile()
    {
        const Installation here;
        const QString &root = here.roots.customRoot;
        for (const QString &name :
             {QStringLiteral("pipe"), QStringLiteral("folder/SKILL.md"), QStringLiteral("nowhere"), QStringLiteral("circle"), QStringLiteral("good")})
            QVERIFY(QDir().mkpath(QString(root % u'/' % name)));
        here.skill(root, QStringLiteral("good"));
        QCOMPARE(::mkfifo(QFile::encodeName(root + u"/pipe/SKILL.md").constData(), 0644), 0);
        QCOMPARE(::symlink("missing.md", QFile::encodeName(root + u"/nowhere/SKILL.md").constData()), 0);
        QCOMPARE(::symlink("SKILL.md", QFile::encodeName(root + u"/circle/SKILL.md").constData()), 0);
        QCOMPARE(::symlink("/dev/zero", QFile::encodeName(root + u"/device").constData()), 0);
        QVERIFY(QDir().mkpath(root + u"/zero"));
        QCOMPARE(::symlink("/dev/zero", QFile::encodeName(root + u"/zero/SKILL.md").constData()), 0);
        const Catalog catalog = here.read();
        for (const QString &name :
             {QStringLiteral("pipe"), QStringLiteral("folder"), QStringLiteral("nowhere"), QStringLiteral("circle"), QStringLiteral("zero")}) {
            const SkillEntry *entry = custom(catalog, name);
            QVERIFY2(entry, qPrintable(name));
            const Problem *problem = problemOf(entry, ProblemKind::Unreadable);
            QVERIFY2(problem, qPrintable(name));
            QCOMPARE(problem->severity, Severity::Error);
            QVERIFY(!entry->editable);
            QVERIFY(!entry->listed);
        }
        QCOMPARE(listedNames(catalog), QStringList({QStringLiteral("custom/good")}));
        QCOMPARE(catalog.unreadableCount(), 5);
    }

    void folderCalledSkillMdIsNoSkillOfTheUser()
    {
        const Installation here;
        QVERIFY(QDir().mkpath(here.roots.customRoot + u"/folder/SKILL.md"));
        here.skill(here.roots.legacyRoot, QStringLiteral("old"));
        QCOMPARE(listedNames(here.read()), QStringList({QStringLiteral("legacy/old")}));
    }

    void linkLoopsEnd()
    {
        const Installation here;
        const QString &root = here.roots.customRoot;
        here.skill(root, QStringLiteral("team/helper"));
        QCOMPARE(::symlink("..", QFile::encodeName(root + u"/team/loop").constData()), 0);
        QCOMPARE(::symlink("self", QFile::encodeName(root + u"/self").constData()), 0);
        QCOMPARE(::symlink("gone", QFile::encodeName(root + u"/dangling").constData()), 0);
        const Catalog catalog = here.read();
        QCOMPARE(catalog.entries.size(), 1);
        QCOMPARE(std::ranges::count_if(catalog.problems, [](const Problem &problem) { return problem.kind == ProblemKind::LinkLoop; }), 2);
        QCOMPARE(std::ranges::count_if(catalog.problems, [](const Problem &problem) { return problem.kind == ProblemKind::Unreadable; }), 1);
    }

    void linkedFoldersAreFollowed()
    {
        const Installation here;
        here.skill(here.at(QStringLiteral("elsewhere")), QStringLiteral("linked"));
        QVERIFY(QDir().mkpath(here.roots.customRoot));
        QCOMPARE(::symlink(QFile::encodeName(here.at(QStringLiteral("elsewhere/linked"))).constData(),
                           QFile::encodeName(here.roots.customRoot + u"/linked").constData()),
                 0);
        QCOMPARE(listedNames(here.read()), QStringList({QStringLiteral("custom/linked")}));
    }

    void foldersThatLinkToEachOtherEnd()
    {
        const Installation here;
        for (int i = 0; i < 4; ++i)
            QVERIFY(QDir().mkpath(QStringLiteral("%1/n%2").arg(here.roots.customRoot).arg(i)));
        for (int i = 0; i < 4; ++i) {
            for (int k = 0; k < 4; ++k)
                QCOMPARE(::symlink(QFile::encodeName(QStringLiteral("../n%1").arg(k)).constData(),
                                   QFile::encodeName(QStringLiteral("%1/n%2/to%3").arg(here.roots.customRoot).arg(i).arg(k)).constData()),
                         0);
        }
        const Catalog catalog = here.read();
        QVERIFY(catalog.entries.isEmpty());
        QVERIFY(!catalog.problems.isEmpty());
    }

    void folderNameThatIsNotUtf8()
    {
        const Installation here;
        here.skill(here.roots.customRoot, QStringLiteral("good"));
        const QByteArray folder(QFile::encodeName(here.roots.customRoot) + "/caf\xe9");
        QCOMPARE(::mkdir(folder.constData(), 0755), 0);
        FILE *file = std::fopen(QByteArray(folder + "/SKILL.md").constData(), "w");
        QVERIFY(file);
        std::fputs("---\nname: cafe\ndescription: x\n---\n", file);
        std::fclose(file);
        const Catalog catalog = here.read();
        QCOMPARE(catalog.entries.size(), 2);
        const SkillEntry &odd = catalog.entries.first();
        QCOMPARE(odd.name, QStringLiteral("cafe"));
        QVERIFY(odd.listed);
        QVERIFY(!odd.editable);
        QVERIFY(problemOf(&odd, ProblemKind::NotUtf8));
        // Qt cannot name it, so the temporary folder cannot clean it up.
        QCOMPARE(::unlink(QByteArray(folder + "/SKILL.md").constData()), 0);
        QCOMPARE(::rmdir(folder.constData()), 0);
    }

    void hundredMegabytesAreReadInPart()
    {
        const Installation here;
        const QString path = here.roots.customRoot + u"/huge/SKILL.md";
        here.write(path, Installation::text(QStringLiteral("huge")));
        QCOMPARE(::truncate(QFile::encodeName(path).constData(), 100LL * 1024 * 1024), 0);
        here.history(QStringLiteral("huge"), record("human_edit", {}, QStringLiteral("other")));
        const Catalog catalog = here.read();
        const SkillEntry *huge = custom(catalog, QStringLiteral("huge"));
        QVERIFY(huge);
        QCOMPARE(huge->size, 100LL * 1024 * 1024);
        QVERIFY(huge->listed);
        QVERIFY(!huge->editable);
        QVERIFY2(problemOf(huge, ProblemKind::TooLarge)->message.contains(u"100.0 MiB"), qPrintable(problemOf(huge, ProblemKind::TooLarge)->message));
        QVERIFY(!problemOf(huge, ProblemKind::ChangedOutside));
        QCOMPARE(catalog.unreadableCount(), 0);
    }

    void readOnlyTreeIsSaid()
    {
        // Permissions do not stop root, so a child without privileges reads the catalog.
        const Installation here;
        here.skill(here.roots.customRoot, QStringLiteral("kettle"));
        QCOMPARE(::chmod(QFile::encodeName(here.at(QStringLiteral("."))).constData(), 0755), 0);
        QCOMPARE(::chmod(QFile::encodeName(here.roots.customRoot).constData(), 0555), 0);
        QCOMPARE(::chmod(QFile::encodeName(here.roots.customRoot + u"/kettle").constData(), 0555), 0);
        const pid_t child = ::fork();
        QVERIFY(child >= 0);
        if (child == 0) {
            if (::getuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0))
                ::_exit(99);
            const Catalog catalog = here.read();
            const SkillEntry *kettle = custom(catalog, QStringLiteral("kettle"));
            const bool right =
                kettle && kettle->listed && !kettle->editable && kettle->notEditableReason.contains(u"read-only") && !catalog.customWritable;
            ::_exit(right ? 0 : 1);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 0);
        QCOMPARE(::chmod(QFile::encodeName(here.roots.customRoot).constData(), 0755), 0);
        QCOMPARE(::chmod(QFile::encodeName(here.roots.customRoot + u"/kettle").constData(), 0755), 0);
    }

    void unreadableFilesAndFoldersAreSaid()
    {
        const Installation here;
        here.skill(here.roots.customRoot, QStringLiteral("closed"));
        here.skill(here.roots.customRoot, QStringLiteral("secret"));
        QCOMPARE(::chmod(QFile::encodeName(here.at(QStringLiteral("."))).constData(), 0755), 0);
        QCOMPARE(::chmod(QFile::encodeName(here.roots.customRoot + u"/closed").constData(), 0), 0);
        QCOMPARE(::chmod(QFile::encodeName(here.roots.customRoot + u"/secret/SKILL.md").constData(), 0), 0);
        const pid_t child = ::fork();
        QVERIFY(child >= 0);
        if (child == 0) {
            if (::getuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0))
                ::_exit(99);
            const Catalog catalog = here.read();
            const bool file = problemOf(custom(catalog, QStringLiteral("secret")), ProblemKind::Unreadable) != nullptr;
            const bool folder = catalog.problems.size() == 1 && catalog.problems.first().message.contains(u"closed");
            ::_exit(file && folder && !custom(catalog, QStringLiteral("closed")) ? 0 : 1);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 0);
        QCOMPARE(::chmod(QFile::encodeName(here.roots.customRoot + u"/closed").constData(), 0755), 0);
    }

    void cancelledReadingFails()
    {
        const Installation here;
        here.skill(here.roots.customRoot, QStringLiteral("kettle"));
        CancelSource source;
        source.cancel();
        const auto catalog = readCatalog(here.roots, source.token());
        QVERIFY(!catalog);
        QCOMPARE(catalog.error().code, ErrorCode::Cancelled);
    }

    void nothingIsWritten()
    {
        const Installation here;
        here.skill(here.roots.customRoot, QStringLiteral("kettle"));
        here.history(QStringLiteral("kettle"), "{\"ts\": \"torn");
        const auto everything = [&] {
            QStringList all;
            QDirIterator it(here.at(QString()), QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
            while (it.hasNext()) {
                const QFileInfo info(it.next());
                all.append(QStringLiteral("%1 %2 %3").arg(info.filePath()).arg(info.size()).arg(info.lastModified().toMSecsSinceEpoch()));
            }
            all.sort();
            return all;
        };
        const QStringList before = everything();
        QCOMPARE(here.read().entries.size(), 1);
        QCOMPARE(everything(), before);
    }
};

QTEST_GUILESS_MAIN(TestCatalogDamage)
#include "tst_catalog_damage.moc"
