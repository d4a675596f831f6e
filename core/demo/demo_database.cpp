// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/demo_database.h"

#include "base/json.h"

#include <QDateTime>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>

#include <optional>

namespace verderer {

namespace {

// deerflow-format 7.1
const char *const statements[] = {
    "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)",
    "INSERT INTO alembic_version VALUES ('0013_mcp_task_notifications')",
    "CREATE TABLE users (id VARCHAR(36) NOT NULL PRIMARY KEY, email VARCHAR(320) NOT NULL, password_hash VARCHAR(128), system_role VARCHAR(16) NOT "
    "NULL, "
    "created_at DATETIME NOT NULL, oauth_provider VARCHAR(32), oauth_id VARCHAR(128), needs_setup BOOLEAN NOT NULL, token_version INTEGER NOT NULL)",
    "CREATE UNIQUE INDEX ix_users_email ON users (email)",
    "CREATE TABLE threads_meta (thread_id VARCHAR(64) NOT NULL PRIMARY KEY, assistant_id VARCHAR(128), user_id VARCHAR(64), display_name "
    "VARCHAR(256), "
    "status VARCHAR(20) NOT NULL, metadata_json JSON NOT NULL, created_at DATETIME NOT NULL, updated_at DATETIME NOT NULL)",
    "CREATE INDEX ix_threads_meta_user_id ON threads_meta (user_id)",
    "CREATE INDEX ix_threads_meta_assistant_id ON threads_meta (assistant_id)",
    "CREATE TABLE runs (run_id VARCHAR(64) NOT NULL PRIMARY KEY, thread_id VARCHAR(64) NOT NULL, assistant_id VARCHAR(128), user_id VARCHAR(64), "
    "status VARCHAR(20) NOT NULL, operation_kind VARCHAR(32) DEFAULT 'run' NOT NULL, idempotency_key VARCHAR(255), model_name VARCHAR(128), "
    "multitask_strategy VARCHAR(20) NOT NULL, metadata_json JSON NOT NULL, kwargs_json JSON NOT NULL, error TEXT, stop_reason VARCHAR(50), "
    "message_count INTEGER NOT NULL, first_human_message TEXT, last_ai_message TEXT, total_input_tokens INTEGER NOT NULL, total_output_tokens "
    "INTEGER NOT NULL, "
    "total_tokens INTEGER NOT NULL, llm_call_count INTEGER NOT NULL, lead_agent_tokens INTEGER NOT NULL, subagent_tokens INTEGER NOT NULL, "
    "middleware_tokens INTEGER NOT NULL, token_usage_by_model JSON DEFAULT '{}' NOT NULL, follow_up_to_run_id VARCHAR(64), owner_worker_id "
    "VARCHAR(128), "
    "lease_expires_at DATETIME, cancel_action VARCHAR(20), cancel_requested_at DATETIME, created_at DATETIME NOT NULL, updated_at DATETIME NOT NULL)",
    "CREATE INDEX ix_runs_thread_id ON runs (thread_id)",
    "CREATE INDEX ix_runs_user_id ON runs (user_id)",
    "CREATE INDEX ix_runs_thread_status ON runs (thread_id, status)",
    "CREATE INDEX ix_runs_lease ON runs (lease_expires_at)",
    "CREATE UNIQUE INDEX uq_runs_idempotency_key ON runs (idempotency_key)",
    "CREATE UNIQUE INDEX uq_runs_thread_active ON runs (thread_id) WHERE status IN ('pending', 'running')",
    "CREATE TABLE run_events (id INTEGER NOT NULL PRIMARY KEY, thread_id VARCHAR(64) NOT NULL, run_id VARCHAR(64) NOT NULL, user_id VARCHAR(64), "
    "event_type VARCHAR(32) NOT NULL, category VARCHAR(16) NOT NULL, content TEXT NOT NULL, event_metadata JSON NOT NULL, seq INTEGER NOT NULL, "
    "created_at DATETIME NOT NULL, CONSTRAINT uq_events_thread_seq UNIQUE (thread_id, seq))",
    "CREATE INDEX ix_events_thread_cat_seq ON run_events (thread_id, category, seq)",
    "CREATE INDEX ix_events_run ON run_events (thread_id, run_id, seq)",
    "CREATE INDEX ix_run_events_user_id ON run_events (user_id)",
    "CREATE TABLE feedback (feedback_id VARCHAR(64) NOT NULL PRIMARY KEY, run_id VARCHAR(64) NOT NULL, thread_id VARCHAR(64) NOT NULL, user_id "
    "VARCHAR(64), "
    "message_id VARCHAR(64), rating INTEGER NOT NULL, comment TEXT, created_at DATETIME NOT NULL, "
    "CONSTRAINT uq_feedback_thread_run_user UNIQUE (thread_id, run_id, user_id))",
};

/// DeerFlow's text form, which is what it sorts by: UTC, a space, six digits, no offset (deerflow-format 7.2).
QString databaseTime(Microseconds time)
{
    const QDateTime utc = QDateTime::fromMSecsSinceEpoch(time / 1000, Qt::UTC);
    return QStringLiteral("%1.%2").arg(utc.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"))).arg(time % 1'000'000, 6, 10, QLatin1Char('0'));
}

/// A statement prepared once and run for each of many rows.
class Inserter {
public:
    Inserter(QSqlDatabase &database, const QString &statement) : m_query(database) { m_ready = m_query.prepare(statement); }

    Result<void> insert(const QVariantList &values)
    {
        for (qsizetype i = 0; i < values.size(); ++i) {
            m_query.bindValue(static_cast<int>(i), values[i]);
        }
        return m_ready && m_query.exec() ? Result<void>() : failed(m_query.lastError());
    }

    static Result<void> failed(const QSqlError &error)
    {
        ErrorDetails details;
        details.sqlState = error.nativeErrorCode();
        return fail(ErrorCode::Unavailable, error.text(), details);
    }

private:
    QSqlQuery m_query;
    bool m_ready = false;
};

QVariant textOrNull(const std::optional<QString> &text)
{
    return text ? QVariant(*text) : QVariant(QMetaType(QMetaType::QString));
}

QVariant textOrNull(const QString &text)
{
    return text.isEmpty() ? QVariant(QMetaType(QMetaType::QString)) : QVariant(text);
}

Result<void> makeTables(QSqlDatabase &database)
{
    QSqlQuery query(database);
    for (const char *const statement : statements) {
        if (!query.exec(QString::fromLatin1(statement))) {
            return Inserter::failed(query.lastError());
        }
    }
    return {};
}

Result<void> insertUsers(QSqlDatabase &database, const DemoManifest &manifest, const DemoCalendar &calendar)
{
    Inserter users(database,
                   QStringLiteral("INSERT INTO users (id, email, system_role, created_at, needs_setup, token_version) VALUES (?, ?, ?, ?, 0, 0)"));
    // No password hash: nobody can log in to a demo.
    const QString born = databaseTime(calendar.at({75, QStringLiteral("08:30:00")}, 1));
    for (const DemoUser &user : manifest.users) {
        if (user.email.isEmpty()) {
            continue;
        }
        if (Result<void> done = users.insert({user.id, user.email, user.role, born}); !done) {
            return done;
        }
    }
    return {};
}

Result<void> insertThreads(QSqlDatabase &database, const QList<DemoThreadRow> &rows)
{
    Inserter threads(database, QStringLiteral("INSERT INTO threads_meta (thread_id, assistant_id, user_id, display_name, status, metadata_json, "
                                              "created_at, updated_at) VALUES (?, 'lead_agent', ?, ?, ?, ?, ?, ?)"));
    for (const DemoThreadRow &row : rows) {
        QString updated = databaseTime(row.updated);
        if (row.foreignTimeForm) {
            updated = updated.left(19).replace(QLatin1Char(' '), QLatin1Char('T')) + QLatin1Char('Z');
        }
        const QVariantList values{row.id, textOrNull(row.owner), row.title, row.status, QString::fromUtf8(row.metadata), databaseTime(row.created),
                                  updated};
        if (Result<void> done = threads.insert(values); !done) {
            return done;
        }
    }
    return {};
}

QByteArray usageByModel(const DemoRunRow &run)
{
    Json usage = Json::object();
    for (const DemoModelUse &use : run.use) {
        usage[use.model.toStdString()] = {
            {"input_tokens", use.input}, {"output_tokens", use.output}, {"total_tokens", use.input + use.output}, {"cache_read_tokens", use.cached}};
    }
    return dumpPythonJson(run.oldRow ? Json::object() : usage, LineSeparators::Raw);
}

Result<void> insertRuns(QSqlDatabase &database, const QList<DemoRunRow> &rows)
{
    Inserter runs(database, QStringLiteral(
                                "INSERT INTO runs (run_id, thread_id, assistant_id, user_id, status, operation_kind, model_name, multitask_strategy, "
                                "metadata_json, kwargs_json, error, stop_reason, message_count, first_human_message, last_ai_message, "
                                "total_input_tokens, total_output_tokens, total_tokens, llm_call_count, lead_agent_tokens, subagent_tokens, "
                                "middleware_tokens, token_usage_by_model, owner_worker_id, lease_expires_at, created_at, updated_at) "
                                "VALUES (?, ?, 'lead_agent', ?, ?, ?, ?, 'reject', '{}', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?)"));
    for (const DemoRunRow &row : rows) {
        qint64 input = 0;
        qint64 output = 0;
        for (const DemoModelUse &use : row.use) {
            input += use.input;
            output += use.output;
        }
        const Json kwargs{{"input", {{"messages", Json::array({Json{{"role", "user"}, {"content", toJson(row.ask)}}})}}},
                          {"config", {{"recursion_limit", 100}}}};
        const QVariant lease = row.leaseUntil ? QVariant(databaseTime(*row.leaseUntil)) : QVariant(QMetaType(QMetaType::QString));
        const QVariantList values{row.id,
                                  row.threadId,
                                  textOrNull(row.owner),
                                  row.status,
                                  row.kind,
                                  textOrNull(row.model),
                                  QString::fromUtf8(dumpPythonJson(kwargs, LineSeparators::Raw)),
                                  textOrNull(row.error),
                                  textOrNull(row.stopReason),
                                  row.messages,
                                  textOrNull(row.ask),
                                  textOrNull(row.answer),
                                  input,
                                  output,
                                  input + output,
                                  row.calls,
                                  input + output - row.subagentTokens,
                                  row.subagentTokens,
                                  QString::fromUtf8(usageByModel(row)),
                                  textOrNull(row.worker),
                                  lease,
                                  databaseTime(row.created),
                                  databaseTime(row.updated)};
        if (Result<void> done = runs.insert(values); !done) {
            return done;
        }
    }
    return {};
}

Result<void> insertEvents(QSqlDatabase &database, const DemoActivity &activity)
{
    Inserter events(database,
                    QStringLiteral("INSERT INTO run_events (thread_id, run_id, user_id, event_type, category, content, event_metadata, seq, "
                                   "created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    for (const DemoEventRow &row : activity.events) {
        const QVariantList values{row.threadId,
                                  row.runId,
                                  textOrNull(row.owner),
                                  row.type,
                                  row.category,
                                  QString::fromUtf8(row.content),
                                  QString::fromUtf8(row.metadata),
                                  row.seq,
                                  databaseTime(row.at)};
        if (Result<void> done = events.insert(values); !done) {
            return done;
        }
    }
    Inserter feedback(database,
                      QStringLiteral("INSERT INTO feedback (feedback_id, run_id, thread_id, user_id, message_id, rating, comment, created_at) "
                                     "VALUES (?, ?, ?, ?, NULL, ?, ?, ?)"));
    for (const DemoFeedbackRow &row : activity.feedback) {
        const QVariantList values{row.id, row.runId, row.threadId, row.owner, row.rating, textOrNull(row.comment), databaseTime(row.at)};
        if (Result<void> done = feedback.insert(values); !done) {
            return done;
        }
    }
    return {};
}

Result<void> fill(QSqlDatabase &database, const DemoManifest &manifest, const DemoCalendar &calendar, const DemoActivity &activity)
{
    Result<void> done = makeTables(database);
    if (done) {
        done = insertUsers(database, manifest, calendar);
    }
    if (done) {
        done = insertThreads(database, activity.threads);
    }
    if (done) {
        done = insertRuns(database, activity.runs);
    }
    if (done) {
        done = insertEvents(database, activity);
    }
    return done;
}

} // namespace

Result<void> writeDemoDatabase(const QString &path, const DemoManifest &manifest, const DemoCalendar &calendar, const DemoActivity &activity)
{
    if (!QSqlDatabase::isDriverAvailable(QStringLiteral("QSQLITE"))) {
        return fail(ErrorCode::Unavailable,
                    QStringLiteral("Qt's SQLite driver is not installed (package libqt6sql6-sqlite), so the demo has no database."));
    }
    const QString name = QStringLiteral("verderer-demo-%1").arg(QUuid::createUuid().toString(QUuid::WithoutBraces));
    Result<void> result;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name);
        database.setDatabaseName(path);
        if (!database.open() || !database.transaction()) {
            result = Inserter::failed(database.lastError());
        } else {
            result = fill(database, manifest, calendar, activity);
            if (result && !database.commit()) {
                result = Inserter::failed(database.lastError());
            }
        }
    }
    QSqlDatabase::removeDatabase(name);
    if (!result) {
        Error error = result.error();
        error.details.path = path;
        error.message = QStringLiteral("The demo's database %1 cannot be written: %2.").arg(path, error.message);
        return tl::unexpected<Error>(error);
    }
    return result;
}

} // namespace verderer
