// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "package/skill_packages.h"
#include "verdererctl/bulk.h"
#include "verdererctl/command.h"
#include "verdererctl/folder_output.h"
#include "verdererctl/scan_text.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <QDir>
#include <QFileInfo>

namespace verderer::ctl {

namespace {

constexpr int shownFiles = 20;

Json leftOutJson(const QList<LeftOutMember> &members)
{
    Json list = Json::array();
    for (const LeftOutMember &member : members)
        list.push_back({{"path", toJson(member.path)}, {"kind", toJson(member.kind)}, {"why", toJson(member.why)}});
    return list;
}

int filesOf(const ArchiveContents &contents)
{
    return static_cast<int>(std::count_if(contents.files.cbegin(), contents.files.cend(), [](const PackagedFile &file) { return !file.isFolder; }));
}

QString leftOutLines(const QList<LeftOutMember> &members)
{
    QString lines;
    for (const LeftOutMember &member : members)
        lines += QStringLiteral("  %1 was left out: %2\n").arg(printable(member.path), printable(member.why));
    return lines;
}

class SkillsInstall final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("install", "Install .skill archives from this computer");
        app->add_option("FILE", m_files, "Archives; their names end in .skill")->required()->type_name("")->expected(-1);
        app->add_flag("--replace", m_replace, "Where a skill of that name is there, put this one in its place and that one into the trash");
        app->add_flag("--repack", m_repack, "Take the one folder with a SKILL.md for the skill, however deep it lies in the archive");
        m_noteOption =
            app->add_option("--note", m_note, "Why; kept in the history record. Without it the record names the archive")->type_name("TEXT");
        app->add_flag("--dry-run", m_dryRun, "Only show what is in the archives, what would be left out and what would be refused");
        app->footer("The skill gets the name that its SKILL.md declares. DeerFlow's rules and limits for archives are held while\n"
                    "unpacking. The scanner reads every file; a CRITICAL finding refuses the archive (6). A name that is taken is a\n"
                    "conflict (4) without --replace. With several archives each has a result of its own, one that fails does not\n"
                    "stop the rest, and the status is 11 where some failed.\n\n"
                    "Examples:\n"
                    "  verdererctl skills install release-notes.skill --dry-run\n"
                    "  verdererctl --user bob skills install *.skill --replace --note 'From the shared folder'");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        SkillPackages packages(installation->roots, context.dependencies());
        BulkResults results("archive");
        for (const std::string &word : m_files) {
            const QString file = QString::fromStdString(word);
            if (context.cancel().isCancelled()) {
                results.failed(file, {ErrorCode::Cancelled, QStringLiteral("Cancelled; this archive was not installed."), {}});
                continue;
            }
            install(context, packages, file, results);
        }
        context.progress({});
        return results.output(context, m_dryRun ? QString() : QStringLiteral("Skills were installed."));
    }

private:
    void install(const Context &context, SkillPackages &packages, const QString &file, BulkResults &results) const
    {
        const PackageProgress progress = [&](qint64 done, qint64 total) {
            context.progress(QStringLiteral("%1: %2 of %3").arg(file, shownBytes(done), shownBytes(std::max(done, total))));
        };
        InstallRequest request;
        request.archive = QDir::current().absoluteFilePath(file);
        request.replace = m_replace;
        request.repack = m_repack;
        if (m_noteOption->count() > 0)
            request.note = QString::fromStdString(m_note);
        const Result<InstallPreview> preview = packages.previewInstall(request, context.cancel(), progress);
        if (!preview) {
            results.failed(file, preview.error());
            return;
        }
        if (m_dryRun) {
            results.done(file, previewJson(*preview), previewText(file, *preview));
            return;
        }
        const Result<InstallOutcome> outcome = packages.install(*preview, context.mutationOptions(), progress);
        if (!outcome) {
            // The preview's words name the way out.
            const bool isTaken = outcome.error().code == ErrorCode::AlreadyExists && preview->refusal;
            results.failed(file, isTaken ? *preview->refusal : outcome.error());
            return;
        }
        results.done(file, outcomeJson(*outcome), outcomeText(*outcome));
        results.note(file, outcome->mutation.warnings + scanNotes(outcome->mutation.scan));
    }

    static Json previewJson(const InstallPreview &preview)
    {
        Json json;
        json["name"] = preview.name.isEmpty() ? Json(nullptr) : toJson(preview.name);
        json["dry_run"] = true;
        json["changed"] = false;
        json["would_be_refused"] = preview.refusal.has_value();
        json["refusal"] = preview.refusal ? errorObject(*preview.refusal) : Json(nullptr);
        json["name_taken"] = preview.nameTaken;
        json["identical"] = preview.identical;
        json["revision"] = toJson(preview.contents.revision);
        json["present_revision"] = preview.presentRevision.isEmpty() ? Json(nullptr) : toJson(preview.presentRevision);
        json["bytes"] = preview.contents.bytes;
        json["files"] = Json::array();
        for (const PackagedFile &file : preview.contents.files) {
            if (!file.isFolder)
                json["files"].push_back({{"path", toJson(file.path)}, {"size", file.size}, {"sha256", toJson(file.hash)}});
        }
        json["left_out"] = leftOutJson(preview.contents.leftOut);
        json["warnings"] = textsJson(preview.warnings);
        json["scanner"] = scanJson(preview.contents.scan);
        return json;
    }

    static QString previewText(const QString &file, const InstallPreview &preview)
    {
        const ArchiveContents &contents = preview.contents;
        QString text = QStringLiteral("%1: %2, %3 files, %4\n")
                           .arg(printable(file), preview.name.isEmpty() ? QStringLiteral("no name") : printable(preview.name))
                           .arg(filesOf(contents))
                           .arg(shownBytes(contents.bytes));
        int shown = 0;
        for (const PackagedFile &member : contents.files) {
            if (!member.isFolder && shown++ < shownFiles)
                text += QStringLiteral("  %1  %2\n").arg(printable(member.path), shownBytes(member.size));
        }
        if (shown > shownFiles)
            text += QStringLiteral("  and %1 more\n").arg(shown - shownFiles);
        text += leftOutLines(contents.leftOut);
        for (const QString &warning : preview.warnings)
            text += QString(QStringLiteral("  ") + printable(warning) + u'\n');
        for (const QString &note : scanNotes(contents.scan))
            text += QString(QStringLiteral("  ") + note + u'\n');
        if (preview.refusal)
            return text + QStringLiteral("It would be refused: %1\n").arg(printable(preview.refusal->message));
        if (preview.identical)
            return text + QStringLiteral("What is installed holds exactly this: nothing would be written.\n");
        return text + (preview.nameTaken ? QStringLiteral("It would replace what is there, which would go to the trash.\n")
                                         : QStringLiteral("It would be installed.\n"));
    }

    static Json outcomeJson(const InstallOutcome &outcome)
    {
        Json json;
        json["name"] = toJson(outcome.name);
        json["changed"] = outcome.mutation.changed;
        json["revision"] = toJson(outcome.revision);
        json["files"] = outcome.files;
        json["bytes"] = outcome.bytes;
        json["record_id"] = outcome.mutation.recordId.isEmpty() ? Json(nullptr) : toJson(outcome.mutation.recordId);
        json["replaced_to"] = outcome.mutation.place.isEmpty() ? Json(nullptr) : toJson(outcome.mutation.place);
        json["left_out"] = leftOutJson(outcome.leftOut);
        json["warnings"] = textsJson(outcome.mutation.warnings);
        json["scanner"] = scanJson(outcome.mutation.scan);
        return json;
    }

    static QString outcomeText(const InstallOutcome &outcome)
    {
        if (!outcome.mutation.changed)
            return QStringLiteral("%1 already holds exactly this: nothing was written, no record was made.\n").arg(printable(outcome.name));
        QString text = QStringLiteral("Installed %1: %2 files, %3 (record %4).\n")
                           .arg(printable(outcome.name))
                           .arg(outcome.files)
                           .arg(shownBytes(outcome.bytes), outcome.mutation.recordId.left(12));
        if (!outcome.mutation.place.isEmpty())
            text += QStringLiteral("  What was there lies in %1; to bring it back, delete this one and restore that.\n")
                        .arg(printable(outcome.mutation.place));
        return text + leftOutLines(outcome.leftOut);
    }

    std::vector<std::string> m_files;
    std::string m_note;
    bool m_replace = false;
    bool m_repack = false;
    bool m_dryRun = false;
    CLI::Option *m_noteOption = nullptr;
};

} // namespace

std::unique_ptr<Command> makeSkillsInstall()
{
    return std::make_unique<SkillsInstall>();
}

} // namespace verderer::ctl
