// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "skills/skill_folders.h"
#include "verdererctl/command.h"
#include "verdererctl/folder_output.h"
#include "verdererctl/skill_json.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

class SkillsRestore final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("restore", "Bring back a deleted custom skill, or list what can be brought back");
        app->add_option("NAME", m_name, "Its folder; without it the deleted skills are listed")->type_name("");
        m_place = app->add_option("--place", m_placeText, "Which of several deletions: a place of `skills trash list`")->type_name("PLACE");
        m_note = app->add_option("--note", m_noteText, "Why; kept in the history record")->type_name("TEXT");
        app->footer("Brings back the whole folder from the trash. A skill that DeerFlow deleted has none there: of that,\n"
                    "SKILL.md comes back from the history. Without --place it is the newest deletion. What is there already\n"
                    "and identical is said, not written; another skill of that name is a conflict (4).\n\n"
                    "Examples:\n"
                    "  verdererctl skills restore\n"
                    "  verdererctl skills restore release-notes");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        SkillFolders folders(installation->roots, context.dependencies());
        if (m_name.empty())
            return list(context, folders);
        RestoreRequest request;
        request.directory = QString::fromStdString(m_name);
        request.place = m_place->count() > 0 ? QString::fromStdString(m_placeText) : QString();
        if (m_note->count() > 0)
            request.note = QString::fromStdString(m_noteText);
        const Result<MutationOutcome> outcome = folders.restore(request, context.mutationOptions());
        if (!outcome)
            return tl::unexpected(outcome.error());
        const QString told =
            outcome->changed
                ? QStringLiteral("Restored %1 (record %2).\nsha256 %3\n").arg(request.directory, outcome->recordId.left(12), outcome->hash)
                : QStringLiteral("%1 is there already, with the text that would come back: nothing was written, no record was made.\n"
                                 "sha256 %2\n")
                      .arg(request.directory, outcome->hash);
        return outcomeOutput(*outcome, {request.directory, QStringLiteral("restored"), told}, context.options().json);
    }

private:
    static Result<Output> list(const Context &context, const SkillFolders &folders)
    {
        const Result<QList<DeletedSkill>> found = folders.restorable(context.cancel());
        if (!found)
            return tl::unexpected(found.error());
        return deletedOutput(*found, QStringLiteral("deleted"), context);
    }

    std::string m_name, m_placeText, m_noteText;
    CLI::Option *m_place = nullptr;
    CLI::Option *m_note = nullptr;
};

} // namespace

std::unique_ptr<Command> makeSkillsRestore()
{
    return std::make_unique<SkillsRestore>();
}

} // namespace verderer::ctl
