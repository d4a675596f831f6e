// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/hash.h"
#include "base/json.h"
#include "verdererctl/command.h"
#include "verdererctl/difference.h"
#include "verdererctl/exit_status.h"
#include "verdererctl/scan_text.h"
#include "verdererctl/skill_json.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

class SkillsRollback final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("rollback", "Bring back the text that a record of the history holds");
        app->add_option("NAME", m_name, "Folder of the custom skill; a deleted one comes back")->required()->type_name("");
        app->add_option("--to", m_record, "Index of the record (0 the oldest, -1 the newest) or its id")->required()->type_name("INDEX");
        app->add_flag("--new", m_toNew, "Bring back the text after that record instead of the text before it");
        m_baseOption =
            app->add_option("--base", m_base, "SHA-256 of the file you looked at; another one in place is a conflict")->type_name("SHA256");
        m_noteOption = app->add_option("--note", m_note, "Why; kept in the history record")->type_name("TEXT");
        app->add_flag("--moderate", m_moderate, "Also ask the moderation model that config.yaml names; it can only refuse more");
        app->add_flag("--dry-run", m_dryRun, "Only show what would change");
        app->footer("As in DeerFlow, a rollback to a record undoes that record: it brings back the text from before it.\n"
                    "A record of a support file brings back that file. The rollback is itself recorded, so it can be\n"
                    "rolled back. What is identical already is said, not written. An index moves when others append:\n"
                    "use an id, or --base, where others are at work.\n\n"
                    "Examples:\n"
                    "  verdererctl skills rollback release-notes --to -1 --dry-run\n"
                    "  verdererctl skills rollback release-notes --to -1 --note 'The list came out wrong'\n"
                    "  verdererctl skills rollback release-notes --to 3f9a2c17 --new");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        if (const Result<void> form = recordForm(QStringLiteral("--to"), QString::fromStdString(m_record)); !form)
            return tl::unexpected(form.error());
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        RollbackRequest request;
        request.directory = QString::fromStdString(m_name);
        request.record = QString::fromStdString(m_record);
        request.toNew = m_toNew;
        if (m_baseOption->count() > 0) {
            const Result<QString> base = hashOption(QString::fromStdString(m_base));
            if (!base)
                return tl::unexpected(base.error());
            request.baseHash = *base;
        }
        if (m_noteOption->count() > 0)
            request.note = QString::fromStdString(m_note);
        const Result<SkillEditor::Dependencies> parts = context.dependencies(installation->workspace, m_moderate && !m_dryRun);
        if (!parts)
            return tl::unexpected(parts.error());
        SkillEditor editor(installation->roots, *parts);
        return m_dryRun ? preview(context, editor, request) : perform(context, editor, request);
    }

private:
    static Result<Output> perform(const Context &context, SkillEditor &editor, const RollbackRequest &request)
    {
        const Result<MutationOutcome> outcome = editor.rollback(request, context.mutationOptions());
        if (!outcome) {
            Error error = outcome.error();
            if (error.code == ErrorCode::Conflict && !error.details.presentHash.isEmpty())
                error.message = QStringLiteral("%1 was changed since the text that --base names: look again with --dry-run, then use --base %2.")
                                    .arg(error.details.path, error.details.presentHash);
            return tl::unexpected(error);
        }
        const QString text = outcome->changed
                                 ? QStringLiteral("Rolled %1 back (record %2). To undo it: verdererctl skills rollback %1 --to %2\nsha256 %3\n")
                                       .arg(request.directory, outcome->recordId.left(12), outcome->hash)
                                 : QStringLiteral("Already identical: nothing was written, no record was made.\nsha256 %1\n").arg(outcome->hash);
        return outcomeOutput(*outcome, {request.directory, QStringLiteral("rolled back"), text}, context.options().json);
    }

    static Result<Output> preview(const Context &context, SkillEditor &editor, const RollbackRequest &request)
    {
        const Result<RollbackPreview> preview = editor.previewRollback(request, context.cancel());
        if (!preview)
            return tl::unexpected(preview.error());
        if (request.baseHash && *request.baseHash != preview->presentHash) {
            ErrorDetails details;
            details.present = preview->present.value_or(QByteArray());
            details.presentHash = preview->presentHash;
            details.kind = QStringLiteral("base-changed");
            return fail(
                ErrorCode::Conflict,
                QStringLiteral("%1 of %2 is not the text that --base names. Look at what is there now.").arg(preview->filePath, request.directory),
                details);
        }
        const Version present{QStringLiteral("%1/%2 (present%3)")
                                  .arg(request.directory, preview->filePath, preview->present ? QString() : QStringLiteral(": does not exist")),
                              preview->filePath, preview->present.value_or(QByteArray()), preview->present.has_value()};
        const Version target{QStringLiteral("%1/%2 (after the rollback)").arg(request.directory, preview->filePath), preview->filePath,
                             preview->target, true};
        const Result<Difference> difference = compareVersions(present, target, context.cancel());
        if (!difference)
            return tl::unexpected(difference.error());
        const bool refused = !preview->identical && preview->verdict && !preview->verdict->valid;

        Output output;
        const bool blocked = !preview->identical && !refused && preview->scan.decision() == ScanDecision::Block;
        output.status = refused ? InvalidStatus : blocked ? BlockedStatus : Done;
        if (context.options().json) {
            Json json;
            json["name"] = toJson(request.directory);
            json["dry_run"] = true;
            json["changed"] = false;
            json["identical"] = preview->identical;
            json["would_be_refused"] = refused || blocked;
            json["refusal"] = refused ? problemJson(preview->verdict->problem) : Json(nullptr);
            json["scanner"] = scanJson(preview->scan);
            json["record_id"] = toJson(preview->record.id);
            json["record_ts"] = toJson(preview->record.ts);
            json["file_path"] = toJson(preview->filePath);
            json["present_sha256"] = preview->presentHash.isEmpty() ? Json(nullptr) : toJson(preview->presentHash);
            json["target_sha256"] = toJson(sha256Hex(preview->target));
            json["diff"] = differenceJson(present, target, difference->lines, difference->unified);
            output.json = dumpPrettyJson(json);
            return output;
        }
        if (preview->identical)
            output.text = "Already identical: a rollback would write nothing.\n";
        else
            output.text = shownDifference(*difference, context.terminal());
        if (!preview->identical)
            output.notes += scanNotes(preview->scan);
        if (refused) {
            const Problem &problem = preview->verdict->problem;
            const QString place =
                problem.line > 0 ? QString(QStringLiteral(" for line %1, column %2").arg(problem.line).arg(problem.column)) : QString();
            output.notes.append(QStringLiteral("The rollback would be refused%1: %2").arg(place, withoutPlace(problem.message)));
        } else if (blocked) {
            output.notes.append(QStringLiteral("The rollback would be refused by the scanner."));
        } else if (!preview->identical) {
            output.notes.append(QStringLiteral("Nothing was written. To do it: verdererctl skills rollback %1 --to %2%3%4")
                                    .arg(request.directory, preview->record.id.left(12), request.toNew ? QStringLiteral(" --new") : QString(),
                                         preview->presentHash.isEmpty() ? QString() : QString(QStringLiteral(" --base ") + preview->presentHash)));
        }
        return output;
    }

    std::string m_name;
    std::string m_record;
    std::string m_base;
    std::string m_note;
    bool m_moderate = false;
    bool m_toNew = false;
    bool m_dryRun = false;
    CLI::Option *m_baseOption = nullptr;
    CLI::Option *m_noteOption = nullptr;
};

} // namespace

std::unique_ptr<Command> makeSkillsRollback()
{
    return std::make_unique<SkillsRollback>();
}

} // namespace verderer::ctl
