// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>

namespace verderer {

/// What the file system says of one path, links followed.
struct FileStamp {
    bool exists = false;
    bool isFolder = false;
    bool isRegular = false;
    std::uint32_t mode = 0; ///< permission bits, 07777
    std::uint32_t owner = 0;
    std::uint32_t group = 0;
    std::int64_t size = 0;
    std::int64_t modifiedNs = 0; ///< nanoseconds since 1970
    std::uint64_t device = 0;
    std::uint64_t inode = 0;

    friend bool operator==(const FileStamp &, const FileStamp &) = default;
};

/// Mode and owner a new file is to get. What this account may not set is left as it is; see Storage::stage.
struct FileAttributes {
    std::uint32_t mode = 0644;
    std::optional<std::uint32_t> owner;
    std::optional<std::uint32_t> group;
};

/// The steps in which core touches the files of an installation. One small interface, so that a test can stop, fail or end the process
/// at each of them. Paths are absolute. Calls block and may come from any thread; an implementation keeps no state between calls.
class Storage {
public:
    virtual ~Storage() = default;

    /// The whole file. `limit` ≥ 0 refuses larger files as Invalid (kind "too-large") without reading them. A folder, a FIFO or a device is
    /// Invalid, never waited for.
    virtual Result<QByteArray> read(const QString &path, std::int64_t limit = -1) = 0;

    /// A missing path is not a failure: `exists` is false. A link loop or a missing permission is.
    virtual Result<FileStamp> stamp(const QString &path) = 0;

    /// Writes `bytes` into a new temporary file in the folder of `target` (`.verderer-XXXXXX.tmp`), sets the attributes, fsyncs it, and gives its
    /// path. On failure nothing is left behind.
    virtual Result<QString> stage(const QString &target, const QByteArray &bytes, const FileAttributes &attributes) = 0;

    /// Puts a staged file in the place of `target` in one step. `target` exists: the two are exchanged (RENAME_EXCHANGE), so that `staged` afterwards
    /// holds what came out. `target` is missing: plain rename that never replaces (AlreadyExists if somebody was faster).
    /// Gives true where `staged` now holds what came out. On file systems without exchange: Unavailable, and nothing was done.
    virtual Result<bool> exchange(const QString &staged, const QString &target) = 0;

    /// Plain rename over `target`, for file systems without exchange.
    virtual Result<void> replace(const QString &staged, const QString &target) = 0;

    /// Moves a file or folder; never replaces (AlreadyExists).
    virtual Result<void> move(const QString &from, const QString &to) = 0;

    /// Appends `bytes` in one write at the end of `path`, which is created with `attributes` if missing, and fsyncs it.
    virtual Result<void> append(const QString &path, const QByteArray &bytes, const FileAttributes &attributes) = 0;

    /// Cuts the file to `size` bytes and fsyncs it.
    virtual Result<void> truncate(const QString &path, std::int64_t size) = 0;

    /// Removes a file. A missing one is NotFound.
    virtual Result<void> remove(const QString &path) = 0;

    /// Makes a folder and the missing ones above it, each with the attributes. An existing one is left as it is.
    virtual Result<void> makeFolder(const QString &path, const FileAttributes &attributes) = 0;

    /// Sets mode and, where permitted, owner and group of something that exists.
    virtual Result<void> setAttributes(const QString &path, const FileAttributes &attributes) = 0;

    /// fsync of a folder, so that what was renamed in it survives a power cut.
    virtual Result<void> syncFolder(const QString &path) = 0;

    /// stage() and append() whose syncs are left to one later sync() of the file (and, for a file that append made, of its folder): several files
    /// that need no order among themselves then share one commit of the disk. Here they sync at once, which is never wrong.
    virtual Result<QString> stageUnsynced(const QString &target, const QByteArray &bytes, const FileAttributes &attributes)
    {
        return stage(target, bytes, attributes);
    }
    virtual Result<void> appendUnsynced(const QString &path, const QByteArray &bytes, const FileAttributes &attributes)
    {
        return append(path, bytes, attributes);
    }

    /// Makes files and folders survive a power cut, in no order among themselves. When this fails, any of them may have.
    virtual Result<void> sync(const QStringList &paths)
    {
        static_cast<void>(paths); // nothing was left unsynced
        return {};
    }

    /// Writes a new file (AlreadyExists where something is there) and leaves its sync to syncTree() of a folder above it. For the many files of a
    /// folder that nobody sees yet. On failure a part of it may be left behind.
    virtual Result<void> writeUnsynced(const QString &path, const QByteArray &bytes, const FileAttributes &attributes)
    {
        const auto staged = stage(path, bytes, attributes);
        return staged ? move(*staged, path) : Result<void>(tl::unexpected(staged.error()));
    }

    /// Makes one folder below an existing one, its sync left to syncTree(). An existing one is left as it is.
    virtual Result<void> makeFolderUnsynced(const QString &path, const FileAttributes &attributes) { return makeFolder(path, attributes); }

    /// Makes the folder and everything below it survive a power cut; the name of the folder itself is its parent's matter (syncFolder).
    virtual Result<void> syncTree(const QString &path)
    {
        static_cast<void>(path); // nothing was left unsynced
        return {};
    }

    /// Removes a folder with everything below it; links are removed, never followed. Cut off in the middle, a part of it is left, and doing it again
    /// goes on. A missing one is NotFound.
    virtual Result<void> removeTree(const QString &path)
    {
        return fail(ErrorCode::Unavailable, QStringLiteral("%1 cannot be removed: this storage removes no folders.").arg(path));
    }
};

} // namespace verderer
