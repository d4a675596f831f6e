// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/local_storage.h"
#include "skills/lock_seams.h"
#include "skills/mutation_lock.h"
#include "skills/skill_editor.h"

#include <QDir>
#include <QFile>
#include <QSysInfo>
#include <QTemporaryDir>

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/// What the tests of the locks share.
namespace verderer::test {

/// A clock on which waiting takes no time: whoever waits for a moment is there at once. `onWait` runs before each such step.
class JumpingClock final : public LockClock {
public:
    [[nodiscard]] Time now() const override { return Time(std::chrono::nanoseconds(m_ns.load())); }
    void waitUntil(std::unique_lock<std::mutex> &lock, std::condition_variable &wakeUp, Time limit) override
    {
        if (limit == Time::max()) {
            wakeUp.wait(lock);
            return;
        }
        m_ns = limit.time_since_epoch().count();
        if (onWait) {
            lock.unlock();
            onWait();
            lock.lock();
        }
    }
    [[nodiscard]] std::chrono::milliseconds passed() const
    {
        return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::nanoseconds(m_ns.load()) - start);
    }
    std::function<void()> onWait;

private:
    static constexpr std::chrono::nanoseconds start = std::chrono::hours(1);
    std::atomic<std::int64_t> m_ns = start.count();
};

/// The real clock, which counts who began to wait: so a test knows that somebody stands in line.
class CountingClock final : public LockClock {
public:
    [[nodiscard]] Time now() const override { return m_clock.now(); }
    void waitUntil(std::unique_lock<std::mutex> &lock, std::condition_variable &wakeUp, Time limit) override
    {
        ++waits;
        m_clock.waitUntil(lock, wakeUp, limit);
    }
    std::atomic_int waits = 0;

private:
    SteadyLockClock m_clock;
};

/// A file system without kernel locks.
class NoKernelLocks final : public KernelLock {
public:
    explicit NoKernelLocks(int errnoValue = ENOLCK) : m_errno(errnoValue) {}
    int tryLock(int) override { return m_errno; }
    int lock(int) override { return m_errno; }
    int probe(int) override { return m_errno; }

private:
    int m_errno;
};

/// A user's skills folder with an empty custom root.
class CustomRootFixture {
public:
    CustomRootFixture() { QDir().mkpath(root()); }
    [[nodiscard]] QString folder() const { return QDir(m_folder.path()).canonicalPath() + QStringLiteral("/skills"); }
    [[nodiscard]] QString root() const { return folder() + QStringLiteral("/custom"); }
    [[nodiscard]] QString sidecar() const { return folder() + QStringLiteral("/.custom.mutation.lock"); }
    [[nodiscard]] QString note() const { return folder() + QStringLiteral("/.custom.mutation.owner"); }
    [[nodiscard]] QString base() const { return m_folder.path(); }
    /// Names beside the custom root, hidden ones too.
    [[nodiscard]] QStringList entries() const { return QDir(folder()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name); }

private:
    QTemporaryDir m_folder;
};

inline QByteArray readAll(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline bool writeAll(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(bytes) == bytes.size();
}

/// A note as a QLockFile of another computer writes it.
inline QByteArray foreignNote()
{
    return "4711\nverdererctl\nsome-other-host\n0123456789abcdef0123456789abcdef\n01234567-89ab-cdef-0123-456789abcdef\n";
}

/// A note of this host and boot with the process id `pid`.
inline QByteArray localNote(qint64 pid)
{
    return QByteArray::number(pid) + "\nverderer\n" + QSysInfo::machineHostName().toUtf8() + '\n' + QSysInfo::machineUniqueId() + '\n' +
           QSysInfo::bootUniqueId() + '\n';
}

inline void setAge(const QString &path, int seconds)
{
    struct timespec times[2] = {};
    ::clock_gettime(CLOCK_REALTIME, &times[0]);
    times[0].tv_sec -= seconds;
    times[1] = times[0];
    ::utimensat(AT_FDCWD, QFile::encodeName(path).constData(), times, 0);
}

inline qint64 modifiedNs(const QString &path)
{
    struct stat info = {};
    ::stat(QFile::encodeName(path).constData(), &info);
    return static_cast<qint64>(info.st_mtim.tv_sec) * 1'000'000'000 + info.st_mtim.tv_nsec;
}

/// Whether anybody holds an flock on the file, asked with a descriptor of one's own.
inline bool isFlocked(const QString &path)
{
    const int fd = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC);
    const bool busy = ::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(fd);
    return busy;
}

inline MutationOptions within(std::chrono::milliseconds time)
{
    MutationOptions options;
    options.wait.deadline = QDeadlineTimer(time);
    return options;
}

} // namespace verderer::test
