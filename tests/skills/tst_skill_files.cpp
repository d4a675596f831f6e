// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/hash.h"
#include "base/json.h"
#include "skills/history_chain.h"
#include "skills/skill_files.h"
#include "support/test_home.h"

#include <QDir>
#include <QFileInfo>
#include <QTest>

#include <algorithm>

using namespace verderer;
using namespace verderer::test;
using namespace Qt::StringLiterals;

namespace {

const QString demo = u"demo-skill"_s;
const QString guide = u"references/guide.md"_s;
const QString logo = u"assets/logo.png"_s;
const QByteArray image("\x89PNG\r\n\x1a\n\0\xff", 10);

class FilesHome : public TestHome {
public:
    FilesHome() { addSkill(demo, skillText(demo, "one\n")); }
    [[nodiscard]] SkillFiles files() const { return {roots(), dependencies()}; }
    [[nodiscard]] QByteArray bytes(const QString &filePath) const { return readFile(skillFile(demo, filePath)); }
    [[nodiscard]] bool has(const QString &filePath) const { return QFileInfo::exists(skillFile(demo, filePath)); }
    [[nodiscard]] Result<MutationOutcome> write(const QString &filePath, const QByteArray &content, bool binary = false) const
    {
        WriteFileRequest request{demo, filePath, content, binary, false, {}, {}};
        return files().write(request, patientOptions());
    }
    [[nodiscard]] Json record(qsizetype index) const { return parseJson(records(demo).at(index).line).value_or(Json()); }
};

const SkillFileEntry *entryOf(const SkillFileList &list, const QString &path)
{
    const auto found = std::find_if(list.entries.begin(), list.entries.end(), [&](const SkillFileEntry &entry) { return entry.path == path; });
    return found == list.entries.end() ? nullptr : &*found;
}

} // namespace

/// The support files of a skill: what is shown, and what writing, removing and renaming leave on the disk and in the history.
class TestSkillFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theTreeIsShownAsItLies()
    {
        const FilesHome home;
        writeFile(home.skillFile(demo, guide), "Guide\n");
        writeFile(home.skillFile(demo, logo), image);
        writeFile(home.skillFile(demo, u"references/.env"_s), "A=1\n");
        writeFile(home.skillFile(demo, u"references/tmpab12cd34"_s), "half");
        writeFile(home.skillFile(demo, u"scripts/run.sh"_s), "#!/bin/sh\n");
        QVERIFY(QFile::setPermissions(home.skillFile(demo, u"scripts/run.sh"_s), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        writeFile(home.path() + u"/outside/secret.md"_s, "secret\n");
        const auto link = [&](const QString &target, const QString &name) { QVERIFY(QFile::link(target, home.skillFile(demo, name))); };
        link(home.path() + u"/outside"_s, u"assets/out"_s);
        link(u"guide.md"_s, u"references/in.md"_s);
        link(u"nothing.md"_s, u"references/gone.md"_s);
        link(u"loop.md"_s, u"references/loop.md"_s);
        link(u".."_s, u"references/up"_s);

        const auto list = home.files().list(demo);
        QVERIFY2(list, qPrintable(list ? QString() : list.error().message));
        QVERIFY(!list->cut);
        QCOMPARE(list->entries.first().path, u"SKILL.md"_s);
        const auto is = [&](const QString &path, SkillFileEntry::Kind kind, SkillFileEntry::LinkState state = SkillFileEntry::LinkState::None) {
            const SkillFileEntry *entry = entryOf(*list, path);
            return entry && entry->kind == kind && entry->link == state;
        };
        using Kind = SkillFileEntry::Kind;
        using LinkState = SkillFileEntry::LinkState;
        QVERIFY(is(guide, Kind::Text));
        QCOMPARE(entryOf(*list, guide)->size, 6);
        QVERIFY(is(logo, Kind::Binary));
        QVERIFY(is(u"references"_s, Kind::Folder));
        QVERIFY(is(u"assets/out"_s, Kind::Link, LinkState::Outside));
        QCOMPARE(entryOf(*list, u"assets/out"_s)->linkTarget, QString(home.path() + u"/outside"_s));
        QVERIFY(is(u"references/in.md"_s, Kind::Link, LinkState::Inside));
        QVERIFY(is(u"references/gone.md"_s, Kind::Link, LinkState::Dangling));
        QVERIFY(is(u"references/loop.md"_s, Kind::Link, LinkState::Loop));
        QVERIFY(is(u"references/up"_s, Kind::Link, LinkState::Loop));
        QVERIFY(entryOf(*list, u"references/.env"_s)->hidden);
        QVERIFY(!entryOf(*list, guide)->hidden);
        QVERIFY(entryOf(*list, u"references/tmpab12cd34"_s)->leftover);
        QVERIFY(entryOf(*list, u"scripts/run.sh"_s)->executable);
        QVERIFY(std::none_of(list->entries.begin(), list->entries.end(),
                             [](const SkillFileEntry &entry) { return entry.path.contains(u"secret.md"_s) || entry.path.contains(u"up/"); }));
        CancelSource cancel;
        cancel.cancel();
        QCOMPARE(home.files().list(demo, cancel.token()).error().code, ErrorCode::Cancelled);
        QCOMPARE(home.files().list(u"nobody"_s).error().code, ErrorCode::NotFound);
    }

    void aTextCutInTheMiddleOfACharacterIsText()
    {
        const FilesHome home;
        constexpr int sample = 64 * 1024;
        writeFile(home.skillFile(demo, guide), QByteArray(sample - 1, 'a') + "ü and more");
        const auto list = home.files().list(demo);
        QVERIFY(list);
        QCOMPARE(entryOf(*list, guide)->kind, SkillFileEntry::Kind::Text);
    }

    void writingRecordsAsDeerFlowDoes()
    {
        const FilesHome home;
        QVERIFY(home.write(guide, "first\n"));
        const auto second = home.write(guide, "second\n");
        QVERIFY(second && second->changed);
        QCOMPARE(second->hash, sha256Hex("second\n"));
        QCOMPARE(home.bytes(guide), QByteArray("second\n"));
        const QList<RecordView> records = home.records(demo);
        QCOMPARE(records.size(), 2);
        for (const RecordView &record : records) {
            QCOMPARE(record.action, u"write_file"_s);
            QCOMPARE(record.filePath, guide);
        }
        QVERIFY(!records[0].prev && records[0].next == "first\n");
        QVERIFY(records[1].prev == "first\n" && records[1].next == "second\n");
        QCOMPARE(stringMember(home.record(1)["scanner"], "decision").value_or(QString()), u"allow"_s);
        QVERIFY(home.record(1)["scanner"]["static_findings"].is_array());
        const auto same = home.write(guide, "second\n");
        QVERIFY(same && !same->changed);
        QCOMPARE(home.records(demo).size(), 2);
        // The editor's own way to a support file leaves the same record.
        SkillEditor editor = home.editor();
        QVERIFY(editor.edit({demo, guide, "third\n", {}, {}}, patientOptions()));
        QCOMPARE(home.records(demo).last().action, u"write_file"_s);
    }

    void refusals()
    {
        const FilesHome home;
        SkillFiles files = home.files();
        const auto refused = [&](const QString &path, const QByteArray &content) {
            const auto outcome = home.write(path, content);
            return outcome ? QString() : outcome.error().details.kind;
        };
        QCOMPARE(refused(u"SKILL.md"_s, "x"), u"skill-text"_s);
        QCOMPARE(refused(u"notes.md"_s, "x"), u"file-path"_s);
        QCOMPARE(refused(u"references/../../x.md"_s, "x"), u"file-path"_s);
        QCOMPARE(refused(u"references/.env"_s, "x"), u"file-path"_s);
        QCOMPARE(refused(guide, "\xff\xfe"), u"not-utf8"_s);
        QCOMPARE(refused(guide, QByteArray("a\0b", 3)), u"binary-file"_s);
        QCOMPARE(refused(u"references/SKILL.md"_s, "x"), u"package-nested-skill"_s);
        QCOMPARE(refused(u"scripts/clean.sh"_s, "#!/bin/sh\nrm -rf /\n"), u"destroy-root"_s);
        QCOMPARE(files
                     .write({demo,
                             u"assets/tool"_s,
                             QByteArray("\x7f"
                                        "ELF\x02\x01\0\xff",
                                        8),
                             true,
                             false,
                             {},
                             {}},
                            patientOptions())
                     .error()
                     .code,
                 ErrorCode::Blocked);
        QCOMPARE(files.write({u"nobody"_s, guide, "x", false, false, {}, {}}, patientOptions()).error().code, ErrorCode::NotFound);
        QCOMPARE(files.remove({demo, u"SKILL.md"_s, {}, {}}, patientOptions()).error().details.kind, u"skill-text"_s);
        QCOMPARE(files.remove({demo, guide, {}, {}}, patientOptions()).error().code, ErrorCode::NotFound);
        QCOMPARE(files.rename({demo, guide, u"references/b.md"_s, {}, {}}, patientOptions()).error().code, ErrorCode::NotFound);
        QVERIFY(!QFileInfo::exists(home.history(demo)));
        QVERIFY(!home.has(u"references"_s) && !home.has(u"scripts"_s) && !home.has(u"assets"_s));
    }

    void basesAreCompared()
    {
        const FilesHome home;
        SkillFiles files = home.files();
        QVERIFY(home.write(guide, "now\n"));
        const auto stale = files.write({demo, guide, "mine\n", false, false, sha256Hex("old\n"), {}}, patientOptions());
        QCOMPARE(stale.error().code, ErrorCode::Conflict);
        QCOMPARE(stale.error().details.present, QByteArray("now\n"));
        QCOMPARE(files.write({demo, guide, "mine\n", false, false, QString(), {}}, patientOptions()).error().code, ErrorCode::Conflict);
        QCOMPARE(files.remove({demo, guide, sha256Hex("old\n"), {}}, patientOptions()).error().code, ErrorCode::Conflict);
        QCOMPARE(files.rename({demo, guide, u"references/b.md"_s, sha256Hex("old\n"), {}}, patientOptions()).error().code, ErrorCode::Conflict);
        QCOMPARE(home.bytes(guide), QByteArray("now\n"));
        QCOMPARE(home.records(demo).size(), 1);
    }

    void removingMovesToTheTrashAndRollsBack()
    {
        const FilesHome home;
        QVERIFY(home.write(guide, "text\n"));
        const auto removed = home.files().remove({demo, guide, sha256Hex("text\n"), u"not needed"_s}, patientOptions());
        QVERIFY2(removed, qPrintable(removed ? QString() : removed.error().message));
        QVERIFY(!home.has(guide));
        const RecordView last = home.records(demo).last();
        QCOMPARE(last.action, u"remove_file"_s);
        QCOMPARE(last.filePath, guide);
        QVERIFY(last.prev == "text\n" && !last.next);
        QCOMPARE(last.note, u"not needed"_s);
        QCOMPARE(last.trashed, removed->place);
        QCOMPARE(readFile(QString(home.customRoot() + u'/' + removed->place)), QByteArray("text\n"));
        const Json scanner = home.record(1)["scanner"];
        QCOMPARE(stringMember(scanner, "reason").value_or(QString()), u"Deletion requested."_s);
        QVERIFY(!scanner.contains("static_findings"));
        // The record before the last wrote it, the last removed it: the first cannot be undone, the second brings the file back to its own place.
        SkillEditor editor = home.editor();
        QCOMPARE(editor.rollback({demo, u"0"_s, false, {}, {}}, patientOptions()).error().details.kind, u"no-previous-content"_s);
        QVERIFY(editor.rollback({demo, u"1"_s, false, {}, {}}, patientOptions()));
        QCOMPARE(home.bytes(guide), QByteArray("text\n"));
        QCOMPARE(readFile(home.skillFile(demo)), skillText(demo, "one\n"));
        QVERIFY(!QFileInfo::exists(home.intent()));
    }

    void binaryFilesAreAddedAndRemovedButNotEdited()
    {
        const FilesHome home;
        QVERIFY(home.write(logo, image, true));
        QCOMPARE(home.bytes(logo), image);
        const RecordView added = home.records(demo).last();
        QVERIFY(!added.prev && !added.next && added.trashed);
        QCOMPARE(readFile(QString(home.customRoot() + u'/' + *added.trashed)), image);
        QVERIFY(home.files().read(demo, logo)->binary);
        QCOMPARE(home.write(logo, "a text\n").error().details.kind, u"binary-file"_s);
        QCOMPARE(home.bytes(logo), image);

        const QByteArray other = image + "\xfe";
        QVERIFY(home.write(logo, other, true));
        const RecordView replaced = home.records(demo).last();
        QCOMPARE(readFile(QString(home.customRoot() + u'/' + *replaced.trashed)), other);
        const auto removed = home.files().remove({demo, logo, {}, {}}, patientOptions());
        QVERIFY(removed);
        QCOMPARE(readFile(QString(home.customRoot() + u'/' + removed->place)), other);
        QVERIFY(!home.records(demo).last().prev);

        auto reader = HistoryReader::open(home.history(demo));
        QVERIFY(reader);
        const auto entries = reader->all();
        QVERIFY(entries);
        QVERIFY(buildHistoryChain(*entries, EntryOrder::OldestFirst, {{.filePath = logo, .hash = {}}}).isWhole());
        const auto again = home.editor().rollback({demo, u"-1"_s, false, {}, {}}, patientOptions());
        QVERIFY(again.error().message.contains(removed->place)); // what no record holds is brought back by hand
    }

    void renamingIsAWriteAndARemoval()
    {
        const FilesHome home;
        SkillFiles files = home.files();
        const QString script = u"scripts/run.sh"_s;
        const QString other = u"scripts/tools/go.sh"_s;
        QVERIFY(files.write({demo, script, "#!/bin/sh\n", false, true, {}, {}}, patientOptions()));
        QVERIFY(QFileInfo(home.skillFile(demo, script)).isExecutable());
        const auto renamed = files.rename({demo, script, other, {}, u"clearer"_s}, patientOptions());
        QVERIFY2(renamed, qPrintable(renamed ? QString() : renamed.error().message));
        QCOMPARE(renamed->hash, sha256Hex("#!/bin/sh\n"));
        QVERIFY(!home.has(script));
        QCOMPARE(home.bytes(other), QByteArray("#!/bin/sh\n"));
        QVERIFY(QFileInfo(home.skillFile(demo, other)).isExecutable());
        const QList<RecordView> records = home.records(demo);
        QCOMPARE(records.size(), 3);
        QCOMPARE(records[1].action, u"write_file"_s);
        QCOMPARE(records[1].filePath, other);
        QCOMPARE(records[1].note, u"Renamed from scripts/run.sh. clearer"_s);
        QCOMPARE(records[2].action, u"remove_file"_s);
        QCOMPARE(records[2].filePath, script);
        QCOMPARE(records[2].note, u"Renamed to scripts/tools/go.sh. clearer"_s);
        QVERIFY(!QFileInfo::exists(home.intent()));

        QVERIFY(home.write(script, "another\n"));
        const auto taken = files.rename({demo, script, other, {}, {}}, patientOptions());
        QCOMPARE(taken.error().code, ErrorCode::AlreadyExists);
        QCOMPARE(home.bytes(script), QByteArray("another\n"));
        QCOMPARE(home.records(demo).size(), 4);
        QVERIFY(home.write(logo, image, true));
        QVERIFY(files.rename({demo, logo, u"assets/b.png"_s, {}, {}}, patientOptions()));
        QCOMPARE(home.bytes(u"assets/b.png"_s), image);
    }

    void aLinkIsReadThroughButNotRemoved()
    {
        const FilesHome home;
        QVERIFY(home.write(guide, "text\n"));
        const QString link = u"references/link.md"_s;
        QVERIFY(QFile::link(u"guide.md"_s, home.skillFile(demo, link)));
        QCOMPARE(home.files().read(demo, link)->bytes, QByteArray("text\n"));
        QCOMPARE(home.files().remove({demo, link, {}, {}}, patientOptions()).error().details.kind, u"link"_s);
        QCOMPARE(home.files().rename({demo, link, u"references/c.md"_s, {}, {}}, patientOptions()).error().details.kind, u"link"_s);
        QVERIFY(home.has(link) && home.has(guide) && !home.has(u"references/c.md"_s));
        writeFile(home.path() + u"/outside.md"_s, "secret\n");
        QVERIFY(QFile::link(home.path() + u"/outside.md"_s, home.skillFile(demo, u"references/out.md"_s)));
        QCOMPARE(home.files().read(demo, u"references/out.md"_s).error().details.kind, u"link-outside"_s);
    }
};

QTEST_GUILESS_MAIN(TestSkillFiles)
#include "tst_skill_files.moc"
