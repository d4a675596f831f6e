// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "threads/thread_service.h"

namespace verderer {

/// What the use cases share; for the files of this folder alone.
struct ThreadService::Private {
    Dependencies parts;

    /// Writes to the audit log after a change is done. A log that cannot be written is told in the sentence given back (empty: all well), and undoes
    /// nothing.
    QString audit(const QString &action, const QString &id, const QString &before, const QString &after) const;
    Result<ChangedThread> change(const QString &id, const QString &action, bool refuseWhileActive, const ThreadChange &edit, const Wait &wait) const;
    Result<CreateThreadAnswer> answerExisting(const CreateThread &wish, CreateThreadAnswer answer, ThreadRecord stored, const Wait &wait) const;
};

} // namespace verderer
