// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "runs/run_json.h"
#include "verdererctl/command.h"
#include "verdererctl/database_use.h"
#include "verdererctl/moments.h"
#include "verdererctl/run_text.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

constexpr int longestPage = 100'000;

/// An event's content in one line; a cell shows its beginning.
QString contentOf(const RunEvent &event)
{
    constexpr qsizetype longest = 400;
    QString text = QString::fromUtf8(event.content.left(longest * 4)).simplified().left(longest);
    if (event.truncated) {
        text += QStringLiteral(" (cut by DeerFlow from %1 bytes)").arg(event.originalLength);
    }
    return event.knownType ? text : QString(QStringLiteral("[unknown kind] ") + text);
}

class RunsEvents final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("events", "List what happened in a run, in order");
        app->add_option("ID", m_id, "Id of the run")->required()->type_name("");
        app->add_option("--category", m_categories, "Only message, outputs, error, trace, subagent, workspace …; may be repeated")
            ->type_name("CATEGORY")
            ->expected(1)
            ->take_all();
        app->add_option("--after-seq", m_after, "Only events behind this number (\"next\" of the page before)")->type_name("N");
        app->add_option("--limit", m_limit, "At most N events (100)")->type_name("N")->check(CLI::Range(1, longestPage));
        app->footer("Numbers count in the thread, so those of a run may have gaps. Kinds that nobody knows are shown as they are.\n"
                    "With run_events.backend memory (DeerFlow's default) the Gateway keeps events to itself, and this says so.\n\n"
                    "Examples:\n"
                    "  verdererctl runs events 3f9a2c17-77b0-4c55-8f0e-2b9f3c1d0e42 --category error --category middleware\n"
                    "  verdererctl --json runs events 3f9a2c17-77b0-4c55-8f0e-2b9f3c1d0e42 --limit 1000 | jq '.events[].event_type'");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<DatabaseUse> use = openDatabaseOf(context);
        if (!use) {
            return tl::unexpected<Error>(use.error());
        }
        QStringList categories;
        for (const std::string &category : m_categories) {
            categories.append(QString::fromStdString(category));
        }
        const Result<EventPage> page = use->access.runs->events(QString::fromStdString(m_id), categories, m_after, m_limit, databaseWait(context));
        if (!page) {
            return tl::unexpected<Error>(page.error());
        }
        const QString whyNone = use->access.runs->whyNoEvents();
        Output output;
        output.notes = use->access.warnings;
        if (context.options().json) {
            Json json;
            json["events"] = Json::array();
            for (const RunEvent &event : page->events) {
                json["events"].push_back(eventToJson(event));
            }
            json["next"] = page->nextAfterSeq ? Json(*page->nextAfterSeq) : Json(nullptr);
            json["why_none"] = whyNone.isEmpty() ? Json(nullptr) : toJson(whyNone);
            output.json = dumpPrettyJson(json);
            return output;
        }
        Table table({QStringLiteral("SEQ"), QStringLiteral("WHEN"), QStringLiteral("CATEGORY"), QStringLiteral("KIND"), QStringLiteral("CONTENT")});
        table.alignRight(0);
        for (const RunEvent &event : page->events) {
            table.addRow({QString::number(event.seq), shownMoment(event.createdAt, event.createdRaw), event.category, event.type, contentOf(event)});
        }
        QString text = table.isEmpty() ? QStringLiteral("There are no such events.\n") : table.text(context.terminal().width);
        if (page->nextAfterSeq) {
            text += QStringLiteral("\nMore: --after-seq %1\n").arg(*page->nextAfterSeq);
        }
        output.text = text.toUtf8();
        if (!whyNone.isEmpty()) {
            output.notes.append(whyNone);
        }
        return output;
    }

private:
    std::string m_id;
    std::vector<std::string> m_categories;
    qint64 m_after = 0;
    int m_limit = 100;
};

class RunsTranscript final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("transcript", "Read a run as a conversation");
        app->add_option("ID", m_id, "Id of the run; with --thread the run whose thread is meant")->required()->type_name("");
        app->add_flag("--thread", m_wholeThread, "All runs of its thread");
        app->add_flag("--hidden", m_hidden, "Also messages that DeerFlow hides: reminders and summaries");
        app->add_option("--format", m_format, "markdown (as it is shown) or json")->type_name("FORMAT")->check(CLI::IsMember({"markdown", "json"}));
        app->footer("Calls of tools stand with what they were given, and their results. What cannot be understood is shown as it\n"
                    "is stored.\n\n"
                    "Examples:\n"
                    "  verdererctl runs transcript 3f9a2c17-77b0-4c55-8f0e-2b9f3c1d0e42 | less\n"
                    "  verdererctl runs transcript 3f9a2c17-77b0-4c55-8f0e-2b9f3c1d0e42 --thread --format json");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<DatabaseUse> use = openDatabaseOf(context);
        if (!use) {
            return tl::unexpected<Error>(use.error());
        }
        const QString id = QString::fromStdString(m_id);
        const Result<RunRecord> run = use->access.runs->show(id, databaseWait(context));
        if (!run) {
            return tl::unexpected<Error>(run.error());
        }
        const Result<QList<TranscriptMessage>> messages = use->access.runs->transcript(id, m_wholeThread, databaseWait(context));
        if (!messages) {
            return tl::unexpected<Error>(messages.error());
        }
        const QString whyNone = use->access.runs->whyNoEvents();
        Output output;
        output.notes = use->access.warnings;
        if (!whyNone.isEmpty()) {
            output.notes.append(whyNone);
        }
        if (context.options().json || m_format == "json") {
            Json json;
            json["run_id"] = toJson(run->runId);
            json["thread_id"] = toJson(run->threadId);
            json["title"] = toJson(run->threadTitle);
            json["messages"] = Json::array();
            for (const TranscriptMessage &message : *messages) {
                if (m_hidden || !message.hidden) {
                    json["messages"].push_back(messageJson(message));
                }
            }
            json["why_none"] = whyNone.isEmpty() ? Json(nullptr) : toJson(whyNone);
            output.json = dumpPrettyJson(json);
            return output;
        }
        const QString title = run->threadTitle.value_or(QString()).isEmpty() ? run->threadId : *run->threadTitle;
        output.text = transcriptToMarkdown(title, *messages, m_hidden).toUtf8();
        if (context.terminal().width > 0) {
            // On a terminal nothing of somebody's text may act.
            QStringList lines = QString::fromUtf8(output.text).split(u'\n');
            for (QString &line : lines) {
                line = printable(line);
            }
            output.text = lines.join(u'\n').toUtf8();
        }
        return output;
    }

private:
    std::string m_id, m_format;
    bool m_wholeThread = false;
    bool m_hidden = false;
};

} // namespace

std::unique_ptr<Command> makeRunsEvents()
{
    return std::make_unique<RunsEvents>();
}

std::unique_ptr<Command> makeRunsTranscript()
{
    return std::make_unique<RunsTranscript>();
}

} // namespace verderer::ctl
