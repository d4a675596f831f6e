// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "base/storage.h"

#include <QString>

#include <memory>

namespace verderer {

struct MutationOptions;
struct LockHolder;

/// The in-process queues, one for each custom root, whose entries exist only while held or awaited. Handed to every editor of a process.
class MutationQueues {
public:
    MutationQueues();
    ~MutationQueues();
    [[nodiscard]] int size() const; ///< entries held or awaited now

private:
    friend class MutationLock;
    struct Private;
    std::shared_ptr<Private> d;
};

/// The critical section of one custom root: queue, DeerFlow's sidecar, owner note (design 3). Released by its destructor, in reverse.
class MutationLock {
public:
    /// Locked when the deadline passes (details.holder says who), Cancelled, Unavailable where the file system has no kernel locks and that was not
    /// accepted, ReadOnly where no lock file may be made.
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

QString mutationSidecarPath(const QString &customRoot); ///< <parent>/.custom.mutation.lock
QString mutationOwnerPath(const QString &customRoot);   ///< <parent>/.custom.mutation.owner
QString mutationIntentPath(const QString &customRoot);  ///< <parent>/.custom.mutation.intent

} // namespace verderer
