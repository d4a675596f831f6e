// SPDX-License-Identifier: GPL-3.0-or-later
#include "threads/sql_thread_store.h"

#include "base/clock.h"
#include "database/database_time.h"
#include "threads/run_reservation.h"
#include "threads/thread_rows.h"
#include "threads/thread_rules.h"
#include "threads/worker_identity.h"

namespace verderer {

namespace {

Result<std::optional<ThreadRecord>> readRow(DatabaseSession &session, const QString &id, bool forUpdate)
{
    const auto rows = ThreadRows::probe(session);
    if (!rows)
        return tl::unexpected<Error>(rows.error());
    QString sql = QStringLiteral("SELECT %1 FROM threads_meta WHERE thread_id = ?").arg(rows->selectList());
    if (forUpdate && session.dialect().kind() == DatabaseKind::Postgres)
        sql += QStringLiteral(" FOR UPDATE"); // SQLite's write transaction has the whole database
    const auto found = session.query(sql, {id});
    if (!found)
        return tl::unexpected<Error>(found.error());
    if (found->isEmpty())
        return std::optional<ThreadRecord>();
    return std::optional<ThreadRecord>(rows->read(session.dialect(), found->first()));
}

/// Counts rows of a table that may not exist in this database.
Result<qint64> countRows(DatabaseSession &session, const QString &table, const QString &id, const QString &further = {})
{
    const auto columns = session.columns(table);
    if (!columns)
        return tl::unexpected<Error>(columns.error());
    if (!columns->has(u"thread_id"))
        return 0;
    const auto rows = session.query(QStringLiteral("SELECT count(*) FROM %1 WHERE thread_id = ?%2").arg(table, further), {id});
    if (!rows)
        return tl::unexpected<Error>(rows.error());
    return rows->first().first().toLongLong();
}

/// Where LangGraph keeps the writes of a checkpoint: the name differs between its two engines (deerflow-format 7.1).
QStringList checkpointWriteTables(const Dialect &dialect)
{
    return dialect.kind() == DatabaseKind::Sqlite ? QStringList{QStringLiteral("writes")}
                                                  : QStringList{QStringLiteral("checkpoint_writes"), QStringLiteral("checkpoint_blobs")};
}

Result<QString> runKindTest(DatabaseSession &session)
{
    const auto columns = session.columns(QStringLiteral("runs"));
    if (!columns)
        return tl::unexpected<Error>(columns.error());
    return columns->has(u"operation_kind") ? QStringLiteral(" AND operation_kind = 'run'") : QString();
}

Result<ThreadRemains> countRemains(DatabaseSession &session, const QString &id)
{
    ThreadRemains remains;
    const auto kind = runKindTest(session);
    if (!kind)
        return tl::unexpected<Error>(kind.error());
    struct Count {
        QString table;
        QString further;
        qint64 *into;
    };
    qint64 more = 0;
    QList<Count> counts{{QStringLiteral("runs"), *kind, &remains.runs},
                        {QStringLiteral("run_events"), {}, &remains.events},
                        {QStringLiteral("feedback"), {}, &remains.feedback},
                        {QStringLiteral("checkpoints"), {}, &remains.checkpoints}};
    for (const QString &table : checkpointWriteTables(session.dialect()))
        counts.append({table, {}, &more});
    for (const Count &count : std::as_const(counts)) {
        const auto number = countRows(session, count.table, id, count.further);
        if (!number)
            return tl::unexpected<Error>(number.error());
        *count.into += *number;
    }
    remains.checkpointWrites = more;
    const auto runs = session.columns(QStringLiteral("runs"));
    if (!runs)
        return tl::unexpected<Error>(runs.error());
    if (!runs->empty()) {
        const auto active =
            session.query(QStringLiteral("SELECT run_id, %1 FROM runs WHERE thread_id = ? AND status IN ('pending', 'running') LIMIT 1")
                              .arg(session.dialect().timeText(QStringLiteral("created_at"))),
                          {id});
        if (!active)
            return tl::unexpected<Error>(active.error());
        if (!active->isEmpty()) {
            remains.activeRun = true;
            remains.activeRunId = active->first()[0].toString();
            remains.activeSince = parseDatabaseTimestamp(active->first()[1].toString());
        }
    }
    return remains;
}

Result<void> refuseActive(DatabaseSession &session, const QString &id)
{
    const auto remains = countRemains(session, id);
    if (!remains)
        return tl::unexpected<Error>(remains.error());
    if (remains->activeRun)
        return tl::unexpected<Error>(busyThread(id, *remains));
    return {};
}

/// A thread with at most this many events goes in one transaction; of others, this many events go at a time.
constexpr qint64 eventsPerBatch = 5000;
constexpr int releaseTimeoutMs = 2000;
/// A reservation whose lease was not renewed for this long is nobody's any more.
constexpr Microseconds reservationLease = 60'000'000;

QString timeFromNow(Microseconds offset)
{
    return databaseTimestamp(SystemClock().now() + offset);
}

/// Whether this schema can hold a reservation (0004 and 0008 brought what it takes).
Result<bool> canReserve(DatabaseSession &session)
{
    const auto columns = session.columns(QStringLiteral("runs"));
    if (!columns) {
        return tl::unexpected<Error>(columns.error());
    }
    return columns->has(u"operation_kind") && columns->has(u"owner_worker_id") && columns->has(u"lease_expires_at");
}

/// Takes away what deletions left behind that nobody can finish any more.
Result<void> dropDeadReservations(DatabaseSession &session, const QString &id)
{
    const auto left = session.query(QStringLiteral("SELECT run_id, owner_worker_id, %1 FROM runs WHERE thread_id = ? AND operation_kind = 'delete' "
                                                   "AND status IN ('pending', 'running')")
                                        .arg(session.dialect().timeText(QStringLiteral("lease_expires_at"))),
                                    {id});
    if (!left) {
        return tl::unexpected<Error>(left.error());
    }
    for (const DatabaseRow &row : *left) {
        const WorkerLiveness liveness = workerLiveness(row[1].toString());
        const auto lease = parseDatabaseTimestamp(row[2].toString());
        const bool expired = liveness == WorkerLiveness::Foreign && lease && *lease < SystemClock().now();
        if (liveness != WorkerLiveness::Gone && !expired) {
            continue;
        }
        const auto removed = session.execute(QStringLiteral("DELETE FROM runs WHERE run_id = ?"), {row[0]});
        if (!removed) {
            return tl::unexpected<Error>(removed.error());
        }
    }
    return {};
}

/// Reserves the thread where the schema can; refuses where a run is active.
Result<ThreadRemains> reserveForDelete(DatabaseSession &session, const QString &id, bool possible)
{
    if (possible) {
        if (const auto dropped = dropDeadReservations(session, id); !dropped) {
            return tl::unexpected<Error>(dropped.error());
        }
    }
    auto remains = countRemains(session, id);
    if (!remains) {
        return remains;
    }
    if (remains->activeRun) {
        return tl::unexpected<Error>(busyThread(id, *remains));
    }
    if (!possible) {
        return remains;
    }
    const RunReservation::Values row = RunReservation::values(session.dialect(), id, ownWorkerId(), timeFromNow(0), timeFromNow(reservationLease));
    const auto inserted = session.execute(
        QStringLiteral("INSERT INTO runs (%1) VALUES (%2)").arg(row.columns.join(QStringLiteral(", ")), row.placeholders.join(QStringLiteral(", "))),
        row.values);
    if (!inserted) {
        if (inserted.error().code != ErrorCode::AlreadyExists) {
            return tl::unexpected<Error>(inserted.error());
        }
        remains->activeRunId = QStringLiteral("that began just now");
        return tl::unexpected<Error>(busyThread(id, *remains));
    }
    return remains;
}

/// One batch of events, the lease renewed with it.
Result<qint64> deleteSomeEvents(DatabaseSession &session, const QString &id)
{
    auto renewed = session.execute(QStringLiteral("UPDATE runs SET lease_expires_at = %1 WHERE thread_id = ? AND owner_worker_id = ? AND "
                                                  "operation_kind = 'delete' AND status = 'running'")
                                       .arg(session.dialect().timePlaceholder()),
                                   {timeFromNow(reservationLease), id, ownWorkerId()});
    if (!renewed) {
        return renewed;
    }
    if (*renewed == 0) {
        ErrorDetails details;
        details.kind = QStringLiteral("reservation-lost");
        return fail(ErrorCode::Conflict, QStringLiteral("Somebody else took the thread \"%1\" over while it was being deleted.").arg(id), details);
    }
    return session.execute(QStringLiteral("DELETE FROM run_events WHERE id IN (SELECT id FROM run_events WHERE thread_id = ? ORDER BY seq LIMIT %1)")
                               .arg(eventsPerBatch),
                           {id});
}

/// Everything that is left, and the reservation with it.
Result<qint64> deleteRest(DatabaseSession &session, const QString &id)
{
    QStringList tables = checkpointWriteTables(session.dialect());
    tables << QStringLiteral("checkpoints") << QStringLiteral("feedback") << QStringLiteral("run_events") << QStringLiteral("runs")
           << QStringLiteral("threads_meta");
    for (const QString &table : std::as_const(tables)) {
        const auto columns = session.columns(table);
        if (!columns)
            return tl::unexpected<Error>(columns.error());
        if (!columns->has(u"thread_id"))
            continue;
        auto done = session.execute(QStringLiteral("DELETE FROM %1 WHERE thread_id = ?").arg(table), {id});
        if (!done)
            return done;
    }
    return 0;
}

} // namespace

SqlThreadStore::SqlThreadStore(std::shared_ptr<DatabaseWorker> worker) : m_worker(std::move(worker))
{
}

Result<std::optional<ThreadRecord>> SqlThreadStore::find(const QString &id, const Wait &wait)
{
    return m_worker->read(wait, [id](DatabaseSession &session) { return readRow(session, id, false); }).result();
}

Result<ThreadStore::Inserted> SqlThreadStore::insert(const ThreadRecord &record, const Wait &wait)
{
    return m_worker
        ->write(wait,
                [record](DatabaseSession &session) -> Result<Inserted> {
                    const auto rows = ThreadRows::probe(session);
                    if (!rows)
                        return tl::unexpected<Error>(rows.error());
                    const auto values = rows->insertValues(session.dialect(), record);
                    if (!values)
                        return tl::unexpected<Error>(values.error());
                    const auto inserted =
                        session.execute(QStringLiteral("INSERT INTO threads_meta (%1) VALUES (%2) ON CONFLICT (thread_id) DO NOTHING")
                                            .arg(values->columns.join(QStringLiteral(", ")), values->placeholders.join(QStringLiteral(", "))),
                                        values->values);
                    if (!inserted)
                        return tl::unexpected<Error>(inserted.error());
                    auto stored = readRow(session, record.threadId, false);
                    if (!stored)
                        return tl::unexpected<Error>(stored.error());
                    return Inserted{std::move(*stored), *inserted == 1};
                })
        .result();
}

Result<ThreadPage> SqlThreadStore::list(const ThreadFilter &filter, int limit, const std::optional<ThreadCursor> &after, const Wait &wait)
{
    if (limit < 1) {
        return tl::unexpected<Error>(emptyPage());
    }
    return m_worker->read(wait, [filter, limit, after](DatabaseSession &session) { return readThreadPage(session, filter, limit, after); }).result();
}

Result<ThreadRemains> SqlThreadStore::remains(const QString &id, const Wait &wait)
{
    return m_worker->read(wait, [id](DatabaseSession &session) { return countRemains(session, id); }).result();
}

Result<ThreadRecord> SqlThreadStore::update(const QString &id, const ThreadChange &change, bool refuseWhileActive, const Wait &wait)
{
    return m_worker
        ->write(wait,
                [id, change, refuseWhileActive](DatabaseSession &session) -> Result<ThreadRecord> {
                    const auto stored = readRow(session, id, true);
                    if (!stored)
                        return tl::unexpected<Error>(stored.error());
                    if (!*stored)
                        return tl::unexpected<Error>(missingThread(id));
                    if (refuseWhileActive) {
                        if (const auto idle = refuseActive(session, id); !idle)
                            return tl::unexpected<Error>(idle.error());
                    }
                    auto wanted = change(**stored);
                    if (!wanted)
                        return wanted;
                    const Dialect &dialect = session.dialect();
                    QStringList sets;
                    QList<QVariant> values;
                    const auto set = [&](const QString &column, const QString &placeholder, const QVariant &value) {
                        sets.append(column + QStringLiteral(" = ") + placeholder);
                        values.append(value);
                    };
                    const auto text = [](const std::optional<QString> &value) {
                        return value ? QVariant(*value) : QVariant(QMetaType::fromType<QString>());
                    };
                    if (wanted->owner != (*stored)->owner)
                        set(QStringLiteral("user_id"), QStringLiteral("?"), text(wanted->owner));
                    if (wanted->displayName != (*stored)->displayName)
                        set(QStringLiteral("display_name"), QStringLiteral("?"), text(wanted->displayName));
                    if (wanted->status != (*stored)->status)
                        set(QStringLiteral("status"), QStringLiteral("?"), wanted->status);
                    if (wanted->metadataJson != (*stored)->metadataJson)
                        set(QStringLiteral("metadata_json"), dialect.jsonPlaceholder(), QString::fromUtf8(wanted->metadataJson));
                    if (wanted->updatedRaw != (*stored)->updatedRaw)
                        set(QStringLiteral("updated_at"), dialect.timePlaceholder(), wanted->updatedRaw);
                    if (sets.isEmpty())
                        return **stored;
                    values.append(id);
                    const auto done = session.execute(
                        QStringLiteral("UPDATE threads_meta SET %1 WHERE thread_id = ?").arg(sets.join(QStringLiteral(", "))), values);
                    if (!done)
                        return tl::unexpected<Error>(done.error());
                    const auto now = readRow(session, id, false);
                    if (!now)
                        return tl::unexpected<Error>(now.error());
                    if (!*now)
                        return tl::unexpected<Error>(missingThread(id));
                    return **now;
                })
        .result();
}

Result<ThreadRemains> SqlThreadStore::remove(const QString &id, const Wait &wait)
{
    // A `delete` row reserves the thread, as DeerFlow does it, so that no run can begin. Where there are very many events they go in batches: a
    // single long transaction would keep every other writer out. The row goes with the last batch; one whose process died is taken over by the next
    // delete.
    struct Begun {
        ThreadRemains remains;
        bool finished = false;
    };
    const auto begun = m_worker
                           ->write(wait,
                                   [id](DatabaseSession &session) -> Result<Begun> {
                                       const auto possible = canReserve(session);
                                       if (!possible) {
                                           return tl::unexpected<Error>(possible.error());
                                       }
                                       const auto remains = reserveForDelete(session, id, *possible);
                                       if (!remains) {
                                           return tl::unexpected<Error>(remains.error());
                                       }
                                       Begun result{*remains, !*possible || remains->events <= eventsPerBatch};
                                       if (result.finished) {
                                           if (const auto done = deleteRest(session, id); !done) {
                                               return tl::unexpected<Error>(done.error());
                                           }
                                       }
                                       return result;
                                   })
                           .result();
    if (!begun) {
        return tl::unexpected<Error>(begun.error());
    }
    if (begun->finished) {
        return begun->remains;
    }
    qint64 gone = 0;
    const auto stopped = [&](Error error) {
        releaseReservation(id);
        if (gone > 0) {
            error.details.kind = QStringLiteral("delete-incomplete");
            error.message += QStringLiteral(" %1 of %2 events of the thread are gone, the rest is there; run the same delete again to finish.")
                                 .arg(gone)
                                 .arg(begun->remains.events);
        }
        return tl::unexpected<Error>(std::move(error));
    };
    for (;;) {
        const auto batch = m_worker->write(wait, [id](DatabaseSession &session) { return deleteSomeEvents(session, id); }).result();
        if (!batch) {
            return stopped(batch.error());
        }
        gone += *batch;
        if (*batch < eventsPerBatch) {
            break;
        }
    }
    const auto done = m_worker->write(wait, [id](DatabaseSession &session) { return deleteRest(session, id); }).result();
    if (!done) {
        return stopped(done.error());
    }
    return begun->remains;
}

void SqlThreadStore::releaseReservation(const QString &id)
{
    // Best effort: where this fails too, the next delete finds the row and takes it over.
    (void)m_worker
        ->write({QDeadlineTimer(releaseTimeoutMs), {}},
                [id](DatabaseSession &session) {
                    return session.execute(
                        QStringLiteral("DELETE FROM runs WHERE thread_id = ? AND owner_worker_id = ? AND operation_kind = 'delete'"),
                        {id, ownWorkerId()});
                })
        .result();
}

} // namespace verderer
