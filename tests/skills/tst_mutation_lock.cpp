// SPDX-License-Identifier: GPL-3.0-or-later
#include "lock_fixtures.h"

#include <QTest>

#include <thread>

using namespace verderer;
using namespace verderer::test;
using namespace std::chrono_literals;

/// The mutation lock inside one process: layers, order, waiting, cancelling. Notes of others: tst_owner_note; other
/// processes: tst_mutation_lock_processes.
class TestMutationLock : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void holdsAllThreeLayersAndGivesThemBack();
    void deadlineEndsAsLockedAndNamesTheHolder();
    void tellsOnceAfter300Milliseconds();
    void threadsAreServedInOrder();
    void threadsOfOneProcessExcludeEachOther();
    void twoUsersDoNotWaitForEachOther();
    void linkedRootsAreOne();
    void cancelWhileInLine();
    void alreadyCancelled();
    void oddSidecarIsRefused_data();
    void oddSidecarIsRefused();
    void missingFolderIsNotFound();
    void givenBackOnAnotherThread();
    void outlivesItsQueues();
    void inspectionTakesNothing();
    void pathsStandBesideTheResolvedRoot();

private:
    LocalStorage m_storage;
};

void TestMutationLock::holdsAllThreeLayersAndGivesThemBack()
{
    const CustomRootFixture home;
    MutationQueues queues;
    {
        const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {});
        QVERIFY(lock);
        QCOMPARE(queues.size(), 1);
        QVERIFY(isFlocked(home.sidecar()));
        QCOMPARE(home.entries(),
                 QStringList({QStringLiteral(".custom.mutation.lock"), QStringLiteral(".custom.mutation.owner"), QStringLiteral("custom")}));
        QVERIFY(lock->warnings().isEmpty());
    }
    QCOMPARE(queues.size(), 0);
    QVERIFY(!isFlocked(home.sidecar()));
    QCOMPARE(home.entries(), QStringList({QStringLiteral(".custom.mutation.lock"), QStringLiteral("custom")})); // the sidecar stays
    QVERIFY(MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), within(0ms)));
}

void TestMutationLock::deadlineEndsAsLockedAndNamesTheHolder()
{
    const CustomRootFixture home;
    MutationQueues queues;
    const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {});
    QVERIFY(lock);
    const QString me = QStringLiteral("process %1 on host %2").arg(QCoreApplication::applicationPid()).arg(QSysInfo::machineHostName());

    const auto inLine = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("second"), within(20ms));
    QVERIFY(!inLine);
    QCOMPARE(inLine.error().code, ErrorCode::Locked);
    QCOMPARE(inLine.error().details.kind, QStringLiteral("locked"));
    QCOMPARE(inLine.error().details.holder, QStringLiteral("verderer, ") + me);
    QVERIFY(inLine.error().message.contains(me));

    MutationQueues others; // as another program would have: it meets the kernel lock
    const auto atKernel = MutationLock::acquire(home.root(), others, m_storage, QStringLiteral("second"), within(20ms));
    QVERIFY(!atKernel);
    QCOMPARE(atKernel.error().code, ErrorCode::Locked);
    QVERIFY(atKernel.error().details.holder.endsWith(me));
    QCOMPARE(others.size(), 0);
    QCOMPARE(queues.size(), 1);
    QVERIFY(QFile::exists(home.note()));
    QCOMPARE(home.entries().size(), 3); // nothing of those who gave up
}

void TestMutationLock::tellsOnceAfter300Milliseconds()
{
    const CustomRootFixture home;
    MutationQueues queues;
    const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {});
    QVERIFY(lock);

    const auto clock = std::make_shared<JumpingClock>();
    LockSeams seams;
    seams.clock = clock;
    MutationQueues others(seams);
    int told = 0;
    std::chrono::milliseconds when{};
    LockHolder holder;
    std::thread::id thread;
    MutationOptions options = within(30s);
    options.waiting = [&](const LockHolder &who) {
        ++told;
        when = clock->passed();
        holder = who;
        thread = std::this_thread::get_id();
    };
    const auto refused = MutationLock::acquire(home.root(), others, m_storage, QStringLiteral("second"), options);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Locked);
    QCOMPARE(told, 1);
    QCOMPARE(when, 300ms);
    QCOMPARE(holder.pid, QCoreApplication::applicationPid());
    QVERIFY(thread == std::this_thread::get_id());
    QVERIFY(clock->passed() >= 29s && clock->passed() <= 30s);
}

void TestMutationLock::threadsAreServedInOrder()
{
    const CustomRootFixture home;
    const auto clock = std::make_shared<CountingClock>();
    LockSeams seams;
    seams.clock = clock;
    MutationQueues queues(seams);
    std::optional<Result<MutationLock>> first(MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("first"), {}));
    QVERIFY(*first);

    std::mutex mutex;
    QList<int> order;
    std::vector<std::thread> threads;
    constexpr int count = 5;
    for (int i = 0; i < count; ++i) {
        const int before = clock->waits;
        threads.emplace_back([&, i] {
            const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("thread"), {});
            const std::lock_guard guard(mutex);
            order.append(lock ? i : -1);
        });
        QTRY_VERIFY(clock->waits > before); // it stands in line
    }
    QCOMPARE(queues.size(), 1);
    first.reset();
    for (auto &thread : threads)
        thread.join();
    QCOMPARE(order, QList<int>({0, 1, 2, 3, 4}));
    QCOMPARE(queues.size(), 0);
}

void TestMutationLock::threadsOfOneProcessExcludeEachOther()
{
    const CustomRootFixture home;
    std::optional<MutationQueues> shared(std::in_place);
    std::atomic_int inside = 0;
    std::atomic_int most = 0;
    std::atomic_int done = 0;
    const auto work = [&](bool ownQueues) {
        MutationQueues own;
        for (int i = 0; i < 20; ++i) {
            const auto lock = MutationLock::acquire(home.root(), ownQueues ? own : *shared, m_storage, QStringLiteral("thread"), {});
            if (!lock)
                return;
            most = std::max(most.load(), ++inside);
            std::this_thread::yield();
            --inside;
            ++done;
        }
    };
    std::vector<std::thread> threads;
    for (const bool own : {false, false, true, true})
        threads.emplace_back(work, own);
    for (auto &thread : threads)
        thread.join();
    QCOMPARE(done.load(), 80);
    QCOMPARE(most.load(), 1);
    shared.reset(); // and with it the note that is kept for the next of a burst
    QCOMPARE(home.entries(), QStringList({QStringLiteral(".custom.mutation.lock"), QStringLiteral("custom")}));
}

void TestMutationLock::twoUsersDoNotWaitForEachOther()
{
    const CustomRootFixture one;
    const CustomRootFixture two;
    MutationQueues queues;
    const auto first = MutationLock::acquire(one.root(), queues, m_storage, QStringLiteral("verderer"), within(0ms));
    const auto second = MutationLock::acquire(two.root(), queues, m_storage, QStringLiteral("verderer"), within(0ms));
    QVERIFY(first);
    QVERIFY(second);
    QCOMPARE(queues.size(), 2);
}

void TestMutationLock::linkedRootsAreOne()
{
    const CustomRootFixture home;
    const QString link = home.base() + QStringLiteral("/link-to-skills");
    QVERIFY(QFile::link(home.folder(), link));
    const QString linkedRoot = link + QStringLiteral("/custom");
    QCOMPARE(mutationSidecarPath(linkedRoot), home.sidecar());

    MutationQueues queues;
    const auto lock = MutationLock::acquire(linkedRoot, queues, m_storage, QStringLiteral("verderer"), {});
    QVERIFY(lock);
    QCOMPARE(queues.size(), 1);
    const auto second = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), within(10ms));
    QVERIFY(!second);
    QCOMPARE(second.error().code, ErrorCode::Locked);
}

void TestMutationLock::cancelWhileInLine()
{
    const CustomRootFixture home;
    MutationQueues queues;
    std::optional<Result<MutationLock>> held(MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {}));
    QVERIFY(*held);
    const auto clock = std::make_shared<CountingClock>();
    LockSeams seams;
    seams.clock = clock;
    MutationQueues others(seams); // waits in the kernel's queue

    for (MutationQueues *line : {&queues, &others}) {
        CancelSource source;
        MutationOptions options;
        options.wait.cancel = source.token();
        options.waiting = [&](const LockHolder &) { source.cancel(); }; // as a button would, here from the calling thread
        const auto lock = MutationLock::acquire(home.root(), *line, m_storage, QStringLiteral("second"), options);
        QVERIFY(!lock);
        QCOMPARE(lock.error().code, ErrorCode::Cancelled);
        QCOMPARE(lock.error().details.kind, QStringLiteral("cancelled"));
    }
    CancelSource source;
    MutationOptions options;
    options.wait.cancel = source.token();
    std::thread canceller([&, before = clock->waits.load()] {
        while (clock->waits == before)
            std::this_thread::yield();
        source.cancel();
    });
    const auto lock = MutationLock::acquire(home.root(), others, m_storage, QStringLiteral("second"), options);
    canceller.join();
    QVERIFY(!lock);
    QCOMPARE(lock.error().code, ErrorCode::Cancelled);
    QCOMPARE(others.size(), 0);

    held.reset();
    QVERIFY(MutationLock::acquire(home.root(), others, m_storage, QStringLiteral("next"), {}));
    QTRY_VERIFY(!isFlocked(home.sidecar())); // the waiters that nobody wanted gave it back
}

void TestMutationLock::alreadyCancelled()
{
    const CustomRootFixture home;
    MutationQueues queues;
    CancelSource source;
    source.cancel();
    MutationOptions options;
    options.wait.cancel = source.token();
    const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), options);
    QVERIFY(!lock);
    QCOMPARE(lock.error().code, ErrorCode::Cancelled);
    QCOMPARE(home.entries(), QStringList({QStringLiteral("custom")}));
}

void TestMutationLock::oddSidecarIsRefused_data()
{
    QTest::addColumn<QString>("what");
    for (const char *what : {"folder", "pipe"})
        QTest::newRow(what) << QString::fromLatin1(what);
}

void TestMutationLock::oddSidecarIsRefused()
{
    QFETCH(const QString, what);
    const CustomRootFixture home;
    if (what == u"folder")
        QVERIFY(QDir().mkdir(home.sidecar()));
    else
        QCOMPARE(::mkfifo(QFile::encodeName(home.sidecar()).constData(), 0644), 0);
    MutationQueues queues;
    const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {});
    QVERIFY(!lock);
    QCOMPARE(lock.error().code, ErrorCode::Invalid);
    QCOMPARE(lock.error().details.path, home.sidecar());
    QCOMPARE(queues.size(), 0);
}

void TestMutationLock::missingFolderIsNotFound()
{
    const CustomRootFixture home;
    MutationQueues queues;
    const auto lock =
        MutationLock::acquire(home.base() + QStringLiteral("/nowhere/skills/custom"), queues, m_storage, QStringLiteral("verderer"), {});
    QVERIFY(!lock);
    QCOMPARE(lock.error().code, ErrorCode::NotFound);
    QVERIFY(!QFile::exists(home.base() + QStringLiteral("/nowhere")));
}

void TestMutationLock::givenBackOnAnotherThread()
{
    const CustomRootFixture home;
    MutationQueues queues;
    auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {});
    QVERIFY(lock);
    std::thread([owned = std::move(*lock)] { static_cast<void>(owned); }).join();
    QCOMPARE(queues.size(), 0);
    QVERIFY(MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), within(0ms)));
}

void TestMutationLock::outlivesItsQueues()
{
    const CustomRootFixture home;
    auto queues = std::make_unique<MutationQueues>();
    auto lock = std::make_unique<Result<MutationLock>>(MutationLock::acquire(home.root(), *queues, m_storage, QStringLiteral("verderer"), {}));
    QVERIFY(*lock);
    queues.reset();
    QVERIFY(isFlocked(home.sidecar()));
    lock.reset();
    QVERIFY(!isFlocked(home.sidecar()));
}

void TestMutationLock::inspectionTakesNothing()
{
    const CustomRootFixture home;
    const auto untouched = inspectMutationLock(home.root());
    QVERIFY(untouched);
    QVERIFY(!untouched->sidecarExists && !untouched->held && !untouched->noteExists);
    QVERIFY(!untouched->fileSystem.isEmpty());
    QCOMPARE(home.entries(), QStringList({QStringLiteral("custom")}));

    MutationQueues queues;
    {
        const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {});
        QVERIFY(lock);
        const auto held = inspectMutationLock(home.root());
        QVERIFY(held);
        QVERIFY(held->sidecarExists && held->held && held->noteExists && !held->noteForeign);
        QVERIFY(held->holder.contains(QString::number(QCoreApplication::applicationPid())));
        QVERIFY(isFlocked(home.sidecar()));
    }
    QVERIFY(writeAll(home.note(), foreignNote()));
    LockSeams seams;
    seams.fileSystem = [](const QString &) { return FileSystemKind{QStringLiteral("cifs"), true}; };
    const auto left = inspectMutationLock(home.root(), seams);
    QVERIFY(left);
    QVERIFY(left->sidecarExists && !left->held && left->noteExists && left->noteForeign && left->networkFileSystem);
    QCOMPARE(left->fileSystem, QStringLiteral("cifs"));
    QCOMPARE(left->holder, QStringLiteral("verdererctl, process 4711 on host some-other-host"));
}

void TestMutationLock::pathsStandBesideTheResolvedRoot()
{
    const CustomRootFixture home;
    QCOMPARE(mutationSidecarPath(home.root() + QLatin1Char('/')), home.sidecar());
    QCOMPARE(mutationOwnerPath(home.root()), home.note());
    QCOMPARE(mutationIntentPath(home.root()), home.folder() + QStringLiteral("/.custom.mutation.intent"));
    QVERIFY(QDir(home.root()).removeRecursively()); // a root that is not there yet
    QCOMPARE(mutationSidecarPath(home.root()), home.sidecar());
}

QTEST_GUILESS_MAIN(TestMutationLock)
#include "tst_mutation_lock.moc"
