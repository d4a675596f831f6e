// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_detail.h"

#include "base/json.h"
#include "database/database_time.h"
#include "workspace/database_access.h"

namespace verderer {

namespace {

Json storedJson(const QByteArray &text)
{
    auto parsed = parseJson(text);
    return parsed ? std::move(*parsed) : toJson(QString::fromUtf8(text));
}

Json storedTime(const std::optional<Microseconds> &time)
{
    return time ? toJson(databaseTimestamp(*time)) : Json();
}

} // namespace

Result<RunDetail> readRunDetail(const DatabaseAccess &access, const QString &runId, const Wait &wait)
{
    auto run = access.runs->show(runId, wait);
    if (!run) {
        return tl::unexpected<Error>(run.error());
    }
    RunDetail detail;
    detail.cost = access.runs->costOf(*run);
    detail.duration = access.runs->durationOf(*run);
    detail.vitality = access.runs->vitalityOf(*run, wait);
    detail.run = std::move(*run);
    return detail;
}

QByteArray rawRow(const RunRecord &run)
{
    Json row = Json::object();
    row["run_id"] = toJson(run.runId);
    row["thread_id"] = toJson(run.threadId);
    row["assistant_id"] = toJson(run.assistantId);
    row["user_id"] = toJson(run.owner);
    row["status"] = toJson(run.statusRaw);
    row["operation_kind"] = toJson(run.operationKind);
    row["idempotency_key"] = toJson(run.idempotencyKey);
    row["model_name"] = toJson(run.modelName);
    row["multitask_strategy"] = toJson(run.multitaskStrategy);
    row["metadata_json"] = storedJson(run.metadataJson);
    row["kwargs_json"] = storedJson(run.kwargsJson);
    row["error"] = toJson(run.error);
    row["stop_reason"] = toJson(run.stopReason);
    row["message_count"] = run.messageCount;
    row["first_human_message"] = toJson(run.firstHumanMessage);
    row["last_ai_message"] = toJson(run.lastAiMessage);
    row["total_input_tokens"] = run.inputTokens;
    row["total_output_tokens"] = run.outputTokens;
    row["total_tokens"] = run.totalTokens;
    row["llm_call_count"] = run.llmCalls;
    row["lead_agent_tokens"] = run.leadAgentTokens;
    row["subagent_tokens"] = run.subagentTokens;
    row["middleware_tokens"] = run.middlewareTokens;
    row["token_usage_by_model"] = storedJson(run.tokenUsageJson);
    row["follow_up_to_run_id"] = toJson(run.followUpTo);
    row["owner_worker_id"] = toJson(run.ownerWorkerId);
    row["lease_expires_at"] = storedTime(run.leaseExpiresAt);
    row["cancel_action"] = toJson(run.cancelAction);
    row["cancel_requested_at"] = storedTime(run.cancelRequestedAt);
    row["created_at"] = toJson(run.createdRaw);
    row["updated_at"] = toJson(run.updatedRaw);
    return dumpPrettyJson(row);
}

} // namespace verderer
