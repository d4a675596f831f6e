// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/mutation_lock.h"

#include "base/file_attributes.h"
#include "skills/mutation_queues.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSysInfo>

#include <csignal>
#include <fcntl.h>

namespace verderer {

using posix::UniqueFd;

namespace {

constexpr std::chrono::milliseconds notePoll{100};
constexpr std::chrono::seconds watchFor{10}; // design 3: a foreign note that is not touched for that long is left over

/// Who holds the kernel lock. The note says so unless its maker is dead: then the holder is somebody who leaves no note.
LockHolder holderByNote(const QString &notePath, KernelLock &kernel)
{
    const OwnerNoteText note = readOwnerNote(notePath, kernel);
    const bool isLeftover = note.bootId == QSysInfo::bootUniqueId() && !note.nativelyLocked;
    return note.readable && !isLeftover ? note.holder : LockHolder();
}

/// Decides, look by look, whether a note in our way is left over. Kept while one acquisition lasts.
class NoteWatch {
public:
    struct Ground {
        bool kernelLocked = true; ///< we hold the sidecar, so no holder of this kernel lives
        FileSystemKind fileSystem;
        bool mayBreak = false;
    };
    enum class Verdict { Remove, Wait, Refuse };

    explicit NoteWatch(Ground ground) : m_ground(std::move(ground)) {}

    Verdict look(const OwnerNoteText &note, LockClock::Time now)
    {
        const bool otherHostsMayWrite = m_ground.fileSystem.network || !m_ground.kernelLocked;
        if (note.isOfThisHostAndBoot()) {
            if (m_ground.kernelLocked || isGone(note.holder.pid))
                return Verdict::Remove;
        } else if (note.bootId.isEmpty() && !otherHostsMayWrite) {
            return Verdict::Remove; // not written by a Verderer, who always names its boot; here the kernel lock says all
        }
        if (note.inode != m_inode || note.modifiedNs != m_modifiedNs) {
            m_inode = note.inode;
            m_modifiedNs = note.modifiedNs;
            m_unchangedSince = now;
            return Verdict::Wait;
        }
        if (now - m_unchangedSince < watchFor)
            return Verdict::Wait;
        return otherHostsMayWrite && !note.isOfThisHostAndBoot() && !m_ground.mayBreak ? Verdict::Refuse : Verdict::Remove;
    }

private:
    static bool isGone(qint64 pid) { return ::kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH; }

    Ground m_ground;
    std::uint64_t m_inode = 0;
    std::int64_t m_modifiedNs = 0;
    LockClock::Time m_unchangedSince;
};

Error foreignNoteError(const OwnerNoteText &note, const QString &path, const FileSystemKind &fileSystem)
{
    ErrorDetails details;
    details.path = path;
    details.kind = QStringLiteral("foreign-owner-note");
    details.holder = note.holder.describe();
    return {ErrorCode::Locked,
            QStringLiteral(
                "%1 has not refreshed its note for 10 s, and on this file system (%2) nobody can tell from here whether it still works. Make sure "
                "that it does not, then break its lock.")
                .arg(details.holder, fileSystem.name),
            details};
}

/// Puts our note in its place, waiting for or removing the one that stands there.
Result<void> placeNote(OwnerNote &note, const QString &path, const NoteWatch::Ground &ground, Storage &storage, NoteKeeper &keeper,
                       KernelLock &kernel, LockWait &wait, const QString &what)
{
    NoteWatch watch(ground);
    for (;;) {
        const auto placed = note.place(storage, keeper);
        if (!placed)
            return tl::unexpected(placed.error());
        if (*placed)
            return {};
        const OwnerNoteText there = readOwnerNote(path, kernel);
        if (!there.exists)
            continue;
        if (!there.isFile) {
            ErrorDetails details;
            details.path = path;
            details.kind = QStringLiteral("not-regular");
            return fail(ErrorCode::Invalid,
                        QStringLiteral("Cannot write the owner note %1: something that is no file stands there. Move it away.").arg(path), details);
        }
        wait.setHolder([holder = there.holder] { return holder; });
        switch (watch.look(there, wait.now())) {
        case NoteWatch::Verdict::Remove:
            if (const auto removed = removeOwnerNote(path, there, storage); !removed)
                return tl::unexpected(removed.error());
            continue;
        case NoteWatch::Verdict::Refuse:
            return tl::unexpected(foreignNoteError(there, path, ground.fileSystem));
        case NoteWatch::Verdict::Wait:
            break;
        }
        const auto end = wait.wait(notePoll);
        if (end == LockWait::End::Deadline || end == LockWait::End::Cancelled)
            return tl::unexpected(wait.error(end, what, path));
    }
}

} // namespace

QString resolvedCustomRoot(const QString &customRoot)
{
    const QString absolute = QDir::cleanPath(QFileInfo(customRoot).absoluteFilePath());
    const QFileInfo info(absolute);
    if (QString canonical = info.canonicalFilePath(); !canonical.isEmpty())
        return canonical;
    const QString parent = QFileInfo(info.path()).canonicalFilePath();
    return parent.isEmpty() ? absolute : QDir(parent).filePath(info.fileName());
}

QString besideResolvedRoot(const QString &resolvedRoot, const QString &suffix)
{
    const QFileInfo root(resolvedRoot);
    return QStringLiteral("%1/.%2.mutation.%3").arg(root.path(), root.fileName(), suffix);
}

QString mutationSidecarPath(const QString &customRoot)
{
    return besideResolvedRoot(resolvedCustomRoot(customRoot), QStringLiteral("lock"));
}

QString mutationOwnerPath(const QString &customRoot)
{
    return besideResolvedRoot(resolvedCustomRoot(customRoot), QStringLiteral("owner"));
}

QString mutationIntentPath(const QString &customRoot)
{
    return besideResolvedRoot(resolvedCustomRoot(customRoot), QStringLiteral("intent"));
}

/// In the order of taking: destroyed, and so given back, in reverse.
struct MutationLock::Private {
    std::shared_ptr<MutationQueues::Private> queues; // keeps the note's keeper alive
    QueuePlace place;
    UniqueFd sidecar; // invalid where the file system has no kernel locks
    std::unique_ptr<OwnerNote> note;
    QStringList warnings;

    Private(std::shared_ptr<MutationQueues::Private> givenQueues, QueuePlace givenPlace, UniqueFd givenSidecar, std::unique_ptr<OwnerNote> givenNote,
            QStringList givenWarnings)
        : queues(std::move(givenQueues)), place(std::move(givenPlace)), sidecar(std::move(givenSidecar)), note(std::move(givenNote)),
          warnings(std::move(givenWarnings))
    {
    }
    ~Private()
    {
        if (note)
            queues->keeper.giveBack(std::move(note));
    }
};

Result<MutationLock> MutationLock::acquire(const QString &customRoot, MutationQueues &queues, Storage &storage, const QString &program,
                                           const MutationOptions &options)
{
    const QString root = resolvedCustomRoot(customRoot);
    const QString sidecarPath = besideResolvedRoot(root, QStringLiteral("lock"));
    const QString notePath = besideResolvedRoot(root, QStringLiteral("owner"));
    const QString what = QStringLiteral("The skills in %1 are").arg(root);
    const LockSeams &seams = queues.d->seams;
    KernelLock &kernel = *seams.kernel;

    LockWait wait(options.wait, options.waiting, seams.clock);
    const LockHolder self{program, QCoreApplication::applicationPid(), QSysInfo::machineHostName()};
    auto place = QueuePlace::enter(queues.d, root, self, wait, what);
    if (!place)
        return tl::unexpected(place.error());

    const auto attributes = attributesFor(storage, sidecarPath);
    if (!attributes)
        return tl::unexpected(attributes.error());
    std::unique_ptr<OwnerNote> note = queues.d->keeper.takeSpare(notePath);
    if (!note) {
        auto prepared = OwnerNote::prepare(notePath, *attributes);
        if (!prepared)
            return tl::unexpected(prepared.error());
        note = std::move(*prepared);
    }

    QStringList warnings;
    NoteWatch::Ground ground;
    ground.fileSystem = seams.fileSystem(sidecarPath);
    ground.mayBreak = options.breakForeignLock;
    wait.setHolder([&notePath, &kernel] { return holderByNote(notePath, kernel); });
    auto sidecar = lockFile(sidecarPath, *attributes, seams.kernel, queues.d->strays, wait, what);
    if (!sidecar) {
        if (sidecar.error().code != ErrorCode::Unavailable || !options.acceptUnlocked)
            return tl::unexpected(sidecar.error());
        ground.kernelLocked = false;
        sidecar = UniqueFd();
        warnings.append(
            QStringLiteral("Gateways are not kept out here: the file system (%1) has no kernel locks. Only Verderers wait for each other.")
                .arg(ground.fileSystem.name));
    }

    if (auto placed = placeNote(*note, notePath, ground, storage, queues.d->keeper, kernel, wait, what); !placed)
        return tl::unexpected(placed.error());
    if (ground.kernelLocked && queues.d->keeper.sweepIsDue(notePath))
        sweepOwnerNotes(notePath, kernel);
    return MutationLock(std::make_unique<Private>(queues.d, std::move(*place), std::move(*sidecar), std::move(note), warnings));
}

MutationLock::MutationLock(std::unique_ptr<Private> given) : d(std::move(given))
{
}
MutationLock::MutationLock(MutationLock &&) noexcept = default;
MutationLock &MutationLock::operator=(MutationLock &&) noexcept = default;
MutationLock::~MutationLock() = default;

QStringList MutationLock::warnings() const
{
    return d ? d->warnings : QStringList();
}

Result<MutationLockState> inspectMutationLock(const QString &customRoot)
{
    return inspectMutationLock(customRoot, LockSeams());
}

Result<MutationLockState> inspectMutationLock(const QString &customRoot, const LockSeams &seams)
{
    const QString path = mutationSidecarPath(customRoot);
    const QString notePath = mutationOwnerPath(customRoot);
    MutationLockState state;
    const FileSystemKind fileSystem = seams.fileSystem(path);
    state.fileSystem = fileSystem.name;
    state.networkFileSystem = fileSystem.network;

    const OwnerNoteText note = readOwnerNote(notePath, *seams.kernel);
    state.noteExists = note.exists;
    state.noteForeign = note.readable && !note.isOfThisHost();
    if (note.readable)
        state.holder = note.holder.describe();

    const UniqueFd fd(posix::retrying([&] { return ::open(posix::native(path).constData(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC); }));
    if (!fd.isValid()) {
        if (errno == ENOENT)
            return state;
        return tl::unexpected(systemError(errno, QStringLiteral("look at the lock"), path));
    }
    state.sidecarExists = true;
    const int answer = seams.kernel->probe(fd.get());
    if (answer == EWOULDBLOCK) {
        state.held = true;
        state.holder = holderByNote(notePath, *seams.kernel).describe();
    } else if (meansNoKernelLocks(answer)) {
        state.held = note.readable; // the note alone orders here
    } else if (answer != 0) {
        return tl::unexpected(systemError(answer, QStringLiteral("look at the lock"), path));
    }
    return state;
}

} // namespace verderer
