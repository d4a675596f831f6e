// SPDX-License-Identifier: GPL-3.0-or-later
#include "lock_fixtures.h"

#include <QRegularExpression>
#include <QTest>

using namespace verderer;
using namespace verderer::test;
using namespace std::chrono_literals;

/// The owner note: whose is honoured, whose is removed and when, and what orders where there are no kernel locks.
class TestOwnerNote : public QObject {
    Q_OBJECT
private Q_SLOTS:
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
    void whatIsNoFileIsLeftAlone();
    void noteIsQLockFilesOwn();
    void noteOfABurstIsKeptForTheNextEdit();
    void keptNoteGoesWithItsQueues();
    void keptNoteThatIsGoneIsMadeAnew();

private:
    /// Takes the lock and gives it back so often that the note is kept.
    bool edits(const CustomRootFixture &home, MutationQueues &queues)
    {
        for (int i = 0; i < 6; ++i) {
            if (!MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {}))
                return false;
        }
        return true;
    }

    LocalStorage m_storage;
};

// T41, T42: whoever holds the kernel lock on a local disk knows that such a note is left over. The process id in it proves nothing.
void TestOwnerNote::handMadeNoteIsTakenOverAtOnce_data()
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

void TestOwnerNote::handMadeNoteIsTakenOverAtOnce()
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
void TestOwnerNote::foreignNoteIsWatchedThenRemoved()
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

void TestOwnerNote::foreignNoteThatIsTouchedIsHonoured()
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

void TestOwnerNote::foreignNoteThatGoesAwayIsNotWaitedForAnyLonger()
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

void TestOwnerNote::networkFileSystemNeedsAnExplicitAct()
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
void TestOwnerNote::noKernelLocksAreRefusedUnlessAccepted_data()
{
    QTest::addColumn<int>("errnoValue");
    QTest::newRow("ENOLCK") << ENOLCK;
    QTest::newRow("EOPNOTSUPP") << EOPNOTSUPP;
    QTest::newRow("ENOSYS") << ENOSYS;
}

void TestOwnerNote::noKernelLocksAreRefusedUnlessAccepted()
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

void TestOwnerNote::notesAloneOrderWhereThereAreNoKernelLocks()
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

void TestOwnerNote::noteIsKeptFresh()
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

void TestOwnerNote::noteOfSomebodyElseIsNotRemoved()
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

void TestOwnerNote::noteIsQLockFilesOwn()
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

namespace {

QStringList keptNotes(const CustomRootFixture &home)
{
    return home.entries().filter(QStringLiteral(".custom.mutation.owner."));
}

const QStringList nothingKept = {QStringLiteral(".custom.mutation.lock"), QStringLiteral("custom")};

} // namespace

void TestOwnerNote::noteOfABurstIsKeptForTheNextEdit()
{
    const CustomRootFixture home;
    MutationQueues queues;
    QVERIFY(edits(home, queues));
    const QStringList kept = keptNotes(home);
    QCOMPARE(kept.size(), 1);
    QVERIFY(!QFile::exists(home.note())); // nobody holds the lock
    const QString path = home.folder() + u'/' + kept.first();
    QVERIFY(isFlocked(path)); // so that nobody takes it for a dead one's
    {
        MutationQueues others; // who sweep what the dead left
        QVERIFY(MutationLock::acquire(home.root(), others, m_storage, QStringLiteral("verderer"), {}));
        QVERIFY(QFile::exists(path));
    }
    {
        const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {});
        QVERIFY(lock);
        QVERIFY(QFile::exists(home.note()));
        QCOMPARE(keptNotes(home), QStringList()); // it is the one that holds now
    }
    QCOMPARE(keptNotes(home), kept);
    QTRY_COMPARE_WITH_TIMEOUT(home.entries(), nothingKept, 10000);
    QVERIFY(edits(home, queues)); // and begins anew
    QCOMPARE(keptNotes(home).size(), 1);
}

void TestOwnerNote::keptNoteGoesWithItsQueues()
{
    const CustomRootFixture home;
    std::optional<Result<MutationLock>> outlives;
    {
        MutationQueues queues;
        QVERIFY(edits(home, queues));
        QCOMPARE(keptNotes(home).size(), 1);
        outlives.emplace(MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {}));
        QVERIFY(*outlives);
    }
    outlives.reset();
    QCOMPARE(home.entries(), nothingKept);
    {
        MutationQueues queues;
        QVERIFY(edits(home, queues));
        QCOMPARE(keptNotes(home).size(), 1);
    }
    QCOMPARE(home.entries(), nothingKept);
}

void TestOwnerNote::keptNoteThatIsGoneIsMadeAnew()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    const CustomRootFixture home;
    MutationQueues queues;
    QVERIFY(edits(home, queues));
    const QStringList kept = keptNotes(home);
    QCOMPARE(kept.size(), 1);
    QVERIFY(QFile::remove(QString(home.folder() + u'/' + kept.first()))); // a script that tidies up
    const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {});
    QVERIFY(lock);
    QVERIFY(readAll(home.note()).startsWith(QByteArray::number(QCoreApplication::applicationPid())));
    QVERIFY(isFlocked(home.note()));
}

void TestOwnerNote::whatIsNoFileIsLeftAlone()
{
    const CustomRootFixture home;
    QVERIFY(QDir().mkdir(home.note()));
    MutationQueues queues;
    const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {});
    QVERIFY(!lock);
    QCOMPARE(lock.error().code, ErrorCode::Invalid);
    QCOMPARE(lock.error().details.path, home.note());
    QVERIFY(QFileInfo(home.note()).isDir());
    QCOMPARE(home.entries().size(), 3); // sidecar, that folder, custom
}

QTEST_GUILESS_MAIN(TestOwnerNote)
#include "tst_owner_note.moc"
