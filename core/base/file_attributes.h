// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/storage.h"

namespace verderer {

/// What is about to be written.
enum class FileRole {
    File,   ///< at least 0644: the sandbox and the Gateway must be able to read it (deerflow-format 1.4)
    Folder, ///< at least 0755
};

/// Mode and owner for something that is to stand at `target`, so that an administrator's `sudo` never locks the Gateway out (design 3):
/// - it exists: its mode, raised to the role's minimum, and its group; set-id bits are kept on folders only;
/// - it is new: the role's minimum, group-writable where the folder above is, and that folder's group;
/// - in both cases the owner of the folder above. Setting what this account may not set is no failure (Storage::stage).
/// Missing folders above are skipped: the nearest one that exists decides. Fails as Storage::stamp does.
Result<FileAttributes> attributesFor(Storage &storage, const QString &target, FileRole role = FileRole::File);

} // namespace verderer
