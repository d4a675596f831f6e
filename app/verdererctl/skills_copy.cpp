// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "skills/skill_folders.h"
#include "skills/skill_form.h"
#include "verdererctl/bulk.h"
#include "verdererctl/command.h"
#include "verdererctl/folder_output.h"
#include "verdererctl/skill_json.h"
#include "verdererctl/table.h"
#include "workspace/session.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <QFileInfo>

namespace verderer::ctl {

namespace {

class SkillsCopy final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("copy", "Copy a skill with its whole folder, under another name or to other users");
        app->add_option("NAME", m_name, "Folder of the skill")->required()->type_name("");
        app->add_option("--category", m_category, "Of the skill: custom (the default), public, integrations, legacy")->type_name("C");
        m_as = app->add_option("--as", m_newName, "Name of the copy; without it the skill's folder")->type_name("NEW");
        m_to = app->add_option("--to", m_users, "A user who gets the copy; once for each. Without it the user of --user")->type_name("UID");
        m_note = app->add_option("--note", m_noteText, "Why; kept in the history records")->type_name("TEXT");
        app->add_flag("--dry-run", m_dryRun, "Only say what would be refused, and what to know before");
        app->footer("The copy declares its own name: that one value is changed, every other byte stays. Links are left out.\n"
                    "A name that is taken is a conflict (4). With several users each has a result of its own, one that fails\n"
                    "does not stop the rest, and the status is 11 where some failed.\n\n"
                    "Examples:\n"
                    "  verdererctl skills copy deep-research --category public --as our-research\n"
                    "  verdererctl --user alice skills copy release-notes --to bob --to carol");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        const Result<SkillCategory> category = categoryOption(QString::fromStdString(m_category), SkillCategory::Custom);
        if (!category)
            return tl::unexpected(category.error());
        const Result<SkillEntry> source = findSkill(installation->roots, QString::fromStdString(m_name), *category, context.cancel());
        if (!source)
            return tl::unexpected(source.error());
        CopyRequest request;
        request.sourceFolder = QFileInfo(source->path).path();
        request.sourceName = QString(skillCategoryName(*category) + u'/' + source->directory);
        request.directory = m_as->count() > 0 ? QString::fromStdString(m_newName) : source->directory.section(u'/', -1);
        if (m_note->count() > 0)
            request.note = QString::fromStdString(m_noteText);
        if (m_to->count() == 0) {
            BulkResults results("user");
            copyTo(context, *installation, request, results);
            return results.output(context, QStringLiteral("The skill was copied."));
        }
        return copyToAll(context, *installation, request);
    }

private:
    Result<Output> copyToAll(const Context &context, const Installation &installation, const CopyRequest &request) const
    {
        const Result<QList<WorkspaceUser>> users = listUsers(installation.workspace, nullptr, context.cancel());
        if (!users)
            return tl::unexpected(users.error());
        BulkResults results("user");
        for (const std::string &word : m_users) {
            const QString wanted = QString::fromStdString(word);
            if (context.cancel().isCancelled()) {
                results.failed(wanted, {ErrorCode::Cancelled, QStringLiteral("Cancelled; this user got no copy."), {}});
                continue;
            }
            const Result<WorkspaceUser> user = chooseUser(*users, wanted);
            if (!user) {
                results.failed(wanted, user.error());
                continue;
            }
            copyTo(context, {installation.workspace, *user, installation.workspace.skillRoots(user->id)}, request, results);
        }
        return results.output(context, QStringLiteral("The skill was copied."));
    }

    void copyTo(const Context &context, const Installation &target, const CopyRequest &request, BulkResults &results) const
    {
        SkillFolders folders(target.roots, context.dependencies());
        if (m_dryRun) {
            plan(context, target, folders, request, results);
            return;
        }
        const Result<MutationOutcome> outcome = folders.copy(request, context.mutationOptions());
        if (!outcome) {
            results.failed(target.user.id, outcome.error());
            return;
        }
        Json json;
        json["name"] = toJson(request.directory);
        json["changed"] = outcome->changed;
        json["sha256"] = toJson(outcome->hash);
        json["record_id"] = toJson(outcome->recordId);
        json["warnings"] = textsJson(outcome->warnings);
        QString line = QStringLiteral("Copied %1 to %2 of user %3 (record %4).\n")
                           .arg(printable(request.sourceName), request.directory, printable(target.user.id), outcome->recordId.left(12));
        for (const QString &warning : outcome->warnings)
            line += QString(QStringLiteral("  ") + printable(warning) + u'\n');
        results.done(target.user.id, json, line);
    }

    static void plan(const Context &context, const Installation &target, const SkillFolders &folders, const CopyRequest &request,
                     BulkResults &results)
    {
        const Result<QByteArray> text =
            context.dependencies().storage->read(QString(request.sourceFolder + QStringLiteral("/SKILL.md")), largestText);
        const Result<QByteArray> renamed = text ? renamedSkill(*text, request.directory) : text;
        const Result<Json> json =
            renamed ? plannedSkill(target, folders, request.directory, *renamed, context.cancel()) : Result<Json>(tl::unexpected(renamed.error()));
        if (!json) {
            results.failed(target.user.id, json.error());
            return;
        }
        QString line =
            QStringLiteral("Would copy %1 to %2 of user %3\n").arg(printable(request.sourceName), request.directory, printable(target.user.id));
        const QStringList notes = plannedOutput(*json, false).notes;
        for (const QString &note : notes)
            line += QString(QStringLiteral("  ") + printable(note) + u'\n');
        results.done(target.user.id, *json, line);
    }

    std::string m_name, m_category, m_newName, m_noteText;
    std::vector<std::string> m_users;
    bool m_dryRun = false;
    CLI::Option *m_as = nullptr;
    CLI::Option *m_to = nullptr;
    CLI::Option *m_note = nullptr;
};

} // namespace

std::unique_ptr<Command> makeSkillsCopy()
{
    return std::make_unique<SkillsCopy>();
}

} // namespace verderer::ctl
