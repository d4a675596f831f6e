// SPDX-License-Identifier: GPL-3.0-or-later
#include "lock_fixtures.h"
#include "peer_process.h"
#include "skills/projection_lock.h"

#include <QTest>

#include <thread>

using namespace verderer;
using namespace verderer::test;
using namespace std::chrono_literals;

/// DeerFlow's lock around a rename and the rebuilding of views (deerflow-format 1.5).
class TestProjectionLock : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void isMadeHeldAndStays();
    void waitsForDeerFlow();
    void deadlineEndsAsLocked();
    void canBeCancelled();
    void standsInsideTheMutationLock();
    void withoutKernelLocks();
    void missingFolderIsNotFound();

private:
    [[nodiscard]] QString path() const { return m_folder->filePath(QStringLiteral(".skills_view.projection.lock")); }

    const QString m_peer = QCoreApplication::applicationDirPath() + QStringLiteral("/lock_peer");
    std::unique_ptr<QTemporaryDir> m_folder;
    LocalStorage m_storage;
};

void TestProjectionLock::isMadeHeldAndStays()
{
    MutationQueues queues;
    {
        const auto lock = ProjectionLock::acquire(path(), queues, m_storage, {});
        QVERIFY(lock);
        QVERIFY(lock->warnings().isEmpty());
        QVERIFY(isFlocked(path()));
        QCOMPARE(QFileInfo(path()).permissions() & QFile::ReadOther, QFile::ReadOther);
    }
    QVERIFY(QFile::exists(path()));
    QVERIFY(!isFlocked(path()));
    QCOMPARE(queues.size(), 0);
    QCOMPARE(QFileInfo(path()).size(), 0);
}

void TestProjectionLock::waitsForDeerFlow()
{
    PeerProcess peer(m_peer);
    QCOMPARE(peer.ask({QStringLiteral("flock"), path()}), QStringLiteral("held"));
    const auto clock = std::make_shared<CountingClock>();
    LockSeams seams;
    seams.clock = clock;
    MutationQueues queues(seams);
    std::atomic_bool held = false;
    std::thread waiter([&] {
        const auto lock = ProjectionLock::acquire(path(), queues, m_storage, {});
        held = lock.has_value() && isFlocked(path());
    });
    QTRY_VERIFY(clock->waits > 0);
    QVERIFY(!held);
    QCOMPARE(peer.ask({QStringLiteral("release")}), QStringLiteral("released"));
    waiter.join();
    QVERIFY(held);
}

void TestProjectionLock::deadlineEndsAsLocked()
{
    PeerProcess peer(m_peer);
    QCOMPARE(peer.ask({QStringLiteral("flock"), path()}), QStringLiteral("held"));
    MutationQueues queues;
    const auto lock = ProjectionLock::acquire(path(), queues, m_storage, within(50ms).wait);
    QVERIFY(!lock);
    QCOMPARE(lock.error().code, ErrorCode::Locked);
    QCOMPARE(lock.error().details.kind, QStringLiteral("locked"));
    QCOMPARE(lock.error().details.path, path());
    QVERIFY(lock.error().message.contains(QStringLiteral("views")));
    QCOMPARE(peer.ask({QStringLiteral("release")}), QStringLiteral("released"));
    QTRY_VERIFY(!isFlocked(path())); // the helper gave back what nobody wanted
}

void TestProjectionLock::canBeCancelled()
{
    PeerProcess peer(m_peer);
    QCOMPARE(peer.ask({QStringLiteral("flock"), path()}), QStringLiteral("held"));
    const auto clock = std::make_shared<CountingClock>();
    LockSeams seams;
    seams.clock = clock;
    MutationQueues queues(seams);
    CancelSource source;
    Wait wait;
    wait.cancel = source.token();
    std::thread canceller([&] {
        while (clock->waits == 0)
            std::this_thread::yield();
        source.cancel();
    });
    const auto lock = ProjectionLock::acquire(path(), queues, m_storage, wait);
    canceller.join();
    QVERIFY(!lock);
    QCOMPARE(lock.error().code, ErrorCode::Cancelled);
}

void TestProjectionLock::standsInsideTheMutationLock()
{
    const CustomRootFixture home;
    MutationQueues queues;
    const auto outer = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {});
    QVERIFY(outer);
    {
        const auto inner = ProjectionLock::acquire(path(), queues, m_storage, within(0ms).wait);
        QVERIFY(inner);
    }
    PeerProcess peer(m_peer); // a Gateway rebuilds its views while we hold the mutation lock
    QCOMPARE(peer.ask({QStringLiteral("project"), path(), QStringLiteral("5000")}), QStringLiteral("held"));
    QVERIFY(!ProjectionLock::acquire(path(), queues, m_storage, within(10ms).wait));
    QVERIFY(isFlocked(home.sidecar()));
}

void TestProjectionLock::withoutKernelLocks()
{
    LockSeams seams;
    seams.kernel = std::make_shared<NoKernelLocks>();
    MutationQueues queues(seams);
    QCOMPARE(ProjectionLock::acquire(path(), queues, m_storage, {}).error().code, ErrorCode::Unavailable);
    const auto lock = ProjectionLock::acquire(path(), queues, m_storage, {}, true);
    QVERIFY(lock);
    QCOMPARE(lock->warnings().size(), 1);
    QVERIFY(lock->warnings().constFirst().contains(path()));
}

void TestProjectionLock::missingFolderIsNotFound()
{
    MutationQueues queues;
    const auto lock = ProjectionLock::acquire(m_folder->filePath(QStringLiteral("no/lock")), queues, m_storage, {});
    QVERIFY(!lock);
    QCOMPARE(lock.error().code, ErrorCode::NotFound);
}

QTEST_GUILESS_MAIN(TestProjectionLock)
#include "tst_projection_lock.moc"
