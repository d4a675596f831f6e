// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/folder_output.h"

#include "base/json.h"
#include "skills/document.h"
#include "verdererctl/exit_status.h"
#include "verdererctl/table.h"

#include <QFileInfo>
#include <QLocale>

namespace verderer::ctl {

Result<Json> plannedSkill(const Installation &installation, const SkillFolders &folders, const QString &name, const QByteArray &text,
                          const CancelToken &cancel)
{
    const Result<QStringList> warnings = folders.warningsBefore(name, cancel);
    if (!warnings)
        return tl::unexpected(warnings.error());
    Json refusal = nullptr;
    const SkillVerdict verdict = judgeSkill(text, name);
    if (!isSkillName(name) || !verdict.valid) {
        refusal = {{"code", "Invalid"},
                   {"message", toJson(verdict.valid ? QStringLiteral("\"%1\" is no name of a skill.").arg(name) : verdict.problem.message)}};
    } else if (QFileInfo::exists(QString(installation.roots.customRoot + u'/' + name))) {
        refusal = {{"code", "AlreadyExists"}, {"message", toJson(QStringLiteral("There is a custom skill \"%1\" already.").arg(name))}};
    }
    Json json;
    json["name"] = toJson(name);
    json["dry_run"] = true;
    json["changed"] = false;
    json["would_be_refused"] = !refusal.is_null();
    json["refusal"] = refusal;
    json["warnings"] = textsJson(*warnings);
    return json;
}

Output plannedOutput(const Json &plan, bool json)
{
    Output output;
    const Json &refusal = plan["refusal"];
    if (!refusal.is_null())
        output.status = exitStatus(refusal["code"] == "Invalid" ? ErrorCode::Invalid : ErrorCode::AlreadyExists);
    if (json) {
        output.json = dumpPrettyJson(plan);
        return output;
    }
    for (const Json &warning : plan["warnings"])
        output.notes += QString::fromStdString(warning.get<std::string>());
    output.notes += refusal.is_null()
                        ? QStringLiteral("Nothing was written: this was a dry run.")
                        : QString(QStringLiteral("It would be refused: ") + QString::fromStdString(refusal["message"].get<std::string>()));
    return output;
}

Json deletedJson(const DeletedSkill &deleted)
{
    Json json;
    json["name"] = toJson(deleted.directory);
    json["place"] = deleted.place.isEmpty() ? Json(nullptr) : toJson(deleted.place);
    json["deleted_at"] = deleted.deletedAt.isEmpty() ? Json(nullptr) : toJson(deleted.deletedAt);
    json["files"] = deleted.files;
    json["bytes"] = deleted.bytes;
    json["name_taken"] = deleted.nameTaken;
    return json;
}

Output deletedOutput(const QList<DeletedSkill> &deleted, const QString &key, const Context &context)
{
    Output output;
    if (context.options().json) {
        Json list = Json::array();
        for (const DeletedSkill &skill : deleted)
            list.push_back(deletedJson(skill));
        Json json;
        json[key.toStdString()] = list;
        output.json = dumpPrettyJson(json);
        return output;
    }
    if (deleted.isEmpty()) {
        output.text = "There is nothing.\n";
        return output;
    }
    Table table({QStringLiteral("NAME"), QStringLiteral("DELETED"), QStringLiteral("FILES"), QStringLiteral("SIZE"), QStringLiteral("PLACE")});
    for (const DeletedSkill &skill : deleted) {
        const bool isWhole = !skill.place.isEmpty();
        table.addRow({skill.directory, localTime(skill.deletedAt), isWhole ? QString::number(skill.files) : QString(),
                      isWhole ? shownBytes(skill.bytes) : QString(), isWhole ? skill.place : QStringLiteral("only its history: SKILL.md alone")});
    }
    output.text = table.text(context.terminal().width).toUtf8();
    return output;
}

QString shownBytes(qint64 bytes)
{
    return QLocale::c().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

} // namespace verderer::ctl
