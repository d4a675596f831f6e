// SPDX-License-Identifier: GPL-3.0-or-later
//
// A support file is added, replaced, removed and renamed, and every storage step of that is failed once, and the process is killed before every one
// of them and inside every append. Then the next act comes. Whatever happened: the file's bytes are under a name it had or was to have, no record is
// doubled, the chains are whole, nothing is left behind.
#include "base/hash.h"
#include "base/local_storage.h"
#include "skills/history_chain.h"
#include "skills/skill_files.h"
#include "support/gated_storage.h"
#include "support/test_home.h"
#include "support/worker_process.h"

#include <QFileInfo>
#include <QHash>
#include <QTest>

#include <cerrno>

using namespace verderer;
using namespace verderer::test;

namespace {

const QString demo = QStringLiteral("demo-skill");
const QString oldName = QStringLiteral("references/old.md");
const QString newName = QStringLiteral("references/deep/new.md");
constexpr int lastStep = 600; // far beyond what any act takes: the loops end where a run has no more steps

enum class Act { Add, AddBinary, Replace, Remove, Rename };

/// One home in which the act is to be done.
class Installation : public TestHome {
public:
    explicit Installation(Act act) : m_act(act)
    {
        writeFile(path() + QStringLiteral("/extensions_config.json"), "{}\n");
        writeFile(path() + QStringLiteral("/ours"), ours());
        addSkill(demo, skillText(demo, "Text\n"));
        if (act == Act::Add || act == Act::AddBinary)
            return;
        if (!files().write({demo, oldName, before(), false, false, {}, {}}, patientOptions()))
            qFatal("the fixture cannot be made");
    }

    [[nodiscard]] static QByteArray before() { return "Before\n"; }
    [[nodiscard]] QByteArray ours() const { return m_act == Act::AddBinary ? QByteArray("\xff\x00\x01\n", 4) : QByteArray("Ours\n"); }
    [[nodiscard]] SkillFiles files(const std::shared_ptr<Storage> &storage = {}) const { return {roots(), dependencies(storage)}; }

    [[nodiscard]] QStringList workerArguments() const
    {
        switch (m_act) {
        case Act::Remove:
            return {QStringLiteral("remove-file"), demo, oldName};
        case Act::Rename:
            return {QStringLiteral("rename-file"), demo, oldName, newName};
        default:
            return {QStringLiteral("write-file"), demo, oldName, QString(path() + QStringLiteral("/ours"))};
        }
    }

    [[nodiscard]] Result<MutationOutcome> act(const std::shared_ptr<Storage> &storage) const
    {
        SkillFiles skillFiles = files(storage);
        switch (m_act) {
        case Act::Remove:
            return skillFiles.remove({demo, oldName, {}, {}}, patientOptions());
        case Act::Rename:
            return skillFiles.rename({demo, oldName, newName, {}, {}}, patientOptions());
        default:
            return skillFiles.write({demo, oldName, ours(), true, false, {}, {}}, patientOptions());
        }
    }

    [[nodiscard]] std::optional<QByteArray> fileOf(const QString &name) const
    {
        const QString file = skillFile(demo, name);
        return QFileInfo::exists(file) ? std::optional<QByteArray>(readFile(file)) : std::nullopt;
    }
    [[nodiscard]] bool hasOld() const { return m_act != Act::Add && m_act != Act::AddBinary; }

    /// Nothing of it was done.
    [[nodiscard]] bool isAsBefore() const
    {
        return fileOf(oldName) == (hasOld() ? std::optional<QByteArray>(before()) : std::nullopt) && !fileOf(newName);
    }
    /// All of it was done.
    [[nodiscard]] bool isDone() const
    {
        if (m_act == Act::Remove)
            return !fileOf(oldName);
        if (m_act == Act::Rename)
            return !fileOf(oldName) && fileOf(newName) == before();
        return fileOf(oldName) == ours();
    }
    /// Half of a renaming, where the second half failed and was undone: told, and no text is lost.
    [[nodiscard]] bool isUnderBothNames() const { return m_act == Act::Rename && fileOf(oldName) == before() && fileOf(newName) == before(); }
    [[nodiscard]] int recordsNow() const { return isDone() ? (m_act == Act::Rename ? 2 : 1) : isUnderBothNames() ? 1 : 0; }

private:
    Act m_act;
};

QString brokenHistory(const Installation &home)
{
    auto reader = HistoryReader::open(home.history(demo));
    if (!reader)
        return reader.error().code == ErrorCode::NotFound ? QString() : reader.error().message;
    const auto entries = reader->all();
    if (!entries)
        return entries.error().message;
    const int expected = (home.hasOld() ? 1 : 0) + home.recordsNow();
    if (entries->size() != expected)
        return QStringLiteral("%1 records instead of %2").arg(entries->size()).arg(expected);
    QList<PresentFile> present;
    for (const QString &name : {oldName, newName}) {
        const auto bytes = home.fileOf(name);
        present.append({name, bytes ? sha256Hex(*bytes) : QString()});
    }
    const HistoryChain chain = buildHistoryChain(*entries, EntryOrder::OldestFirst, present);
    return chain.isWhole() ? QString() : QString(QStringLiteral("the chain is broken: ") + chain.notes.first().message);
}

/// What the next changes in the same folders do not sweep. Where nothing at all could be removed, a copy of bytes in the trash may be left.
QString leftBehind(const Installation &home)
{
    for (const QString &name : {QStringLiteral("references/x.md"), QStringLiteral("references/deep/x.md")}) {
        if (!home.files().write({demo, name, "x\n", false, false, {}, {}}, patientOptions()))
            return QStringLiteral("the next change of that folder fails");
    }
    for (const QString &path : home.temporaryFiles()) {
        if (!path.contains(QStringLiteral("/.trash/")))
            return QString(QStringLiteral("left behind: ") + path);
    }
    return {};
}

/// Lets a next act come, of another skill, and looks at everything. Empty where all promises hold, else what does not.
QString broken(const Installation &home, bool afterKill)
{
    home.addSkill(QStringLiteral("next-skill"), skillText(QStringLiteral("next-skill"), "Old\n"));
    const auto next = home.editor().edit(
        {QStringLiteral("next-skill"), QStringLiteral("SKILL.md"), skillText(QStringLiteral("next-skill"), "Next\n"), {}, {}}, patientOptions());
    if (!next)
        return QString(QStringLiteral("the next act fails: ") + next.error().message);
    if (QFile::exists(home.intent()))
        return QStringLiteral("the intent is still there");
    if (!home.isAsBefore() && !home.isDone() && (afterKill || !home.isUnderBothNames()))
        return QStringLiteral("the file is neither as before nor as after");
    const QString history = brokenHistory(home);
    return history.isEmpty() ? leftBehind(home) : history;
}

} // namespace

Q_DECLARE_METATYPE(Act)

class TestFileFaults : public QObject {
    Q_OBJECT

private:
    QString m_worker = QStringLiteral(VERDERER_WORKER);

    static void addActs()
    {
        QTest::addColumn<Act>("act");
        QTest::newRow("add") << Act::Add;
        QTest::newRow("add a binary file") << Act::AddBinary;
        QTest::newRow("replace") << Act::Replace;
        QTest::newRow("remove") << Act::Remove;
        QTest::newRow("rename") << Act::Rename;
    }

    static void failEveryStep(Act act, bool andAllAfter)
    {
        int failures = 0;
        for (int i = 1; i <= lastStep; ++i) {
            const Installation home(act);
            const auto storage = std::make_shared<GatedStorage>(std::make_shared<LocalStorage>());
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
                QVERIFY(outcome && outcome->changed && home.isDone());
                QVERIFY(failures > 15);
                QCOMPARE(broken(home, false), QString());
                return;
            }
            ++failures;
            if (outcome) {
                QVERIFY2(home.isDone(), qPrintable(failed));
            } else {
                const QString &message = outcome.error().message;
                QVERIFY2(outcome.error().code == ErrorCode::ReadOnly, qPrintable(QString(failed + message)));
                if (!message.contains(QStringLiteral("finishes it")))
                    QVERIFY2(home.isAsBefore() || (home.isUnderBothNames() && message.contains(QStringLiteral("under both names"))),
                             qPrintable(QString(failed + message)));
            }
            const QString problem = broken(home, false);
            QVERIFY2(problem.isEmpty(), qPrintable(QString(failed + QStringLiteral(" → ") + problem)));
        }
        QFAIL("the act never came to its end");
    }

    void killAtEveryStep(Act act, const QString &mode)
    {
        const Installation whole(act);
        WorkerProcess undisturbed(m_worker, whole, whole.user(), whole.workerArguments());
        const auto done = undisturbed.waitFor(QStringLiteral("done"));
        QVERIFY(done && done->details.value(QStringLiteral("ok")) == u"true" && undisturbed.finished());
        QVERIFY(whole.isDone());
        QCOMPARE(broken(whole, false), QString());
        const QStringList steps =
            done->details.value(mode == u"torn" ? QStringLiteral("appends") : QStringLiteral("changes")).split(u' ', Qt::SkipEmptyParts);
        QVERIFY(steps.size() >= 2);
        for (const QString &step : steps) {
            const Installation home(act);
            QStringList arguments{QStringLiteral("--kill-at"), step, QStringLiteral("--kill-mode"), mode};
            arguments += home.workerArguments();
            WorkerProcess worker(m_worker, home, home.user(), arguments);
            worker.finished();
            const QString killed = QStringLiteral("killed %1 step %2").arg(mode, step);
            QVERIFY2(worker.wasKilled(), qPrintable(killed));
            const QString problem = broken(home, true);
            QVERIFY2(problem.isEmpty(), qPrintable(QString(killed + QStringLiteral(" → ") + problem)));
        }
    }

private Q_SLOTS:
    void oneStepFails_data() { addActs(); }
    void oneStepFails()
    {
        QFETCH(Act, act);
        failEveryStep(act, false);
    }
    void allStepsFailFromOneOn_data() { addActs(); }
    void allStepsFailFromOneOn()
    {
        QFETCH(Act, act);
        failEveryStep(act, true);
    }
    void killedBeforeEveryStep_data() { addActs(); }
    void killedBeforeEveryStep()
    {
        QFETCH(Act, act);
        killAtEveryStep(act, QStringLiteral("before"));
    }
    void killedInsideEveryAppend_data() { addActs(); }
    void killedInsideEveryAppend()
    {
        QFETCH(Act, act);
        killAtEveryStep(act, QStringLiteral("torn"));
    }
};

QTEST_GUILESS_MAIN(TestFileFaults)
#include "tst_file_faults.moc"
