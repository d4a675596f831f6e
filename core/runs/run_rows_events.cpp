// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "database/database_time.h"
#include "runs/run_rows.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace verderer {

namespace {

/// deerflow-format 8, and what the output of a command that was started by hand is stored as.
constexpr std::array knownTypes{
    QLatin1String("run.start"),         QLatin1String("run.end"),         QLatin1String("run.error"),       QLatin1String("run.delivery"),
    QLatin1String("llm.human.input"),   QLatin1String("llm.ai.response"), QLatin1String("llm.tool.result"), QLatin1String("llm.error"),
    QLatin1String("context:memory"),    QLatin1String("subagent.start"),  QLatin1String("subagent.step"),   QLatin1String("subagent.end"),
    QLatin1String("workspace_changes"), QLatin1String("ai_message"),      QLatin1String("process.stdout"),  QLatin1String("process.stderr"),
};
constexpr std::array knownMiddlewares{QLatin1String("guardrail"), QLatin1String("safety_termination"), QLatin1String("skill_activation"),
                                      QLatin1String("skill_secrets")};

bool isKnownType(const QString &type)
{
    const QLatin1String prefix("middleware:");
    if (type.startsWith(prefix)) {
        const QString tag = type.mid(prefix.size());
        return std::any_of(knownMiddlewares.begin(), knownMiddlewares.end(), [&](QLatin1String known) { return known == tag; });
    }
    return std::any_of(knownTypes.begin(), knownTypes.end(), [&](QLatin1String known) { return known == type; });
}

bool isTrue(const Json &object, const char *key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_boolean() && found->get<bool>();
}

} // namespace

void readEventTexts(RunEvent *event)
{
    event->knownType = isKnownType(event->type);
    event->createdAt = parseDatabaseTimestamp(event->createdRaw);
    event->contentIsJson = false;
    event->truncated = false;
    event->originalLength = event->content.size();
    const auto metadata = parseJson(event->metadataJson);
    if (!metadata || !metadata->is_object()) {
        return;
    }
    event->truncated = isTrue(*metadata, "content_truncated");
    if (const auto length = metadata->find("original_byte_length"); length != metadata->end() && length->is_number_integer()) {
        event->originalLength = length->get<std::int64_t>();
    }
    // A flag alone proves nothing: where the text does not parse, it is shown as it is.
    const bool flagged = isTrue(*metadata, "content_is_json") || isTrue(*metadata, "content_is_dict");
    event->contentIsJson = flagged && !event->truncated && parseJson(event->content).has_value();
}

Result<void> checkEvent(const RunEvent &event)
{
    ErrorDetails details;
    details.kind = QStringLiteral("event");
    // PostgreSQL enforces these lengths, SQLite does not (deerflow-format 7.1).
    constexpr int longestType = 32;
    constexpr int longestCategory = 16;
    if (event.type.isEmpty() || event.type.size() > longestType) {
        return fail(ErrorCode::Invalid,
                    QStringLiteral("\"%1\" can be no event type: use 1 to %2 characters.").arg(event.type.left(60)).arg(longestType), details);
    }
    if (event.category.isEmpty() || event.category.size() > longestCategory) {
        return fail(ErrorCode::Invalid,
                    QStringLiteral("\"%1\" can be no event category: use 1 to %2 characters.").arg(event.category.left(60)).arg(longestCategory),
                    details);
    }
    if (event.content.contains('\0') || event.metadataJson.contains("\\u0000")) {
        return fail(ErrorCode::Invalid, QStringLiteral("An event's text holds a NUL character, which PostgreSQL cannot store. Leave it out."),
                    details);
    }
    return {};
}

bool matchesRunFilter(const RunRecord &record, const RunFilter &filter)
{
    const auto contains = [&](const std::optional<QString> &text) { return text && text->contains(filter.text, Qt::CaseInsensitive); };
    if (record.operationKind != QLatin1String("run")) {
        return false;
    }
    if (filter.owner && (filter.owner->isEmpty() ? record.owner.has_value() : record.owner != filter.owner)) {
        return false;
    }
    if ((filter.threadId && record.threadId != *filter.threadId) || (filter.model && record.modelName != filter.model)) {
        return false;
    }
    if (!filter.statuses.isEmpty() && !filter.statuses.contains(record.statusRaw)) {
        return false;
    }
    if (!filter.text.isEmpty() && !contains(record.runId) && !contains(record.threadId) && !contains(record.threadTitle) &&
        !contains(record.firstHumanMessage) && !contains(record.error)) {
        return false;
    }
    // Times by their stored texts, as the databases compare them.
    if ((filter.createdFrom && record.createdRaw < databaseTimestamp(*filter.createdFrom)) ||
        (filter.createdBefore && record.createdRaw >= databaseTimestamp(*filter.createdBefore))) {
        return false;
    }
    if (filter.activeLongerThan && !(isActive(record.status) && record.createdRaw < databaseTimestamp(*filter.activeLongerThan))) {
        return false;
    }
    return !filter.orphansOnly || !record.threadExists;
}

bool runComesBefore(const RunRecord &a, const RunRecord &b)
{
    return std::tie(b.createdRaw, b.runId) < std::tie(a.createdRaw, a.runId);
}

} // namespace verderer
