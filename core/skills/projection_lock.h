// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/file_lock.h"

namespace verderer {

/// DeerFlow's lock around a change of a user's skills and the rebuilding of the views made from them (deerflow-format 1.5). Taken inside the mutation
/// lock, for the rename only, never the other way round. Released by its destructor.
class ProjectionLock {
public:
    /// `path` is the lock file, `<home>/users/<uid>/.skills_view.projection.lock`. Blocks and fails as FileLock::acquire does. With `acceptUnlocked`,
    /// on a file system without kernel locks, nothing is held and warnings() says so.
    static Result<ProjectionLock> acquire(const QString &path, MutationQueues &queues, Storage &storage, const Wait &wait,
                                          bool acceptUnlocked = false);

    [[nodiscard]] QStringList warnings() const;

private:
    ProjectionLock(FileLock lock, QString path);

    FileLock m_lock;
    QString m_path;
};

} // namespace verderer
