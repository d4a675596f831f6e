// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/local_storage.h"

#include "base/posix_io.h"

#include <QStringList>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <vector>

namespace verderer {

using posix::applyAttributes;
using posix::failed;
using posix::native;
using posix::parentOf;
using posix::retrying;
using posix::syncFd;
using posix::UniqueFd;
using posix::writeAll;

namespace {

// Without O_NONBLOCK, opening a FIFO waits for its other end; on regular files it changes nothing.
constexpr int quietFlags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

tl::unexpected<Error> invalid(const QString &kind, const QString &path, const QString &message)
{
    ErrorDetails details;
    details.path = path;
    details.kind = kind;
    return fail(ErrorCode::Invalid, message, details);
}

/// Opens and makes sure that it is a regular file. `doing` completes "Cannot …".
Result<UniqueFd> openRegular(const QString &path, int flags, const QString &doing)
{
    const QByteArray name = native(path);
    UniqueFd fd(retrying([&] { return ::open(name.constData(), flags | quietFlags); }));
    const auto notRegular = [&] {
        return invalid(QStringLiteral("not-regular"), path,
                       QStringLiteral("Cannot %1 %2: it is a pipe, socket or device where a file is expected. Move it away.").arg(doing, path));
    };
    if (!fd.isValid()) {
        if (errno == ENXIO || errno == ENODEV)
            return notRegular();
        return failed(errno, doing, path);
    }
    struct stat info = {};
    if (::fstat(fd.get(), &info) != 0)
        return failed(errno, doing, path);
    if (S_ISDIR(info.st_mode))
        return failed(EISDIR, doing, path);
    if (!S_ISREG(info.st_mode))
        return notRegular();
    return fd;
}

enum class RenameFlag : unsigned { NoReplace = RENAME_NOREPLACE, Exchange = RENAME_EXCHANGE };

/// 0 or the errno.
int renameWith(const QString &from, const QString &to, RenameFlag flag)
{
    const QByteArray source = native(from);
    const QByteArray target = native(to);
    const int result = retrying([&] { return ::renameat2(AT_FDCWD, source.constData(), AT_FDCWD, target.constData(), static_cast<unsigned>(flag)); });
    return result == 0 ? 0 : errno;
}

bool isUnsupported(int errnoValue)
{
    return errnoValue == EINVAL || errnoValue == ENOSYS || errnoValue == ENOTSUP;
}

enum class Place { Missing, Folder, Other };

/// What stands at the path itself, links not followed.
Place placeOf(const QString &path)
{
    struct stat info = {};
    if (::lstat(native(path).constData(), &info) != 0)
        return Place::Missing;
    return S_ISDIR(info.st_mode) ? Place::Folder : Place::Other;
}

/// Rename that never replaces; 0 or the errno. Where the file system has no such rename (NFS), a file gets its second name by link(), which does
/// not replace either. A folder cannot be linked: there the place is looked at first, which leaves a gap that only a writer outside the mutation
/// order can hit, and only an empty folder can then be lost.
int renameNeverReplacing(const QString &from, const QString &to)
{
    const int result = renameWith(from, to, RenameFlag::NoReplace);
    if (!isUnsupported(result))
        return result;
    const QByteArray source = native(from);
    const QByteArray target = native(to);
    if (placeOf(from) == Place::Folder) {
        if (placeOf(to) != Place::Missing)
            return EEXIST;
        return ::rename(source.constData(), target.constData()) == 0 ? 0 : errno;
    }
    if (::link(source.constData(), target.constData()) != 0)
        return errno == EPERM ? result : errno; // EPERM: no hard links here
    return ::unlink(source.constData()) == 0 ? 0 : errno;
}

tl::unexpected<Error> renameFailed(int errnoValue, const QString &from, const QString &to)
{
    if (errnoValue == ENOENT)
        return failed(ENOENT, QStringLiteral("move"), placeOf(from) == Place::Missing ? from : parentOf(to));
    if (errnoValue == EXDEV) {
        ErrorDetails details;
        details.path = to;
        details.kind = QStringLiteral("other-file-system");
        return fail(ErrorCode::Invalid,
                    QStringLiteral("Cannot move %1 to %2: they are on different file systems. Mount both as one, or move it by hand.").arg(from, to),
                    details);
    }
    return failed(errnoValue, QStringLiteral("write"), to);
}

} // namespace

Result<QByteArray> LocalStorage::read(const QString &path, std::int64_t limit)
{
    const auto fd = openRegular(path, O_RDONLY, QStringLiteral("read"));
    if (!fd)
        return tl::unexpected(fd.error());
    struct stat info = {};
    if (::fstat(fd->get(), &info) != 0)
        return failed(errno, QStringLiteral("read"), path);
    const auto tooLarge = [&] {
        return invalid(
            QStringLiteral("too-large"), path,
            QStringLiteral("%1 is too large to be read: it holds more than %2 bytes. Make it shorter with another tool.").arg(path).arg(limit));
    };
    if (limit >= 0 && info.st_size > limit)
        return tooLarge();

    // One byte more than expected, so that a file that did not grow is read with two calls, and one that grew beyond the limit is seen.
    constexpr qint64 step = 65536;
    QByteArray bytes(std::max<qint64>(info.st_size + 1, step), Qt::Uninitialized);
    qint64 size = 0;
    for (;;) {
        if (size == bytes.size())
            bytes.resize(bytes.size() + std::max(step, bytes.size() / 2));
        const auto got = retrying([&] { return ::read(fd->get(), bytes.data() + size, static_cast<std::size_t>(bytes.size() - size)); });
        if (got < 0)
            return failed(errno, QStringLiteral("read"), path);
        if (got == 0)
            break;
        size += got;
        if (limit >= 0 && size > limit)
            return tooLarge();
    }
    bytes.resize(size);
    return bytes;
}

Result<FileStamp> LocalStorage::stamp(const QString &path)
{
    struct stat info = {};
    FileStamp stamp;
    if (retrying([&] { return ::stat(native(path).constData(), &info); }) != 0) {
        if (errno == ENOENT || errno == ENOTDIR)
            return stamp;
        return failed(errno, QStringLiteral("look at"), path);
    }
    stamp.exists = true;
    stamp.isFolder = S_ISDIR(info.st_mode);
    stamp.isRegular = S_ISREG(info.st_mode);
    stamp.mode = info.st_mode & 07777U;
    stamp.owner = info.st_uid;
    stamp.group = info.st_gid;
    stamp.size = info.st_size;
    stamp.modifiedNs = static_cast<std::int64_t>(info.st_mtim.tv_sec) * 1'000'000'000 + info.st_mtim.tv_nsec;
    stamp.device = info.st_dev;
    stamp.inode = info.st_ino;
    return stamp;
}

Result<QString> LocalStorage::stage(const QString &target, const QByteArray &bytes, const FileAttributes &attributes)
{
    return stageFile(target, bytes, attributes, Durability::Now);
}

Result<QString> LocalStorage::stageUnsynced(const QString &target, const QByteArray &bytes, const FileAttributes &attributes)
{
    return stageFile(target, bytes, attributes, Durability::Later);
}

Result<QString> LocalStorage::stageFile(const QString &target, const QByteArray &bytes, const FileAttributes &attributes, Durability durability)
{
    const QString folder = parentOf(target);
    QByteArray name = native(folder) + "/.verderer-XXXXXX.tmp";
    const UniqueFd fd(retrying([&] { return ::mkostemps(name.data(), 4, O_CLOEXEC); }));
    if (!fd.isValid())
        return failed(errno, QStringLiteral("write in"), folder);
    applyAttributes(fd.get(), attributes);
    auto done = writeAll(fd.get(), bytes, target);
    if (done && durability == Durability::Now)
        done = syncFd(fd.get(), target);
    if (!done) {
        ::unlink(name.constData());
        return tl::unexpected(done.error());
    }
    return QFile::decodeName(name);
}

Result<bool> LocalStorage::exchange(const QString &staged, const QString &target)
{
    if (placeOf(target) == Place::Folder && placeOf(staged) != Place::Folder)
        return failed(EISDIR, QStringLiteral("write"), target); // the kernel would exchange a file with a folder
    const int exchanged = renameWith(staged, target, RenameFlag::Exchange);
    if (exchanged == 0)
        return true;
    if (exchanged == ENOENT) {
        const int moved = renameNeverReplacing(staged, target);
        if (moved == 0)
            return false;
        if (!isUnsupported(moved))
            return renameFailed(moved, staged, target);
    } else if (!isUnsupported(exchanged)) {
        return renameFailed(exchanged, staged, target);
    }
    ErrorDetails details;
    details.path = target;
    details.kind = QStringLiteral("no-exchange");
    return fail(ErrorCode::Unavailable, QStringLiteral("The file system of %1 cannot exchange two files in one step.").arg(target), details);
}

Result<void> LocalStorage::replace(const QString &staged, const QString &target)
{
    if (placeOf(target) == Place::Folder)
        return failed(EISDIR, QStringLiteral("write"), target);
    if (retrying([&] { return ::rename(native(staged).constData(), native(target).constData()); }) != 0)
        return renameFailed(errno, staged, target);
    return {};
}

Result<void> LocalStorage::move(const QString &from, const QString &to)
{
    const int result = renameNeverReplacing(from, to);
    if (result == 0)
        return {};
    return renameFailed(result, from, to);
}

Result<void> LocalStorage::append(const QString &path, const QByteArray &bytes, const FileAttributes &attributes)
{
    return appendTo(path, bytes, attributes, Durability::Now);
}

Result<void> LocalStorage::appendUnsynced(const QString &path, const QByteArray &bytes, const FileAttributes &attributes)
{
    return appendTo(path, bytes, attributes, Durability::Later);
}

Result<void> LocalStorage::appendTo(const QString &path, const QByteArray &bytes, const FileAttributes &attributes, Durability durability)
{
    const QString doing = QStringLiteral("write");
    auto fd = openRegular(path, O_WRONLY | O_APPEND, doing);
    bool isNew = false;
    if (!fd && fd.error().code == ErrorCode::NotFound) {
        UniqueFd made(retrying([&] { return ::open(native(path).constData(), O_WRONLY | O_APPEND | O_CREAT | O_EXCL | quietFlags, 0600); }));
        if (made.isValid()) {
            isNew = true;
            applyAttributes(made.get(), attributes);
            fd = std::move(made);
        } else if (errno == EEXIST) {
            fd = openRegular(path, O_WRONLY | O_APPEND, doing); // somebody was faster
        } else {
            return failed(errno, doing, path);
        }
    }
    if (!fd)
        return tl::unexpected(fd.error());

    const auto written = retrying([&] { return ::write(fd->get(), bytes.constData(), static_cast<std::size_t>(bytes.size())); });
    if (written < 0)
        return failed(errno, doing, path);
    if (written < bytes.size()) {
        ErrorDetails details;
        details.path = path;
        details.kind = QStringLiteral("short-write");
        return fail(ErrorCode::ReadOnly,
                    QStringLiteral("Only %1 of %2 bytes could be appended to %3: there is no room left on the disk. Free some space and try again.")
                        .arg(written)
                        .arg(bytes.size())
                        .arg(path),
                    details);
    }
    if (durability == Durability::Later)
        return {};
    if (auto synced = syncFd(fd->get(), path); !synced)
        return synced;
    return isNew ? syncFolder(parentOf(path)) : Result<void>();
}

Result<void> LocalStorage::truncate(const QString &path, std::int64_t size)
{
    const auto fd = openRegular(path, O_WRONLY, QStringLiteral("shorten"));
    if (!fd)
        return tl::unexpected(fd.error());
    struct stat info = {};
    if (::fstat(fd->get(), &info) != 0)
        return failed(errno, QStringLiteral("shorten"), path);
    if (size < 0 || info.st_size < size)
        return invalid(QStringLiteral("shorter-than-that"), path,
                       QStringLiteral("Cannot shorten %1 to %2 bytes: it holds %3. Look at it again.").arg(path).arg(size).arg(info.st_size));
    if (retrying([&] { return ::ftruncate(fd->get(), size); }) != 0)
        return failed(errno, QStringLiteral("shorten"), path);
    return syncFd(fd->get(), path);
}

Result<void> LocalStorage::remove(const QString &path)
{
    if (::unlink(native(path).constData()) == 0)
        return {};
    const int errnoValue = errno;
    return failed(placeOf(path) == Place::Folder ? EISDIR : errnoValue, QStringLiteral("remove"), path);
}

Result<void> LocalStorage::makeFolder(const QString &path, const FileAttributes &attributes)
{
    QStringList missing;
    for (QString folder = path;; folder = parentOf(folder)) {
        const auto there = stamp(folder);
        if (!there)
            return tl::unexpected(there.error());
        if (there->exists) {
            if (!there->isFolder)
                return failed(ENOTDIR, QStringLiteral("make the folder"), path);
            break;
        }
        missing.prepend(folder);
        if (parentOf(folder) == folder)
            break;
    }
    for (const QString &folder : std::as_const(missing)) {
        if (::mkdir(native(folder).constData(), 0700) != 0) {
            if (errno == EEXIST && placeOf(folder) == Place::Folder)
                continue; // somebody was faster; it is theirs
            return failed(errno, QStringLiteral("make the folder"), folder);
        }
        const UniqueFd fd(retrying([&] { return ::open(native(folder).constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC); }));
        if (!fd.isValid())
            return failed(errno, QStringLiteral("make the folder"), folder);
        applyAttributes(fd.get(), attributes);
        if (auto synced = syncFolder(parentOf(folder)); !synced)
            return synced;
    }
    return {};
}

Result<void> LocalStorage::setAttributes(const QString &path, const FileAttributes &attributes)
{
    const QByteArray name = native(path);
    const uid_t owner = attributes.owner.value_or(static_cast<uid_t>(-1));
    const gid_t group = attributes.group.value_or(static_cast<gid_t>(-1));
    if ((attributes.owner || attributes.group) && ::chown(name.constData(), owner, group) != 0 && attributes.owner && attributes.group)
        static_cast<void>(::chown(name.constData(), static_cast<uid_t>(-1), group) == 0);
    struct stat info = {};
    if (::stat(name.constData(), &info) != 0)
        return failed(errno, QStringLiteral("set the permissions of"), path);
    if ((info.st_mode & 07777U) == attributes.mode)
        return {};
    if (::chmod(name.constData(), static_cast<mode_t>(attributes.mode)) != 0)
        return failed(errno, QStringLiteral("set the permissions of"), path);
    return {};
}

Result<void> LocalStorage::syncFolder(const QString &path)
{
    const UniqueFd fd(retrying([&] { return ::open(native(path).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
    if (!fd.isValid())
        return failed(errno, QStringLiteral("write in"), path);
    return syncFd(fd.get(), path);
}

Result<void> LocalStorage::sync(const QStringList &paths)
{
    std::vector<UniqueFd> files;
    for (const QString &path : paths) {
        UniqueFd fd(retrying([&] { return ::open(native(path).constData(), O_RDONLY | quietFlags); }));
        if (!fd.isValid())
            return failed(errno, QStringLiteral("write"), path);
        // Starts writing all of them before the first is waited for: then the first commit of the file system's journal carries them together, and
        // the fsyncs behind it find theirs done. Only a hint, which folders and some file systems refuse.
        static_cast<void>(::sync_file_range(fd.get(), 0, 0, SYNC_FILE_RANGE_WRITE) == 0);
        files.push_back(std::move(fd));
    }
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (auto synced = syncFd(files[i].get(), paths[static_cast<qsizetype>(i)]); !synced)
            return synced;
    }
    return {};
}

} // namespace verderer
