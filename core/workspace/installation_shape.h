// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QString>

/// What a folder looks like to somebody who knows how DeerFlow lays out its files (deerflow-format 0, 1). All of it only looks; links are followed.
namespace verderer::shape {

bool isFolder(const QString &path);
bool isFile(const QString &path);

/// Holds what DeerFlow keeps in its home: users/, integrations/skills/, skills_view/, data/deerflow.db; or is called `.deer-flow`.
bool looksLikeHome(const QString &folder);

/// Holds what an operator keeps in a project folder: config.yaml, extensions_config.json, skills/, .deer-flow/, backend/.
bool looksLikeProject(const QString &folder);

/// A project folder with a `backend` folder in it, as DeerFlow's repository and its container have.
bool looksLikeRepository(const QString &folder);

/// Absolute and with links resolved where it exists; otherwise absolute and clean.
QString canonical(const QString &path);

/// `path` against `base` where it is relative; clean.
QString against(const QString &base, const QString &path);

/// Why `path` cannot be used as a folder (or, with `wantFile`, as a file): missing, of the other kind, a link loop, not permitted. Nothing where it
/// can. `what` names it in the sentence ("the home", "config.yaml").
Result<void> check(const QString &path, bool wantFile, const QString &what);

} // namespace verderer::shape
