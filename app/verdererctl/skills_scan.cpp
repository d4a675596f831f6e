// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "scan/folder_scan.h"
#include "verdererctl/command.h"
#include "verdererctl/exit_status.h"
#include "verdererctl/input.h"
#include "verdererctl/scan_text.h"
#include "verdererctl/skill_lookup.h"

#include <QFileInfo>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

tl::unexpected<Error> usage(const QString &message)
{
    ErrorDetails details;
    details.kind = QStringLiteral("usage");
    return fail(ErrorCode::Invalid, message, details);
}

class SkillsScan final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("scan", "Look through a skill's files for secrets, traps and dangerous commands");
        m_nameOption = app->add_option("NAME", m_name, "Folder of the skill")->type_name("");
        m_fileOption =
            app->add_option("--file", m_file, "One text instead of a skill: a file, a pipe, or - for standard input; needs no installation")
                ->type_name("FILE");
        app->add_flag("--all", m_all, "Every skill of the user, or of --category");
        app->add_option("--category", m_category, "Where NAME is (custom), or which skills --all means")->type_name("CATEGORY");
        app->add_flag("--moderate", m_moderate, "Also ask the moderation model that config.yaml names about the text, or each SKILL.md");
        app->footer("The rules are Verderer's own; no moderation model is asked unless you say so. A secret is never printed.\n"
                    "Ends with 6 where a finding is CRITICAL, which also refuses edit and rollback, or where the model says\n"
                    "block; and with 0 otherwise.\n\n"
                    "Examples:\n"
                    "  verdererctl skills scan release-notes\n"
                    "  verdererctl skills scan --all --category public\n"
                    "  verdererctl skills scan release-notes --moderate\n"
                    "  verdererctl --json skills scan --file draft.md | jq -r '.static_findings[].rule_id'");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        if (static_cast<int>(m_nameOption->count() > 0) + static_cast<int>(m_fileOption->count() > 0) + static_cast<int>(m_all) != 1)
            return usage(QStringLiteral("Say what to scan: NAME, --file FILE, or --all; one of them."));
        if (m_fileOption->count() > 0)
            return scanFile(context);
        return scanSkills(context);
    }

private:
    static Result<void> moderate(Moderator &moderator, const QString &path, const QByteArray &text, const CancelToken &cancel, ScanReport *report)
    {
        const Result<ModerationWord> word = moderator.ask(path, text, cancel);
        if (!word)
            return tl::unexpected(word.error());
        report->moderation = *word;
        return {};
    }

    Result<Output> scanFile(const Context &context) const
    {
        const QString file = QString::fromStdString(m_file);
        const Result<QByteArray> bytes = readInput(*context.dependencies().storage, file, largestText, context.cancel());
        if (!bytes)
            return tl::unexpected(bytes.error());
        const QString name = file == u"-" ? QStringLiteral("SKILL.md") : QFileInfo(file).fileName();
        ScanReport report = TextScanner().scanText(name, *bytes);
        if (m_moderate) {
            const Result<Workspace> workspace = context.workspace();
            if (!workspace)
                return tl::unexpected(workspace.error());
            const auto parts = context.dependencies(*workspace, true);
            if (!parts)
                return tl::unexpected(parts.error());
            if (const auto asked = moderate(*parts->moderator, name, *bytes, context.cancel(), &report); !asked)
                return tl::unexpected(asked.error());
        }
        Output output;
        output.status = report.decision() == ScanDecision::Block ? BlockedStatus : Done;
        if (!context.options().json) {
            output.text = scanText(file == u"-" ? QStringLiteral("standard input") : file, report).toUtf8();
            return output;
        }
        Json json;
        json["name"] = nullptr;
        json["category"] = nullptr;
        json.update(scanJson(report));
        output.json = dumpPrettyJson(json);
        return output;
    }

    Result<Output> scanSkills(const Context &context) const
    {
        const Result<SkillCategory> category = categoryOption(QString::fromStdString(m_category), SkillCategory::Custom);
        if (!category)
            return tl::unexpected(category.error());
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        QList<SkillEntry> entries;
        if (m_all) {
            const Result<Catalog> catalog = readCatalog(installation->roots, context.cancel());
            if (!catalog)
                return tl::unexpected(catalog.error());
            for (const SkillEntry &entry : catalog->entries) {
                if (!entry.deleted && (m_category.empty() || entry.category == *category))
                    entries += entry;
            }
        } else {
            const Result<SkillEntry> entry = findSkill(installation->roots, QString::fromStdString(m_name), *category, context.cancel());
            if (!entry)
                return tl::unexpected(entry.error());
            entries += *entry;
        }

        const auto parts = context.dependencies(installation->workspace, m_moderate);
        if (!parts)
            return tl::unexpected(parts.error());
        const TextScanner scanner;
        Output output;
        Json skills = Json::array();
        QString text;
        for (const SkillEntry &entry : entries) {
            context.progress(QStringLiteral("scanning %1").arg(entry.directory));
            auto report = scanFolder(scanner, *context.dependencies().storage, QFileInfo(entry.path).path(), context.cancel());
            if (!report) {
                context.progress(QString());
                return tl::unexpected(report.error());
            }
            if (m_moderate) {
                const auto bytes = context.dependencies().storage->read(entry.path, largestText);
                if (!bytes)
                    return tl::unexpected(bytes.error());
                if (const auto asked = moderate(*parts->moderator, QStringLiteral("SKILL.md"), *bytes, context.cancel(), &*report); !asked)
                    return tl::unexpected(asked.error());
            }
            if (report->decision() == ScanDecision::Block)
                output.status = BlockedStatus;
            text += scanText(skillCategoryName(entry.category) + u'/' + entry.directory, *report);
            Json json;
            json["name"] = toJson(entry.directory);
            json["category"] = toJson(skillCategoryName(entry.category));
            json.update(scanJson(*report));
            skills.push_back(std::move(json));
        }
        context.progress(QString());
        if (!context.options().json) {
            output.text = text.isEmpty() ? QByteArray("There are no skills to scan.\n") : text.toUtf8();
            return output;
        }
        Json all;
        all["skills"] = skills;
        output.json = dumpPrettyJson(m_all ? all : skills[0]);
        return output;
    }

    std::string m_name;
    std::string m_file;
    std::string m_category;
    bool m_all = false;
    bool m_moderate = false;
    CLI::Option *m_nameOption = nullptr;
    CLI::Option *m_fileOption = nullptr;
};

} // namespace

std::unique_ptr<Command> makeSkillsScan()
{
    return std::make_unique<SkillsScan>();
}

} // namespace verderer::ctl
