// SPDX-License-Identifier: GPL-3.0-or-later
#include "threads/thread_json.h"

#include "base/json.h"

namespace verderer {

Json threadToJson(const ThreadRecord &record)
{
    const auto time = [](const std::optional<Microseconds> &value, const QString &raw) { return toJson(value ? isoTimestamp(*value) : raw); };
    const auto metadata = parseJson(record.metadataJson);
    Json json = Json::object();
    json["thread_id"] = toJson(record.threadId);
    json["user_id"] = toJson(record.owner);
    json["assistant_id"] = toJson(record.assistantId);
    json["title"] = toJson(record.displayName);
    json["status"] = toJson(record.status);
    json["metadata"] = metadata ? *metadata : toJson(QString::fromUtf8(record.metadataJson));
    json["created_at"] = time(record.createdAt, record.createdRaw);
    json["updated_at"] = time(record.updatedAt, record.updatedRaw);
    json["pinned"] = record.pinned;
    if (record.archived)
        json["archived"] = *record.archived;
    if (record.projectId)
        json["project_id"] = toJson(*record.projectId);
    Json damage = Json::array();
    for (const QString &sentence : record.damage)
        damage.push_back(toJson(sentence));
    json["damage"] = damage;
    return json;
}

Json createAnswerToJson(const CreateThreadAnswer &answer)
{
    const auto value = [](const QByteArray &json) -> Json {
        if (json.isEmpty())
            return nullptr;
        auto parsed = parseJson(json);
        return parsed ? *parsed : Json(nullptr);
    };
    Json ignored = Json::object();
    for (const IgnoredWish &wish : answer.ignored)
        ignored[wish.field.toStdString()] = {{"wished", value(wish.wished)}, {"stored", value(wish.stored)}, {"reason", toJson(wish.reason)}};
    Json warnings = Json::array();
    for (const QString &sentence : answer.warnings)
        warnings.push_back(toJson(sentence));
    Json json = Json::object();
    json["created"] = answer.created;
    json["thread"] = threadToJson(answer.record);
    json["ignored"] = ignored;
    json["claimed"] = answer.claimed;
    json["warnings"] = warnings;
    return json;
}

} // namespace verderer
