// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "runs/transcript.h"

namespace verderer {

namespace {

qint64 number(const Json &object, const char *key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

QString firstText(const Json &object, std::initializer_list<const char *> keys)
{
    for (const char *const key : keys) {
        if (const auto text = stringMember(object, key)) {
            return *text;
        }
    }
    return {};
}

} // namespace

std::optional<WorkspaceChanges> readWorkspaceChanges(const RunEvent &event)
{
    if (event.type != u"workspace_changes") {
        return std::nullopt;
    }
    WorkspaceChanges changes;
    changes.summary = QString::fromUtf8(event.content);
    const auto metadata = parseJson(event.metadataJson);
    if (!metadata || !metadata->is_object()) {
        return changes;
    }
    const auto told = metadata->find("workspace_changes");
    if (told == metadata->end() || !told->is_object()) {
        return changes;
    }
    if (const auto summary = told->find("summary"); summary != told->end() && summary->is_object()) {
        changes.created = number(*summary, "created");
        changes.modified = number(*summary, "modified");
        changes.deleted = number(*summary, "deleted");
        changes.additions = number(*summary, "additions");
        changes.deletions = number(*summary, "deletions");
        const auto truncated = summary->find("truncated");
        changes.truncated = truncated != summary->end() && truncated->is_boolean() && truncated->get<bool>();
    }
    const auto files = told->find("files");
    if (files == told->end() || !files->is_array()) {
        return changes;
    }
    for (const Json &item : *files) {
        if (!item.is_object()) {
            continue; // a later version may list them differently
        }
        // No contract names the keys of a file; what is there is taken.
        WorkspaceChanges::File file;
        file.path = firstText(item, {"path", "file", "name"});
        file.change = firstText(item, {"change", "change_type", "status", "kind", "action", "type"});
        file.additions = number(item, "additions");
        file.deletions = number(item, "deletions");
        file.diff = firstText(item, {"diff", "patch", "unified_diff"});
        changes.files.append(file);
    }
    return changes;
}

} // namespace verderer
