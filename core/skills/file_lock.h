// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "base/storage.h"

#include <QString>
#include <QStringList>

#include <memory>

namespace verderer {

class MutationQueues; // skills/mutation_lock.h

/// An exclusive kernel lock on a file that stays, and nothing else: no note, no line of its own. What smaller orders than the mutation lock are made
/// of. Released by its destructor, on any thread.
class FileLock {
public:
    /// `path` is made where it is missing, with the owner of its folder. `queues` lends its seams. `what` begins the sentence of a failure ("The
    /// views of this user are"). Blocks as `wait` says. Errors: Locked (kind "locked"), Cancelled, ReadOnly and NotFound where the file cannot be
    /// made, Invalid where it is no regular file, Unavailable where the file system has no kernel locks, unless `acceptUnlocked`: then nothing is
    /// held and isHeld() is false.
    static Result<FileLock> acquire(const QString &path, const QString &what, MutationQueues &queues, Storage &storage, const Wait &wait,
                                    bool acceptUnlocked = false);

    FileLock(FileLock &&) noexcept;
    FileLock &operator=(FileLock &&) noexcept;
    ~FileLock();

    [[nodiscard]] bool isHeld() const;

private:
    struct Private;
    explicit FileLock(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

} // namespace verderer
