// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "database/database_session.h"
#include "threads/thread_store.h"

namespace verderer {

/// How threads_meta of one database is asked and read: made from its probed columns, so that older and newer schemas come and go.
class ThreadRows {
public:
    /// Damaged where the table or one of DeerFlow's own columns is missing.
    static Result<ThreadRows> probe(DatabaseSession &session);

    [[nodiscard]] QString selectList() const { return m_select; }
    [[nodiscard]] ThreadRecord read(const Dialect &dialect, const DatabaseRow &row) const;

    /// Column names and values of a new row, in step. Invalid where the table has a NOT NULL column without default that nothing is known about; it
    /// is named.
    struct Values {
        QStringList columns;
        QStringList placeholders;
        QList<QVariant> values;
    };
    Result<Values> insertValues(const Dialect &dialect, const ThreadRecord &record) const;

private:
    TableColumns m_columns;
    QString m_select;
    int m_archived = -1, m_project = -1, m_incarnation = -1; ///< positions in the select list; -1: no such column
};

/// The WHERE clause of a filter; values to bind are appended. Empty text: everything.
Result<QString> threadFilterClause(const Dialect &dialect, const ThreadFilter &filter, QList<QVariant> *values);

/// One page in DeerFlow's order, `limit` rows at most, behind `after`. The comparison is one of whole rows, so that an index over the three
/// expressions is entered at the place itself.
Result<ThreadPage> readThreadPage(DatabaseSession &session, const ThreadFilter &filter, int limit, const std::optional<ThreadCursor> &after);

/// Takes from the metadata text what the record shows of it, and tells what is damaged. Used by every store.
void readThreadMetadata(ThreadRecord *record);

/// Likewise for the two times, from their stored texts.
void readThreadTimes(ThreadRecord *record);

} // namespace verderer
