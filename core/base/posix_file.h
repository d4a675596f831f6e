// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>

#include <cerrno>
#include <unistd.h>
#include <utility>

/// Small helpers over POSIX calls, for the files of core that talk to the kernel themselves. Never in an interface.
namespace verderer::posix {

/// Owns a file descriptor; closes it. A value that can be moved, not copied.
class UniqueFd {
public:
    UniqueFd() = default;
    explicit UniqueFd(int fd) : m_fd(fd) {}
    UniqueFd(UniqueFd &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    UniqueFd &operator=(UniqueFd &&other) noexcept
    {
        if (this != &other) {
            reset();
            m_fd = std::exchange(other.m_fd, -1);
        }
        return *this;
    }
    ~UniqueFd() { reset(); }

    [[nodiscard]] int get() const { return m_fd; }
    [[nodiscard]] bool isValid() const { return m_fd >= 0; }
    void reset()
    {
        if (m_fd >= 0)
            ::close(std::exchange(m_fd, -1)); // never repeated on EINTR: Linux has freed the descriptor by then
    }

private:
    int m_fd = -1;
};

/// Repeats a call that a signal interrupted. `call` gives -1 and sets errno on failure, as system calls do.
template<typename Call> auto retrying(Call &&call)
{
    auto result = call();
    while (result == -1 && errno == EINTR)
        result = call();
    return result;
}

/// The path as the kernel wants it: Qt's own rule for file names, so that a name that is not UTF-8 survives where Qt lets it.
inline QByteArray native(const QString &path)
{
    return QFile::encodeName(path);
}

/// The folder that holds `path`, without asking the disk.
inline QString parentOf(const QString &path)
{
    const auto slash = path.lastIndexOf(QLatin1Char('/'));
    if (slash < 0)
        return QStringLiteral(".");
    return slash == 0 ? QStringLiteral("/") : path.left(slash);
}

} // namespace verderer::posix
