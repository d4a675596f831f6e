// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "threads/thread_json.h"
#include "verdererctl/command.h"
#include "verdererctl/list_options.h"
#include "verdererctl/moments.h"
#include "verdererctl/run_text.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

QString titleOf(const ThreadRecord &thread)
{
    const QString title = thread.displayName.value_or(QString()).isEmpty() ? QStringLiteral("(no title)") : *thread.displayName;
    return thread.pinned ? QString(QStringLiteral("* ") + title) : title;
}

QString tableOf(const ThreadPage &page, const Terminal &terminal)
{
    Table table({QStringLiteral("ID"), QStringLiteral("CHANGED"), QStringLiteral("STATUS"), QStringLiteral("OWNER"), QStringLiteral("TITLE")});
    for (const ThreadRecord &thread : page.threads) {
        table.addRow({thread.threadId, shownMoment(thread.updatedAt, thread.updatedRaw), thread.status, thread.owner.value_or(QStringLiteral("-")),
                      titleOf(thread)});
        for (const QString &damage : thread.damage) {
            table.addLine(QStringLiteral("    damaged: ") + damage);
        }
    }
    if (table.isEmpty()) {
        return QStringLiteral("There are no such threads.\n");
    }
    QString text = table.text(terminal.width);
    text += page.next ? QStringLiteral("\n%1 threads, and more. The next page: --after %2\n").arg(page.threads.size()).arg(page.next->encode())
                      : QStringLiteral("\n%1.\n").arg(counted(page.threads.size(), "thread"));
    return text;
}

class ThreadsList final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("list", "List threads of all owners, pinned ones first, then the last changed");
        m_filter.declare(*app);
        m_page.declare(*app, "threads");
        app->footer("Everybody's threads are there, also nobody's (owner -) and those DeerFlow's own lists hide. \"*\" marks\n"
                    "pinned ones. A damaged row is shown with what is wrong with it. Times are this computer's; with\n"
                    "--json they are UTC. VALUE of --metadata is JSON or text, and matches as in DeerFlow: ticket=41 is\n"
                    "the number, 'ticket=\"41\"' the text.\n\n"
                    "Examples:\n"
                    "  verdererctl threads list --limit 20\n"
                    "  verdererctl threads list --owner research@example.org --since 7d\n"
                    "  verdererctl threads list --metadata source=web --status error\n"
                    "  verdererctl --json threads list --no-owner | jq -r '.threads[].thread_id'");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        std::optional<ThreadCursor> after;
        if (!m_page.after.empty()) {
            const Result<ThreadCursor> cursor = ThreadCursor::decode(QString::fromStdString(m_page.after));
            if (!cursor) {
                return tl::unexpected<Error>(cursor.error());
            }
            after = *cursor;
        }
        const Result<DatabaseUse> use = openDatabaseOf(context);
        if (!use) {
            return tl::unexpected<Error>(use.error());
        }
        const Result<ThreadFilter> filter = m_filter.filter(context, use->workspace);
        if (!filter) {
            return tl::unexpected<Error>(filter.error());
        }
        const Result<ThreadPage> page = use->access.threads->list(*filter, m_page.limit, after, databaseWait(context));
        if (!page) {
            return tl::unexpected<Error>(page.error());
        }
        Output output;
        output.notes = use->access.warnings;
        noteUserOption(context, &output);
        if (context.options().json) {
            Json json;
            json["threads"] = Json::array();
            for (const ThreadRecord &thread : page->threads) {
                json["threads"].push_back(threadToJson(thread));
            }
            json["next"] = page->next ? toJson(page->next->encode()) : Json(nullptr);
            output.json = dumpPrettyJson(json);
        } else {
            output.text = tableOf(*page, context.terminal()).toUtf8();
        }
        return output;
    }

private:
    ThreadFilterOptions m_filter;
    PageOptions m_page;
};

} // namespace

std::unique_ptr<Command> makeThreadsList()
{
    return std::make_unique<ThreadsList>();
}

} // namespace verderer::ctl
