// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "skills/document.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace verderer {

/// What the newest records of a history say about the file they are about: a torn, glued or damaged end, a change made outside history.
/// `text` is the present SKILL.md; unset where it cannot be compared (not read whole). Reads the end of the history only. Any thread.
QList<Problem> historyProblems(const QString &historyFile, const std::optional<QByteArray> &text, const CancelToken &cancel);

} // namespace verderer
