// SPDX-License-Identifier: GPL-3.0-or-later
#include "threads/thread_rules.h"

#include "base/json_equality.h"
#include "database/database_time.h"
#include "database/dialect.h"

#include <tuple>

namespace verderer {

namespace {

bool sameValue(const Json &stored, const Json &wanted)
{
    if (wanted.is_number_float())
        return stored.is_number() && stored.get<double>() == wanted.get<double>();
    return sameJson(stored, wanted); // null, bool, string, whole number
}

} // namespace

Error busyThread(const QString &id, const ThreadRemains &remains)
{
    Error error;
    error.code = ErrorCode::Conflict;
    error.details.kind = QStringLiteral("thread-busy");
    error.details.holder = remains.activeRunId;
    error.message =
        QStringLiteral("The thread \"%1\" is busy: run %2 has been active since %3. Try again when it has ended; nothing was changed.")
            .arg(id, remains.activeRunId,
                 remains.activeSince ? databaseTimestamp(*remains.activeSince) + QStringLiteral(" UTC") : QStringLiteral("an unknown time"));
    return error;
}

Error missingThread(const QString &id)
{
    Error error;
    error.code = ErrorCode::NotFound;
    error.details.kind = QStringLiteral("thread-missing");
    error.message = QStringLiteral("There is no thread \"%1\". Look it up with: verdererctl threads list.").arg(id);
    return error;
}

Error damagedMetadata(const QString &id)
{
    Error error;
    error.code = ErrorCode::Damaged;
    error.details.kind = QStringLiteral("metadata-damaged");
    error.message =
        QStringLiteral("The stored metadata of \"%1\" is no JSON object, so it cannot be changed key by key. Nothing was changed.").arg(id);
    return error;
}

Error emptyPage()
{
    Error error;
    error.code = ErrorCode::Invalid;
    error.details.kind = QStringLiteral("limit");
    error.message = QStringLiteral("A page must hold at least one row; ask for a limit of 1 or more.");
    return error;
}

Result<Json> editableMetadata(const ThreadRecord &stored)
{
    auto metadata = parseJson(stored.metadataJson);
    if (!metadata || !metadata->is_object()) {
        return tl::unexpected<Error>(damagedMetadata(stored.threadId));
    }
    if (holdsHugeInteger(stored.metadataJson)) {
        ErrorDetails details;
        details.kind = QStringLiteral("metadata-number");
        return fail(
            ErrorCode::Invalid,
            QStringLiteral("The stored metadata of \"%1\" holds a whole number beyond 64 bits, which cannot be written again exactly. Change it "
                           "through DeerFlow; nothing was changed.")
                .arg(stored.threadId),
            details);
    }
    return metadata;
}

Result<bool> matchesFilter(const ThreadRecord &record, const ThreadFilter &filter)
{
    if (filter.owner && (filter.owner->isEmpty() ? record.owner.has_value() : record.owner != filter.owner))
        return false;
    if (!filter.statuses.isEmpty() && !filter.statuses.contains(record.status))
        return false;
    if (!filter.text.isEmpty() && !record.threadId.contains(filter.text, Qt::CaseInsensitive) &&
        !record.displayName.value_or(QString()).contains(filter.text, Qt::CaseInsensitive))
        return false;
    if (filter.updatedFrom && (!record.updatedAt || *record.updatedAt < *filter.updatedFrom)) {
        return false;
    }
    if (filter.updatedBefore && (!record.updatedAt || *record.updatedAt >= *filter.updatedBefore)) {
        return false;
    }
    if (filter.metadata.isEmpty())
        return true;
    const auto dialect = makeDialect(DatabaseKind::Sqlite);
    const auto metadata = parseJson(record.metadataJson);
    for (const auto &[key, json] : filter.metadata) {
        QList<QVariant> unused;
        if (const auto valid = dialect->metadataEquals(QStringLiteral("m"), key, json, &unused); !valid) // the same refusals everywhere
            return tl::unexpected<Error>(valid.error());
        if (!metadata || !metadata->is_object())
            return false;
        const auto stored = metadata->find(key.toStdString());
        if (stored == metadata->end() || !sameValue(*stored, *parseJson(json)))
            return false;
    }
    return true;
}

bool comesBefore(const ThreadRecord &a, const ThreadRecord &b)
{
    return std::tie(b.pinned, b.updatedRaw, b.threadId) < std::tie(a.pinned, a.updatedRaw, a.threadId);
}

} // namespace verderer
