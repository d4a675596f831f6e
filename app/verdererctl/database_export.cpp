// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/list_export.h"
#include "verdererctl/command.h"
#include "verdererctl/export_options.h"
#include "verdererctl/list_options.h"
#include "verdererctl/usage.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace verderer::ctl {

namespace {

/// An export may take long: only Ctrl-C ends it, --lock-timeout does not.
Wait patientWait(const Context &context)
{
    return {QDeadlineTimer(QDeadlineTimer::Forever), context.cancel()};
}

tl::unexpected<Error> filterWithId(const QString &noun)
{
    return usageError(QStringLiteral("An id and filters were given: export one %1 by its id, or a list by filters.").arg(noun));
}

class ThreadsExport final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("export", "Export the list of threads, or one thread");
        app->add_option("ID", m_id, "Only this thread; without it all that pass the filters")->type_name("");
        m_filter.declare(*app);
        m_export.declare(*app);
        app->footer("The list comes whole and in the order of `threads list`, with every field. One thread: markdown is its\n"
                    "transcript, json its row with runs and events, csv its runs, jsonl its events.\n\n"
                    "Examples:\n"
                    "  verdererctl threads export --format csv --formula-safe --output threads.csv\n"
                    "  verdererctl threads export --owner default --format jsonl | jq .title\n"
                    "  verdererctl threads export ticket-4711 --output ticket-4711.md");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        if (!m_id.empty() && m_filter.given()) {
            return filterWithId(QStringLiteral("thread"));
        }
        const Result<DatabaseUse> use = openDatabaseOf(context);
        if (!use) {
            return tl::unexpected<Error>(use.error());
        }
        if (!m_id.empty()) {
            return m_export.write(context, QStringLiteral("entries"),
                                  [&](QIODevice &out, const ExportOptions &options, const ExportProgress &progress) {
                                      return exportThread(QString::fromStdString(m_id), *use->access.threads, *use->access.runs, out, options,
                                                          progress, patientWait(context));
                                  });
        }
        const Result<ThreadFilter> filter = m_filter.filter(context, use->workspace);
        if (!filter) {
            return tl::unexpected<Error>(filter.error());
        }
        const Result<std::shared_ptr<ThreadListing>> listing = use->access.openThreads(*filter, patientWait(context));
        if (!listing) {
            return tl::unexpected<Error>(listing.error());
        }
        return m_export.write(context, QStringLiteral("threads"), [&](QIODevice &out, const ExportOptions &options, const ExportProgress &progress) {
            return exportThreads(**listing, out, options, progress, patientWait(context));
        });
    }

private:
    std::string m_id;
    ThreadFilterOptions m_filter;
    ExportCommandOptions m_export;
};

class RunsExport final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("export", "Export the list of runs, or one run");
        app->add_option("ID", m_id, "Only this run; without it all that pass the filters")->type_name("");
        m_filter.declare(*app);
        m_export.declare(*app);
        app->footer("The list comes whole and in the order of `runs list`, with every field, duration and cost. One run: markdown\n"
                    "is its transcript, json its row and events, csv its row, jsonl its events.\n\n"
                    "Examples:\n"
                    "  verdererctl runs export --since 30d --output runs.csv\n"
                    "  verdererctl runs export --status error --format json | jq '.runs[].error'");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        if (!m_id.empty() && m_filter.given()) {
            return filterWithId(QStringLiteral("run"));
        }
        const Result<DatabaseUse> use = openDatabaseOf(context);
        if (!use) {
            return tl::unexpected<Error>(use.error());
        }
        RunService &runs = *use->access.runs;
        if (!m_id.empty()) {
            return m_export.write(context, QStringLiteral("entries"),
                                  [&](QIODevice &out, const ExportOptions &options, const ExportProgress &progress) {
                                      return exportRun(QString::fromStdString(m_id), runs, out, options, progress, patientWait(context));
                                  });
        }
        const Result<RunFilter> filter = m_filter.filter(context, use->workspace);
        if (!filter) {
            return tl::unexpected<Error>(filter.error());
        }
        const Result<std::shared_ptr<RunListing>> listing = use->access.openRuns(*filter, patientWait(context));
        if (!listing) {
            return tl::unexpected<Error>(listing.error());
        }
        return m_export.write(context, QStringLiteral("runs"), [&](QIODevice &out, const ExportOptions &options, const ExportProgress &progress) {
            return exportRuns(**listing, &runs, out, options, progress, patientWait(context));
        });
    }

private:
    std::string m_id;
    RunFilterOptions m_filter;
    ExportCommandOptions m_export;
};

} // namespace

std::unique_ptr<Command> makeThreadsExport()
{
    return std::make_unique<ThreadsExport>();
}

std::unique_ptr<Command> makeRunsExport()
{
    return std::make_unique<RunsExport>();
}

} // namespace verderer::ctl
