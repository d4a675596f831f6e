// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/hash.h"
#include "base/json.h"
#include "skills/skill_files.h"
#include "verdererctl/command.h"
#include "verdererctl/input.h"
#include "verdererctl/scan_text.h"
#include "verdererctl/skill_json.h"
#include "verdererctl/table.h"
#include "verdererctl/usage.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

/// What the three changes have in common on the command line.
struct ChangeOptions {
    std::string name;
    std::string path;
    std::string base;
    std::string note;
    bool dryRun = false;
    CLI::Option *baseOption = nullptr;
    CLI::Option *noteOption = nullptr;

    void declare(CLI::App &app, const char *pathHelp)
    {
        app.add_option("NAME", name, "Folder of the custom skill")->required()->type_name("");
        app.add_option("PATH", path, pathHelp)->required()->type_name("");
    }
    void declareRest(CLI::App &app)
    {
        baseOption = app.add_option("--base", base, "SHA-256 of the file you looked at; another one in place is a conflict")->type_name("SHA256");
        noteOption = app.add_option("--note", note, "Why; kept in the history record")->type_name("TEXT");
        app.add_flag("--dry-run", dryRun, "Only say what would be done or refused");
    }

    [[nodiscard]] QString directory() const { return QString::fromStdString(name); }
    [[nodiscard]] QString filePath() const { return QString::fromStdString(path); }
    [[nodiscard]] std::optional<QString> givenNote() const
    {
        return noteOption->count() > 0 ? std::optional<QString>(QString::fromStdString(note)) : std::nullopt;
    }
    [[nodiscard]] Result<std::optional<QString>> givenBase() const
    {
        if (baseOption->count() == 0)
            return std::optional<QString>();
        const Result<QString> hash = hashOption(QString::fromStdString(base));
        return hash ? Result<std::optional<QString>>(*hash) : tl::unexpected(hash.error());
    }
};

/// The file as it is; nothing where there is none.
Result<std::optional<SkillFileText>> presentFile(const SkillFiles &files, const ChangeOptions &options)
{
    Result<SkillFileText> present = files.read(options.directory(), options.filePath());
    if (present)
        return std::optional<SkillFileText>(*std::move(present));
    if (present.error().code == ErrorCode::NotFound)
        return std::optional<SkillFileText>();
    return tl::unexpected(present.error());
}

/// A conflict where the base is another than the present file; its error as the change itself would give it.
Result<void> compareBase(const std::optional<SkillFileText> &present, const std::optional<QString> &base, const QString &filePath)
{
    const QString hash = present ? present->hash : QString();
    if (!base || *base == hash)
        return {};
    ErrorDetails details;
    details.kind = QStringLiteral("changed-meanwhile");
    details.presentHash = hash;
    if (present)
        details.present = present->bytes;
    return fail(ErrorCode::Conflict, QStringLiteral("%1 is not what you looked at. Look at what is there now.").arg(filePath), details);
}

/// The answer to a dry run; `more` is what only this change has to say.
Output planned(const Context &context, const ChangeOptions &options, bool wouldChange, const QString &text, const Json &more)
{
    Output output;
    if (!context.options().json) {
        output.text = text.toUtf8();
        output.notes += QStringLiteral("Nothing was written: this was a dry run.");
        return output;
    }
    Json json;
    json["name"] = toJson(options.directory());
    json["file_path"] = toJson(options.filePath());
    json["dry_run"] = true;
    json["changed"] = false;
    json["would_change"] = wouldChange;
    json.update(more);
    output.json = dumpPrettyJson(json);
    return output;
}

QString shownFile(const ChangeOptions &options)
{
    return printable(QString(options.directory() + u'/' + options.filePath()));
}

Error withAdvice(Error error, const ChangeOptions &options)
{
    if (error.code == ErrorCode::Conflict && !error.details.presentHash.isEmpty()) {
        error.message = QStringLiteral("%1 is not what you looked at: see it with verdererctl skills files show %2 %3, then use --base %4.")
                            .arg(options.filePath(), options.directory(), options.filePath(), error.details.presentHash);
    } else if (error.details.kind == u"binary-file" || error.details.kind == u"not-utf8") {
        error.message += QStringLiteral(" To do that: --binary.");
    }
    return error;
}

Result<Output> told(const Result<MutationOutcome> &outcome, const Context &context, const ChangeOptions &options, const QString &did,
                    const QString &text)
{
    if (!outcome)
        return tl::unexpected(withAdvice(outcome.error(), options));
    return outcomeOutput(*outcome, {QString(options.directory() + u'/' + options.filePath()), did, text}, context.options().json);
}

class FilesWrite final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("write", "Add a file to a custom skill, or put another text in its place");
        m_options.declare(*app, "The file, below the skill's folder; a new one below references/, templates/, scripts/ or assets/");
        app->add_option("--file", m_file, "What it is to hold: a file, a pipe, or - for standard input; stored byte for byte")
            ->required()
            ->type_name("FILE");
        auto *newFile = app->add_flag("--new", m_new, "There must be no such file yet");
        app->add_flag("--binary", m_binary, "Take bytes that are no text, and put them in the place of one or the reverse");
        app->add_flag("--executable", m_executable, "Give the file the permission to run");
        m_options.declareRest(*app);
        m_options.baseOption->excludes(newFile);
        app->footer("The history gets a record write_file, as from DeerFlow's agents. The scanner reads the file under its\n"
                    "own name; what it finds critical is refused with 6.\n\n"
                    "Examples:\n"
                    "  verdererctl skills files write release-notes references/guide.md --file guide.md --new\n"
                    "  verdererctl skills files write release-notes assets/logo.png --file logo.png --binary");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        WriteFileRequest request;
        const Result<std::optional<QString>> base = m_options.givenBase();
        if (!base)
            return tl::unexpected(base.error());
        request.baseHash = m_new ? std::optional<QString>(QString()) : *base;
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        request.directory = m_options.directory();
        request.filePath = m_options.filePath();
        request.mayBeBinary = m_binary;
        request.executable = m_executable;
        request.note = m_options.givenNote();
        Result<QByteArray> bytes = readInput(*context.dependencies().storage, QString::fromStdString(m_file), largestText, context.cancel());
        if (!bytes)
            return tl::unexpected(bytes.error());
        request.bytes = *std::move(bytes);
        SkillFiles files(installation->roots, context.dependencies());
        if (m_options.dryRun)
            return plan(context, files, request);
        const Result<MutationOutcome> outcome = files.write(request, context.mutationOptions());
        const QString text =
            !outcome ? QString()
            : outcome->changed
                ? QStringLiteral("Saved %1 (record %2).\nsha256 %3\n").arg(shownFile(m_options), outcome->recordId.left(12), outcome->hash)
                : QStringLiteral("%1 already holds exactly these bytes: nothing was written, no record was made.\nsha256 %2\n")
                      .arg(shownFile(m_options), outcome->hash);
        return told(outcome, context, m_options, QStringLiteral("saved"), text);
    }

private:
    Result<Output> plan(const Context &context, const SkillFiles &files, const WriteFileRequest &request) const
    {
        const Result<ScanReport> scan = files.checkWrite(request);
        if (!scan)
            return tl::unexpected(withAdvice(scan.error(), m_options));
        const auto present = presentFile(files, m_options);
        if (!present)
            return tl::unexpected(present.error());
        if (const Result<void> same = compareBase(*present, request.baseHash, request.filePath); !same)
            return tl::unexpected(same.error());
        const bool wouldChange = !*present || (*present)->bytes != request.bytes;
        const QString what = !*present     ? QStringLiteral("Would add %1.\n")
                             : wouldChange ? QStringLiteral("Would change %1.\n")
                                           : QStringLiteral("%1 already holds exactly these bytes.\n");
        Json more;
        more["present_sha256"] = *present ? toJson((*present)->hash) : Json(nullptr);
        more["sha256"] = toJson(sha256Hex(request.bytes));
        more["scanner"] = scanJson(*scan);
        Output output = planned(context, m_options, wouldChange, what.arg(shownFile(m_options)), more);
        output.notes = scanNotes(*scan) + output.notes;
        return output;
    }

    ChangeOptions m_options;
    std::string m_file;
    bool m_new = false;
    bool m_binary = false;
    bool m_executable = false;
};

class FilesRemove final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("remove", "Move a file of a custom skill to the trash");
        m_options.declare(*app, "The file, below the skill's folder");
        m_options.declareRest(*app);
        app->footer("The history gets a record remove_file; rolling back to it brings a text back.\n\n"
                    "Example:\n"
                    "  verdererctl skills files remove release-notes references/old.md --note 'Says nothing any more'");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<std::optional<QString>> base = m_options.givenBase();
        if (!base)
            return tl::unexpected(base.error());
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        SkillFiles files(installation->roots, context.dependencies());
        if (m_options.dryRun) {
            const Result<SkillFileText> present = files.read(m_options.directory(), m_options.filePath());
            if (!present)
                return tl::unexpected(present.error());
            if (const Result<void> same = compareBase(*present, *base, m_options.filePath()); !same)
                return tl::unexpected(same.error());
            Json more;
            more["present_sha256"] = toJson(present->hash);
            return planned(context, m_options, true, QStringLiteral("Would move %1 to the trash.\n").arg(shownFile(m_options)), more);
        }
        const Result<MutationOutcome> outcome =
            files.remove({m_options.directory(), m_options.filePath(), *base, m_options.givenNote()}, context.mutationOptions());
        const QString text = !outcome ? QString()
                                      : QStringLiteral("Removed %1 (record %2). To bring a text back: verdererctl skills rollback %3 --to %2\n"
                                                       "The file lies in %4.\n")
                                            .arg(shownFile(m_options), outcome->recordId.left(12), m_options.directory(), printable(outcome->place));
        return told(outcome, context, m_options, QStringLiteral("removed"), text);
    }

private:
    ChangeOptions m_options;
};

class FilesRename final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("rename", "Give a file of a custom skill another name");
        m_options.declare(*app, "The file, below the skill's folder");
        app->add_option("NEW", m_new, "Its new name, below the skill's folder")->required()->type_name("");
        m_options.declareRest(*app);
        app->footer("The history gets two records, as from DeerFlow's agents: write_file of the new name and remove_file of the\n"
                    "old one. A name that is taken is a conflict (4).\n\n"
                    "Example:\n"
                    "  verdererctl skills files rename release-notes references/a.md references/areas.md");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<std::optional<QString>> base = m_options.givenBase();
        if (!base)
            return tl::unexpected(base.error());
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        SkillFiles files(installation->roots, context.dependencies());
        const QString newName = QString::fromStdString(m_new);
        if (m_options.dryRun)
            return plan(context, files, *base, newName);
        const Result<MutationOutcome> outcome =
            files.rename({m_options.directory(), m_options.filePath(), newName, *base, m_options.givenNote()}, context.mutationOptions());
        const QString text = !outcome ? QString()
                                      : QStringLiteral("Renamed %1 to %2 (record %3).\nsha256 %4\n")
                                            .arg(shownFile(m_options), printable(newName), outcome->recordId.left(12), outcome->hash);
        return told(outcome, context, m_options, QStringLiteral("renamed"), text);
    }

private:
    Result<Output> plan(const Context &context, const SkillFiles &files, const std::optional<QString> &base, const QString &newName) const
    {
        const Result<SkillFileText> present = files.read(m_options.directory(), m_options.filePath());
        if (!present)
            return tl::unexpected(present.error());
        if (const Result<void> same = compareBase(*present, base, m_options.filePath()); !same)
            return tl::unexpected(same.error());
        const Result<ScanReport> scan = files.checkWrite({m_options.directory(), newName, present->bytes, true, false, {}, {}});
        if (!scan)
            return tl::unexpected(scan.error());
        if (files.read(m_options.directory(), newName)) {
            ErrorDetails details;
            details.kind = QStringLiteral("file-exists");
            return fail(ErrorCode::AlreadyExists, QStringLiteral("There is a file \"%1\" already. Choose another name.").arg(newName), details);
        }
        Json more;
        more["new_file_path"] = toJson(newName);
        more["present_sha256"] = toJson(present->hash);
        return planned(context, m_options, true, QStringLiteral("Would rename %1 to %2.\n").arg(shownFile(m_options), printable(newName)), more);
    }

    ChangeOptions m_options;
    std::string m_new;
};

} // namespace

std::unique_ptr<Command> makeSkillsFilesWrite()
{
    return std::make_unique<FilesWrite>();
}

std::unique_ptr<Command> makeSkillsFilesRemove()
{
    return std::make_unique<FilesRemove>();
}

std::unique_ptr<Command> makeSkillsFilesRename()
{
    return std::make_unique<FilesRename>();
}

} // namespace verderer::ctl
