// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bad input: each gives one clear sentence with the place, and leaves every byte where it was.
#include "base/hash.h"
#include "base/local_storage.h"
#include "support/gated_storage.h"
#include "support/test_home.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QTest>

#include <cerrno>
#include <functional>
#include <sys/stat.h>

using namespace verderer;
using namespace verderer::test;

namespace {

const QString demo = QStringLiteral("demo-skill");

QByteArray text(const QByteArray &word)
{
    return skillText(demo, word + "\n");
}

/// Names, kinds and contents of everything below a folder, the lock files aside, which are allowed to appear.
QStringList snapshot(const QString &folder)
{
    QStringList all;
    QDirIterator files(folder, QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        if (path.endsWith(u".lock"))
            continue;
        const QFileInfo info(path);
        const bool isPlain = info.isFile() && !info.isSymLink() && info.size() < 1000000;
        all += QStringLiteral("%1 %2 %3").arg(path, info.symLinkTarget(), isPlain ? sha256Hex(readFile(path)) : QString::number(info.size()));
    }
    all.sort();
    return all;
}

using Prepare = std::function<void(const TestHome &)>;

struct BadCase {
    Prepare prepare;
    EditRequest request;
    ErrorCode code = ErrorCode::Invalid;
    QString word; ///< the message names it
};

EditRequest edit(const QString &directory, const QString &filePath = QStringLiteral("SKILL.md"), const QByteArray &bytes = text("new"))
{
    return {directory, filePath, bytes, {}, {}};
}

void addSkill(const TestHome &home)
{
    home.addSkill(demo, text("one"));
}

void makeFifo(const QString &path)
{
    if (::mkfifo(QFile::encodeName(path).constData(), 0644) != 0)
        qFatal("no FIFO");
}

} // namespace

Q_DECLARE_METATYPE(BadCase)

class TestSkillEditorRefusals : public QObject {
    Q_OBJECT

private:
    static void add(const char *name, const BadCase &bad) { QTest::newRow(name) << bad; }

private Q_SLOTS:
    void badInputChangesNothing_data()
    {
        QTest::addColumn<BadCase>("bad");
        const QString skillMd = QStringLiteral("SKILL.md");
        // the request
        add("a name that climbs", {addSkill, edit(QStringLiteral("../demo-skill")), ErrorCode::Invalid, QStringLiteral("../demo-skill")});
        add("an absolute name", {addSkill, edit(QStringLiteral("/etc")), ErrorCode::Invalid, QStringLiteral("/etc")});
        add("no name", {addSkill, edit(QString()), ErrorCode::Invalid, QStringLiteral("name")});
        add("a hidden name", {addSkill, edit(QStringLiteral(".history")), ErrorCode::Invalid, QStringLiteral(".history")});
        add("a namespaced skill",
            {[](const TestHome &home) { home.addSkill(QStringLiteral("team/helper"), skillText(QStringLiteral("helper"), "x\n")); },
             edit(QStringLiteral("team/helper"), skillMd, skillText(QStringLiteral("helper"), "y\n")), ErrorCode::Invalid,
             QStringLiteral("team/helper")});
        add("a file that climbs", {addSkill, edit(demo, QStringLiteral("references/../../x.md")), ErrorCode::Invalid, QStringLiteral("../../x.md")});
        add("an absolute file", {addSkill, edit(demo, QStringLiteral("/etc/passwd")), ErrorCode::Invalid, QStringLiteral("/etc/passwd")});
        add("a backslash", {addSkill, edit(demo, QStringLiteral("references\\a.md")), ErrorCode::Invalid, QStringLiteral("references")});
        add("a hidden file", {addSkill, edit(demo, QStringLiteral("references/.env")), ErrorCode::Invalid, QStringLiteral(".env")});
        add("a new file beside SKILL.md", {addSkill, edit(demo, QStringLiteral("notes.md")), ErrorCode::Invalid, QStringLiteral("references/")});
        add("a new file in another folder",
            {addSkill, edit(demo, QStringLiteral("docs/notes.md")), ErrorCode::Invalid, QStringLiteral("references/")});
        add("a support file that is no text",
            {addSkill, edit(demo, QStringLiteral("assets/a.bin"), "\xff\xfe"), ErrorCode::Invalid, QStringLiteral("UTF-8")});
        add("a text without front matter", {addSkill, edit(demo, skillMd, "hello\n"), ErrorCode::Invalid, QString()});
        add("another skill's name", {addSkill, edit(demo, skillMd, skillText(QStringLiteral("other"), "x\n")), ErrorCode::Invalid, QString()});
        add("a text that is not UTF-8", {addSkill, edit(demo, skillMd, text("\xff")), ErrorCode::Invalid, QString()});
        add("a blank description", {addSkill, edit(demo, skillMd, "---\nname: demo-skill\ndescription: \"\"\n---\n"), ErrorCode::Invalid, QString()});
        // what is on the disk
        add("no such skill", {addSkill, edit(QStringLiteral("no-such")), ErrorCode::NotFound, QStringLiteral("no-such")});
        add("a home that does not exist",
            {[](const TestHome &home) { QDir(home.home()).removeRecursively(); }, edit(demo), ErrorCode::NotFound, QStringLiteral("home")});
        add("a user that does not exist",
            {[](const TestHome &home) { QDir(QString(home.home() + QStringLiteral("/users/alice"))).removeRecursively(); }, edit(demo),
             ErrorCode::NotFound, QStringLiteral("alice")});
        add("a support file of a skill that is gone",
            {[](const TestHome &home) { writeFile(home.skillFile(demo, QStringLiteral("references/a.md")), "a\n"); },
             edit(demo, QStringLiteral("references/a.md"), "b\n"), ErrorCode::NotFound, QStringLiteral("SKILL.md")});
        add("SKILL.md is a folder",
            {[](const TestHome &home) { QDir().mkpath(home.skillFile(demo)); }, edit(demo), ErrorCode::Invalid, QStringLiteral("folder")});
        add("SKILL.md is a pipe", {[](const TestHome &home) {
                                       QDir().mkpath(QString(home.customRoot() + u'/' + demo));
                                       makeFifo(home.skillFile(demo));
                                   },
                                   edit(demo), ErrorCode::Invalid, QStringLiteral("SKILL.md")});
        add("the skill is a file", {[](const TestHome &home) { writeFile(QString(home.customRoot() + u'/' + demo), "x"); }, edit(demo),
                                    ErrorCode::Invalid, QStringLiteral("file")});
        add("SKILL.md leads out of the skill", {[](const TestHome &home) {
                                                    writeFile(QString(home.path() + QStringLiteral("/outside.md")), text("outside"));
                                                    QDir().mkpath(QString(home.customRoot() + u'/' + demo));
                                                    QFile::link(QString(home.path() + QStringLiteral("/outside.md")), home.skillFile(demo));
                                                },
                                                edit(demo), ErrorCode::Invalid, QStringLiteral("link")});
        add("SKILL.md leads nowhere", {[](const TestHome &home) {
                                           QDir().mkpath(QString(home.customRoot() + u'/' + demo));
                                           QFile::link(QString(home.path() + QStringLiteral("/nowhere.md")), home.skillFile(demo));
                                       },
                                       edit(demo), ErrorCode::Invalid, QStringLiteral("link")});
        add("SKILL.md leads in a circle", {[](const TestHome &home) {
                                               QDir().mkpath(QString(home.customRoot() + u'/' + demo));
                                               QFile::link(home.skillFile(demo, QStringLiteral("b")), home.skillFile(demo));
                                               QFile::link(home.skillFile(demo), home.skillFile(demo, QStringLiteral("b")));
                                           },
                                           edit(demo), ErrorCode::Invalid, QStringLiteral("link")});
        add("the skill's folder leads out", {[](const TestHome &home) {
                                                 writeFile(QString(home.path() + QStringLiteral("/outside/SKILL.md")), text("outside"));
                                                 QFile::link(QString(home.path() + QStringLiteral("/outside")),
                                                             QString(home.customRoot() + u'/' + demo));
                                             },
                                             edit(demo), ErrorCode::Invalid, QStringLiteral("link")});
        add("a support folder leads out", {[](const TestHome &home) {
                                               addSkill(home);
                                               QDir().mkpath(QString(home.path() + QStringLiteral("/outside")));
                                               QFile::link(QString(home.path() + QStringLiteral("/outside")),
                                                           home.skillFile(demo, QStringLiteral("references")));
                                           },
                                           edit(demo, QStringLiteral("references/a.md"), "a\n"), ErrorCode::Invalid, QStringLiteral("link")});
        add("the history is a folder", {[](const TestHome &home) {
                                            addSkill(home);
                                            QDir().mkpath(home.history(demo));
                                        },
                                        edit(demo), ErrorCode::Invalid, QStringLiteral(".jsonl")});
        add("the folder of histories is a file", {[](const TestHome &home) {
                                                      addSkill(home);
                                                      writeFile(QString(home.customRoot() + QStringLiteral("/.history")), "x");
                                                  },
                                                  edit(demo), ErrorCode::Invalid, QStringLiteral(".history")});
        add("the journal is a folder", {[](const TestHome &home) {
                                            addSkill(home);
                                            QDir().mkpath(home.intent());
                                        },
                                        edit(demo), ErrorCode::Invalid, QStringLiteral(".custom.mutation.intent")});
        add("a SKILL.md of 100 MB", {[](const TestHome &home) {
                                         addSkill(home);
                                         QFile file(home.skillFile(demo));
                                         if (!file.resize(100000000))
                                             qFatal("cannot make it large");
                                     },
                                     edit(demo), ErrorCode::Invalid, QStringLiteral("large")});
    }
    void badInputChangesNothing()
    {
        QFETCH(BadCase, bad);
        const TestHome home;
        bad.prepare(home);
        const QStringList before = snapshot(home.path());
        SkillEditor editor = home.editor();
        const auto outcome = editor.edit(bad.request, patientOptions());
        QVERIFY(!outcome);
        QCOMPARE(errorCodeName(outcome.error().code), errorCodeName(bad.code));
        QVERIFY2(outcome.error().message.contains(bad.word), qPrintable(outcome.error().message));
        QVERIFY(!outcome.error().message.isEmpty());
        QVERIFY(!outcome.error().details.kind.isEmpty());
        QCOMPARE(snapshot(home.path()), before);
    }

    void theErrorNamesThePlaceInTheText()
    {
        const TestHome home;
        addSkill(home);
        SkillEditor editor = home.editor();
        const auto outcome =
            editor.edit(edit(demo, QStringLiteral("SKILL.md"), "---\nname: demo-skill\ndescription: Use when: now\n---\n"), patientOptions());
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().details.kind, QStringLiteral("yaml-error"));
        QCOMPARE(outcome.error().details.line, 3);
        QVERIFY(outcome.error().details.column > 1);
        QCOMPARE(outcome.error().details.path, home.skillFile(demo));
    }

    /// Links that stay inside are followed, and the file behind them is what changes.
    void linksInsideAreFollowed()
    {
        const TestHome home;
        addSkill(home);
        const QString real = home.skillFile(demo, QStringLiteral("references/real.md"));
        writeFile(real, "one\n");
        QVERIFY(QFile::link(QStringLiteral("real.md"), home.skillFile(demo, QStringLiteral("references/link.md"))));
        SkillEditor editor = home.editor();
        const auto outcome = editor.edit(edit(demo, QStringLiteral("references/link.md"), "two\n"), patientOptions());
        QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
        QCOMPARE(readFile(real), QByteArray("two\n"));
        QVERIFY(QFileInfo(home.skillFile(demo, QStringLiteral("references/link.md"))).isSymLink());
        QCOMPARE(home.records(demo).first().filePath, QStringLiteral("references/link.md"));
    }

    /// The whole custom root may be a link: all ways to it are one root.
    void aLinkedCustomRootIsResolved()
    {
        const TestHome home;
        const QString elsewhere = QString(home.path() + QStringLiteral("/elsewhere/custom"));
        QDir().mkpath(elsewhere);
        QVERIFY(QDir().rmdir(home.customRoot()));
        QVERIFY(QFile::link(elsewhere, home.customRoot()));
        writeFile(QString(elsewhere + u'/' + demo + QStringLiteral("/SKILL.md")), text("one"));
        SkillEditor editor = home.editor();
        QVERIFY(editor.edit(edit(demo), patientOptions()));
        QCOMPARE(readFile(QString(elsewhere + u'/' + demo + QStringLiteral("/SKILL.md"))), text("new"));
        QVERIFY(QFile::exists(QString(elsewhere + QStringLiteral("/.history/demo-skill.jsonl"))));
        QVERIFY(QFile::exists(QString(home.path() + QStringLiteral("/elsewhere/.custom.mutation.lock"))));
    }

    /// What the system refuses: the sentence names the place, nothing is changed. By the seam, so that root is refused as well.
    void theSystemRefuses_data()
    {
        QTest::addColumn<int>("errnoValue");
        QTest::addColumn<int>("code");
        QTest::newRow("full disk") << ENOSPC << static_cast<int>(ErrorCode::ReadOnly);
        QTest::newRow("quota") << EDQUOT << static_cast<int>(ErrorCode::ReadOnly);
        QTest::newRow("read-only file system") << EROFS << static_cast<int>(ErrorCode::ReadOnly);
        QTest::newRow("no permission") << EACCES << static_cast<int>(ErrorCode::ReadOnly);
        QTest::newRow("broken device") << EIO << static_cast<int>(ErrorCode::Damaged);
    }
    void theSystemRefuses()
    {
        QFETCH(int, errnoValue);
        QFETCH(int, code);
        const TestHome home;
        addSkill(home);
        const QStringList before = snapshot(home.path());
        const auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
        storage->before = [&](const StorageStep &step) -> std::optional<Error> {
            if (step.name == u"stage" && step.path == home.skillFile(demo))
                return systemError(errnoValue, QStringLiteral("write"), step.path);
            return std::nullopt;
        };
        SkillEditor editor = home.editor(storage);
        const auto outcome = editor.edit(edit(demo), patientOptions());
        QVERIFY(!outcome);
        QCOMPARE(static_cast<int>(outcome.error().code), code);
        QVERIFY(outcome.error().message.contains(home.skillFile(demo)));
        QVERIFY(outcome.error().message.contains(QStringLiteral("Nothing was changed")));
        QCOMPARE(snapshot(home.path()), before);
    }
};

QTEST_GUILESS_MAIN(TestSkillEditorRefusals)
#include "tst_skill_editor_refusals.moc"
