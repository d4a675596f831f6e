// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/examine_database.h"

#include "database/database_worker.h"
#include "runs/run_launcher.h"
#include "threads/worker_identity.h"
#include "workspace/database_access.h"

namespace verderer {

namespace {

/// So many rows are named one by one; the rest is counted.
constexpr int namedRows = 20;
constexpr int rowsAtOnce = 200;

class DatabaseExamination {
public:
    DatabaseExamination(const DatabaseAccess &access, QList<DoctorFinding> &findings, const Wait &wait)
        : m_access(access), m_findings(findings), m_wait(wait)
    {
    }

    Result<void> damagedThreads();
    Result<void> orphans();
    Result<void> claims();
    Result<void> slowList(qint64 rows);

    void report(Severity severity, const QString &message, const QString &advice = QString())
    {
        m_findings.append({severity, DoctorArea::Database, QString(), QString(), 0, message, advice});
    }

private:
    const DatabaseAccess &m_access;
    QList<DoctorFinding> &m_findings;
    const Wait &m_wait;
};

Result<void> DatabaseExamination::damagedThreads()
{
    // PostgreSQL's type lets nothing in that is no JSON.
    const auto rows = m_access.worker
                          ->read(m_wait,
                                 [](DatabaseSession &session) -> Result<QList<DatabaseRow>> {
                                     if (session.dialect().kind() != DatabaseKind::Sqlite) {
                                         return QList<DatabaseRow>();
                                     }
                                     return session.query(QStringLiteral("SELECT thread_id, user_id FROM threads_meta WHERE NOT "
                                                                         "json_valid(metadata_json) LIMIT %1")
                                                              .arg(namedRows + 1));
                                 })
                          .result();
    if (!rows) {
        return tl::unexpected<Error>(rows.error());
    }
    for (const DatabaseRow &row : rows->mid(0, namedRows)) {
        const QString owner = row.value(1).isNull() ? QStringLiteral("nobody") : row.value(1).toString();
        report(Severity::Error,
               QStringLiteral("The metadata of thread %1 (owner %2) is no JSON: DeerFlow cannot show this owner any list of threads.")
                   .arg(row.value(0).toString(), owner),
               QStringLiteral("Look with: verdererctl threads show %1. It can be deleted, or its metadata_json mended by hand.")
                   .arg(row.value(0).toString()));
    }
    if (rows->size() > namedRows) {
        report(Severity::Error, QStringLiteral("More threads than these have damaged metadata."));
    }
    return {};
}

Result<void> DatabaseExamination::orphans()
{
    RunFilter filter;
    filter.orphansOnly = true;
    const Result<RunPage> page = m_access.runs->list(filter, rowsAtOnce, {}, m_wait);
    if (!page) {
        return tl::unexpected<Error>(page.error());
    }
    if (page->runs.isEmpty()) {
        return {};
    }
    const QString count = page->next
                              ? QStringLiteral("More than %1 runs belong").arg(page->runs.size())
                              : (page->runs.size() == 1 ? QStringLiteral("1 run belongs") : QStringLiteral("%1 runs belong").arg(page->runs.size()));
    report(Severity::Warning,
           QStringLiteral("%1 to threads that do not exist (the newest: run %2 of thread %3).")
               .arg(count, page->runs.first().runId, page->runs.first().threadId),
           QStringLiteral("List them with: verdererctl runs list --orphans. To make their threads: verdererctl runs adopt --all."));
    return {};
}

Result<void> DatabaseExamination::claims()
{
    RunFilter filter;
    filter.statuses = {QStringLiteral("pending"), QStringLiteral("running")};
    std::optional<RunCursor> after;
    int stale = 0;
    do {
        const Result<RunPage> page = m_access.runs->list(filter, rowsAtOnce, after, m_wait);
        if (!page) {
            return tl::unexpected<Error>(page.error());
        }
        for (const RunRecord &run : page->runs) {
            const bool gone = run.ownerWorkerId && workerLiveness(*run.ownerWorkerId) == WorkerLiveness::Gone;
            const RunVitality vitality = m_access.runs->vitalityOf(run, m_wait);
            if (!gone && !vitality.stale) {
                continue;
            }
            if (++stale > namedRows) {
                continue;
            }
            if (gone) {
                report(Severity::Warning,
                       QStringLiteral("Run %1 of thread %2 is %3 by its row, but the verdererctl of this computer that ran it is gone; it keeps its "
                                      "thread from being changed.")
                           .arg(run.runId, run.threadId, run.statusRaw),
                       QStringLiteral("To end it: verdererctl doctor --end-dead-runs."));
            } else {
                report(Severity::Warning, QStringLiteral("Run %1 of thread %2: %3").arg(run.runId, run.threadId, vitality.sentence),
                       QStringLiteral("Cancel it in DeerFlow, or restart the Gateway, which ends what it no longer knows; nothing here changes it."));
            }
        }
        after = page->next;
    } while (after);
    if (stale > namedRows) {
        report(Severity::Warning, QStringLiteral("%1 more runs claim to be at work without a sign of life.").arg(stale - namedRows),
               QStringLiteral("List them with: verdererctl runs list --active-longer-than 1h."));
    }
    return {};
}

Result<void> DatabaseExamination::slowList(qint64 rows)
{
    struct Sizes {
        qint64 threads = 0;
        qint64 ownerless = 0;
        QString statement;
        bool hasIndex = false;
    };
    const auto sizes = m_access.worker
                           ->read(m_wait,
                                  [](DatabaseSession &session) -> Result<Sizes> {
                                      Sizes found;
                                      const auto counts = session.query(QStringLiteral("SELECT count(*), count(user_id) FROM threads_meta"));
                                      if (!counts) {
                                          return tl::unexpected<Error>(counts.error());
                                      }
                                      found.threads = counts->value(0).value(0).toLongLong();
                                      found.ownerless = found.threads - counts->value(0).value(1).toLongLong();
                                      found.statement = proposedThreadIndex(session.dialect());
                                      const QString name = found.statement.section(QLatin1Char(' '), 2, 2);
                                      const auto known =
                                          session.query(session.dialect().kind() == DatabaseKind::Sqlite
                                                            ? QStringLiteral("SELECT count(*) FROM sqlite_master WHERE type = 'index' AND name = ?")
                                                            : QStringLiteral("SELECT count(*) FROM pg_class WHERE relkind = 'i' AND relname = ?"),
                                                        {name});
                                      if (!known) {
                                          return tl::unexpected<Error>(known.error());
                                      }
                                      found.hasIndex = known->value(0).value(0).toInt() > 0;
                                      return found;
                                  })
                           .result();
    if (!sizes) {
        return tl::unexpected<Error>(sizes.error());
    }
    if (sizes->ownerless > 0) {
        report(Severity::Note,
               QStringLiteral("%1 of %2 threads belong to nobody: DeerFlow shows them in no list.").arg(sizes->ownerless).arg(sizes->threads),
               QStringLiteral("List them with: verdererctl threads list --no-owner."));
    }
    if (sizes->threads >= rows && !sizes->hasIndex) {
        report(Severity::Note,
               QStringLiteral("DeerFlow has no index for the order of its own list, and sorts %1 threads for each page of it.").arg(sizes->threads),
               QStringLiteral("This statement would help; it is yours to run, Verderer never does: %1").arg(sizes->statement));
    }
    return {};
}

} // namespace

void examineDatabase(const DatabaseAccess &access, qint64 slowListRows, QList<DoctorFinding> &findings, const Wait &wait)
{
    DatabaseExamination examination(access, findings, wait);
    Result<void> done = access.worker ? examination.damagedThreads() : Result<void>();
    if (done) {
        done = examination.orphans();
    }
    if (done) {
        done = examination.claims();
    }
    if (done && access.worker) {
        done = examination.slowList(slowListRows);
    }
    if (!done) {
        examination.report(Severity::Warning,
                           QStringLiteral("The threads and runs in %1 cannot be looked at: %2").arg(access.displayName, done.error().message));
    }
    for (const QString &warning : access.warnings) {
        examination.report(Severity::Warning, warning);
    }
}

} // namespace verderer
