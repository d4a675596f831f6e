// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/storage.h"

namespace verderer {

/// Storage on the files of this computer, with the system's own calls: what is fsynced is on the disk, what is exchanged is exchanged in one step.
/// Keeps no state; one object serves all threads. POSIX; where Linux has more (renameat2), that is used and its absence is told as Storage says.
///
/// What goes beyond Storage's promises:
/// - `append` may fail after a part was written (full disk): kind "short-write", the message names how many bytes are in the file. A new file's
///   folder is fsynced too.
/// - `exchange` refuses to put a file, and `replace` anything, in the place of a folder (kind "is-a-folder"); two folders are exchanged like two
/// files.
/// - `truncate` never makes a file longer (Invalid, kind "shorter-than-that").
/// - `syncTree` of many files asks for one sync of the whole file system (syncfs) instead of one of each file.
/// - An fsync that the file system does not know (EINVAL) is no failure.
class LocalStorage final : public Storage {
public:
    Result<QByteArray> read(const QString &path, std::int64_t limit = -1) override;
    Result<FileStamp> stamp(const QString &path) override;
    Result<QString> stage(const QString &target, const QByteArray &bytes, const FileAttributes &attributes) override;
    Result<bool> exchange(const QString &staged, const QString &target) override;
    Result<void> replace(const QString &staged, const QString &target) override;
    Result<void> move(const QString &from, const QString &to) override;
    Result<void> append(const QString &path, const QByteArray &bytes, const FileAttributes &attributes) override;
    Result<void> truncate(const QString &path, std::int64_t size) override;
    Result<void> remove(const QString &path) override;
    Result<void> makeFolder(const QString &path, const FileAttributes &attributes) override;
    Result<void> setAttributes(const QString &path, const FileAttributes &attributes) override;
    Result<void> syncFolder(const QString &path) override;
    Result<QString> stageUnsynced(const QString &target, const QByteArray &bytes, const FileAttributes &attributes) override;
    Result<void> appendUnsynced(const QString &path, const QByteArray &bytes, const FileAttributes &attributes) override;
    Result<void> writeUnsynced(const QString &path, const QByteArray &bytes, const FileAttributes &attributes) override;
    Result<void> makeFolderUnsynced(const QString &path, const FileAttributes &attributes) override;
    Result<void> syncTree(const QString &path) override;
    Result<void> removeTree(const QString &path) override;
    Result<void> sync(const QStringList &paths) override;

private:
    enum class Durability { Now, Later };

    Result<QString> stageFile(const QString &target, const QByteArray &bytes, const FileAttributes &attributes, Durability durability);
    Result<void> appendTo(const QString &path, const QByteArray &bytes, const FileAttributes &attributes, Durability durability);
};

} // namespace verderer
