// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_fwd.h"
#include "skills/skill_folders.h"
#include "verdererctl/context.h"

namespace verderer::ctl {

/// What making a skill of that name and text would do: {"name","dry_run","changed","would_be_refused","refusal","warnings"}.
Result<Json> plannedSkill(const Installation &installation, const SkillFolders &folders, const QString &name, const QByteArray &text,
                          const CancelToken &cancel);

/// The same as an answer: the document, or its warnings and its refusal as notes. Status 4 or 5 where it would be refused.
Output plannedOutput(const Json &plan, bool json);

/// {"name","place","deleted_at","files","bytes","name_taken"}; place is null where only the history is left.
Json deletedJson(const DeletedSkill &deleted);

/// A list of deleted skills: a table, or {key: […]}.
Output deletedOutput(const QList<DeletedSkill> &deleted, const QString &key, const Context &context);

/// "12.3 kB" and the like.
QString shownBytes(qint64 bytes);

} // namespace verderer::ctl
