// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exporting: the same bytes for the same skill, nothing from outside of it, and nothing half written.
#include "package/package_folder.h"
#include "package_fixture.h"

#include <QFileInfo>
#include <QProcess>
#include <QTest>

#include <algorithm>
#include <clocale>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

using namespace verderer;
using namespace verderer::test;

namespace {

const QString foo = QStringLiteral("foo");

class ExportHome : public PackageHome {
public:
    ExportHome()
    {
        addSkill(foo, fooText("Mine"));
        writeFile(skillFile(foo, QStringLiteral("references/b.md")), "b\n");
        writeFile(skillFile(foo, QStringLiteral("references-old.md")), "c\n");
        writeFile(skillFile(foo, QString::fromUtf8("assets/\xE6\x8A\x80.bin")), QByteArray("\xff\0\x01", 3));
        QDir().mkpath(skillFile(foo, QStringLiteral("templates/empty")));
    }
    [[nodiscard]] QString folder() const { return QString(customRoot() + QStringLiteral("/foo")); }
    [[nodiscard]] QString target(const QString &name = QStringLiteral("out.skill")) const { return QString(path() + QStringLiteral("/out/") + name); }
    [[nodiscard]] ExportRequest request(const QString &name = QStringLiteral("out.skill")) const
    {
        QDir().mkpath(QString(path() + QStringLiteral("/out")));
        return {folder(), foo, target(name), {}, false};
    }
    [[nodiscard]] QStringList written() const
    {
        return QDir(QString(path() + QStringLiteral("/out"))).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }
};

} // namespace

class TestSkillExport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comesBackWhole()
    {
        const ExportHome home;
        const auto exported = home.packages().exportSkill(home.request());
        QVERIFY2(exported, exported ? "" : qPrintable(exported.error().message));
        QVERIFY(exported->leftOut.isEmpty() && exported->warnings.isEmpty());
        QCOMPARE(home.written(), QStringList(QStringLiteral("out.skill")));
        const auto contents = inspectArchive(home.target(), {});
        QVERIFY2(contents, contents ? "" : qPrintable(contents.error().message));
        QCOMPARE(contents->root, foo);
        QCOMPARE(contents->revision, exported->revision);
        QCOMPARE(contents->text, PackageHome::fooText("Mine"));
        QCOMPARE(contents->files.size(), 5);
        const PackageHome other;
        const auto installed = other.install({home.target(), false, false, {}});
        QVERIFY2(installed, installed ? "" : qPrintable(installed.error().message));
        QCOMPARE(readFile(other.skillFile(foo, QString::fromUtf8("assets/\xE6\x8A\x80.bin"))), QByteArray("\xff\0\x01", 3));
        QVERIFY(QFileInfo(other.skillFile(foo, QStringLiteral("templates/empty"))).isDir());
    }

    /// Whoever exports, whenever, with whatever language and clock.
    void theSameSkillGivesTheSameBytes()
    {
        const ExportHome home;
        QVERIFY(home.packages().exportSkill(home.request(QStringLiteral("1.skill"))));
        const utimbuf when{1'000'000'000, 1'000'000'000};
        QCOMPARE(::utime(QFile::encodeName(home.skillFile(foo)).constData(), &when), 0);
        QCOMPARE(::chmod(QFile::encodeName(home.skillFile(foo, QStringLiteral("references/b.md"))).constData(), 0755), 0);
        const QByteArray zone = qgetenv("TZ");
        const QByteArray language = ::setlocale(LC_ALL, nullptr);
        qputenv("TZ", "Asia/Tokyo");
        ::tzset();
        ::setlocale(LC_ALL, "C");
        const auto second = home.packages().exportSkill(home.request(QStringLiteral("2.skill")));
        ::setlocale(LC_ALL, language.constData());
        qputenv("TZ", zone);
        ::tzset();
        QVERIFY(second);
        // Another home, its files made in another order.
        const PackageHome other;
        writeFile(other.skillFile(foo, QStringLiteral("references-old.md")), "c\n");
        QDir().mkpath(other.skillFile(foo, QStringLiteral("templates/empty")));
        writeFile(other.skillFile(foo, QString::fromUtf8("assets/\xE6\x8A\x80.bin")), QByteArray("\xff\0\x01", 3));
        writeFile(other.skillFile(foo, QStringLiteral("references/b.md")), "b\n");
        other.addSkill(foo, PackageHome::fooText("Mine"));
        ExportRequest third = home.request(QStringLiteral("3.skill"));
        third.folder = QString(other.customRoot() + QStringLiteral("/foo"));
        QVERIFY(other.packages().exportSkill(third));
        QVERIFY(!readFile(home.target(QStringLiteral("1.skill"))).isEmpty());
        QCOMPARE(readFile(home.target(QStringLiteral("2.skill"))), readFile(home.target(QStringLiteral("1.skill"))));
        QCOMPARE(readFile(home.target(QStringLiteral("3.skill"))), readFile(home.target(QStringLiteral("1.skill"))));
    }

    /// Python's reader is DeerFlow's.
    void pythonReadsIt()
    {
        const ExportHome home;
        QVERIFY(home.packages().exportSkill(home.request()));
        QProcess python;
        python.start(QStringLiteral("python3"),
                     {QStringLiteral("-c"),
                      QStringLiteral("import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n"
                                     "for i in z.infolist(): print(ascii(i.filename), i.date_time[0], oct(i.external_attr >> 16))"),
                      home.target()});
        QVERIFY(python.waitForFinished(60'000));
        QCOMPARE(python.readAllStandardError(), QByteArray());
        QCOMPARE(python.readAllStandardOutput(), QByteArray("'foo/SKILL.md' 1980 0o100644\n"
                                                            "'foo/assets/\\u6280.bin' 1980 0o100644\n"
                                                            "'foo/references-old.md' 1980 0o100644\n"
                                                            "'foo/references/b.md' 1980 0o100644\n"
                                                            "'foo/templates/empty/' 1980 0o40755\n"));
    }

    /// T96.
    void linksAreLeftOutAndNamed()
    {
        const ExportHome home;
        const QString secret = QString(home.path() + QStringLiteral("/secret"));
        writeFile(secret, "do not tell\n");
        QVERIFY(QFile::link(secret, home.skillFile(foo, QStringLiteral("assets/key"))));
        QVERIFY(QFile::link(home.path(), home.skillFile(foo, QStringLiteral("everything"))));
        const auto exported = home.packages().exportSkill(home.request());
        QVERIFY(exported);
        QCOMPARE(exported->leftOut.size(), 2);
        QVERIFY(exported->leftOut[0].startsWith(QStringLiteral("assets/key was left out")));
        const auto contents = inspectArchive(home.target(), {});
        QVERIFY(contents);
        for (const PackagedFile &file : contents->files)
            QVERIFY(!file.path.contains(QStringLiteral("key")) && !file.path.contains(QStringLiteral("everything")));
        QVERIFY(contents->leftOut.isEmpty());
    }

    /// Somebody puts a link in the place of a file or a folder after it was listed.
    void aLinkThatComesLateIsNotFollowed()
    {
        const ExportHome home;
        const QString outside = QString(home.path() + QStringLiteral("/outside"));
        writeFile(QString(outside + QStringLiteral("/b.md")), "do not tell\n");
        const auto package = PackageFolder::open(home.folder());
        QVERIFY(package);
        const auto listing = package->list({});
        QVERIFY(listing);
        QVERIFY(QDir(home.skillFile(foo, QStringLiteral("references"))).removeRecursively());
        QVERIFY(QFile::link(outside, home.skillFile(foo, QStringLiteral("references"))));
        QVERIFY(QFile::remove(home.skillFile(foo, QStringLiteral("references-old.md"))));
        QVERIFY(QFile::link(QString(outside + QStringLiteral("/b.md")), home.skillFile(foo, QStringLiteral("references-old.md"))));
        for (const QString &path : {QStringLiteral("references/b.md"), QStringLiteral("references-old.md")}) {
            QVERIFY(std::any_of(listing->files.cbegin(), listing->files.cend(), [&](const PackagedFile &file) { return file.path == path; }));
            const auto read = package->readFile(path, [](const QByteArray &) { return Result<void>(); });
            QVERIFY(!read);
            QCOMPARE(read.error().details.kind, QStringLiteral("link-outside"));
        }
        // The folder is the one that was opened, whatever its name leads to now.
        QVERIFY(QDir().rename(home.folder(), QString(home.path() + QStringLiteral("/elsewhere"))));
        QVERIFY(QDir().mkpath(home.folder()));
        QVERIFY(package->readFile(QStringLiteral("SKILL.md"), [](const QByteArray &) { return Result<void>(); }));
    }

    void leavesOutWhatNoArchiveMayName()
    {
        const ExportHome home;
        writeFile(home.skillFile(foo, QStringLiteral("assets/a:b")), "x");
        writeFile(home.skillFile(foo, QStringLiteral("assets/a\\b")), "x");
        writeFile(home.skillFile(foo, QStringLiteral("tmpabcdefgh")), "x");
        const auto exported = home.packages().exportSkill(home.request());
        QVERIFY(exported);
        QCOMPARE(exported->leftOut.size(), 3);
        QVERIFY(inspectArchive(home.target(), {}));
    }

    void isBoundToTheRevisionThatWasShown()
    {
        const ExportHome home;
        const auto preview = home.packages().previewExport(home.request());
        QVERIFY(preview);
        ExportRequest request = home.request();
        request.revision = preview->revision;
        writeFile(home.skillFile(foo, QStringLiteral("references/b.md")), "changed\n");
        const auto refused = home.packages().exportSkill(request);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Conflict);
        QVERIFY(home.written().isEmpty());
        writeFile(home.skillFile(foo, QStringLiteral("references/b.md")), "b\n");
        QVERIFY(home.packages().exportSkill(request));
    }

    void overwritesOnlyWhereTold()
    {
        const ExportHome home;
        ExportRequest request = home.request();
        writeFile(request.target, "somebody's\n");
        const auto refused = home.packages().exportSkill(request);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::AlreadyExists);
        QCOMPARE(readFile(request.target), QByteArray("somebody's\n"));
        QCOMPARE(home.written().size(), 1);
        // A file that comes while it is packed is not lost either.
        QVERIFY(QFile::remove(request.target));
        const auto late = home.packages().exportSkill(request, {}, [&](qint64, qint64) { writeFile(request.target, "late\n"); });
        QVERIFY(!late);
        QCOMPARE(late.error().code, ErrorCode::AlreadyExists);
        QCOMPARE(readFile(request.target), QByteArray("late\n"));
        request.overwrite = true;
        QVERIFY(home.packages().exportSkill(request));
        QVERIFY(readFile(request.target).startsWith("PK"));
        QCOMPARE(home.written().size(), 1);
    }

    void leavesNothingBehind()
    {
        const ExportHome home;
        CancelSource source;
        const auto cancelled = home.packages().exportSkill(home.request(), source.token(), [&](qint64, qint64) { source.cancel(); });
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
        QVERIFY(home.written().isEmpty());
        ExportRequest nowhere = home.request();
        nowhere.target = QString(home.path() + QStringLiteral("/missing/out.skill"));
        QVERIFY(!home.packages().exportSkill(nowhere));
        ExportRequest other = home.request();
        other.target = QString(home.path() + QStringLiteral("/out/out.zip"));
        QCOMPARE(home.packages().exportSkill(other).error().details.kind, QStringLiteral("archive-suffix"));
        ExportRequest gone = home.request();
        gone.folder = QString(home.customRoot() + QStringLiteral("/gone"));
        QCOMPARE(home.packages().exportSkill(gone).error().code, ErrorCode::NotFound);
        QVERIFY(home.written().isEmpty());
    }

    /// It can be exported all the same: saving a broken skill is what an export may be for.
    void tellsWhyDeerFlowWouldNotInstallIt()
    {
        const ExportHome home;
        home.addSkill(foo, "no front matter\n");
        writeFile(home.skillFile(foo, QStringLiteral("evals/SKILL.md")), "x");
        const auto exported = home.packages().exportSkill(home.request());
        QVERIFY(exported);
        QCOMPARE(exported->warnings.size(), 2);
    }

    void manyEachForItself()
    {
        const ExportHome home;
        ExportRequest missing = home.request(QStringLiteral("2.skill"));
        missing.folder += QStringLiteral("-not");
        const auto results =
            home.packages().exportAll({home.request(QStringLiteral("1.skill")), missing, home.request(QStringLiteral("3.skill"))}, {});
        QCOMPARE(results.size(), 3);
        QVERIFY(results[0] && !results[1] && results[2]);
        QCOMPARE(home.written(), QStringList({QStringLiteral("1.skill"), QStringLiteral("3.skill")}));
    }
};

QTEST_GUILESS_MAIN(TestSkillExport)
#include "tst_skill_export.moc"
