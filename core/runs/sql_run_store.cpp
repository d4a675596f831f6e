// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/sql_run_store.h"

#include "runs/run_rows.h"

namespace verderer {

namespace {

/// The rows that `condition` selects, in no order that means anything.
Result<QList<RunRecord>> readRuns(DatabaseSession &session, const RunRows &rows, const QString &condition, const QList<QVariant> &values)
{
    const auto found = session.query(QStringLiteral("SELECT %1 FROM %2 WHERE %3").arg(rows.selectList(), rows.from(), condition), values);
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    QList<RunRecord> records;
    for (const DatabaseRow &row : *found) {
        records.append(rows.read(row));
    }
    return records;
}

Result<std::optional<RunRecord>> readRun(DatabaseSession &session, const RunRows &rows, const QString &condition, const QList<QVariant> &values)
{
    auto found = readRuns(session, rows, condition, values);
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    return found->isEmpty() ? std::optional<RunRecord>() : std::optional<RunRecord>(found->takeFirst());
}

/// The same as a job of its own.
Result<std::optional<RunRecord>> askForRun(DatabaseWorker &worker, const Wait &wait, const std::function<QString(const RunRows &)> &condition,
                                           const QString &value)
{
    return worker
        .read(wait,
              [condition, value](DatabaseSession &session) -> Result<std::optional<RunRecord>> {
                  const auto rows = RunRows::probe(session);
                  if (!rows) {
                      return tl::unexpected<Error>(rows.error());
                  }
                  const QString test = condition(*rows);
                  if (test.isEmpty()) {
                      return std::optional<RunRecord>();
                  }
                  return readRun(session, *rows, test, {value});
              })
        .result();
}

const QString activeOfThread = QStringLiteral("r.thread_id = ? AND r.status IN ('pending', 'running')");

Result<RunRecord> insertRun(DatabaseSession &session, const RunRecord &record)
{
    const auto rows = RunRows::probe(session);
    if (!rows) {
        return tl::unexpected<Error>(rows.error());
    }
    const auto values = rows->insertValues(session.dialect(), record);
    if (!values) {
        return tl::unexpected<Error>(values.error());
    }
    // Before migration 0004 no index keeps a second active run out. SQLite's write transaction does; on a server those who ask here wait for each
    // other.
    const bool hasActiveIndex = rows->has(u"owner_worker_id");
    if (!hasActiveIndex && session.dialect().kind() == DatabaseKind::Postgres) {
        const auto locked =
            session.query(QStringLiteral("SELECT 1 FROM pg_advisory_xact_lock(hashtext('verderer.runs'), hashtext(?))"), {record.threadId});
        if (!locked) {
            return tl::unexpected<Error>(locked.error());
        }
    }
    const bool active = isActive(record.status);
    if (active && !hasActiveIndex) {
        const auto other = readRun(session, *rows, activeOfThread, {record.threadId});
        if (!other) {
            return tl::unexpected<Error>(other.error());
        }
        if (*other) {
            return tl::unexpected<Error>(threadTaken(record.threadId, **other));
        }
    }
    const auto inserted = session.execute(QStringLiteral("INSERT INTO runs (%1) VALUES (%2) ON CONFLICT DO NOTHING")
                                              .arg(values->columns.join(QStringLiteral(", ")), values->placeholders.join(QStringLiteral(", "))),
                                          values->values);
    if (!inserted) {
        return tl::unexpected<Error>(inserted.error());
    }
    if (*inserted == 1) {
        auto stored = readRun(session, *rows, QStringLiteral("r.run_id = ?"), {record.runId});
        if (!stored) {
            return tl::unexpected<Error>(stored.error());
        }
        if (*stored) {
            return std::move(**stored);
        }
        return fail(ErrorCode::Internal, QStringLiteral("The row of run %1 was stored but cannot be read back.").arg(record.runId));
    }
    if (record.idempotencyKey) {
        const auto other = readRun(session, *rows, QStringLiteral("r.idempotency_key = ?"), {*record.idempotencyKey});
        if (!other) {
            return tl::unexpected<Error>(other.error());
        }
        if (*other) {
            return tl::unexpected<Error>(keyTaken(*record.idempotencyKey, (*other)->runId));
        }
    }
    const auto other = readRun(session, *rows, activeOfThread, {record.threadId});
    if (!other) {
        return tl::unexpected<Error>(other.error());
    }
    if (*other) {
        return tl::unexpected<Error>(threadTaken(record.threadId, **other));
    }
    const auto same = readRun(session, *rows, QStringLiteral("r.run_id = ?"), {record.runId});
    if (!same) {
        return tl::unexpected<Error>(same.error());
    }
    if (*same) {
        return fail(ErrorCode::AlreadyExists, QStringLiteral("There is a run %1 already; nothing was changed.").arg(record.runId));
    }
    RunRecord gone; // it ended between our insert and our look
    gone.runId = QStringLiteral("that has just ended");
    gone.statusRaw = QStringLiteral("active");
    return tl::unexpected<Error>(threadTaken(record.threadId, gone));
}

Result<std::optional<RunRecord>> changeRun(DatabaseSession &session, const QString &runId, RunStatus expected,
                                           const std::optional<QString> &expectedWorker, const std::function<void(RunRecord &)> &change)
{
    const auto rows = RunRows::probe(session);
    if (!rows) {
        return tl::unexpected<Error>(rows.error());
    }
    const bool server = session.dialect().kind() == DatabaseKind::Postgres;
    const QString sameRow = QStringLiteral("r.run_id = ?");
    // SQLite's write transaction has the whole database; a server locks the one row.
    const auto stored = readRun(session, *rows, server ? sameRow + QStringLiteral(" FOR UPDATE OF r") : sameRow, {runId});
    if (!stored) {
        return tl::unexpected<Error>(stored.error());
    }
    const bool knowsWorkers = rows->has(u"owner_worker_id");
    if (!*stored || (*stored)->status != expected || (knowsWorkers && (*stored)->ownerWorkerId != expectedWorker)) {
        return std::optional<RunRecord>();
    }
    const RunRows::Values values = rows->changes(session.dialect(), **stored, changedRun(**stored, change));
    if (values.columns.isEmpty()) {
        return *stored;
    }
    QStringList sets;
    for (qsizetype i = 0; i < values.columns.size(); ++i) {
        sets.append(values.columns[i] + QStringLiteral(" = ") + values.placeholders[i]);
    }
    const auto done = session.execute(QStringLiteral("UPDATE runs SET %1 WHERE run_id = ?").arg(sets.join(QStringLiteral(", "))),
                                      values.values + QList<QVariant>{runId});
    if (!done) {
        return tl::unexpected<Error>(done.error());
    }
    return readRun(session, *rows, sameRow, {runId});
}

} // namespace

SqlRunStore::SqlRunStore(std::shared_ptr<DatabaseWorker> worker) : m_worker(std::move(worker))
{
}

Result<std::optional<RunRecord>> SqlRunStore::find(const QString &runId, const Wait &wait)
{
    // The type is said: two strings joined are a QStringBuilder otherwise, which only refers to them.
    const auto condition = [](const RunRows &rows) -> QString { return QStringLiteral("r.run_id = ? AND ") + rows.onlyRuns(); };
    return askForRun(*m_worker, wait, condition, runId);
}

Result<std::optional<RunRecord>> SqlRunStore::findByIdempotencyKey(const QString &key, const Wait &wait)
{
    return askForRun(
        *m_worker, wait, [](const RunRows &rows) { return rows.has(u"idempotency_key") ? QStringLiteral("r.idempotency_key = ?") : QString(); }, key);
}

Result<std::optional<RunRecord>> SqlRunStore::activeOf(const QString &threadId, const Wait &wait)
{
    return askForRun(
        *m_worker, wait, [](const RunRows &) { return activeOfThread; }, threadId);
}

Result<QList<RunRecord>> SqlRunStore::activeRows(const QString &workerPrefix, const Wait &wait)
{
    return m_worker
        ->read(wait,
               [workerPrefix](DatabaseSession &session) -> Result<QList<RunRecord>> {
                   const auto rows = RunRows::probe(session);
                   if (!rows) {
                       return tl::unexpected<Error>(rows.error());
                   }
                   if (!rows->has(u"owner_worker_id")) {
                       return QList<RunRecord>();
                   }
                   auto found = readRuns(session, *rows, QStringLiteral("r.status IN ('pending', 'running') AND r.owner_worker_id IS NOT NULL"), {});
                   if (found) {
                       found->removeIf([&](const RunRecord &record) { return !record.ownerWorkerId->startsWith(workerPrefix); });
                   }
                   return found;
               })
        .result();
}

Result<bool> SqlRunStore::removeReservation(const QString &runId, const QString &worker, const Wait &wait)
{
    return m_worker
        ->write(wait,
                [runId, worker](DatabaseSession &session) -> Result<bool> {
                    const auto rows = RunRows::probe(session);
                    if (!rows) {
                        return tl::unexpected<Error>(rows.error());
                    }
                    if (!rows->has(u"operation_kind") || !rows->has(u"owner_worker_id")) {
                        return false;
                    }
                    const auto removed = session.execute(
                        QStringLiteral("DELETE FROM runs WHERE run_id = ? AND owner_worker_id = ? AND operation_kind <> 'run'"), {runId, worker});
                    if (!removed) {
                        return tl::unexpected<Error>(removed.error());
                    }
                    return *removed > 0;
                })
        .result();
}

Result<RunPage> SqlRunStore::list(const RunFilter &filter, int limit, const std::optional<RunCursor> &after, const Wait &wait)
{
    if (limit < 1) {
        return tl::unexpected<Error>(emptyRunPage());
    }
    return m_worker
        ->read(wait,
               [filter, limit, after](DatabaseSession &session) -> Result<RunPage> {
                   const auto rows = RunRows::probe(session);
                   if (!rows) {
                       return tl::unexpected<Error>(rows.error());
                   }
                   const Dialect &dialect = session.dialect();
                   QList<QVariant> values;
                   QString where = rows->filterClause(dialect, filter, &values);
                   if (after) {
                       const QString time = dialect.timePlaceholder();
                       where += QStringLiteral(" AND (r.created_at < %1 OR (r.created_at = %1 AND r.run_id < ?))").arg(time);
                       values << after->createdRaw << after->createdRaw << after->runId;
                   }
                   const QString order = QStringLiteral("ORDER BY r.created_at DESC, r.run_id DESC");
                   // The page is chosen by its ids: a sort over whole rows makes text of every row's columns first.
                   const auto found =
                       session.query(QStringLiteral("SELECT %1 FROM %2 WHERE r.run_id IN (SELECT r.run_id FROM %2 WHERE %3 %4 LIMIT %5) %4")
                                         .arg(rows->selectList(), rows->from(), where, order)
                                         .arg(limit + 1),
                                     values);
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
               })
        .result();
}

Result<RunRecord> SqlRunStore::insert(const RunRecord &given, const Wait &wait)
{
    RunRecord record = given;
    record.statusRaw = runStatusName(given.status);
    return m_worker->write(wait, [record](DatabaseSession &session) { return insertRun(session, record); }).result();
}

Result<std::optional<RunRecord>> SqlRunStore::transition(const QString &runId, RunStatus expected, const std::optional<QString> &expectedWorker,
                                                         const std::function<void(RunRecord &)> &change, const Wait &wait)
{
    return m_worker
        ->write(wait, [runId, expected, expectedWorker,
                       change](DatabaseSession &session) { return changeRun(session, runId, expected, expectedWorker, change); })
        .result();
}

} // namespace verderer
