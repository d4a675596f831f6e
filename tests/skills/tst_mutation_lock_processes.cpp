// SPDX-License-Identifier: GPL-3.0-or-later
#include "lock_fixtures.h"
#include "peer_process.h"

#include <QTest>

#include <thread>

using namespace verderer;
using namespace verderer::test;
using namespace std::chrono_literals;

namespace {

constexpr unsigned nobody = 65534;

/// A copy of the peer that every account may run, and a home that account owns.
struct OtherAccount {
    QTemporaryDir folder;
    QString program;
    QString skills;

    explicit OtherAccount(const QString &peer)
    {
        ::chmod(QFile::encodeName(folder.path()).constData(), 0755);
        program = folder.filePath(QStringLiteral("lock_peer"));
        QFile::copy(peer, program);
        ::chmod(QFile::encodeName(program).constData(), 0755);
        skills = folder.filePath(QStringLiteral("skills"));
        QDir().mkpath(skills + QStringLiteral("/custom"));
    }
    [[nodiscard]] QString root() const { return skills + QStringLiteral("/custom"); }
    void giveTo(unsigned account, const QString &path) const
    {
        if (::chown(QFile::encodeName(path).constData(), account, account) != 0)
            qFatal("cannot give %s away", qUtf8Printable(path));
    }
};

struct stat statOf(const QString &path)
{
    struct stat info = {};
    ::stat(QFile::encodeName(path).constData(), &info);
    return info;
}

} // namespace

/// The mutation lock between processes that share nothing but the disk.
class TestMutationLockProcesses : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void waitsForWhoeverTakesTheSidecarAsDeerFlowDoes();
    void deerFlowWaitsForUs();
    void namesTheVerdererThatHolds();
    void a4_noteThatLooksAnHourOldBreaksNothing();
    void t42_killedHolderLeavesNothingInTheWay();
    void a6_twoUsersDoNotWaitForEachOther();
    void abandonedWaiterGivesTheLockBack();
    void nextCallerTakesOverAnAbandonedPlace();
    void replacedSidecarIsFollowed();
    void whatDiedWhileWaitingIsSweptAway();
    void manyProcessesCountWithoutLosingOne();
    void t34_readOnlyFolderIsSaidAtOnce();
    void sidecarThatMayOnlyBeRead();
    void t104_rootLeavesTheFilesToTheHomesOwner();

private:
    const QString m_peer = QCoreApplication::applicationDirPath() + QStringLiteral("/lock_peer");
    LocalStorage m_storage;
};

void TestMutationLockProcesses::waitsForWhoeverTakesTheSidecarAsDeerFlowDoes()
{
    const CustomRootFixture home;
    PeerProcess peer(m_peer);
    QCOMPARE(peer.ask({QStringLiteral("flock"), home.sidecar()}), QStringLiteral("held"));

    MutationQueues queues;
    const auto refused = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), within(50ms));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Locked);
    QCOMPARE(refused.error().details.holder, QStringLiteral("another program (DeerFlow or a script)"));

    int told = 0;
    MutationOptions options = within(20s);
    options.waiting = [&](const LockHolder &holder) {
        ++told;
        QVERIFY(holder.program.isEmpty());
        QCOMPARE(peer.ask({QStringLiteral("release")}), QStringLiteral("released"));
    };
    QVERIFY(MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), options));
    QCOMPARE(told, 1);
}

void TestMutationLockProcesses::deerFlowWaitsForUs()
{
    const CustomRootFixture home;
    PeerProcess peer(m_peer);
    QVERIFY(peer.isStarted());
    MutationQueues queues;
    {
        const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), {});
        QVERIFY(lock);
        peer.send({QStringLiteral("flock"), home.sidecar()});
        QCOMPARE(peer.answer(300), QString()); // it does not get through
    }
    QCOMPARE(peer.answer(), QStringLiteral("held"));
}

void TestMutationLockProcesses::namesTheVerdererThatHolds()
{
    const CustomRootFixture home;
    PeerProcess peer(m_peer);
    QCOMPARE(peer.ask({QStringLiteral("acquire"), home.root(), QStringLiteral("5000")}), QStringLiteral("held"));
    const QString who = QStringLiteral("lock_peer, process %1 on host %2").arg(peer.pid()).arg(QSysInfo::machineHostName());

    MutationQueues queues;
    const auto refused = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), within(50ms));
    QVERIFY(!refused);
    QCOMPARE(refused.error().details.holder, who);
    const auto state = inspectMutationLock(home.root());
    QVERIFY(state && state->held);
    QCOMPARE(state->holder, who);

    // A note of a dead Verderer does not make it the holder.
    peer.kill();
    QVERIFY(QFile::exists(home.note()));
    PeerProcess gateway(m_peer);
    QCOMPARE(gateway.ask({QStringLiteral("flock"), home.sidecar()}), QStringLiteral("held"));
    const auto byGateway = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), within(50ms));
    QVERIFY(!byGateway);
    QCOMPARE(byGateway.error().details.holder, QStringLiteral("another program (DeerFlow or a script)"));
}

void TestMutationLockProcesses::a4_noteThatLooksAnHourOldBreaksNothing()
{
    const CustomRootFixture home;
    PeerProcess holder(m_peer);
    QCOMPARE(holder.ask({QStringLiteral("acquire"), home.root(), QStringLiteral("5000")}), QStringLiteral("held"));
    setAge(home.note(), 3600);
    const QByteArray text = readAll(home.note());

    PeerProcess other(m_peer);
    QCOMPARE(other.ask({QStringLiteral("acquire"), home.root(), QStringLiteral("600")}).section(QLatin1Char(' '), 0, 0), QStringLiteral("waiting"));
    QCOMPARE(other.answer(), QStringLiteral("error Locked lock_peer, process %1 on host %2").arg(holder.pid()).arg(QSysInfo::machineHostName()));
    QCOMPARE(readAll(home.note()), text);
    QVERIFY(isFlocked(home.sidecar()));
    QCOMPARE(holder.ask({QStringLiteral("release")}), QStringLiteral("released"));
    QCOMPARE(other.ask({QStringLiteral("acquire"), home.root(), QStringLiteral("5000")}), QStringLiteral("held"));
}

void TestMutationLockProcesses::t42_killedHolderLeavesNothingInTheWay()
{
    const CustomRootFixture home;
    PeerProcess holder(m_peer);
    QCOMPARE(holder.ask({QStringLiteral("acquire"), home.root(), QStringLiteral("5000")}), QStringLiteral("held"));
    holder.kill();
    QVERIFY(QFile::exists(home.note()));

    const auto clock = std::make_shared<CountingClock>();
    LockSeams seams;
    seams.clock = clock;
    MutationQueues queues(seams);
    const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), within(5s));
    QVERIFY(lock);
    QCOMPARE(clock->waits.load(), 0);
}

void TestMutationLockProcesses::a6_twoUsersDoNotWaitForEachOther()
{
    const CustomRootFixture one;
    const CustomRootFixture two;
    PeerProcess first(m_peer);
    PeerProcess second(m_peer);
    QCOMPARE(first.ask({QStringLiteral("acquire"), one.root(), QStringLiteral("5000")}), QStringLiteral("held"));
    QCOMPARE(second.ask({QStringLiteral("acquire"), two.root(), QStringLiteral("0")}), QStringLiteral("held"));
}

void TestMutationLockProcesses::abandonedWaiterGivesTheLockBack()
{
    const CustomRootFixture home;
    PeerProcess holder(m_peer);
    QCOMPARE(holder.ask({QStringLiteral("flock"), home.sidecar()}), QStringLiteral("held"));
    MutationQueues queues;
    QVERIFY(!MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), within(30ms)));
    QCOMPARE(queues.size(), 0);
    QCOMPARE(home.entries(), QStringList({QStringLiteral(".custom.mutation.lock"), QStringLiteral("custom")}));

    QCOMPARE(holder.ask({QStringLiteral("release")}), QStringLiteral("released"));
    PeerProcess next(m_peer);
    QCOMPARE(next.ask({QStringLiteral("flock"), home.sidecar()}), QStringLiteral("held"));
}

void TestMutationLockProcesses::nextCallerTakesOverAnAbandonedPlace()
{
    /// Counts the threads that stand in the kernel's queue.
    class CountingKernel final : public KernelLock {
    public:
        int tryLock(int fd) override { return m_kernel.tryLock(fd); }
        int lock(int fd) override
        {
            ++waiters;
            return m_kernel.lock(fd);
        }
        int probe(int fd) override { return m_kernel.probe(fd); }
        std::atomic_int waiters = 0;

    private:
        FlockKernelLock m_kernel;
    };
    const CustomRootFixture home;
    PeerProcess holder(m_peer);
    QCOMPARE(holder.ask({QStringLiteral("flock"), home.sidecar()}), QStringLiteral("held"));
    const auto kernel = std::make_shared<CountingKernel>();
    LockSeams seams;
    seams.kernel = kernel;
    MutationQueues queues(seams);
    for (int i = 0; i < 5; ++i) // somebody who presses "try again"
        QVERIFY(!MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), within(20ms)));
    QCOMPARE(kernel->waiters.load(), 1);

    MutationOptions options = within(20s);
    options.waiting = [&](const LockHolder &) { QCOMPARE(holder.ask({QStringLiteral("release")}), QStringLiteral("released")); };
    const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), options);
    QVERIFY(lock);
    QCOMPARE(kernel->waiters.load(), 1);
    QVERIFY(isFlocked(home.sidecar()));
}

void TestMutationLockProcesses::replacedSidecarIsFollowed()
{
    const CustomRootFixture home;
    PeerProcess holder(m_peer);
    QCOMPARE(holder.ask({QStringLiteral("flock"), home.sidecar()}), QStringLiteral("held"));
    MutationQueues queues;
    MutationOptions options = within(20s);
    options.waiting = [&](const LockHolder &) {
        QVERIFY(QFile::remove(home.sidecar())); // a script that tidies up
        QVERIFY(writeAll(home.sidecar(), QByteArray()));
        QCOMPARE(holder.ask({QStringLiteral("release")}), QStringLiteral("released"));
    };
    const auto lock = MutationLock::acquire(home.root(), queues, m_storage, QStringLiteral("verderer"), options);
    QVERIFY(lock);
    QVERIFY(isFlocked(home.sidecar())); // the file that everybody finds now
}

void TestMutationLockProcesses::whatDiedWhileWaitingIsSweptAway()
{
    const CustomRootFixture home;
    PeerProcess holder(m_peer);
    QCOMPARE(holder.ask({QStringLiteral("flock"), home.sidecar()}), QStringLiteral("held"));
    PeerProcess dies(m_peer);
    QVERIFY(dies.ask({QStringLiteral("acquire"), home.root(), QStringLiteral("20000")}).startsWith(u"waiting"));
    PeerProcess lives(m_peer);
    QVERIFY(lives.ask({QStringLiteral("acquire"), home.root(), QStringLiteral("20000")}).startsWith(u"waiting"));
    dies.kill();
    QCOMPARE(home.entries().size(), 4); // sidecar, two notes that wait under names of their own, custom

    QCOMPARE(holder.ask({QStringLiteral("release")}), QStringLiteral("released"));
    QCOMPARE(lives.answer(), QStringLiteral("held"));
    QCOMPARE(home.entries(),
             QStringList({QStringLiteral(".custom.mutation.lock"), QStringLiteral(".custom.mutation.owner"), QStringLiteral("custom")}));
    QVERIFY(readAll(home.note()).startsWith(QByteArray::number(lives.pid())));
}

void TestMutationLockProcesses::manyProcessesCountWithoutLosingOne()
{
    const CustomRootFixture home;
    const QString file = home.base() + QStringLiteral("/number");
    std::vector<std::unique_ptr<PeerProcess>> peers;
    for (int i = 0; i < 4; ++i) {
        peers.push_back(std::make_unique<PeerProcess>(m_peer));
        QVERIFY(peers.back()->isStarted());
    }
    for (std::size_t i = 0; i < peers.size(); ++i) {
        const bool deerFlow = i == 3;
        peers[i]->send({deerFlow ? QStringLiteral("deerflow-count") : QStringLiteral("count"), deerFlow ? home.sidecar() : home.root(),
                        QStringLiteral("50"), file});
    }
    for (const auto &peer : peers)
        QCOMPARE(peer->answer(), QStringLiteral("counted"));
    QCOMPARE(readAll(file), QByteArray("200"));
    peers.clear(); // each takes the note along that it keeps for the next of a burst
    QCOMPARE(home.entries(), QStringList({QStringLiteral(".custom.mutation.lock"), QStringLiteral("custom")}));
}

// Permissions do not hold root, so as root these two run the peer as nobody.

void TestMutationLockProcesses::t34_readOnlyFolderIsSaidAtOnce()
{
    const OtherAccount account(m_peer);
    const bool isRoot = ::geteuid() == 0;
    QCOMPARE(::chmod(QFile::encodeName(account.skills).constData(), 0555), 0);
    PeerProcess peer(account.program, isRoot ? std::optional(nobody) : std::nullopt);
    QVERIFY(peer.isStarted());
    QCOMPARE(peer.ask({QStringLiteral("acquire"), account.root(), QStringLiteral("20000")}), QStringLiteral("error ReadOnly"));
    QCOMPARE(QDir(account.skills).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList(QStringLiteral("custom")));
    QCOMPARE(::chmod(QFile::encodeName(account.skills).constData(), 0755), 0);
}

void TestMutationLockProcesses::sidecarThatMayOnlyBeRead()
{
    const OtherAccount account(m_peer);
    const bool isRoot = ::geteuid() == 0;
    const QString sidecar = account.skills + QStringLiteral("/.custom.mutation.lock");
    QVERIFY(writeAll(sidecar, QByteArray()));
    QCOMPARE(::chmod(QFile::encodeName(sidecar).constData(), 0444), 0);
    if (isRoot)
        account.giveTo(nobody, account.skills); // the folder, not the sidecar
    PeerProcess peer(account.program, isRoot ? std::optional(nobody) : std::nullopt);
    QVERIFY(peer.isStarted());
    QCOMPARE(peer.ask({QStringLiteral("acquire"), account.root(), QStringLiteral("20000")}), QStringLiteral("held"));
    QVERIFY(isFlocked(sidecar));
    QCOMPARE(peer.ask({QStringLiteral("release")}), QStringLiteral("released"));
    QVERIFY(!isFlocked(sidecar));
}

void TestMutationLockProcesses::t104_rootLeavesTheFilesToTheHomesOwner()
{
    const OtherAccount account(m_peer);
    const bool isRoot = ::geteuid() == 0;
    if (isRoot)
        account.giveTo(nobody, account.skills);
    else
        qInfo("not run as root: the owner of the folder is who runs the test");
    const struct stat folder = statOf(account.skills);
    MutationQueues queues;
    {
        const auto lock = MutationLock::acquire(account.root(), queues, m_storage, QStringLiteral("verderer"), {});
        QVERIFY(lock);
        for (const char *name : {".custom.mutation.lock", ".custom.mutation.owner"}) {
            const struct stat made = statOf(account.skills + QLatin1Char('/') + QString::fromLatin1(name));
            QCOMPARE(made.st_uid, folder.st_uid);
            QCOMPARE(made.st_gid, folder.st_gid);
            QCOMPARE(made.st_mode & 0777U, 0644U);
        }
    }
    // The Gateway, who is the owner, goes on.
    PeerProcess gateway(account.program, isRoot ? std::optional(nobody) : std::nullopt);
    QVERIFY(gateway.isStarted());
    QCOMPARE(gateway.ask({QStringLiteral("flock"), account.skills + QStringLiteral("/.custom.mutation.lock")}), QStringLiteral("held"));
}

QTEST_GUILESS_MAIN(TestMutationLockProcesses)
#include "tst_mutation_lock_processes.moc"
