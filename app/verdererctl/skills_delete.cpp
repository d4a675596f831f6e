// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "skills/skill_folders.h"
#include "verdererctl/bulk.h"
#include "verdererctl/command.h"
#include "verdererctl/folder_output.h"
#include "verdererctl/skill_lookup.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

class SkillsDelete final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("delete", "Move custom skills to the trash and record it in their histories");
        app->add_option("NAME", m_names, "Folders of custom skills")->required()->type_name("")->expected(-1);
        m_base = app->add_option("--base", m_baseHash, "SHA-256 of the SKILL.md you looked at; another one is a conflict. With one NAME")
                     ->type_name("SHA256");
        m_note = app->add_option("--note", m_noteText, "Why; kept in the history records")->type_name("TEXT");
        app->add_flag("--dry-run", m_dryRun, "Only say what would go");
        app->footer("The whole folder goes to .trash inside the folder of custom skills, where DeerFlow does not look, and\n"
                    "skills restore brings it back. The history stays. With several names each has a result of its own.\n\n"
                    "Examples:\n"
                    "  verdererctl skills delete release-notes --note 'Replaced by changelog'\n"
                    "  verdererctl skills delete old-one old-two");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        DeleteRequest request;
        if (m_base->count() > 0) {
            const Result<QString> base = hashOption(QString::fromStdString(m_baseHash));
            if (!base)
                return tl::unexpected(base.error());
            if (m_names.size() > 1) {
                ErrorDetails details;
                details.kind = QStringLiteral("usage");
                return fail(ErrorCode::Invalid, QStringLiteral("--base is of one skill's text: give one NAME with it."), details);
            }
            request.baseHash = *base;
        }
        if (m_note->count() > 0)
            request.note = QString::fromStdString(m_noteText);
        SkillFolders folders(installation->roots, context.dependencies());
        BulkResults results("name");
        for (const std::string &word : m_names) {
            request.directory = QString::fromStdString(word);
            if (context.cancel().isCancelled())
                results.failed(request.directory, {ErrorCode::Cancelled, QStringLiteral("Cancelled; this skill was not touched."), {}});
            else if (m_dryRun)
                plan(context, *installation, request.directory, results);
            else
                remove(context, folders, request, results);
        }
        return results.output(context, m_dryRun ? QString() : QStringLiteral("Skills were moved to the trash."));
    }

private:
    static void plan(const Context &context, const Installation &installation, const QString &name, BulkResults &results)
    {
        const Result<SkillEntry> entry = findSkill(installation.roots, name, SkillCategory::Custom, context.cancel());
        if (!entry) {
            results.failed(name, entry.error());
            return;
        }
        Json json;
        json["dry_run"] = true;
        json["changed"] = false;
        results.done(name, json, QStringLiteral("Would move %1 to the trash.\n").arg(printable(name)));
    }

    static void remove(const Context &context, SkillFolders &folders, const DeleteRequest &request, BulkResults &results)
    {
        const Result<MutationOutcome> outcome = folders.remove(request, context.mutationOptions());
        if (!outcome) {
            results.failed(request.directory, outcome.error());
            return;
        }
        Json json;
        json["changed"] = outcome->changed;
        json["place"] = toJson(outcome->place);
        json["record_id"] = toJson(outcome->recordId);
        json["record_ts"] = toJson(outcome->recordTs);
        json["warnings"] = textsJson(outcome->warnings);
        QString line = QStringLiteral("Deleted %1 (record %2). To bring it back: verdererctl skills restore %1\n")
                           .arg(request.directory, outcome->recordId.left(12));
        for (const QString &warning : outcome->warnings)
            line += QString(QStringLiteral("  ") + printable(warning) + u'\n');
        results.done(request.directory, json, line);
    }

    std::vector<std::string> m_names;
    std::string m_baseHash, m_noteText;
    bool m_dryRun = false;
    CLI::Option *m_base = nullptr;
    CLI::Option *m_note = nullptr;
};

} // namespace

std::unique_ptr<Command> makeSkillsDelete()
{
    return std::make_unique<SkillsDelete>();
}

} // namespace verderer::ctl
