// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/demo_database.h"

#include <QDateTime>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>

#include <functional>

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

Result<void> failed(const QString &path, const QSqlError &error)
{
    ErrorDetails details;
    details.path = path;
    details.sqlState = error.nativeErrorCode();
    return fail(ErrorCode::Unavailable, QStringLiteral("The demo's database %1 cannot be written: %2.").arg(path, error.text()), details);
}

Result<void> fill(QSqlDatabase &database, const DemoManifest &manifest, const DemoCalendar &calendar)
{
    const QString path = database.databaseName();
    QSqlQuery query(database);
    for (const char *const statement : statements) {
        if (!query.exec(QString::fromLatin1(statement))) {
            return failed(path, query.lastError());
        }
    }
    const auto insert = [&](const QString &statement, const QVariantList &values) {
        if (!query.prepare(statement)) {
            return false;
        }
        for (const QVariant &value : values) {
            query.addBindValue(value);
        }
        return query.exec();
    };
    for (const DemoUser &user : manifest.users) {
        // No password hash: nobody can log in to a demo.
        const QString born = databaseTime(calendar.at({60, QStringLiteral("08:30:00")}, 1));
        if (!user.email.isEmpty() &&
            !insert(QStringLiteral("INSERT INTO users (id, email, system_role, created_at, needs_setup, token_version) VALUES (?, ?, ?, ?, 0, 0)"),
                    {user.id, user.email, user.role, born})) {
            return failed(path, query.lastError());
        }
    }
    int serial = 0;
    for (const DemoThread &thread : manifest.threads) {
        const QString time = databaseTime(calendar.at(thread.at, ++serial));
        if (!insert(QStringLiteral(
                        "INSERT INTO threads_meta (thread_id, assistant_id, user_id, display_name, status, metadata_json, created_at, updated_at) "
                        "VALUES (?, 'lead_agent', ?, ?, 'idle', '{}', ?, ?)"),
                    {thread.id, thread.user, thread.title, time, time})) {
            return failed(path, query.lastError());
        }
    }
    return {};
}

} // namespace

Result<void> writeDemoDatabase(const QString &path, const DemoManifest &manifest, const DemoCalendar &calendar)
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
            result = failed(path, database.lastError());
        } else {
            result = fill(database, manifest, calendar);
            if (result && !database.commit()) {
                result = failed(path, database.lastError());
            }
        }
    }
    QSqlDatabase::removeDatabase(name);
    return result;
}

} // namespace verderer
