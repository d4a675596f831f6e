// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/hash.h"
#include "base/json.h"
#include "skills/skill_files.h"
#include "skills/text_checks.h"
#include "verdererctl/command.h"
#include "verdererctl/folder_output.h"
#include "verdererctl/skill_json.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <QFileInfo>

#include <algorithm>

namespace verderer::ctl {

namespace {

const char *const categoryHelp = "custom (the default), integrations, public or legacy";

Result<SkillEntry> skillOf(const Context &context, const Installation &installation, const std::string &name, const std::string &category)
{
    const Result<SkillCategory> wanted = categoryOption(QString::fromStdString(category), SkillCategory::Custom);
    if (!wanted)
        return tl::unexpected(wanted.error());
    return findSkill(installation.roots, QString::fromStdString(name), *wanted, context.cancel());
}

QString whatIsShown(const SkillFileEntry &entry)
{
    QStringList words;
    if (entry.kind == SkillFileEntry::Kind::Link)
        words += QStringLiteral("→ %1 (%2)").arg(entry.linkTarget, skillLinkStateName(entry.link));
    if (entry.executable)
        words += QStringLiteral("executable");
    if (entry.hidden)
        words += QStringLiteral("hidden");
    if (entry.leftover)
        words += QStringLiteral("left by a program that ended");
    if (!entry.problem.isEmpty())
        words += entry.problem;
    return words.join(QStringLiteral(", "));
}

Json entryJson(const SkillFileEntry &entry)
{
    Json json;
    json["path"] = toJson(entry.path);
    json["kind"] = toJson(skillFileKindName(entry.kind));
    json["size"] = entry.size;
    json["executable"] = entry.executable;
    json["hidden"] = entry.hidden;
    json["leftover"] = entry.leftover;
    const bool isLink = entry.kind == SkillFileEntry::Kind::Link;
    json["link"] = isLink ? toJson(skillLinkStateName(entry.link)) : Json(nullptr);
    json["link_target"] = isLink ? toJson(entry.linkTarget) : Json(nullptr);
    json["problem"] = entry.problem.isEmpty() ? Json(nullptr) : toJson(entry.problem);
    return json;
}

class FilesList final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("list", "List everything that lies in a skill's folder");
        app->add_option("NAME", m_name, "Folder of the skill")->required()->type_name("");
        app->add_option("--category", m_category, categoryHelp)->type_name("CATEGORY");
        app->footer("Links are shown with where they lead (inside, outside, dangling, loop) and never followed.\n\n"
                    "Example:\n"
                    "  verdererctl skills files list release-notes");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        const Result<SkillEntry> skill = skillOf(context, *installation, m_name, m_category);
        if (!skill)
            return tl::unexpected(skill.error());
        const Result<SkillFileList> list = listSkillFiles(QFileInfo(skill->path).path(), context.cancel());
        if (!list)
            return tl::unexpected(list.error());
        Output output;
        if (context.options().json) {
            Json json;
            json["name"] = toJson(skill->directory);
            json["files"] = Json::array();
            for (const SkillFileEntry &entry : list->entries)
                json["files"].push_back(entryJson(entry));
            json["cut"] = list->cut;
            output.json = dumpPrettyJson(json);
            return output;
        }
        Table table({QStringLiteral("KIND"), QStringLiteral("SIZE"), QStringLiteral("PATH"), QStringLiteral("")});
        table.alignRight(1);
        for (const SkillFileEntry &entry : list->entries) {
            const bool isFile = entry.kind == SkillFileEntry::Kind::Text || entry.kind == SkillFileEntry::Kind::Binary;
            table.addRow({skillFileKindName(entry.kind), isFile ? shownBytes(entry.size) : QString(), entry.path, whatIsShown(entry)});
        }
        output.text = table.text(context.terminal().width).toUtf8();
        if (list->cut)
            output.notes += QStringLiteral("There is more than DeerFlow accepts in a package; the rest was left out.");
        return output;
    }

private:
    std::string m_name;
    std::string m_category;
};

class FilesShow final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("show", "Print one file of a skill, byte for byte");
        app->add_option("NAME", m_name, "Folder of the skill")->required()->type_name("");
        app->add_option("PATH", m_path, "The file, below the skill's folder")->required()->type_name("");
        app->add_option("--category", m_category, categoryHelp)->type_name("CATEGORY");
        app->footer("A binary file is not written to a terminal. With --json the answer holds the hash that\n"
                    "`skills files write --base` wants.\n\n"
                    "Examples:\n"
                    "  verdererctl skills files show release-notes references/guide.md\n"
                    "  verdererctl skills files show release-notes assets/logo.png > logo.png");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        const Result<SkillEntry> skill = skillOf(context, *installation, m_name, m_category);
        if (!skill)
            return tl::unexpected(skill.error());
        const Result<QByteArray> bytes = read(context, *installation, *skill);
        if (!bytes)
            return tl::unexpected(bytes.error());
        Output output;
        if (context.options().json) {
            Json json;
            json["name"] = toJson(skill->directory);
            json["file_path"] = toJson(QString::fromStdString(m_path));
            json["binary"] = isBinary(*bytes);
            putText(json, "content", *bytes);
            json["sha256"] = toJson(sha256Hex(*bytes));
            output.json = dumpPrettyJson(json);
            return output;
        }
        if (isBinary(*bytes) && context.terminal().width > 0) {
            ErrorDetails details;
            details.kind = QStringLiteral("binary-file");
            return fail(
                ErrorCode::Invalid,
                QStringLiteral("%1 is a binary file of %2: send it to a file.").arg(QString::fromStdString(m_path), shownBytes(bytes->size())),
                details);
        }
        output.text = *bytes;
        return output;
    }

private:
    Result<QByteArray> read(const Context &context, const Installation &installation, const SkillEntry &skill) const
    {
        const QString path = QString::fromStdString(m_path);
        if (skill.category == SkillCategory::Custom && !skill.directory.contains(u'/')) {
            const SkillFiles files(installation.roots, context.dependencies());
            Result<SkillFileText> text = files.read(skill.directory, path);
            return text ? Result<QByteArray>(std::move(text->bytes)) : Result<QByteArray>(tl::unexpected(text.error()));
        }
        // What the list shows as a file lies in the folder itself: no link leads there.
        const QString folder = QFileInfo(skill.path).path();
        const Result<SkillFileList> list = listSkillFiles(folder, context.cancel());
        if (!list)
            return tl::unexpected(list.error());
        const bool isThere = std::any_of(list->entries.begin(), list->entries.end(), [&](const SkillFileEntry &entry) {
            return entry.path == path && (entry.kind == SkillFileEntry::Kind::Text || entry.kind == SkillFileEntry::Kind::Binary);
        });
        if (!isThere) {
            ErrorDetails details;
            details.path = folder;
            details.kind = QStringLiteral("not-found");
            return fail(ErrorCode::NotFound, QStringLiteral("The skill \"%1\" has no file \"%2\".").arg(skill.directory, path), details);
        }
        return context.dependencies().storage->read(QString(folder + u'/' + path), largestText);
    }

    std::string m_name;
    std::string m_path;
    std::string m_category;
};

} // namespace

std::unique_ptr<Command> makeSkillsFilesList()
{
    return std::make_unique<FilesList>();
}

std::unique_ptr<Command> makeSkillsFilesShow()
{
    return std::make_unique<FilesShow>();
}

} // namespace verderer::ctl
