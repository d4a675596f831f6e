// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace verderer {

/// What kind of file system a path is on.
struct FileSystemKind {
    QString name;         ///< "ext4", "nfs", "fuse", …; "unknown (0x…)" for one that is not known, empty where nothing could be asked
    bool network = false; ///< other hosts may write it without this kernel knowing: NFS, SMB, FUSE, 9p, virtiofs (which calls itself FUSE), …
};

/// Asks about `path`, or the nearest folder above it that exists. Unknown kinds count as local. Any thread; may block on a dead server.
FileSystemKind fileSystemOf(const QString &path);

/// The same from the number that statfs(2) gives, for those who have asked already.
FileSystemKind fileSystemFromMagic(quint32 magic);

} // namespace verderer
