// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/catalog.h"
#include "skills/drafts.h"
#include "skills/skill_editor.h"
#include "workspace/workspace.h"

#include <QString>

#include <memory>

namespace verderer {

/// One user's skills, open for work. A value whose parts are shared with the jobs that run on them.
struct SkillSession {
    SkillRoots roots;
    QString userName; ///< what is shown for the user: e-mail, or the folder's name
    std::shared_ptr<Storage> storage;
    std::shared_ptr<Clock> clock;
    std::shared_ptr<DraftStore> drafts;
    std::shared_ptr<SkillEditor> editor;
    SkillEditor::Dependencies editing; ///< for the acts on whole skills, of this user and of others
    Workspace workspace;               ///< whose other users can be given a copy
    QString windowId;                  ///< Draft::window of this program instance
};

} // namespace verderer
