// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "database/database_url.h"

#include <QString>
#include <QVariant>

#include <memory>

namespace verderer {

/// What differs between the two engines, in one place. Stateless; any thread.
class Dialect {
public:
    virtual ~Dialect() = default;
    [[nodiscard]] virtual DatabaseKind kind() const = 0;
    /// The expression that is 1 exactly where DeerFlow takes a row as pinned (JSON true; deerflow-format 7.3) and 0 elsewhere, also where the JSON is
    /// damaged.
    [[nodiscard]] virtual QString pinnedExpression(const QString &column) const = 0;
    /// The condition that a member `key` of a JSON object column equals `jsonValue` by DeerFlow's strict types: bool is no int, null matches only an
    /// explicit null, an int compares with integer tokens alone, a float with any number, a string with strings. Damaged JSON matches nothing. Values
    /// to bind are appended to `values`. Invalid for a key outside [A-Za-z0-9_-]+, for lists and objects, and for integers beyond 64 bits.
    virtual Result<QString> metadataEquals(const QString &column, const QString &key, const QByteArray &jsonValue, QList<QVariant> *values) const = 0;
    /// Selects a time column as text (PostgreSQL: UTC in DeerFlow's form; SQLite: as stored).
    [[nodiscard]] virtual QString timeText(const QString &column) const = 0;
    /// What a stored time is compared by: DeerFlow's text form of it on SQLite, also where another form (with `T`, `Z`, an offset, epoch seconds) is
    /// stored; null where it is no time. Lists order by the column itself, as DeerFlow does; filters go by this.
    [[nodiscard]] virtual QString timeValue(const QString &column) const = 0;
    /// A placeholder for a time in DeerFlow's text form, cast to the column's type where needed.
    [[nodiscard]] virtual QString timePlaceholder() const = 0;
    /// Likewise for JSON text.
    [[nodiscard]] virtual QString jsonPlaceholder() const = 0;
    /// Selects a JSON column as text.
    [[nodiscard]] virtual QString jsonText(const QString &column) const = 0;
    /// A case-insensitive "contains": `column` against one bound pattern made by likePattern().
    [[nodiscard]] virtual QString contains(const QString &column) const = 0;
};

/// `%text%` with the wildcards in it escaped by a backslash.
QString likePattern(const QString &text);

/// The dialect of a kind of database. Never null.
std::shared_ptr<const Dialect> makeDialect(DatabaseKind kind);

} // namespace verderer
