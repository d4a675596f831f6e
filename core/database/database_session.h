// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "database/database_url.h"

#include <QList>
#include <QSet>
#include <QString>
#include <QVariant>

#include <functional>
#include <memory>
#include <optional>

namespace verderer {

/// One row of an answer; values as the driver gives them, by position.
using DatabaseRow = QList<QVariant>;

/// The columns of one table as they are in this database now (probed, never assumed: deerflow-format 7.1).
struct TableColumns {
    struct Column {
        QString name;
        bool notNull = false;
        bool hasDefault = false;
        QString type; ///< as declared
    };
    QList<Column> columns;
    [[nodiscard]] bool has(QStringView name) const;
    [[nodiscard]] bool empty() const { return columns.isEmpty(); } ///< there is no such table
};

/// What differs between the two engines, in one place.
class Dialect {
public:
    virtual ~Dialect() = default;
    [[nodiscard]] virtual DatabaseKind kind() const = 0;
    /// The expression that is true exactly where DeerFlow takes a row as pinned (JSON true), guarded against damaged JSON.
    [[nodiscard]] virtual QString pinnedExpression(const QString &column) const = 0;
    /// The text of a string member `key` of a JSON column, null where the JSON is damaged.
    [[nodiscard]] virtual QString jsonText(const QString &column, const QString &key) const = 0;
    /// A point in time as it is bound (SQLite: DeerFlow's exact text; PostgreSQL: text with +00 that the server casts).
    [[nodiscard]] virtual QVariant timeValue(std::int64_t microseconds) const = 0;
    /// Reads a stored point in time leniently; nothing where it is none. `exact` is cleared where the stored form is not DeerFlow's own.
    [[nodiscard]] virtual std::optional<std::int64_t> readTime(const QVariant &value, bool *exact = nullptr) const = 0;
    [[nodiscard]] virtual QString timeCast(const QString &placeholder) const = 0; ///< `?` or `CAST(? AS timestamptz)`
    [[nodiscard]] virtual QString jsonCast(const QString &placeholder) const = 0; ///< `?` or `CAST(? AS json)`
};

/// A connection while a job runs on its worker. Only valid inside the job, only on the worker's thread.
class DatabaseSession {
public:
    virtual ~DatabaseSession() = default;
    [[nodiscard]] virtual const Dialect &dialect() const = 0;
    /// Runs one statement with positional `?` values and gives all rows. Errors carry sqlState; "database is locked" is Locked (kind "database-locked"), a lost
    /// connection Unavailable, a broken constraint AlreadyExists (unique) or Invalid.
    virtual Result<QList<DatabaseRow>> query(const QString &sql, const QList<QVariant> &values = {}) = 0;
    /// The same row by row, nothing kept; `row` gives false to stop. Checks the job's cancel token between rows.
    virtual Result<void> forEach(const QString &sql, const QList<QVariant> &values, const std::function<bool(const DatabaseRow &)> &row) = 0;
    /// Gives the number of rows touched.
    virtual Result<qint64> execute(const QString &sql, const QList<QVariant> &values = {}) = 0;
    /// Columns of a table, probed once a connection.
    virtual Result<TableColumns> columns(const QString &table) = 0;
    /// The deadline and cancel token of the running job.
    [[nodiscard]] virtual const Wait &wait() const = 0;
};

/// Sees each database call before it is made, and may fail it: the seam of fault tests. Called on the worker's thread.
using DatabaseCallObserver = std::function<Result<void>(const QString &sql)>;

} // namespace verderer
