// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "verdererctl/command.h"
#include "verdererctl/difference.h"
#include "verdererctl/skill_json.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

class SkillsDiff final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("diff", "Show what differs between two versions of a custom skill");
        app->add_option("NAME", m_name, "Folder of the custom skill; a deleted one will do")->required()->type_name("");
        app->add_option("A", m_old, "Older version")->type_name("");
        app->add_option("B", m_new, "Newer version; \"present\" where it is left out")->type_name("");
        app->add_option("--format", m_format, "unified (the default) or json")->type_name("FORMAT")->check(CLI::IsMember({"unified", "json"}));
        app->footer("A version is one of\n"
                    "  present   the file as it is now\n"
                    "  INDEX     the text that this record left: 0 is the oldest, -1 the newest record\n"
                    "  ID        the same, by the record's id (8 digits or more)\n"
                    "  INDEX^    the text before that record, which is what `skills rollback --to INDEX` brings back\n"
                    "Without A and B: what the newest change did, and whatever was done outside history since\n"
                    "(-1^ against present). With A alone: A against present. Line endings alone do not count as a\n"
                    "difference: history keeps LF where the file may have CRLF. Ends with 0, different or not.\n\n"
                    "Examples:\n"
                    "  verdererctl skills diff release-notes\n"
                    "  verdererctl skills diff release-notes -2 present\n"
                    "  verdererctl skills diff release-notes 3^ 3        what record 3 changed\n"
                    "  verdererctl skills diff release-notes 0 -1 --format json");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        for (const auto &[operand, given] : {std::pair("A", &m_old), std::pair("B", &m_new)}) {
            QString spec = QString::fromStdString(*given);
            if (spec.isEmpty() || spec == u"present")
                continue;
            if (spec.endsWith(u'^'))
                spec.chop(1);
            if (const Result<void> form = recordForm(QLatin1String(operand), spec); !form)
                return tl::unexpected(form.error());
        }
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        const Result<std::pair<Version, Version>> versions = readVersions(context, *installation);
        if (!versions)
            return tl::unexpected(versions.error());
        const auto &[oldVersion, newVersion] = *versions;
        if (oldVersion.filePath != newVersion.filePath) {
            return fail(ErrorCode::Invalid, QStringLiteral("The two versions are of different files, %1 and %2. Compare versions of one file.")
                                                .arg(oldVersion.filePath, newVersion.filePath));
        }
        const Result<Difference> difference = compareVersions(oldVersion, newVersion, context.cancel());
        if (!difference)
            return tl::unexpected(difference.error());
        Output output;
        if (context.options().json || m_format == "json") {
            Json json;
            json["name"] = m_name;
            json.update(differenceJson(oldVersion, newVersion, difference->lines, difference->unified));
            output.json = dumpPrettyJson(json);
            return output;
        }
        output.text = shownDifference(*difference, context.terminal());
        if (!difference->lines.note.isEmpty())
            output.notes.append(difference->lines.note);
        return output;
    }

private:
    Result<std::pair<Version, Version>> readVersions(const Context &context, const Installation &installation) const
    {
        const QString name = QString::fromStdString(m_name);
        const QString present = QStringLiteral("present");
        QString oldSpec = QString::fromStdString(m_old);
        QString newSpec = m_new.empty() ? present : QString::fromStdString(m_new);
        if (oldSpec.isEmpty()) {
            Result<HistoryReader> reader = openHistory(installation, name, context.cancel());
            if (!reader)
                return tl::unexpected(reader.error());
            const Result<HistoryEntry> newest = newestRecord(*reader, context.cancel());
            if (!newest)
                return tl::unexpected(newest.error());
            oldSpec = newest->id + u'^';
        }
        // The present of which file is said by the other side, so that is read first.
        if (oldSpec == present) {
            Result<Version> second = readVersion(context, installation, name, newSpec, QStringLiteral("SKILL.md"));
            if (!second)
                return tl::unexpected(second.error());
            Result<Version> first = readVersion(context, installation, name, oldSpec, second->filePath);
            if (!first)
                return tl::unexpected(first.error());
            return std::pair(std::move(*first), std::move(*second));
        }
        Result<Version> first = readVersion(context, installation, name, oldSpec, QStringLiteral("SKILL.md"));
        if (!first)
            return tl::unexpected(first.error());
        Result<Version> second = readVersion(context, installation, name, newSpec, first->filePath);
        if (!second)
            return tl::unexpected(second.error());
        return std::pair(std::move(*first), std::move(*second));
    }

    std::string m_name;
    std::string m_old;
    std::string m_new;
    std::string m_format;
};

} // namespace

std::unique_ptr<Command> makeSkillsDiff()
{
    return std::make_unique<SkillsDiff>();
}

} // namespace verderer::ctl
