// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/skill_editor.h"

namespace verderer {

struct SwitchRequest {
    SkillCategory category = SkillCategory::Custom;
    QString name; ///< as the skill declares it: the states go by that, not by the folder (deerflow-format 1.1)
    bool enabled = true;
};

struct SwitchOutcome {
    bool changed = false; ///< false: the file said so already, and not a byte was written
    QString path;         ///< the file that says it, links followed; empty where there is none
    bool enabled = false; ///< what DeerFlow makes of both files now; off although *on* was asked for where the other file wins
    QString reason;       ///< why, in one sentence
    QStringList warnings;
};

/// Switches one skill on or off: a public one for everybody in the extensions file, any other for one user in `_skill_states.json`
/// (deerflow-format 2). One boolean changes and no other byte; the file's mode, owner and group stay, and a link stays a link. Under DeerFlow's
/// projection lock of that scope (1.5), by one rename, so that whoever is ended in between leaves the old file or the new one; a text that was
/// written meanwhile outside the lock is taken up and never lost. Then the Gateways are told. Blocks; any thread. Errors: NotFound (no such user; no
/// extensions file to write a public skill's *off* into), Damaged (line and column of what cannot be read; nothing is written), ReadOnly (also for a
/// file that is mounted on its own and cannot be replaced, kind "mount-point", and for one that would change hands and then be closed to the Gateway,
/// kind "changes-owner"), Locked, Cancelled, Conflict, Unavailable.
Result<SwitchOutcome> setSkillEnabled(const SkillRoots &roots, const SkillEditor::Dependencies &dependencies, const SwitchRequest &request,
                                      const MutationOptions &options);

} // namespace verderer
