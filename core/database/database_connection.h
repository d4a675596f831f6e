// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "database/database_session.h"

#include <QHash>
#include <QSqlDatabase>
#include <QSqlQuery>

#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

namespace verderer {

/// One named QSqlDatabase connection and what belongs to it. Made, used and destroyed on one thread, its worker's.
class DatabaseConnection final : public DatabaseSession {
public:
    enum class Access { ReadOnly, ReadWrite };

    /// Opens. NotFound for a missing SQLite file (which is never created), Unavailable for a missing driver (its package is named) or a server that
    /// does not answer, ReadOnly where the file may not be written.
    static Result<std::unique_ptr<DatabaseConnection>> open(const DatabaseUrl &url, Access access, const Wait &wait, DatabaseCallObserver observer);
    ~DatabaseConnection() override;

    /// What the driver is told when it opens: the parameters of the URL as libpq's options (a connect_timeout within the deadline of `wait` where the
    /// URL states none), and for SQLite whether the file may be written.
    static QString connectOptions(const DatabaseUrl &url, Access access, const Wait &wait);

    [[nodiscard]] const Dialect &dialect() const override { return *m_dialect; }
    Result<QList<DatabaseRow>> query(const QString &sql, const QList<QVariant> &values = {}) override;
    Result<void> forEach(const QString &sql, const QList<QVariant> &values, const std::function<bool(const DatabaseRow &)> &row) override;
    Result<void> scan(const QString &sql, const QList<QVariant> &values, const std::function<bool(const ScannedRow &)> &row) override;
    Result<qint64> execute(const QString &sql, const QList<QVariant> &values = {}) override;
    Result<TableColumns> columns(const QString &table) override;
    [[nodiscard]] const Wait &wait() const override { return m_wait; }

    /// Runs `work` as one job bounded by `wait`; in a transaction whose first statement takes the write lock where `write` is set: committed if
    /// `work` gives a value, rolled back otherwise. A connection that was lost while nothing had been done yet is opened again once.
    Result<void> runJob(bool write, const Wait &wait, int busyTimeoutMs, const std::function<Result<void>(DatabaseSession &)> &work);

    /// Whether a job found the connection lost; a new one must be opened then.
    [[nodiscard]] bool lost() const { return m_lost; }

private:
    DatabaseConnection(DatabaseUrl url, const QSqlDatabase &database, Access access, DatabaseCallObserver observer);
    Result<void> prepareServer();
    Result<void> limitServer(const Wait &wait);
    Result<QSqlQuery *> run(const QString &sql, const QList<QVariant> &values);
    Error errorOf(const QSqlError &error, const QString &doing);
    Result<void> transact(const std::function<Result<void>(DatabaseSession &)> &work);

    DatabaseUrl m_url;
    QSqlDatabase m_database;
    Access m_access;
    DatabaseCallObserver m_observer;
    std::shared_ptr<const Dialect> m_dialect;
    std::unordered_map<QString, std::unique_ptr<QSqlQuery>> m_statements; ///< prepared once, reset after each use
    std::vector<std::unique_ptr<QSqlQuery>> m_failed;                     ///< to be freed when the transaction is over
    QHash<QString, TableColumns> m_columns;
    Wait m_wait;
    qint64 m_serverTimeoutMs = -1;
    int m_backendPid = 0;
    bool m_lost = false;
};

} // namespace verderer
