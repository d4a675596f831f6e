// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/hash.h"
#include "history_fixtures.h"
#include "skills/history_chain.h"
#include "support/tree.h"

using namespace verderer;
using namespace verderer::fixtures;

namespace {

QString hashOf(const char *text)
{
    return sha256Hex(normalizedNewlines(text));
}

/// A record of `action` from `prev` to `next` (null: none), with an identity of its own.
HistoryEntry change(const char *action, const char *prev, const char *next, const char *id = "", const char *filePath = "SKILL.md")
{
    HistoryEntry entry;
    entry.action = QString::fromLatin1(action);
    entry.filePath = QString::fromLatin1(filePath);
    entry.id = QString::fromLatin1(id);
    entry.ts = QStringLiteral("T%1").arg(QString::fromLatin1(id));
    entry.hasPrev = prev != nullptr;
    entry.hasNew = next != nullptr;
    entry.prevHash = prev != nullptr ? hashOf(prev) : QString();
    entry.newHash = next != nullptr ? hashOf(next) : QString();
    return entry;
}

HistoryEntry edit(const char *prev, const char *next, const char *id = "", const char *filePath = "SKILL.md")
{
    return change("human_edit", prev, next, id, filePath);
}

HistoryEntry late(HistoryEntry entry, const char *lateFor)
{
    entry.lateFor = QString::fromLatin1(lateFor);
    return entry;
}

HistoryEntry unreadable(HistoryLineState state)
{
    HistoryEntry entry;
    entry.state = state;
    return entry;
}

QString ids(const HistoryChain &chain)
{
    QString all;
    for (const HistoryEntry &entry : chain.entries) {
        all += entry.id;
    }
    return all;
}

/// "changed-outside 0-1; late 2": kinds with the positions between or at which they stand; "now" for the present.
QString notes(const HistoryChain &chain)
{
    QStringList all;
    for (const ChainNote &note : chain.notes) {
        QString text = chainNoteKindName(note.kind) + u' ';
        if (note.older >= 0) {
            text += QString::number(note.older) + u'-';
        }
        text += note.newer < 0 ? QStringLiteral("now") : QString::number(note.newer);
        all.append(text);
    }
    return all.join(QStringLiteral("; "));
}

} // namespace

/// What a history tells as a chain.
class TestHistoryChain : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void empty();
    void whole();
    void changedOutside();
    void lineEndingsDoNotMatter();
    void presentFile();
    void presentFileIsGone();
    void presentFileCameBack();
    void supportFilesHaveTheirOwnChains();
    void deletedAndCreatedAgain();
    void createdOutsideAfterDeletion();
    void removedOutside();
    void deletingTheSkillEndsAllChains();
    void restoringTheSkillBringsSupportFilesBack();
    void removedSupportFile();
    void blockedRollbackChangesNothing();
    void unreadableLineBetween();
    void beingWritten();
    void unknownTexts();
    void bytesInTheTrash();
    void partOfAHistory();
    void lateRecord();
    void lateRecordsKeepTheirOrder();
    void lateForALateOne();
    void lateForNothing();
    void lateForSomethingAfterIt();
    void manyLateOnes();
    void readFromAFile();
    void sharedSample();
};

void TestHistoryChain::empty()
{
    const HistoryChain chain = buildHistoryChain({}, EntryOrder::NewestFirst, {{.hash = hashOf("x")}});
    QVERIFY(chain.entries.isEmpty() && chain.notes.isEmpty() && chain.isWhole());
}

void TestHistoryChain::whole()
{
    const QList<HistoryEntry> entries{change("create", nullptr, "a", "1"), edit("a", "b", "2"), change("patch", "b", "c", "3"),
                                      change("rollback", "c", "a", "4")};
    const HistoryChain chain = buildHistoryChain(entries, EntryOrder::OldestFirst, {{.hash = hashOf("a")}});
    QCOMPARE(notes(chain), QString());
    QCOMPARE(ids(chain), QStringLiteral("1234"));
    QList<HistoryEntry> newestFirst(entries.rbegin(), entries.rend());
    const HistoryChain same = buildHistoryChain(newestFirst, EntryOrder::NewestFirst, {{.hash = hashOf("a")}});
    QCOMPARE(ids(same), QStringLiteral("1234"));
    QVERIFY(same.isWhole());
}

void TestHistoryChain::changedOutside()
{
    const HistoryChain chain = buildHistoryChain({edit("a", "b", "1"), edit("B", "c", "2"), edit("c", "d", "3")}, EntryOrder::OldestFirst);
    QCOMPARE(notes(chain), QStringLiteral("changed-outside 0-1"));
    QVERIFY(!chain.isWhole());
    const ChainNote &note = chain.notes.first();
    QCOMPARE(note.expectedHash, hashOf("b"));
    QCOMPARE(note.foundHash, hashOf("B"));
    QCOMPARE(note.filePath, QStringLiteral("SKILL.md"));
    QCOMPARE(note.message, QStringLiteral("SKILL.md was changed outside history, between the record of T1 and the record of T2."));
}

void TestHistoryChain::lineEndingsDoNotMatter()
{
    const HistoryChain chain = buildHistoryChain({edit("a\n", "b\r\nc\r", "1"), edit("b\nc\n", "d", "2")}, EntryOrder::OldestFirst);
    QCOMPARE(notes(chain), QString());
}

void TestHistoryChain::presentFile()
{
    const QList<HistoryEntry> entries{edit("a", "b", "1")};
    QVERIFY(buildHistoryChain(entries, EntryOrder::OldestFirst, {{.hash = hashOf("b")}}).isWhole());
    const HistoryChain changed = buildHistoryChain(entries, EntryOrder::OldestFirst, {{.hash = hashOf("x")}});
    QCOMPARE(notes(changed), QStringLiteral("changed-outside 0-now"));
    QCOMPARE(changed.notes.first().message, QStringLiteral("SKILL.md was changed outside history, since the record of T1."));
    QVERIFY(buildHistoryChain(entries, EntryOrder::OldestFirst, {{.filePath = QStringLiteral("references/a.md"), .hash = hashOf("x")}}).isWhole());
}

void TestHistoryChain::presentFileIsGone()
{
    QCOMPARE(notes(buildHistoryChain({edit("a", "b")}, EntryOrder::OldestFirst, {{}})), QStringLiteral("removed-outside 0-now"));
    QVERIFY(buildHistoryChain({change("human_delete", "b", nullptr)}, EntryOrder::OldestFirst, {{}}).isWhole());
}

void TestHistoryChain::presentFileCameBack()
{
    const HistoryChain chain = buildHistoryChain({change("human_delete", "b", nullptr)}, EntryOrder::OldestFirst, {{.hash = hashOf("b")}});
    QCOMPARE(notes(chain), QStringLiteral("created-outside 0-now"));
}

void TestHistoryChain::supportFilesHaveTheirOwnChains()
{
    const char *a = "references/a.md";
    const char *b = "scripts/b.sh";
    const HistoryChain chain =
        buildHistoryChain({edit("s", "s2", "1"), change("write_file", nullptr, "a", "2", a), change("write_file", nullptr, "b", "3", b),
                           edit("s2", "s3", "4"), change("write_file", "a", "a2", "5", a), change("write_file", "X", "b2", "6", b)},
                          EntryOrder::OldestFirst, {{.hash = hashOf("s3")}, {.filePath = QString::fromLatin1(a), .hash = hashOf("a2")}});
    QCOMPARE(notes(chain), QStringLiteral("changed-outside 2-5"));
    QCOMPARE(chain.notes.first().filePath, QString::fromLatin1(b));
}

void TestHistoryChain::deletedAndCreatedAgain()
{
    for (const char *deletion : {"human_delete", "delete"}) {
        for (const char *creation : {"create", "rollback"}) {
            const HistoryChain chain =
                buildHistoryChain({change("create", nullptr, "a"), change(deletion, "a", nullptr), change(creation, nullptr, "c"), edit("c", "d")},
                                  EntryOrder::OldestFirst, {{.hash = hashOf("d")}});
            QCOMPARE(notes(chain), QString());
        }
    }
}

void TestHistoryChain::createdOutsideAfterDeletion()
{
    // Installing an archive leaves no record.
    const HistoryChain chain = buildHistoryChain({change("human_delete", "a", nullptr), edit("installed", "b")}, EntryOrder::OldestFirst);
    QCOMPARE(notes(chain), QStringLiteral("created-outside 0-1"));
    QVERIFY(chain.notes.first().expectedHash.isEmpty());
}

void TestHistoryChain::removedOutside()
{
    const HistoryChain chain = buildHistoryChain({edit("a", "b"), change("create", nullptr, "c")}, EntryOrder::OldestFirst);
    QCOMPARE(notes(chain), QStringLiteral("removed-outside 0-1"));
    QVERIFY(chain.notes.first().foundHash.isEmpty());
}

void TestHistoryChain::deletingTheSkillEndsAllChains()
{
    const char *a = "references/a.md";
    const HistoryChain chain = buildHistoryChain({change("write_file", nullptr, "a", "1", a), change("human_delete", "s", nullptr, "2"),
                                                  change("create", nullptr, "s", "3"), change("write_file", nullptr, "other", "4", a)},
                                                 EntryOrder::OldestFirst);
    QCOMPARE(notes(chain), QString());
}

void TestHistoryChain::restoringTheSkillBringsSupportFilesBack()
{
    const char *a = "references/a.md";
    const QList<HistoryEntry> entries{change("write_file", nullptr, "a", "1", a), change("human_delete", "s", nullptr, "2"),
                                      change("rollback", nullptr, "s", "3"), change("write_file", "a", "a2", "4", a)};
    QCOMPARE(notes(buildHistoryChain(entries, EntryOrder::OldestFirst)), QString());
    QList<HistoryEntry> otherwise = entries;
    otherwise.last() = change("write_file", "X", "a2", "4", a);
    QCOMPARE(notes(buildHistoryChain(otherwise, EntryOrder::OldestFirst)), QStringLiteral("created-outside 0-3"));
}

void TestHistoryChain::removedSupportFile()
{
    const char *a = "references/a.md";
    const QList<HistoryEntry> entries{change("write_file", nullptr, "a", "1", a), change("remove_file", "a", nullptr, "2", a)};
    const PresentFile gone{.filePath = QString::fromLatin1(a), .hash = {}};
    const PresentFile there{.filePath = QString::fromLatin1(a), .hash = hashOf("a")};
    QVERIFY(buildHistoryChain(entries, EntryOrder::OldestFirst, {gone}).isWhole());
    QCOMPARE(notes(buildHistoryChain(entries, EntryOrder::OldestFirst, {there})), QStringLiteral("created-outside 1-now"));
}

void TestHistoryChain::blockedRollbackChangesNothing()
{
    HistoryEntry blocked = change("rollback", "b", "a", "2");
    blocked.decision = QStringLiteral("block");
    const QList<HistoryEntry> entries{edit("a", "b", "1"), blocked, edit("b", "c", "3")};
    const HistoryChain chain = buildHistoryChain(entries, EntryOrder::OldestFirst, {{.hash = hashOf("c")}});
    QCOMPARE(notes(chain), QStringLiteral("not-applied 1"));
    QVERIFY(chain.isWhole());
    // What it began from is still compared, and is what the next one must follow from.
    const HistoryChain broken = buildHistoryChain({edit("a", "X", "1"), blocked, edit("a", "c", "3")}, EntryOrder::OldestFirst);
    QCOMPARE(notes(broken), QStringLiteral("changed-outside 0-1; not-applied 1; changed-outside 1-2"));
    QVERIFY(!broken.isWhole());
    // An edit with that verdict is no such record: only rollbacks are recorded although they were refused.
    HistoryEntry edited = edit("b", "c", "2");
    edited.decision = QStringLiteral("block");
    QCOMPARE(notes(buildHistoryChain({edit("a", "b", "1"), edited, edit("c", "d", "3")}, EntryOrder::OldestFirst)), QString());
}

void TestHistoryChain::unreadableLineBetween()
{
    for (const HistoryLineState state : {HistoryLineState::Damaged, HistoryLineState::Torn}) {
        QCOMPARE(notes(buildHistoryChain({edit("a", "b"), unreadable(state), edit("x", "c"), edit("y", "d")}, EntryOrder::OldestFirst)),
                 QStringLiteral("gap 0-2; changed-outside 2-3"));
        QCOMPARE(notes(buildHistoryChain({edit("a", "b"), unreadable(state), edit("b", "c")}, EntryOrder::OldestFirst)), QString());
        QCOMPARE(notes(buildHistoryChain({edit("a", "b"), unreadable(state)}, EntryOrder::OldestFirst, {{.hash = hashOf("x")}})),
                 QStringLiteral("gap 0-now"));
    }
}

void TestHistoryChain::beingWritten()
{
    // Files before records: the file is the new one already, its record is on its way.
    const HistoryChain chain =
        buildHistoryChain({edit("a", "b"), unreadable(HistoryLineState::BeingWritten)}, EntryOrder::OldestFirst, {{.hash = hashOf("c")}});
    QCOMPARE(notes(chain), QString());
}

void TestHistoryChain::unknownTexts()
{
    // Keys may be missing: nothing is claimed about what is not known.
    const HistoryChain chain = buildHistoryChain({edit("a", nullptr), edit("x", "b"), edit(nullptr, "c"), edit("c", "d")}, EntryOrder::OldestFirst);
    QCOMPARE(notes(chain), QString());
}

void TestHistoryChain::bytesInTheTrash()
{
    HistoryEntry entry = change("rollback", nullptr, "b");
    entry.trashed = QStringLiteral(".trash/demo.bytes");
    QCOMPARE(notes(buildHistoryChain({edit("a", "x"), entry, edit("b", "c")}, EntryOrder::OldestFirst)), QString());
}

void TestHistoryChain::partOfAHistory()
{
    // The oldest one on a page is held against nothing.
    QCOMPARE(notes(buildHistoryChain({edit("y", "z"), edit("x", "y")}, EntryOrder::NewestFirst)), QString());
}

void TestHistoryChain::lateRecord()
{
    // Killed after the file was written; a peer saw the new file, recorded its own change, and then the first one was recorded.
    const QList<HistoryEntry> entries{edit("0", "a", "0"), edit("b", "c", "2"), late(edit("a", "b", "1"), "2"), edit("c", "d", "3")};
    const HistoryChain chain = buildHistoryChain(entries, EntryOrder::OldestFirst, {{.hash = hashOf("d")}});
    QCOMPARE(ids(chain), QStringLiteral("0123"));
    QCOMPARE(notes(chain), QStringLiteral("late 1"));
    QVERIFY(chain.isWhole());
}

void TestHistoryChain::lateRecordsKeepTheirOrder()
{
    const HistoryChain chain = buildHistoryChain(
        {edit("0", "a", "0"), edit("c", "d", "3"), late(edit("a", "b", "1"), "3"), late(edit("b", "c", "2"), "3")}, EntryOrder::OldestFirst);
    QCOMPARE(ids(chain), QStringLiteral("0123"));
    QVERIFY(chain.isWhole());
}

void TestHistoryChain::lateForALateOne()
{
    const HistoryChain chain = buildHistoryChain(
        {edit("c", "d", "3"), late(edit("b", "c", "2"), "3"), late(edit("a", "b", "1"), "2"), edit("d", "e", "4")}, EntryOrder::OldestFirst);
    QCOMPARE(ids(chain), QStringLiteral("1234"));
    QVERIFY(chain.isWhole());
}

void TestHistoryChain::lateForNothing()
{
    // The other one is on an older page: it stays where it is, and is named.
    const HistoryChain chain =
        buildHistoryChain({edit("a", "b", "1"), late(edit("b", "c", "2"), "missing"), edit("c", "d", "3")}, EntryOrder::OldestFirst);
    QCOMPARE(ids(chain), QStringLiteral("123"));
    QCOMPARE(notes(chain), QStringLiteral("late 1"));
}

void TestHistoryChain::lateForSomethingAfterIt()
{
    const HistoryChain chain =
        buildHistoryChain({late(edit("a", "b", "1"), "2"), edit("b", "c", "2"), late(edit("c", "d", "3"), "3")}, EntryOrder::OldestFirst);
    QCOMPARE(ids(chain), QStringLiteral("123"));
}

void TestHistoryChain::manyLateOnes()
{
    QList<HistoryEntry> entries{edit("x", "x", "0")};
    for (int i = 1; i < 20'000; ++i) {
        entries.append(late(edit("x", "x", QByteArray::number(i).constData()), QByteArray::number(i - 1).constData()));
    }
    const HistoryChain chain = buildHistoryChain(entries, EntryOrder::OldestFirst);
    QCOMPARE(chain.entries.size(), entries.size());
    QCOMPARE(chain.entries.first().id, QStringLiteral("19999"));
    QCOMPARE(chain.entries.last().id, QStringLiteral("0"));
}

void TestHistoryChain::readFromAFile()
{
    const HistoryFolder folder(recordLine({.prev = QByteArray("Initial"), .next = QByteArray("Edited\r\n")}) + '\n' +
                               recordLine({.prev = QByteArray("Edited\n"), .next = QByteArray("Concurrent")}) + '\n');
    GET(HistoryReader, reader, HistoryReader::open(folder.path()));
    GET(const HistoryPage, page, reader.newest(10));
    QCOMPARE(notes(buildHistoryChain(page.entries, EntryOrder::NewestFirst, {{.hash = hashOf("Concurrent")}})), QString());
    QCOMPARE(notes(buildHistoryChain(page.entries, EntryOrder::NewestFirst, {{.hash = hashOf("Other")}})), QStringLiteral("changed-outside 1-now"));
}

void TestHistoryChain::sharedSample()
{
    QString shared = qEnvironmentVariable("VERDERER_SHARED");
    if (shared.isEmpty()) {
        shared = verderer::test::sourceDir() + QStringLiteral("/../shared");
    }
    const QString custom = shared + QStringLiteral("/sample/home/users/default/skills/custom");
    if (!QFile::exists(custom)) {
        QSKIP("The sample installation is not here: set VERDERER_SHARED to the folder that holds sample/.");
    }
    const auto chainOf = [&](const QString &skill) {
        QFile file(custom + u'/' + skill + QStringLiteral("/SKILL.md"));
        const PresentFile present{.hash = file.open(QIODevice::ReadOnly) ? sha256Hex(normalizedNewlines(file.readAll())) : QString()};
        Result<HistoryReader> reader = HistoryReader::open(historyPath(custom, skill));
        const Result<QList<HistoryEntry>> all = reader ? reader->all() : tl::unexpected<Error>(reader.error());
        return all ? notes(buildHistoryChain(*all, EntryOrder::OldestFirst, {present})) : all.error().message;
    };
    QCOMPARE(chainOf(QStringLiteral("release-notes")), QString());
    QCOMPARE(chainOf(QStringLiteral("old-greeter")), QString());
    QCOMPARE(chainOf(QStringLiteral("ops-helper")), QStringLiteral("not-applied 2"));
    QCOMPARE(chainOf(QStringLiteral("weekly-report")), QStringLiteral("changed-outside 1-now"));
}

QTEST_GUILESS_MAIN(TestHistoryChain)
#include "tst_history_chain.moc"
