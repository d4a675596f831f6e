// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_record.h"

#include "base/json.h"
#include "database/database_time.h"

#include <array>
#include <utility>

namespace verderer {

namespace {

/// The statuses that DeerFlow knows (deerflow-format 7.3), in the spelling of the column.
constexpr std::array<std::pair<RunStatus, QLatin1String>, 6> statusNames{{
    {RunStatus::Pending, QLatin1String("pending")},
    {RunStatus::Running, QLatin1String("running")},
    {RunStatus::Success, QLatin1String("success")},
    {RunStatus::Error, QLatin1String("error")},
    {RunStatus::Timeout, QLatin1String("timeout")},
    {RunStatus::Interrupted, QLatin1String("interrupted")},
}};

qint64 counter(const Json &object, const char *key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_integer()) {
        return 0;
    }
    return found->get<std::int64_t>();
}

void tellUnlessObject(const QByteArray &json, const QString &column, QStringList *damage)
{
    const auto parsed = parseJson(json);
    if (!parsed) {
        damage->append(QStringLiteral("%1 is not valid JSON.").arg(column));
    } else if (!parsed->is_object()) {
        damage->append(QStringLiteral("%1 is no JSON object.").arg(column));
    }
}

void readTokenUsage(RunRecord *record)
{
    record->byModel.clear();
    const auto parsed = parseJson(record->tokenUsageJson);
    if (!parsed) {
        record->damage.append(QStringLiteral("token_usage_by_model is not valid JSON, so the tokens by model are unknown."));
        return;
    }
    if (!parsed->is_object()) {
        record->damage.append(QStringLiteral("token_usage_by_model is no JSON object, so the tokens by model are unknown."));
        return;
    }
    for (const auto &[model, usage] : parsed->items()) {
        if (!usage.is_object()) {
            record->damage.append(QStringLiteral("token_usage_by_model says nothing usable of \"%1\".").arg(QString::fromStdString(model)));
            continue;
        }
        ModelTokens tokens;
        tokens.model = QString::fromStdString(model);
        tokens.input = counter(usage, "input_tokens");
        tokens.output = counter(usage, "output_tokens");
        tokens.total = counter(usage, "total_tokens");
        tokens.cacheRead = counter(usage, "cache_read_tokens");
        record->byModel.append(tokens);
    }
}

} // namespace

QString runStatusName(RunStatus status)
{
    for (const auto &[value, name] : statusNames) {
        if (value == status) {
            return QString(name);
        }
    }
    return QStringLiteral("unknown");
}

RunStatus runStatusFromName(QStringView name)
{
    for (const auto &[value, known] : statusNames) {
        if (known == name) {
            return value;
        }
    }
    return RunStatus::Unknown;
}

bool isActive(RunStatus status)
{
    return status == RunStatus::Pending || status == RunStatus::Running;
}

void readRunTexts(RunRecord *record)
{
    record->damage.clear();
    record->status = runStatusFromName(record->statusRaw);
    if (record->status == RunStatus::Unknown) {
        record->damage.append(QStringLiteral("The status \"%1\" is none of DeerFlow's.").arg(record->statusRaw.left(40)));
    }
    tellUnlessObject(record->metadataJson, QStringLiteral("metadata_json"), &record->damage);
    tellUnlessObject(record->kwargsJson, QStringLiteral("kwargs_json"), &record->damage);
    readTokenUsage(record);
    const auto readTime = [&](const QString &raw, const QString &column) {
        bool exact = false;
        auto time = parseDatabaseTimestamp(raw, &exact);
        if (!time) {
            record->damage.append(QStringLiteral("%1 is no time: \"%2\".").arg(column, raw.left(40)));
        } else if (!exact) {
            record->damage.append(QStringLiteral("%1 is not in DeerFlow's form, so DeerFlow orders this run wrongly.").arg(column));
        }
        return time;
    };
    record->createdAt = readTime(record->createdRaw, QStringLiteral("created_at"));
    record->updatedAt = readTime(record->updatedRaw, QStringLiteral("updated_at"));
}

} // namespace verderer
