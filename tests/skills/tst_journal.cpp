// SPDX-License-Identifier: GPL-3.0-or-later
//
// The journal, and the recovery from it row by row: the intents are made by hand, so that each row stands alone.
#include "base/hash.h"
#include "base/json.h"
#include "base/local_storage.h"
#include "skills/history_chain.h"
#include "skills/history_tail.h"
#include "skills/mutation_journal.h"
#include "support/deerflow_peer.h"
#include "support/test_home.h"

#include <QDir>
#include <QTest>

using namespace verderer;
using namespace verderer::test;

namespace {

const QString demo = QStringLiteral("demo-skill");

QByteArray text(const QByteArray &word)
{
    return skillText(demo, word + "\n");
}

/// The state that a dead predecessor left: file, history, journal, temporary file.
class Wreck : public TestHome {
public:
    QByteArray before = text("before");
    QByteArray after = text("after");
    MutationIntent intent;

    Wreck()
    {
        addSkill(demo, before);
        intent.id = QStringLiteral("0123456789abcdef");
        intent.program = QStringLiteral("a dead program");
        intent.startedAt = QStringLiteral("2026-06-01T08:00:00+00:00");
        intent.action = QStringLiteral("human_edit");
        intent.directory = demo;
        intent.filePath = QStringLiteral("SKILL.md");
        setTexts(before, after);
    }

    void setTexts(const QByteArray &prev, const QByteArray &next)
    {
        before = prev;
        after = next;
        NewHistoryRecord record;
        record.ts = intent.startedAt;
        record.action = intent.action;
        record.reason = QStringLiteral("Not scanned.");
        record.prev = prev;
        record.next = next;
        record.hostUser = QStringLiteral("tester");
        const auto line = historyLine(record);
        if (!line)
            qFatal("no line");
        intent.line = *line;
        intent.before = FileSide::of(prev);
        intent.after = FileSide::of(next);
    }

    void writeJournal() const { writeFile(TestHome::intent(), encodeIntent(intent) + '\n'); }
    [[nodiscard]] bool journalExists() const { return QFile::exists(TestHome::intent()); }
    void writeStaged(const QByteArray &bytes)
    {
        intent.staged = QStringLiteral(".verderer-abc123.tmp");
        writeFile(skillFile(demo, intent.staged), bytes);
    }

    [[nodiscard]] Result<QStringList> recover() const { return SkillEditor(roots(), dependencies()).recover(patientOptions()); }
    void peerEdits(const QByteArray &bytes) const
    {
        DeerFlowPeer peer;
        peer.customRoot = customRoot();
        peer.projectionLock = roots().userProjectionLock;
        peer.edit(demo, bytes);
    }
    [[nodiscard]] QList<QByteArray> draftTexts() const
    {
        QList<QByteArray> texts;
        const QList<Draft> all = drafts();
        for (const Draft &draft : all)
            texts += draft.text;
        std::sort(texts.begin(), texts.end());
        return texts;
    }
    [[nodiscard]] bool chainIsWhole() const
    {
        auto reader = HistoryReader::open(history(demo));
        const auto entries = reader ? reader->all() : Result<QList<HistoryEntry>>(QList<HistoryEntry>());
        PresentFile present;
        present.hash = sha256Hex(normalizedNewlines(readFile(skillFile(demo))));
        return entries && buildHistoryChain(*entries, EntryOrder::OldestFirst, {present}).isWhole();
    }
};

} // namespace

class TestJournal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anIntentSurvivesTheWayToTheDiskAndBack()
    {
        Wreck home;
        home.intent.historySize = 12345678901;
        home.intent.staged = QStringLiteral(".verderer-Zz09aA.tmp");
        home.intent.displacedLine = R"({"ts": "x"})";
        home.intent.appending = true;
        const auto back = decodeIntent(encodeIntent(home.intent));
        QVERIFY(back);
        QCOMPARE(back->id, home.intent.id);
        QCOMPARE(back->program, home.intent.program);
        QCOMPARE(back->startedAt, home.intent.startedAt);
        QCOMPARE(back->action, home.intent.action);
        QCOMPARE(back->directory, home.intent.directory);
        QCOMPARE(back->filePath, home.intent.filePath);
        QCOMPARE(back->line, home.intent.line);
        QCOMPARE(back->displacedLine, home.intent.displacedLine);
        QCOMPARE(back->historySize, home.intent.historySize);
        QCOMPARE(back->staged, home.intent.staged);
        QVERIFY(back->appending);
        QVERIFY(back->before.isExactly(home.before) && back->after.isExactly(home.after));
        QVERIFY(encodeIntent(home.intent).startsWith(R"({"version": 1, )"));
        QVERIFY(!encodeIntent(home.intent).contains('\n'));
    }

    void aTornAmendmentLeavesTheIntentBeforeIt()
    {
        Wreck home;
        MutationIntent amended = home.intent;
        amended.id = QStringLiteral("amended");
        LocalStorage storage;
        MutationJournal journal(storage, home.customRoot());
        QCOMPARE(journal.path(), home.TestHome::intent());
        QVERIFY(journal.write(home.intent, {}));
        QVERIFY(journal.amend(amended));
        QCOMPARE(journal.load()->intent->id, QStringLiteral("amended"));
        const QByteArray whole = readFile(journal.path());
        writeFile(journal.path(), whole.left(whole.size() - 10));
        QCOMPARE(journal.load()->intent->id, home.intent.id);
        QVERIFY(journal.remove());
        QVERIFY(!journal.load()->exists);
        QVERIFY(journal.remove()); // once more is fine
    }

    /// Never guessed at, never lost, never in the way.
    void whatCannotBeReadIsPutAside_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const Wreck home;
        const QByteArray line = encodeIntent(home.intent);
        QTest::newRow("torn") << line.left(line.size() / 2);
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("not JSON") << QByteArray("hello\n");
        QTest::newRow("another version") << QByteArray(line).replace("\"version\": 1", "\"version\": 3") + '\n';
        QTest::newRow("a newer version behind one of ours") << line + '\n' + QByteArray(line).replace("\"version\": 1", "\"version\": 3") + '\n';
        QTest::newRow("without a record") << QByteArray(line).replace("\"record\"", "\"nothing\"") + '\n';
        QTest::newRow("a damaged record") << QByteArray(line).replace("\"record\": \"{", "\"record\": \"") + '\n';
        QTest::newRow("a temporary file elsewhere") << QByteArray(line).replace("\"staged\": \"\"", "\"staged\": \"../../SKILL.md\"") + '\n';
        QTest::newRow("a foreign temporary file") << QByteArray(line).replace("\"staged\": \"\"", "\"staged\": \"SKILL.md\"") + '\n';
    }
    void whatCannotBeReadIsPutAside()
    {
        QFETCH(QByteArray, bytes);
        Wreck home;
        writeFile(home.TestHome::intent(), bytes);
        const auto recovered = home.recover();
        QVERIFY2(recovered, qPrintable(recovered ? QString() : recovered.error().message));
        QCOMPARE(recovered->size(), 1);
        QVERIFY(!home.journalExists());
        const QDir kept(QString(home.customRoot() + QStringLiteral("/.trash/intents")));
        const QStringList names = kept.entryList(QDir::Files);
        QCOMPARE(names.size(), 1);
        QVERIFY(recovered->first().contains(kept.filePath(names.first())));
        QCOMPARE(readFile(kept.filePath(names.first())), bytes);
        QCOMPARE(readFile(home.skillFile(demo)), home.before);
        QVERIFY(!QFile::exists(home.history(demo)));
        // The same once more does not stumble over what was kept before.
        writeFile(home.TestHome::intent(), bytes);
        QVERIFY(home.recover());
        QVERIFY(!home.journalExists());
    }

    void nothingToDo()
    {
        const Wreck home;
        const auto recovered = home.recover();
        QVERIFY(recovered);
        QCOMPARE(*recovered, QStringList());
    }

    // Rows of the table, in its order.

    void ourRecordIsThere()
    {
        Wreck home;
        home.addSkill(demo, home.after);
        home.writeStaged(home.before);
        home.writeJournal();
        writeFile(home.history(demo), home.intent.line + '\n');
        const auto recovered = home.recover();
        QVERIFY(recovered && recovered->size() == 1);
        QVERIFY(recovered->first().contains(QStringLiteral("a dead program")));
        QCOMPARE(readFile(home.history(demo)), home.intent.line + '\n');
        QVERIFY(!home.journalExists());
        QCOMPARE(home.temporaryFiles(), QStringList());
        QCOMPARE(home.draftTexts(), QList<QByteArray>());
    }

    void nothingAppendedAndTheFileIsAfter_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::newRow("exactly") << text("after");
        QTest::newRow("with other newlines") << text("after").replace("\n", "\r\n");
    }
    void nothingAppendedAndTheFileIsAfter()
    {
        QFETCH(QByteArray, file);
        Wreck home;
        home.addSkill(demo, file);
        home.writeStaged(home.before);
        home.writeJournal();
        QVERIFY(home.recover());
        QCOMPARE(readFile(home.history(demo)), home.intent.line + '\n');
        QCOMPARE(readFile(home.skillFile(demo)), file);
        QVERIFY(!home.journalExists());
        QCOMPARE(home.temporaryFiles(), QStringList());
        QVERIFY(home.chainIsWhole());
    }

    /// Text and intent are synced together: after a power cut the intent may be whole and the text not. That part of it is nobody else's text.
    void aPowerCutMayLeaveAPartOfTheText_data()
    {
        QTest::addColumn<qsizetype>("size");
        QTest::newRow("nothing of it") << qsizetype(0);
        QTest::newRow("half of it") << text("after").size() / 2;
    }
    void aPowerCutMayLeaveAPartOfTheText()
    {
        QFETCH(qsizetype, size);
        Wreck home;
        home.writeStaged(home.after.first(size));
        home.writeJournal();
        QVERIFY(home.recover());
        QCOMPARE(readFile(home.skillFile(demo)), home.before);
        QVERIFY(!QFile::exists(home.history(demo)));
        QCOMPARE(home.draftTexts(), QList<QByteArray>({home.after}));
        QVERIFY(!home.journalExists());
        QCOMPARE(home.temporaryFiles(), QStringList());
    }

    void nothingAppendedAndTheFileIsBefore()
    {
        Wreck home;
        home.writeStaged(home.after);
        home.writeJournal();
        QVERIFY(home.recover());
        QVERIFY(!QFile::exists(home.history(demo)));
        QCOMPARE(readFile(home.skillFile(demo)), home.before);
        QCOMPARE(home.draftTexts(), QList<QByteArray>{home.after});
        const Draft draft = home.drafts().first();
        QCOMPARE(draft.origin, QStringLiteral("recovery"));
        QVERIFY(draft.hasBase);
        QCOMPARE(draft.base, home.before);
        QCOMPARE(home.temporaryFiles(), QStringList());
    }

    void nothingAppendedAndTheFileIsNeither_data()
    {
        QTest::addColumn<bool>("removed");
        QTest::newRow("another text") << false;
        QTest::newRow("removed") << true;
    }
    void nothingAppendedAndTheFileIsNeither()
    {
        QFETCH(bool, removed);
        Wreck home;
        if (removed)
            QVERIFY(QFile::remove(home.skillFile(demo)));
        else
            home.addSkill(demo, text("else"));
        home.writeJournal();
        QVERIFY(home.recover());
        QVERIFY(!QFile::exists(home.history(demo)));
        QCOMPARE(home.draftTexts(), (QList<QByteArray>{home.after, home.before}));
        QCOMPARE(readFile(home.skillFile(demo)), removed ? QByteArray() : text("else"));
    }

    void othersWentOnFromAfter()
    {
        Wreck home;
        home.addSkill(demo, home.after);
        home.writeJournal();
        home.peerEdits(text("peer one"));
        home.peerEdits(text("peer two"));
        QVERIFY(home.recover());
        const QList<RecordView> records = home.records(demo);
        QCOMPARE(records.size(), 3);
        QVERIFY(!records[0].late && !records[1].late && records[2].late);
        const auto late = parseJson(records[2].line);
        QVERIFY(late);
        QCOMPARE(toQString((*late)["late_for"]["ts"]), records[0].ts);
        QCOMPARE(toQString((*late)["late_for"]["hash"]), sha256Hex(records[0].line));
        QCOMPARE(records[2].ts, home.intent.startedAt);
        QCOMPARE(records[2].prev, home.before);
        QCOMPARE(records[2].next, home.after);
        QVERIFY(home.chainIsWhole());
        QCOMPARE(home.draftTexts(), QList<QByteArray>());
    }

    void othersWentOnFromBefore()
    {
        Wreck home;
        home.writeJournal();
        home.peerEdits(text("peer"));
        QVERIFY(home.recover());
        QCOMPARE(home.records(demo).size(), 1);
        QCOMPARE(home.draftTexts(), QList<QByteArray>{home.after});
        QVERIFY(home.chainIsWhole());
    }

    void othersWentOnOtherwise_data()
    {
        QTest::addColumn<bool>("newlinesOnly");
        QTest::newRow("from a text that is neither") << false;
        // To DeerFlow, which reads LF, before and after are one text: its record cannot say which it found.
        QTest::newRow("before and after differ in newlines alone") << true;
    }
    void othersWentOnOtherwise()
    {
        QFETCH(bool, newlinesOnly);
        Wreck home;
        if (newlinesOnly)
            home.setTexts(text("same").replace("\n", "\r\n"), text("same"));
        home.addSkill(demo, newlinesOnly ? home.after : text("else"));
        home.writeJournal();
        home.peerEdits(text("peer"));
        QVERIFY(home.recover());
        QCOMPARE(home.records(demo).size(), 1);
        QList<QByteArray> expected = {home.after, home.before};
        std::sort(expected.begin(), expected.end());
        QCOMPARE(home.draftTexts(), expected);
    }

    // What goes beyond the rows.

    /// Records about other files say nothing about ours.
    void recordsAboutOtherFilesDoNotCount()
    {
        Wreck home;
        home.addSkill(demo, home.after);
        home.writeJournal();
        writeFile(home.history(demo),
                  R"({"ts": "1", "action": "write_file", "file_path": "references/a.md", "prev_content": null, "new_content": "x"})"
                  "\n");
        QVERIFY(home.recover());
        QCOMPARE(home.records(demo).size(), 2);
        QVERIFY(!home.records(demo).last().late);
        QCOMPARE(home.records(demo).last().line, home.intent.line);
    }

    void aTornLineOfOursIsCut_data()
    {
        QTest::addColumn<QByteArray>("history");
        QTest::newRow("behind nothing") << QByteArray();
        QTest::newRow("behind a record") << QByteArray("{\"ts\": \"1\"}\n");
        QTest::newRow("behind a torn line of somebody's") << QByteArray("{\"ts\": \"1");
    }
    void aTornLineOfOursIsCut()
    {
        QFETCH(QByteArray, history);
        Wreck home;
        home.addSkill(demo, home.after);
        home.intent.historySize = history.size();
        home.writeJournal();
        const QByteArray end = history.isEmpty() || history.endsWith('\n') ? QByteArray() : QByteArray("\n");
        writeFile(home.history(demo), history + end + home.intent.line.left(100));
        QVERIFY(home.recover());
        QCOMPARE(readFile(home.history(demo)), history + end + home.intent.line + '\n');
    }

    /// Bytes that are not ours stay, whatever they are.
    void nothingElseIsCut_data()
    {
        QTest::addColumn<QByteArray>("tail");
        QTest::newRow("a torn line of somebody's") << QByteArray("{\"ts\": \"torn");
        QTest::newRow("ours, but not where it begins") << QByteArray("{\"ts\": \"1\", \"file_path\": \"x\"}\n{\"ts\": \"2026-06-01T08");
        QTest::newRow("ours, ended by a newline") << QByteArray("{\"ts\": \"2026-06-01T08\n");
    }
    void nothingElseIsCut()
    {
        QFETCH(QByteArray, tail);
        Wreck home;
        home.addSkill(demo, home.after);
        home.writeJournal();
        writeFile(home.history(demo), tail);
        QVERIFY(home.recover());
        QVERIFY(readFile(home.history(demo)).startsWith(tail));
        QVERIFY(readFile(home.history(demo)).endsWith(QByteArray(home.intent.line + '\n')));
    }

    /// The predecessor died between the exchange and the record of what came out of it.
    void whatAScriptHadWrittenIsRecordedFirst_data()
    {
        QTest::addColumn<bool>("peer");
        QTest::newRow("nobody came after") << false;
        QTest::newRow("somebody went on from ours") << true;
    }
    void whatAScriptHadWrittenIsRecordedFirst()
    {
        QFETCH(bool, peer);
        Wreck home;
        home.addSkill(demo, home.after);
        home.writeStaged(text("script"));
        home.writeJournal();
        if (peer)
            home.peerEdits(text("peer"));
        QVERIFY(home.recover());
        const QList<RecordView> records = home.records(demo);
        const int first = peer ? 1 : 0;
        QCOMPARE(records.size(), first + 2);
        QCOMPARE(records[first].prev, home.before);
        QCOMPARE(records[first].next, text("script"));
        QCOMPARE(records[first + 1].prev, text("script"));
        QCOMPARE(records[first + 1].next, home.after);
        QCOMPARE(records[first].late, peer);
        QCOMPARE(records[first + 1].late, peer);
        QVERIFY(home.chainIsWhole());
        QCOMPARE(home.temporaryFiles(), QStringList());
    }

    /// The file's name leads elsewhere now: the texts are saved, nothing is touched.
    void aTargetThatCannotBeReached()
    {
        Wreck home;
        QVERIFY(QFile::remove(home.skillFile(demo)));
        writeFile(QString(home.path() + QStringLiteral("/outside.md")), "outside");
        QVERIFY(QFile::link(QString(home.path() + QStringLiteral("/outside.md")), home.skillFile(demo)));
        home.writeJournal();
        QVERIFY(home.recover());
        QVERIFY(!home.journalExists());
        QCOMPARE(home.draftTexts(), (QList<QByteArray>{home.after, home.before}));
        QCOMPARE(readFile(QString(home.path() + QStringLiteral("/outside.md"))), QByteArray("outside"));
    }

    void aTemporaryFileThatNoIntentNamesBecomesADraft()
    {
        Wreck home;
        writeFile(home.skillFile(demo, QStringLiteral(".verderer-Xy12Zz.tmp")), text("never begun"));
        writeFile(home.skillFile(demo, QStringLiteral(".verderer-Xy12Za.tmp")), home.before);
        SkillEditor editor(home.roots(), home.dependencies());
        const auto outcome = editor.edit({demo, QStringLiteral("SKILL.md"), text("next"), {}, {}}, patientOptions());
        QVERIFY(outcome);
        QCOMPARE(home.draftTexts(), QList<QByteArray>{text("never begun")});
        QCOMPARE(home.temporaryFiles(), QStringList());
        QCOMPARE(outcome->warnings.size(), 1);
    }

    /// Drafts that cannot be saved: the predecessor's texts come first, so the edit is refused and the journal stays.
    void withoutAPlaceForDraftsNothingIsThrownAway()
    {
        Wreck home;
        home.writeJournal();
        SkillEditor::Dependencies dependencies = home.dependencies();
        writeFile(QString(home.path() + QStringLiteral("/file")), "x");
        dependencies.drafts = std::make_shared<DraftStore>(QString(home.path() + QStringLiteral("/file/drafts")));
        SkillEditor editor(home.roots(), dependencies);
        const auto outcome = editor.edit({demo, QStringLiteral("SKILL.md"), text("next"), {}, {}}, patientOptions());
        QVERIFY(!outcome);
        QVERIFY(outcome.error().message.contains(QStringLiteral("must be finished first")));
        QVERIFY(home.journalExists());
        QCOMPARE(readFile(home.skillFile(demo)), home.before);
        QVERIFY(home.recover());
        QCOMPARE(home.draftTexts(), QList<QByteArray>{home.after});
    }
};

QTEST_GUILESS_MAIN(TestJournal)
#include "tst_journal.moc"
