// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_fixture.h"

#include <QTest>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace verderer;
using verderer::test::Answer;
using verderer::test::Cli;
using verderer::test::record;
using verderer::test::skillText;
using verderer::test::Tree;

/// Bad input of every kind: one clear sentence with the place, the exit status of the design, and every byte where it was.
class TestCliRefusals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void listsBesideWhatItCannotRead();
    void showsALargeHistoryByItsEnd();
    void readsAReadOnlyTreeAndRefusesToChangeIt();
    void refusesAReadOnlyFileSystem();
    void refusesAFullDisk();
};

namespace {

using Setup = void (*)(const Cli &);

void sparse(const QString &path, qint64 size, const QByteArray &tail = {})
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !file.resize(size) || !file.seek(size) || file.write(tail) != tail.size())
        qFatal("cannot make the large fixture %s", qPrintable(path));
}

constexpr qint64 hundredMegabytes = 100LL * 1000 * 1000;
constexpr qint64 oneGigabyte = 1000LL * 1000 * 1000;

QByteArray utf16(const QByteArray &text)
{
    QByteArray bytes("\xff\xfe");
    for (const char c : text) {
        bytes.append(c);
        bytes.append('\0');
    }
    return bytes;
}

} // namespace

Q_DECLARE_METATYPE(Setup)

void TestCliRefusals::refuses_data()
{
    QTest::addColumn<Setup>("setup");
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("place");
    const Setup nothing = [](const Cli &) {};
    const auto row = [](const char *name, Setup setup, const char *line, int status, const char *place) {
        QTest::newRow(name) << setup << QString::fromUtf8(line) << status << QString::fromUtf8(place);
    };

    const auto text = [](const Cli &cli, const QByteArray &bytes) { cli.tree().file(QStringLiteral("work/new.md"), bytes); };
    static const auto put = text;
    row(
        "broken YAML", [](const Cli &cli) { put(cli, skillText("notes", "x", "Use when: testing")); }, "skills edit notes --file new.md", 5,
        "new.md, line 3, column");
    row(
        "byte order mark", [](const Cli &cli) { put(cli, "\xef\xbb\xbf" + skillText("notes", "x")); }, "skills edit notes --file new.md", 5,
        "new.md, line 1");
    row(
        "UTF-16", [](const Cli &cli) { put(cli, utf16(skillText("notes", "x"))); }, "skills edit notes --file new.md", 5, "");
    row(
        "Latin-1",
        [](const Cli &cli) {
            put(cli, skillText("notes", "gr\xfc\xdf"
                                        "e\n"));
        },
        "skills edit notes --file new.md", 5, "");
    row(
        "empty", [](const Cli &cli) { put(cli, QByteArray()); }, "skills edit notes --file new.md", 5, "");
    row(
        "another name", [](const Cli &cli) { put(cli, skillText("other", "x")); }, "skills edit notes --file new.md", 5, "");
    row(
        "blank description", [](const Cli &cli) { put(cli, skillText("notes", "x", "\"\"")); }, "skills edit notes --file new.md", 5, "");
    row("missing file", nothing, "skills edit notes --file new.md", 3, "new.md");
    row(
        "folder as file", [](const Cli &cli) { cli.tree().folder(QStringLiteral("work/new.md")); }, "skills edit notes --file new.md", 5,
        "a folder. Name a file");
    row(
        "file of 100 MB", [](const Cli &cli) { sparse(cli.tree().path(QStringLiteral("work/new.md")), hundredMegabytes); },
        "skills edit notes --file new.md", 5, "new.md");
    row(
        "socket as file",
        [](const Cli &cli) {
            if (::mknod(cli.tree().path(QStringLiteral("work/new.md")).toUtf8().constData(), S_IFSOCK | 0600, 0) != 0)
                qFatal("cannot make the fixture");
        },
        "skills edit notes --file new.md", 5, "a socket. Name a file, a pipe, or -");
    row("endless device as file", nothing, "skills edit notes --file /dev/zero", 5, "a device. Name a file, a pipe, or -");
    row("validating a device", nothing, "skills validate /dev/zero", 5, "a device. Name a file, a pipe, or -");
    row("no text at all", nothing, "skills edit notes --file -", 5, "");
    row(
        "validating a folder", [](const Cli &cli) { cli.tree().folder(QStringLiteral("work/new.md")); }, "skills validate new.md", 5, "new.md");
    row("validating nothing", nothing, "skills validate new.md", 3, "new.md");

    static const QString skill = Cli::custom(QStringLiteral("x/SKILL.md"));
    row(
        "folder in the skill's place", [](const Cli &cli) { cli.tree().folder(skill); }, "skills show x", 5, "x/SKILL.md");
    row(
        "editing a folder",
        [](const Cli &cli) {
            put(cli, skillText("x", "x"));
            cli.tree().folder(skill);
        },
        "skills edit x --file new.md", 5, "x");
    row(
        "skill of 100 MB", [](const Cli &cli) { sparse(cli.tree().path(skill), hundredMegabytes); }, "skills show x", 5, "x/SKILL.md");
    row(
        "editing a skill of 100 MB",
        [](const Cli &cli) {
            put(cli, skillText("x", "x"));
            sparse(cli.tree().path(skill), hundredMegabytes);
        },
        "skills edit x --file new.md", 5, "x/SKILL.md");
    row(
        "no such skill", [](const Cli &cli) { put(cli, skillText("x", "x")); }, "skills edit x --file new.md", 3, "x");
    row(
        "climbing out", [](const Cli &cli) { put(cli, skillText("x", "x")); }, "skills edit ../../x --file new.md", 5, "../../x");
    static const auto loop = [](const Cli &cli) {
        cli.tree().folder(Cli::custom(QStringLiteral("x")));
        put(cli, skillText("x", "x"));
        if (!QFile::link(QStringLiteral("SKILL.md"), cli.tree().path(skill)))
            qFatal("cannot make the fixture");
    };
    row("looping link", loop, "skills show x", 5, "x/SKILL.md");
    row("editing a looping link", loop, "skills edit x --file new.md", 5, "x");
    row("skill without history", nothing, "skills rollback fresh --to -1", 3, "");
    row("no such record", nothing, "skills rollback notes --to 99", 3, "99");
    row(
        "record without text",
        [](const Cli &cli) {
            cli.tree().file(Cli::custom(QStringLiteral(".history/notes.jsonl")),
                            record("2026-11-01T08:00:00+00:00", "create", std::nullopt, cli.third));
        },
        "skills rollback notes --to 0", 5, "");
    row(
        "history of 1 GB", [](const Cli &cli) { sparse(cli.tree().path(Cli::custom(QStringLiteral(".history/notes.jsonl"))), oneGigabyte); },
        "skills history notes", 5, "notes.jsonl");
    row(
        "folder as history",
        [](const Cli &cli) {
            QFile::remove(cli.tree().path(Cli::custom(QStringLiteral(".history/notes.jsonl"))));
            cli.tree().folder(Cli::custom(QStringLiteral(".history/notes.jsonl")));
        },
        "skills history notes", 5, "notes.jsonl");

    row("missing home", nothing, "--home missing skills list", 3, "missing");
    row(
        "file as home", [](const Cli &cli) { put(cli, "x"); }, "--home new.md skills list", 5, "new.md");
    row(
        "looping home", [](const Cli &cli) { QFile::link(QStringLiteral("loop"), cli.tree().path(QStringLiteral("work/loop"))); },
        "--home loop skills list", 5, "loop");
    row("missing config", nothing, "--config missing.yaml skills list", 3, "missing.yaml");
    row(
        "broken config", [](const Cli &cli) { cli.tree().file(QStringLiteral("project/config.yaml"), "a: b: c\n"); }, "doctor", 5, "config.yaml");
    row("missing database", nothing, "--database sqlite:///missing.db doctor", 3, "missing.db");
    row("no database URL", nothing, "--database missing.db doctor", 5, "missing.db");
    row("demo into a full folder", nothing, "demo .", 4, "");
    row(
        "demo below a file", [](const Cli &cli) { put(cli, "x"); }, "demo new.md/demo", 5, "new.md");
}

void TestCliRefusals::refuses()
{
    QFETCH(const Setup, setup);
    QFETCH(const QString, line);
    QFETCH(const int, status);
    QFETCH(const QString, place);
    const Cli cli;
    cli.tree().file(QStringLiteral("work/keep"), "x");
    setup(cli);
    const bool large = line.contains(u"GB") || QByteArray(QTest::currentDataTag()).contains("1 GB");
    const auto before = large ? QMap<QString, QByteArray>() : cli.snapshot();
    const auto work = cli.tree().snapshot(QStringLiteral("work"));
    const QStringList arguments = line.startsWith(u"--home") ? line.split(u' ') : cli.globals() + line.split(u' ');
    const Answer answer = cli.bare(arguments);
    QVERIFY2(answer.status == status, answer.all().constData());
    if (line.startsWith(u"skills validate") && answer.err.isEmpty())
        QVERIFY2(answer.out.contains(place.toUtf8()), answer.all().constData());
    else
        QCOMPARE(answer.out, QByteArray());
    // One sentence in one line, with the place, and with something to do.
    QCOMPARE(answer.err.count('\n'), 1);
    QVERIFY2(answer.err.startsWith("verdererctl: ") && answer.err.endsWith(".\n"), answer.err.constData());
    QVERIFY2(answer.err.contains(place.toUtf8()), answer.err.constData());
    const Answer asJson = cli.bare(QStringList{QStringLiteral("--json")} + arguments);
    QVERIFY2(asJson.status == status, asJson.all().constData());
    QVERIFY2(!toQString(asJson.error()["code"]).isEmpty(), asJson.err.constData());
    QCOMPARE(cli.tree().snapshot(QStringLiteral("work")), work);
    if (!large)
        QCOMPARE(cli.snapshot(), before);
}

/// T2, T14: what is broken stands beside what is not, with its reason.
void TestCliRefusals::listsBesideWhatItCannotRead()
{
    const Cli cli;
    const Tree &tree = cli.tree();
    tree.file(Cli::custom(QStringLiteral("byte/SKILL.md")), "---\nname: byte\ndescription: \x80\n---\n");
    tree.file(Cli::custom(QStringLiteral("wide/SKILL.md")), utf16(skillText("wide", "x")));
    tree.file(Cli::custom(QStringLiteral("mark/SKILL.md")), "\xef\xbb\xbf" + skillText("mark", "x"));
    tree.folder(Cli::custom(QStringLiteral("dir/SKILL.md")));
    sparse(tree.path(Cli::custom(QStringLiteral("big/SKILL.md"))), hundredMegabytes);
    tree.folder(Cli::custom(QStringLiteral("ring")));
    QVERIFY(QFile::link(tree.path(Cli::custom(QString())), tree.path(Cli::custom(QStringLiteral("ring/round")))));
    const auto before = cli.snapshot();
    const Answer answer = cli.json("skills list --category custom");
    QVERIFY2(answer.status == 0, answer.all().constData());
    QMap<QString, QStringList> kinds;
    const Json skills = answer.json()["skills"];
    for (const Json &skill : skills) {
        for (const Json &problem : skill["problems"])
            kinds[toQString(skill["directory"])].append(toQString(problem["kind"]));
    }
    QVERIFY2(kinds[QStringLiteral("byte")].contains(QStringLiteral("not-utf8")), answer.out.constData());
    QVERIFY2(kinds[QStringLiteral("wide")].contains(QStringLiteral("utf-16")), answer.out.constData());
    QVERIFY2(kinds[QStringLiteral("mark")].contains(QStringLiteral("byte-order-mark")), answer.out.constData());
    QVERIFY2(kinds[QStringLiteral("dir")].contains(QStringLiteral("unreadable")), answer.out.constData());
    QVERIFY2(kinds[QStringLiteral("big")].contains(QStringLiteral("too-large")), answer.out.constData());
    QVERIFY2(kinds[QStringLiteral("broken")].contains(QStringLiteral("yaml-error")), answer.out.constData());
    QVERIFY2(answer.out.contains("link-loop"), answer.out.constData());
    QCOMPARE(cli.snapshot(), before);
}

void TestCliRefusals::showsALargeHistoryByItsEnd()
{
    const Cli cli;
    const QString history = Cli::custom(QStringLiteral(".history/notes.jsonl"));
    const QByteArray tail = '\n' + record("2026-11-01T08:00:00+00:00", "human_edit", cli.first, cli.second) +
                            record("2026-11-02T08:00:00+00:00", "human_edit", cli.second, cli.third);
    sparse(cli.tree().path(history), oneGigabyte, tail);
    const Answer answer = cli.json("skills history notes --limit 2");
    QVERIFY2(answer.status == 0, answer.all().constData());
    const Json records = answer.json()["records"];
    QCOMPARE(records.size(), std::size_t(2));
    QCOMPARE(records[1]["new_content"].get<std::string>(), cli.third.toStdString());
    QCOMPARE(records[1]["index"].get<int>(), -1);
    // It can be gone on with: only the end of the file is touched.
    QVERIFY(cli.run("skills rollback notes --to -1").status == 0);
    QCOMPARE(cli.skill(QStringLiteral("notes/SKILL.md")), cli.second);
    QFile file(cli.tree().path(history));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.seek(oneGigabyte));
    const QByteArray after = file.readAll();
    QVERIFY(after.startsWith(tail));
    QCOMPARE(after.mid(tail.size()).count('\n'), 1);
}

/// T34. The superuser may write anywhere, so there the program runs as the account "nobody".
void TestCliRefusals::readsAReadOnlyTreeAndRefusesToChangeIt()
{
    const Cli cli;
    const QString skills = cli.tree().path(QStringLiteral("project/home/users/default/skills"));
    QVERIFY(QFile::setPermissions(cli.tree().path(), QFile::Permissions(0x7755)));
    cli.tree().file(QStringLiteral("work/new.md"), skillText("notes", "Mine\n"));
    // Somebody else may not be able to reach the build folder.
    const QString copy = cli.tree().path(QStringLiteral("verdererctl"));
    QVERIFY(QFile::copy(Cli::program(), copy));
    QVERIFY(QFile::setPermissions(copy, QFile::Permissions(0x7755)));
    const QStringList folders{skills, skills + QStringLiteral("/custom"), skills + QStringLiteral("/custom/notes"),
                              skills + QStringLiteral("/custom/.history")};
    for (const QString &folder : folders)
        QVERIFY(QFile::setPermissions(folder, QFile::Permissions(0x5555)));
    const auto before = cli.snapshot();
    const auto run = [&](const char *line) {
        QProcess process;
        process.setChildProcessModifier([] {
            constexpr uid_t nobody = 65534;
            if (::geteuid() == 0 && (::setgroups(0, nullptr) != 0 || ::setgid(nobody) != 0 || ::setuid(nobody) != 0))
                ::_exit(99);
        });
        process.setWorkingDirectory(cli.tree().path(QStringLiteral("work")));
        process.start(copy, cli.globals() + QString::fromUtf8(line).split(u' '));
        return process.waitForStarted() ? Cli::finish(process) : Answer{};
    };
    const Answer list = run("--json skills list --category custom");
    const Answer edit = run("skills edit notes --file new.md");
    const Answer rollback = run("skills rollback notes --to 0");
    const Answer doctor = run("doctor");
    const auto after = cli.snapshot();
    for (const QString &folder : folders)
        QVERIFY(QFile::setPermissions(folder, QFile::Permissions(0x7755)));
    QVERIFY2(list.status == 0, list.all().constData());
    QVERIFY(!list.json()["custom_writable"].get<bool>());
    const Json shown = list.json()["skills"];
    QVERIFY(!shown.empty());
    for (const Json &skill : shown) {
        QVERIFY2(!skill["editable"].get<bool>(), list.out.constData());
        QVERIFY2(!toQString(skill["not_editable_reason"]).isEmpty(), list.out.constData());
    }
    for (const Answer &answer : {edit, rollback}) {
        QVERIFY2(answer.status == 8, answer.all().constData());
        QVERIFY2(answer.err.contains("permitted"), answer.err.constData());
        QVERIFY2(answer.err.contains(skills.toUtf8()), answer.err.constData());
        QCOMPARE(answer.err.count('\n'), 1);
    }
    QVERIFY2(doctor.status == 0, doctor.all().constData());
    QVERIFY2(doctor.out.contains("may not write"), doctor.out.constData());
    QCOMPARE(after, before);
}

/// A bind mount that is read-only, in a mount namespace that only the child sees.
void TestCliRefusals::refusesAReadOnlyFileSystem()
{
    if (::geteuid() != 0)
        QSKIP("mounting needs the superuser; a read-only tree is tested without");
    const Cli cli;
    cli.tree().file(QStringLiteral("work/new.md"), skillText("notes", "Mine\n"));
    const auto before = cli.snapshot();
    const QByteArray home = cli.tree().path(QStringLiteral("project/home")).toUtf8();
    QProcess process;
    process.setChildProcessModifier([home] {
        constexpr int noNamespace = 99;
        if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
            ::mount(home.constData(), home.constData(), nullptr, MS_BIND, nullptr) != 0 ||
            ::mount(nullptr, home.constData(), nullptr, MS_BIND | MS_REMOUNT | MS_RDONLY, nullptr) != 0)
            ::_exit(noNamespace);
    });
    cli.start(process, cli.globals() + QStringList{QStringLiteral("skills"), QStringLiteral("edit"), QStringLiteral("notes"),
                                                   QStringLiteral("--file"), QStringLiteral("new.md")});
    QVERIFY(process.waitForStarted());
    const Answer answer = Cli::finish(process);
    if (answer.status == 99)
        QSKIP("this container does not let even the superuser mount");
    QVERIFY2(answer.status == 8, answer.all().constData());
    QVERIFY2(answer.err.contains("read-only"), answer.err.constData());
    QCOMPARE(answer.err.count('\n'), 1);
    QCOMPARE(cli.snapshot(), before);
}

/// A home on a file system of 256 kB that is filled to the last byte.
void TestCliRefusals::refusesAFullDisk()
{
    if (::geteuid() != 0)
        QSKIP("mounting a small file system needs the superuser");
    const Cli cli;
    const QString home = cli.tree().path(QStringLiteral("project/home"));
    const QString disk = cli.tree().path(QStringLiteral("disk"));
    QVERIFY(QDir().mkpath(disk));
    // Mounted for this process and its children alone.
    if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("none", disk.toUtf8().constData(), "tmpfs", 0, "size=256k") != 0)
        QSKIP("this container does not let even the superuser mount");
    QProcess copy;
    copy.start(QStringLiteral("cp"), {QStringLiteral("-a"), home, disk + QStringLiteral("/home")});
    QVERIFY(copy.waitForFinished());
    QCOMPARE(copy.exitCode(), 0);
    const QStringList where{QStringLiteral("--home"), disk + QStringLiteral("/home")};
    const QByteArray text = skillText("notes", QByteArray(20000, 'x'));
    cli.tree().file(QStringLiteral("work/new.md"), text);
    // First with room, so that the lock files are there and the disk fills up at the text itself.
    QVERIFY(cli.bare(where + QStringList{QStringLiteral("skills"), QStringLiteral("rollback"), QStringLiteral("notes"), QStringLiteral("--to"),
                                         QStringLiteral("0")})
                .status == 0);
    QFile filler(disk + QStringLiteral("/filler"));
    QVERIFY(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    while (filler.write(QByteArray(4096, 'f')) > 0) {
    }
    filler.close();
    const auto before = cli.tree().snapshot(QStringLiteral("disk"));
    const Answer answer = cli.bare(where + QStringList{QStringLiteral("skills"), QStringLiteral("edit"), QStringLiteral("notes"),
                                                       QStringLiteral("--file"), QStringLiteral("new.md")});
    const auto after = cli.tree().snapshot(QStringLiteral("disk"));
    QVERIFY(QFile::remove(disk + QStringLiteral("/filler")));
    const Answer afterwards = cli.bare(where + QStringList{QStringLiteral("skills"), QStringLiteral("edit"), QStringLiteral("notes"),
                                                           QStringLiteral("--file"), QStringLiteral("new.md")});
    QFile skill(disk + QStringLiteral("/home/users/default/skills/custom/notes/SKILL.md"));
    const bool readable = skill.open(QIODevice::ReadOnly);
    const QByteArray stored = skill.readAll();
    skill.close();
    QCOMPARE(::umount2(disk.toUtf8().constData(), MNT_DETACH), 0);
    QVERIFY2(answer.status == 8, answer.all().constData());
    QVERIFY2(answer.err.contains("no room left"), answer.err.constData());
    QCOMPARE(answer.err.count('\n'), 1);
    QCOMPARE(after, before);
    QVERIFY2(afterwards.status == 0, afterwards.all().constData()); // with room again, the same command does it
    QVERIFY(readable);
    QCOMPARE(stored, text);
}

QTEST_GUILESS_MAIN(TestCliRefusals)
#include "tst_cli_refusals.moc"
