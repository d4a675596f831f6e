// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QByteArray>
#include <QString>

namespace verderer {

/// The place of an archive's member below the package's top, from the name as its bytes stand in the archive: separated by single slashes, without
/// "." parts, never leading out. A backslash separates like a slash, as DeerFlow's installer has it (deerflow-format 4); "a..b" is a plain name.
/// Empty for the top itself ("./"). Invalid, with the whole archive refused for it: kind "member-encoding" (not UTF-8), "member-name" (empty, a
/// NUL in it, or a part of more than 255 bytes), "member-absolute", "member-colon" (a drive letter too), "member-traversal". Any thread.
Result<QString> memberPath(const QByteArray &name);

/// Whether a member is what Finder leaves behind: anything in `__MACOSX`, a `.DS_Store`, or a `._…` double. `path` is from memberPath().
bool isFinderJunk(const QString &path);

} // namespace verderer
