// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "skills/skill_redaction.h"
#include "verdererctl/bulk.h"
#include "verdererctl/command.h"
#include "verdererctl/input.h"
#include "verdererctl/output.h"
#include "verdererctl/run_text.h"
#include "verdererctl/table.h"
#include "verdererctl/usage.h"
#include "workspace/session.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

/// The files in which a search found it, relative to the custom root.
QStringList placesOf(const TextSearchReport &report)
{
    QStringList places;
    for (const SearchedSkill &skill : report.skills) {
        bool inHistory = skill.mentions > 0 || skill.damagedMatches > 0;
        for (const TextTrace &trace : skill.traces) {
            if (trace.present)
                places += QString(skill.directory + u'/' + trace.filePath);
            inHistory = inHistory || trace.firstSeen.has_value();
        }
        if (inHistory)
            places += QStringLiteral(".history/%1.jsonl").arg(skill.directory);
        places += skill.elsewhere;
    }
    return places;
}

class SkillsRedact final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("redact", "Take a leaked secret out of skills, their histories and the trash, for good");
        app->add_option("--file", m_file, "A file that holds the text, or - for standard input, without its last newline")
            ->required()
            ->type_name("FILE");
        app->add_option("--name", m_names, "Only this skill; once for each. Without it all skills of the user")->type_name("NAME");
        app->add_flag("--all-users", m_allUsers, "The skills of every user instead of one's");
        m_noteOption = app->add_option("--note", m_note, "Why; kept in the history records. Not the secret")->type_name("TEXT");
        app->add_flag("--dry-run", m_dryRun, "Only say where it is");
        app->footer("There is no undo: this alone rewrites history. A marker takes the text's place in every SKILL.md, support\n"
                    "file, record, trashed file and draft; each skill that is changed gets a record that says so. A search for\n"
                    "the text ends it: what is left gives the status 11, and the same command finishes. Backups, snapshots and\n"
                    "copies elsewhere are not reached, so change the secret as well. It does not belong on a command line, where\n"
                    "other accounts see it.\n\n"
                    "Examples:\n"
                    "  verdererctl skills redact --file leaked-token.txt --dry-run\n"
                    "  pass show deploy/token | verdererctl skills redact --file - --all-users --note 'Leaked on Monday, changed since'");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<QString> text = readSearchedText(*context.dependencies().storage, QString::fromStdString(m_file), context.cancel());
        if (!text)
            return tl::unexpected(text.error());
        RedactionRequest request;
        request.text = *text;
        for (const std::string &name : m_names)
            request.directories += QString::fromStdString(name);
        if (m_noteOption->count() > 0)
            request.note = QString::fromStdString(m_note);
        if (request.note && request.note->contains(request.text))
            return usageError(QStringLiteral("The note holds the secret. Write another one."));
        BulkResults results("user");
        const Result<void> done = m_allUsers ? redactAll(context, request, results) : redactOne(context, request, results);
        context.progress({});
        if (!done)
            return tl::unexpected(done.error());
        return results.output(context, m_dryRun ? QString() : QStringLiteral("The text was taken out."));
    }

private:
    Result<void> redactOne(const Context &context, const RedactionRequest &request, BulkResults &results) const
    {
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        redact(context, installation->user.id, installation->roots, request, results);
        return {};
    }

    Result<void> redactAll(const Context &context, const RedactionRequest &request, BulkResults &results) const
    {
        const Result<Workspace> workspace = context.workspace();
        if (!workspace)
            return tl::unexpected(workspace.error());
        const Result<QList<WorkspaceUser>> users = listUsers(*workspace, nullptr, context.cancel());
        if (!users)
            return tl::unexpected(users.error());
        for (const WorkspaceUser &user : *users)
            redact(context, user.id, workspace->skillRoots(user.id), request, results);
        return {};
    }

    void redact(const Context &context, const QString &user, const SkillRoots &roots, const RedactionRequest &request, BulkResults &results) const
    {
        SkillRedaction redaction(roots, context.dependencies());
        const auto progress = [&](const TextProgress &state) {
            const qint64 percent = state.total > 0 ? state.done * 100 / state.total : 0;
            context.progress(QStringLiteral("%1% %2/%3").arg(percent).arg(user, state.path));
        };
        if (m_dryRun) {
            plan(user, redaction.find(request, progress, context.cancel()), results);
            return;
        }
        const Result<RedactionOutcome> outcome = redaction.redact(request, context.mutationOptions(), progress);
        if (!outcome) {
            if (!m_allUsers || outcome.error().code != ErrorCode::NotFound) // a user without a folder has no skills of their own
                results.failed(user, outcome.error());
            return;
        }
        Json json;
        json["changed"] = !outcome->places.isEmpty() || outcome->drafts > 0;
        json["count"] = outcome->count();
        json["places"] = Json::array();
        QString text = outcome->places.isEmpty() ? QStringLiteral("%1: it was found nowhere.\n").arg(printable(user)) : QString();
        for (const RedactedPlace &place : outcome->places) {
            json["places"].push_back({{"name", place.directory.isEmpty() ? Json(nullptr) : toJson(place.directory)},
                                      {"path", toJson(place.path)},
                                      {"count", place.count}});
            text += QStringLiteral("%1: taken out of %2, %3\n").arg(printable(user), printable(place.path), counted(place.count, "time"));
        }
        if (outcome->drafts > 0)
            text += QStringLiteral("%1: taken out of %2\n").arg(printable(user), counted(outcome->drafts, "draft"));
        const QStringList left = placesOf(outcome->remains);
        json["drafts"] = outcome->drafts;
        json["record_ids"] = textsJson(outcome->recordIds);
        json["complete"] = outcome->isComplete();
        json["left"] = textsJson(left);
        json["warnings"] = textsJson(outcome->warnings + outcome->remains.problems);
        text += outcome->isComplete() ? QStringLiteral("%1: a search finds it nowhere any more.\n").arg(printable(user))
                                      : QStringLiteral("%1: NOT complete.\n").arg(printable(user));
        results.done(user, json, text, !outcome->isComplete());
        for (const QString &place : left)
            results.note(user, {QStringLiteral("It is still in %1. Do the same again.").arg(place)});
        results.note(user, outcome->warnings + outcome->remains.problems);
    }

    void plan(const QString &user, const Result<TextSearchReport> &report, BulkResults &results) const
    {
        if (!report) {
            if (!m_allUsers || report.error().code != ErrorCode::NotFound)
                results.failed(user, report.error());
            return;
        }
        const QStringList places = placesOf(*report);
        Json json;
        json["dry_run"] = true;
        json["changed"] = false;
        json["found"] = report->isFound();
        json["places"] = textsJson(places);
        json["warnings"] = textsJson(report->problems);
        QString text = places.isEmpty() ? QStringLiteral("%1: it was found nowhere.\n").arg(printable(user)) : QString();
        for (const QString &place : places)
            text += QStringLiteral("%1: would be taken out of %2\n").arg(printable(user), printable(place));
        results.done(user, json, text);
        results.note(user, report->problems);
    }

    std::string m_file;
    std::string m_note;
    std::vector<std::string> m_names;
    bool m_allUsers = false;
    bool m_dryRun = false;
    CLI::Option *m_noteOption = nullptr;
};

} // namespace

std::unique_ptr<Command> makeSkillsRedact()
{
    return std::make_unique<SkillsRedact>();
}

} // namespace verderer::ctl
