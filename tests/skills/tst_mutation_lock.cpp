// SPDX-License-Identifier: GPL-3.0-or-later
#include "lock_fixtures.h"

#include <QTest>

#include <thread>

using namespace verderer;
using namespace verderer::test;
using namespace std::chrono_literals;

/// The mutation lock inside one process: layers, order, notes of others, file systems without locks. Other processes: tst_mutation_lock_processes.
class TestMutationLock : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void holdsAllThreeLayersAndGivesThemBack();
    void noteIsQLockFilesOwn();
    void deadlineEndsAsLockedAndNamesTheHolder();
    void tellsOnceAfter300Milliseconds();
    void threadsAreServedInOrder();
    void threadsOfOneProcessExcludeEachOther();
    void twoUsersDoNotWaitForEachOther();
    void linkedRootsAreOne();
    void cancelWhileInLine();
    void alreadyCancelled();
    void handMadeNoteIsTakenOverAtOnce_data();
    void handMadeNoteIsTakenOverAtOnce();
    void foreignNoteIsWatchedThenRemoved();
    void foreignNoteThatIsTouchedIsHonoured();
    void foreignNoteThatGoesAwayIsNotWaitedForAnyLonger();
    void networkFileSystemNeedsAnExplicitAct();
    void noKernelLocksAreRefusedUnlessAccepted_data();
    void noKernelLocksAreRefusedUnlessAccepted();
    void notesAloneOrderWhereThereAreNoKernelLocks();
    void noteIsKeptFresh();
    void noteOfSomebodyElseIsNotRemoved();
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

void TestMutationLock::noteIsQLockFilesOwn()
{
    const CustomRootFixture home;
    MutationQueues queues;
    const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {});
    QVERIFY(lock);
    const QByteArray program = QFileInfo(QCoreApplication::applicationFilePath()).fileName().toUtf8();
    QCOMPARE(readAll(home.note()),
             QByteArray(QByteArray::number(QCoreApplication::applicationPid()) + '\n' + program + '\n' + QSysInfo::machineHostName().toUtf8() + '\n' +
                        QSysInfo::machineUniqueId() + '\n' + QSysInfo::bootUniqueId() + '\n'));
    QVERIFY(isFlocked(home.note())); // a QLockFile elsewhere sees that its holder lives
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
    MutationQueues shared;
    std::atomic_int inside = 0;
    std::atomic_int most = 0;
    std::atomic_int done = 0;
    const auto work = [&](bool ownQueues) {
        MutationQueues own;
        for (int i = 0; i < 20; ++i) {
            const auto lock = MutationLock::acquire(home.root(), ownQueues ? own : shared, m_storage, QStringLiteral("thread"), {});
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

// T41, T42: whoever holds the kernel lock on a local disk knows that such a note is left over. The process id in it proves nothing.
void TestMutationLock::handMadeNoteIsTakenOverAtOnce_data()
{
    const QByteArray ownPid = QByteArray::number(QCoreApplication::applicationPid());
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("T41: three lines, a live process") << QByteArray(ownPid + "\ntool\nhost\n");
    QTest::newRow("three lines, this host") << QByteArray(ownPid + "\ntool\n" + QSysInfo::machineHostName().toUtf8() + '\n');
    QTest::newRow("T42: this host and boot, the process id recycled") << localNote(QCoreApplication::applicationPid());
    QTest::newRow("this host and boot, no such process") << localNote(0x7ffffff0);
    QTest::newRow("empty, as after a power cut") << QByteArray();
    QTest::newRow("no note at all") << QByteArray("\xff\x00 rubbish", 10);
}

void TestMutationLock::handMadeNoteIsTakenOverAtOnce()
{
    QFETCH(const QByteArray, text);
    const CustomRootFixture home;
    QVERIFY(writeAll(home.note(), text));
    const auto clock = std::make_shared<JumpingClock>();
    LockSeams seams;
    seams.clock = clock;
    MutationQueues queues(seams);
    {
        const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {});
        QVERIFY(lock);
        QCOMPARE(clock->passed(), 0ms);
        QVERIFY(readAll(home.note()).startsWith(QByteArray(QByteArray::number(QCoreApplication::applicationPid()) + "\ntst_")));
    }
    QCOMPARE(home.entries(), QStringList({QStringLiteral(".custom.mutation.lock"), QStringLiteral("custom")}));
}

// T43: a container that was killed and started anew has another host name.
void TestMutationLock::foreignNoteIsWatchedThenRemoved()
{
    const CustomRootFixture home;
    QVERIFY(writeAll(home.note(), foreignNote()));
    const auto clock = std::make_shared<JumpingClock>();
    LockSeams seams;
    seams.clock = clock;
    MutationQueues queues(seams);
    LockHolder told;
    MutationOptions options = within(30s);
    options.waiting = [&](const LockHolder &who) { told = who; };
    const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), options);
    QVERIFY(lock);
    QVERIFY(clock->passed() >= 10s);
    QVERIFY(clock->passed() <= 11s);
    QCOMPARE(told.host, QStringLiteral("some-other-host"));
    QCOMPARE(told.describe(), QStringLiteral("verdererctl, process 4711 on host some-other-host"));
    QCOMPARE(home.entries().size(), 3);
}

void TestMutationLock::foreignNoteThatIsTouchedIsHonoured()
{
    const CustomRootFixture home;
    QVERIFY(writeAll(home.note(), foreignNote()));
    setAge(home.note(), 3600); // that it looks old proves nothing: clocks of hosts differ
    const auto clock = std::make_shared<JumpingClock>();
    int steps = 0;
    clock->onWait = [&] {
        if (++steps % 50 == 0) // every 5 s on this clock
            setAge(home.note(), 3600 - steps);
    };
    LockSeams seams;
    seams.clock = clock;
    MutationQueues queues(seams);
    const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), within(60s));
    QVERIFY(!lock);
    QCOMPARE(lock.error().code, ErrorCode::Locked);
    QCOMPARE(lock.error().details.holder, QStringLiteral("verdererctl, process 4711 on host some-other-host"));
    QVERIFY(clock->passed() >= 59s);
    QCOMPARE(readAll(home.note()), foreignNote());
    QVERIFY(!isFlocked(home.sidecar()));
}

void TestMutationLock::foreignNoteThatGoesAwayIsNotWaitedForAnyLonger()
{
    const CustomRootFixture home;
    QVERIFY(writeAll(home.note(), foreignNote()));
    const auto clock = std::make_shared<JumpingClock>();
    int steps = 0;
    clock->onWait = [&] {
        if (++steps == 5)
            QFile::remove(home.note());
    };
    LockSeams seams;
    seams.clock = clock;
    MutationQueues queues(seams);
    QVERIFY(MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), within(30s)));
    QVERIFY(clock->passed() < 2s);
}

void TestMutationLock::networkFileSystemNeedsAnExplicitAct()
{
    const CustomRootFixture home;
    for (const QByteArray &text : {foreignNote(), QByteArray("17\ntool\nhost\n"), QByteArray()}) {
        QVERIFY(writeAll(home.note(), text));
        const auto clock = std::make_shared<JumpingClock>();
        LockSeams seams;
        seams.clock = clock;
        seams.fileSystem = [](const QString &) { return FileSystemKind{QStringLiteral("nfs"), true}; };
        MutationQueues queues(seams);
        MutationOptions options = within(60s);
        const auto refused = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), options);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Locked);
        QCOMPARE(refused.error().details.kind, QStringLiteral("foreign-owner-note"));
        QVERIFY(refused.error().message.contains(QStringLiteral("nfs")));
        QCOMPARE(readAll(home.note()), text);

        options.breakForeignLock = true;
        const auto before = clock->passed();
        QVERIFY(MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), options));
        QVERIFY(clock->passed() - before >= 10s); // also then only after watching
    }
    // What this host and boot left is left over on a network file system too: here the kernel locks meet.
    QVERIFY(writeAll(home.note(), localNote(1)));
    LockSeams seams;
    const auto clock = std::make_shared<JumpingClock>();
    seams.clock = clock;
    seams.fileSystem = [](const QString &) { return FileSystemKind{QStringLiteral("nfs"), true}; };
    MutationQueues queues(seams);
    QVERIFY(MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {}));
    QCOMPARE(clock->passed(), 0ms);
}

// T46
void TestMutationLock::noKernelLocksAreRefusedUnlessAccepted_data()
{
    QTest::addColumn<int>("errnoValue");
    QTest::newRow("ENOLCK") << ENOLCK;
    QTest::newRow("EOPNOTSUPP") << EOPNOTSUPP;
    QTest::newRow("ENOSYS") << ENOSYS;
}

void TestMutationLock::noKernelLocksAreRefusedUnlessAccepted()
{
    QFETCH(const int, errnoValue);
    const CustomRootFixture home;
    LockSeams seams;
    seams.kernel = std::make_shared<NoKernelLocks>(errnoValue);
    MutationQueues queues(seams);
    const auto refused = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Unavailable);
    QCOMPARE(refused.error().details.kind, QStringLiteral("no-kernel-locks"));
    QVERIFY(!QFile::exists(home.note()));

    MutationOptions options;
    options.acceptUnlocked = true;
    const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), options);
    QVERIFY(lock);
    QCOMPARE(lock->warnings().size(), 1);
    QVERIFY(lock->warnings().constFirst().startsWith(QStringLiteral("Gateways are not kept out here")));
    QVERIFY(QFile::exists(home.note()));
}

void TestMutationLock::notesAloneOrderWhereThereAreNoKernelLocks()
{
    const CustomRootFixture home;
    LockSeams seams;
    seams.kernel = std::make_shared<NoKernelLocks>();
    MutationQueues queues(seams);
    MutationOptions options;
    options.acceptUnlocked = true;
    std::optional<Result<MutationLock>> held(MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("first"), options));
    QVERIFY(*held);

    const auto clock = std::make_shared<JumpingClock>();
    seams.clock = clock;
    MutationQueues others(seams);
    options.wait.deadline = QDeadlineTimer(5s);
    const auto refused = MutationLock::acquire(home.root(), others, m_storage, QStringLiteral("second"), options);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Locked);
    QVERIFY(refused.error().details.holder.contains(QSysInfo::machineHostName()));

    held.reset();
    QVERIFY(MutationLock::acquire(home.root(), others, m_storage, QStringLiteral("second"), options));

    // Left by a process of this host that is gone: at once. By another host: only by an explicit act.
    QVERIFY(writeAll(home.note(), localNote(0x7ffffff0)));
    const auto before = clock->passed();
    options.wait.deadline = QDeadlineTimer(60s);
    QVERIFY(MutationLock::acquire(home.root(), others, m_storage, QStringLiteral("second"), options));
    QCOMPARE(clock->passed(), before);
    QVERIFY(writeAll(home.note(), foreignNote()));
    const auto foreign = MutationLock::acquire(home.root(), others, m_storage, QStringLiteral("second"), options);
    QVERIFY(!foreign);
    QCOMPARE(foreign.error().details.kind, QStringLiteral("foreign-owner-note"));
}

void TestMutationLock::noteIsKeptFresh()
{
    const CustomRootFixture home;
    LockSeams seams;
    seams.touchEvery = 5ms;
    MutationQueues queues(seams);
    for (int round = 0; round < 2; ++round) { // the keeper goes to sleep in between
        const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {});
        QVERIFY(lock);
        setAge(home.note(), 3600);
        const qint64 old = modifiedNs(home.note());
        QTRY_VERIFY(modifiedNs(home.note()) > old + 3000LL * 1'000'000'000);
    }
    QCOMPARE(LockSeams().touchEvery, 2000ms);
}

void TestMutationLock::noteOfSomebodyElseIsNotRemoved()
{
    const CustomRootFixture home;
    MutationQueues queues;
    {
        const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {});
        QVERIFY(lock);
        QVERIFY(QFile::remove(home.note())); // another host broke our lock, and holds it now
        QVERIFY(writeAll(home.note(), foreignNote()));
    }
    QCOMPARE(readAll(home.note()), foreignNote());
    QCOMPARE(home.entries().size(), 3);
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
