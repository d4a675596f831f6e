// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/posix_file.h"
#include "base/storage.h"
#include "skills/lock_wait.h"

#include <map>

/// The part of a lock that DeerFlow shares: an exclusive flock on a file that stays (deerflow-format 1.5, 10).
namespace verderer {

/// A helper thread that waits in the kernel's queue. It owns the descriptor until somebody takes it. When nobody wants the lock any more, it gives it
/// back the moment it gets it; until then a later caller may take the place over instead of queueing anew. Thread-safe.
class KernelWaiter {
public:
    /// Starts the thread. `wake` is called from it when the answer is there.
    static std::shared_ptr<KernelWaiter> start(posix::UniqueFd fd, std::shared_ptr<KernelLock> kernel, std::function<void()> wake);

    struct Answer {
        int errnoValue = 0; ///< 0: `fd` is locked
        posix::UniqueFd fd;
    };
    std::optional<Answer> take(); ///< nothing while it still waits
    void abandon();               ///< nobody wants it any more
    /// Takes the place of an abandoned one that still waits; false where that is over.
    bool adopt(std::function<void()> wake);

private:
    KernelWaiter() = default;
    std::mutex m_mutex; // guards all below
    std::function<void()> m_wake;
    std::optional<Answer> m_answer;
    bool m_wanted = true;
    bool m_over = false;
};

/// Waiters that were abandoned and still stand in a kernel queue, by the path of the lock file. Thread-safe.
class StrayWaiters {
public:
    void keep(const QString &path, const std::shared_ptr<KernelWaiter> &waiter);
    std::shared_ptr<KernelWaiter> adopt(const QString &path, const std::function<void()> &wake); ///< null where there is none

private:
    std::mutex m_mutex;
    std::map<QString, std::weak_ptr<KernelWaiter>> m_waiters;
};

/// Whether an errno of KernelLock means that the file system has no such locks (NFS without its lock service, some FUSE systems).
bool meansNoKernelLocks(int errnoValue);

/// Opens the lock file, which is made with `attributes` where it is missing and may be opened, and locked, for reading only. Waits as `wait` says.
/// The file on disk is the one that is locked when this returns: one that was removed or replaced meanwhile is opened anew. Closing the descriptor
/// gives the lock back. Errors: those of opening (ReadOnly, NotFound, Invalid), Locked or Cancelled (`what` is named), Unavailable with kind
/// "no-kernel-locks".
Result<posix::UniqueFd> lockFile(const QString &path, const FileAttributes &attributes, const std::shared_ptr<KernelLock> &kernel,
                                 StrayWaiters &strays, LockWait &wait, const QString &what);

} // namespace verderer
