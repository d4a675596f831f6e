// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every storage step of an edit and of a rollback is failed once, and the process is killed before every one of them and inside every append. Then
// nobody, one or two edits in DeerFlow's way come, and then our next edit. Whatever happened: no text is lost, no record doubled, the chain readable,
// the next edit works.
#include "base/hash.h"
#include "base/local_storage.h"
#include "skills/history_chain.h"
#include "support/deerflow_peer.h"
#include "support/gated_storage.h"
#include "support/test_home.h"
#include "support/worker_process.h"

#include <QHash>
#include <QTest>

#include <cerrno>

using namespace verderer;
using namespace verderer::test;

namespace {

const QString demo = QStringLiteral("demo-skill");
constexpr int lastStep = 500; // far beyond what any action takes: the loops end where a run has no more steps

QByteArray text(const QByteArray &word)
{
    return skillText(demo, word + "\n");
}

/// With CRLF, which DeerFlow does not see: its records call it LF, and the exact text must be kept all the same.
QByteArray initialText()
{
    return text("Initial").replace("\n", "\r\n");
}

QByteArray jsonString(QByteArray bytes)
{
    return '"' + bytes.replace("\r", "\\r").replace("\n", "\\n") + '"';
}

/// What makes an action harder.
enum Variant {
    Plain = 0,
    WithoutExchange = 1, ///< a file system that cannot exchange two files
    Script = 2,          ///< a script moves another text into the file's place just before ours is put there
};

/// One home with a skill, one earlier record, and an extensions config beside which Gateways look for the reset marker.
class Installation : public TestHome {
public:
    explicit Installation(bool rollback, int variant = Plain)
        : m_rollback(rollback), m_variant(variant), ours(rollback ? text("Restored") : text("Edited"))
    {
        writeFile(scriptFile(), text("Script"));
        addSkill(demo, initialText());
        writeFile(history(demo), R"({"ts": "2026-01-01T00:00:00+00:00", "action": "human_edit", "prev_content": )" + jsonString(text("Restored")) +
                                     R"(, "new_content": )" + jsonString(initialText()) + "}\n");
        writeFile(path() + QStringLiteral("/extensions_config.json"), "{}\n");
        writeFile(path() + QStringLiteral("/ours.md"), ours);
    }

    [[nodiscard]] QString scriptFile() const { return path() + QStringLiteral("/script.md"); }
    [[nodiscard]] bool scriptHasRun() const { return !QFile::exists(scriptFile()); }

    [[nodiscard]] QStringList workerArguments() const
    {
        QStringList arguments;
        if (m_variant & WithoutExchange)
            arguments += QStringLiteral("--without-exchange");
        if (m_variant & Script)
            arguments += {QStringLiteral("--script"), scriptFile()};
        if (m_rollback)
            return arguments + QStringList{QStringLiteral("rollback"), demo, QStringLiteral("0")};
        return arguments + QStringList{QStringLiteral("edit"), demo, QString(path() + QStringLiteral("/ours.md"))};
    }

    [[nodiscard]] Result<MutationOutcome> act(const std::shared_ptr<Storage> &storage) const
    {
        SkillEditor editor(roots(), dependencies(storage));
        if (m_rollback)
            return editor.rollback({demo, QStringLiteral("0"), false, {}, {}}, patientOptions());
        return editor.edit({demo, QStringLiteral("SKILL.md"), ours, {}, {}}, patientOptions());
    }

    /// DeerFlow's edits; gives their texts.
    [[nodiscard]] QList<QByteArray> letPeersEdit(int count) const
    {
        DeerFlowPeer peer;
        peer.customRoot = customRoot();
        peer.projectionLock = roots().userProjectionLock;
        QList<QByteArray> texts;
        for (int i = 0; i < count; ++i) {
            texts += text("Peer " + QByteArray::number(i));
            peer.edit(demo, texts.last());
        }
        return texts;
    }

private:
    bool m_rollback = false;
    int m_variant = Plain;

public:
    const QByteArray ours; ///< what the failing action writes
};

/// Empty where all promises hold, else what does not.
QString broken(const Installation &home, QList<QByteArray> texts, int damagedLinesAllowed)
{
    const QByteArray next = text("Next");
    SkillEditor editor = home.editor();
    const auto outcome = editor.edit({demo, QStringLiteral("SKILL.md"), next, {}, {}}, patientOptions());
    if (!outcome)
        return QString(QStringLiteral("the next edit fails: ") + outcome.error().message);
    if (!outcome->changed || readFile(home.skillFile(demo)) != next)
        return QStringLiteral("the next edit is not in the file");
    if (QFile::exists(home.intent()))
        return QStringLiteral("the intent is still there");
    if (!home.temporaryFiles().isEmpty())
        return QString(QStringLiteral("left behind: ") + home.temporaryFiles().join(u' '));

    texts << next << initialText();
    if (home.scriptHasRun())
        texts += text("Script");
    for (const QByteArray &wanted : std::as_const(texts)) {
        if (!home.holdsText(demo, wanted))
            return QString(QStringLiteral("lost: ") + QString::fromUtf8(wanted.simplified()));
    }

    auto reader = HistoryReader::open(home.history(demo));
    if (!reader)
        return reader.error().message;
    const auto entries = reader->all();
    if (!entries)
        return entries.error().message;
    QHash<QString, int> changes;
    int damaged = 0;
    for (const HistoryEntry &entry : *entries) {
        if (entry.state == HistoryLineState::Record || entry.state == HistoryLineState::Glued) {
            if (++changes[QString(entry.action + u' ' + entry.prevHash + u' ' + entry.newHash)] > 1)
                return QStringLiteral("a record is doubled");
        } else {
            ++damaged;
        }
    }
    if (damaged > damagedLinesAllowed)
        return QStringLiteral("%1 damaged lines").arg(damaged);
    PresentFile present;
    present.hash = sha256Hex(normalizedNewlines(readFile(home.skillFile(demo))));
    const HistoryChain chain = buildHistoryChain(*entries, EntryOrder::OldestFirst, {present});
    // A script writes outside every lock and leaves no record: where it came last before a kill, the chain says so, and rightly.
    if (!chain.isWhole() && !home.scriptHasRun())
        return QString(QStringLiteral("the chain is broken: ") + chain.notes.first().message);
    return {};
}

} // namespace

class TestFaultInjection : public QObject {
    Q_OBJECT

private:
    QString m_worker = QStringLiteral(VERDERER_WORKER);

    static void addCases(const QList<int> &variants = {Plain, WithoutExchange})
    {
        static const char *const names[] = {"", ", no exchange", ", a script writes", ", a script writes and no exchange"};
        QTest::addColumn<bool>("rollback");
        QTest::addColumn<int>("peers");
        QTest::addColumn<int>("variant");
        for (const int variant : variants) {
            for (const bool rollback : {false, true}) {
                for (int peers = 0; peers <= 2; ++peers)
                    QTest::addRow("%s, then %d of DeerFlow's edits%s", rollback ? "rollback" : "edit", peers, names[variant])
                        << rollback << peers << variant;
            }
        }
    }
    static void addAllCases() { addCases({Plain, WithoutExchange, Script, Script | WithoutExchange}); }

    /// Fails step i, or all from i on, for every i.
    static void failEveryStep(bool rollback, int peers, int variant, bool andAllAfter)
    {
        int failures = 0;
        for (int i = 1; i <= lastStep; ++i) {
            const Installation home(rollback, variant);
            const QByteArray historyBefore = readFile(home.history(demo));
            const auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
            storage->withoutExchange = variant & WithoutExchange;
            QString failed;
            storage->before = [&](const StorageStep &step) -> std::optional<Error> {
                if (step.number < i || (step.number > i && !andAllAfter))
                    return std::nullopt;
                if (failed.isEmpty())
                    failed = QStringLiteral("step %1: %2 %3").arg(i).arg(step.name, step.path);
                return systemError(ENOSPC, step.name, step.path);
            };
            const auto outcome = home.act(storage);
            if (failed.isEmpty()) {
                QVERIFY(outcome && outcome->changed);
                QVERIFY(failures > 10);
                QCOMPARE(broken(home, {home.ours}, 0), QString());
                return;
            }
            ++failures;
            QList<QByteArray> texts;
            if (outcome) {
                // What fails after the record is a warning: the change is made.
                QVERIFY2(!outcome->warnings.isEmpty(), qPrintable(failed));
                QVERIFY2(readFile(home.skillFile(demo)) == home.ours, qPrintable(failed));
                QVERIFY2(home.records(demo).size() == 2, qPrintable(failed));
                texts += home.ours;
            } else if (!outcome.error().message.contains(QStringLiteral("finishes it"))) {
                QVERIFY2(outcome.error().code == ErrorCode::ReadOnly, qPrintable(QString(failed + outcome.error().message)));
                QVERIFY2(readFile(home.skillFile(demo)) == initialText(), qPrintable(failed));
                QVERIFY2(readFile(home.history(demo)) == historyBefore, qPrintable(failed));
                QVERIFY2(!QFile::exists(home.intent()), qPrintable(failed));
                QVERIFY2(home.temporaryFiles().isEmpty(), qPrintable(failed));
            }
            texts += home.letPeersEdit(peers);
            const QString problem = broken(home, texts, 0);
            QVERIFY2(problem.isEmpty(), qPrintable(QString(failed + QStringLiteral(" → ") + problem)));
        }
        QFAIL("the action never came to its end");
    }

    static bool isKeptSomewhere(const Installation &home)
    {
        if (QFile::exists(home.intent()) || home.holdsText(demo, home.ours))
            return true;
        const QStringList files = home.temporaryFiles();
        for (const QString &file : files) {
            if (readFile(file) == home.ours)
                return true;
        }
        return false;
    }

    /// What a run that nobody disturbs consists of: the number of its steps, and which of them append.
    struct Steps {
        int count = 0;
        QList<int> appends;
        QList<int> changes; ///< all that do more than look at the disk
    };
    static QList<int> numbersOf(const WorkerEvent &done, const QString &member)
    {
        QList<int> numbers;
        const QStringList steps = done.details.value(member).split(u' ', Qt::SkipEmptyParts);
        for (const QString &step : steps)
            numbers += step.toInt();
        return numbers;
    }
    static Steps stepsOf(const WorkerEvent &done)
    {
        Steps steps;
        steps.count = done.details.value(QStringLiteral("steps")).toInt();
        steps.appends = numbersOf(done, QStringLiteral("appends"));
        steps.changes = numbersOf(done, QStringLiteral("changes"));
        return steps;
    }

    /// Starts a worker that is killed at that step, and waits for its end. False where something else happened.
    bool killAt(const Installation &home, int step, const QString &mode, const QStringList &action)
    {
        QStringList arguments = {QStringLiteral("--kill-at"), QString::number(step), QStringLiteral("--kill-mode"), mode};
        arguments += action;
        WorkerProcess worker(m_worker, home, home.user(), arguments);
        worker.finished();
        return worker.wasKilled();
    }

    Steps undisturbed(const Installation &home, const QStringList &action)
    {
        WorkerProcess worker(m_worker, home, home.user(), action);
        const auto done = worker.waitFor(QStringLiteral("done"));
        if (!done || done->details.value(QStringLiteral("ok")) != u"true" || !worker.finished())
            return {};
        return stepsOf(*done);
    }

    static QList<int> numbersUpTo(int count)
    {
        QList<int> numbers;
        for (int i = 1; i <= count; ++i)
            numbers += i;
        return numbers;
    }

    void killAtEveryStep(bool rollback, int peers, int variant, const QString &mode)
    {
        const Installation whole(rollback, variant);
        const Steps steps = undisturbed(whole, whole.workerArguments());
        QVERIFY(steps.count > 10);
        QVERIFY(steps.appends.size() >= 2); // of the intent and of the record
        QCOMPARE(broken(whole, {whole.ours}, 0), QString());
        // Killed before a step that only looks, the disk is as it is before the next one that does more: in the variants one of the two is enough.
        const QList<int> all = variant == Plain ? numbersUpTo(steps.count) : steps.changes;
        QVERIFY(all.size() > 8);
        const QList<int> numbers = mode == u"torn" ? steps.appends : all;
        for (const int i : numbers) {
            const Installation home(rollback, variant);
            QVERIFY2(killAt(home, i, mode, home.workerArguments()), qPrintable(QString::number(i)));
            // A text that had reached nothing but the memory of the killed process cannot be asked for.
            QList<QByteArray> texts;
            if (isKeptSomewhere(home))
                texts += home.ours;
            else
                QCOMPARE(readFile(home.skillFile(demo)), home.scriptHasRun() ? text("Script") : initialText());
            texts += home.letPeersEdit(peers);
            // Half a line of ours with DeerFlow's record behind it stays as it is: nobody may cut what is no longer the end.
            const QString problem = broken(home, texts, mode == u"torn" && peers > 0 ? 1 : 0);
            QVERIFY2(problem.isEmpty(), qPrintable(QStringLiteral("killed %1 step %2 → %3").arg(mode).arg(i).arg(problem)));
        }
    }

private Q_SLOTS:
    void oneStepFails_data() { addCases(); }
    void oneStepFails()
    {
        QFETCH(bool, rollback);
        QFETCH(int, peers);
        QFETCH(int, variant);
        failEveryStep(rollback, peers, variant, false);
    }

    void allStepsFailFromOneOn_data() { addCases(); }
    void allStepsFailFromOneOn()
    {
        QFETCH(bool, rollback);
        QFETCH(int, peers);
        QFETCH(int, variant);
        failEveryStep(rollback, peers, variant, true);
    }

    void killedBeforeEveryStep_data() { addAllCases(); }
    void killedBeforeEveryStep()
    {
        QFETCH(bool, rollback);
        QFETCH(int, peers);
        QFETCH(int, variant);
        killAtEveryStep(rollback, peers, variant, QStringLiteral("before"));
    }

    void killedInsideEveryAppend_data() { addAllCases(); }
    void killedInsideEveryAppend()
    {
        QFETCH(bool, rollback);
        QFETCH(int, peers);
        QFETCH(int, variant);
        killAtEveryStep(rollback, peers, variant, QStringLiteral("torn"));
    }

    /// The recovery of a killed edit is killed as well, before each of its steps and inside each of its appends.
    void recoveryKilledToo_data()
    {
        QTest::addColumn<QString>("gate");
        QTest::addColumn<int>("peers");
        QTest::addColumn<QString>("mode");
        for (const QString &mode : {QStringLiteral("before"), QStringLiteral("torn")}) {
            for (const QString &gate : {QStringLiteral("write"), QStringLiteral("append")}) {
                for (int peers = 0; peers <= 1; ++peers)
                    QTest::addRow("killed at the %s, %d of DeerFlow's edits, killed again %s", qPrintable(gate), peers, qPrintable(mode))
                        << gate << peers << mode;
            }
        }
    }
    void recoveryKilledToo()
    {
        QFETCH(QString, gate);
        QFETCH(int, peers);
        QFETCH(QString, mode);
        const QByteArray later = text("Later");
        QList<QByteArray> texts;
        const auto begin = [&](const Installation &home) {
            writeFile(home.path() + QStringLiteral("/later.md"), later);
            QStringList arguments = {QStringLiteral("--stop-at"), gate};
            arguments += home.workerArguments();
            WorkerProcess first(m_worker, home, home.user(), arguments);
            if (!first.waitFor(QStringLiteral("stopped")))
                return false;
            first.kill();
            texts = home.letPeersEdit(peers);
            texts += home.ours;
            return first.wasKilled();
        };
        const auto action = [](const Installation &home) {
            return QStringList{QStringLiteral("edit"), demo, QString(home.path() + QStringLiteral("/later.md"))};
        };
        const Installation whole(false);
        QVERIFY(begin(whole));
        const Steps steps = undisturbed(whole, action(whole));
        QVERIFY(steps.count > 10);
        const QList<int> numbers = mode == u"torn" ? steps.appends : numbersUpTo(steps.count);
        for (const int i : numbers) {
            const Installation home(false);
            QVERIFY(begin(home));
            QVERIFY2(killAt(home, i, mode, action(home)), qPrintable(QString::number(i)));
            const QString problem = broken(home, texts, 0);
            QVERIFY2(problem.isEmpty(), qPrintable(QStringLiteral("killed again %1 step %2 → %3").arg(mode).arg(i).arg(problem)));
        }
    }
};

QTEST_GUILESS_MAIN(TestFaultInjection)
#include "tst_fault_injection.moc"
