// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/skill_json.h"

#include "verdererctl/scan_text.h"

#include "base/hash.h"
#include "base/json.h"

namespace verderer::ctl {

namespace {

Json place(qint64 number)
{
    return number > 0 ? Json(number) : Json(nullptr);
}

Json number(const std::optional<qint64> &value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json textOrNull(const QString &text)
{
    return text.isEmpty() ? Json(nullptr) : toJson(text);
}

} // namespace

void putText(Json &object, const std::string &key, const std::optional<QByteArray> &bytes)
{
    if (!bytes) {
        object[key] = nullptr;
    } else if (QByteArrayView(*bytes).isValidUtf8()) {
        object[key] = bytes->toStdString();
    } else {
        object[key] = nullptr;
        object[key + "_base64"] = bytes->toBase64().toStdString();
    }
}

QString severityName(Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return QStringLiteral("error");
    case Severity::Warning:
        return QStringLiteral("warning");
    case Severity::Note:
        break;
    }
    return QStringLiteral("note");
}

Json problemJson(const Problem &problem)
{
    Json json;
    json["kind"] = toJson(problemKindName(problem.kind));
    json["message"] = toJson(problem.message);
    json["line"] = place(problem.line);
    json["column"] = place(problem.column);
    json["severity"] = toJson(severityName(problem.severity));
    return json;
}

Json skillJson(const SkillEntry &entry)
{
    Json json;
    json["name"] = toJson(entry.name);
    json["directory"] = toJson(entry.directory);
    json["category"] = toJson(skillCategoryName(entry.category));
    json["enabled"] = entry.enabled;
    json["editable"] = entry.editable;
    json["description"] = toJson(entry.description);
    json["license"] = toJson(entry.license);
    json["listed"] = entry.listed;
    json["deleted"] = entry.deleted;
    json["enabled_reason"] = toJson(entry.enabledReason);
    json["not_editable_reason"] = textOrNull(entry.notEditableReason);
    json["path"] = toJson(entry.path);
    json["size"] = entry.size;
    Json problems = Json::array();
    for (const Problem &problem : entry.problems)
        problems.push_back(problemJson(problem));
    json["problems"] = problems;
    return json;
}

Json recordJson(const HistoryEntry &entry, const std::optional<HistoryTexts> &texts)
{
    Json json;
    json["index"] = number(entry.index);
    json["id"] = toJson(entry.id);
    json["ts"] = textOrNull(entry.ts);
    json["action"] = textOrNull(entry.action);
    json["author"] = textOrNull(entry.author);
    json["decision"] = textOrNull(entry.decision);
    putText(json, "prev_content", texts ? texts->prev : std::nullopt);
    putText(json, "new_content", texts ? texts->next : std::nullopt);
    json["thread_id"] = toJson(entry.threadId);
    json["file_path"] = textOrNull(entry.filePath);
    json["rollback_from_ts"] = toJson(entry.rollbackFromTs);
    json["reason"] = textOrNull(entry.reason);
    json["findings"] = entry.findings;
    json["note"] = toJson(entry.note);
    json["host_user"] = toJson(entry.hostUser);
    json["late_for"] = toJson(entry.lateFor);
    json["trashed"] = toJson(entry.trashed);
    json["from_end"] = entry.fromEnd < 0 ? Json(entry.fromEnd) : Json(nullptr);
    json["line"] = number(entry.line);
    json["lines_added"] = entry.linesAdded ? Json(*entry.linesAdded) : Json(nullptr);
    json["lines_removed"] = entry.linesRemoved ? Json(*entry.linesRemoved) : Json(nullptr);
    json["state"] = toJson(historyLineStateName(entry.state));
    json["problem"] = textOrNull(entry.problem);
    return json;
}

Json differenceJson(const Version &oldVersion, const Version &newVersion, const LineDiff &diff, const QByteArray &unified)
{
    const auto side = [](const Version &version) {
        Json json;
        json["label"] = toJson(version.label);
        json["exists"] = version.exists;
        json["sha256"] = version.exists ? toJson(sha256Hex(version.text)) : Json(nullptr);
        return json;
    };
    const auto lines = [](Json &list, const char *sign, const QByteArray &text, const QList<Range> &ranges, const Range &range) {
        for (qsizetype i = range.begin; i < range.end; ++i) {
            Json line;
            line["op"] = sign;
            putText(line, "text", text.mid(ranges.at(i).begin, ranges.at(i).size()));
            list.push_back(line);
        }
    };
    Json json;
    json["file_path"] = toJson(oldVersion.filePath);
    json["old"] = side(oldVersion);
    json["new"] = side(newVersion);
    json["identical"] = oldVersion.text == newVersion.text && oldVersion.exists == newVersion.exists;
    json["only_line_endings"] = diff.hunks.isEmpty() && oldVersion.text != newVersion.text;
    json["added"] = diff.added();
    json["removed"] = diff.removed();
    json["granularity"] = diff.granularity == Granularity::Lines ? "lines" : "coarse";
    json["note"] = textOrNull(diff.note);
    Json hunks = Json::array();
    for (const Hunk &hunk : diff.hunks) {
        Json item;
        item["old_start"] = hunk.oldLines.begin + 1;
        item["old_lines"] = hunk.oldLines.size();
        item["new_start"] = hunk.newLines.begin + 1;
        item["new_lines"] = hunk.newLines.size();
        Json list = Json::array();
        lines(list, "-", oldVersion.text, diff.oldLines, hunk.oldLines);
        lines(list, "+", newVersion.text, diff.newLines, hunk.newLines);
        item["lines"] = list;
        hunks.push_back(item);
    }
    json["hunks"] = hunks;
    putText(json, "unified", unified);
    return json;
}

Output outcomeOutput(const MutationOutcome &outcome, const ToldOutcome &told, bool json)
{
    Output output;
    if (outcome.changed) {
        output.recordId = outcome.recordId;
        output.done = QStringLiteral("%1 was %2 (record %3).").arg(told.name, told.did, outcome.recordId.left(12));
    }
    if (!json) {
        output.text = told.text.toUtf8();
        output.notes = outcome.warnings + scanNotes(outcome.scan);
        return output;
    }
    Json document;
    document["name"] = toJson(told.name);
    document["changed"] = outcome.changed;
    document["sha256"] = textOrNull(outcome.hash);
    document["record_id"] = textOrNull(outcome.recordId);
    document["record_ts"] = textOrNull(outcome.recordTs);
    document["warnings"] = textsJson(outcome.warnings);
    document["scanner"] = scanJson(outcome.scan);
    output.json = dumpPrettyJson(document);
    return output;
}

} // namespace verderer::ctl
