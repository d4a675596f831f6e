// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "threads/thread_store.h"

#include <QMap>

#include <functional>
#include <mutex>

namespace verderer {

/// Threads that live in this process alone: for `database.backend: memory` and for tests. Any thread.
class MemoryThreadStore final : public ThreadStore {
public:
    Result<std::optional<ThreadRecord>> find(const QString &id, const Wait &wait) override;
    Result<Inserted> insert(const ThreadRecord &record, const Wait &wait) override;
    Result<ThreadPage> list(const ThreadFilter &filter, int limit, const std::optional<ThreadCursor> &after, const Wait &wait) override;
    Result<ThreadRemains> remains(const QString &id, const Wait &wait) override;
    Result<ThreadRecord> update(const QString &id, const ThreadChange &change, bool refuseWhileActive, const Wait &wait) override;
    Result<ThreadRemains> remove(const QString &id, const Wait &wait) override;

    /// What remains() answers for an id: set by whoever keeps runs and events in memory.
    void setRemains(const QString &id, const ThreadRemains &remains);
    /// Whoever keeps the runs has them removed with their thread, as the database does in one transaction: `remover` is called for each deletion,
    /// does it by calling `removeThread`, and where that gave a value removes what it keeps of the thread, all under its own lock. Empty: nobody
    /// keeps any.
    using Remover = std::function<Result<ThreadRemains>(const QString &id, const std::function<Result<ThreadRemains>()> &removeThread)>;
    void setRemover(Remover remover);

private:
    Result<ThreadRemains> removeAlone(const QString &id);

    std::mutex m_mutex; // guards what follows
    Remover m_remover;
    QMap<QString, ThreadRecord> m_threads;
    QMap<QString, ThreadRemains> m_remains;
};

} // namespace verderer
