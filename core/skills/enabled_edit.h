// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace verderer {

/// The two files that say which skills are on (deerflow-format 2).
enum class EnabledFile {
    Extensions, ///< `{…, "skills": {"<name>": {"enabled": bool}}, …}`; applies to everybody
    User,       ///< `{"<name>": {"enabled": bool}}`
};

struct EnabledEdit {
    std::optional<bool> before; ///< what the text said; unset: nothing, which counts as on
    bool changed = false;       ///< false: it says so already, or nothing says the opposite
    QByteArray text;            ///< the new bytes; the old ones where nothing changed
};

/// What the text says of `name`; unset: nothing. `path` is for the messages. Damaged where it is no JSON (line and column), or where its skills, or
/// the entry of this name, have another shape than DeerFlow reads.
Result<std::optional<bool>> enabledIn(EnabledFile kind, const QByteArray &bytes, const QString &name, const QString &path);

/// The text with one boolean changed and every other byte as it was: order, indentation, line endings, `$NAME` values, duplicates and all. Where
/// there is no entry one is put behind the last, in the style of that one; of several entries of the name the last is changed, which is the one that
/// counts. Nothing is added to say *on* where nothing says *off*. Errors as enabledIn().
Result<EnabledEdit> withEnabled(EnabledFile kind, const QByteArray &bytes, const QString &name, bool enabled, const QString &path);

/// A new file of a user's states that holds this one entry, as DeerFlow writes it.
QByteArray newUserStates(const QString &name, bool enabled);

} // namespace verderer
