// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/database_connection.h"

#include "database/database_worker.h"
#include "database/postgres_cancel.h"
#include "database/sqlite_waiting.h"

#include <QFileInfo>
#include <QSqlDriver>
#include <QSqlError>
#include <QSqlRecord>
#include <QUuid>

#include <algorithm>

namespace verderer {

namespace {

/// Statements kept prepared; a job uses a handful, and a list with filters makes new ones.
constexpr std::size_t keptStatements = 64;
/// How long a server may take to answer at all, in seconds; libpq knows no smaller limit than 2.
constexpr qint64 longestConnect = 10;
constexpr qint64 shortestConnect = 2;
/// A statement on a server never runs longer than this, even for a caller who states no deadline.
constexpr qint64 longestStatementMs = 300'000;

QString quotedIdentifier(QString name)
{
    return QLatin1Char('"') + name.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
}

} // namespace

bool TableColumns::has(QStringView name) const
{
    return std::any_of(columns.cbegin(), columns.cend(), [&](const Column &column) { return column.name == name; });
}

DatabaseConnection::DatabaseConnection(DatabaseUrl url, const QSqlDatabase &database, Access access, DatabaseCallObserver observer)
    : m_url(std::move(url)), m_database(database), m_access(access), m_observer(std::move(observer)), m_dialect(makeDialect(m_url.kind))
{
}

DatabaseConnection::~DatabaseConnection()
{
    const QString name = m_database.connectionName();
    const auto dropStatements = [this] {
        m_statements.clear();
        m_failed.clear();
    };
    if (!m_lost) {
        dropStatements(); // while they can still be freed on the server
        m_database.close();
    }
    m_database = QSqlDatabase();
    QSqlDatabase::removeDatabase(name);
    dropStatements(); // of a lost connection: without their driver they ask nobody to free them
}

QString DatabaseConnection::connectOptions(const DatabaseUrl &url, Access access, const Wait &wait)
{
    if (url.kind == DatabaseKind::Sqlite)
        return access == Access::ReadOnly ? QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_BUSY_TIMEOUT=0") : QStringLiteral("QSQLITE_BUSY_TIMEOUT=0");
    QStringList options;
    auto parameters = url.parameters;
    if (!parameters.contains(QStringLiteral("connect_timeout"))) {
        const qint64 seconds = wait.deadline.isForever() ? longestConnect : wait.deadline.remainingTime() / 1000;
        parameters.insert(QStringLiteral("connect_timeout"), QString::number(std::clamp(seconds, shortestConnect, longestConnect)));
    }
    if (!parameters.contains(QStringLiteral("application_name")))
        parameters.insert(QStringLiteral("application_name"), QStringLiteral("verderer"));
    for (auto it = parameters.cbegin(); it != parameters.cend(); ++it) {
        QString value = it.value();
        value.replace(QLatin1Char('\\'), QLatin1String("\\\\")).replace(QLatin1Char('\''), QLatin1String("\\'"));
        // The driver cuts its options at semicolons; libpq needs none of them in a value.
        value.remove(QLatin1Char(';'));
        options.append(QStringLiteral("%1='%2'").arg(it.key(), value));
    }
    return options.join(QLatin1Char(';'));
}

Result<std::unique_ptr<DatabaseConnection>> DatabaseConnection::open(const DatabaseUrl &url, Access access, const Wait &wait,
                                                                     DatabaseCallObserver observer)
{
    ErrorDetails details;
    details.path = url.kind == DatabaseKind::Sqlite ? url.path : url.display();
    const QString problem = driverProblem(url.kind);
    if (!problem.isEmpty()) {
        details.kind = QStringLiteral("driver-missing");
        return fail(ErrorCode::Unavailable, problem, details);
    }
    if (url.kind == DatabaseKind::Sqlite) {
        const QFileInfo file(url.path);
        if (!file.exists()) {
            details.kind = QStringLiteral("database-missing");
            return fail(ErrorCode::NotFound,
                        QStringLiteral("There is no database at %1. Check database.sqlite_dir in config.yaml, or name the file with --database.")
                            .arg(url.path),
                        details);
        }
        if (file.isDir()) {
            details.kind = QStringLiteral("is-a-folder");
            return fail(ErrorCode::Invalid, QStringLiteral("%1 is a folder, not a database file.").arg(url.path), details);
        }
        if (access == Access::ReadWrite && !file.isWritable()) {
            details.kind = QStringLiteral("not-permitted");
            return fail(ErrorCode::ReadOnly, QStringLiteral("The database %1 may not be written by this account.").arg(url.path), details);
        }
    }
    const QString driver = url.kind == DatabaseKind::Sqlite ? QStringLiteral("QSQLITE") : QStringLiteral("QPSQL");
    QSqlDatabase database = QSqlDatabase::addDatabase(driver, QStringLiteral("verderer-") + QUuid::createUuid().toString(QUuid::Id128));
    if (url.kind == DatabaseKind::Sqlite) {
        database.setDatabaseName(url.path);
    } else {
        database.setHostName(url.host);
        database.setPort(url.port);
        database.setDatabaseName(url.database);
        database.setUserName(url.user);
        database.setPassword(url.password);
    }
    database.setConnectOptions(connectOptions(url, access, wait));
    std::unique_ptr<DatabaseConnection> connection(new DatabaseConnection(url, database, access, std::move(observer)));
    database = QSqlDatabase();
    connection->m_wait = wait;
    if (!connection->m_database.open()) {
        Error error = connection->errorOf(connection->m_database.lastError(), QStringLiteral("open"));
        if (error.code == ErrorCode::Internal)
            error.code = ErrorCode::Unavailable;
        return tl::unexpected<Error>(std::move(error));
    }
    if (const auto prepared = connection->prepareServer(); !prepared)
        return tl::unexpected<Error>(prepared.error());
    return connection;
}

Result<void> DatabaseConnection::prepareServer()
{
    if (m_url.kind == DatabaseKind::Sqlite)
        return {};
    // Times travel as text in UTC and the isolation is the one the creation of threads relies on, whatever the server's defaults are.
    QStringList statements{QStringLiteral("SET TIME ZONE 'UTC'"), QStringLiteral("SET default_transaction_isolation TO 'read committed'"),
                           QStringLiteral("SET idle_in_transaction_session_timeout TO 60000")};
    if (m_access == Access::ReadOnly) {
        statements.append(QStringLiteral("SET default_transaction_read_only TO on"));
    }
    for (const QString &statement : std::as_const(statements)) {
        if (const auto done = execute(statement); !done)
            return tl::unexpected<Error>(done.error());
    }
    if (!m_url.schema.isEmpty()) {
        const auto exists = query(QStringLiteral("SELECT 1 FROM pg_namespace WHERE nspname = ?"), {m_url.schema});
        if (!exists)
            return tl::unexpected<Error>(exists.error());
        if (exists->isEmpty()) {
            ErrorDetails details;
            details.path = m_url.display();
            details.kind = QStringLiteral("schema-missing");
            return fail(ErrorCode::NotFound,
                        QStringLiteral("The database has no schema \"%1\". Check database.postgres_schema in config.yaml.").arg(m_url.schema),
                        details);
        }
        if (const auto done = execute(QStringLiteral("SET search_path TO %1").arg(quotedIdentifier(m_url.schema))); !done)
            return tl::unexpected<Error>(done.error());
    }
    const auto pid = query(QStringLiteral("SELECT pg_backend_pid()"));
    if (!pid)
        return tl::unexpected<Error>(pid.error());
    m_backendPid = pid->isEmpty() ? 0 : pid->first().value(0).toInt();
    return {};
}

Result<void> DatabaseConnection::limitServer(const Wait &wait)
{
    if (m_url.kind == DatabaseKind::Sqlite)
        return {};
    qint64 timeout = longestStatementMs;
    if (!wait.deadline.isForever())
        timeout = std::clamp<qint64>(wait.deadline.remainingTime(), 1, longestStatementMs);
    // A looser limit that is still in force does no harm when it is close; a statement more for every job would.
    if (m_serverTimeoutMs > 0 && timeout <= m_serverTimeoutMs && timeout * 10 >= m_serverTimeoutMs * 9)
        return {};
    const auto done = execute(QStringLiteral("SET statement_timeout TO %1").arg(timeout));
    if (!done)
        return tl::unexpected<Error>(done.error());
    m_serverTimeoutMs = timeout;
    return {};
}

Error DatabaseConnection::errorOf(const QSqlError &error, const QString &doing)
{
    Error result;
    result.details.path = m_url.kind == DatabaseKind::Sqlite ? m_url.path : m_url.display();
    result.details.sqlState = error.nativeErrorCode();
    QString text = error.databaseText().trimmed();
    if (text.isEmpty())
        text = error.driverText().trimmed();
    text = text.section(QLatin1Char('\n'), 0, 0);
    const auto say = [&](ErrorCode code, const char *kind, const QString &sentence) {
        result.code = code;
        result.details.kind = QString::fromLatin1(kind);
        result.message = sentence;
    };
    const QString where = result.details.path;
    const QString &state = result.details.sqlState;
    // 25P03 ends the connection as well: the server lost patience with an idle transaction.
    const bool gone =
        m_url.kind == DatabaseKind::Postgres && (state.startsWith(QLatin1String("08")) || state.startsWith(QLatin1String("57P")) ||
                                                 state == QLatin1String("25P03") || error.type() == QSqlError::ConnectionError || state.isEmpty());
    m_lost = m_lost || gone;
    if (m_wait.cancel.isCancelled()) {
        say(ErrorCode::Cancelled, "cancelled", QStringLiteral("Cancelled; the database was left as it was."));
        return result;
    }
    if (m_url.kind == DatabaseKind::Sqlite) {
        switch (result.details.sqlState.toInt() & 0xFF) {
        case 5: // SQLITE_BUSY
        case 6: // SQLITE_LOCKED
            say(ErrorCode::Locked, "database-locked",
                QStringLiteral("The database %1 is locked by another program and did not become free in time. Nothing was changed; try again.")
                    .arg(where));
            break;
        case 8: // SQLITE_READONLY
            say(ErrorCode::ReadOnly, "read-only", QStringLiteral("The database %1 may only be read.").arg(where));
            break;
        case 9: // SQLITE_INTERRUPT
            say(ErrorCode::TimedOut, "timed-out", QStringLiteral("The database did not answer in time."));
            break;
        case 11: // SQLITE_CORRUPT
        case 26: // SQLITE_NOTADB
            say(ErrorCode::Damaged, "database-damaged",
                QStringLiteral("%1 is no intact SQLite database (%2). Restore it from a backup.").arg(where, text));
            break;
        case 13: // SQLITE_FULL
            say(ErrorCode::ReadOnly, "disk-full", QStringLiteral("There is no room left on the disk for %1. Nothing was changed.").arg(where));
            break;
        case 14: // SQLITE_CANTOPEN
            say(ErrorCode::Unavailable, "cannot-open",
                QStringLiteral("Cannot open the database %1: %2. Check its permissions, and that its folder may be written if it uses WAL.")
                    .arg(where, text));
            break;
        case 19: // SQLITE_CONSTRAINT
            say(text.contains(QLatin1String("UNIQUE")) ? ErrorCode::AlreadyExists : ErrorCode::Invalid, "constraint",
                QStringLiteral("The database refuses the row: %1.").arg(text));
            break;
        default:
            say(ErrorCode::Internal, "sql", QStringLiteral("Cannot %1 the database: %2.").arg(doing, text));
            break;
        }
        return result;
    }
    if (gone) {
        say(ErrorCode::Unavailable, "connection-lost",
            QStringLiteral("The connection to %1 could not be made or was lost (%2). Check that the server runs, then try again.").arg(where, text));
    } else if (state == QLatin1String("57014")) {
        say(ErrorCode::TimedOut, "timed-out", QStringLiteral("The database did not answer in time."));
    } else if (state == QLatin1String("55P03") || state.startsWith(QLatin1String("40"))) {
        say(ErrorCode::Locked, "database-locked", QStringLiteral("The rows are locked by another program. Nothing was changed; try again."));
    } else if (state == QLatin1String("23505")) {
        say(ErrorCode::AlreadyExists, "constraint", QStringLiteral("The database refuses the row: %1.").arg(text));
    } else if (state.startsWith(QLatin1String("22")) || state.startsWith(QLatin1String("23"))) {
        say(ErrorCode::Invalid, "constraint", QStringLiteral("The database refuses the row: %1.").arg(text));
    } else if (state == QLatin1String("42501") || state == QLatin1String("25006")) {
        say(ErrorCode::ReadOnly, "not-permitted", QStringLiteral("The database account may not do this: %1.").arg(text));
    } else if (state == QLatin1String("53100")) {
        say(ErrorCode::ReadOnly, "disk-full", QStringLiteral("The database server has no room left on its disk. Nothing was changed."));
    } else {
        say(ErrorCode::Internal, "sql", QStringLiteral("Cannot %1 the database: %2.").arg(doing, text));
    }
    return result;
}

Result<QSqlQuery *> DatabaseConnection::run(const QString &sql, const QList<QVariant> &values)
{
    if (m_observer) {
        if (auto allowed = m_observer(sql); !allowed)
            return tl::unexpected<Error>(allowed.error());
    }
    auto found = m_statements.find(sql);
    if (found == m_statements.end()) {
        if (m_statements.size() >= keptStatements)
            m_statements.clear();
        auto query = std::make_unique<QSqlQuery>(m_database);
        query->setForwardOnly(true);
        // Statements without values are sent as they are: a server cannot prepare SET and the like.
        if (!values.isEmpty() && !query->prepare(sql))
            return tl::unexpected<Error>(errorOf(query->lastError(), QStringLiteral("ask")));
        found = m_statements.emplace(sql, std::move(query)).first;
    }
    QSqlQuery *query = found->second.get();
    bool good = false;
    if (values.isEmpty()) {
        good = query->exec(sql);
    } else {
        QSqlQuery &prepared = *query;
        for (qsizetype i = 0; i < values.size(); ++i)
            prepared.bindValue(static_cast<int>(i), values[i]);
        good = prepared.exec();
    }
    if (!good) {
        Error error = errorOf(query->lastError(), QStringLiteral("ask"));
        query->finish();
        // Given up when the transaction is over: until then a server refuses to free it, as it refuses everything.
        m_failed.push_back(std::move(found->second));
        m_statements.erase(found);
        return tl::unexpected<Error>(std::move(error));
    }
    return query;
}

Result<QList<DatabaseRow>> DatabaseConnection::query(const QString &sql, const QList<QVariant> &values)
{
    QList<DatabaseRow> rows;
    auto done = forEach(sql, values, [&](const DatabaseRow &row) {
        rows.append(row);
        return true;
    });
    if (!done)
        return tl::unexpected<Error>(done.error());
    return rows;
}

Result<void> DatabaseConnection::forEach(const QString &sql, const QList<QVariant> &values, const std::function<bool(const DatabaseRow &)> &row)
{
    const auto started = run(sql, values);
    if (!started)
        return tl::unexpected<Error>(started.error());
    QSqlQuery &query = **started;
    const int columns = query.record().count();
    bool cancelled = false;
    while (query.next()) {
        DatabaseRow values_;
        values_.reserve(columns);
        for (int i = 0; i < columns; ++i)
            values_.append(query.value(i));
        if (!row(values_))
            break;
        if (m_wait.cancel.isCancelled()) {
            cancelled = true;
            break;
        }
    }
    const QSqlError error = query.lastError();
    query.finish(); // a statement left open holds SQLite's read lock
    if (cancelled)
        return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled; the database was left as it was."));
    if (error.isValid())
        return tl::unexpected<Error>(errorOf(error, QStringLiteral("read")));
    return {};
}

Result<qint64> DatabaseConnection::execute(const QString &sql, const QList<QVariant> &values)
{
    const auto started = run(sql, values);
    if (!started)
        return tl::unexpected<Error>(started.error());
    const qint64 touched = (*started)->numRowsAffected();
    (*started)->finish();
    return touched;
}

Result<TableColumns> DatabaseConnection::columns(const QString &table)
{
    if (const auto known = m_columns.constFind(table); known != m_columns.constEnd())
        return *known;
    TableColumns result;
    if (m_url.kind == DatabaseKind::Sqlite) {
        const auto rows = query(QStringLiteral("SELECT name, \"notnull\", dflt_value, type FROM pragma_table_info(?)"), {table});
        if (!rows)
            return tl::unexpected<Error>(rows.error());
        for (const DatabaseRow &row : *rows)
            result.columns.append({row[0].toString(), row[1].toInt() != 0, !row[2].isNull(), row[3].toString()});
    } else {
        const auto rows =
            query(QStringLiteral("SELECT a.attname, a.attnotnull, a.atthasdef OR a.attidentity <> '', format_type(a.atttypid, a.atttypmod) "
                                 "FROM pg_attribute a WHERE a.attrelid = to_regclass(?) AND a.attnum > 0 AND NOT a.attisdropped "
                                 "ORDER BY a.attnum"),
                  {quotedIdentifier(table)});
        if (!rows)
            return tl::unexpected<Error>(rows.error());
        for (const DatabaseRow &row : *rows)
            result.columns.append({row[0].toString(), row[1].toBool(), row[2].toBool(), row[3].toString()});
    }
    if (!result.columns.isEmpty()) // a table that comes later must be seen
        m_columns.insert(table, result);
    return result;
}

Result<void> DatabaseConnection::transact(const std::function<Result<void>(DatabaseSession &)> &work)
{
    // Deferred transactions can fail at their first write whatever the busy timeout is; this one waits for the lock where waiting helps.
    const QString begin = m_url.kind == DatabaseKind::Sqlite ? QStringLiteral("BEGIN IMMEDIATE") : QStringLiteral("BEGIN");
    if (const auto begun = execute(begin); !begun)
        return tl::unexpected<Error>(begun.error());
    auto worked = work(*this);
    if (worked && m_wait.cancel.isCancelled())
        worked = fail(ErrorCode::Cancelled, QStringLiteral("Cancelled; the database was left as it was."));
    if (worked) {
        const auto committed = execute(QStringLiteral("COMMIT"));
        if (committed)
            return {};
        Error error = committed.error();
        if (m_lost) {
            error.code = ErrorCode::Unavailable; // also where it was cancelled: nobody knows how far the server came
            error.details.kind = QStringLiteral("commit-unknown");
            error.message =
                QStringLiteral("The connection was lost while the change was being stored. It may or may not have been; look before you try again.");
        }
        worked = tl::unexpected<Error>(std::move(error));
    }
    if (!m_lost) {
        const DatabaseCallObserver observer = std::exchange(m_observer, {}); // undoing is never made to fail
        const Wait wait = std::exchange(m_wait, Wait{});
        (void)execute(QStringLiteral("ROLLBACK")); // fails only where the engine has rolled back already
        m_wait = wait;
        m_observer = observer;
    }
    return worked;
}

Result<void> DatabaseConnection::runJob(bool write, const Wait &wait, int busyTimeoutMs, const std::function<Result<void>(DatabaseSession &)> &work)
{
    m_wait = wait;
    std::optional<SqliteWaiting> sqliteWaiting;
    std::optional<PostgresCancel> postgresCancel;
    if (m_url.kind == DatabaseKind::Sqlite)
        sqliteWaiting.emplace(m_database, wait, busyTimeoutMs);
    else
        postgresCancel.emplace(m_url, m_backendPid, wait.cancel);
    if (const auto limited = limitServer(wait); !limited) {
        return tl::unexpected<Error>(limited.error());
    }
    auto done = write ? transact(work) : work(*this);
    if (!m_lost) {
        m_failed.clear();
    }
    return done;
}

} // namespace verderer
