// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "skills/document.h"

#include <QByteArray>
#include <QList>
#include <QSet>
#include <QString>

namespace verderer {

/// The names of the custom skills that have a history: those of the files `<name>.jsonl` in `.history` below the custom root. Any thread.
QSet<QString> historyNames(const QString &customRoot);

/// What the newest records of a history say about the file they are about: a torn, glued or damaged end, a change made outside history.
/// `text` is the present SKILL.md; unset where it cannot be compared (not read whole). Reads the end of the history only. Any thread.
QList<Problem> historyProblems(const QString &historyFile, const std::optional<QByteArray> &text, const CancelToken &cancel);

} // namespace verderer
