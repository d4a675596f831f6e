// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "threads/admission.h"
#include "threads/thread_store.h"

#include <functional>
#include <memory>

namespace verderer {

class AuditLog;

/// What a deletion leaves behind or takes along, by kind, for showing before and after.
struct DeletePlan {
    ThreadRecord record;
    ThreadRemains remains;
    QStringList threadFolders; ///< <home>/users/<owner>/threads/<id> and the older <home>/threads/<id>, those that exist
    QStringList eventFiles;    ///< JSONL files of its runs
    QStringList stays;         ///< sentences: what will not be removed, and why
};

struct DeleteOutcome {
    ThreadRemains removed;
    QStringList removedFiles;
    QStringList leftFiles; ///< could not be removed; run the same delete again
    QStringList warnings;
};

/// A thread after a change, and what its author should know: a reserved key that was left out, an audit log that could not be written.
struct ChangedThread : ThreadRecord {
    QStringList warnings;
};

/// The use cases on threads. Blocking; any thread but the window's. Owns nothing but what it was handed.
class ThreadService {
public:
    struct Dependencies {
        std::shared_ptr<ThreadStore> store;
        std::shared_ptr<Admission> admission;
        std::shared_ptr<Clock> clock;
        std::shared_ptr<AuditLog> audit; ///< may be null (memory)
        QString databaseName;            ///< for the audit log: DatabaseUrl::display()
        QString home;                    ///< the installation's; empty: unknown
        QString eventsRoot;              ///< folder of `.deer-flow/threads` of JSONL events; empty: not used
        /// The seam of tests: called between the first read ("missing") and the insert, on the calling thread.
        std::function<void(const QString &threadId, bool found)> afterFirstRead;
    };
    explicit ThreadService(Dependencies dependencies);
    ~ThreadService();

    /// Exactly one birth (scenarios B): under the thread's admission read, insert if missing, read back, compare owners. Idempotent. Conflict: the id
    /// belongs to somebody else
    /// ("exists, belongs to another user"). An empty read-back is tried again three times.
    Result<CreateThreadAnswer> create(const CreateThread &wish, const Wait &wait);
    /// What a thread of this id left behind or has: for warning before an id is born again that still has runs or events.
    Result<ThreadRemains> remains(const QString &id, const Wait &wait);
    Result<ThreadRecord> show(const QString &id, const Wait &wait);
    Result<ThreadPage> list(const ThreadFilter &filter, int limit, const std::optional<ThreadCursor> &after, const Wait &wait);
    /// Conflict ("busy, run … since …") while a run is active.
    Result<ChangedThread> rename(const QString &id, const QString &title, const Wait &wait);
    /// Leaves updated_at alone, as DeerFlow does.
    Result<ChangedThread> setPinned(const QString &id, bool pinned, const Wait &wait);
    /// Shallow merge as DeerFlow's PATCH, keys in `remove` taken out as an explicit act.
    Result<ChangedThread> mergeMetadata(const QString &id, const QByteArray &json, const QStringList &remove, const Wait &wait);
    Result<DeletePlan> planDelete(const QString &id, const Wait &wait);
    /// Database first, files after; resumable: run again where files were left, or where a very long thread's deletion stopped half-way (kind
    /// "delete-incomplete").
    Result<DeleteOutcome> remove(const QString &id, const Wait &wait);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace verderer
