// SPDX-License-Identifier: GPL-3.0-or-later
//
// A deleted skill is brought back, and every storage step of that is failed once, and the process is killed before every one of them and inside every
// append. Then it is brought back again. Whatever happened first: the skill is there once, its text exact, with one record for it.
#include "base/hash.h"
#include "base/local_storage.h"
#include "skills/history_chain.h"
#include "support/gated_storage.h"
#include "support/test_home.h"
#include "support/worker_process.h"

#include <QDir>
#include <QFileInfo>
#include <QTest>

#include <cerrno>

using namespace verderer;
using namespace verderer::test;

namespace {

const QString demo = QStringLiteral("demo-skill");
const QString deletion = QStringLiteral("1"); // the index of the record that is undone
constexpr int lastStep = 500;                 // far beyond what a restore takes

QByteArray text(const QByteArray &word)
{
    return skillText(demo, word + "\n");
}

QByteArray record(const char *action, const QByteArray &prev, const std::optional<QByteArray> &next)
{
    const auto quoted = [](QByteArray bytes) -> QByteArray { return '"' + bytes.replace("\n", "\\n") + '"'; };
    return R"({"ts": "2026-01-01T00:00:00+00:00", "action": ")" + QByteArray(action) + R"(", "author": "human", "file_path": "SKILL.md", )" +
           R"("prev_content": )" + quoted(prev) + R"(, "new_content": )" + (next ? quoted(*next) : QByteArray("null")) + "}\n";
}

/// A home in which only the history knows the skill.
class AfterDeletion : public TestHome {
public:
    AfterDeletion()
    {
        writeFile(history(demo), record("human_edit", text("First"), text("Last")) + record("human_delete", text("Last"), std::nullopt));
        writeFile(path() + QStringLiteral("/extensions_config.json"), "{}\n");
    }
    [[nodiscard]] Result<MutationOutcome> restore(const std::shared_ptr<Storage> &storage = {}) const
    {
        SkillEditor editor(roots(), dependencies(storage));
        return editor.rollback({demo, deletion, false, {}, {}}, patientOptions());
    }
    /// The file as it was, or none: never another text, never half of one.
    [[nodiscard]] bool isWholeOrGone() const { return !QFile::exists(skillFile(demo)) || readFile(skillFile(demo)) == text("Last"); }
};

/// Brings the skill back once more. Empty where all promises hold then, else what does not.
QString broken(const AfterDeletion &home)
{
    if (!home.isWholeOrGone())
        return QStringLiteral("another text is in the file");
    const auto outcome = home.restore();
    if (!outcome)
        return QString(QStringLiteral("the next restore fails: ") + outcome.error().message);
    if (readFile(home.skillFile(demo)) != text("Last"))
        return QStringLiteral("the text is not back");
    if (QFile::exists(home.intent()))
        return QStringLiteral("the intent is still there");
    const QStringList left = home.temporaryFiles() + QDir(home.customRoot()).entryList({QStringLiteral(".installing-*")}, QDir::Dirs | QDir::Hidden);
    if (!left.isEmpty())
        return QString(QStringLiteral("left behind: ") + left.join(u' '));
    const QList<RecordView> records = home.records(demo);
    if (records.size() != 3 || records.last().action != u"rollback" || records.last().next != text("Last") || records.last().prev)
        return QStringLiteral("%1 lines in the history, the last a %2").arg(records.size()).arg(records.last().action);
    auto reader = HistoryReader::open(home.history(demo));
    if (!reader)
        return reader.error().message;
    const auto entries = reader->all();
    if (!entries)
        return entries.error().message;
    PresentFile present;
    present.hash = sha256Hex(text("Last"));
    const HistoryChain chain = buildHistoryChain(*entries, EntryOrder::OldestFirst, {present});
    return chain.isWhole() ? QString() : QString(QStringLiteral("the chain is broken: ") + chain.notes.first().message);
}

} // namespace

class TestRestoreFaults : public QObject {
    Q_OBJECT

private:
    QString m_worker = QStringLiteral(VERDERER_WORKER);
    const QStringList m_action = {QStringLiteral("rollback"), demo, deletion};

    static void failEveryStep(bool andAllAfter)
    {
        int failures = 0;
        for (int i = 1; i <= lastStep; ++i) {
            const AfterDeletion home;
            const QByteArray historyBefore = readFile(home.history(demo));
            const auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
            QString failed;
            storage->before = [&](const StorageStep &step) -> std::optional<Error> {
                if (step.number < i || (step.number > i && !andAllAfter))
                    return std::nullopt;
                if (failed.isEmpty())
                    failed = QStringLiteral("step %1: %2 %3").arg(i).arg(step.name, step.path);
                return systemError(ENOSPC, step.name, step.path);
            };
            const auto outcome = home.restore(storage);
            if (failed.isEmpty()) {
                QVERIFY(outcome && outcome->changed);
                QVERIFY(failures > 10);
                QCOMPARE(broken(home), QString());
                return;
            }
            ++failures;
            if (outcome) {
                // What fails after the record is a warning: the skill is back.
                QVERIFY2(!outcome->warnings.isEmpty(), qPrintable(failed));
                QVERIFY2(readFile(home.skillFile(demo)) == text("Last"), qPrintable(failed));
                QVERIFY2(home.records(demo).size() == 3, qPrintable(failed));
            } else if (!outcome.error().message.contains(QStringLiteral("finishes it"))) {
                QVERIFY2(outcome.error().code == ErrorCode::ReadOnly, qPrintable(QString(failed + outcome.error().message)));
                QVERIFY2(!QFile::exists(home.skillFile(demo)), qPrintable(failed));
                QVERIFY2(readFile(home.history(demo)) == historyBefore, qPrintable(failed));
                QVERIFY2(!QFile::exists(home.intent()), qPrintable(failed));
            }
            const QString problem = broken(home);
            QVERIFY2(problem.isEmpty(), qPrintable(QString(failed + QStringLiteral(" → ") + problem)));
        }
        QFAIL("the restore never came to its end");
    }

    void killAtEveryStep(const QString &mode)
    {
        const AfterDeletion whole;
        WorkerProcess undisturbed(m_worker, whole, whole.user(), m_action);
        const auto done = undisturbed.waitFor(QStringLiteral("done"));
        QVERIFY(done && undisturbed.finished());
        QCOMPARE(broken(whole), QString());
        QStringList steps = done->details.value(QStringLiteral("appends")).split(u' ', Qt::SkipEmptyParts);
        QVERIFY(steps.size() >= 2); // of the intent and of the record
        if (mode == u"before") {
            const int count = done->details.value(QStringLiteral("steps")).toInt();
            QVERIFY(count > 10);
            steps.clear();
            for (int i = 1; i <= count; ++i)
                steps += QString::number(i);
        }
        for (const QString &step : std::as_const(steps)) {
            const AfterDeletion home;
            QStringList arguments{QStringLiteral("--kill-at"), step, QStringLiteral("--kill-mode"), mode};
            arguments += m_action;
            WorkerProcess worker(m_worker, home, home.user(), arguments);
            worker.finished();
            QVERIFY2(worker.wasKilled(), qPrintable(step));
            const QString problem = broken(home);
            QVERIFY2(problem.isEmpty(), qPrintable(QStringLiteral("killed %1 step %2 → %3").arg(mode, step, problem)));
        }
    }

private Q_SLOTS:
    void oneStepFails() { failEveryStep(false); }
    void allStepsFailFromOneOn() { failEveryStep(true); }
    void killedBeforeEveryStep() { killAtEveryStep(QStringLiteral("before")); }
    void killedInsideEveryAppend() { killAtEveryStep(QStringLiteral("torn")); }
};

QTEST_GUILESS_MAIN(TestRestoreFaults)
#include "tst_restore_faults.moc"
