// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "skills/skill_editor.h"
#include "workspace/workspace.h"

#include <QProcessEnvironment>
#include <QString>

namespace verderer {

/// Verderer's own data folder, by the XDG rules: `$XDG_DATA_HOME/verderer`, else `$HOME/.local/share/verderer`. Nothing is created.
QString dataFolder(const QProcessEnvironment &environment);

/// Where drafts are kept: `<data folder>/drafts`. The window, the command line and the doctor look at the same place.
QString draftsFolder(const QProcessEnvironment &environment);

/// The operating system's user, for records and notes: the account's name; who came through sudo is named instead of root.
QString hostUser(const QProcessEnvironment &environment);

/// What every editor of a process shares: storage, clock, in-process queues and drafts. Made once by a program's main() and handed on.
SkillEditor::Dependencies editorDependencies(const QString &program, const QProcessEnvironment &environment);

/// Whom the acts are about: `wanted` by id or by e-mail address; where it is empty, "default" if there is such a user, or the only one, or "default"
/// if there is none at all (a fresh home, in which shared skills can still be seen). Failure: NotFound, and the sentence lists the users.
Result<WorkspaceUser> chooseUser(const QList<WorkspaceUser> &users, const QString &wanted);

/// The request that a program makes of its own surroundings: environment and working folder of this process.
WorkspaceRequest requestOfThisProcess();

} // namespace verderer
