// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "package/skill_packages.h"
#include "skills/catalog.h"
#include "verdererctl/bulk.h"
#include "verdererctl/command.h"
#include "verdererctl/folder_output.h"
#include "verdererctl/skill_lookup.h"
#include "verdererctl/table.h"
#include "verdererctl/usage.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <QDir>
#include <QFileInfo>

namespace verderer::ctl {

namespace {

class SkillsExport final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("export", "Pack skills into .skill archives");
        app->add_option("NAME", m_names, "Folders of skills")->type_name("")->expected(-1);
        app->add_flag("--all", m_all, "Every skill of the category");
        app->add_option("--category", m_category, "Of the skills: custom (the default), public, integrations, legacy")->type_name("C");
        m_output = app->add_option("--output", m_target, "The archive, or the folder for archives named NAME.skill; without it the working folder")
                       ->type_name("PATH");
        m_revisionOption = app->add_option("--revision", m_revision, "Only if the skill is still the one that --dry-run showed")->type_name("SHA256");
        app->add_flag("--overwrite", m_overwrite, "Replace archives that are there");
        app->add_flag("--dry-run", m_dryRun, "Only list what would be packed, and the revision");
        app->footer("One revision of a skill gives the same bytes every time: no times, owners or permissions of this computer\n"
                    "are in the archive. Links are never followed, and said. With several skills each has a result of its own,\n"
                    "one that fails does not stop the rest, and the status is 11 where some failed.\n\n"
                    "Examples:\n"
                    "  verdererctl skills export release-notes\n"
                    "  verdererctl skills export release-notes --output /tmp/notes.skill --overwrite\n"
                    "  verdererctl skills export --all --output backup/");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        if (m_names.empty() != m_all)
            return usageError(QStringLiteral("Say which skills: NAME, once or more, or --all."));
        if (m_revisionOption->count() > 0 && m_names.size() != 1)
            return usageError(QStringLiteral("--revision is of one skill: name one."));
        if (m_revisionOption->count() > 0) {
            if (const Result<QString> revision = hashOption(QString::fromStdString(m_revision)); !revision)
                return tl::unexpected(revision.error());
        }
        const Result<SkillCategory> category = categoryOption(QString::fromStdString(m_category), SkillCategory::Custom);
        if (!category)
            return tl::unexpected(category.error());
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        const Result<QList<SkillEntry>> entries = chosen(context, *installation, *category);
        if (!entries)
            return tl::unexpected(entries.error());
        SkillPackages packages(installation->roots, context.dependencies());
        BulkResults results("name");
        for (const SkillEntry &entry : *entries) {
            if (context.cancel().isCancelled())
                results.failed(entry.directory, {ErrorCode::Cancelled, QStringLiteral("Cancelled; this skill was not exported."), {}});
            else
                pack(context, packages, entry, results);
        }
        context.progress({});
        if (results.isEmpty()) {
            Output nothing;
            nothing.text = "There are no skills to export.\n";
            nothing.json = context.options().json ? QByteArray("{\"results\": [], \"done\": 0, \"failed\": 0}\n") : QByteArray();
            return nothing;
        }
        return results.output(context, m_dryRun ? QString() : QStringLiteral("Archives were written."));
    }

private:
    Result<QList<SkillEntry>> chosen(const Context &context, const Installation &installation, SkillCategory category) const
    {
        QList<SkillEntry> entries;
        if (!m_all) {
            for (const std::string &name : m_names) {
                const Result<SkillEntry> entry = findSkill(installation.roots, QString::fromStdString(name), category, context.cancel());
                if (!entry)
                    return tl::unexpected(entry.error());
                entries += *entry;
            }
            return entries;
        }
        const Result<Catalog> catalog = readCatalog(installation.roots, context.cancel());
        if (!catalog)
            return tl::unexpected(catalog.error());
        for (const SkillEntry &entry : catalog->entries) {
            if (!entry.deleted && entry.category == category)
                entries += entry;
        }
        return entries;
    }

    /// The working folder, a folder that was named, or the archive itself.
    [[nodiscard]] QString targetOf(const QString &name) const
    {
        const QString file = name + QStringLiteral(".skill");
        if (m_output->count() == 0)
            return QDir::current().absoluteFilePath(file);
        const QString wanted = QString::fromStdString(m_target);
        const QString path = QDir::current().absoluteFilePath(wanted);
        const bool isFolder = wanted.endsWith(u'/') || QFileInfo(path).isDir() || m_all || m_names.size() > 1;
        return isFolder ? QDir(path).filePath(file) : path;
    }

    void pack(const Context &context, SkillPackages &packages, const SkillEntry &entry, BulkResults &results) const
    {
        ExportRequest request;
        request.folder = QFileInfo(entry.path).path();
        request.name = entry.directory.section(u'/', -1);
        request.target = targetOf(request.name);
        request.overwrite = m_overwrite;
        if (m_revisionOption->count() > 0)
            request.revision = QString::fromStdString(m_revision).toLower();
        const PackageProgress progress = [&](qint64 done, qint64 total) {
            context.progress(QStringLiteral("%1: %2 of %3").arg(entry.directory, shownBytes(done), shownBytes(total)));
        };
        const Result<ExportContents> contents =
            m_dryRun ? packages.previewExport(request, context.cancel(), progress) : packages.exportSkill(request, context.cancel(), progress);
        if (!contents) {
            results.failed(entry.directory, contents.error());
            return;
        }
        Json json;
        json["archive"] = toJson(request.target);
        json["dry_run"] = m_dryRun;
        json["revision"] = toJson(contents->revision);
        json["bytes"] = contents->bytes;
        json["files"] = Json::array();
        int files = 0;
        for (const PackagedFile &file : contents->files) {
            if (file.isFolder)
                continue;
            ++files;
            json["files"].push_back({{"path", toJson(file.path)}, {"size", file.size}, {"sha256", toJson(file.hash)}});
        }
        json["left_out"] = textsJson(contents->leftOut);
        json["warnings"] = textsJson(contents->warnings);
        const QString line = QStringLiteral("%1 %2: %3 files, %4, to %5\nrevision %6\n")
                                 .arg(m_dryRun ? QStringLiteral("Would pack") : QStringLiteral("Packed"), printable(entry.directory))
                                 .arg(files)
                                 .arg(shownBytes(contents->bytes), printable(request.target), contents->revision);
        results.done(entry.directory, json, line);
        results.note(entry.directory, contents->leftOut + contents->warnings);
    }

    std::vector<std::string> m_names;
    std::string m_category;
    std::string m_target;
    std::string m_revision;
    bool m_all = false;
    bool m_overwrite = false;
    bool m_dryRun = false;
    CLI::Option *m_output = nullptr;
    CLI::Option *m_revisionOption = nullptr;
};

} // namespace

std::unique_ptr<Command> makeSkillsExport()
{
    return std::make_unique<SkillsExport>();
}

} // namespace verderer::ctl
