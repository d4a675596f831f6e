// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "skills/skill_switch.h"
#include "verdererctl/command.h"
#include "verdererctl/skill_lookup.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

class SkillsEnable final : public Command {
public:
    explicit SkillsEnable(bool enabled) : m_enabled(enabled) {}

    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = m_enabled ? parent.add_subcommand("enable", "Switch a skill on") : parent.add_subcommand("disable", "Switch a skill off");
        app->add_option("NAME", m_name, "Folder of the skill")->required()->type_name("");
        app->add_option("--category", m_category, "custom (the default), integrations, legacy or public")->type_name("C");
        app->footer(std::string("Custom, legacy and integration skills are switched for the user, in _skill_states.json; public ones for\n"
                                "everybody, in the extensions file, of which nothing but the one boolean changes. What is off for\n"
                                "everybody stays off whatever a user says; the answer tells why a skill is on or off now.\n\n"
                                "Examples:\n"
                                "  verdererctl skills ") +
                    (m_enabled ? "enable" : "disable") + " release-notes --user ada@example.org\n  verdererctl skills " +
                    (m_enabled ? "enable" : "disable") + " deep-research --category public");
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
        SwitchRequest request;
        request.category = *category;
        request.name = entry->name;
        request.enabled = m_enabled;
        const Result<SwitchOutcome> outcome = setSkillEnabled(installation->roots, context.dependencies(), request, context.mutationOptions());
        if (!outcome)
            return tl::unexpected(outcome.error());
        return told(context, *entry, *outcome);
    }

private:
    Output told(const Context &context, const SkillEntry &entry, const SwitchOutcome &outcome) const
    {
        Output output;
        const QString word = m_enabled ? QStringLiteral("on") : QStringLiteral("off");
        const QString did = outcome.changed ? QStringLiteral("The skill %1 was switched %2.").arg(entry.name, word)
                                            : QStringLiteral("The skill %1 was switched %2 already; nothing was written.").arg(entry.name, word);
        if (outcome.changed)
            output.done = did;
        output.notes = outcome.warnings;
        if (m_enabled && !outcome.enabled)
            output.notes += QStringLiteral("It is not on all the same, because one file's \"off\" wins over the other's \"on\".");
        if (context.options().json) {
            Json json;
            json["name"] = toJson(entry.name);
            json["directory"] = toJson(entry.directory);
            json["category"] = toJson(skillCategoryName(entry.category));
            json["changed"] = outcome.changed;
            json["enabled"] = outcome.enabled;
            json["reason"] = toJson(outcome.reason);
            json["file"] = outcome.path.isEmpty() ? Json(nullptr) : toJson(outcome.path);
            json["warnings"] = Json::array();
            for (const QString &note : std::as_const(output.notes))
                json["warnings"].push_back(toJson(note));
            output.json = dumpPrettyJson(json);
        } else {
            output.text = printable(QString(did % u' ' % outcome.reason)).toUtf8() + '\n';
        }
        return output;
    }

    bool m_enabled;
    std::string m_name, m_category;
};

} // namespace

std::unique_ptr<Command> makeSkillsEnable(bool enabled)
{
    return std::make_unique<SkillsEnable>(enabled);
}

} // namespace verderer::ctl
