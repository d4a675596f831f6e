// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "threads/thread_record.h"

#include <QList>

#include <memory>

namespace verderer {

enum class MetadataOperator { Equals };

/// Which threads a list shows; everything empty: all of them, every owner's and nobody's.
struct ThreadFilter {
    std::optional<QString> owner; ///< a user id; an empty string: nobody's
    QStringList statuses;
    QString text; ///< in title or id, case-insensitive
    std::optional<Microseconds> updatedFrom, updatedBefore;
    QList<std::pair<QString, QByteArray>> metadata; ///< key and JSON value, DeerFlow's strict types (deerflow-format 7.3)
};

/// A place in DeerFlow's order: pinned first, then updated (as stored text), then id, all descending.
struct ThreadCursor {
    bool pinned = false;
    QString updatedRaw;
    QString threadId;
    [[nodiscard]] QString encode() const; ///< opaque, URL-safe
    static Result<ThreadCursor> decode(const QString &text);
};

struct ThreadPage {
    QList<ThreadRecord> threads;
    std::optional<ThreadCursor> next; ///< none: this was the last page
};

/// What is left of a thread besides its row.
struct ThreadRemains {
    qint64 runs = 0, events = 0, feedback = 0, checkpoints = 0, checkpointWrites = 0;
    bool activeRun = false;
    QString activeRunId;
    std::optional<Microseconds> activeSince;
};

/// The rows of threads, whatever keeps them. Every call blocks the calling thread (never the window's); each is one job, and a write is one
/// transaction.
class ThreadStore {
public:
    virtual ~ThreadStore() = default;
    virtual Result<std::optional<ThreadRecord>> find(const QString &id, const Wait &wait) = 0;
    /// One transaction: insert first (on conflict nothing), then read the row back. Gives the row and whether this call made it; an empty read-back
    /// (deleted meanwhile) gives no row.
    struct Inserted {
        std::optional<ThreadRecord> record;
        bool created = false;
    };
    virtual Result<Inserted> insert(const ThreadRecord &record, const Wait &wait) = 0;
    virtual Result<ThreadPage> list(const ThreadFilter &filter, int limit, const std::optional<ThreadCursor> &after, const Wait &wait) = 0;
    virtual Result<ThreadRemains> remains(const QString &id, const Wait &wait) = 0;
    /// Replaces title, pin, metadata or owner in one transaction that re-reads the row first; `change` gets the stored row and gives the new one, or
    /// an error that aborts.
    virtual Result<ThreadRecord> update(const QString &id, const std::function<Result<ThreadRecord>(const ThreadRecord &)> &change,
                                        bool refuseWhileActive, const Wait &wait) = 0;
    /// Removes the row and what `remains` counts, in one transaction behind a `delete` reservation. Conflict while a run is active.
    virtual Result<ThreadRemains> remove(const QString &id, const Wait &wait) = 0;
};

} // namespace verderer
