// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "database/dialect.h"
#include "database/row_scan.h"

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

/// A connection while a job runs on its worker. Only valid inside the job, only on the worker's thread.
class DatabaseSession {
public:
    virtual ~DatabaseSession() = default;
    [[nodiscard]] virtual const Dialect &dialect() const = 0;
    /// Runs one statement with positional `?` values and gives all rows. Errors carry sqlState; "database is locked" is Locked (kind
    /// "database-locked"), a lost connection Unavailable, a broken constraint AlreadyExists (unique) or Invalid.
    virtual Result<QList<DatabaseRow>> query(const QString &sql, const QList<QVariant> &values = {}) = 0;
    /// The same row by row, nothing kept; `row` gives false to stop. Checks the job's cancel token between rows.
    virtual Result<void> forEach(const QString &sql, const QList<QVariant> &values, const std::function<bool(const DatabaseRow &)> &row) = 0;
    /// The same for walks over a whole table: values are handed over as the engine holds them, and the statement is not kept prepared.
    virtual Result<void> scan(const QString &sql, const QList<QVariant> &values, const std::function<bool(const ScannedRow &)> &row);
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
