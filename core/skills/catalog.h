// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "skills/document.h"

#include <QList>
#include <QString>

namespace verderer {

enum class SkillCategory { Custom, Public, Integrations, Legacy };
QString skillCategoryName(SkillCategory category); ///< "custom", "public", "integrations", "legacy"
std::optional<SkillCategory> skillCategoryFromName(QStringView name);

/// Where the skills of one user of one installation are; all absolute, any may be missing on disk (deerflow-format 1, 2).
struct SkillRoots {
    QString publicRoot;         ///< <skills root>/public
    QString integrationsRoot;   ///< <home>/integrations/skills
    QString customRoot;         ///< <home>/users/<uid>/skills/custom
    QString legacyRoot;         ///< <skills root>/custom
    QString userStatesFile;     ///< <home>/users/<uid>/skills/_skill_states.json
    QString extensionsFile;     ///< extensions_config.json; empty where the installation has none
    QString userProjectionLock; ///< <home>/users/<uid>/.skills_view.projection.lock
    QString userId;             ///< the folder's name below users/
    QString home;               ///< the installation's home
};

/// One folder that is, or was, a skill.
struct SkillEntry {
    SkillCategory category = SkillCategory::Custom;
    QString directory;   ///< path of the folder relative to its root ("release-notes", "team/helper"); what acts are addressed to
    QString path;        ///< absolute path of SKILL.md
    QString name;        ///< declared name; the folder's where none can be read
    QString description; ///< as declared; empty where none can be read
    std::optional<QString> license;
    bool listed = false;   ///< DeerFlow's agents see it (parsed, not shadowed, not hidden, not deleted)
    bool enabled = true;   ///< as DeerFlow merges extensions file and user states
    QString enabledReason; ///< which file decided, in a sentence; never empty
    bool editable = false;
    QString notEditableReason; ///< empty where editable
    bool deleted = false;      ///< only .history/<name>.jsonl is left
    qint64 size = 0;           ///< of SKILL.md in bytes
    qint64 modifiedNs = 0;
    QList<Problem> problems;
};

struct Catalog {
    QList<SkillEntry> entries;   ///< sorted by category (custom, integrations, public, legacy), then name by code points, then directory
    QList<Problem> problems;     ///< of the roots themselves: unreadable folder, broken states or extensions file, link loops
    bool customWritable = false; ///< the custom root (or, if missing, its nearest parent) may be written by this account
    int unreadableCount() const; ///< entries DeerFlow will not load because of their own text
};

/// One walk over all four roots. Nothing vanishes: a folder whose SKILL.md cannot be read is an entry with a problem, and so is one whose history
/// alone is left. Blocks; any thread. Fails only as Cancelled: everything else is a problem in the answer. Writes nothing.
Result<Catalog> readCatalog(const SkillRoots &roots, const CancelToken &cancel = {});

} // namespace verderer
