// SPDX-License-Identifier: GPL-3.0-or-later
#include "threads/run_reservation.h"

#include <QUuid>

namespace verderer {

RunReservation::Values RunReservation::values(const Dialect &dialect, const QString &threadId, const QString &workerId, const QString &now,
                                              const QString &leaseUntil)
{
    Values row;
    const auto add = [&](const QString &column, const QVariant &value, const QString &placeholder) {
        row.columns.append(column);
        row.placeholders.append(placeholder);
        row.values.append(value);
    };
    const QString plain = QStringLiteral("?");
    add(QStringLiteral("run_id"), QUuid::createUuid().toString(QUuid::WithoutBraces), plain);
    add(QStringLiteral("thread_id"), threadId, plain);
    add(QStringLiteral("status"), QStringLiteral("running"), plain);
    add(QStringLiteral("operation_kind"), QStringLiteral("delete"), plain);
    add(QStringLiteral("multitask_strategy"), QStringLiteral("reject"), plain);
    add(QStringLiteral("metadata_json"), QStringLiteral("{}"), dialect.jsonPlaceholder());
    add(QStringLiteral("kwargs_json"), QStringLiteral("{}"), dialect.jsonPlaceholder());
    for (const char *counter : {"message_count", "total_input_tokens", "total_output_tokens", "total_tokens", "llm_call_count", "lead_agent_tokens",
                                "subagent_tokens", "middleware_tokens"})
        add(QString::fromLatin1(counter), 0, plain);
    add(QStringLiteral("owner_worker_id"), workerId, plain);
    add(QStringLiteral("lease_expires_at"), leaseUntil, dialect.timePlaceholder());
    add(QStringLiteral("created_at"), now, dialect.timePlaceholder());
    add(QStringLiteral("updated_at"), now, dialect.timePlaceholder());
    return row;
}

} // namespace verderer
