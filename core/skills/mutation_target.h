// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/storage.h"
#include "skills/catalog.h"

#include <QString>

namespace verderer {

/// The one file a mutation is about, with every link on the way resolved and shown to stay inside. A value; it names places and opens nothing.
struct MutationTarget {
    QString customRoot; ///< resolved
    QString directory;  ///< the skill, as it was asked for
    QString filePath;   ///< below the skill, as it was asked for ("SKILL.md", "references/a.md")
    QString folder;     ///< resolved folder of the skill; may be missing
    QString path;       ///< the file itself, links resolved; may be missing
    QString history;    ///< the skill's history file

    [[nodiscard]] bool isSkillText() const { return filePath == u"SKILL.md"; }
    /// The folder that holds `path`.
    [[nodiscard]] QString parent() const;
};

/// Which files a use case may name.
enum class TargetRule {
    Edit,    ///< new support files only below references/, templates/, scripts/, assets/ (deerflow-format 1); existing ones anywhere
    Restore, ///< anywhere inside the skill: the history says that it was there
};

/// The resolved custom root. NotFound, with nothing created, where the home or the user's folder is missing; Invalid where the root is no folder.
/// A custom root that is missing below an existing user's folder is an answer, not a failure.
Result<QString> resolveCustomRoot(const SkillRoots &roots);

/// Invalid, with its kind and the path it is about.
tl::unexpected<Error> refuseTarget(const QString &kind, const QString &path, const QString &message);

/// Whether `directory` can be a custom skill at all. Invalid: a name that DeerFlow cannot address, a namespace such as "team/helper" included,
/// because edits and histories are DeerFlow's only at `custom/<name>`.
Result<void> checkSkillDirectory(const QString &directory, const QString &customRoot);

/// Resolves and confines. Invalid: what checkSkillDirectory() refuses, a path that climbs out of the skill, a link that leads out of the custom root
/// or nowhere, a folder in the file's place.
Result<MutationTarget> resolveTarget(Storage &storage, const QString &customRoot, const QString &directory, const QString &filePath, TargetRule rule);

/// The same for a skill as a whole folder, which may be missing; `path` is its SKILL.md, whatever stands there. Invalid: what checkSkillDirectory()
/// refuses, and a link or a file in the folder's place, because what would be moved is then not the skill.
Result<MutationTarget> resolveSkillFolder(Storage &storage, const QString &customRoot, const QString &directory);

} // namespace verderer
