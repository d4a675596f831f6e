// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "threads/thread_json.h"
#include "verdererctl/bulk.h"
#include "verdererctl/command.h"
#include "verdererctl/database_use.h"
#include "verdererctl/run_text.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

QString held(const ThreadRemains &remains)
{
    return QStringLiteral("%1, %2, %3 feedback, %4 with %5")
        .arg(counted(remains.runs, "run"), counted(remains.events, "event"), shownCount(remains.feedback), counted(remains.checkpoints, "checkpoint"),
             counted(remains.checkpointWrites, "write"));
}

QString indented(const QString &head, const QStringList &lines)
{
    QString text;
    for (const QString &line : lines) {
        text += QStringLiteral("  ") + head + printable(line) + u'\n';
    }
    return text;
}

class ThreadsDelete final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("delete", "Delete threads with everything that belongs to them");
        app->add_option("ID", m_ids, "Ids of threads")->required()->type_name("")->expected(-1);
        app->add_flag("--dry-run", m_dryRun, "Only list what would go and what would stay");
        app->footer("Runs, events, feedback and checkpoints go with the row, in one transaction; then the thread's folders and\n"
                    "event files. Where files cannot be removed the status is 11: say the same command again. Refused while\n"
                    "a run is at work. There is no undo: look with --dry-run first. With several ids each has a result of\n"
                    "its own, and one that fails does not stop the rest.\n\n"
                    "Examples:\n"
                    "  verdererctl threads delete ticket-4711 --dry-run\n"
                    "  verdererctl threads delete ticket-4711 ticket-4712");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<DatabaseUse> use = openDatabaseOf(context);
        if (!use) {
            return tl::unexpected<Error>(use.error());
        }
        BulkResults results("thread_id");
        for (const std::string &word : m_ids) {
            const QString id = QString::fromStdString(word);
            if (context.cancel().isCancelled()) {
                results.failed(id, {ErrorCode::Cancelled, QStringLiteral("Cancelled; this thread was not touched."), {}});
                continue;
            }
            if (m_dryRun) {
                plan(context, *use, id, results);
            } else {
                remove(context, *use, id, results);
            }
        }
        return results.output(context, m_dryRun ? QString() : QStringLiteral("Threads were deleted."));
    }

private:
    static void plan(const Context &context, const DatabaseUse &use, const QString &id, BulkResults &results)
    {
        const Result<DeletePlan> plan = use.access.threads->planDelete(id, databaseWait(context));
        if (!plan) {
            results.failed(id, plan.error());
            return;
        }
        Json json;
        json["dry_run"] = true;
        json["deleted"] = false;
        json["would_be_refused"] = plan->remains.activeRun;
        json["remains"] = remainsJson(plan->remains);
        json["thread_folders"] = textsJson(plan->threadFolders);
        json["event_files"] = textsJson(plan->eventFiles);
        json["stays"] = textsJson(plan->stays);
        QString text = QStringLiteral("Would delete thread %1").arg(printable(id));
        if (plan->record.displayName) {
            text += QStringLiteral(" \"%1\"").arg(printable(*plan->record.displayName));
        }
        text += QStringLiteral(", with %1\n").arg(held(plan->remains));
        if (plan->remains.activeRun) {
            text += QStringLiteral("  refused now: run %1 is at work\n").arg(printable(plan->remains.activeRunId));
        }
        text += indented(QStringLiteral("goes:  "), plan->threadFolders + plan->eventFiles) + indented(QStringLiteral("stays: "), plan->stays);
        results.done(id, json, text);
    }

    static void remove(const Context &context, const DatabaseUse &use, const QString &id, BulkResults &results)
    {
        const Result<DeleteOutcome> outcome = use.access.threads->remove(id, databaseWait(context));
        if (!outcome) {
            results.failed(id, outcome.error());
            return;
        }
        Json json;
        json["deleted"] = true;
        json["removed"] = remainsJson(outcome->removed);
        json["removed_files"] = textsJson(outcome->removedFiles);
        json["left_files"] = textsJson(outcome->leftFiles);
        json["warnings"] = textsJson(outcome->warnings);
        QString text = QStringLiteral("Deleted thread %1, with %2\n").arg(printable(id), held(outcome->removed));
        text += indented(QStringLiteral("removed: "), outcome->removedFiles) +
                indented(QStringLiteral("could not be removed, delete again: "), outcome->leftFiles) + indented(QString(), outcome->warnings);
        results.done(id, json, text, !outcome->leftFiles.isEmpty());
    }

    std::vector<std::string> m_ids;
    bool m_dryRun = false;
};

} // namespace

std::unique_ptr<Command> makeThreadsDelete()
{
    return std::make_unique<ThreadsDelete>();
}

} // namespace verderer::ctl
