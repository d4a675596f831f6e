// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "database/database_session.h"
#include "runs/run_store.h"

namespace verderer {

/// How `runs` of one database is asked and read: made from its probed columns, so that older and newer schemas come and go (deerflow-format 7.1:
/// migrations 0002 to 0013). The table is called `r` in every statement, its thread `t`. A value; any thread.
class RunRows {
public:
    /// Damaged where the table or a column that no run can do without is missing.
    static Result<RunRows> probe(DatabaseSession &session);

    [[nodiscard]] QString selectList() const { return m_select; }
    /// What stands behind FROM: runs with their thread's title, where there is one.
    [[nodiscard]] QString from() const { return m_from; }
    [[nodiscard]] RunRecord read(const DatabaseRow &row) const;

    /// Whether the database has this column of `runs`.
    [[nodiscard]] bool has(QStringView column) const { return m_columns.has(column); }
    /// `r.operation_kind = 'run'`, or `1 = 1` in a schema from before 0008, where every row is a run. The other kinds reserve a thread for a moment
    /// and are never shown (deerflow-format 7.3).
    [[nodiscard]] QString onlyRuns() const;
    /// The WHERE clause of a filter, onlyRuns() in it; values to bind are appended. Never empty.
    [[nodiscard]] QString filterClause(const Dialect &dialect, const RunFilter &filter, QList<QVariant> *values) const;

    /// Column names, placeholders and values, in step.
    struct Values {
        QStringList columns;
        QStringList placeholders;
        QList<QVariant> values;
    };
    /// Of a new row. Invalid where the table has a NOT NULL column without default that nothing is known about (it is named), or where the record
    /// has an idempotency key and the table has no place for it.
    [[nodiscard]] Result<Values> insertValues(const Dialect &dialect, const RunRecord &record) const;
    /// Of what differs between two states of one row. What the database has no column for is left out.
    [[nodiscard]] Values changes(const Dialect &dialect, const RunRecord &before, const RunRecord &after) const;

private:
    TableColumns m_columns;
    QList<bool> m_present; ///< for each column that is understood, whether this database has it
    QString m_select;
    QString m_from;
};

/// One page in the order of DeerFlow's console, `limit` rows at most, behind `after`.
Result<RunPage> readRunPage(DatabaseSession &session, const RunFilter &filter, int limit, const std::optional<RunCursor> &after);

/// Conflict, kind "thread-busy", holder: the id of the run (or of the operation that reserves the thread) that is active there.
Error threadTaken(const QString &threadId, const RunRecord &active);

/// Conflict, kind "idempotency-key", holder: the id of the run that has the key.
Error keyTaken(const QString &key, const QString &runId);

/// Invalid: a page of no rows was asked for.
Error emptyRunPage();

/// What `change` makes of a stored row, its status text kept in step.
RunRecord changedRun(const RunRecord &stored, const std::function<void(RunRecord &)> &change);

/// Whether `record` passes the filter: what a store without SQL does.
bool matchesRunFilter(const RunRecord &record, const RunFilter &filter);

/// DeerFlow's console order: the stored text of created_at, then the id, both descending.
bool runComesBefore(const RunRecord &a, const RunRecord &b);

/// Takes from an event's metadata what is said of its content (content_is_json, content_truncated, original_byte_length), reads its time, and looks
/// its type up in DeerFlow's catalogue and among those of Verderer's own process runs (deerflow-format 7.2, 8). Used by every store.
void readEventTexts(RunEvent *event);

/// Invalid for a type or category that DeerFlow's columns cannot hold (32 and 16 characters).
Result<void> checkEvent(const RunEvent &event);

} // namespace verderer
