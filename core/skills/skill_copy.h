// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "skills/folder_mutation.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace verderer {

/// One file or folder below a skill.
struct ListedEntry {
    QString path; ///< relative, with slashes
    bool isFolder = false;
    bool executable = false;
    qint64 size = 0;
};

/// What a copy of a skill's folder takes along.
struct PackageListing {
    QList<ListedEntry> entries; ///< folders before what they hold; SKILL.md is not among them
    QStringList leftOut;        ///< sentences: links, devices, temporary files of DeerFlow or of this program
};

/// Lists a skill's folder. Links are never followed and never taken along; names that are not UTF-8 are left out as well. Invalid (kind
/// "package-too-large") beyond DeerFlow's limits for archives: 4096 entries, 512 MiB (deerflow-format 4). Blocks; any thread.
Result<PackageListing> listPackage(const QString &folder, const CancelToken &cancel);

/// Writes what was listed below `folder` into the stage.
Result<void> copyPackage(Storage &storage, const QString &folder, const PackageListing &listing, FolderStage &stage, const CancelToken &cancel);

} // namespace verderer
