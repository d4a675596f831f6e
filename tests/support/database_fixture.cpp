// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/database_fixture.h"

#include "support/postgres_server.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QSqlRecord>
#include <QTemporaryDir>
#include <QUuid>

#include <algorithm>
#include <functional>

namespace verderer::test {

namespace {

QVariant nullable(const std::optional<QString> &text)
{
    return text ? QVariant(*text) : QVariant(QMetaType::fromType<QString>());
}

/// One connection that lives as long as the call it serves.
class Connection {
public:
    explicit Connection(const DatabaseUrl &url) : m_name(QStringLiteral("fixture-") + QUuid::createUuid().toString(QUuid::Id128))
    {
        const bool sqlite = url.kind == DatabaseKind::Sqlite;
        m_database = QSqlDatabase::addDatabase(sqlite ? QStringLiteral("QSQLITE") : QStringLiteral("QPSQL"), m_name);
        m_database.setDatabaseName(sqlite ? url.path : url.database);
        if (sqlite) {
            m_database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=30000"));
        } else {
            m_database.setHostName(url.host);
            m_database.setPort(url.port);
            m_database.setUserName(url.user);
        }
        if (!m_database.open())
            qFatal("fixture: %s", qPrintable(m_database.lastError().text()));
        if (!sqlite) {
            run(QStringLiteral("SET TIME ZONE 'UTC'"), {});
            if (!url.schema.isEmpty())
                run(QStringLiteral("SET search_path TO \"%1\"").arg(url.schema), {});
        }
    }
    ~Connection()
    {
        m_database.close();
        m_database = QSqlDatabase();
        QSqlDatabase::removeDatabase(m_name);
    }
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    QList<QList<QVariant>> run(const QString &statement, const QList<QVariant> &values)
    {
        QSqlQuery query(m_database);
        query.setForwardOnly(true);
        bool good = false;
        if (values.isEmpty()) {
            good = query.exec(statement);
        } else {
            good = query.prepare(statement);
            for (const QVariant &value : values)
                query.addBindValue(value);
            good = good && query.exec();
        }
        if (!good)
            qFatal("fixture: %s: %s", qPrintable(query.lastError().text()), qPrintable(statement));
        QList<QList<QVariant>> rows;
        while (query.next()) {
            QList<QVariant> row;
            for (int i = 0; i < query.record().count(); ++i)
                row.append(query.value(i));
            rows.append(row);
        }
        return rows;
    }

    void each(const QString &statement, const QList<QList<QVariant>> &rows)
    {
        QSqlQuery query(m_database);
        if (!m_database.transaction() || !query.prepare(statement))
            qFatal("fixture: %s: %s", qPrintable(query.lastError().text()), qPrintable(statement));
        for (const auto &row : rows) {
            for (qsizetype i = 0; i < row.size(); ++i)
                query.bindValue(static_cast<int>(i), row[i]);
            if (!query.exec())
                qFatal("fixture: %s: %s", qPrintable(query.lastError().text()), qPrintable(statement));
        }
        query.finish();
        if (!m_database.commit())
            qFatal("fixture: %s", qPrintable(m_database.lastError().text()));
    }

private:
    QString m_name;
    QSqlDatabase m_database;
};

/// `{dt}` and `{serial}` differ between the engines; everything else is the same (deerflow-format 7.1).
QStringList tables(const DatabaseFixture::Schema &schema, bool postgres)
{
    const auto since = [&](int age, const char *columns) { return schema.age >= age ? QString::fromLatin1(columns) : QString(); };
    const auto where = [](bool there, const char *columns) { return there ? QString::fromLatin1(columns) : QString(); };
    const QString head =
        schema.age >= 13 ? QStringLiteral("0013_mcp_task_notifications") : QStringLiteral("%1_older").arg(schema.age, 4, 10, QLatin1Char('0'));
    QStringList result{
        QStringLiteral("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"),
        QStringLiteral("INSERT INTO alembic_version VALUES ('%1')").arg(head),
        QStringLiteral("CREATE TABLE threads_meta (thread_id VARCHAR(64) NOT NULL, ") + where(schema.incarnation, "incarnation VARCHAR(32), ") +
            QStringLiteral("assistant_id VARCHAR(128), user_id VARCHAR(64), ") + where(schema.projectId, "project_id VARCHAR(64), ") +
            QStringLiteral("display_name VARCHAR(256), status VARCHAR(20) NOT NULL, ") +
            where(schema.archived, "archived BOOLEAN DEFAULT false NOT NULL, ") +
            QStringLiteral("metadata_json JSON NOT NULL, created_at {dt} NOT NULL, updated_at {dt} NOT NULL, PRIMARY KEY (thread_id))"),
        QStringLiteral("CREATE INDEX ix_threads_meta_assistant_id ON threads_meta (assistant_id)"),
        QStringLiteral("CREATE INDEX ix_threads_meta_user_id ON threads_meta (user_id)"),
        QStringLiteral(
            "CREATE TABLE runs (run_id VARCHAR(64) NOT NULL, thread_id VARCHAR(64) NOT NULL, assistant_id VARCHAR(128), user_id VARCHAR(64), "
            "status VARCHAR(20) NOT NULL, ") +
            since(8, "operation_kind VARCHAR(32) DEFAULT 'run' NOT NULL, ") + since(13, "idempotency_key VARCHAR(255), ") +
            QStringLiteral(
                "model_name VARCHAR(128), multitask_strategy VARCHAR(20) NOT NULL, metadata_json JSON NOT NULL, kwargs_json JSON NOT NULL, "
                "error TEXT, ") +
            since(5, "stop_reason VARCHAR(50), ") +
            QStringLiteral("message_count INTEGER NOT NULL, first_human_message TEXT, last_ai_message TEXT, total_input_tokens INTEGER NOT NULL, "
                           "total_output_tokens INTEGER NOT NULL, total_tokens INTEGER NOT NULL, llm_call_count INTEGER NOT NULL, lead_agent_tokens "
                           "INTEGER NOT NULL, subagent_tokens INTEGER NOT NULL, middleware_tokens INTEGER NOT NULL, ") +
            since(2, "token_usage_by_model JSON DEFAULT '{}' NOT NULL, ") + QStringLiteral("follow_up_to_run_id VARCHAR(64), ") +
            since(4, "owner_worker_id VARCHAR(128), lease_expires_at {dt}, ") + since(10, "cancel_action VARCHAR(20), cancel_requested_at {dt}, ") +
            QStringLiteral("created_at {dt} NOT NULL, updated_at {dt} NOT NULL, PRIMARY KEY (run_id))"),
        QStringLiteral("CREATE INDEX ix_runs_thread_id ON runs (thread_id)"),
        QStringLiteral("CREATE INDEX ix_runs_user_id ON runs (user_id)"),
        QStringLiteral("CREATE INDEX ix_runs_thread_status ON runs (thread_id, status)"),
        QStringLiteral("CREATE TABLE run_events (id {serial} NOT NULL, thread_id VARCHAR(64) NOT NULL, run_id VARCHAR(64) NOT NULL, user_id "
                       "VARCHAR(64), event_type VARCHAR(32) NOT NULL, category VARCHAR(16) NOT NULL, content TEXT NOT NULL, event_metadata JSON NOT "
                       "NULL, seq INTEGER NOT NULL, created_at {dt} NOT NULL, PRIMARY KEY (id), CONSTRAINT uq_events_thread_seq UNIQUE (thread_id, "
                       "seq))"),
        QStringLiteral("CREATE INDEX ix_events_run ON run_events (thread_id, run_id, seq)"),
        QStringLiteral("CREATE INDEX ix_events_thread_cat_seq ON run_events (thread_id, category, seq)"),
        QStringLiteral("CREATE INDEX ix_run_events_user_id ON run_events (user_id)"),
        QStringLiteral(
            "CREATE TABLE users (id VARCHAR(36) NOT NULL, email VARCHAR(320) NOT NULL, password_hash VARCHAR(128), system_role VARCHAR(16) "
            "NOT NULL, created_at {dt} NOT NULL, oauth_provider VARCHAR(32), oauth_id VARCHAR(128), needs_setup BOOLEAN NOT NULL, "
            "token_version INTEGER NOT NULL, PRIMARY KEY (id))"),
        QStringLiteral("CREATE UNIQUE INDEX ix_users_email ON users (email)"),
        QStringLiteral(
            "CREATE TABLE feedback (feedback_id VARCHAR(64) NOT NULL, run_id VARCHAR(64) NOT NULL, thread_id VARCHAR(64) NOT NULL, user_id "
            "VARCHAR(64), message_id VARCHAR(64), rating INTEGER NOT NULL, comment TEXT, created_at {dt} NOT NULL, PRIMARY KEY "
            "(feedback_id), CONSTRAINT uq_feedback_thread_run_user UNIQUE (thread_id, run_id, user_id))"),
    };
    if (schema.age >= 4) {
        result << QStringLiteral("CREATE INDEX ix_runs_lease ON runs (lease_expires_at)")
               << QStringLiteral("CREATE UNIQUE INDEX uq_runs_thread_active ON runs (thread_id) WHERE status IN ('pending', 'running')");
    }
    if (schema.age >= 13)
        result << QStringLiteral("CREATE UNIQUE INDEX uq_runs_idempotency_key ON runs (idempotency_key)");
    // LangGraph's own tables, which differ by engine.
    if (postgres) {
        result << QStringLiteral(
                      "CREATE TABLE checkpoints (thread_id TEXT NOT NULL, checkpoint_ns TEXT NOT NULL DEFAULT '', checkpoint_id TEXT NOT "
                      "NULL, parent_checkpoint_id TEXT, type TEXT, checkpoint JSONB NOT NULL, metadata JSONB NOT NULL DEFAULT '{}', PRIMARY "
                      "KEY (thread_id, checkpoint_ns, checkpoint_id))")
               << QStringLiteral("CREATE TABLE checkpoint_blobs (thread_id TEXT NOT NULL, checkpoint_ns TEXT NOT NULL DEFAULT '', channel TEXT NOT "
                                 "NULL, version TEXT NOT NULL, type TEXT NOT NULL, blob BYTEA, PRIMARY KEY (thread_id, checkpoint_ns, channel, "
                                 "version))")
               << QStringLiteral(
                      "CREATE TABLE checkpoint_writes (thread_id TEXT NOT NULL, checkpoint_ns TEXT NOT NULL DEFAULT '', checkpoint_id TEXT "
                      "NOT NULL, task_id TEXT NOT NULL, idx INTEGER NOT NULL, channel TEXT NOT NULL, type TEXT, blob BYTEA NOT NULL, "
                      "task_path TEXT NOT NULL DEFAULT '', PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id, task_id, idx))");
    } else {
        result << QStringLiteral("CREATE TABLE checkpoints (thread_id TEXT NOT NULL, checkpoint_ns TEXT NOT NULL DEFAULT '', checkpoint_id TEXT NOT "
                                 "NULL, parent_checkpoint_id TEXT, type TEXT, checkpoint BLOB, metadata BLOB, PRIMARY KEY (thread_id, checkpoint_ns, "
                                 "checkpoint_id))")
               << QStringLiteral("CREATE TABLE writes (thread_id TEXT NOT NULL, checkpoint_ns TEXT NOT NULL DEFAULT '', checkpoint_id TEXT NOT NULL, "
                                 "task_id TEXT NOT NULL, idx INTEGER NOT NULL, channel TEXT NOT NULL, type TEXT, value BLOB, PRIMARY KEY (thread_id, "
                                 "checkpoint_ns, checkpoint_id, task_id, idx))");
    }
    for (QString &statement : result) {
        statement.replace(QStringLiteral("{dt}"), postgres ? QStringLiteral("TIMESTAMP WITH TIME ZONE") : QStringLiteral("DATETIME"));
        statement.replace(QStringLiteral("{serial}"), postgres ? QStringLiteral("SERIAL") : QStringLiteral("INTEGER"));
    }
    return result + schema.further;
}

} // namespace

std::unique_ptr<DatabaseFixture> DatabaseFixture::sqlite(const Schema &schema)
{
    std::unique_ptr<DatabaseFixture> fixture(new DatabaseFixture);
    fixture->m_folder = std::make_unique<QTemporaryDir>();
    fixture->m_urlText = QStringLiteral("sqlite://") + fixture->m_folder->filePath(QStringLiteral("deerflow.db"));
    fixture->build(schema);
    return fixture;
}

std::unique_ptr<DatabaseFixture> DatabaseFixture::postgres(PostgresServer &server, const Schema &schema)
{
    std::unique_ptr<DatabaseFixture> fixture(new DatabaseFixture);
    fixture->m_urlText = server.createDatabase(QStringLiteral("deerflow_") + QUuid::createUuid().toString(QUuid::Id128));
    fixture->build(schema);
    return fixture;
}

DatabaseFixture::~DatabaseFixture() = default;

void DatabaseFixture::build(const Schema &schema)
{
    const auto parsed = DatabaseUrl::parse(m_urlText);
    if (!parsed)
        qFatal("fixture: %s", qPrintable(parsed.error().message));
    m_url = *parsed;
    m_schema = schema;
    if (!schema.name.isEmpty()) {
        Connection(m_url).run(QStringLiteral("CREATE SCHEMA \"%1\"").arg(schema.name), {});
        m_url.schema = schema.name;
    }
    Connection connection(m_url);
    if (!isPostgres())
        connection.run(QStringLiteral("PRAGMA journal_mode=WAL"), {});
    connection.run(QStringLiteral("BEGIN"), {});
    const QStringList statements = tables(schema, isPostgres());
    for (const QString &statement : statements)
        connection.run(statement, {});
    connection.run(QStringLiteral("COMMIT"), {});
}

std::shared_ptr<DatabaseWorker> DatabaseFixture::worker(DatabaseCallObserver observer, int busyTimeoutMs) const
{
    return std::make_shared<DatabaseWorker>(DatabaseWorker::Options{.url = m_url, .busyTimeoutMs = busyTimeoutMs, .observer = std::move(observer)});
}

QList<QList<QVariant>> DatabaseFixture::sql(const QString &statement, const QList<QVariant> &values) const
{
    return Connection(m_url).run(statement, values);
}

void DatabaseFixture::sqlForEach(const QString &statement, const QList<QList<QVariant>> &rows) const
{
    Connection(m_url).each(statement, rows);
}

void DatabaseFixture::insert(const QString &table, const QStringList &columns, const QList<QList<QVariant>> &rows) const
{
    QStringList marks;
    for (const QString &column : columns) {
        if (!isPostgres())
            marks.append(QStringLiteral("?"));
        else if (column.endsWith(QLatin1String("_at")))
            marks.append(QStringLiteral("CAST(? AS timestamptz)"));
        else if (column.endsWith(QLatin1String("_json")) || column == QLatin1String("event_metadata") ||
                 column == QLatin1String("token_usage_by_model"))
            marks.append(QStringLiteral("CAST(? AS json)"));
        else
            marks.append(QStringLiteral("?"));
    }
    sqlForEach(QStringLiteral("INSERT INTO %1 (%2) VALUES (%3)").arg(table, columns.join(QStringLiteral(", ")), marks.join(QStringLiteral(", "))),
               rows);
}

void DatabaseFixture::add(const QList<ThreadRow> &rows) const
{
    QList<QList<QVariant>> values;
    for (const ThreadRow &row : rows) {
        values.append(QList<QVariant>{row.threadId, nullable(row.owner), nullable(row.assistantId), nullable(row.title), row.status, row.metadata,
                                      row.createdAt, row.updatedAt});
    }
    insert(QStringLiteral("threads_meta"),
           {QStringLiteral("thread_id"), QStringLiteral("user_id"), QStringLiteral("assistant_id"), QStringLiteral("display_name"),
            QStringLiteral("status"), QStringLiteral("metadata_json"), QStringLiteral("created_at"), QStringLiteral("updated_at")},
           values);
}

void DatabaseFixture::add(const QList<RunRow> &rows) const
{
    struct Column {
        const char *name;
        int since;
        std::function<QVariant(const RunRow &)> value;
    };
    static const QList<Column> columns{
        {"run_id", 1, [](const RunRow &row) { return QVariant(row.runId); }},
        {"thread_id", 1, [](const RunRow &row) { return QVariant(row.threadId); }},
        {"assistant_id", 1, [](const RunRow &row) { return nullable(row.assistantId); }},
        {"user_id", 1, [](const RunRow &row) { return nullable(row.owner); }},
        {"status", 1, [](const RunRow &row) { return QVariant(row.status); }},
        {"operation_kind", 8, [](const RunRow &row) { return QVariant(row.operationKind); }},
        {"idempotency_key", 13, [](const RunRow &row) { return nullable(row.idempotencyKey); }},
        {"model_name", 1, [](const RunRow &row) { return nullable(row.model); }},
        {"multitask_strategy", 1, [](const RunRow &) { return QVariant(QStringLiteral("reject")); }},
        {"metadata_json", 1, [](const RunRow &row) { return QVariant(row.metadata); }},
        {"kwargs_json", 1, [](const RunRow &row) { return QVariant(row.kwargs); }},
        {"error", 1, [](const RunRow &row) { return nullable(row.error); }},
        {"stop_reason", 5, [](const RunRow &row) { return nullable(row.stopReason); }},
        {"message_count", 1, [](const RunRow &row) { return QVariant(row.messageCount); }},
        {"first_human_message", 1, [](const RunRow &row) { return nullable(row.firstHumanMessage); }},
        {"last_ai_message", 1, [](const RunRow &row) { return nullable(row.lastAiMessage); }},
        {"total_input_tokens", 1, [](const RunRow &row) { return QVariant(row.inputTokens); }},
        {"total_output_tokens", 1, [](const RunRow &row) { return QVariant(row.outputTokens); }},
        {"total_tokens", 1, [](const RunRow &row) { return QVariant(row.totalTokens); }},
        {"llm_call_count", 1, [](const RunRow &row) { return QVariant(row.llmCalls); }},
        {"lead_agent_tokens", 1, [](const RunRow &row) { return QVariant(row.leadAgentTokens); }},
        {"subagent_tokens", 1, [](const RunRow &row) { return QVariant(row.subagentTokens); }},
        {"middleware_tokens", 1, [](const RunRow &row) { return QVariant(row.middlewareTokens); }},
        {"token_usage_by_model", 2, [](const RunRow &row) { return QVariant(row.tokenUsage); }},
        {"owner_worker_id", 4, [](const RunRow &row) { return nullable(row.ownerWorkerId); }},
        {"lease_expires_at", 4, [](const RunRow &row) { return nullable(row.leaseExpiresAt); }},
        {"created_at", 1, [](const RunRow &row) { return QVariant(row.createdAt); }},
        {"updated_at", 1, [](const RunRow &row) { return QVariant(row.updatedAt); }},
    };
    QStringList names;
    QList<QList<QVariant>> values(rows.size());
    for (const Column &column : columns) {
        if (column.since > m_schema.age)
            continue;
        names.append(QString::fromLatin1(column.name));
        for (qsizetype i = 0; i < rows.size(); ++i)
            values[i].append(column.value(rows[i]));
    }
    insert(QStringLiteral("runs"), names, values);
}

void DatabaseFixture::add(const QList<EventRow> &rows) const
{
    QList<QList<QVariant>> values;
    for (const EventRow &row : rows)
        values.append(
            QList<QVariant>{row.threadId, row.runId, nullable(row.owner), row.type, row.category, row.content, row.metadata, row.seq, row.createdAt});
    insert(QStringLiteral("run_events"),
           {QStringLiteral("thread_id"), QStringLiteral("run_id"), QStringLiteral("user_id"), QStringLiteral("event_type"),
            QStringLiteral("category"), QStringLiteral("content"), QStringLiteral("event_metadata"), QStringLiteral("seq"),
            QStringLiteral("created_at")},
           values);
}

void DatabaseFixture::addFeedback(const QString &id, const QString &threadId, const QString &runId) const
{
    insert(QStringLiteral("feedback"),
           {QStringLiteral("feedback_id"), QStringLiteral("run_id"), QStringLiteral("thread_id"), QStringLiteral("user_id"), QStringLiteral("rating"),
            QStringLiteral("created_at")},
           {{id, runId, threadId, QStringLiteral("user-a"), 1, QStringLiteral("2026-11-01 10:02:00.000000")}});
}

void DatabaseFixture::addCheckpoint(const QString &threadId, const QString &checkpointId) const
{
    Connection connection(m_url);
    if (isPostgres()) {
        connection.run(QStringLiteral("INSERT INTO checkpoints (thread_id, checkpoint_id, checkpoint) VALUES (?, ?, '{}')"),
                       {threadId, checkpointId});
        connection.run(
            QStringLiteral("INSERT INTO checkpoint_writes (thread_id, checkpoint_id, task_id, idx, channel, blob) VALUES (?, ?, 'task', 0, "
                           "'messages', '\\x00')"),
            {threadId, checkpointId});
        connection.run(QStringLiteral("INSERT INTO checkpoint_blobs (thread_id, channel, version, type) VALUES (?, 'messages', ?, 'msgpack')"),
                       {threadId, checkpointId});
    } else {
        connection.run(QStringLiteral("INSERT INTO checkpoints (thread_id, checkpoint_id, type, checkpoint) VALUES (?, ?, 'msgpack', x'80')"),
                       {threadId, checkpointId});
        connection.run(QStringLiteral("INSERT INTO writes (thread_id, checkpoint_id, task_id, idx, channel, value) VALUES (?, ?, 'task', 0, "
                                      "'messages', x'80')"),
                       {threadId, checkpointId});
    }
}

void DatabaseFixture::addUser(const QString &id, const QString &email) const
{
    insert(QStringLiteral("users"),
           {QStringLiteral("id"), QStringLiteral("email"), QStringLiteral("system_role"), QStringLiteral("created_at"), QStringLiteral("needs_setup"),
            QStringLiteral("token_version")},
           {{id, email, QStringLiteral("user"), QStringLiteral("2026-10-01 08:00:00.000000"), false, 0}});
}

qint64 DatabaseFixture::count(const QString &table, const QString &condition, const QList<QVariant> &values) const
{
    const auto rows =
        sql(QStringLiteral("SELECT count(*) FROM %1%2").arg(table, condition.isEmpty() ? QString() : QStringLiteral(" WHERE ") + condition), values);
    return rows.first().first().toLongLong();
}

QString DatabaseFixture::dump() const
{
    QStringList names{QStringLiteral("threads_meta"), QStringLiteral("runs"), QStringLiteral("run_events"), QStringLiteral("feedback"),
                      QStringLiteral("checkpoints")};
    names.append(isPostgres() ? QStringList{QStringLiteral("checkpoint_writes"), QStringLiteral("checkpoint_blobs")}
                              : QStringList{QStringLiteral("writes")});
    Connection connection(m_url);
    QString text;
    for (const QString &name : std::as_const(names)) {
        QStringList lines;
        for (const auto &row : connection.run(QStringLiteral("SELECT * FROM %1").arg(name), {})) {
            QStringList fields;
            for (const QVariant &value : row)
                fields.append(value.isNull() ? QStringLiteral("NULL") : value.toString());
            lines.append(fields.join(QLatin1Char('|')));
        }
        lines.sort();
        text += name + QLatin1Char('\n') + lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
    }
    return text;
}

} // namespace verderer::test
