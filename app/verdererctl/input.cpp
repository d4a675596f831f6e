// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/input.h"

#include "base/posix_file.h"
#include "verdererctl/usage.h"

#include <QDir>

#include <array>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace verderer::ctl {

namespace {

/// A descriptor that becomes readable when the token is cancelled.
class CancelDescriptor {
public:
    explicit CancelDescriptor(const CancelToken &cancel) : m_descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
    {
        m_handle = cancel.onCancel([descriptor = m_descriptor] {
            const std::uint64_t one = 1;
            // It can only fail when it is readable already.
            (void)!::write(descriptor, &one, sizeof one);
        });
    }
    ~CancelDescriptor()
    {
        m_handle.reset();
        ::close(m_descriptor);
    }
    CancelDescriptor(const CancelDescriptor &) = delete;
    CancelDescriptor &operator=(const CancelDescriptor &) = delete;
    [[nodiscard]] int descriptor() const { return m_descriptor; }

private:
    int m_descriptor;
    std::shared_ptr<void> m_handle;
};

/// Reads to the end of a pipe or a terminal. `name` stands in sentences.
Result<QByteArray> readStream(int stream, const QString &name, qint64 limit, const CancelToken &cancel)
{
    const CancelDescriptor cancelled(cancel);
    QByteArray bytes;
    std::array<char, 65536> buffer{};
    for (;;) {
        std::array<pollfd, 2> waiting{{{stream, POLLIN, 0}, {cancelled.descriptor(), POLLIN, 0}}};
        if (::poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR)
            return tl::unexpected(systemError(errno, QStringLiteral("read"), name));
        if (cancel.isCancelled())
            return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled while reading %1. Nothing was changed.").arg(name));
        if (waiting[0].revents == 0)
            continue;
        const ssize_t count = ::read(stream, buffer.data(), buffer.size());
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count < 0)
            return tl::unexpected(systemError(errno, QStringLiteral("read"), name));
        if (count == 0)
            return bytes;
        bytes.append(buffer.data(), count);
        if (bytes.size() > limit) {
            ErrorDetails details;
            details.kind = QStringLiteral("too-large");
            return fail(ErrorCode::Invalid, QStringLiteral("Reading %1 gave more than %2 bytes. Give a smaller text.").arg(name).arg(limit), details);
        }
    }
}

/// A pipe by its name. Opened without waiting for the other end: the wait for it is poll's, which the token ends.
Result<QByteArray> readPipe(const QString &path, qint64 limit, const CancelToken &cancel)
{
    const posix::UniqueFd pipe(
        posix::retrying([&] { return ::open(posix::native(path).constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY); }));
    if (!pipe.isValid())
        return tl::unexpected(systemError(errno, QStringLiteral("read"), path));
    return readStream(pipe.get(), path, limit, cancel);
}

Result<QByteArray> refused(const QString &path, const char *kind, const QString &what)
{
    ErrorDetails details;
    details.path = path;
    details.kind = QLatin1String(kind);
    return fail(ErrorCode::Invalid, QStringLiteral("Cannot read %1: it is %2. Name a file, a pipe, or - for standard input.").arg(path, what),
                details);
}

} // namespace

Result<QByteArray> readInput(Storage &storage, const QString &file, qint64 limit, const CancelToken &cancel)
{
    // By its number, not by opening it anew: a socket or another account's terminal behind it could be read, but not opened.
    if (file == u"-" || file == u"/dev/stdin" || file == u"/dev/fd/0" || file == u"/proc/self/fd/0")
        return readStream(STDIN_FILENO, QStringLiteral("the standard input"), limit, cancel);
    if (file.isEmpty())
        return fail(ErrorCode::Invalid, QStringLiteral("The name of the file is empty. Name a file, or - for standard input."));
    const QString path = QDir::current().absoluteFilePath(file);
    // Looked at before it is opened: opening a device may already do something.
    struct stat info = {};
    if (::stat(posix::native(path).constData(), &info) == 0) {
        if (S_ISFIFO(info.st_mode))
            return readPipe(path, limit, cancel);
        if (S_ISDIR(info.st_mode))
            return refused(path, "is-a-folder", QStringLiteral("a folder"));
        if (S_ISSOCK(info.st_mode))
            return refused(path, "not-regular", QStringLiteral("a socket"));
        if (!S_ISREG(info.st_mode))
            return refused(path, "not-regular", QStringLiteral("a device"));
    }
    return storage.read(path, limit);
}

Result<QString> readSearchedText(Storage &storage, const QString &file, const CancelToken &cancel)
{
    constexpr qint64 largest = qint64(1024) * 1024;
    Result<QByteArray> bytes = readInput(storage, file, largest, cancel);
    if (!bytes)
        return tl::unexpected(bytes.error());
    if (bytes->endsWith('\n'))
        bytes->chop(1);
    if (bytes->endsWith('\r'))
        bytes->chop(1);
    if (!QByteArrayView(*bytes).isValidUtf8())
        return usageError(QStringLiteral("What %1 holds is not UTF-8, so that it cannot be a text to look for.")
                              .arg(file == u"-" ? QStringLiteral("standard input") : file));
    return QString::fromUtf8(*bytes);
}

} // namespace verderer::ctl
