// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_json.h"

#include "base/json.h"

namespace verderer {

namespace {

Json stored(const QByteArray &text)
{
    auto parsed = parseJson(text);
    return parsed ? std::move(*parsed) : toJson(QString::fromUtf8(text));
}

Json time(const std::optional<Microseconds> &value, const QString &raw)
{
    return toJson(value ? isoTimestamp(*value) : raw);
}

Json time(const std::optional<Microseconds> &value)
{
    return value ? toJson(isoTimestamp(*value)) : Json(nullptr);
}

} // namespace

Json runToJson(const RunRecord &run)
{
    Json json = Json::object();
    json["run_id"] = toJson(run.runId);
    json["thread_id"] = toJson(run.threadId);
    json["thread_title"] = toJson(run.threadTitle);
    json["thread_exists"] = run.threadExists;
    json["user_id"] = toJson(run.owner);
    json["assistant_id"] = toJson(run.assistantId);
    json["status"] = toJson(run.statusRaw);
    json["stop_reason"] = toJson(run.stopReason);
    json["error"] = toJson(run.error);
    json["model_name"] = toJson(run.modelName);
    json["multitask_strategy"] = toJson(run.multitaskStrategy);
    json["metadata"] = stored(run.metadataJson);
    json["kwargs"] = stored(run.kwargsJson);
    json["created_at"] = time(run.createdAt, run.createdRaw);
    json["updated_at"] = time(run.updatedAt, run.updatedRaw);
    json["message_count"] = run.messageCount;
    json["first_human_message"] = toJson(run.firstHumanMessage);
    json["last_ai_message"] = toJson(run.lastAiMessage);
    json["total_input_tokens"] = run.inputTokens;
    json["total_output_tokens"] = run.outputTokens;
    json["total_tokens"] = run.totalTokens;
    json["llm_call_count"] = run.llmCalls;
    json["lead_agent_tokens"] = run.leadAgentTokens;
    json["subagent_tokens"] = run.subagentTokens;
    json["middleware_tokens"] = run.middlewareTokens;
    json["token_usage_by_model"] = stored(run.tokenUsageJson);
    json["follow_up_to_run_id"] = toJson(run.followUpTo);
    json["idempotency_key"] = toJson(run.idempotencyKey);
    json["owner_worker_id"] = toJson(run.ownerWorkerId);
    json["lease_expires_at"] = time(run.leaseExpiresAt);
    json["cancel_action"] = toJson(run.cancelAction);
    json["cancel_requested_at"] = time(run.cancelRequestedAt);
    Json damage = Json::array();
    for (const QString &sentence : run.damage) {
        damage.push_back(toJson(sentence));
    }
    json["damage"] = std::move(damage);
    return json;
}

Json eventToJson(const RunEvent &event)
{
    Json json = Json::object();
    json["thread_id"] = toJson(event.threadId);
    json["run_id"] = toJson(event.runId);
    json["user_id"] = toJson(event.userId);
    json["event_type"] = toJson(event.type);
    json["category"] = toJson(event.category);
    json["content"] = event.contentIsJson ? stored(event.content) : toJson(QString::fromUtf8(event.content));
    json["seq"] = event.seq;
    json["created_at"] = time(event.createdAt, event.createdRaw);
    json["metadata"] = stored(event.metadataJson.isEmpty() ? QByteArray("{}") : event.metadataJson);
    return json;
}

} // namespace verderer
