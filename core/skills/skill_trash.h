// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/clock.h"
#include "base/error.h"

#include <QList>
#include <QString>

#include <optional>

namespace verderer {

/// A skill that is not there any more and can be brought back.
struct DeletedSkill {
    QString directory;
    QString place;                         ///< of the whole folder, relative to the custom root; empty: only the history's text is left
    QString deletedAt;                     ///< as in records; empty where nothing says it
    std::optional<Microseconds> deletedUs; ///< the same, where the folder's name says it
    qint64 files = 0;                      ///< of the folder
    qint64 bytes = 0;
    bool nameTaken = false; ///< a skill of that name is there: it must go first
};

/// The whole folders in the trash of a resolved custom root, newest first. Cancelled on request; what cannot be read is counted as far as it can be.
/// Blocks; any thread; no lock: what it lists may be gone by the time it is shown.
Result<QList<DeletedSkill>> listTrash(const QString &customRoot, const CancelToken &cancel = {});

/// Everything that can be brought back: the trash, and behind it the skills of which only a history is left (others deleted them).
Result<QList<DeletedSkill>> listRestorable(const QString &customRoot, const CancelToken &cancel = {});

} // namespace verderer
