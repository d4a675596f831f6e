// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/hash.h"
#include "base/json.h"
#include "verdererctl/command.h"
#include "verdererctl/skill_json.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

class SkillsShow final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("show", "Print a skill's SKILL.md, byte for byte");
        app->add_option("NAME", m_name, "Folder of the skill")->required()->type_name("");
        app->add_option("--category", m_category, "custom (the default), integrations, public or legacy")->type_name("CATEGORY");
        app->footer("What is wrong with the skill is told on standard error. With --json the answer also holds the\n"
                    "hash that `skills edit --base` wants.\n\n"
                    "Examples:\n"
                    "  verdererctl skills show release-notes > release-notes.md\n"
                    "  verdererctl skills show --category public deep-research\n"
                    "  verdererctl --json skills show release-notes | jq -r .sha256");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<SkillCategory> category = categoryOption(QString::fromStdString(m_category), SkillCategory::Custom);
        if (!category)
            return tl::unexpected(category.error());
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        const Result<SkillEntry> entry = findSkill(installation->roots, QString::fromStdString(m_name), *category, context.cancel());
        if (!entry)
            return tl::unexpected(entry.error());
        const Result<QByteArray> bytes = context.dependencies().storage->read(entry->path, largestText);
        if (!bytes)
            return tl::unexpected(bytes.error());
        Output output;
        if (context.options().json) {
            Json json = skillJson(*entry);
            putText(json, "content", *bytes);
            json["sha256"] = toJson(sha256Hex(*bytes));
            output.json = dumpPrettyJson(json);
            return output;
        }
        output.text = *bytes;
        for (const Problem &problem : entry->problems) {
            output.notes.append(problem.line > 0 ? QStringLiteral("%1, line %2, column %3: %4")
                                                       .arg(entry->path)
                                                       .arg(problem.line)
                                                       .arg(problem.column)
                                                       .arg(withoutPlace(problem.message))
                                                 : QStringLiteral("%1: %2").arg(entry->path, problem.message));
        }
        return output;
    }

private:
    std::string m_name;
    std::string m_category;
};

} // namespace

std::unique_ptr<Command> makeSkillsShow()
{
    return std::make_unique<SkillsShow>();
}

} // namespace verderer::ctl
