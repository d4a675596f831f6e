// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"

#include <QSqlDatabase>

struct sqlite3;

namespace verderer {

/// SQLite's own handle of an open connection; null where it is another engine's. Owned by the connection, used on its thread.
sqlite3 *sqliteHandle(const QSqlDatabase &database);

/// Lets a SQLite connection wait for other writers and run long statements only as long as a job's deadline and cancel token allow. Installed while a
/// job runs, on the connection's own thread; taken out by the destructor. Does nothing where the driver gives no handle.
class SqliteWaiting {
public:
    /// `busyTimeoutMs`: the longest wait for a lock, whatever the deadline.
    SqliteWaiting(const QSqlDatabase &database, const Wait &wait, int busyTimeoutMs);
    ~SqliteWaiting();
    SqliteWaiting(const SqliteWaiting &) = delete;
    SqliteWaiting &operator=(const SqliteWaiting &) = delete;

private:
    static int onBusy(void *self, int count);
    static int onProgress(void *self);
    [[nodiscard]] bool over() const;

    void *m_handle = nullptr;
    Wait m_wait;
    int m_busyTimeoutMs = 0;
    QDeadlineTimer m_busyDeadline;
};

} // namespace verderer
