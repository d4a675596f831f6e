// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/export_rows.h"

#include "base/json.h"
#include "runs/run_json.h"
#include "runs/run_service.h"
#include "threads/thread_json.h"

namespace verderer {

namespace {

constexpr double microsecondsPerSecond = 1e6;
constexpr int costDigits = 6;

/// A member of the JSON form as a cell: texts bare, null empty, lists and objects as JSON.
QString cell(const Json &object, const QString &name)
{
    const auto found = object.find(name.toStdString());
    if (found == object.end() || found->is_null()) {
        return {};
    }
    return found->is_string() ? toQString(*found) : QString::fromUtf8(dumpPythonJson(*found));
}

QString damageCell(const QStringList &damage)
{
    return damage.join(QStringLiteral(" "));
}

} // namespace

QStringList threadColumns()
{
    return {QStringLiteral("thread_id"), QStringLiteral("user_id"),    QStringLiteral("assistant_id"), QStringLiteral("title"),
            QStringLiteral("status"),    QStringLiteral("pinned"),     QStringLiteral("created_at"),   QStringLiteral("updated_at"),
            QStringLiteral("archived"),  QStringLiteral("project_id"), QStringLiteral("metadata"),     QStringLiteral("damage")};
}

ExportRow threadRow(const ThreadRecord &record)
{
    return {[&record] {
                const Json json = threadToJson(record);
                QStringList cells;
                for (const QString &column : threadColumns()) {
                    if (column == u"metadata") {
                        cells.append(QString::fromUtf8(record.metadataJson)); // as stored
                    } else {
                        cells.append(column == u"damage" ? damageCell(record.damage) : cell(json, column));
                    }
                }
                return cells;
            },
            [&record] { return threadToJson(record); }};
}

QStringList runColumns(bool withCosts)
{
    QStringList columns{QStringLiteral("run_id"),
                        QStringLiteral("thread_id"),
                        QStringLiteral("thread_title"),
                        QStringLiteral("thread_exists"),
                        QStringLiteral("user_id"),
                        QStringLiteral("assistant_id"),
                        QStringLiteral("status"),
                        QStringLiteral("stop_reason"),
                        QStringLiteral("error"),
                        QStringLiteral("model_name"),
                        QStringLiteral("multitask_strategy"),
                        QStringLiteral("created_at"),
                        QStringLiteral("updated_at"),
                        QStringLiteral("message_count"),
                        QStringLiteral("first_human_message"),
                        QStringLiteral("last_ai_message"),
                        QStringLiteral("total_input_tokens"),
                        QStringLiteral("total_output_tokens"),
                        QStringLiteral("total_tokens"),
                        QStringLiteral("llm_call_count"),
                        QStringLiteral("lead_agent_tokens"),
                        QStringLiteral("subagent_tokens"),
                        QStringLiteral("middleware_tokens"),
                        QStringLiteral("token_usage_by_model"),
                        QStringLiteral("follow_up_to_run_id"),
                        QStringLiteral("idempotency_key"),
                        QStringLiteral("owner_worker_id"),
                        QStringLiteral("lease_expires_at"),
                        QStringLiteral("cancel_action"),
                        QStringLiteral("cancel_requested_at"),
                        QStringLiteral("metadata"),
                        QStringLiteral("kwargs"),
                        QStringLiteral("damage")};
    if (withCosts) {
        columns << QStringLiteral("duration_seconds") << QStringLiteral("cost") << QStringLiteral("currency") << QStringLiteral("cost_note");
    }
    return columns;
}

ExportRow runRow(const RunRecord &record, const RunService *service)
{
    const auto json = [&record, service] {
        Json result = runToJson(record);
        if (service) {
            const auto duration = service->durationOf(record);
            const Cost cost = service->costOf(record);
            result["duration_seconds"] = duration ? Json(static_cast<double>(*duration) / microsecondsPerSecond) : Json(nullptr);
            result["cost"] = cost.amount ? Json(*cost.amount) : Json(nullptr);
            result["currency"] = cost.amount ? toJson(cost.currency) : Json(nullptr);
            result["cost_note"] = toJson(cost.amount ? cost.note : cost.whyNone);
        }
        return result;
    };
    const auto cells = [&record, service, json] {
        const Json made = json();
        QStringList result;
        for (const QString &column : runColumns(service != nullptr)) {
            if (column == u"damage") {
                result.append(damageCell(record.damage));
            } else if (column == u"metadata") {
                result.append(QString::fromUtf8(record.metadataJson));
            } else if (column == u"kwargs") {
                result.append(QString::fromUtf8(record.kwargsJson));
            } else if (column == u"token_usage_by_model") {
                result.append(QString::fromUtf8(record.tokenUsageJson));
            } else if (column == u"cost" && made["cost"].is_number()) {
                result.append(QString::number(made["cost"].get<double>(), 'f', costDigits));
            } else {
                result.append(cell(made, column));
            }
        }
        return result;
    };
    return {cells, json};
}

} // namespace verderer
