// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "skills/text_search.h"
#include "verdererctl/command.h"
#include "verdererctl/input.h"
#include "verdererctl/output.h"
#include "verdererctl/run_text.h"
#include "verdererctl/table.h"
#include "workspace/session.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

Json orNull(const QString &text)
{
    return text.isEmpty() ? Json(nullptr) : toJson(text);
}

Json momentJson(const TextMoment &moment)
{
    Json json;
    json["what"] = moment.appeared ? "appeared" : "went";
    json["outside"] = moment.outside;
    json["record_id"] = orNull(moment.id);
    json["ts"] = orNull(moment.ts);
    json["action"] = orNull(moment.action);
    json["author"] = orNull(moment.author);
    return json;
}

Json seenJson(const std::optional<TextMoment> &moment)
{
    if (!moment)
        return nullptr;
    Json json = momentJson(*moment);
    json.erase("what");
    json.erase("outside");
    return json;
}

Json searchedJson(const SearchedSkill &skill)
{
    Json json;
    json["name"] = orNull(skill.directory);
    json["files"] = Json::array();
    for (const TextTrace &trace : skill.traces) {
        Json file;
        file["file_path"] = toJson(trace.filePath);
        file["present"] = trace.present;
        file["first_seen"] = seenJson(trace.firstSeen);
        file["last_seen"] = seenJson(trace.lastSeen);
        file["moments"] = Json::array();
        for (const TextMoment &moment : trace.moments)
            file["moments"].push_back(momentJson(moment));
        file["left_out"] = trace.leftOut;
        json["files"].push_back(file);
    }
    json["elsewhere"] = textsJson(skill.elsewhere);
    json["mentions"] = skill.mentions;
    json["damaged_matches"] = skill.damagedMatches;
    json["damaged_lines"] = skill.damaged;
    return json;
}

QString momentLine(const TextMoment &moment)
{
    const QString what = moment.appeared ? QStringLiteral("appeared") : QStringLiteral("went");
    if (moment.id.isEmpty())
        return QStringLiteral("    %1 outside history, since the last record\n").arg(what);
    const QString record =
        QStringLiteral("%1 (record %2, %3%4)")
            .arg(localTime(moment.ts), moment.id.left(12), moment.action.isEmpty() ? QStringLiteral("no action") : printable(moment.action),
                 moment.author.isEmpty() ? QString() : QString(QStringLiteral(" by ") + printable(moment.author)));
    return moment.outside ? QStringLiteral("    %1 outside history, before %2\n").arg(what, record) : QStringLiteral("    %1 %2\n").arg(what, record);
}

QString skillLines(const QString &user, const SearchedSkill &skill)
{
    QString text;
    const QString name = QString(user + u'/' + (skill.directory.isEmpty() ? QStringLiteral("(no skill)") : skill.directory));
    for (const TextTrace &trace : skill.traces) {
        text += QStringLiteral("%1 %2: %3\n")
                    .arg(printable(name), printable(trace.filePath), trace.present ? QStringLiteral("there now") : QStringLiteral("not there now"));
        if (trace.moments.isEmpty() && trace.firstSeen)
            text += QStringLiteral("    first seen %1, last seen %2\n").arg(localTime(trace.firstSeen->ts), localTime(trace.lastSeen->ts));
        for (const TextMoment &moment : trace.moments)
            text += momentLine(moment);
        if (trace.leftOut > 0)
            text += QStringLiteral("    and %1 more times\n").arg(trace.leftOut);
    }
    for (const QString &path : skill.elsewhere)
        text += QStringLiteral("%1: in %2\n").arg(printable(name), printable(path));
    if (skill.mentions > 0)
        text += QStringLiteral("%1: in a reason, a note or a finding of %2\n").arg(printable(name), counted(skill.mentions, "record"));
    if (skill.damagedMatches > 0)
        text += QStringLiteral("%1: in %2 of the history\n").arg(printable(name), counted(skill.damagedMatches, "unreadable line"));
    return text;
}

class SkillsSearch final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("search", "When did a text come, and when did it go? Looks through skills, histories and trash");
        auto *what = app->add_option_group("What", "One of these says what to look for");
        what->add_option("TEXT", m_text, "The text, literally")->type_name("");
        what->add_option("--file", m_file, "A file that holds it, or - for standard input, without its last newline")->type_name("FILE");
        what->require_option(1);
        app->add_flag("--ignore-case", m_ignoreCase, "Small and capital letters are the same");
        app->add_option("--name", m_names, "Only this skill; once for each")->type_name("NAME");
        app->add_flag("--all-users", m_allUsers, "The skills of every user instead of one's");
        app->footer("For each file the records in which the text came and went, and whether it is there now. Support files,\n"
                    "deleted skills and unreadable lines are looked through as well. The status is 0 also where nothing is found.\n"
                    "A secret does not belong on a command line, where other accounts see it: use --file.\n\n"
                    "Examples:\n"
                    "  verdererctl skills search 'Breaking changes first'\n"
                    "  verdererctl --json skills search colour --ignore-case --all-users | jq '.users[].skills[].name'");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        TextQuery query;
        const Result<QString> text = m_file.empty()
                                         ? QString::fromStdString(m_text)
                                         : readSearchedText(*context.dependencies().storage, QString::fromStdString(m_file), context.cancel());
        if (!text)
            return tl::unexpected(text.error());
        query.text = *text;
        query.ignoreCase = m_ignoreCase;
        for (const std::string &name : m_names)
            query.directories += QString::fromStdString(name);
        Found found;
        const Result<void> searched = m_allUsers ? searchAll(context, query, found) : searchOne(context, query, found);
        context.progress({});
        if (!searched)
            return tl::unexpected(searched.error());
        Output output;
        if (context.options().json) {
            Json json;
            json["text"] = m_file.empty() ? toJson(query.text) : Json(nullptr); // what came from a file may be a secret
            json["ignore_case"] = query.ignoreCase;
            json["found"] = found.any;
            json["users"] = found.users;
            output.json = dumpPrettyJson(json);
            return output;
        }
        output.text = found.text.isEmpty() ? QByteArray("It was found nowhere.\n") : found.text.toUtf8();
        output.notes = found.notes;
        return output;
    }

private:
    struct Found {
        bool any = false;
        Json users = Json::array();
        QString text;
        QStringList notes;
    };

    static Result<void> searchOne(const Context &context, const TextQuery &query, Found &found)
    {
        const Result<Installation> installation = context.installation();
        if (!installation)
            return tl::unexpected(installation.error());
        return search(context, installation->user.id, installation->roots, query, found);
    }

    static Result<void> searchAll(const Context &context, const TextQuery &query, Found &found)
    {
        const Result<Workspace> workspace = context.workspace();
        if (!workspace)
            return tl::unexpected(workspace.error());
        const Result<QList<WorkspaceUser>> users = listUsers(*workspace, nullptr, context.cancel());
        if (!users)
            return tl::unexpected(users.error());
        for (const WorkspaceUser &user : *users) {
            Result<void> searched = search(context, user.id, workspace->skillRoots(user.id), query, found);
            if (!searched && searched.error().code != ErrorCode::NotFound) // a user without a folder has no skills of their own
                return searched;
        }
        return {};
    }

    static Result<void> search(const Context &context, const QString &user, const SkillRoots &roots, const TextQuery &query, Found &found)
    {
        const auto progress = [&](const TextProgress &state) {
            const qint64 percent = state.total > 0 ? state.done * 100 / state.total : 0;
            context.progress(QStringLiteral("%1% %2/%3").arg(percent).arg(user, state.path));
        };
        const Result<TextSearchReport> report = searchTexts(roots, query, progress, context.cancel());
        if (!report)
            return tl::unexpected(report.error());
        Json json;
        json["user"] = toJson(user);
        json["found"] = report->isFound();
        json["skills"] = Json::array();
        for (const SearchedSkill &skill : report->skills) {
            json["skills"].push_back(searchedJson(skill));
            found.text += skillLines(user, skill);
            if (skill.damaged > 0) {
                found.notes += QStringLiteral("%1: the history of %2 has %3 that cannot be read; searched as bytes.")
                                   .arg(user, skill.directory, counted(skill.damaged, "line"));
            }
        }
        json["files"] = report->files;
        json["records"] = report->records;
        json["bytes"] = report->bytes;
        json["problems"] = textsJson(report->problems);
        found.notes += report->problems;
        found.any = found.any || report->isFound();
        found.users.push_back(json);
        return {};
    }

    std::string m_text;
    std::string m_file;
    std::vector<std::string> m_names;
    bool m_ignoreCase = false;
    bool m_allUsers = false;
};

} // namespace

std::unique_ptr<Command> makeSkillsSearch()
{
    return std::make_unique<SkillsSearch>();
}

} // namespace verderer::ctl
