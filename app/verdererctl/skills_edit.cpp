// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "verdererctl/command.h"
#include "verdererctl/input.h"
#include "verdererctl/skill_json.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

class SkillsEdit final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("edit", "Store a new SKILL.md for a custom skill and record it in its history");
        app->add_option("NAME", m_name, "Folder of the custom skill")->required()->type_name("");
        app->add_option("--file", m_file, "The new text: a file, a pipe, or - for standard input; stored byte for byte")
            ->required()
            ->type_name("FILE");
        m_baseOption =
            app->add_option("--base", m_base, "SHA-256 of the text you started from; another one in place is a conflict")->type_name("SHA256");
        m_noteOption = app->add_option("--note", m_note, "Why; kept in the history record")->type_name("TEXT");
        app->add_flag("--moderate", m_moderate, "Also ask the moderation model that config.yaml names; it can only refuse more");
        app->footer("The text must pass DeerFlow's validation for NAME. Without --base the last writer wins, as in\n"
                    "DeerFlow; the history holds both texts either way. With --base nobody is overwritten unseen: on a\n"
                    "conflict the command ends with 4, and its JSON error holds the text that is there now.\n\n"
                    "Examples:\n"
                    "  verdererctl skills show release-notes > notes.md; base=$(sha256sum < notes.md | cut -d' ' -f1)\n"
                    "  $EDITOR notes.md\n"
                    "  verdererctl skills edit release-notes --file notes.md --base $base --note 'Breaking changes first'\n"
                    "  sed s/colour/color/ notes.md | verdererctl skills edit release-notes --file -\n"
                    "  verdererctl skills edit release-notes --file <(sed s/colour/color/ notes.md)");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        EditRequest request;
        request.directory = QString::fromStdString(m_name);
        if (m_baseOption->count() > 0) {
            const Result<QString> base = hashOption(QString::fromStdString(m_base));
            if (!base)
                return tl::unexpected(base.error());
            request.baseHash = *base;
        }
        if (m_noteOption->count() > 0)
            request.note = QString::fromStdString(m_note);
        const Result<QByteArray> bytes = readInput(*context.dependencies().storage, QString::fromStdString(m_file), largestText, context.cancel());
        if (!bytes)
            return tl::unexpected(bytes.error());
        request.text = *bytes;

        const Result<SkillEditor::Dependencies> parts = context.dependencies(installation->workspace, m_moderate);
        if (!parts)
            return tl::unexpected(parts.error());
        SkillEditor editor(installation->roots, *parts);
        const Result<MutationOutcome> outcome = editor.edit(request, context.mutationOptions());
        if (!outcome)
            return tl::unexpected(withAdvice(outcome.error(), request.directory, QString::fromStdString(m_file)));
        const QString text =
            outcome->changed ? QStringLiteral("Saved %1 (record %2).\nsha256 %3\n").arg(request.directory, outcome->recordId.left(12), outcome->hash)
                             : QStringLiteral("%1 already holds exactly this text: nothing was written, no record was made.\nsha256 %2\n")
                                   .arg(request.directory, outcome->hash);
        return outcomeOutput(*outcome, {request.directory, QStringLiteral("saved"), text}, context.options().json);
    }

private:
    /// The core speaks of the text; whoever typed the command wants to know which file, and what to type next.
    static Error withAdvice(Error error, const QString &directory, const QString &file)
    {
        if (error.code == ErrorCode::Conflict && !error.details.presentHash.isEmpty()) {
            error.message =
                QStringLiteral("%1 was changed since the text that --base names: look at it (verdererctl skills show %2), merge, and edit "
                               "again with --base %3.")
                    .arg(error.details.path, directory, error.details.presentHash);
        } else if (error.code == ErrorCode::Invalid && error.details.line > 0) {
            error.message = QStringLiteral("%1, line %2, column %3: %4")
                                .arg(file == u"-" ? QStringLiteral("standard input") : file)
                                .arg(error.details.line)
                                .arg(error.details.column)
                                .arg(withoutPlace(error.message));
        }
        return error;
    }

    std::string m_name;
    std::string m_file;
    std::string m_base;
    std::string m_note;
    bool m_moderate = false;
    CLI::Option *m_baseOption = nullptr;
    CLI::Option *m_noteOption = nullptr;
};

} // namespace

std::unique_ptr<Command> makeSkillsEdit()
{
    return std::make_unique<SkillsEdit>();
}

} // namespace verderer::ctl
