// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/projection_lock.h"

namespace verderer {

Result<ProjectionLock> ProjectionLock::acquire(const QString &path, MutationQueues &queues, Storage &storage, const Wait &wait, bool acceptUnlocked)
{
    auto lock = FileLock::acquire(path, QStringLiteral("The views made from this user's skills are"), queues, storage, wait, acceptUnlocked);
    if (!lock)
        return tl::unexpected(lock.error());
    return ProjectionLock(std::move(*lock), path);
}

ProjectionLock::ProjectionLock(FileLock lock, QString path) : m_lock(std::move(lock)), m_path(std::move(path))
{
}

QStringList ProjectionLock::warnings() const
{
    if (m_lock.isHeld())
        return {};
    return {QStringLiteral("Gateways that rebuild their views are not kept out: the file system of %1 has no kernel locks.").arg(m_path)};
}

} // namespace verderer
