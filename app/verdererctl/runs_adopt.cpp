// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "verdererctl/bulk.h"
#include "verdererctl/command.h"
#include "verdererctl/list_options.h"
#include "verdererctl/table.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

class RunsAdopt final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("adopt", "Make the thread of runs that have none");
        app->add_option("ID", m_ids, "Ids of runs")->type_name("")->expected(-1);
        app->add_flag("--all", m_all, "Every run whose thread does not exist");
        app->footer("The thread gets the run's owner and assistant, and its first question as title. It is made in the same way\n"
                    "as by `threads create` and by a Gateway, so doing it twice, or at the same time, gives one row: then\n"
                    "\"created\" is true for one alone.\n\n"
                    "Examples:\n"
                    "  verdererctl runs list --orphans\n"
                    "  verdererctl runs adopt 3f9a2c17-77b0-4c55-8f0e-2b9f3c1d0e42\n"
                    "  verdererctl runs adopt --all");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        if (m_all == !m_ids.empty()) {
            ErrorDetails details;
            details.kind = QStringLiteral("usage");
            return fail(ErrorCode::Invalid, QStringLiteral("Say which runs: ids, or --all. See verdererctl runs list --orphans."), details);
        }
        const Result<DatabaseUse> use = openDatabaseOf(context);
        if (!use) {
            return tl::unexpected<Error>(use.error());
        }
        BulkResults results("run_id");
        const auto take = [&results](const QString &runId, const Result<AdoptAnswer> &answer) {
            if (!answer) {
                results.failed(runId, answer.error());
                return;
            }
            Json json;
            json["thread_id"] = toJson(answer->run.threadId);
            json["created"] = answer->created;
            json["warnings"] = textsJson(answer->warnings);
            results.note(runId, answer->warnings);
            results.done(
                runId, json,
                (answer->created ? QStringLiteral("Made thread %1 for run %2.\n") : QStringLiteral("Thread %1 of run %2 is there already.\n"))
                    .arg(printable(answer->run.threadId), printable(runId)));
        };
        if (m_all) {
            const Result<void> done = use->access.runs->adoptAll(RunFilter(), take, {QDeadlineTimer(QDeadlineTimer::Forever), context.cancel()});
            if (!done && results.isEmpty()) {
                return tl::unexpected<Error>(done.error());
            }
            if (!done) {
                results.failed(QString(), done.error());
            }
        }
        for (const std::string &word : m_ids) {
            const QString id = QString::fromStdString(word);
            take(id, use->access.runs->adopt(id, databaseWait(context)));
        }
        Result<Output> output = results.output(context, QStringLiteral("Threads of runs were made."));
        if (output && results.isEmpty() && !context.options().json) {
            output->text = "Every run has its thread.\n";
        }
        return output;
    }

private:
    std::vector<std::string> m_ids;
    bool m_all = false;
};

} // namespace

std::unique_ptr<Command> makeRunsAdopt()
{
    return std::make_unique<RunsAdopt>();
}

} // namespace verderer::ctl
