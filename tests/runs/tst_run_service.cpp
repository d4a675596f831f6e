// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/memory_run_store.h"
#include "runs/run_service.h"
#include "runs/sql_run_store.h"
#include "threads/thread_stores.h"
#include "threads/worker_identity.h"

using namespace verderer;
using namespace verderer::test;

namespace {

RunRecord active(const char *updated)
{
    RunRecord run;
    run.runId = QStringLiteral("r");
    run.statusRaw = QStringLiteral("running");
    run.createdRaw = QStringLiteral("2026-11-01 10:00:00.000000");
    run.updatedRaw = QString::fromLatin1(updated);
    readRunTexts(&run);
    return run;
}

} // namespace

class TestRunService : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<PostgresServer> m_server;
    std::unique_ptr<DatabaseFixture> m_database;
    std::shared_ptr<DatabaseWorker> m_worker;
    std::shared_ptr<ThreadStore> m_threads;
    std::shared_ptr<RunStore> m_runs;
    std::shared_ptr<Admission> m_admission;
    std::shared_ptr<ManualClock> m_clock;
    std::unique_ptr<RunService> m_service;

    void add(const QString &id, const QString &thread, const std::optional<QString> &owner = QStringLiteral("user-a"),
             const QString &message = QStringLiteral("What is new?"), const QString &status = QStringLiteral("success"))
    {
        if (m_database) {
            RunRow row;
            row.runId = id;
            row.threadId = thread;
            row.owner = owner;
            row.assistantId = QStringLiteral("lead_agent");
            row.firstHumanMessage = message;
            row.status = status;
            row.createdAt = QStringLiteral("2026-11-01 10:00:00.%1").arg(id.size(), 6, 10, QLatin1Char('0'));
            m_database->add(row);
            return;
        }
        RunRecord record;
        record.runId = id;
        record.threadId = thread;
        record.owner = owner;
        record.assistantId = QStringLiteral("lead_agent");
        record.firstHumanMessage = message;
        record.createdRaw = record.updatedRaw = QStringLiteral("2026-11-01 10:00:00.%1").arg(id.size(), 6, 10, QLatin1Char('0'));
        record.status = RunStatus::Pending;
        record.statusRaw = QStringLiteral("pending");
        QVERIFY(m_runs->insert(record, patient()));
        QVERIFY(m_runs->transition(
            id, RunStatus::Pending, std::nullopt,
            [&](RunRecord &changed) {
                changed.status = runStatusFromName(status);
                changed.statusRaw = status;
            },
            patient()));
    }

private Q_SLOTS:
    void initTestCase_data() { addStoreRows(); }
    void initTestCase()
    {
        QString error;
        m_server = PostgresServer::start(&error);
        QVERIFY2(m_server, qPrintable(error));
    }
    void init()
    {
        QFETCH_GLOBAL(StoreKind, store);
        cleanup();
        if (store == StoreKind::Memory) {
            auto threads = std::make_shared<MemoryThreadStore>();
            m_runs = std::make_shared<MemoryRunStore>(threads);
            m_threads = threads;
        } else {
            m_database = makeDatabase(store, m_server.get());
            m_worker = m_database->worker();
            m_threads = std::make_shared<SqlThreadStore>(m_worker);
            m_runs = std::make_shared<SqlRunStore>(m_worker);
        }
        m_admission = std::make_shared<Admission>();
        m_clock = std::make_shared<ManualClock>();
        ThreadService::Dependencies threads;
        threads.store = m_threads;
        threads.admission = m_admission;
        threads.clock = m_clock;
        RunService::Dependencies parts;
        parts.runs = m_runs;
        parts.threads = std::make_shared<ThreadService>(std::move(threads));
        parts.events = makeDatabaseEvents(m_runs);
        parts.clock = m_clock;
        m_service = std::make_unique<RunService>(std::move(parts));
    }
    void cleanup()
    {
        m_service.reset();
        m_threads.reset();
        m_runs.reset();
        m_worker.reset();
        m_database.reset();
    }
    void cleanupTestCase() { m_server.reset(); }

    void adoptMakesTheThreadOnce()
    {
        add(QStringLiteral("r"), QStringLiteral("t"), QStringLiteral("user-a"), QStringLiteral("  What\nis   new? "));
        QVERIFY(!m_service->show(QStringLiteral("r"), patient())->threadExists);
        const auto first = m_service->adopt(QStringLiteral("r"), patient());
        QVERIFY2(first, qPrintable(first ? QString() : first.error().message));
        QVERIFY(first->created);
        QVERIFY(first->run.threadExists);
        const auto thread = m_threads->find(QStringLiteral("t"), patient());
        QVERIFY(thread && *thread);
        QCOMPARE((*thread)->owner, QStringLiteral("user-a"));
        QCOMPARE((*thread)->assistantId, QStringLiteral("lead_agent"));
        QCOMPARE((*thread)->displayName, QStringLiteral("What is new?"));
        QCOMPARE((*thread)->status, QStringLiteral("idle"));
        const auto second = m_service->adopt(QStringLiteral("r"), patient());
        QVERIFY(second);
        QVERIFY(!second->created);
        QVERIFY(m_service->show(QStringLiteral("r"), patient())->threadExists);
        QCOMPARE(m_admission->entries(), 0);
    }

    void adoptTellsWhatItsAuthorShouldKnow()
    {
        add(QStringLiteral("r"), QStringLiteral("t"));
        const auto made = m_service->adopt(QStringLiteral("r"), patient());
        QVERIFY(made);
        QVERIFY2(made->warnings.isEmpty(), qPrintable(made->warnings.join(u'|'))); // its runs and its title are why it is made
        add(QStringLiteral("r2"), QStringLiteral("t2"));
        ThreadRecord nobodys;
        nobodys.threadId = QStringLiteral("t2");
        nobodys.status = QStringLiteral("idle");
        nobodys.metadataJson = "{}";
        nobodys.createdRaw = nobodys.updatedRaw = QStringLiteral("2026-11-01 10:00:00.000000");
        QVERIFY(m_threads->insert(nobodys, patient()));
        const auto there = m_service->adopt(QStringLiteral("r2"), patient());
        QVERIFY(there);
        QCOMPARE(there->warnings, QStringList{nobodysThreadWarning()});
    }

    void deletingAThreadTakesItsRunsAndEventsAlong()
    {
        add(QStringLiteral("r"), QStringLiteral("t"));
        add(QStringLiteral("r2"), QStringLiteral("t2"));
        for (const char *run : {"r", "r2"}) {
            RunEvent event;
            event.type = QStringLiteral("run.start");
            event.category = QStringLiteral("trace");
            event.createdRaw = QStringLiteral("2026-11-01 10:00:00.000000");
            QVERIFY(m_runs->appendEvents(QString::fromLatin1(run).replace(u'r', u't'), QString::fromLatin1(run), {event}, patient()));
        }
        QVERIFY(m_service->adopt(QStringLiteral("r"), patient()));
        const auto removed = m_threads->remove(QStringLiteral("t"), patient());
        QVERIFY(removed);
        QCOMPARE(removed->runs, 1);
        QCOMPARE(removed->events, 1);
        QVERIFY(!*m_threads->find(QStringLiteral("t"), patient()));
        QVERIFY(!*m_runs->find(QStringLiteral("r"), patient()));
        QVERIFY(m_runs->events(QStringLiteral("t"), {}, {}, 0, 10, patient())->events.isEmpty());
        QVERIFY(*m_runs->find(QStringLiteral("r2"), patient()));
        QCOMPARE(m_runs->events(QStringLiteral("t2"), {}, {}, 0, 10, patient())->events.size(), 1);
        add(QStringLiteral("r3"), QStringLiteral("t"), QStringLiteral("user-a"), QStringLiteral("x"), QStringLiteral("running"));
        QCOMPARE(m_threads->remove(QStringLiteral("t"), patient()).error().details.kind, QStringLiteral("thread-busy"));
        QVERIFY(*m_runs->find(QStringLiteral("r3"), patient()));
    }

    void adoptWaitsForTheSameAdmission()
    {
        add(QStringLiteral("r"), QStringLiteral("t"));
        auto guard = std::make_unique<Result<Admission::Guard>>(m_admission->acquire(QStringLiteral("t"), patient()));
        QVERIFY(*guard);
        const auto late = m_service->adopt(QStringLiteral("r"), {QDeadlineTimer(1), {}});
        QVERIFY(!late);
        QCOMPARE(late.error().code, ErrorCode::TimedOut);
        QVERIFY(!*m_threads->find(QStringLiteral("t"), patient()));
        guard.reset();
        QVERIFY(m_service->adopt(QStringLiteral("r"), patient()));
    }

    void titlesAreCutBetweenCharacters()
    {
        const QString smile = QString::fromUtf8("\xF0\x9F\x98\x80");
        add(QStringLiteral("r"), QStringLiteral("t"), QStringLiteral("user-a"), smile.repeated(200));
        QVERIFY(m_service->adopt(QStringLiteral("r"), patient()));
        const QString title = (*m_threads->find(QStringLiteral("t"), patient()))->displayName.value();
        QCOMPARE(title, QString(smile.repeated(79) + QStringLiteral("…")));
        add(QStringLiteral("r2"), QStringLiteral("t2"), QStringLiteral("user-a"), QStringLiteral("  \n "));
        QVERIFY(m_service->adopt(QStringLiteral("r2"), patient()));
        QVERIFY(!(*m_threads->find(QStringLiteral("t2"), patient()))->displayName);
    }

    void adoptAllTellsEveryResultAndGoesOn()
    {
        add(QStringLiteral("r1"), QStringLiteral("t1"));
        add(QStringLiteral("r-2"), QStringLiteral("bad id"));
        add(QStringLiteral("r--3"), QStringLiteral("t3"), std::nullopt);
        add(QStringLiteral("r---4"), QStringLiteral("t1"), QStringLiteral("user-b"));
        ThreadRecord there;
        there.threadId = QStringLiteral("there");
        there.status = QStringLiteral("idle");
        there.metadataJson = "{}";
        there.createdRaw = there.updatedRaw = QStringLiteral("2026-11-01 10:00:00.000000");
        QVERIFY(m_threads->insert(there, patient()));
        add(QStringLiteral("r----5"), QStringLiteral("there"));
        QMap<QString, QString> told;
        const auto done = m_service->adoptAll(
            {},
            [&](const QString &id, const Result<AdoptAnswer> &answer) {
                told.insert(id,
                            answer ? (answer->created ? QStringLiteral("created") : QStringLiteral("there")) : errorCodeName(answer.error().code));
            },
            patient());
        QVERIFY2(done, qPrintable(done ? QString() : done.error().message));
        QCOMPARE(told.size(), 4); // the run that has its thread is left alone
        QCOMPARE(told.value(QStringLiteral("r-2")), QStringLiteral("Invalid"));
        QCOMPARE(told.value(QStringLiteral("r--3")), QStringLiteral("created"));
        // Newest first: user-b's run makes t1, so user-a's is refused.
        QCOMPARE(told.value(QStringLiteral("r---4")), QStringLiteral("created"));
        QCOMPARE(told.value(QStringLiteral("r1")), QStringLiteral("Conflict"));
        QVERIFY(!(*m_threads->find(QStringLiteral("t3"), patient()))->owner);
    }

    void adoptAllIsCancelledBetweenRuns()
    {
        for (int i = 1; i <= 5; ++i) {
            add(QString(i, QLatin1Char('r')), QStringLiteral("t%1").arg(i));
        }
        CancelSource cancel;
        int told = 0;
        const auto done = m_service->adoptAll({},
                                              [&](const QString &, const Result<AdoptAnswer> &answer) {
                                                  QVERIFY(answer);
                                                  if (++told == 2) {
                                                      cancel.cancel();
                                                  }
                                              },
                                              {QDeadlineTimer(60'000), cancel.token()});
        QVERIFY(!done);
        QCOMPARE(done.error().code, ErrorCode::Cancelled);
        QCOMPARE(told, 2);
        QCOMPARE(m_threads->list({}, 10, std::nullopt, patient())->threads.size(), 2);
    }

    void missingRunsAreNotFound()
    {
        const QString id = QStringLiteral("nobody");
        QCOMPARE(m_service->show(id, patient()).error().code, ErrorCode::NotFound);
        QCOMPARE(m_service->adopt(id, patient()).error().code, ErrorCode::NotFound);
        QCOMPARE(m_service->events(id, {}, 0, 10, patient()).error().code, ErrorCode::NotFound);
        QCOMPARE(m_service->transcript(id, false, patient()).error().code, ErrorCode::NotFound);
        QCOMPARE(m_service->workspaceChanges(id, patient()).error().code, ErrorCode::NotFound);
    }

    void transcriptsAreOfTheRunOrOfTheThread()
    {
        add(QStringLiteral("r1"), QStringLiteral("t"));
        add(QStringLiteral("r22"), QStringLiteral("t"));
        const auto append = [&](const QString &run, const QString &type, const QString &category, const QByteArray &content) {
            RunEvent event;
            event.type = type;
            event.category = category;
            event.content = content;
            event.metadataJson = "{}";
            event.createdRaw = QStringLiteral("2026-11-01 10:00:00.000000");
            QVERIFY(m_runs->appendEvents(QStringLiteral("t"), run, {event}, patient()));
        };
        append(QStringLiteral("r1"), QStringLiteral("llm.human.input"), QStringLiteral("message"), "one");
        append(QStringLiteral("r1"), QStringLiteral("run.start"), QStringLiteral("trace"), "noise");
        for (int i = 0; i < 1'003; ++i) { // more than one page
            append(QStringLiteral("r22"), QStringLiteral("llm.human.input"), QStringLiteral("message"), QByteArray::number(i));
        }
        append(QStringLiteral("r22"), QStringLiteral("workspace_changes"), QStringLiteral("workspace"), "1 file");
        QCOMPARE(m_service->transcript(QStringLiteral("r1"), false, patient())->size(), 1);
        QCOMPARE(m_service->transcript(QStringLiteral("r1"), true, patient())->size(), 1'004);
        QCOMPARE(m_service->threadTranscript(QStringLiteral("t"), patient())->size(), 1'004);
        QCOMPARE(m_service->workspaceChanges(QStringLiteral("r22"), patient())->size(), 1);
        QVERIFY(m_service->workspaceChanges(QStringLiteral("r1"), patient())->isEmpty());
        QCOMPARE(m_service->events(QStringLiteral("r1"), {}, 0, 10, patient())->events.size(), 2);
    }

    void usageIsCountedFromTheStore()
    {
        add(QStringLiteral("r1"), QStringLiteral("t"));
        add(QStringLiteral("r22"), QStringLiteral("t"), QStringLiteral("user-a"), QStringLiteral("x"), QStringLiteral("error"));
        UsageRequest request;
        request.days = 15;
        const auto usage = m_service->usage(request, patient());
        QVERIFY2(usage, qPrintable(usage ? QString() : usage.error().message));
        QCOMPARE(usage->totalRuns, 2);
        QCOMPARE(usage->failedRuns, 1);
        QCOMPARE(usage->days.first().date, QDate(2026, 11, 1));
        QCOMPARE(usage->days.first().runs, 2);
    }

    void staleClaimsAreToldAndNeverChanged()
    {
        m_clock->set(QStringLiteral("2026-11-15 12:00:00.000000"));
        const auto silent = m_service->vitalityOf(active("2026-11-12 11:00:00.000000"), patient());
        QVERIFY(silent.stale);
        QCOMPARE(silent.sentence, QStringLiteral("running, no sign of life for 3 days; whether it still works cannot be verified"));
        QVERIFY(!m_service->vitalityOf(active("2026-11-15 11:30:00.000000"), patient()).stale);
        RunRecord leased = active("2026-11-12 11:00:00.000000");
        leased.leaseExpiresAt = m_clock->now() + 5'000'000;
        QVERIFY(!m_service->vitalityOf(leased, patient()).stale);
        leased.leaseExpiresAt = m_clock->now() - 5'000'000; // within the grace
        QVERIFY(!m_service->vitalityOf(leased, patient()).stale);
        leased.leaseExpiresAt = m_clock->now() - 120'000'000;
        QCOMPARE(m_service->vitalityOf(leased, patient()).sentence, QStringLiteral("running, its lease ran out 2 minutes ago"));
        leased.ownerWorkerId = ownWorkerId();
        QVERIFY(!m_service->vitalityOf(leased, patient()).stale);
        RunRecord ended = active("2026-01-01 00:00:00.000000");
        ended.status = RunStatus::Success;
        QVERIFY(m_service->vitalityOf(ended, patient()).sentence.isEmpty());
        RunRecord unreadable = active("never");
        unreadable.createdAt.reset();
        QVERIFY(m_service->vitalityOf(unreadable, patient()).stale);
        unreadable.status = RunStatus::Pending;
        QVERIFY(m_service->vitalityOf(unreadable, patient()).sentence.startsWith(QStringLiteral("pending")));
    }

    void aRunThatWritesEventsIsAlive()
    {
        m_clock->set(QStringLiteral("2026-11-15 12:00:00.000000"));
        RunRecord run = active("2026-11-12 11:00:00.000000");
        run.runId = QStringLiteral("r");
        run.threadId = QStringLiteral("t");
        const auto append = [&](const char *runId, const char *at) {
            RunEvent event;
            event.type = QStringLiteral("llm.ai.response");
            event.category = QStringLiteral("message");
            event.createdRaw = QString::fromLatin1(at);
            QVERIFY(m_runs->appendEvents(run.threadId, QString::fromLatin1(runId), {event}, patient()));
        };
        append("r", "2026-11-14 12:00:00.000000");
        QCOMPARE(m_service->vitalityOf(run, patient()).sentence,
                 QStringLiteral("running, no sign of life for 1 day; whether it still works cannot be verified"));
        append("other", "2026-11-15 11:59:00.000000");
        QVERIFY(m_service->vitalityOf(run, patient()).stale); // that was another run of the thread
        append("r", "2026-11-15 11:30:00.000000");
        QVERIFY(!m_service->vitalityOf(run, patient()).stale);
        run.leaseExpiresAt = m_clock->now() - 120'000'000;
        QVERIFY(m_service->vitalityOf(run, patient()).stale); // the event is older than the end of the lease
        append("r", "2026-11-15 11:59:00.000000");
        QVERIFY(!m_service->vitalityOf(run, patient()).stale);
    }

    void durationsAreNeverNegative()
    {
        m_clock->set(QStringLiteral("2026-11-01 10:00:05.000000"));
        RunRecord run = active("2026-11-01 10:00:02.500000");
        QCOMPARE(m_service->durationOf(run).value(), 5'000'000);
        run.status = RunStatus::Error;
        QCOMPARE(m_service->durationOf(run).value(), 2'500'000);
        run.updatedAt = *run.createdAt - 10;
        QCOMPARE(m_service->durationOf(run).value(), 0);
        run.updatedAt.reset();
        QVERIFY(!m_service->durationOf(run));
    }
};

QTEST_GUILESS_MAIN(TestRunService)
#include "tst_run_service.moc"
