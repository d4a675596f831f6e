// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"

#include <QList>
#include <QString>

#include <optional>

namespace verderer {

/// A list of rows in DeerFlow's order as it was at one moment, read a page at a time: what a table model shows. Two kinds: on SQLite and in memory
/// every row's key is read at once, compactly, and any page is one fetch by key; on PostgreSQL pages are appended by key set. Calls block (never on
/// the window's thread) and may come from any thread, one at a time. Handed around as a shared_ptr; a change of the database makes a new one.
template<typename Record> class Listing {
public:
    virtual ~Listing() = default;

    /// Rows known so far. Cheap; any thread at any time.
    [[nodiscard]] virtual qint64 size() const = 0;

    /// False: extend() brings more. Cheap; any thread at any time.
    [[nodiscard]] virtual bool isComplete() const = 0;

    /// Reads on behind the rows known. Does nothing where the list is complete.
    virtual Result<void> extend(int atLeast, const Wait &wait) = 0;

    /// Rows [first, first + count), cut to size(). A row that was deleted meanwhile, also where another has its
    /// rowid now, comes as an empty optional; one that was changed comes as it is now, at the place it had.
    virtual Result<QList<std::optional<Record>>> rows(qint64 first, int count, const Wait &wait) = 0;

    /// The position of a row, -1 where it is not among those known.
    virtual Result<qint64> indexOf(const QString &id, const Wait &wait) = 0;

    /// What reading the keys cost, in milliseconds: how soon it is fair to read them again (at most every max(2 s, 10 × this)).
    [[nodiscard]] virtual qint64 costMs() const = 0;
};

} // namespace verderer
