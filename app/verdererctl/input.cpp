// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/input.h"

#include <QDir>

#include <array>
#include <cerrno>
#include <poll.h>
#include <sys/eventfd.h>
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

Result<QByteArray> readStandardInput(qint64 limit, const CancelToken &cancel)
{
    const CancelDescriptor cancelled(cancel);
    QByteArray bytes;
    std::array<char, 65536> buffer{};
    for (;;) {
        std::array<pollfd, 2> waiting{{{STDIN_FILENO, POLLIN, 0}, {cancelled.descriptor(), POLLIN, 0}}};
        if (::poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR)
            return tl::unexpected(systemError(errno, QStringLiteral("read"), QStringLiteral("the standard input")));
        if (cancel.isCancelled())
            return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled while reading the standard input. Nothing was changed."));
        if (waiting[0].revents == 0)
            continue;
        const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count < 0)
            return tl::unexpected(systemError(errno, QStringLiteral("read"), QStringLiteral("the standard input")));
        if (count == 0)
            return bytes;
        bytes.append(buffer.data(), count);
        if (bytes.size() > limit) {
            ErrorDetails details;
            details.kind = QStringLiteral("too-large");
            return fail(ErrorCode::Invalid, QStringLiteral("The standard input holds more than %1 bytes. Give a smaller text.").arg(limit), details);
        }
    }
}

} // namespace

Result<QByteArray> readInput(Storage &storage, const QString &file, qint64 limit, const CancelToken &cancel)
{
    if (file == u"-")
        return readStandardInput(limit, cancel);
    if (file.isEmpty())
        return fail(ErrorCode::Invalid, QStringLiteral("The name of the file is empty. Name a file, or - for standard input."));
    return storage.read(QDir::current().absoluteFilePath(file), limit);
}

} // namespace verderer::ctl
