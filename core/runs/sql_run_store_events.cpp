// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_rows.h"
#include "runs/sql_run_store.h"

namespace verderer {

namespace {

const QString eventsTable = QStringLiteral("run_events");

/// How often a peer may take the same sequence numbers before that is told; each try begins with the numbers as they are then.
constexpr int collisionTries = 20;

Result<EventPage> readEvents(DatabaseSession &session, const QString &threadId, const QString &runId, const QStringList &categories, qint64 afterSeq,
                             int limit)
{
    const auto columns = session.columns(eventsTable);
    if (!columns) {
        return tl::unexpected<Error>(columns.error());
    }
    if (columns->empty()) {
        return EventPage(); // an installation whose events live elsewhere
    }
    const Dialect &dialect = session.dialect();
    QStringList tests{QStringLiteral("seq > ?")};
    QList<QVariant> values{afterSeq};
    const auto equals = [&](const QString &column, const QString &value) {
        if (!value.isEmpty()) {
            tests.append(column + QStringLiteral(" = ?"));
            values.append(value);
        }
    };
    equals(QStringLiteral("thread_id"), threadId);
    equals(QStringLiteral("run_id"), runId);
    if (!categories.isEmpty()) {
        QStringList marks;
        for (const QString &category : categories) {
            marks.append(QStringLiteral("?"));
            values.append(category);
        }
        tests.append(QStringLiteral("category IN (%1)").arg(marks.join(QLatin1Char(','))));
    }
    const auto found = session.query(
        QStringLiteral("SELECT thread_id, run_id, event_type, category, content, %1, seq, %2, %3 FROM run_events WHERE %4 ORDER BY seq LIMIT %5")
            .arg(dialect.jsonText(QStringLiteral("event_metadata")), dialect.timeText(QStringLiteral("created_at")),
                 columns->has(u"user_id") ? QStringLiteral("user_id") : QStringLiteral("NULL"), tests.join(QStringLiteral(" AND ")))
            .arg(limit + 1),
        values);
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    EventPage page;
    for (const DatabaseRow &row : *found) {
        if (page.events.size() == limit) {
            page.nextAfterSeq = page.events.last().seq;
            break;
        }
        RunEvent event;
        event.threadId = row[0].toString();
        event.runId = row[1].toString();
        event.type = row[2].toString();
        event.category = row[3].toString();
        event.content = row[4].toString().toUtf8();
        event.metadataJson = row[5].toString().toUtf8();
        event.seq = row[6].toLongLong();
        event.createdRaw = row[7].toString();
        if (!row[8].isNull()) {
            event.userId = row[8].toString();
        }
        readEventTexts(&event);
        page.events.append(event);
    }
    return page;
}

Result<std::optional<Microseconds>> newestTime(DatabaseSession &session, const QString &threadId, const QString &runId)
{
    const auto columns = session.columns(eventsTable);
    if (!columns) {
        return tl::unexpected<Error>(columns.error());
    }
    if (columns->empty()) {
        return std::optional<Microseconds>();
    }
    const auto rows = session.query(QStringLiteral("SELECT %1 FROM run_events WHERE thread_id = ? AND run_id = ? ORDER BY seq DESC LIMIT 1")
                                        .arg(session.dialect().timeText(QStringLiteral("created_at"))),
                                    {threadId, runId});
    if (!rows) {
        return tl::unexpected<Error>(rows.error());
    }
    RunEvent newest;
    newest.createdRaw = rows->value(0).value(0).toString();
    readEventTexts(&newest);
    return newest.createdAt;
}

Result<void> insertEvents(DatabaseSession &session, const QString &threadId, const QString &runId, const QList<RunEvent> &events)
{
    const auto columns = session.columns(eventsTable);
    if (!columns) {
        return tl::unexpected<Error>(columns.error());
    }
    if (columns->empty()) {
        ErrorDetails details;
        details.kind = QStringLiteral("schema");
        return fail(ErrorCode::Unavailable, QStringLiteral("This database has no table run_events, so events cannot be kept in it."), details);
    }
    if (session.dialect().kind() == DatabaseKind::Postgres) {
        // Writers of ours wait for each other here instead of taking the same numbers; only a Gateway can still collide with them.
        const auto locked =
            session.query(QStringLiteral("SELECT 1 FROM pg_advisory_xact_lock(hashtext('verderer.run_events'), hashtext(?))"), {threadId});
        if (!locked) {
            return tl::unexpected<Error>(locked.error());
        }
    }
    const auto highest = session.query(QStringLiteral("SELECT coalesce(max(seq), 0) FROM run_events WHERE thread_id = ?"), {threadId});
    if (!highest) {
        return tl::unexpected<Error>(highest.error());
    }
    qint64 seq = highest->first().first().toLongLong();
    const Dialect &dialect = session.dialect();
    const bool hasUser = columns->has(u"user_id");
    const QString sql = QStringLiteral("INSERT INTO run_events (thread_id, run_id, event_type, category, content, event_metadata, seq, created_at%1) "
                                       "VALUES (?, ?, ?, ?, ?, %2, ?, %3%4)")
                            .arg(hasUser ? QStringLiteral(", user_id") : QString(), dialect.jsonPlaceholder(), dialect.timePlaceholder(),
                                 hasUser ? QStringLiteral(", ?") : QString());
    for (const RunEvent &event : events) {
        QList<QVariant> values{threadId,
                               runId,
                               event.type,
                               event.category,
                               event.content.isEmpty() ? QLatin1String("") : QString::fromUtf8(event.content), // a null string would be NULL
                               QString::fromUtf8(event.metadataJson.isEmpty() ? QByteArray("{}") : event.metadataJson),
                               ++seq,
                               event.createdRaw};
        if (hasUser) {
            values.append(event.userId ? QVariant(*event.userId) : QVariant(QMetaType::fromType<QString>()));
        }
        const auto inserted = session.execute(sql, values);
        if (!inserted) {
            return tl::unexpected<Error>(inserted.error());
        }
    }
    return {};
}

} // namespace

Result<EventPage> SqlRunStore::events(const QString &threadId, const QString &runId, const QStringList &categories, qint64 afterSeq, int limit,
                                      const Wait &wait)
{
    if (limit < 1) {
        return tl::unexpected<Error>(emptyRunPage());
    }
    return m_worker->read(wait, [=](DatabaseSession &session) { return readEvents(session, threadId, runId, categories, afterSeq, limit); }).result();
}

Result<std::optional<Microseconds>> SqlRunStore::newestEventAt(const QString &threadId, const QString &runId, const Wait &wait)
{
    return m_worker->read(wait, [=](DatabaseSession &session) { return newestTime(session, threadId, runId); }).result();
}

Result<void> SqlRunStore::appendEvents(const QString &threadId, const QString &runId, const QList<RunEvent> &events, const Wait &wait)
{
    for (const RunEvent &event : events) {
        if (auto good = checkEvent(event); !good) {
            return good;
        }
    }
    if (events.isEmpty()) {
        return {};
    }
    // On a server a peer can take the number between our look and our insert; the unique pair (thread, seq) tells, and the whole batch is tried
    // again.
    for (int attempt = 1;; ++attempt) {
        auto done = m_worker->write(wait, [=](DatabaseSession &session) { return insertEvents(session, threadId, runId, events); }).result();
        if (done || done.error().code != ErrorCode::AlreadyExists || attempt == collisionTries) {
            return done;
        }
    }
}

} // namespace verderer
