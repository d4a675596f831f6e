// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "verdererctl/command.h"
#include "verdererctl/skill_json.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>

namespace verderer::ctl {

namespace {

QString stateOf(const SkillEntry &entry)
{
    if (entry.deleted)
        return QStringLiteral("deleted");
    if (!entry.listed)
        return QStringLiteral("not listed");
    return entry.enabled ? QStringLiteral("on") : QStringLiteral("off");
}

QString placed(const Problem &problem)
{
    if (problem.line <= 0)
        return problem.message;
    return QStringLiteral("line %1, column %2: %3").arg(problem.line).arg(problem.column).arg(withoutPlace(problem.message));
}

/// "20 skills (12 custom, 7 public, 1 deleted)": says what it counts, since the doctor counts custom ones alone.
QString countedSkills(const Catalog &catalog)
{
    QStringList parts;
    for (const SkillCategory category : {SkillCategory::Custom, SkillCategory::Integrations, SkillCategory::Public, SkillCategory::Legacy}) {
        const auto count = std::count_if(catalog.entries.cbegin(), catalog.entries.cend(),
                                         [category](const SkillEntry &entry) { return entry.category == category && !entry.deleted; });
        if (count > 0)
            parts.append(QStringLiteral("%1 %2").arg(count).arg(skillCategoryName(category)));
    }
    const auto deleted = std::count_if(catalog.entries.cbegin(), catalog.entries.cend(), [](const SkillEntry &entry) { return entry.deleted; });
    if (deleted > 0)
        parts.append(QStringLiteral("%1 deleted").arg(deleted));
    const QString all = catalog.entries.size() == 1 ? QStringLiteral("1 skill") : QStringLiteral("%1 skills").arg(catalog.entries.size());
    return parts.isEmpty() ? all : QString(all + QStringLiteral(" (") + parts.join(QStringLiteral(", ")) + u')');
}

class SkillsList final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("list", "List skills of all categories, and why one is not usable");
        app->add_option("--category", m_category, "Only custom, integrations, public or legacy")->type_name("CATEGORY");
        app->add_flag("--problems", m_onlyProblems, "Only skills with something wrong or worth knowing");
        app->footer("DIRECTORY is what other verbs take as NAME. A state \"not listed\" means that DeerFlow does\n"
                    "not show the skill to its agents; the line below it says why.\n\n"
                    "Examples:\n"
                    "  verdererctl skills list\n"
                    "  verdererctl skills list --category custom --problems\n"
                    "  verdererctl --json skills list | jq -r '.skills[] | select(.editable) | .directory'");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        std::optional<SkillCategory> only;
        if (!m_category.empty()) {
            const Result<SkillCategory> category = categoryOption(QString::fromStdString(m_category), SkillCategory::Custom);
            if (!category)
                return tl::unexpected(category.error());
            only = *category;
        }
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        const Result<Catalog> catalog = readCatalog(installation->roots, context.cancel());
        if (!catalog)
            return tl::unexpected(catalog.error());
        QList<SkillEntry> shown;
        for (const SkillEntry &entry : catalog->entries) {
            if ((!only || entry.category == *only) && (!m_onlyProblems || !entry.problems.isEmpty()))
                shown.append(entry);
        }
        Output output;
        if (context.options().json)
            output.json = document(*installation, *catalog, shown);
        else
            output.text = table(*installation, *catalog, shown, context.terminal()).toUtf8();
        return output;
    }

private:
    static QByteArray document(const Installation &installation, const Catalog &catalog, const QList<SkillEntry> &shown)
    {
        Json json;
        json["skills"] = Json::array();
        for (const SkillEntry &entry : shown)
            json["skills"].push_back(skillJson(entry));
        json["user"] = toJson(installation.user.id);
        json["unreadable"] = catalog.unreadableCount();
        json["custom_writable"] = catalog.customWritable;
        json["problems"] = Json::array();
        for (const Problem &problem : catalog.problems)
            json["problems"].push_back(problemJson(problem));
        return dumpPrettyJson(json);
    }

    QString table(const Installation &installation, const Catalog &catalog, const QList<SkillEntry> &shown, const Terminal &terminal) const
    {
        Table table({QStringLiteral("CATEGORY"), QStringLiteral("DIRECTORY"), QStringLiteral("STATE"), QStringLiteral("DESCRIPTION")});
        for (const SkillEntry &entry : shown) {
            table.addRow({skillCategoryName(entry.category), entry.directory, stateOf(entry), entry.description});
            for (const Problem &problem : entry.problems)
                table.addLine(QStringLiteral("    ") + placed(problem));
        }
        QString text = table.isEmpty() ? QString() : table.text(terminal.width);
        if (!table.isEmpty())
            text += u'\n';
        for (const Problem &problem : catalog.problems)
            text += printable(problem.message) + u'\n';
        const int unreadable = catalog.unreadableCount();
        text += QStringLiteral("User %1: %2, %3 of them unreadable").arg(printable(installation.user.id), countedSkills(catalog)).arg(unreadable);
        if (shown.size() != catalog.entries.size())
            text += QStringLiteral("; %1 shown").arg(shown.size());
        text += QStringLiteral(".\n");
        if (!catalog.customWritable)
            text += QStringLiteral("The custom skills may be read but not changed by this account.\n");
        return text;
    }

    std::string m_category;
    bool m_onlyProblems = false;
};

} // namespace

std::unique_ptr<Command> makeSkillsList()
{
    return std::make_unique<SkillsList>();
}

} // namespace verderer::ctl
