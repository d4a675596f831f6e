// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/posix_file.h"
#include "base/storage.h"

#include <fcntl.h>
#include <sys/stat.h>

/// What the parts of LocalStorage share. Never in an interface.
namespace verderer::posix {

inline tl::unexpected<Error> failed(int errnoValue, const QString &doing, const QString &path)
{
    return tl::unexpected<Error>(systemError(errnoValue, doing, path));
}

/// fsync of an open file or folder.
inline Result<void> syncFd(int fd, const QString &path)
{
    if (retrying([&] { return ::fsync(fd); }) == 0 || errno == EINVAL || errno == ENOTSUP)
        return {}; // a file system that knows no fsync has nothing to be asked for
    return failed(errno, QStringLiteral("write"), path);
}

/// Owner, group, then mode (changing the owner clears set-id bits). What may not be set stays.
inline void applyAttributes(int fd, const FileAttributes &attributes)
{
    const uid_t owner = attributes.owner.value_or(static_cast<uid_t>(-1));
    const gid_t group = attributes.group.value_or(static_cast<gid_t>(-1));
    if ((attributes.owner || attributes.group) && ::fchown(fd, owner, group) != 0 && attributes.owner && attributes.group)
        static_cast<void>(::fchown(fd, static_cast<uid_t>(-1), group) == 0);
    static_cast<void>(::fchmod(fd, static_cast<mode_t>(attributes.mode)) == 0);
}

/// The whole of `bytes`; `path` is for the message.
inline Result<void> writeAll(int fd, const QByteArray &bytes, const QString &path)
{
    qint64 done = 0;
    while (done < bytes.size()) {
        const auto written = retrying([&] { return ::write(fd, bytes.constData() + done, static_cast<std::size_t>(bytes.size() - done)); });
        if (written < 0)
            return failed(errno, QStringLiteral("write"), path);
        done += written;
    }
    return {};
}

} // namespace verderer::posix
