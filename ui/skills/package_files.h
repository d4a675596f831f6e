// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "base/storage.h"
#include "ui/skills/skill_text.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace verderer {

/// One file or folder of a skill's package, as the Files tab lists it.
struct PackageFile {
    QString path; ///< relative to the skill's folder, with slashes
    bool isFolder = false;
    qint64 size = 0;
    friend bool operator==(const PackageFile &, const PackageFile &) = default;
};

struct PackageFiles {
    QList<PackageFile> files; ///< SKILL.md first, then by path, folders before what they hold
    QStringList leftOut;      ///< sentences: links, devices, temporary files
    friend bool operator==(const PackageFiles &, const PackageFiles &) = default;
};

/// Lists the skill's folder. Links are told and never followed. Blocks; any thread. Errors: NotFound, Invalid beyond DeerFlow's limits for a package.
Result<PackageFiles> listPackageFiles(const QString &folder, const CancelToken &cancel);

/// Reads one file of a package. What is no UTF-8, or holds a NUL, is bytes. Blocks; any thread.
Result<SkillText> loadPackageFile(Storage &storage, const QString &path);

} // namespace verderer
