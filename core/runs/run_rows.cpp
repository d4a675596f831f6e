// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_rows.h"

#include "database/database_time.h"

namespace verderer {

namespace {

/// How a column's values travel.
enum class ColumnKind { Text, Time, Json, Number };

/// Every column of `runs` that is understood, each with its field of the record, in the order they are read in: the one place that says which belongs
/// to which. `visit(name, kind, field)`.
template<typename Record, typename Visit> void visitColumns(Record &record, const Visit &visit)
{
    visit("run_id", ColumnKind::Text, record.runId);
    visit("thread_id", ColumnKind::Text, record.threadId);
    visit("status", ColumnKind::Text, record.statusRaw);
    visit("created_at", ColumnKind::Time, record.createdRaw);
    visit("updated_at", ColumnKind::Time, record.updatedRaw);
    visit("assistant_id", ColumnKind::Text, record.assistantId);
    visit("user_id", ColumnKind::Text, record.owner);
    visit("operation_kind", ColumnKind::Text, record.operationKind);
    visit("idempotency_key", ColumnKind::Text, record.idempotencyKey);
    visit("model_name", ColumnKind::Text, record.modelName);
    visit("multitask_strategy", ColumnKind::Text, record.multitaskStrategy);
    visit("metadata_json", ColumnKind::Json, record.metadataJson);
    visit("kwargs_json", ColumnKind::Json, record.kwargsJson);
    visit("error", ColumnKind::Text, record.error);
    visit("stop_reason", ColumnKind::Text, record.stopReason);
    visit("message_count", ColumnKind::Number, record.messageCount);
    visit("first_human_message", ColumnKind::Text, record.firstHumanMessage);
    visit("last_ai_message", ColumnKind::Text, record.lastAiMessage);
    visit("total_input_tokens", ColumnKind::Number, record.inputTokens);
    visit("total_output_tokens", ColumnKind::Number, record.outputTokens);
    visit("total_tokens", ColumnKind::Number, record.totalTokens);
    visit("llm_call_count", ColumnKind::Number, record.llmCalls);
    visit("lead_agent_tokens", ColumnKind::Number, record.leadAgentTokens);
    visit("subagent_tokens", ColumnKind::Number, record.subagentTokens);
    visit("middleware_tokens", ColumnKind::Number, record.middlewareTokens);
    visit("token_usage_by_model", ColumnKind::Json, record.tokenUsageJson);
    visit("follow_up_to_run_id", ColumnKind::Text, record.followUpTo);
    visit("owner_worker_id", ColumnKind::Text, record.ownerWorkerId);
    visit("lease_expires_at", ColumnKind::Time, record.leaseExpiresAt);
    visit("cancel_action", ColumnKind::Text, record.cancelAction);
    visit("cancel_requested_at", ColumnKind::Time, record.cancelRequestedAt);
}

std::optional<QString> optionalText(const QVariant &value)
{
    if (value.isNull()) {
        return std::nullopt;
    }
    return value.toString();
}

/// Puts a value of the database into a field; what it cannot be is told in `damage`.
struct FieldReader {
    QStringList *damage;

    void operator()(const char *, const QVariant &value, QString &field) const { field = value.toString(); }
    void operator()(const char *, const QVariant &value, std::optional<QString> &field) const { field = optionalText(value); }
    void operator()(const char *, const QVariant &value, QByteArray &field) const
    {
        // A hand-altered database may have NULL there (deerflow-format 7.1); it says the same as an empty object.
        field = value.isNull() ? QByteArray("{}") : value.toString().toUtf8();
    }
    void operator()(const char *column, const QVariant &value, qint64 &field) const
    {
        bool isNumber = false;
        field = value.toLongLong(&isNumber);
        if (!isNumber && !value.isNull()) {
            damage->append(QStringLiteral("%1 is no number: \"%2\".").arg(QLatin1String(column), value.toString().left(40)));
        }
    }
    void operator()(const char *column, const QVariant &value, std::optional<Microseconds> &field) const
    {
        if (value.isNull()) {
            return;
        }
        field = parseDatabaseTimestamp(value.toString());
        if (!field) {
            damage->append(QStringLiteral("%1 is no time: \"%2\".").arg(QLatin1String(column), value.toString().left(40)));
        }
    }
};

/// A null string is an empty text here, not SQL's NULL, which most columns refuse.
QVariant valueOf(const QString &field)
{
    return field.isNull() ? QString(QLatin1String("")) : field;
}

QVariant valueOf(const std::optional<QString> &field)
{
    return field ? valueOf(*field) : QVariant(QMetaType::fromType<QString>());
}

QVariant valueOf(const QByteArray &field)
{
    return QString::fromUtf8(field);
}

QVariant valueOf(const qint64 &field)
{
    return field;
}

QVariant valueOf(const std::optional<Microseconds> &field)
{
    return field ? QVariant(databaseTimestamp(*field)) : QVariant(QMetaType::fromType<QString>());
}

QString placeholderOf(const Dialect &dialect, ColumnKind kind)
{
    switch (kind) {
    case ColumnKind::Time:
        return dialect.timePlaceholder();
    case ColumnKind::Json:
        return dialect.jsonPlaceholder();
    case ColumnKind::Text:
    case ColumnKind::Number:
        break;
    }
    return QStringLiteral("?");
}

QString sinceText(const std::optional<Microseconds> &time)
{
    return time ? databaseTimestamp(*time) + QStringLiteral(" UTC") : QStringLiteral("an unknown time");
}

tl::unexpected<Error> invalid(const QString &kind, const QString &message)
{
    ErrorDetails details;
    details.kind = kind;
    return fail(ErrorCode::Invalid, message, details);
}

} // namespace

Result<RunRows> RunRows::probe(DatabaseSession &session)
{
    const auto columns = session.columns(QStringLiteral("runs"));
    if (!columns) {
        return tl::unexpected<Error>(columns.error());
    }
    ErrorDetails details;
    details.kind = QStringLiteral("schema");
    if (columns->empty()) {
        return fail(ErrorCode::Damaged, QStringLiteral("This database has no table runs: it is no DeerFlow database, or no Gateway has used it yet."),
                    details);
    }
    for (const char *needed : {"run_id", "thread_id", "status", "created_at", "updated_at"}) {
        if (!columns->has(QString::fromLatin1(needed))) {
            return fail(ErrorCode::Damaged,
                        QStringLiteral("The table runs has no column %1; this version of DeerFlow is not understood.").arg(QLatin1String(needed)),
                        details);
        }
    }
    const auto threads = session.columns(QStringLiteral("threads_meta"));
    if (!threads) {
        return tl::unexpected<Error>(threads.error());
    }
    const Dialect &dialect = session.dialect();
    RunRows rows;
    rows.m_columns = *columns;
    QStringList select;
    const RunRecord any;
    visitColumns(any, [&](const char *column, ColumnKind kind, const auto &) {
        const QString name = QString::fromLatin1(column);
        const bool present = columns->has(name);
        rows.m_present.append(present);
        if (!present) {
            return;
        }
        const QString place = QStringLiteral("r.") + name;
        select.append(kind == ColumnKind::Time ? dialect.timeText(place) : kind == ColumnKind::Json ? dialect.jsonText(place) : place);
    });
    const bool hasThreads = threads->has(u"thread_id") && threads->has(u"display_name");
    select.append(hasThreads ? QStringLiteral("t.thread_id") : QStringLiteral("NULL"));
    select.append(hasThreads ? QStringLiteral("t.display_name") : QStringLiteral("NULL"));
    rows.m_select = select.join(QStringLiteral(", "));
    rows.m_from = hasThreads ? QStringLiteral("runs r LEFT JOIN threads_meta t ON t.thread_id = r.thread_id")
                             : QStringLiteral("runs r LEFT JOIN (SELECT NULL AS thread_id, NULL AS display_name) t ON 1 = 0");
    return rows;
}

RunRecord RunRows::read(const DatabaseRow &row) const
{
    RunRecord record;
    QStringList fieldDamage;
    const FieldReader reader{&fieldDamage};
    qsizetype column = 0;
    qsizetype position = 0;
    visitColumns(record, [&](const char *name, ColumnKind, auto &field) {
        if (m_present[column++]) {
            reader(name, row[position++], field);
        }
    });
    record.threadExists = !row[position].isNull();
    record.threadTitle = optionalText(row[position + 1]);
    readRunTexts(&record);
    record.damage.append(fieldDamage);
    return record;
}

QString RunRows::onlyRuns() const
{
    return m_columns.has(u"operation_kind") ? QStringLiteral("r.operation_kind = 'run'") : QStringLiteral("1 = 1");
}

QString RunRows::filterClause(const Dialect &dialect, const RunFilter &filter, QList<QVariant> *values) const
{
    QStringList tests{onlyRuns()};
    const auto equals = [&](const QString &column, const QString &value) {
        tests.append(QStringLiteral("r.%1 = ?").arg(column));
        values->append(value);
    };
    if (filter.owner && !m_columns.has(u"user_id")) {
        tests.append(filter.owner->isEmpty() ? QStringLiteral("1 = 1") : QStringLiteral("1 = 0"));
    } else if (filter.owner && filter.owner->isEmpty()) {
        tests.append(QStringLiteral("r.user_id IS NULL"));
    } else if (filter.owner) {
        equals(QStringLiteral("user_id"), *filter.owner);
    }
    if (filter.threadId) {
        equals(QStringLiteral("thread_id"), *filter.threadId);
    }
    if (filter.model && m_columns.has(u"model_name")) {
        equals(QStringLiteral("model_name"), *filter.model);
    } else if (filter.model) {
        tests.append(QStringLiteral("1 = 0"));
    }
    if (!filter.statuses.isEmpty()) {
        QStringList marks;
        for (const QString &status : filter.statuses) {
            marks.append(QStringLiteral("?"));
            values->append(status);
        }
        tests.append(QStringLiteral("r.status IN (%1)").arg(marks.join(QLatin1Char(','))));
    }
    if (!filter.text.isEmpty()) {
        QStringList places{QStringLiteral("r.run_id"), QStringLiteral("r.thread_id"), QStringLiteral("t.display_name")};
        for (const char *column : {"first_human_message", "error"}) {
            if (m_columns.has(QString::fromLatin1(column))) {
                places.append(QStringLiteral("r.") + QLatin1String(column));
            }
        }
        for (QString &place : places) {
            place = dialect.contains(place);
            values->append(likePattern(filter.text));
        }
        tests.append(QStringLiteral("(%1)").arg(places.join(QStringLiteral(" OR "))));
    }
    const auto bound = [&](const char *comparison, Microseconds moment) {
        tests.append(QStringLiteral("r.created_at %1 %2").arg(QLatin1String(comparison), dialect.timePlaceholder()));
        values->append(databaseTimestamp(moment));
    };
    if (filter.createdFrom) {
        bound(">=", *filter.createdFrom);
    }
    if (filter.createdBefore) {
        bound("<", *filter.createdBefore);
    }
    if (filter.activeLongerThan) {
        tests.append(QStringLiteral("r.status IN ('pending', 'running')"));
        bound("<", *filter.activeLongerThan);
    }
    if (filter.orphansOnly) {
        tests.append(QStringLiteral("t.thread_id IS NULL"));
    }
    return tests.join(QStringLiteral(" AND "));
}

Result<RunRows::Values> RunRows::insertValues(const Dialect &dialect, const RunRecord &record) const
{
    if (record.idempotencyKey && !m_columns.has(u"idempotency_key")) {
        return invalid(QStringLiteral("no-idempotency-keys"),
                       QStringLiteral("This database comes from a DeerFlow before migration 0013 and cannot keep idempotency keys. Start the run "
                                      "without one, or update DeerFlow."));
    }
    Values result;
    qsizetype column = 0;
    visitColumns(record, [&](const char *name, ColumnKind kind, const auto &field) {
        if (m_present[column++]) {
            result.columns.append(QString::fromLatin1(name));
            result.placeholders.append(placeholderOf(dialect, kind));
            result.values.append(valueOf(field));
        }
    });
    for (const auto &known : m_columns.columns) {
        if (!result.columns.contains(known.name) && known.notNull && !known.hasDefault) {
            return invalid(QStringLiteral("unknown-column"),
                           QStringLiteral("The table runs wants a value for the column \"%1\", which this version of Verderer does not know. Start "
                                          "the run through DeerFlow, or update Verderer.")
                               .arg(known.name));
        }
    }
    return result;
}

RunRows::Values RunRows::changes(const Dialect &dialect, const RunRecord &before, const RunRecord &after) const
{
    QList<QVariant> old;
    visitColumns(before, [&](const char *, ColumnKind, const auto &field) { old.append(valueOf(field)); });
    Values result;
    qsizetype column = 0;
    visitColumns(after, [&](const char *name, ColumnKind kind, const auto &field) {
        const QVariant wanted = valueOf(field);
        const QVariant &had = old[column];
        if (m_present[column++] && (wanted != had || wanted.isNull() != had.isNull())) {
            result.columns.append(QString::fromLatin1(name));
            result.placeholders.append(placeholderOf(dialect, kind));
            result.values.append(wanted);
        }
    });
    return result;
}

Error threadTaken(const QString &threadId, const RunRecord &active)
{
    Error error;
    error.code = ErrorCode::Conflict;
    error.details.kind = QStringLiteral("thread-busy");
    error.details.holder = active.runId;
    error.message =
        active.operationKind == QLatin1String("run")
            ? QStringLiteral("The thread \"%1\" is busy: run %2 has been %3 since %4. Wait for its end or interrupt it; nothing was changed.")
                  .arg(threadId, active.runId, active.statusRaw, sinceText(active.createdAt))
            : QStringLiteral("The thread \"%1\" is reserved by an operation (%2) since %3. Try again; nothing was changed.")
                  .arg(threadId, active.operationKind, sinceText(active.createdAt));
    return error;
}

Error keyTaken(const QString &key, const QString &runId)
{
    Error error;
    error.code = ErrorCode::Conflict;
    error.details.kind = QStringLiteral("idempotency-key");
    error.details.holder = runId;
    error.message =
        QStringLiteral("The idempotency key \"%1\" belongs to run %2. Use another key for another run; nothing was changed.").arg(key, runId);
    return error;
}

Result<RunPage> readRunPage(DatabaseSession &session, const RunFilter &filter, int limit, const std::optional<RunCursor> &after)
{
    const auto rows = RunRows::probe(session);
    if (!rows) {
        return tl::unexpected<Error>(rows.error());
    }
    const Dialect &dialect = session.dialect();
    QList<QVariant> values;
    QString where = rows->filterClause(dialect, filter, &values);
    if (after) {
        where += QStringLiteral(" AND (r.created_at, r.run_id) < (%1, ?)").arg(dialect.timePlaceholder());
        values << after->createdRaw << after->runId;
    }
    // The page is chosen by its ids first, for the same reason as with threads.
    const bool needsThreads = filter.orphansOnly || !filter.text.isEmpty();
    const QString order = QStringLiteral("ORDER BY r.created_at DESC, r.run_id DESC");
    const QString sql = QStringLiteral("SELECT %1 FROM %2 WHERE r.run_id IN (SELECT r.run_id FROM %3 WHERE %4 %5 LIMIT %6) %5")
                            .arg(rows->selectList(), rows->from(), needsThreads ? rows->from() : QStringLiteral("runs r"), where, order)
                            .arg(limit + 1);
    const auto found = session.query(sql, values);
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    RunPage page;
    for (const DatabaseRow &row : *found) {
        if (page.runs.size() == limit) {
            page.next = RunCursor{page.runs.last().createdRaw, page.runs.last().runId};
            break;
        }
        page.runs.append(rows->read(row));
    }
    return page;
}

Error emptyRunPage()
{
    Error error;
    error.code = ErrorCode::Invalid;
    error.details.kind = QStringLiteral("limit");
    error.message = QStringLiteral("A page holds at least one row; ask for a limit of 1 or more.");
    return error;
}

RunRecord changedRun(const RunRecord &stored, const std::function<void(RunRecord &)> &change)
{
    RunRecord wanted = stored;
    change(wanted);
    if (wanted.status != stored.status) {
        wanted.statusRaw = runStatusName(wanted.status);
    }
    return wanted;
}

} // namespace verderer
