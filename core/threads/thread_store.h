// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "threads/thread_record.h"

#include <QList>

#include <functional>
#include <memory>
#include <utility>

namespace verderer {

/// Which threads a list shows; everything empty: all of them, every owner's and nobody's.
struct ThreadFilter {
    std::optional<QString> owner = {}; ///< a user id; an empty string: nobody's
    QStringList statuses = {};
    QString text = {}; ///< in title or id, case-insensitive
    std::optional<Microseconds> updatedFrom = {}, updatedBefore = {};
    QList<std::pair<QString, QByteArray>> metadata = {}; ///< key and JSON value, DeerFlow's strict types (deerflow-format 7.3)
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

/// Gets the stored row and gives the new one, or an error that leaves everything as it was. Called once, in the middle of the store's transaction.
using ThreadChange = std::function<Result<ThreadRecord>(const ThreadRecord &stored)>;

/// The rows of threads, whatever keeps them. Every call blocks the calling thread (never the window's); each is one job, and a write is one
/// transaction.
class ThreadStore {
public:
    /// What insert() found: the row that is there now (none: somebody deleted it meanwhile), and whether this call made it.
    struct Inserted {
        std::optional<ThreadRecord> record;
        bool created = false;
    };

    virtual ~ThreadStore() = default;
    virtual Result<std::optional<ThreadRecord>> find(const QString &id, const Wait &wait) = 0;
    /// Insert first (on conflict nothing), then read back, in one transaction. Never changes a row that exists.
    virtual Result<Inserted> insert(const ThreadRecord &record, const Wait &wait) = 0;
    /// DeerFlow's order. `after`: only what comes behind that place.
    virtual Result<ThreadPage> list(const ThreadFilter &filter, int limit, const std::optional<ThreadCursor> &after, const Wait &wait) = 0;
    virtual Result<ThreadRemains> remains(const QString &id, const Wait &wait) = 0;
    /// Re-reads the row and stores what `change` makes of it. Owner, title, status, metadata and updated_at are stored, the rest is not. NotFound;
    /// Conflict ("busy, run … since …") where `refuseWhileActive` and a run is active.
    virtual Result<ThreadRecord> update(const QString &id, const ThreadChange &change, bool refuseWhileActive, const Wait &wait) = 0;
    /// Removes the row, its runs, events, feedback, checkpoints and their writes, in one transaction. Conflict while a run is active. Where there are
    /// thousands of events they go first, in batches, while a reservation keeps the thread; stopped in between it says so (kind "delete-incomplete").
    virtual Result<ThreadRemains> remove(const QString &id, const Wait &wait) = 0;
};

} // namespace verderer
