// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/storage.h"
#include "skills/mutation_context.h"
#include "skills/mutation_journal.h"

#include <QString>

namespace verderer {

/// How a staged folder takes the place of a skill's, which goes to the trash.
///
/// Two renames: the stage and the skill are exchanged in one step of the file system, then what is now in the stage is moved to the trash. So at
/// every instant the old or the new skill stands in the place. Where the file system cannot exchange, the old one is moved to the trash first and the
/// new one into its place behind it: for an instant nothing stands there, under the projection lock, and who finds it so after a crash does the
/// second rename. Which of the two was done, the places tell: the stage holds the old folder (known by its inode), or the trash does. The caller
/// holds the projection lock. Nothing is synced here.
class FolderExchange {
public:
    /// Absolute paths.
    FolderExchange(Storage &storage, QString staged, QString target, QString trash)
        : m_storage(storage), m_staged(std::move(staged)), m_target(std::move(target)), m_trash(std::move(trash))
    {
    }

    /// Conflict (kind "changed-meanwhile") where the old folder is gone. On failure takeBack() leads back from wherever it stopped.
    Result<void> put();
    Result<void> takeBack();
    [[nodiscard]] bool isBegun() const { return m_state != State::Before; }

private:
    enum class State { Before, Exchanged, PutAway, Done };

    Storage &m_storage;
    QString m_staged;
    QString m_target;
    QString m_trash;
    State m_state = State::Before;
    bool m_exchanges = true; ///< the file system can
};

/// Does the renames that a dead predecessor still owed. True where the new folder came to stand in its place; false where nothing of it was done, so
/// that the stage is rubbish. What cannot be told apart for certain is moved to the trash, never thrown away.
Result<bool> finishExchange(MutationContext &context, const MutationIntent &intent);

} // namespace verderer
