// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "base/storage.h"
#include "skills/lock_seams.h"

#include <QString>
#include <QStringList>

#include <memory>

namespace verderer {

struct MutationOptions;
struct LockHolder;

/// The in-process queues, one for each custom root, whose entries exist only while held or awaited. Handed to every editor of a process.
class MutationQueues {
public:
    MutationQueues();
    explicit MutationQueues(LockSeams seams); ///< with a test's own pieces of the world
    MutationQueues(const MutationQueues &) = delete;
    MutationQueues &operator=(const MutationQueues &) = delete;
    ~MutationQueues();
    [[nodiscard]] int size() const; ///< entries held or awaited now

private:
    friend class MutationLock;
    friend class FileLock;
    friend class QueuePlace;
    struct Private;
    std::shared_ptr<Private> d;
};

/// The critical section of one custom root: queue, DeerFlow's sidecar, owner note (design 3). Released by its destructor, in reverse.
class MutationLock {
public:
    /// Takes all three, on the calling thread, waiting as the options say. The lock may be given back on another thread; `storage` is needed only
    /// until this returns. Errors: Locked when the deadline passes (details.holder says who; kind "locked"), or where a note of another host on a
    /// network file system was not touched for 10 s and options.breakForeignLock is not set (kind "foreign-owner-note"); Cancelled; Unavailable where
    /// the file system has no kernel locks and that was not accepted (kind "no-kernel-locks"); ReadOnly where no lock file may be made; NotFound
    /// where the folder above the root is missing.
    static Result<MutationLock> acquire(const QString &customRoot, MutationQueues &queues, Storage &storage, const QString &program,
                                        const MutationOptions &options);

    MutationLock(MutationLock &&) noexcept;
    MutationLock &operator=(MutationLock &&) noexcept;
    ~MutationLock();

    [[nodiscard]] QStringList warnings() const; ///< "Gateways are not kept out here: …"

private:
    struct Private;
    explicit MutationLock(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

/// The root that a lock is about: absolute, links resolved, as DeerFlow does (deerflow-format 10), so that all ways to one root meet. A root that
/// does not exist yet is its resolved folder and its name.
QString resolvedCustomRoot(const QString &customRoot);

/// What the doctor and a waiting window want to know, without taking anything: is the kernel lock held now, and what does the owner note say.
struct MutationLockState {
    bool sidecarExists = false;
    bool held = false;
    bool noteExists = false;
    bool noteForeign = false; ///< of another host
    QString holder;           ///< as LockHolder::describe
    QString fileSystem;       ///< "ext4", "nfs", …
    bool networkFileSystem = false;
};
Result<MutationLockState> inspectMutationLock(const QString &customRoot);
Result<MutationLockState> inspectMutationLock(const QString &customRoot, const LockSeams &seams);

/// What lies beside a root that is resolved already: <parent>/.<name>.mutation.<suffix>.
QString besideResolvedRoot(const QString &resolvedRoot, const QString &suffix);

// All beside the resolved root; "custom" is its last name.
QString mutationSidecarPath(const QString &customRoot); ///< <parent>/.custom.mutation.lock
QString mutationOwnerPath(const QString &customRoot);   ///< <parent>/.custom.mutation.owner
QString mutationIntentPath(const QString &customRoot);  ///< <parent>/.custom.mutation.intent

} // namespace verderer
