// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an archive may hold, what is left out of it, and what it is refused for (deerflow-format 4; T89 to T95).
#include "package/skill_archive.h"
#include "scan/package_scan.h"
#include "support/test_home.h"
#include "support/zip_bytes.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace verderer;
using namespace verderer::test;

namespace {

QByteArray foo(const QByteArray &body = "Body\n")
{
    return skillText(QStringLiteral("foo"), body);
}

QStringList pathsOf(const ArchiveContents &contents)
{
    QStringList paths;
    for (const PackagedFile &file : contents.files)
        paths += file.isFolder ? QString(file.path + u'/') : file.path;
    return paths;
}

QStringList leftOutOf(const ArchiveContents &contents)
{
    QStringList left;
    for (const LeftOutMember &member : contents.leftOut)
        left += QString(member.kind + u' ' + member.path);
    left.sort();
    return left;
}

QStringList rulesOf(const ScanReport &report)
{
    QStringList ids;
    for (const ScanFinding &finding : report.findings)
        ids += finding.ruleId;
    return ids;
}

} // namespace

class TestSkillArchive : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_dir;

    QString archive(const QByteArray &bytes) const
    {
        const QString path = m_dir.filePath(QStringLiteral("a.skill"));
        writeFile(path, bytes);
        return path;
    }
    Result<ArchiveContents> inspect(const ZipBytes &zip, const InspectOptions &options = {}) const
    {
        return inspectArchive(archive(zip.bytes()), options);
    }

private Q_SLOTS:
    void accepted_data();
    void accepted();
    void refused_data();
    void refused();
    void refusesOtherFiles();
    void oneLevelTooDeepIsTakenOnWish();
    void theLastOfADoubleCounts();
    void whatTheScannerSaysIsToldAndNotRefused();
    void aTextThatDeerFlowRefusesIsTold();
    void limits();
    void theLimitIsThatOfTheBytes();
    void cancelledWhileUnpacking();
    void progress();
    void handsOverOnlyWhatWasInspected();
};

void TestSkillArchive::accepted_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QStringList>("paths");
    QTest::addColumn<QStringList>("leftOut");
    QTest::addColumn<QString>("root");
    const auto row = [](const char *name, const ZipBytes &zip, const QStringList &paths, const QString &root, const QStringList &leftOut = {}) {
        QTest::newRow(name) << zip.bytes() << paths << leftOut << root;
    };
    const QString text = QStringLiteral("SKILL.md");
    const QString guide = QStringLiteral("references/a.md");
    row("flat", ZipBytes().add("SKILL.md", foo()).add("references/a.md", "x\n"), {text, guide}, {});
    row("one folder", ZipBytes().add("foo/").add("foo/SKILL.md", foo()).add("foo/references/a.md", "x\n"), {text, guide}, QStringLiteral("foo"));
    row("a folder of any name", ZipBytes().add("any/SKILL.md", foo()), {text}, QStringLiteral("any"));
    row("backslashes", ZipBytes().add("foo\\SKILL.md", foo()).add("foo\\references\\").add("foo\\references\\a.md", "x\n"),
        {text, QStringLiteral("references/"), guide}, QStringLiteral("foo"));
    row("Finder's junk beside a folder", ZipBytes().add("foo/SKILL.md", foo()).add("__MACOSX/foo/._SKILL.md", "j").add(".DS_Store", "j"), {text},
        QStringLiteral("foo"), {QStringLiteral("finder-junk .DS_Store"), QStringLiteral("finder-junk __MACOSX/foo/._SKILL.md")});
    row("Finder's junk in a flat one", ZipBytes().add("SKILL.md", foo()).add("__MACOSX/._SKILL.md", "j").add(".DS_Store", "j"), {text}, {},
        {QStringLiteral("finder-junk .DS_Store"), QStringLiteral("finder-junk __MACOSX/._SKILL.md")});
    row("links", ZipBytes().add("foo/SKILL.md", foo()).addLink("foo/key", "/etc/passwd").addLink("SKILL.md", "foo/SKILL.md"), {text},
        QStringLiteral("foo"), {QStringLiteral("link SKILL.md"), QStringLiteral("link foo/key")});
    row("a device", ZipBytes().add("foo/SKILL.md", foo()).add({"foo/null", {}, 0020666, 0x0800, false, {}, {}}), {text}, QStringLiteral("foo"),
        {QStringLiteral("special foo/null")});
    row("empty folders and hidden files", ZipBytes().add("foo/SKILL.md", foo()).add("foo/assets/").add("foo/.git/config", "x\n"),
        {QStringLiteral(".git/config"), text, QStringLiteral("assets/")}, QStringLiteral("foo"));
    row("packed", ZipBytes().add({"foo/SKILL.md", foo(QByteArray(100000, 'x')), 0100644, 0x0800, true, {}, {}}), {text}, QStringLiteral("foo"));
    row("Chinese", ZipBytes().add("foo/SKILL.md", foo()).add("foo/assets/\xE6\x8A\x80.png", "x"),
        {text, QString::fromUtf8("assets/\xE6\x8A\x80.png")}, QStringLiteral("foo"));
    row("UTF-8 that is not marked so", ZipBytes().add("foo/SKILL.md", foo()).add({"foo/assets/\xC3\xA9.png", "x", 0100644, 0, false, {}, {}}),
        {text, QString::fromUtf8("assets/\xC3\xA9.png")}, QStringLiteral("foo"));
    row("dots in a name", ZipBytes().add("foo/SKILL.md", foo()).add("foo/assets/a..b", "x"), {text, QStringLiteral("assets/a..b")},
        QStringLiteral("foo"));
}

void TestSkillArchive::accepted()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QStringList, paths);
    QFETCH(QStringList, leftOut);
    // Whatever language the one speaks who installs.
    const QByteArray before = ::setlocale(LC_ALL, nullptr);
    ::setlocale(LC_ALL, "C");
    const auto contents = inspectArchive(archive(bytes), {});
    ::setlocale(LC_ALL, before.constData());
    QVERIFY2(contents, contents ? "" : qPrintable(contents.error().message));
    QCOMPARE(pathsOf(*contents), paths);
    QCOMPARE(leftOutOf(*contents), leftOut);
    QTEST(contents->root, "root");
    QVERIFY(contents->text.startsWith("---\nname: foo\n"));
    QCOMPARE(contents->verdict.name, QStringLiteral("foo"));
    QVERIFY(contents->verdict.valid);
    QVERIFY(contents->scan.decision() != ScanDecision::Block);
}

void TestSkillArchive::refused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<ErrorCode>("code");
    const auto row = [](const char *name, const QByteArray &bytes, const char *kind, ErrorCode code = ErrorCode::Invalid) {
        QTest::newRow(name) << bytes << QString::fromLatin1(kind) << code;
    };
    const auto with = [](const QByteArray &name, const QByteArray &bytes = "x") {
        return ZipBytes().add("foo/SKILL.md", foo()).add(name, bytes).bytes();
    };
    row("traversal", with("../x"), "member-traversal");
    row("traversal with backslashes", with("foo\\..\\..\\x"), "member-traversal");
    row("absolute", with("/etc/x"), "member-absolute");
    row("drive", with("C:\\x"), "member-colon");
    row("colon", with("foo/a:b"), "member-colon");
    row("Latin-1", ZipBytes().add("foo/SKILL.md", foo()).add({"foo/\xE9.md", "x", 0100644, 0, false, {}, {}}).bytes(), "member-encoding");
    row("not UTF-8 although it says so", with("foo/\xE9.md"), "member-encoding");
    row("two folders", ZipBytes().add("foo/SKILL.md", foo()).add("bar/SKILL.md", foo()).bytes(), "archive-two-tops");
    row("a file beside the folder", with("README.md"), "archive-two-tops");
    row("too deep", ZipBytes().add("x/foo/SKILL.md", foo()).bytes(), "archive-too-deep");
    row("no SKILL.md", ZipBytes().add("foo/README.md", "x").bytes(), "archive-no-skill");
    row("small letters", ZipBytes().add("foo/skill.md", foo()).bytes(), "archive-no-skill");
    row("SKILL.md is a folder", ZipBytes().add("foo/SKILL.md/").bytes(), "archive-no-skill");
    row("SKILL.md is a link", ZipBytes().addLink("foo/SKILL.md", "/etc/passwd").bytes(), "archive-no-skill");
    row("empty", ZipBytes().bytes(), "archive-damaged", ErrorCode::Damaged);
    row("a file that is a folder", ZipBytes().add("foo/SKILL.md", foo()).add("foo/a", "x").add("foo/a/b", "x").bytes(), "member-clash");
    row("a folder and then a file", ZipBytes().add("foo/SKILL.md", foo()).add("foo/a/").add("foo/a", "x").bytes(), "member-clash");
    row("encrypted", ZipBytes().add("foo/SKILL.md", foo()).add({"foo/a", QByteArray(20, 'x'), 0100644, 0x0801, false, {}, {}}).bytes(),
        "member-encrypted");
    row("a reference that is not UTF-8", with("foo/references/a.md", "\xff\xfe"), "package-not-utf8");
    row("a script that is not UTF-8", with("foo/scripts/a.py", "print('\xe9')\n"), "package-not-utf8");
    row("no archive", "Hello\n", "archive-damaged", ErrorCode::Damaged);
    row("nothing", "", "archive-damaged", ErrorCode::Damaged);
    row("cut off", with("foo/assets/a", QByteArray(1000, 'x')).chopped(600), "archive-damaged", ErrorCode::Damaged);
    row("wrong checksum", ZipBytes().add("foo/SKILL.md", foo()).add({"foo/a", "xyz", 0100644, 0x0800, false, {}, 1U}).bytes(), "archive-damaged",
        ErrorCode::Damaged);
    row("wrong size", ZipBytes().add("foo/SKILL.md", foo()).add({"foo/a", QByteArray(5000, 'x'), 0100644, 0x0800, true, 10U, {}}).bytes(),
        "archive-damaged", ErrorCode::Damaged);
}

void TestSkillArchive::refused()
{
    QFETCH(QByteArray, bytes);
    const auto contents = inspectArchive(archive(bytes), {});
    QVERIFY(!contents);
    QTEST(contents.error().details.kind, "kind");
    QTEST(contents.error().code, "code");
    QVERIFY(!contents.error().message.isEmpty());
}

void TestSkillArchive::refusesOtherFiles()
{
    const QString zip = m_dir.filePath(QStringLiteral("a.zip"));
    writeFile(zip, ZipBytes().add("foo/SKILL.md", foo()).bytes());
    QCOMPARE(inspectArchive(zip, {}).error().details.kind, QStringLiteral("archive-suffix"));
    QCOMPARE(inspectArchive(m_dir.filePath(QStringLiteral("a.SKILL")), {}).error().details.kind, QStringLiteral("archive-suffix"));
    QCOMPARE(inspectArchive(m_dir.filePath(QStringLiteral("missing.skill")), {}).error().code, ErrorCode::NotFound);
    const QString folder = m_dir.filePath(QStringLiteral("folder.skill"));
    QVERIFY(QDir().mkpath(folder));
    QCOMPARE(inspectArchive(folder, {}).error().details.kind, QStringLiteral("not-regular"));
    const QString pipe = m_dir.filePath(QStringLiteral("pipe.skill"));
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    QCOMPARE(inspectArchive(pipe, {}).error().details.kind, QStringLiteral("not-regular"));
}

/// T91: refused, with the way out named; and the way out.
void TestSkillArchive::oneLevelTooDeepIsTakenOnWish()
{
    const ZipBytes deep = ZipBytes().add("x/foo/SKILL.md", foo()).add("x/foo/assets/a", "a").add("x/notes.txt", "n");
    const auto refused = inspect(deep);
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.contains(QStringLiteral("one level too deep")) && refused.error().message.contains(QStringLiteral("--repack")),
             qPrintable(refused.error().message));
    InspectOptions options;
    options.repack = true;
    const auto contents = inspect(deep, options);
    QVERIFY(contents);
    QCOMPARE(contents->root, QStringLiteral("x/foo"));
    QCOMPARE(pathsOf(*contents), QStringList({QStringLiteral("SKILL.md"), QStringLiteral("assets/a")}));
    QCOMPARE(leftOutOf(*contents), QStringList(QStringLiteral("outside x/notes.txt")));
    // Which of two is meant, nobody can tell.
    QVERIFY(!inspect(ZipBytes().add("x/foo/SKILL.md", foo()).add("y/bar/SKILL.md", foo()), options));
}

void TestSkillArchive::theLastOfADoubleCounts()
{
    const auto contents = inspect(ZipBytes().add("SKILL.md", foo("First\n")).add("a.txt", "x").add("SKILL.md", foo("Last\n")));
    QVERIFY(contents);
    QCOMPARE(contents->text, foo("Last\n"));
    QCOMPARE(pathsOf(*contents), QStringList({QStringLiteral("SKILL.md"), QStringLiteral("a.txt")}));
    QCOMPARE(leftOutOf(*contents), QStringList(QStringLiteral("duplicate SKILL.md")));
}

void TestSkillArchive::whatTheScannerSaysIsToldAndNotRefused()
{
    struct Case {
        QByteArray name;
        QByteArray bytes;
        QString rule;
        ScanDecision decision;
    };
    const QList<Case> cases{
        {"foo/evals/a/SKILL.md", foo(), QStringLiteral("package-nested-skill"), ScanDecision::Block},
        {"foo/scripts/tool",
         QByteArray("\x7f"
                    "ELF\x02"),
         QStringLiteral("package-program"), ScanDecision::Block},
        {"foo/assets/a.txt", "MZ is the name of a river\n", QStringLiteral("package-program"), ScanDecision::Block},
        {"foo/assets/mac", QByteArray("\xcf\xfa\xed\xfe"), QStringLiteral("package-program"), ScanDecision::Block},
        {"foo/assets/more.zip", ZipBytes().add("a", "x").bytes(), QStringLiteral("package-archive"), ScanDecision::Warn},
        {"foo/.env", "A=1\n", QStringLiteral("package-env-file"), ScanDecision::Warn},
    };
    for (const Case &each : cases) {
        const auto contents = inspect(ZipBytes().add("foo/SKILL.md", foo()).add(each.name, each.bytes));
        QVERIFY2(contents, each.name.constData());
        QVERIFY2(rulesOf(contents->scan).contains(each.rule), each.name.constData());
        QCOMPARE(contents->scan.decision(), each.decision);
    }
}

void TestSkillArchive::aTextThatDeerFlowRefusesIsTold()
{
    const auto marked = inspect(ZipBytes().add("foo/SKILL.md", "\xEF\xBB\xBF" + foo()));
    QVERIFY(marked);
    QVERIFY(!marked->verdict.valid);
    const auto broken = inspect(ZipBytes().add("foo/SKILL.md", "---\nname: foo\ndescription: Use when: x\n---\n"));
    QVERIFY(broken);
    QCOMPARE(broken->verdict.problem.kind, ProblemKind::YamlError);
    QCOMPARE(broken->verdict.problem.line, 3);
}

void TestSkillArchive::limits()
{
    const auto many = [](int files) {
        ZipBytes zip;
        zip.add("SKILL.md", foo());
        for (int i = 1; i < files; ++i)
            zip.add("assets/" + QByteArray::number(i), "x");
        return zip;
    };
    const auto allowed = inspect(many(maxPackageFiles));
    QVERIFY2(allowed, allowed ? "" : qPrintable(allowed.error().message));
    QCOMPARE(allowed->files.size(), qsizetype(maxPackageFiles));
    QCOMPARE(inspect(many(maxPackageFiles + 1)).error().details.kind, QStringLiteral("archive-too-many"));
    // Refused by what it claims, before anything is unpacked.
    ZipBytes huge;
    huge.add("SKILL.md", foo());
    for (int i = 0; i < 9; ++i)
        huge.add({"assets/" + QByteArray::number(i), "x", 0100644, 0x0800, true, 60U * 1024 * 1024, {}});
    QCOMPARE(inspect(huge).error().details.kind, QStringLiteral("archive-too-large"));
}

/// T94: a member that claims ten bytes and holds 65 MiB of zeros in 64 kB.
void TestSkillArchive::theLimitIsThatOfTheBytes()
{
    const QByteArray zeros(65 * 1024 * 1024, '\0');
    for (const std::optional<quint32> claimed : {std::optional<quint32>(), std::optional<quint32>(10U)}) {
        const ZipBytes bomb = ZipBytes().add("foo/SKILL.md", foo()).add({"foo/assets/a", zeros, 0100644, 0x0800, true, claimed, {}});
        QVERIFY(bomb.bytes().size() < 100 * 1024);
        qint64 furthest = 0;
        InspectOptions options;
        options.progress = [&](qint64 done, qint64) { furthest = std::max(furthest, done); };
        const auto contents = inspect(bomb, options);
        QVERIFY(!contents);
        QCOMPARE(contents.error().details.kind, QStringLiteral("member-too-large"));
        QVERIFY(furthest <= maxPackageFileBytes + 1024);
    }
}

void TestSkillArchive::cancelledWhileUnpacking()
{
    CancelSource source;
    InspectOptions options;
    options.cancel = source.token();
    options.progress = [&](qint64 done, qint64) {
        if (done > 1024 * 1024)
            source.cancel();
    };
    const QByteArray large(8 * 1024 * 1024, 'x');
    const auto contents = inspect(ZipBytes().add("foo/SKILL.md", foo()).add({"foo/assets/a", large, 0100644, 0x0800, true, {}, {}}), options);
    QVERIFY(!contents);
    QCOMPARE(contents.error().code, ErrorCode::Cancelled);
}

void TestSkillArchive::progress()
{
    QList<qint64> steps;
    qint64 told = 0;
    InspectOptions options;
    options.progress = [&](qint64 done, qint64 total) {
        steps += done;
        told = total;
    };
    const auto contents = inspect(ZipBytes().add("SKILL.md", foo()).add("a", QByteArray(300000, 'x')), options);
    QVERIFY(contents);
    QVERIFY(steps.size() > 3);
    QVERIFY(std::is_sorted(steps.cbegin(), steps.cend()));
    QCOMPARE(steps.last(), contents->bytes);
    QCOMPARE(told, contents->bytes);
}

/// Between the preview and the unpacking, the file is another one.
void TestSkillArchive::handsOverOnlyWhatWasInspected()
{
    const ZipBytes seen = ZipBytes().add("foo/SKILL.md", foo()).add("foo/assets/a", "good");
    const auto contents = inspect(seen);
    QVERIFY(contents);
    QStringList taken;
    const auto sink = [&](const PackagedFile &file, const QByteArray &) {
        taken += file.path;
        return Result<void>();
    };
    QVERIFY(unpackArchive(*contents, sink, {}, {}));
    QCOMPARE(taken, QStringList({QStringLiteral("SKILL.md"), QStringLiteral("assets/a")}));
    const QList<QByteArray> others{
        ZipBytes().add("foo/SKILL.md", foo()).add("foo/assets/a", "evil").bytes(),
        ZipBytes().add("foo/SKILL.md", foo()).add("foo/assets/b", "good").bytes(),
        ZipBytes().add("foo/SKILL.md", foo()).addLink("foo/assets/a", "good").bytes(),
        ZipBytes().add("foo/SKILL.md", foo()).bytes(),
    };
    for (const QByteArray &other : others) {
        archive(other);
        taken.clear();
        const auto unpacked = unpackArchive(*contents, sink, {}, {});
        QVERIFY(!unpacked);
        QCOMPARE(unpacked.error().code, ErrorCode::Conflict);
        QCOMPARE(unpacked.error().details.kind, QStringLiteral("archive-changed"));
        QVERIFY(!taken.contains(QStringLiteral("assets/a")));
    }
}

QTEST_GUILESS_MAIN(TestSkillArchive)
#include "tst_skill_archive.moc"
