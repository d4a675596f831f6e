// SPDX-License-Identifier: GPL-3.0-or-later
#include "threads/thread_rows.h"

#include "base/json.h"
#include "database/database_time.h"

#include <QUuid>

namespace verderer {

namespace {

std::optional<QString> optionalText(const QVariant &value)
{
    if (value.isNull())
        return std::nullopt;
    return value.toString();
}

} // namespace

void readThreadMetadata(ThreadRecord *record)
{
    const auto metadata = parseJson(record->metadataJson);
    record->pinned = false;
    if (!metadata) {
        record->damage.append(QStringLiteral("The metadata is not valid JSON; DeerFlow's own list fails for its owner because of it."));
    } else if (!metadata->is_object()) {
        record->damage.append(QStringLiteral("The metadata is no JSON object."));
    } else {
        const auto pinned = metadata->find("deerflow_pinned");
        record->pinned = pinned != metadata->end() && pinned->is_boolean() && pinned->get<bool>();
        if (!record->projectId)
            record->projectId = stringMember(*metadata, "deerflow_project_id");
    }
}

void readThreadTimes(ThreadRecord *record)
{
    const auto read = [&](const QString &raw, const QString &column) {
        bool exact = false;
        auto time = parseDatabaseTimestamp(raw, &exact);
        if (!time)
            record->damage.append(QStringLiteral("%1 is no time: \"%2\".").arg(column, raw.left(40)));
        else if (!exact)
            record->damage.append(QStringLiteral("%1 is not in DeerFlow's form, so DeerFlow orders this thread wrongly.").arg(column));
        return time;
    };
    record->createdAt = read(record->createdRaw, QStringLiteral("created_at"));
    record->updatedAt = read(record->updatedRaw, QStringLiteral("updated_at"));
}

Result<ThreadRows> ThreadRows::probe(DatabaseSession &session)
{
    const auto columns = session.columns(QStringLiteral("threads_meta"));
    if (!columns)
        return tl::unexpected<Error>(columns.error());
    ErrorDetails details;
    details.kind = QStringLiteral("schema");
    if (columns->empty())
        return fail(ErrorCode::Damaged,
                    QStringLiteral("This database has no table threads_meta: it is no DeerFlow database, or no Gateway has used it yet."), details);
    for (const QString &needed :
         {QStringLiteral("thread_id"), QStringLiteral("user_id"), QStringLiteral("assistant_id"), QStringLiteral("display_name"),
          QStringLiteral("status"), QStringLiteral("metadata_json"), QStringLiteral("created_at"), QStringLiteral("updated_at")}) {
        if (!columns->has(needed))
            return fail(ErrorCode::Damaged,
                        QStringLiteral("The table threads_meta has no column %1; this version of DeerFlow is not understood.").arg(needed), details);
    }
    const Dialect &dialect = session.dialect();
    ThreadRows rows;
    rows.m_columns = *columns;
    QStringList select{QStringLiteral("thread_id"),
                       QStringLiteral("user_id"),
                       QStringLiteral("assistant_id"),
                       QStringLiteral("display_name"),
                       QStringLiteral("status"),
                       dialect.jsonText(QStringLiteral("metadata_json")),
                       dialect.timeText(QStringLiteral("created_at")),
                       dialect.timeText(QStringLiteral("updated_at"))};
    const auto optional = [&](const QString &column) {
        if (!columns->has(column))
            return -1;
        select.append(column);
        return static_cast<int>(select.size()) - 1;
    };
    rows.m_archived = optional(QStringLiteral("archived"));
    rows.m_project = optional(QStringLiteral("project_id"));
    rows.m_incarnation = optional(QStringLiteral("incarnation"));
    rows.m_select = select.join(QStringLiteral(", "));
    return rows;
}

ThreadRecord ThreadRows::read(const Dialect &, const DatabaseRow &row) const
{
    ThreadRecord record;
    record.threadId = row[0].toString();
    record.owner = optionalText(row[1]);
    record.assistantId = optionalText(row[2]);
    record.displayName = optionalText(row[3]);
    record.status = row[4].toString();
    record.metadataJson = row[5].toString().toUtf8();
    record.createdRaw = row[6].toString();
    record.updatedRaw = row[7].toString();
    if (m_archived >= 0 && !row[m_archived].isNull())
        record.archived = row[m_archived].toBool();
    if (m_project >= 0)
        record.projectId = optionalText(row[m_project]);
    if (m_incarnation >= 0)
        record.incarnation = optionalText(row[m_incarnation]);
    readThreadMetadata(&record);
    readThreadTimes(&record);
    return record;
}

Result<ThreadRows::Values> ThreadRows::insertValues(const Dialect &dialect, const ThreadRecord &record) const
{
    Values result;
    const auto add = [&](const QString &column, const QString &placeholder, const QVariant &value) {
        result.columns.append(column);
        result.placeholders.append(placeholder);
        result.values.append(value);
    };
    const auto text = [](const std::optional<QString> &value) { return value ? QVariant(*value) : QVariant(QMetaType::fromType<QString>()); };
    add(QStringLiteral("thread_id"), QStringLiteral("?"), record.threadId);
    add(QStringLiteral("user_id"), QStringLiteral("?"), text(record.owner));
    add(QStringLiteral("assistant_id"), QStringLiteral("?"), text(record.assistantId));
    add(QStringLiteral("display_name"), QStringLiteral("?"), text(record.displayName));
    add(QStringLiteral("status"), QStringLiteral("?"), record.status);
    add(QStringLiteral("metadata_json"), dialect.jsonPlaceholder(), QString::fromUtf8(record.metadataJson));
    add(QStringLiteral("created_at"), dialect.timePlaceholder(), record.createdRaw);
    add(QStringLiteral("updated_at"), dialect.timePlaceholder(), record.updatedRaw);
    // Newer schemas: what DeerFlow itself gives a new row. An incarnation is 32 hexadecimal digits (deerflow-format 10), given whether or not the
    // column may be empty: everything scoped to a thread's identity is refused to one without.
    if (m_incarnation >= 0) {
        add(QStringLiteral("incarnation"), QStringLiteral("?"), QUuid::createUuid().toString(QUuid::Id128));
    }
    for (const auto &column : m_columns.columns) {
        if (result.columns.contains(column.name) || column.hasDefault || !column.notNull)
            continue;
        if (column.name == QLatin1String("archived")) {
            add(column.name, QStringLiteral("?"), dialect.kind() == DatabaseKind::Sqlite ? QVariant(0) : QVariant(false));
        } else {
            ErrorDetails details;
            details.kind = QStringLiteral("unknown-column");
            return fail(
                ErrorCode::Invalid,
                QStringLiteral("The table threads_meta wants a value for the column \"%1\", which this version of Verderer does not know. Create the "
                               "thread through DeerFlow, or update Verderer.")
                    .arg(column.name),
                details);
        }
    }
    return result;
}

Result<QString> threadFilterClause(const Dialect &dialect, const ThreadFilter &filter, QList<QVariant> *values)
{
    QStringList tests;
    if (filter.owner) {
        if (filter.owner->isEmpty()) {
            tests.append(QStringLiteral("user_id IS NULL"));
        } else {
            tests.append(QStringLiteral("user_id = ?"));
            values->append(*filter.owner);
        }
    }
    if (!filter.statuses.isEmpty()) {
        QStringList marks;
        for (const QString &status : filter.statuses) {
            marks.append(QStringLiteral("?"));
            values->append(status);
        }
        tests.append(QStringLiteral("status IN (%1)").arg(marks.join(QLatin1Char(','))));
    }
    if (!filter.text.isEmpty()) {
        tests.append(
            QStringLiteral("(%1 OR %2)").arg(dialect.contains(QStringLiteral("thread_id")), dialect.contains(QStringLiteral("display_name"))));
        values->append(likePattern(filter.text));
        values->append(likePattern(filter.text));
    }
    if (filter.updatedFrom) {
        tests.append(QStringLiteral("%1 >= %2").arg(dialect.timeValue(QStringLiteral("updated_at")), dialect.timePlaceholder()));
        values->append(databaseTimestamp(*filter.updatedFrom));
    }
    if (filter.updatedBefore) {
        tests.append(QStringLiteral("%1 < %2").arg(dialect.timeValue(QStringLiteral("updated_at")), dialect.timePlaceholder()));
        values->append(databaseTimestamp(*filter.updatedBefore));
    }
    for (const auto &[key, json] : filter.metadata) {
        const auto test = dialect.metadataEquals(QStringLiteral("metadata_json"), key, json, values);
        if (!test)
            return tl::unexpected<Error>(test.error());
        tests.append(*test);
    }
    return tests.join(QStringLiteral(" AND "));
}

Result<ThreadPage> readThreadPage(DatabaseSession &session, const ThreadFilter &filter, int limit, const std::optional<ThreadCursor> &after)
{
    const auto rows = ThreadRows::probe(session);
    if (!rows) {
        return tl::unexpected<Error>(rows.error());
    }
    const Dialect &dialect = session.dialect();
    QList<QVariant> values;
    auto where = threadFilterClause(dialect, filter, &values);
    if (!where) {
        return tl::unexpected<Error>(where.error());
    }
    const QString pinned = dialect.pinnedExpression(QStringLiteral("metadata_json"));
    if (after) {
        if (!where->isEmpty()) {
            *where += QStringLiteral(" AND ");
        }
        *where += QStringLiteral("(%1, updated_at, thread_id) < (?, %2, ?)").arg(pinned, dialect.timePlaceholder());
        values << (after->pinned ? 1 : 0) << after->updatedRaw << after->threadId;
    }
    // The page is chosen by its ids first: a server makes what is selected of every row before it sorts, and turning a million times into texts costs
    // more than all the rest.
    const QString order = QStringLiteral("ORDER BY %1 DESC, updated_at DESC, thread_id DESC").arg(pinned);
    const QString sql = QStringLiteral("SELECT %1 FROM threads_meta WHERE thread_id IN (SELECT thread_id FROM threads_meta%2 %3 LIMIT %4) %3")
                            .arg(rows->selectList(), where->isEmpty() ? QString() : QString(QStringLiteral(" WHERE ") + *where), order)
                            .arg(limit + 1);
    const auto found = session.query(sql, values);
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    ThreadPage page;
    for (const DatabaseRow &row : *found) {
        if (page.threads.size() == limit) {
            const ThreadRecord &last = page.threads.last();
            page.next = ThreadCursor{last.pinned, last.updatedRaw, last.threadId};
            break;
        }
        page.threads.append(rows->read(dialect, row));
    }
    return page;
}

} // namespace verderer
