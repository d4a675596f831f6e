// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "skills/skill_folders.h"
#include "verdererctl/command.h"
#include "verdererctl/exit_status.h"
#include "verdererctl/folder_output.h"
#include "verdererctl/moments.h"
#include "verdererctl/output.h"
#include "verdererctl/run_text.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

class TrashList final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("list", "List the deleted skills whose folders lie in the trash");
        app->footer("Newest first. What was deleted by DeerFlow is not in it: see skills restore without a name.\n\n"
                    "Example:\n"
                    "  verdererctl skills trash list");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        const SkillFolders folders(installation->roots, context.dependencies());
        const Result<QList<DeletedSkill>> found = folders.trash({}, context.cancel());
        if (!found)
            return tl::unexpected(found.error());
        return deletedOutput(*found, QStringLiteral("trash"), context);
    }
};

class TrashEmpty final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("empty", "Throw deleted skills away for good");
        auto *which = app->add_option_group("Which", "One of these says which");
        which->add_flag("--all", m_all, "Everything in the trash");
        m_nameOption = which->add_option("--name", m_name, "The deleted folders of this skill")->type_name("NAME");
        m_placeOption = which->add_option("--place", m_place, "One folder, as the list names it")->type_name("PLACE");
        m_olderOption = which->add_option("--older-than", m_older, "What was deleted longer ago: 30d, 12h")->type_name("TIME");
        which->require_option(1);
        app->add_flag("--dry-run", m_dryRun, "Only list what would go");
        app->footer("There is no undo: the folders are gone, and of each skill only what its history tells is left. Look with\n"
                    "--dry-run first. Where a folder cannot be removed the status is 11.\n\n"
                    "Examples:\n"
                    "  verdererctl skills trash empty --older-than 30d --dry-run\n"
                    "  verdererctl skills trash empty --all");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        EmptyTrashRequest request;
        request.directory = QString::fromStdString(m_name);
        request.place = QString::fromStdString(m_place);
        if (m_olderOption->count() > 0) {
            const Result<Microseconds> length = durationOption(QStringLiteral("--older-than"), QString::fromStdString(m_older));
            if (!length)
                return tl::unexpected(length.error());
            request.olderThan = context.dependencies().clock->now() - *length;
        }
        // An empty name would mean all of them, and that is said with --all alone.
        if ((m_nameOption->count() > 0 && m_name.empty()) || (m_placeOption->count() > 0 && m_place.empty())) {
            ErrorDetails details;
            details.kind = QStringLiteral("usage");
            return fail(ErrorCode::Invalid, QStringLiteral("--name and --place take a text that is not empty."), details);
        }
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        SkillFolders folders(installation->roots, context.dependencies());
        if (m_dryRun) {
            const Result<QList<DeletedSkill>> found = folders.trash(request, context.cancel());
            if (!found)
                return tl::unexpected(found.error());
            return deletedOutput(*found, QStringLiteral("would_remove"), context);
        }
        const Result<EmptiedTrash> emptied = folders.emptyTrash(request, context.mutationOptions());
        if (!emptied)
            return tl::unexpected(emptied.error());
        return told(*emptied, context);
    }

private:
    static Result<Output> told(const EmptiedTrash &emptied, const Context &context)
    {
        Output output;
        if (!emptied.removed.isEmpty())
            output.done = QStringLiteral("%1 were removed from the trash.").arg(counted(emptied.removed.size(), "folder"));
        if (!emptied.failed.isEmpty())
            output.status = emptied.removed.isEmpty() && emptied.failed.size() == 1 ? exitStatus(emptied.failed.first().code) : DoneInPart;
        Json json;
        json["removed"] = Json::array();
        json["failed"] = Json::array();
        json["warnings"] = textsJson(emptied.warnings);
        qint64 bytes = 0;
        for (const DeletedSkill &deleted : emptied.removed) {
            json["removed"].push_back(deletedJson(deleted));
            bytes += deleted.bytes;
        }
        for (const Error &error : emptied.failed)
            json["failed"].push_back(errorObject(error));
        if (context.options().json) {
            output.json = dumpPrettyJson(json);
            return output;
        }
        output.text = QStringLiteral("Removed %1 for good (%2).\n").arg(counted(emptied.removed.size(), "folder"), shownBytes(bytes)).toUtf8();
        for (const Error &error : emptied.failed)
            output.notes += error.message;
        output.notes += emptied.warnings;
        return output;
    }

    bool m_all = false;
    bool m_dryRun = false;
    std::string m_name, m_place, m_older;
    CLI::Option *m_nameOption = nullptr;
    CLI::Option *m_placeOption = nullptr;
    CLI::Option *m_olderOption = nullptr;
};

} // namespace

std::unique_ptr<Command> makeSkillsTrashList()
{
    return std::make_unique<TrashList>();
}

std::unique_ptr<Command> makeSkillsTrashEmpty()
{
    return std::make_unique<TrashEmpty>();
}

} // namespace verderer::ctl
