// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "database/database_session.h"

#include <QString>
#include <QVariant>

#include <cstdint>
#include <string_view>
#include <vector>

namespace verderer {

/// The keys of all rows of a SQLite table that pass a filter, in DeerFlow's order: 24 bytes a row, so that a list of a million rows can be shown at
/// any place without asking the database for its order again (design 4, "Reading"). Immutable once read; any thread.
class RowKeys {
public:
    struct Key {
        std::uint64_t order = 0; ///< pinned and time, in one number that sorts like DeerFlow's ORDER BY
        qint64 rowid = 0;
        std::uint64_t idHash = 0; ///< of the id: a rowid is given out again after a delete
    };

    /// What to read. Order: pinned, then the stored text of the time, then the id, all descending.
    struct Source {
        QString table;  ///< whose rows the keys are of
        QString from;   ///< what stands behind FROM: the table, or a join that begins with it
        QString rowid;  ///< "rowid", or with the table's alias before it
        QString id;     ///< column
        QString time;   ///< column
        QString pinned; ///< an expression that is 0 or 1; empty: nothing is ever pinned
        QString where;  ///< empty: everything
        QList<QVariant> values;
    };

    /// Reads and sorts. One pass over the table; rows of the same time need their ids in a second one, and where very many do, or very many times are
    /// not in DeerFlow's form, the database sorts instead. Never fails because of what a row holds. Obeys the job's deadline and cancel token.
    static Result<RowKeys> read(DatabaseSession &session, const Source &source);

    [[nodiscard]] qint64 size() const { return static_cast<qint64>(m_keys.size()); }
    [[nodiscard]] const Key &at(qint64 index) const { return m_keys[static_cast<std::size_t>(index)]; }
    [[nodiscard]] qint64 indexOf(qint64 rowid) const; ///< -1: not among them. Walks over all keys
    [[nodiscard]] qint64 bytes() const { return static_cast<qint64>(m_keys.capacity()) * static_cast<qint64>(sizeof(Key)); }

private:
    std::vector<Key> m_keys;
};

/// The hash that keys hold of an id.
std::uint64_t idHash(std::string_view id);

} // namespace verderer
