// SPDX-License-Identifier: GPL-3.0-or-later
//
// History is one chain across processes. Each case starts real processes that share nothing but the disk; they stop at gates in the storage seam,
// never by time.
#include "base/hash.h"
#include "base/local_storage.h"
#include "skills/history_chain.h"
#include "skills/mutation_lock.h"
#include "support/deerflow_peer.h"
#include "support/gated_storage.h"
#include "support/test_home.h"
#include "support/worker_process.h"

#include <QSemaphore>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>

#include <thread>

using namespace verderer;
using namespace verderer::test;

namespace {

const QString demo = QStringLiteral("demo-skill");
constexpr int mustNotGetThrough = 2000; // milliseconds in which an event must not come

QByteArray initialText()
{
    return skillText(demo, "Initial\n");
}

QByteArray editedText()
{
    return skillText(demo, "Edited\n");
}

QByteArray restoredText()
{
    return skillText(demo, "Restored\n");
}

QByteArray concurrentText()
{
    return skillText(demo, "Concurrent\n");
}

QByteArray jsonString(const QByteArray &text)
{
    return '"' + QByteArray(text).replace("\n", "\\n") + '"';
}

HistoryChain chainOf(const TestHome &home, const QString &skill = demo)
{
    auto reader = HistoryReader::open(home.history(skill));
    if (!reader)
        return {};
    const auto entries = reader->all();
    if (!entries)
        return {};
    PresentFile present;
    present.hash = sha256Hex(normalizedNewlines(readFile(home.skillFile(skill))));
    return buildHistoryChain(*entries, EntryOrder::OldestFirst, {present});
}

} // namespace

class TestScenarioA : public QObject {
    Q_OBJECT

private:
    QString m_worker = QStringLiteral(VERDERER_WORKER);

    /// A home as the scenario begins; `rollback` gives it the one earlier record.
    static void prepare(const TestHome &home, bool rollback)
    {
        home.addSkill(demo, initialText());
        if (rollback) {
            writeFile(home.history(demo), R"({"action": "human_edit", "prev_content": )" + jsonString(restoredText()) + R"(, "new_content": )" +
                                              jsonString(initialText()) + "}\n");
        }
        writeFile(home.path() + QStringLiteral("/edited.md"), editedText());
        writeFile(home.path() + QStringLiteral("/concurrent.md"), concurrentText());
    }

    static QStringList first(const TestHome &home, bool rollback, const QString &gate)
    {
        QStringList arguments = {QStringLiteral("--stop-at"), gate};
        if (rollback)
            arguments += {QStringLiteral("rollback"), demo, QStringLiteral("0")};
        else
            arguments += {QStringLiteral("edit"), demo, QString(home.path() + QStringLiteral("/edited.md"))};
        return arguments;
    }

    static QStringList second(const TestHome &home, bool deerflow)
    {
        return {deerflow ? QStringLiteral("deerflow-edit") : QStringLiteral("edit"), demo, QString(home.path() + QStringLiteral("/concurrent.md"))};
    }

    static void addCases()
    {
        QTest::addColumn<bool>("rollback");
        QTest::addColumn<QString>("gate");
        QTest::newRow("edit, stopped at the write") << false << QStringLiteral("write");
        QTest::newRow("edit, stopped at the append") << false << QStringLiteral("append");
        QTest::newRow("rollback, stopped at the write") << true << QStringLiteral("write");
        QTest::newRow("rollback, stopped at the append") << true << QStringLiteral("append");
    }

    void checkChain(const TestHome &home, bool rollback)
    {
        const QList<RecordView> records = home.records(demo);
        const int before = rollback ? 1 : 0;
        QCOMPARE(records.size(), before + 2);
        const RecordView &one = records[before];
        QCOMPARE(one.action, rollback ? QStringLiteral("rollback") : QStringLiteral("human_edit"));
        QCOMPARE(one.prev, initialText());
        QCOMPARE(one.next, rollback ? restoredText() : editedText());
        QCOMPARE(one.hasRollbackFromTs, rollback);
        QVERIFY(!one.rollbackFromTs); // the chosen record has no ts
        const RecordView &two = records[before + 1];
        QCOMPARE(two.prev, one.next);
        QCOMPARE(two.next, concurrentText());
        QCOMPARE(readFile(home.skillFile(demo)), concurrentText());
        QVERIFY(chainOf(home).isWhole());
        QVERIFY(!QFile::exists(home.intent()));
        QCOMPARE(home.temporaryFiles(), QStringList());
    }

    void stopAndPass(bool rollback, const QString &gate, bool deerflow)
    {
        const TestHome home;
        prepare(home, rollback);
        WorkerProcess one(m_worker, home, home.user(), first(home, rollback, gate));
        QVERIFY2(one.waitFor(QStringLiteral("stopped")), qPrintable(one.output()));
        WorkerProcess two(m_worker, home, home.user(), second(home, deerflow));
        QVERIFY2(two.waitFor(QStringLiteral("waiting")), qPrintable(two.output()));
        QVERIFY2(!two.waitFor(QStringLiteral("done"), mustNotGetThrough), "the second got through while the first held the lock");
        one.go();
        const auto oneDone = one.waitFor(QStringLiteral("done"));
        QVERIFY(oneDone);
        QCOMPARE(oneDone->details.value(QStringLiteral("ok")), QStringLiteral("true"));
        const auto twoDone = two.waitFor(QStringLiteral("done"));
        QVERIFY(twoDone);
        QCOMPARE(twoDone->details.value(QStringLiteral("ok")), QStringLiteral("true"));
        QVERIFY(one.finished());
        QVERIFY(two.finished());
        checkChain(home, rollback);
    }

private Q_SLOTS:
    void a_oneChainAcrossTwoProcesses_data() { addCases(); }
    void a_oneChainAcrossTwoProcesses()
    {
        QFETCH(bool, rollback);
        QFETCH(QString, gate);
        stopAndPass(rollback, gate, false);
    }

    void a2_aPeerThatOnlyTakesTheSidecar_data() { addCases(); }
    void a2_aPeerThatOnlyTakesTheSidecar()
    {
        QFETCH(bool, rollback);
        QFETCH(QString, gate);
        stopAndPass(rollback, gate, true);
    }

    /// The other way round: DeerFlow's way of editing holds the lock, and ours waits for it.
    void a2_oursWaitsForAPeerThatOnlyTakesTheSidecar_data()
    {
        QTest::addColumn<QString>("gate");
        QTest::newRow("before its write") << QStringLiteral("write");
        QTest::newRow("before its append") << QStringLiteral("append");
    }
    void a2_oursWaitsForAPeerThatOnlyTakesTheSidecar()
    {
        QFETCH(QString, gate);
        const TestHome home;
        prepare(home, false);
        WorkerProcess one(
            m_worker, home, home.user(),
            {QStringLiteral("--stop-at"), gate, QStringLiteral("deerflow-edit"), demo, QString(home.path() + QStringLiteral("/edited.md"))});
        QVERIFY(one.waitFor(QStringLiteral("stopped")));
        WorkerProcess two(m_worker, home, home.user(), second(home, false));
        const auto waiting = two.waitFor(QStringLiteral("waiting"));
        QVERIFY(waiting);
        QVERIFY(!waiting->details.value(QStringLiteral("holder")).isEmpty());
        QVERIFY(!two.waitFor(QStringLiteral("done"), mustNotGetThrough));
        one.go();
        QVERIFY(two.waitFor(QStringLiteral("done")));
        QVERIFY(one.finished());
        QVERIFY(two.finished());
        checkChain(home, false);
    }

    void a3_theFirstIsKilledAtItsGate_data()
    {
        QTest::addColumn<bool>("rollback");
        QTest::addColumn<QString>("gate");
        QTest::addColumn<bool>("deerflow");
        for (const bool deerflow : {false, true}) {
            for (const bool rollback : {false, true}) {
                for (const QString &gate : {QStringLiteral("write"), QStringLiteral("append")})
                    QTest::addRow("%s killed at the %s, then %s", rollback ? "rollback" : "edit", qPrintable(gate),
                                  deerflow ? "DeerFlow's way" : "ours")
                        << rollback << gate << deerflow;
            }
        }
    }
    void a3_theFirstIsKilledAtItsGate()
    {
        QFETCH(bool, rollback);
        QFETCH(QString, gate);
        QFETCH(bool, deerflow);
        const TestHome home;
        prepare(home, rollback);
        const QByteArray killedText = rollback ? restoredText() : editedText();
        WorkerProcess one(m_worker, home, home.user(), first(home, rollback, gate));
        QVERIFY(one.waitFor(QStringLiteral("stopped")));
        WorkerProcess two(m_worker, home, home.user(), second(home, deerflow));
        QVERIFY(two.waitFor(QStringLiteral("waiting")));
        one.kill();
        QVERIFY(one.wasKilled());
        const auto done = two.waitFor(QStringLiteral("done"));
        QVERIFY(done);
        QCOMPARE(done->details.value(QStringLiteral("ok")), QStringLiteral("true"));
        QVERIFY(two.finished());
        QCOMPARE(readFile(home.skillFile(demo)), concurrentText());

        // A peer with a journal has recovered by now; one without left it to the next of ours.
        QCOMPARE(QFile::exists(home.intent()), deerflow);
        SkillEditor editor = home.editor();
        const auto recovered = editor.recover(patientOptions());
        QVERIFY(recovered);
        QCOMPARE(recovered->isEmpty(), !deerflow);
        QVERIFY(!QFile::exists(home.intent()));
        QCOMPARE(home.temporaryFiles(), QStringList());
        QVERIFY(chainOf(home).isWhole());

        const QList<RecordView> records = home.records(demo);
        int ofKilled = 0;
        for (const RecordView &record : records) {
            QVERIFY(record.parses);
            ofKilled += record.next == killedText && record.prev == initialText() ? 1 : 0;
        }
        const bool wasPlaced = gate == u"append";
        QCOMPARE(ofKilled, wasPlaced ? 1 : 0); // wholly in it, or wholly absent
        QCOMPARE(records.size(), (rollback ? 1 : 0) + (wasPlaced ? 2 : 1));
        const QList<Draft> drafts = home.drafts();
        QCOMPARE(drafts.size(), wasPlaced ? 0 : 1);
        if (!wasPlaced) {
            QCOMPARE(drafts.first().text, killedText);
            QCOMPARE(drafts.first().origin, QStringLiteral("recovery"));
            QCOMPARE(drafts.first().directory, demo);
        }
    }

    void a4_anOldOwnerNoteBreaksNoLock()
    {
        const TestHome home;
        prepare(home, false);
        WorkerProcess one(m_worker, home, home.user(), first(home, false, QStringLiteral("write")));
        QVERIFY(one.waitFor(QStringLiteral("stopped")));
        one.freeze(); // so that it cannot touch its note
        const QString note = mutationOwnerPath(home.customRoot());
        QVERIFY(QFile::exists(note));
        const auto hourAgo = std::time(nullptr) - 3600;
        const timespec times[2] = {{hourAgo, 0}, {hourAgo, 0}};
        QCOMPARE(::utimensat(AT_FDCWD, QFile::encodeName(note).constData(), times, 0), 0);

        QStringList arguments = {QStringLiteral("--timeout"), QStringLiteral("1500")};
        arguments += second(home, false);
        WorkerProcess two(m_worker, home, home.user(), arguments);
        const auto done = two.waitFor(QStringLiteral("done"));
        QVERIFY(done);
        QCOMPARE(done->details.value(QStringLiteral("ok")), QStringLiteral("false"));
        QCOMPARE(done->details.value(QStringLiteral("code")), QStringLiteral("Locked"));
        QVERIFY2(done->details.value(QStringLiteral("holder")).contains(QStringLiteral("mutation_worker")), qPrintable(two.output()));
        QVERIFY(two.finished());
        QVERIFY(QFile::exists(note));
        QCOMPARE(readFile(home.skillFile(demo)), initialText());
        QVERIFY(!QFile::exists(home.history(demo)));
    }

    void a5_eightProcessesOfFiftyMutations()
    {
        const TestHome home;
        home.addSkill(demo, initialText());
        constexpr int processes = 8;
        constexpr int mutations = 50;
        std::vector<std::unique_ptr<WorkerProcess>> workers;
        for (int i = 0; i < processes; ++i) {
            workers.push_back(
                std::make_unique<WorkerProcess>(m_worker, home, home.user(),
                                                QStringList{QStringLiteral("--timeout"), QStringLiteral("300000"), QStringLiteral("loop"), demo,
                                                            QString::number(mutations), QStringLiteral("process %1").arg(i)}));
        }
        for (const auto &worker : workers) {
            const auto done = worker->waitFor(QStringLiteral("done"), 300000);
            QVERIFY(done);
            QVERIFY2(done->details.value(QStringLiteral("ok")) == u"true", qPrintable(worker->output()));
            QVERIFY(worker->finished());
        }
        const QList<RecordView> records = home.records(demo);
        QCOMPARE(records.size(), processes * mutations);
        QByteArray before = initialText();
        QSet<QByteArray> texts;
        for (const RecordView &record : records) {
            QVERIFY(record.parses);
            QCOMPARE(record.prev, before);
            before = *record.next;
            texts.insert(before);
        }
        QCOMPARE(texts.size(), processes * mutations);
        QCOMPARE(readFile(home.skillFile(demo)), before);
        QVERIFY(chainOf(home).isWhole());
        QCOMPARE(home.temporaryFiles(), QStringList());
    }

    void a6_twoUsersDoNotWaitForEachOther()
    {
        TestHome home;
        prepare(home, false);
        const QString other = QStringLiteral("bob");
        home.addUser(other);
        const QString otherFile = QString(home.roots(other).customRoot + u'/' + demo + QStringLiteral("/SKILL.md"));
        writeFile(otherFile, initialText());
        WorkerProcess one(m_worker, home, home.user(), first(home, false, QStringLiteral("write")));
        QVERIFY(one.waitFor(QStringLiteral("stopped")));
        WorkerProcess two(m_worker, home, other, second(home, false));
        const auto done = two.waitFor(QStringLiteral("done"));
        QVERIFY(done);
        QCOMPARE(done->details.value(QStringLiteral("ok")), QStringLiteral("true"));
        QVERIFY2(!two.output().contains(QStringLiteral("waiting")), qPrintable(two.output()));
        QCOMPARE(readFile(otherFile), concurrentText());
        QCOMPARE(readFile(home.skillFile(demo)), initialText());
        one.go();
        QVERIFY(one.waitFor(QStringLiteral("done")));
        QVERIFY(one.finished());
        QCOMPARE(readFile(home.skillFile(demo)), editedText());
    }

    void a7_twoThreadsOfOneProcess_data() { addCases(); }
    void a7_twoThreadsOfOneProcess()
    {
        QFETCH(bool, rollback);
        QFETCH(QString, gate);
        const TestHome home;
        prepare(home, rollback);
        QSemaphore atGate;
        QSemaphore open;
        const auto gated = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
        std::atomic_bool stopped = false;
        gated->before = [&](const StorageStep &step) -> std::optional<Error> {
            const bool here = gate == u"write" ? step.name == u"exchange" : step.name == u"append" && step.path.endsWith(u".jsonl");
            if (here && !stopped.exchange(true)) {
                atGate.release();
                open.acquire();
            }
            return std::nullopt;
        };
        SkillEditor editor(home.roots(), home.dependencies(gated));
        Result<MutationOutcome> one = MutationOutcome{};
        Result<MutationOutcome> two = MutationOutcome{};
        std::thread firstThread([&] {
            if (rollback)
                one = editor.rollback({demo, QStringLiteral("0"), false, {}, {}}, patientOptions());
            else
                one = editor.edit({demo, QStringLiteral("SKILL.md"), editedText(), {}, {}}, patientOptions());
        });
        atGate.acquire();
        QSemaphore waiting;
        QSemaphore through;
        std::thread secondThread([&] {
            MutationOptions options = patientOptions();
            options.waiting = [&](const LockHolder &) { waiting.release(); };
            two = editor.edit({demo, QStringLiteral("SKILL.md"), concurrentText(), {}, {}}, options);
            through.release();
        });
        const bool asked = waiting.tryAcquire(1, 60000);
        const bool passed = through.tryAcquire(1, mustNotGetThrough);
        open.release();
        firstThread.join();
        secondThread.join();
        QVERIFY(asked);
        QVERIFY(!passed);
        QVERIFY(one);
        QVERIFY(two);
        checkChain(home, rollback);
    }
};

QTEST_GUILESS_MAIN(TestScenarioA)
#include "tst_scenario_a.moc"
