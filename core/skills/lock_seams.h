// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/file_system.h"

#include <QString>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

namespace verderer {

/// The kernel's exclusive lock on an open file: flock(2), which is what DeerFlow takes (deerflow-format 1.5, 10). Behind an interface, so that a
/// test can play a file system without such locks. Thread-safe.
class KernelLock {
public:
    virtual ~KernelLock() = default;
    /// 0, EWOULDBLOCK where somebody else holds it, or another errno. Never waits.
    virtual int tryLock(int fd) = 0;
    /// Waits in the kernel's queue; 0 or an errno. Runs on a helper thread, because nothing can call it back.
    virtual int lock(int fd) = 0;
    /// Asks without taking: tries the shared lock and gives it back. 0: free; EWOULDBLOCK: held; else an errno.
    virtual int probe(int fd) = 0;
};

/// flock(2) itself.
class FlockKernelLock final : public KernelLock {
public:
    int tryLock(int fd) override;
    int lock(int fd) override;
    int probe(int fd) override;
};

/// The time that passes while a lock is waited for. Monotonic. Thread-safe.
class LockClock {
public:
    using Time = std::chrono::steady_clock::time_point;
    virtual ~LockClock() = default;
    [[nodiscard]] virtual Time now() const = 0;
    /// Waits until `wakeUp` is notified, or `limit` has come (Time::max(): no limit), or for no reason. `lock` is held before and after.
    virtual void waitUntil(std::unique_lock<std::mutex> &lock, std::condition_variable &wakeUp, Time limit) = 0;
};

/// The steady clock of this computer.
class SteadyLockClock final : public LockClock {
public:
    [[nodiscard]] Time now() const override;
    void waitUntil(std::unique_lock<std::mutex> &lock, std::condition_variable &wakeUp, Time limit) override;
};

/// What a lock asks the world for. The default is the world; a test puts its own pieces in.
struct LockSeams {
    std::shared_ptr<KernelLock> kernel = std::make_shared<FlockKernelLock>();
    std::shared_ptr<LockClock> clock = std::make_shared<SteadyLockClock>();
    std::function<FileSystemKind(const QString &path)> fileSystem = &fileSystemOf;
    std::chrono::milliseconds touchEvery{2000}; ///< how often a holder refreshes its owner note
};

} // namespace verderer
