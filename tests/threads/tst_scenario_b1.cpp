// SPDX-License-Identifier: GPL-3.0-or-later
#include "thread_stores.h"

#include <QMutex>
#include <QSemaphore>
#include <QSet>

#include <future>
#include <vector>

using namespace verderer;
using namespace verderer::test;

namespace {

/// Stops whoever reads "missing" first, until the test lets it go on.
struct Gate {
    QSemaphore arrived;
    QSemaphore open;
    std::atomic<bool> used = false;

    std::function<void(const QString &, bool)> seam()
    {
        return [this](const QString &, bool found) {
            if (!found && !used.exchange(true)) {
                arrived.release();
                open.tryAcquire(1, 60'000);
            }
        };
    }
};

/// How long a peer is watched to show that it does not get through.
constexpr int watchMs = 200;

} // namespace

/// Scenario B: a thread has one birth. The run's metadata writer is the same use case under the same admission, as seen from here: it wants the row
/// of its run's owner and brings no title.
class TestScenarioB1 : public ThreadTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addStoreRows(); }

    void b1SharedAdmission_data()
    {
        QTest::addColumn<bool>("writerFirst");
        QTest::newRow("the run's writer reads first") << true;
        QTest::newRow("the create by hand reads first") << false;
    }
    void b1SharedAdmission()
    {
        QFETCH(bool, writerFirst);
        const auto fixture = makeStore();
        Gate gate;
        auto gated = fixture.dependencies();
        gated.afterFirstRead = gate.seam();
        ThreadService first(gated);
        ThreadService second(fixture.dependencies());
        const QString id = QStringLiteral("born-once");
        const CreateThread writer{.id = id, .owner = QStringLiteral("user-a"), .metadataJson = R"({"by": "run"})"};
        const CreateThread hand{
            .id = id, .owner = QStringLiteral("user-a"), .title = QStringLiteral("Made by hand"), .metadataJson = R"({"by": "hand"})"};

        auto one = std::async(std::launch::async, [&] { return first.create(writerFirst ? writer : hand, patient()); });
        QVERIFY(gate.arrived.tryAcquire(1, 60'000));
        auto two = std::async(std::launch::async, [&] {
            const auto answer = second.create(writerFirst ? hand : writer, patient());
            return answer;
        });
        QTRY_COMPARE(fixture.admission->waiting(id), 1);
        QDeadlineTimer watched(watchMs);
        QTRY_VERIFY(watched.hasExpired());
        QVERIFY(two.wait_for(std::chrono::seconds(0)) == std::future_status::timeout);

        // Somebody else changes the row right after its birth, while the second still waits: the first is stopped a second time, behind its answer.
        gate.open.release();
        const auto won = one.get();
        QVERIFY2(won, qPrintable(won ? QString() : won.error().message));
        fixture.change(id, QStringLiteral("busy"), QStringLiteral("Existing title"));
        const auto lost = two.get();
        QVERIFY2(lost, qPrintable(lost ? QString() : lost.error().message));

        QVERIFY(won->created);
        QVERIFY(!lost->created);
        QCOMPARE(fixture.count(), 1);
        const QByteArray metadata = writerFirst ? R"({"by": "run"})" : R"({"by": "hand"})";
        QCOMPARE((writerFirst ? *lost : *won).record.metadataJson, metadata); // the create by hand answers with the stored row's
        const ThreadRecord stored = fixture.stored(id);
        QCOMPARE(stored.metadataJson, metadata);
        QCOMPARE(stored.status, QStringLiteral("busy"));
        QCOMPARE(stored.displayName.value(), QStringLiteral("Existing title"));
        QCOMPARE(fixture.admission->entries(), 0);
    }

    /// The same, where the row is changed before the loser is let through: it must not undo that.
    void b1TheRowIsChangedWhileTheLoserWaits()
    {
        const auto fixture = makeStore();
        const QString id = QStringLiteral("born-once");
        auto held = fixture.admission->acquire(id, patient());
        QVERIFY(held);
        ThreadService service(fixture.dependencies());
        auto loser = std::async(std::launch::async, [&] {
            return service.create({.id = id, .owner = QStringLiteral("user-a"), .title = QStringLiteral("Mine"), .metadataJson = R"({"a": 1})"},
                                  patient());
        });
        QTRY_COMPARE(fixture.admission->waiting(id), 1);
        fixture.add(ThreadRow{
            .threadId = id, .title = QStringLiteral("Existing title"), .status = QStringLiteral("busy"), .metadata = QStringLiteral(R"({"b": 2})")});
        {
            const auto released = std::move(*held);
        }
        const auto answer = loser.get();
        QVERIFY(answer);
        QVERIFY(!answer->created);
        QCOMPARE(answer->record.metadataJson, QByteArray(R"({"b": 2})"));
        QCOMPARE(answer->record.status, QStringLiteral("busy"));
        QCOMPARE(fixture.stored(id).displayName.value(), QStringLiteral("Existing title"));
        QCOMPARE(fixture.admission->entries(), 0);
    }

    /// B3's thread side: who stops waiting leaves nothing, and the next one gets through.
    void b3ACancelledWaiterLeavesNothing()
    {
        const auto fixture = makeStore();
        const QString id = QStringLiteral("waited-for");
        ThreadService service(fixture.dependencies());
        auto held = fixture.admission->acquire(id, patient());
        QVERIFY(held);
        CancelSource source;
        auto waiter = std::async(std::launch::async, [&] { return service.create({.id = id}, {QDeadlineTimer(60'000), source.token()}); });
        QTRY_COMPARE(fixture.admission->waiting(id), 1);
        source.cancel();
        QCOMPARE(waiter.get().error().code, ErrorCode::Cancelled);
        QCOMPARE(fixture.count(), 0);
        {
            const auto released = std::move(*held);
        }
        QCOMPARE(fixture.admission->entries(), 0);
        QVERIFY(service.create({.id = id}, patient())->created);
        QCOMPARE(fixture.admission->entries(), 0);
    }

    void aWaiterWhoseDeadlineEndsLeavesNothing()
    {
        const auto fixture = makeStore();
        const QString id = QStringLiteral("waited-for");
        ThreadService service(fixture.dependencies());
        {
            const auto held = fixture.admission->acquire(id, patient());
            const auto late = service.create({.id = id}, {QDeadlineTimer(30), {}});
            QCOMPARE(late.error().code, ErrorCode::TimedOut);
            QVERIFY(late.error().message.contains(id));
        }
        QCOMPARE(fixture.count(), 0);
        QCOMPARE(fixture.admission->entries(), 0);
    }

    /// T57
    void t57TwentyParallelCreatesOfOneId()
    {
        const auto fixture = makeStore();
        std::vector<std::future<Result<CreateThreadAnswer>>> futures;
        QSemaphore start;
        // Half of them share no admission with the others, as if they were in another process.
        const auto other = std::make_shared<Admission>();
        for (int i = 0; i < 20; ++i) {
            futures.push_back(std::async(std::launch::async, [&, i] {
                auto parts = fixture.dependencies();
                if (i % 2 == 1) {
                    parts.admission = other;
                }
                ThreadService service(parts);
                start.acquire();
                return service.create({.id = QStringLiteral("crowded"), .owner = QStringLiteral("user-a"), .title = QStringLiteral("Wish %1").arg(i)},
                                      patient());
            }));
        }
        start.release(20);
        int created = 0;
        QSet<QString> shown;
        for (auto &future : futures) {
            const auto answer = future.get();
            QVERIFY2(answer, qPrintable(answer ? QString() : answer.error().message));
            created += answer->created ? 1 : 0;
            shown.insert(answer->record.displayName.value());
            QCOMPARE(answer->ignored.isEmpty(), answer->created);
        }
        QCOMPARE(created, 1);
        QCOMPARE(shown.size(), 1);
        QCOMPARE(fixture.count(), 1);
        QCOMPARE(fixture.admission->entries() + other->entries(), 0);
    }

    void admissionServesInOrderAndForgets()
    {
        Admission admission;
        QList<int> order;
        QMutex mutex;
        auto held = std::make_unique<Admission::Guard>(std::move(*admission.acquire(QStringLiteral("k"), patient())));
        std::vector<std::future<void>> waiters;
        for (int i = 0; i < 5; ++i) {
            waiters.push_back(std::async(std::launch::async, [&, i] {
                const auto guard = admission.acquire(QStringLiteral("k"), patient());
                const QMutexLocker lock(&mutex);
                order.append(i);
            }));
            QTRY_COMPARE(admission.waiting(QStringLiteral("k")), i + 1);
        }
        // Another key is nobody's business here.
        QVERIFY(admission.acquire(QStringLiteral("other"), {QDeadlineTimer(0), {}}));
        QCOMPARE(admission.entries(), 1);
        held.reset();
        for (auto &waiter : waiters) {
            waiter.get();
        }
        QCOMPARE(order, QList<int>({0, 1, 2, 3, 4}));
        QCOMPARE(admission.entries(), 0);
    }
};

QTEST_GUILESS_MAIN(TestScenarioB1)
#include "tst_scenario_b1.moc"
