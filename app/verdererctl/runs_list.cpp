// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "verdererctl/command.h"
#include "verdererctl/list_options.h"
#include "verdererctl/run_text.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

class RunsList final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("list", "List runs of all threads and owners, newest first");
        m_filter.declare(*app);
        m_page.declare(*app, "runs");
        app->footer("A status is what the row says: where a run claims to be at work and gave no sign of life for long, the line\n"
                    "below it says so; nothing is ever changed. Cost is by the prices of config.yaml, \"-\" where there is none\n"
                    "(`runs show` says why).\n\n"
                    "Examples:\n"
                    "  verdererctl runs list --status error --status timeout --since 7d\n"
                    "  verdererctl runs list --active-longer-than 1h\n"
                    "  verdererctl runs list --orphans\n"
                    "  verdererctl --json runs list --thread ticket-4711 | jq '.runs[].total_tokens'");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        std::optional<RunCursor> after;
        if (!m_page.after.empty()) {
            const Result<RunCursor> cursor = RunCursor::decode(QString::fromStdString(m_page.after));
            if (!cursor) {
                return tl::unexpected<Error>(cursor.error());
            }
            after = *cursor;
        }
        const Result<DatabaseUse> use = openDatabaseOf(context);
        if (!use) {
            return tl::unexpected<Error>(use.error());
        }
        const Result<RunFilter> filter = m_filter.filter(context, use->workspace);
        if (!filter) {
            return tl::unexpected<Error>(filter.error());
        }
        const Result<RunPage> page = use->access.runs->list(*filter, m_page.limit, after, databaseWait(context));
        if (!page) {
            return tl::unexpected<Error>(page.error());
        }
        Output output;
        output.notes = use->access.warnings;
        noteUserOption(context, &output);
        if (context.options().json) {
            Json json;
            json["runs"] = Json::array();
            for (const RunRecord &run : page->runs) {
                json["runs"].push_back(runDocument(run, *use->access.runs));
            }
            json["next"] = page->next ? toJson(page->next->encode()) : Json(nullptr);
            output.json = dumpPrettyJson(json);
            return output;
        }
        if (page->runs.isEmpty()) {
            output.text = "There are no such runs.\n";
            return output;
        }
        QString text = runsTable(page->runs, *use->access.runs, true, context.terminal().width, databaseWait(context));
        text += page->next ? QStringLiteral("\n%1 runs, and more. The next page: --after %2\n").arg(page->runs.size()).arg(page->next->encode())
                           : QStringLiteral("\n%1.\n").arg(counted(page->runs.size(), "run"));
        output.text = text.toUtf8();
        return output;
    }

private:
    RunFilterOptions m_filter;
    PageOptions m_page;
};

} // namespace

std::unique_ptr<Command> makeRunsList()
{
    return std::make_unique<RunsList>();
}

} // namespace verderer::ctl
