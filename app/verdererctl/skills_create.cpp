// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "skills/skill_folders.h"
#include "skills/skill_form.h"
#include "verdererctl/command.h"
#include "verdererctl/folder_output.h"
#include "verdererctl/input.h"
#include "verdererctl/skill_json.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

std::optional<QString> given(const CLI::Option *option, const std::string &value)
{
    return option->count() > 0 ? std::optional(QString::fromStdString(value)) : std::nullopt;
}

std::optional<QStringList> givenList(const CLI::Option *option, const std::vector<std::string> &values)
{
    if (option->count() == 0)
        return std::nullopt;
    QStringList list;
    for (const std::string &value : values)
        list += QString::fromStdString(value);
    return list;
}

class SkillsCreate final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("create", "Make a new custom skill, from fields or from a whole text");
        app->add_option("NAME", m_name, "Its name: small letters, digits and single hyphens")->required()->type_name("");
        m_description = app->add_option("--description", m_descriptionText, "What it does and when to use it")->type_name("TEXT");
        m_license = app->add_option("--license", m_licenseText, "Front matter: license")->type_name("TEXT");
        m_compatibility = app->add_option("--compatibility", m_compatibilityText, "Front matter: compatibility")->type_name("TEXT");
        m_version = app->add_option("--skill-version", m_versionText, "Front matter: version")->type_name("TEXT");
        m_author = app->add_option("--author", m_authorText, "Front matter: author")->type_name("TEXT");
        m_tools = app->add_option("--allowed-tool", m_toolNames, "Front matter: a tool it may use; once for each")->type_name("TOOL");
        m_secrets = app->add_option("--required-secret", m_secretNames, "Front matter: a secret it needs; once for each")->type_name("NAME");
        m_metadata = app->add_option("--metadata", m_metadataPairs, "Front matter: an entry of metadata; once for each")->type_name("KEY=VALUE");
        m_body = app->add_option("--body", m_bodyFile, "File with the text below the front matter, or - for standard input")->type_name("FILE");
        m_file = app->add_option("--file", m_textFile, "The whole SKILL.md instead: a file, or - for standard input")->type_name("FILE");
        m_template = app->add_option("--template", m_templateFile, "The same, with its name replaced by NAME")->type_name("FILE");
        m_note = app->add_option("--note", m_noteText, "Why; kept in the history record")->type_name("TEXT");
        app->add_flag("--dry-run", m_dryRun, "Only print the text, and say what it would change");
        for (CLI::Option *field : {m_description, m_license, m_compatibility, m_version, m_author, m_tools, m_secrets, m_metadata, m_body}) {
            m_file->excludes(field);
            m_template->excludes(field);
        }
        m_file->excludes(m_template);
        app->footer("The front matter is quoted so that DeerFlow reads every field back unchanged. A name that is taken is a\n"
                    "conflict (4), and nothing is touched. A user's first custom skill hides the shared legacy ones from that\n"
                    "user: --dry-run says so before.\n\n"
                    "Examples:\n"
                    "  verdererctl skills create release-notes --description 'Use when: a version is tagged' --body notes.md\n"
                    "  verdererctl skills create release-notes --file SKILL.md --note 'From the team wiki'\n"
                    "  verdererctl skills create weekly --template templates/report.md --dry-run");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        CreateRequest request;
        request.directory = QString::fromStdString(m_name);
        request.note = given(m_note, m_noteText);
        const Result<QByteArray> text = textOf(context, request.directory);
        if (!text)
            return tl::unexpected(text.error());
        request.text = *text;
        SkillFolders folders(installation->roots, context.dependencies());
        if (m_dryRun)
            return preview(context, *installation, folders, request);
        const Result<MutationOutcome> outcome = folders.create(request, context.mutationOptions());
        if (!outcome)
            return tl::unexpected(outcome.error());
        const QString told = QStringLiteral("Created %1 (record %2).\nsha256 %3\n").arg(request.directory, outcome->recordId.left(12), outcome->hash);
        return outcomeOutput(*outcome, {request.directory, QStringLiteral("created"), told}, context.options().json);
    }

private:
    Result<QByteArray> textOf(const Context &context, const QString &name) const
    {
        Storage &storage = *context.dependencies().storage;
        if (m_file->count() > 0)
            return readInput(storage, QString::fromStdString(m_textFile), largestText, context.cancel());
        if (m_template->count() > 0) {
            const Result<QByteArray> text = readInput(storage, QString::fromStdString(m_templateFile), largestText, context.cancel());
            return text ? renamedSkill(*text, name) : text;
        }
        ErrorDetails details;
        details.kind = QStringLiteral("usage");
        if (m_description->count() == 0)
            return fail(ErrorCode::Invalid, QStringLiteral("A new skill needs --description, or a whole text with --file or --template."), details);
        SkillForm form;
        form.name = name;
        form.description = QString::fromStdString(m_descriptionText);
        form.license = given(m_license, m_licenseText);
        form.compatibility = given(m_compatibility, m_compatibilityText);
        form.version = given(m_version, m_versionText);
        form.author = given(m_author, m_authorText);
        form.allowedTools = givenList(m_tools, m_toolNames);
        form.requiredSecrets = givenList(m_secrets, m_secretNames);
        for (const std::string &word : m_metadataPairs) {
            const QString pair = QString::fromStdString(word);
            const qsizetype equals = pair.indexOf(u'=');
            if (equals <= 0)
                return fail(ErrorCode::Invalid, QStringLiteral("--metadata takes KEY=VALUE, and \"%1\" is none.").arg(pair), details);
            form.metadata.append({pair.first(equals), pair.sliced(equals + 1)});
        }
        if (m_body->count() > 0) {
            Result<QByteArray> body = readInput(storage, QString::fromStdString(m_bodyFile), largestText, context.cancel());
            if (!body)
                return body;
            form.body = *body;
        }
        return skillTextOf(form);
    }

    static Result<Output> preview(const Context &context, const Installation &installation, const SkillFolders &folders, const CreateRequest &request)
    {
        const Result<Json> json = plannedSkill(installation, folders, request.directory, request.text, context.cancel());
        if (!json)
            return tl::unexpected(json.error());
        Output output = plannedOutput(*json, context.options().json);
        if (!context.options().json)
            output.text = request.text;
        return output;
    }

    std::string m_name, m_descriptionText, m_licenseText, m_compatibilityText, m_versionText, m_authorText;
    std::string m_bodyFile, m_textFile, m_templateFile, m_noteText;
    std::vector<std::string> m_toolNames, m_secretNames, m_metadataPairs;
    bool m_dryRun = false;
    CLI::Option *m_description = nullptr;
    CLI::Option *m_license = nullptr;
    CLI::Option *m_compatibility = nullptr;
    CLI::Option *m_version = nullptr;
    CLI::Option *m_author = nullptr;
    CLI::Option *m_tools = nullptr;
    CLI::Option *m_secrets = nullptr;
    CLI::Option *m_metadata = nullptr;
    CLI::Option *m_body = nullptr;
    CLI::Option *m_file = nullptr;
    CLI::Option *m_template = nullptr;
    CLI::Option *m_note = nullptr;
};

} // namespace

std::unique_ptr<Command> makeSkillsCreate()
{
    return std::make_unique<SkillsCreate>();
}

} // namespace verderer::ctl
