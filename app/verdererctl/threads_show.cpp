// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "threads/thread_json.h"
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

constexpr int shownRuns = 20;

QString sheet(const ThreadRecord &thread, const ThreadRemains &remains, const RunPage &runs, const RunService &service, const Wait &wait)
{
    Table head({printable(thread.displayName.value_or(QStringLiteral("(no title)"))), QString()});
    head.addRow({QStringLiteral("id"), thread.threadId});
    head.addRow({QStringLiteral("owner"), thread.owner.value_or(QStringLiteral("nobody: in no list of DeerFlow"))});
    head.addRow({QStringLiteral("assistant"), thread.assistantId.value_or(QStringLiteral("-"))});
    head.addRow({QStringLiteral("status"), thread.status});
    head.addRow({QStringLiteral("pinned"), thread.pinned ? QStringLiteral("yes") : QStringLiteral("no")});
    if (thread.archived) {
        head.addRow({QStringLiteral("archived"), *thread.archived ? QStringLiteral("yes") : QStringLiteral("no")});
    }
    head.addRow({QStringLiteral("created"), momentWithUtc(thread.createdAt, thread.createdRaw)});
    head.addRow({QStringLiteral("changed"), momentWithUtc(thread.updatedAt, thread.updatedRaw)});
    head.addRow({QStringLiteral("holds"), QStringLiteral("%1, %2, %3 feedback, %4")
                                              .arg(counted(remains.runs, "run"), counted(remains.events, "event"), shownCount(remains.feedback),
                                                   counted(remains.checkpoints, "checkpoint"))});
    QString text = head.text(0);
    for (const QString &damage : thread.damage) {
        text += QStringLiteral("damaged: ") + printable(damage) + u'\n';
    }
    const Result<Json> metadata = parseJson(thread.metadataJson);
    text += QStringLiteral("\nmetadata\n");
    const QStringList lines = QString::fromUtf8(metadata ? dumpPrettyJson(*metadata) : thread.metadataJson).split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines) {
        text += QStringLiteral("  ") + printable(line) + u'\n';
    }
    if (!runs.runs.isEmpty()) {
        text += u'\n' + runsTable(runs.runs, service, false, 0, wait);
        if (runs.next) {
            text += QStringLiteral("More: verdererctl runs list --thread %1 --after %2\n").arg(printable(thread.threadId), runs.next->encode());
        }
    }
    return text;
}

class ThreadsShow final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("show", "Show one thread: its row, metadata, what it holds, and its newest runs");
        app->add_option("ID", m_id, "Id of the thread")->required()->type_name("");
        app->footer("With --json: the thread's fields, and \"remains\" (numbers of what belongs to it).\n\n"
                    "Examples:\n"
                    "  verdererctl threads show ticket-4711\n"
                    "  verdererctl --json threads show ticket-4711 | jq .metadata");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<DatabaseUse> use = openDatabaseOf(context);
        if (!use) {
            return tl::unexpected<Error>(use.error());
        }
        const QString id = QString::fromStdString(m_id);
        const Result<ThreadRecord> thread = use->access.threads->show(id, databaseWait(context));
        if (!thread) {
            return tl::unexpected<Error>(thread.error());
        }
        const Result<ThreadRemains> remains = use->access.threadStore->remains(id, databaseWait(context));
        if (!remains) {
            return tl::unexpected<Error>(remains.error());
        }
        Output output;
        output.notes = use->access.warnings;
        if (context.options().json) {
            Json json = threadToJson(*thread);
            json["remains"] = remainsJson(*remains);
            output.json = dumpPrettyJson(json);
            return output;
        }
        RunFilter filter;
        filter.threadId = id;
        const Result<RunPage> runs = use->access.runs->list(filter, shownRuns, {}, databaseWait(context));
        if (!runs) {
            return tl::unexpected<Error>(runs.error());
        }
        output.text = sheet(*thread, *remains, *runs, *use->access.runs, databaseWait(context)).toUtf8();
        return output;
    }

private:
    std::string m_id;
};

} // namespace

std::unique_ptr<Command> makeThreadsShow()
{
    return std::make_unique<ThreadsShow>();
}

} // namespace verderer::ctl
