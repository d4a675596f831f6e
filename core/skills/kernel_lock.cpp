// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/kernel_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>

namespace verderer {

using posix::native;
using posix::retrying;
using posix::UniqueFd;

int FlockKernelLock::tryLock(int fd)
{
    return retrying([fd] { return ::flock(fd, LOCK_EX | LOCK_NB); }) == 0 ? 0 : errno;
}

int FlockKernelLock::lock(int fd)
{
    return retrying([fd] { return ::flock(fd, LOCK_EX); }) == 0 ? 0 : errno;
}

int FlockKernelLock::probe(int fd)
{
    if (retrying([fd] { return ::flock(fd, LOCK_SH | LOCK_NB); }) != 0)
        return errno;
    ::flock(fd, LOCK_UN);
    return 0;
}

SteadyLockClock::Time SteadyLockClock::now() const
{
    return std::chrono::steady_clock::now();
}

void SteadyLockClock::waitUntil(std::unique_lock<std::mutex> &lock, std::condition_variable &wakeUp, Time limit)
{
    if (limit == Time::max())
        wakeUp.wait(lock);
    else
        wakeUp.wait_until(lock, limit);
}

bool meansNoKernelLocks(int errnoValue)
{
    return errnoValue == ENOLCK || errnoValue == EOPNOTSUPP || errnoValue == ENOSYS || errnoValue == EINVAL;
}

std::shared_ptr<KernelWaiter> KernelWaiter::start(UniqueFd fd, std::shared_ptr<KernelLock> kernel, std::function<void()> wake)
{
    std::shared_ptr<KernelWaiter> waiter(new KernelWaiter);
    waiter->m_wake = std::move(wake);
    const auto run = [waiter, kernel = std::move(kernel), owned = std::make_shared<UniqueFd>(std::move(fd))] {
        const int result = kernel->lock(owned->get());
        std::function<void()> wakeNow;
        {
            const std::lock_guard guard(waiter->m_mutex);
            waiter->m_over = true;
            if (!waiter->m_wanted) {
                owned->reset(); // gives the lock back
                return;
            }
            waiter->m_answer = Answer{result, std::move(*owned)};
            wakeNow = waiter->m_wake;
        }
        wakeNow();
    };
    try {
        // Detached: a thread that stands in a kernel queue cannot be called back, and must not keep the program from ending.
        std::thread(run).detach();
    } catch (const std::system_error &error) {
        waiter->m_over = true;
        waiter->m_answer = Answer{error.code().value(), UniqueFd()};
        waiter->m_wake();
    }
    return waiter;
}

std::optional<KernelWaiter::Answer> KernelWaiter::take()
{
    const std::lock_guard guard(m_mutex);
    return std::exchange(m_answer, std::nullopt);
}

void KernelWaiter::abandon()
{
    const std::lock_guard guard(m_mutex);
    m_wanted = false;
    m_wake = nullptr;
    m_answer.reset(); // came too late: gives the lock back
}

bool KernelWaiter::adopt(std::function<void()> wake)
{
    const std::lock_guard guard(m_mutex);
    if (m_over || m_wanted)
        return false;
    m_wanted = true;
    m_wake = std::move(wake);
    return true;
}

void StrayWaiters::keep(const QString &path, const std::shared_ptr<KernelWaiter> &waiter)
{
    const std::lock_guard guard(m_mutex);
    std::erase_if(m_waiters, [](const auto &entry) { return entry.second.expired(); });
    m_waiters[path] = waiter;
}

std::shared_ptr<KernelWaiter> StrayWaiters::adopt(const QString &path, const std::function<void()> &wake)
{
    const std::lock_guard guard(m_mutex);
    const auto found = m_waiters.find(path);
    if (found == m_waiters.end())
        return {};
    auto waiter = found->second.lock();
    m_waiters.erase(found);
    return waiter && waiter->adopt(wake) ? waiter : nullptr;
}

namespace {

/// Opens for writing, making the file; else for reading.
Result<UniqueFd> openLockFile(const QString &path, const FileAttributes &attributes)
{
    constexpr int flags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    const QByteArray name = native(path);
    UniqueFd fd(retrying([&] { return ::open(name.constData(), O_RDWR | flags); }));
    if (!fd.isValid() && errno == ENOENT) {
        fd = UniqueFd(retrying([&] { return ::open(name.constData(), O_RDWR | O_CREAT | O_EXCL | flags, 0600); }));
        if (fd.isValid()) {
            // The Gateway must be able to open it, whoever we are. What may not be set stays as it is.
            static_cast<void>(
                ::fchown(fd.get(), attributes.owner.value_or(static_cast<uid_t>(-1)), attributes.group.value_or(static_cast<gid_t>(-1))) == 0);
            static_cast<void>(::fchmod(fd.get(), static_cast<mode_t>(attributes.mode)) == 0);
        } else if (errno == EEXIST) {
            fd = UniqueFd(retrying([&] { return ::open(name.constData(), O_RDWR | flags); }));
        }
    }
    if (!fd.isValid()) {
        const int first = errno;
        fd = UniqueFd(retrying([&] { return ::open(name.constData(), O_RDONLY | flags); }));
        if (!fd.isValid())
            return tl::unexpected(systemError(errno == ENOENT && first != ENOENT ? first : errno, QStringLiteral("open the lock file"), path));
    }
    struct stat info = {};
    if (::fstat(fd.get(), &info) != 0)
        return tl::unexpected(systemError(errno, QStringLiteral("open the lock file"), path));
    if (!S_ISREG(info.st_mode)) {
        ErrorDetails details;
        details.path = path;
        details.kind = QStringLiteral("not-regular");
        return fail(ErrorCode::Invalid, QStringLiteral("Cannot lock %1: it is no regular file. Move it away.").arg(path), details);
    }
    return fd;
}

bool stillNames(const QString &path, int fd)
{
    struct stat there = {};
    struct stat ours = {};
    return ::stat(native(path).constData(), &there) == 0 && ::fstat(fd, &ours) == 0 && there.st_ino == ours.st_ino && there.st_dev == ours.st_dev;
}

/// Waits on the helper thread. Gives the locked descriptor, or the errno.
Result<KernelWaiter::Answer> awaitAnswer(UniqueFd fd, const QString &path, const std::shared_ptr<KernelLock> &kernel, StrayWaiters &strays,
                                         LockWait &wait, const QString &what)
{
    auto waiter = strays.adopt(path, wait.waker());
    if (!waiter)
        waiter = KernelWaiter::start(std::move(fd), kernel, wait.waker());
    for (;;) {
        const auto end = wait.wait();
        if (end == LockWait::End::Woken) {
            if (auto answer = waiter->take())
                return std::move(*answer);
            continue;
        }
        if (end == LockWait::End::Period)
            continue;
        const Error error = wait.error(end, what, path); // the holder is asked for while it still holds
        waiter->abandon();
        strays.keep(path, waiter);
        return tl::unexpected(error);
    }
}

} // namespace

Result<UniqueFd> lockFile(const QString &path, const FileAttributes &attributes, const std::shared_ptr<KernelLock> &kernel, StrayWaiters &strays,
                          LockWait &wait, const QString &what)
{
    for (;;) {
        if (wait.isCancelled())
            return tl::unexpected(wait.error(LockWait::End::Cancelled, what, path));
        auto opened = openLockFile(path, attributes);
        if (!opened)
            return opened;
        KernelWaiter::Answer answer;
        answer.errnoValue = kernel->tryLock(opened->get());
        if (answer.errnoValue == EWOULDBLOCK) {
            auto waited = awaitAnswer(std::move(*opened), path, kernel, strays, wait, what);
            if (!waited)
                return tl::unexpected(waited.error());
            answer = std::move(*waited);
        } else if (answer.errnoValue == 0) {
            answer.fd = std::move(*opened);
        }
        if (meansNoKernelLocks(answer.errnoValue)) {
            ErrorDetails details;
            details.path = path;
            details.kind = QStringLiteral("no-kernel-locks");
            return fail(
                ErrorCode::Unavailable,
                QStringLiteral("The file system of %1 has no kernel locks, so running Gateways cannot be kept out. Stop them and accept that, or "
                               "mount it with locks.")
                    .arg(path),
                details);
        }
        if (answer.errnoValue != 0)
            return tl::unexpected(systemError(answer.errnoValue, QStringLiteral("lock"), path));
        if (stillNames(path, answer.fd.get()))
            return std::move(answer.fd);
        // Somebody removed or replaced the file; whoever comes now locks another one, and so must we.
    }
}

} // namespace verderer
