// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/local_storage.h"
#include "base/posix_io.h"

#include <dirent.h>
#include <memory>
#include <vector>

namespace verderer {

using posix::failed;
using posix::native;
using posix::parentOf;
using posix::retrying;
using posix::UniqueFd;

namespace {

constexpr int folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

struct CloseStream {
    void operator()(DIR *stream) const { ::closedir(stream); }
};

struct Entry {
    QByteArray name;
    bool isFolder = false;
};

/// What lies in an open folder, links as themselves. The descriptor stays the caller's.
Result<std::vector<Entry>> entriesOf(int folder, const QString &path)
{
    // A descriptor of its own, so that reading begins at the start whatever was read before.
    const int own = retrying([&] { return ::openat(folder, ".", folderFlags); });
    if (own < 0)
        return failed(errno, QStringLiteral("look into"), path);
    const std::unique_ptr<DIR, CloseStream> stream(::fdopendir(own));
    if (!stream) {
        const int errnoValue = errno;
        ::close(own);
        return failed(errnoValue, QStringLiteral("look into"), path);
    }
    std::vector<Entry> entries;
    for (;;) {
        errno = 0;
        const dirent *entry = ::readdir(stream.get()); // NOLINT(concurrency-mt-unsafe): the stream is this call's own
        if (!entry) {
            if (errno != 0)
                return failed(errno, QStringLiteral("look into"), path);
            return entries;
        }
        const QByteArray name(entry->d_name);
        if (name == "." || name == "..")
            continue;
        struct stat info = {};
        if (::fstatat(folder, name.constData(), &info, AT_SYMLINK_NOFOLLOW) != 0) {
            if (errno == ENOENT)
                continue; // somebody was faster
            return failed(errno, QStringLiteral("look at"), QString(path + u'/' + QFile::decodeName(name)));
        }
        entries.push_back({name, S_ISDIR(info.st_mode)});
    }
}

/// Descends no deeper than a path of the system can be long: what is deeper was not made through this program.
constexpr int deepest = 2048;

Result<void> removeBelow(int folder, const QString &path, int depth)
{
    if (depth > deepest)
        return failed(ENAMETOOLONG, QStringLiteral("remove"), path);
    const auto entries = entriesOf(folder, path);
    if (!entries)
        return tl::unexpected(entries.error());
    for (const Entry &entry : *entries) {
        const QString below = QString(path + u'/' + QFile::decodeName(entry.name));
        if (entry.isFolder) {
            const UniqueFd fd(retrying([&] { return ::openat(folder, entry.name.constData(), folderFlags); }));
            if (!fd.isValid())
                return failed(errno, QStringLiteral("remove"), below);
            if (auto removed = removeBelow(fd.get(), below, depth + 1); !removed)
                return removed;
        }
        if (::unlinkat(folder, entry.name.constData(), entry.isFolder ? AT_REMOVEDIR : 0) != 0 && errno != ENOENT)
            return failed(errno, QStringLiteral("remove"), below);
    }
    return {};
}

/// Every file and folder below, opened for its sync, folders behind what they hold. False where there are more than `limit`.
Result<bool> openBelow(int folder, const QString &path, std::size_t limit, std::vector<std::pair<UniqueFd, QString>> &found)
{
    const auto entries = entriesOf(folder, path);
    if (!entries)
        return tl::unexpected(entries.error());
    for (const Entry &entry : *entries) {
        if (found.size() >= limit)
            return false;
        const QString below = QString(path + u'/' + QFile::decodeName(entry.name));
        const int flags = entry.isFolder ? folderFlags : O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
        UniqueFd fd(retrying([&] { return ::openat(folder, entry.name.constData(), flags); }));
        if (!fd.isValid()) {
            if (errno == ELOOP)
                continue; // a link: its name is its folder's matter
            return failed(errno, QStringLiteral("write"), below);
        }
        if (entry.isFolder) {
            auto all = openBelow(fd.get(), below, limit, found);
            if (!all || !*all)
                return all;
        }
        found.emplace_back(std::move(fd), below);
    }
    return true;
}

} // namespace

Result<void> LocalStorage::writeUnsynced(const QString &path, const QByteArray &bytes, const FileAttributes &attributes)
{
    const UniqueFd fd(retrying([&] { return ::open(native(path).constData(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600); }));
    if (!fd.isValid())
        return failed(errno, QStringLiteral("write"), path);
    posix::applyAttributes(fd.get(), attributes);
    return posix::writeAll(fd.get(), bytes, path);
}

Result<void> LocalStorage::makeFolderUnsynced(const QString &path, const FileAttributes &attributes)
{
    const QByteArray name = native(path);
    const bool isNew = ::mkdir(name.constData(), 0700) == 0;
    if (!isNew && errno != EEXIST)
        return failed(errno, QStringLiteral("make the folder"), path);
    const UniqueFd fd(retrying([&] { return ::open(name.constData(), folderFlags); }));
    if (!fd.isValid())
        return failed(errno, QStringLiteral("make the folder"), path);
    if (isNew)
        posix::applyAttributes(fd.get(), attributes);
    return {};
}

Result<void> LocalStorage::syncTree(const QString &path)
{
    const UniqueFd top(retrying([&] { return ::open(native(path).constData(), folderFlags); }));
    if (!top.isValid())
        return failed(errno, QStringLiteral("write in"), path);
    constexpr std::size_t few = 48; // with more, one sync of the file system is quicker, although it carries what others wrote as well
    std::vector<std::pair<UniqueFd, QString>> found;
    const auto all = openBelow(top.get(), path, few, found);
    if (!all)
        return tl::unexpected(all.error());
    if (!*all && ::syncfs(top.get()) == 0)
        return {};
    if (!*all)
        return failed(errno, QStringLiteral("write in"), path);
    for (const auto &[fd, name] : found)
        static_cast<void>(::sync_file_range(fd.get(), 0, 0, SYNC_FILE_RANGE_WRITE) == 0); // as in sync(): only a hint
    for (const auto &[fd, name] : found) {
        if (auto synced = posix::syncFd(fd.get(), name); !synced)
            return synced;
    }
    return posix::syncFd(top.get(), path);
}

Result<void> LocalStorage::removeTree(const QString &path)
{
    const UniqueFd top(retrying([&] { return ::open(native(path).constData(), folderFlags); }));
    if (!top.isValid())
        return failed(errno, QStringLiteral("remove"), path);
    if (auto removed = removeBelow(top.get(), path, 0); !removed)
        return removed;
    if (::rmdir(native(path).constData()) != 0)
        return failed(errno, QStringLiteral("remove"), path);
    return syncFolder(parentOf(path));
}

} // namespace verderer
