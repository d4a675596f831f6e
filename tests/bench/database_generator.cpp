// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/database_generator.h"

#include <QFile>

#include <algorithm>
#include <cstdio>

#include <unistd.h>

namespace verderer::bench {

namespace {

/// Engine-made pieces of a row; `n` is its number.
struct Pieces {
    QString numbers; ///< a table expression with the column n, from 1 to %1
    QString uuid;
    QString moment;
    QString number; ///< a random integer below %1
};

Pieces sqlitePieces()
{
    return {QStringLiteral("(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < %1) SELECT n FROM c)"),
            QStringLiteral("lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || "
                           "substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))"),
            QStringLiteral(
                "strftime('%Y-%m-%d %H:%M:%S', 1733011200 + abs(random()) % 63072000, 'unixepoch') || printf('.%06d', abs(random()) % 1000000)"),
            QStringLiteral("(abs(random()) % %1)")};
}

Pieces postgresPieces()
{
    return {QStringLiteral("(SELECT generate_series(1, %1) AS n) c"), QStringLiteral("gen_random_uuid()::text"),
            QStringLiteral("to_timestamp(1733011200 + random() * 63072000)"), QStringLiteral("(floor(random() * %1)::bigint)")};
}

Pieces piecesOf(const test::DatabaseFixture &database)
{
    return database.isPostgres() ? postgresPieces() : sqlitePieces();
}

/// Drops the indexes of a table that are no constraint's; gives the statements that make them again.
QStringList dropIndexes(const test::DatabaseFixture &database, const QString &table)
{
    const auto rows =
        database.isPostgres()
            ? database.sql(QStringLiteral("SELECT i.indexname, i.indexdef FROM pg_indexes i WHERE i.tablename = ? AND NOT EXISTS (SELECT 1 FROM "
                                          "pg_constraint c WHERE c.conname = i.indexname)"),
                           {table})
            : database.sql(QStringLiteral("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL"), {table});
    QStringList statements;
    for (const auto &row : rows) {
        statements.append(row[1].toString());
        database.sql(QStringLiteral("DROP INDEX %1").arg(row[0].toString()));
    }
    return statements;
}

} // namespace

void generateThreads(const test::DatabaseFixture &database, int count)
{
    const QStringList indexes = dropIndexes(database, QStringLiteral("threads_meta"));
    const Pieces pieces = piecesOf(database);
    const QString json = database.isPostgres() ? QStringLiteral("::json") : QString();
    QString sql =
        QStringLiteral("INSERT INTO threads_meta (thread_id, assistant_id, user_id, display_name, status, metadata_json, created_at, updated_at) "
                       "SELECT @uuid, 'lead_agent', 'user-' || (n % 40), 'Conversation number ' || n, CASE n % 50 WHEN 0 THEN 'error' ELSE "
                       "'idle' END, (CASE WHEN n % 200 = 0 THEN '{\"source\": \"web\", \"deerflow_pinned\": true, \"ticket\": ' || n || '}' ELSE "
                       "'{\"source\": \"web\", \"ticket\": ' || n || ', \"labels\": [\"one\", \"two\"]}' END)@json, @moment, @moment FROM @rows");
    sql.replace(QStringLiteral("@uuid"), pieces.uuid).replace(QStringLiteral("@moment"), pieces.moment).replace(QStringLiteral("@json"), json);
    sql.replace(QStringLiteral("@rows"), pieces.numbers.arg(count));
    database.sql(sql);
    for (const QString &statement : indexes) {
        database.sql(statement);
    }
    database.sql(QStringLiteral("ANALYZE"));
}

void generateRuns(const test::DatabaseFixture &database, int count)
{
    const QStringList indexes = dropIndexes(database, QStringLiteral("runs"));
    const Pieces pieces = piecesOf(database);
    const bool postgres = database.isPostgres();
    const QString model = QStringLiteral("CASE n % 5 WHEN 0 THEN 'claude-sonnet-5' WHEN 1 THEN 'gpt-5-mini' WHEN 2 THEN 'deepseek-v4' WHEN 3 THEN "
                                         "'doubao-seed' ELSE 'qwen4-max' END");
    // The numbers of a row are needed several times, so they are made in an inner query.
    QString sql = QStringLiteral(
        "INSERT INTO runs (run_id, thread_id, assistant_id, user_id, status, operation_kind, model_name, multitask_strategy, metadata_json, "
        "kwargs_json, "
        "message_count, first_human_message, last_ai_message, total_input_tokens, total_output_tokens, total_tokens, llm_call_count, "
        "lead_agent_tokens, "
        "subagent_tokens, middleware_tokens, token_usage_by_model, created_at, updated_at) "
        "SELECT @uuid, 'thread-' || (n % 1000000), 'lead_agent', 'user-' || (n % 40), CASE n % 20 WHEN 0 THEN 'error' WHEN 1 THEN 'interrupted' ELSE "
        "'success' END, 'run', model, 'reject', '{\"source\": \"run\"}'@json, ('{\"input\": {\"messages\": [{\"role\": \"user\", \"content\": "
        "\"Question "
        "number ' || n || '\"}]}, \"config\": {\"recursion_limit\": 100}}')@json, 6, 'Question number ' || n, 'Here is what I found about question ' "
        "|| n "
        "|| ': 1. the first point, 2. the second point, 3. the third.', i, o, i + o, 3, i + o, 0, 0, "
        "('{\"' || model || '\": {\"input_tokens\": ' || i || ', \"output_tokens\": ' || o || ', \"total_tokens\": ' || (i + o) || ', "
        "\"cache_read_tokens\": ' || (i / 3) || '}' || CASE WHEN n % 10 = 0 THEN ', \"gpt-5-nano\": {\"input_tokens\": 100, \"output_tokens\": 20, "
        "\"total_tokens\": 120}' ELSE '' END || '}')@json, @moment, @moment FROM (SELECT n, @model AS model, @input AS i, @output AS o FROM @rows) "
        "numbers");
    sql.replace(QStringLiteral("@uuid"), pieces.uuid).replace(QStringLiteral("@moment"), pieces.moment);
    sql.replace(QStringLiteral("@json"), postgres ? QStringLiteral("::json") : QString()).replace(QStringLiteral("@model"), model);
    sql.replace(QStringLiteral("@input"), pieces.number.arg(30'000)).replace(QStringLiteral("@output"), pieces.number.arg(5'000));
    sql.replace(QStringLiteral("@rows"), pieces.numbers.arg(count));
    database.sql(sql);
    for (const QString &statement : indexes) {
        database.sql(statement);
    }
    database.sql(QStringLiteral("ANALYZE"));
}

void print(const QByteArray &name, double value, const QByteArray &unit)
{
    std::printf("%s %.2f %s\n", name.constData(), value, unit.constData());
    std::fflush(stdout);
}

double median(QList<double> values)
{
    std::sort(values.begin(), values.end());
    return values.isEmpty() ? 0 : values[values.size() / 2];
}

double residentMegabytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly)) {
        return 0;
    }
    const double pages = file.readAll().split(' ').value(1).toDouble();
    return pages * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
}

} // namespace verderer::bench
