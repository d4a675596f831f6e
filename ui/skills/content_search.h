// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/storage.h"
#include "skills/catalog.h"

#include <QHash>

#include <functional>

namespace verderer {

/// Texts above this size are not searched.
inline constexpr qint64 searchedSizeLimit = qint64(8) * 1024 * 1024;

/// Looks for `text` (case folded, anywhere in a line) in the SKILL.md of each entry. `found` is called now and then with what was found since: the
/// key of SkillListModel, and the line. Blocks; any thread. Unreadable files hold nothing. Ends early when cancelled.
void searchContents(const QList<SkillEntry> &entries, const QString &text, Storage &storage, const CancelToken &cancel,
                    const std::function<void(QHash<QString, QString>)> &found);

} // namespace verderer
