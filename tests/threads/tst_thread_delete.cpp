// SPDX-License-Identifier: GPL-3.0-or-later
#include "thread_stores.h"

#include "threads/worker_identity.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace verderer;
using namespace verderer::test;

class TestThreadDelete : public ThreadTest {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    QString file(const QString &relative) const
    {
        const QString path = m_folder->filePath(relative);
        QDir().mkpath(QFileInfo(path).path());
        QFile made(path);
        if (!made.open(QIODevice::WriteOnly) || made.write("x") != 1) {
            qFatal("cannot make %s", qPrintable(path));
        }
        return path;
    }
    ThreadService::Dependencies withFiles(const ThreadStoreFixture &fixture) const
    {
        auto parts = fixture.dependencies();
        parts.home = m_folder->filePath(QStringLiteral("home"));
        parts.eventsRoot = m_folder->filePath(QStringLiteral("cwd/.deer-flow/threads"));
        return parts;
    }
    /// A thread with one of everything, beside another that must stay.
    void fill(const DatabaseFixture &database) const
    {
        for (const QString &id : {QStringLiteral("t"), QStringLiteral("other")}) {
            database.add(ThreadRow{.threadId = id});
            database.add(RunRow{.runId = QStringLiteral("r-") + id, .threadId = id});
            database.add(EventRow{.threadId = id, .runId = QStringLiteral("r-") + id, .seq = 1});
            database.add(EventRow{.threadId = id, .runId = QStringLiteral("r-") + id, .seq = 2});
            database.addFeedback(QStringLiteral("f-") + id, id, QStringLiteral("r-") + id);
            database.addCheckpoint(id, QStringLiteral("c1"));
            database.addCheckpoint(id, QStringLiteral("c2"));
        }
    }
    static qint64 rowsOf(const DatabaseFixture &database, const QString &id)
    {
        qint64 sum = 0;
        QStringList tables{QStringLiteral("threads_meta"), QStringLiteral("runs"), QStringLiteral("run_events"), QStringLiteral("feedback"),
                           QStringLiteral("checkpoints")};
        tables += database.isPostgres() ? QStringList{QStringLiteral("checkpoint_writes"), QStringLiteral("checkpoint_blobs")}
                                        : QStringList{QStringLiteral("writes")};
        for (const QString &table : std::as_const(tables)) {
            sum += database.count(table, QStringLiteral("thread_id = ?"), {id});
        }
        return sum;
    }

private Q_SLOTS:
    void initTestCase_data() { addDatabaseRows(); }
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void everythingOfAThreadGoesAndNothingElse()
    {
        const auto fixture = makeStore();
        const auto &database = *fixture.database;
        fill(database);
        const QString own = file(QStringLiteral("home/users/user-a/threads/t/user-data/uploads/a.txt"));
        const QString legacy = file(QStringLiteral("home/threads/t/b.txt"));
        const QString events = file(QStringLiteral("cwd/.deer-flow/threads/t/runs/r-t.jsonl"));
        const QString foreign = file(QStringLiteral("home/users/user-b/threads/t/c.txt"));
        const QString neighbour = file(QStringLiteral("home/users/user-a/threads/other/d.txt"));
        const QString outside = file(QStringLiteral("precious/e.txt"));
        QVERIFY(QFile::link(m_folder->filePath(QStringLiteral("precious")), m_folder->filePath(QStringLiteral("home/users/user-a/threads/t/link"))));
        const qint64 others = rowsOf(database, QStringLiteral("other"));

        ThreadService service(withFiles(fixture));
        const auto plan = service.planDelete(QStringLiteral("t"), patient());
        QVERIFY2(plan, qPrintable(plan ? QString() : plan.error().message));
        QCOMPARE(plan->remains.runs, 1);
        QCOMPARE(plan->remains.events, 2);
        QCOMPARE(plan->remains.feedback, 1);
        QCOMPARE(plan->remains.checkpoints, 2);
        QCOMPARE(plan->remains.checkpointWrites, database.isPostgres() ? 4 : 2);
        QCOMPARE(plan->threadFolders.size(), 2);
        QCOMPARE(plan->eventFiles, QStringList{events});
        QVERIFY(plan->stays.join(u' ').contains(QLatin1String("users/user-b/threads/t")));
        QVERIFY(QFile::exists(own)); // only a plan
        QVERIFY(rowsOf(database, QStringLiteral("t")) > 0);

        const auto outcome = service.remove(QStringLiteral("t"), patient());
        QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
        QCOMPARE(outcome->removed.events, 2);
        QVERIFY(outcome->leftFiles.isEmpty());
        QCOMPARE(rowsOf(database, QStringLiteral("t")), 0);
        QCOMPARE(rowsOf(database, QStringLiteral("other")), others);
        QVERIFY(!QFile::exists(own));
        QVERIFY(!QFile::exists(legacy));
        QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("cwd/.deer-flow/threads/t"))));
        QVERIFY(QFile::exists(foreign));
        QVERIFY(QFile::exists(neighbour));
        QVERIFY(QFile::exists(outside));
        QCOMPARE(service.remove(QStringLiteral("t"), patient()).error().code, ErrorCode::NotFound);
        QCOMPARE(fixture.admission->entries(), 0);
    }

    void refusedWhileARunIsActive()
    {
        const auto fixture = makeStore();
        fill(*fixture.database);
        fixture.database->add(RunRow{.runId = QStringLiteral("live"), .threadId = QStringLiteral("t"), .status = QStringLiteral("pending")});
        const QString own = file(QStringLiteral("home/users/user-a/threads/t/a.txt"));
        const QString before = fixture.database->dump();
        ThreadService service(withFiles(fixture));
        QVERIFY(service.planDelete(QStringLiteral("t"), patient())->remains.activeRun);
        const auto refused = service.remove(QStringLiteral("t"), patient());
        QCOMPARE(refused.error().code, ErrorCode::Conflict);
        QCOMPARE(refused.error().details.holder, QStringLiteral("live"));
        QCOMPARE(fixture.database->dump(), before);
        QVERIFY(QFile::exists(own));
    }

    /// Killed between the database and the files: the same delete again finds them, though no row says whose they were.
    void filesLeftByAnEarlierDeleteAreFinished()
    {
        const auto fixture = makeStore();
        const QString own = file(QStringLiteral("home/users/user-a/threads/t/a.txt"));
        const QString events = file(QStringLiteral("cwd/.deer-flow/threads/t/runs/r1.jsonl"));
        ThreadService service(withFiles(fixture));
        const auto outcome = service.remove(QStringLiteral("t"), patient());
        QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
        QVERIFY(!QFile::exists(own));
        QVERIFY(!QFile::exists(events));
        QCOMPARE(service.remove(QStringLiteral("t"), patient()).error().code, ErrorCode::NotFound);
    }

    void whatADeletedThreadLeftInTheDatabaseGoesToo()
    {
        const auto fixture = makeStore();
        fill(*fixture.database);
        fixture.database->sql(QStringLiteral("DELETE FROM threads_meta WHERE thread_id = 't'")); // DeerFlow's own delete leaves the rest
        ThreadService service(withFiles(fixture));
        QCOMPARE(service.planDelete(QStringLiteral("t"), patient())->remains.events, 2);
        QVERIFY(service.remove(QStringLiteral("t"), patient()));
        QCOMPARE(rowsOf(*fixture.database, QStringLiteral("t")), 0);
    }

    void anOwnerThatLooksLikeAPathLeadsNowhere()
    {
        const auto fixture = makeStore();
        fixture.database->add(ThreadRow{.threadId = QStringLiteral("t"), .owner = QStringLiteral("../../precious")});
        const QString precious = file(QStringLiteral("precious/threads/t/a.txt"));
        // deerflow-format 1.1: other characters become '-', 16 digits of SHA-256 follow
        const QString safe = file(QStringLiteral("home/users/------precious-a9f12fc3874ecf0c/threads/t/a.txt"));
        ThreadService service(withFiles(fixture));
        QVERIFY(service.remove(QStringLiteral("t"), patient()));
        QVERIFY(QFile::exists(precious));
        QVERIFY(!QFile::exists(safe));
    }

    /// T56: very many events go in batches, each a short transaction, so that other writers get their turn.
    void t56ManyEventsGoInBatches()
    {
        int batches = 0;
        std::function<void()> betweenBatches;
        const auto fixture = makeStore({}, [&](const QString &sql) -> Result<void> {
            if (sql.startsWith(QLatin1String("DELETE FROM run_events WHERE id IN"))) {
                ++batches;
            } else if (batches == 1 && sql.startsWith(QLatin1String("BEGIN")) && betweenBatches) {
                betweenBatches();
            }
            return {};
        });
        const auto &database = *fixture.database;
        fill(database);
        QList<EventRow> events;
        for (int i = 3; i <= 12'000; ++i) {
            events.append(EventRow{.threadId = QStringLiteral("t"), .runId = QStringLiteral("r-t"), .seq = i});
        }
        database.add(events);
        bool reserved = false;
        betweenBatches = [&] {
            reserved =
                database.count(QStringLiteral("runs"), QStringLiteral("thread_id = 't' AND status = 'running' AND operation_kind = 'delete' AND "
                                                                      "lease_expires_at IS NOT NULL")) == 1;
            database.add(ThreadRow{.threadId = QStringLiteral("meanwhile")}); // nobody is kept out
        };
        ThreadService service(withFiles(fixture));
        const auto outcome = service.remove(QStringLiteral("t"), patient());
        QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().message));
        QCOMPARE(outcome->removed.events, 12'000);
        QCOMPARE(batches, 3);
        QVERIFY(reserved);
        QCOMPARE(rowsOf(database, QStringLiteral("t")), 0);
        QVERIFY(rowsOf(database, QStringLiteral("meanwhile")) == 1);
    }

    void aReservationOfADeadProcessIsTakenOver_data()
    {
        QTest::addColumn<QString>("worker");
        QTest::addColumn<QString>("lease");
        QTest::addColumn<bool>("dead");
        QString gone = ownWorkerId();
        gone = gone.left(gone.lastIndexOf(u':')) + QStringLiteral(":1");
        QTest::newRow("a process of this host that has ended") << gone << QStringLiteral("2031-01-01 00:00:00.000000") << true;
        QTest::newRow("another host, lease over") << QStringLiteral("verderer:elsewhere:b:1:1") << QStringLiteral("2026-01-01 00:00:00.000000")
                                                  << true;
        QTest::newRow("another host, lease good") << QStringLiteral("verderer:elsewhere:b:1:1") << QStringLiteral("2091-01-01 00:00:00.000000")
                                                  << false;
        QTest::newRow("this process") << ownWorkerId() << QStringLiteral("2026-01-01 00:00:00.000000") << false;
    }
    void aReservationOfADeadProcessIsTakenOver()
    {
        QFETCH(QString, worker);
        QFETCH(QString, lease);
        QFETCH(bool, dead);
        const auto fixture = makeStore();
        fill(*fixture.database);
        fixture.database->add(RunRow{.runId = QStringLiteral("reservation"),
                                     .threadId = QStringLiteral("t"),
                                     .status = QStringLiteral("running"),
                                     .operationKind = QStringLiteral("delete"),
                                     .ownerWorkerId = worker,
                                     .leaseExpiresAt = lease});
        ThreadService service(withFiles(fixture));
        const auto outcome = service.remove(QStringLiteral("t"), patient());
        QCOMPARE(outcome.has_value(), dead);
        QCOMPARE(rowsOf(*fixture.database, QStringLiteral("t")) == 0, dead);
    }
};

QTEST_GUILESS_MAIN(TestThreadDelete)
#include "tst_thread_delete.moc"
