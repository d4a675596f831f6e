// SPDX-License-Identifier: GPL-3.0-or-later
//
// A redaction is failed at every storage step, and its process is killed before every one of them. Whatever happened, nothing else is lost, and doing
// it again finishes: the secret is nowhere, a record says so, the chain is whole.
#include "base/hash.h"
#include "base/local_storage.h"
#include "skills/history_chain.h"
#include "skills/skill_redaction.h"
#include "support/gated_storage.h"
#include "support/test_home.h"
#include "support/worker_process.h"

#include <QDirIterator>
#include <QTest>

#include <cerrno>

using namespace verderer;
using namespace verderer::test;

namespace {

const QString demo = QStringLiteral("demo-skill");
const QString skillMd = QStringLiteral("SKILL.md");
const QString secret = QStringLiteral("tok-4f9a77");
constexpr int lastStep = 600;

class Installation : public TestHome {
public:
    Installation()
    {
        writeFile(path() + QStringLiteral("/extensions_config.json"), "{}\n");
        addSkill(demo, skillText(demo, "Text\n"));
        for (const char *body : {"one tok-4f9a77\n", "two\n", "three tok-4f9a77 tok-4f9a77\n"}) {
            if (!editor().edit({demo, skillMd, skillText(demo, body), {}, {}}, patientOptions()))
                qFatal("the fixture cannot be made");
        }
        writeFile(skillFile(demo, QStringLiteral("references/a.md")), "a tok-4f9a77\n");
    }

    [[nodiscard]] Result<RedactionOutcome> redact(const std::shared_ptr<Storage> &storage = {}) const
    {
        return SkillRedaction(roots(), dependencies(storage)).redact({secret, {}, {}}, patientOptions());
    }

    /// Empty where all promises hold after doing it again, else what does not.
    [[nodiscard]] QString broken() const
    {
        if (const auto again = redact(); !again)
            return QString(QStringLiteral("the second time fails: ") + again.error().message);
        else if (!again->isComplete())
            return QString(QStringLiteral("the second time leaves something: ") + again->warnings.join(u' '));
        QDirIterator files(path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString file = files.next();
            if (readFile(file).contains(secret.toUtf8()))
                return QString(QStringLiteral("it is still in ") + file);
        }
        if (readFile(skillFile(demo)) != skillText(demo, "three __REDACTED__ __REDACTED__\n"))
            return QStringLiteral("SKILL.md holds another text");
        const QList<RecordView> found = records(demo);
        if (found.size() < 4 || found.size() > 5)
            return QStringLiteral("%1 records instead of 4, or 5 where both times had something to tell").arg(found.size());
        auto reader = HistoryReader::open(history(demo));
        const auto entries = reader ? reader->all() : Result<QList<HistoryEntry>>(tl::unexpected(reader.error()));
        if (!entries)
            return entries.error().message;
        const HistoryChain chain = buildHistoryChain(*entries, EntryOrder::OldestFirst, {{skillMd, sha256Hex(readFile(skillFile(demo)))}});
        return chain.isWhole() ? QString() : chain.notes.first().message;
    }
};

} // namespace

class TestRedactionFaults : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oneStepFails()
    {
        int failures = 0;
        for (int i = 1; i <= lastStep; ++i) {
            const Installation home;
            const auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
            QString failed;
            storage->before = [&](const StorageStep &step) -> std::optional<Error> {
                if (step.number != i)
                    return std::nullopt;
                failed = QStringLiteral("step %1: %2 %3").arg(i).arg(step.name, step.path);
                return systemError(ENOSPC, step.name, step.path);
            };
            const auto outcome = home.redact(storage);
            if (failed.isEmpty()) {
                QVERIFY(outcome && outcome->isComplete());
                QVERIFY(failures > 15);
                QCOMPARE(home.broken(), QString());
                return;
            }
            ++failures;
            const QString problem = home.broken();
            QVERIFY2(problem.isEmpty(), qPrintable(QString(failed + QStringLiteral(" → ") + problem)));
        }
        QFAIL("the act never came to its end");
    }

    void killedBeforeEveryStep()
    {
        const QString program = QStringLiteral(VERDERER_WORKER);
        const QStringList act{QStringLiteral("redact"), demo, secret};
        const Installation whole;
        WorkerProcess undisturbed(program, whole, whole.user(), act);
        const auto done = undisturbed.waitFor(QStringLiteral("done"));
        QVERIFY(done && done->details.value(QStringLiteral("ok")) == u"true" && undisturbed.finished());
        const QStringList steps = done->details.value(QStringLiteral("changes")).split(u' ', Qt::SkipEmptyParts);
        QVERIFY(steps.size() >= 9); // three files: staged, put in place, thrown away
        for (const QString &step : steps) {
            const Installation home;
            WorkerProcess worker(program, home, home.user(),
                                 QStringList{QStringLiteral("--kill-at"), step, QStringLiteral("--kill-mode"), QStringLiteral("before")} + act);
            worker.finished();
            QVERIFY2(worker.wasKilled(), qPrintable(step));
            const QString problem = home.broken();
            QVERIFY2(problem.isEmpty(), qPrintable(QString(QStringLiteral("killed before step ") + step + QStringLiteral(" → ") + problem)));
        }
    }
};

QTEST_GUILESS_MAIN(TestRedactionFaults)
#include "tst_redaction_faults.moc"
