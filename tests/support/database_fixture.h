// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "database/database_url.h"
#include "database/database_worker.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>
#include <QVariant>

#include <memory>
#include <optional>

class QTemporaryDir;

namespace verderer::test {

class PostgresServer;

/// A row of threads_meta as DeerFlow would write it; times and JSON are its exact texts.
struct ThreadRow {
    QString threadId;
    std::optional<QString> owner = QStringLiteral("user-a");
    std::optional<QString> assistantId = {};
    std::optional<QString> title = {};
    QString status = QStringLiteral("idle");
    QString metadata = QStringLiteral("{}");
    QString createdAt = QStringLiteral("2026-11-01 10:00:00.000000");
    QString updatedAt = QStringLiteral("2026-11-01 10:00:00.000000");
};

/// A row of runs. What the schema's age has no column for is left out.
struct RunRow {
    QString runId;
    QString threadId;
    std::optional<QString> owner = QStringLiteral("user-a");
    std::optional<QString> assistantId = {};
    QString status = QStringLiteral("success");
    QString operationKind = QStringLiteral("run");
    std::optional<QString> model = {};
    QString metadata = QStringLiteral("{}");
    QString kwargs = QStringLiteral("{}");
    std::optional<QString> error = {};
    std::optional<QString> stopReason = {};
    std::optional<QString> firstHumanMessage = {};
    std::optional<QString> lastAiMessage = {};
    qint64 messageCount = 0, inputTokens = 0, outputTokens = 0, totalTokens = 0, llmCalls = 0;
    qint64 leadAgentTokens = 0, subagentTokens = 0, middlewareTokens = 0;
    QString tokenUsage = QStringLiteral("{}");
    std::optional<QString> ownerWorkerId = {};
    std::optional<QString> leaseExpiresAt = {};
    std::optional<QString> idempotencyKey = {};
    QString createdAt = QStringLiteral("2026-11-01 10:00:00.000000");
    QString updatedAt = QStringLiteral("2026-11-01 10:01:00.000000");
};

/// A row of run_events; `seq` counts through the thread.
struct EventRow {
    QString threadId;
    QString runId;
    qint64 seq = 1;
    QString type = QStringLiteral("llm.ai.response");
    QString category = QStringLiteral("message");
    QString content = QStringLiteral("hello");
    QString metadata = QStringLiteral("{}");
    std::optional<QString> owner = QStringLiteral("user-a");
    QString createdAt = QStringLiteral("2026-11-01 10:00:30.000000");
};

/// A database with DeerFlow's own tables (deerflow-format 7.1), made and changed by another hand than the product's: through plain connections of its
/// own, opened and closed in each call, so that any thread may call. What goes wrong in here ends the test program with a sentence.
class DatabaseFixture {
public:
    struct Schema {
        int age = 13;             ///< the migration it was left at, 1 to 13 (deerflow-format 7.1)
        bool archived = false;    ///< threads_meta.archived BOOLEAN NOT NULL DEFAULT false, as newer versions have it
        bool projectId = false;   ///< threads_meta.project_id VARCHAR(64)
        bool incarnation = false; ///< threads_meta.incarnation VARCHAR(32)
        QStringList further = {}; ///< statements to run at the end
        QString name = {};        ///< PostgreSQL: the schema to put the tables in; empty: public
    };

    /// A file in WAL mode, as DeerFlow leaves it, in a folder of its own that goes with this object.
    static std::unique_ptr<DatabaseFixture> sqlite(const Schema &schema);
    static std::unique_ptr<DatabaseFixture> sqlite() { return sqlite(Schema()); }
    /// A new database in that server, which must outlive this object.
    static std::unique_ptr<DatabaseFixture> postgres(PostgresServer &server, const Schema &schema);
    static std::unique_ptr<DatabaseFixture> postgres(PostgresServer &server) { return postgres(server, Schema()); }
    ~DatabaseFixture();

    [[nodiscard]] const DatabaseUrl &url() const { return m_url; }
    [[nodiscard]] QString urlText() const { return m_urlText; } ///< for --database and worker processes
    [[nodiscard]] bool isPostgres() const { return m_url.kind == DatabaseKind::Postgres; }
    /// The product's worker on this database.
    [[nodiscard]] std::shared_ptr<DatabaseWorker> worker(DatabaseCallObserver observer = {}, int busyTimeoutMs = 5000) const;

    /// Statements of another program; `?` for values. Gives the rows.
    QList<QList<QVariant>> sql(const QString &statement, const QList<QVariant> &values = {}) const;
    /// Several values for one statement, in one transaction.
    void sqlForEach(const QString &statement, const QList<QList<QVariant>> &rows) const;

    void add(const ThreadRow &row) const { add(QList<ThreadRow>{row}); }
    void add(const RunRow &row) const { add(QList<RunRow>{row}); }
    void add(const EventRow &row) const { add(QList<EventRow>{row}); }
    void add(const QList<ThreadRow> &rows) const;
    void add(const QList<RunRow> &rows) const;
    void add(const QList<EventRow> &rows) const;
    void addFeedback(const QString &id, const QString &threadId, const QString &runId) const;
    /// One of LangGraph's checkpoints with one write (and, on PostgreSQL, one blob).
    void addCheckpoint(const QString &threadId, const QString &checkpointId) const;
    void addUser(const QString &id, const QString &email) const;

    /// Rows of a table; `condition` without its WHERE.
    [[nodiscard]] qint64 count(const QString &table, const QString &condition = {}, const QList<QVariant> &values = {}) const;
    /// Every row of the tables that belong to threads, as text, for "nothing was changed".
    [[nodiscard]] QString dump() const;

private:
    DatabaseFixture() = default;
    void build(const Schema &schema);
    void insert(const QString &table, const QStringList &columns, const QList<QList<QVariant>> &rows) const;

    std::unique_ptr<QTemporaryDir> m_folder; // SQLite alone
    QString m_urlText;
    DatabaseUrl m_url;
    Schema m_schema;
};

} // namespace verderer::test
