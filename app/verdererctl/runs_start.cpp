// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"
#include "runs/process_executor.h"
#include "verdererctl/command.h"
#include "verdererctl/database_use.h"
#include "verdererctl/exit_status.h"
#include "verdererctl/run_text.h"
#include "verdererctl/table.h"
#include "verdererctl/usage.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <unistd.h>

namespace verderer::ctl {

namespace {

/// Hands the lines of a command's output on to this program's own, besides making events of them.
class ToldExecutor final : public Executor {
public:
    explicit ToldExecutor(std::unique_ptr<Executor> executor) : m_executor(std::move(executor)) {}

    ExecutionResult execute(const ExecutionContext &context) override
    {
        ExecutionContext told = context;
        told.emitEvent = [emitEvent = context.emitEvent](const RunEvent &event) {
            if (event.type == u"process.stdout" || event.type == u"process.stderr") {
                // A reader that went away stops nobody: the events have it all.
                (void)writeAll(event.type == u"process.stdout" ? STDOUT_FILENO : STDERR_FILENO, event.content + '\n');
            }
            emitEvent(event);
        };
        return m_executor->execute(told);
    }

private:
    std::unique_ptr<Executor> m_executor;
};

Result<MultitaskStrategy> strategyOf(const std::string &name)
{
    if (name.empty() || name == "reject") {
        return MultitaskStrategy::Reject;
    }
    if (name == "interrupt") {
        return MultitaskStrategy::Interrupt;
    }
    if (name == "rollback") {
        return MultitaskStrategy::Rollback;
    }
    return usageError(name == "enqueue"
                          ? QStringLiteral("DeerFlow does not take the strategy enqueue either. Say reject, interrupt or rollback.")
                          : QStringLiteral("--strategy takes reject, interrupt or rollback; \"%1\" is none.").arg(QString::fromStdString(name)));
}

const char *outcomeName(StartOutcome outcome)
{
    switch (outcome) {
    case StartOutcome::Started:
        return "started";
    case StartOutcome::Cancelled:
        return "cancelled";
    case StartOutcome::Existing:
        break;
    }
    return "existing";
}

int statusOf(const LaunchedRun &launched, const RunRecord &run)
{
    if (launched.outcome == StartOutcome::Existing) {
        return Done;
    }
    switch (run.status) {
    case RunStatus::Success:
        return Done;
    case RunStatus::Interrupted:
        return CancelledStatus;
    case RunStatus::Error:
    case RunStatus::Timeout:
    case RunStatus::Pending:
    case RunStatus::Running:
    case RunStatus::Unknown:
        break;
    }
    // Strict, and the thread could not be verified in time.
    return launched.outcome == StartOutcome::Cancelled ? LockedStatus : DoneInPart;
}

class RunsStart final : public Command {
public:
    CLI::App *declare(CLI::App &parent) override
    {
        CLI::App *app = parent.add_subcommand("start", "Run a command as the agent of a run");
        app->add_option("--thread", m_thread, "Id of the thread")->required()->type_name("ID");
        app->add_flag("--strict", m_strict, "The thread must be there already, and be verified within 5 s");
        app->add_option("--owner", m_owner, "Whose the run is (id or e-mail); without it the thread's owner")->type_name("USER");
        app->add_option("--assistant", m_assistant, "Assistant id")->type_name("ID");
        app->add_option("--metadata", m_metadata, "A JSON object, stored with the run and given to the command")->type_name("JSON");
        app->add_option("--idempotency-key", m_key, "The same key gives the same run back, and the command is not run again")->type_name("KEY");
        app->add_option("--strategy", m_strategy, "If a run is at work: reject (as it is), interrupt or rollback it first")->type_name("STRATEGY");
        app->add_option("CMD", m_command, "The command and its arguments, behind --")->required()->type_name("")->expected(-1);
        app->footer("The run and, if it is missing, the thread are made as a Gateway makes them; one run a thread at a time. The\n"
                    "command finds VERDERER_THREAD_ID, VERDERER_RUN_ID and VERDERER_RUN_METADATA in its environment. Its lines\n"
                    "become events and are passed on (with --json only events); a line above 16 kB is cut. Its status decides:\n"
                    "0 is success. Ctrl-C interrupts it; a second one ends this program, and the command with it. A run whose\n"
                    "program was killed blocks nobody for good: the next start ends it, or `doctor --end-dead-runs`.\n\n"
                    "Exit status: 0 success (also of a run that the key gave back), 11 the run was made and the command failed,\n"
                    "130 interrupted, 4 the thread is busy or belongs to somebody else, 3 strict and no such thread,\n"
                    "7 strict and not verified in time.\n\n"
                    "Examples:\n"
                    "  verdererctl runs start --thread nightly -- python3 report.py --all\n"
                    "  verdererctl runs start --thread ticket-4711 --strict --idempotency-key mail-99 -- ./answer.sh");
        return app;
    }

    Result<Output> run(const Context &context) override
    {
        const Result<MultitaskStrategy> strategy = strategyOf(m_strategy);
        if (!strategy) {
            return tl::unexpected<Error>(strategy.error());
        }
        const Result<DatabaseUse> use = openDatabaseOf(context);
        if (!use) {
            return tl::unexpected<Error>(use.error());
        }
        Result<StartRun> request = requestOf(context, *use);
        if (!request) {
            return tl::unexpected<Error>(request.error());
        }
        request->strategy = *strategy;

        ProcessExecutor::Options options;
        options.program = QString::fromStdString(m_command.front());
        for (std::size_t i = 1; i < m_command.size(); ++i) {
            options.arguments.append(QString::fromStdString(m_command[i]));
        }
        options.environment = context.environment();
        std::unique_ptr<Executor> command = std::make_unique<ProcessExecutor>(options);
        if (!context.options().json) {
            command = std::make_unique<ToldExecutor>(std::move(command));
        }
        RunLauncher &launcher = *use->access.launcher;
        const Result<LaunchedRun> launched = launcher.start(*request, std::move(command), databaseWait(context));
        if (!launched) {
            return tl::unexpected<Error>(launched.error());
        }
        RunRecord ended = launched->record;
        if (launched->outcome == StartOutcome::Started) {
            // From here on Ctrl-C is the run's: its end is still waited for and told.
            const auto onCancel = context.cancel().onCancel([&launcher, id = ended.runId] { (void)launcher.cancel(id); });
            const Result<RunRecord> finished = launcher.finished(ended.runId, Wait{});
            if (!finished) {
                return tl::unexpected<Error>(finished.error());
            }
            ended = *finished;
        }
        return answer(context, *use, *launched, ended);
    }

private:
    Result<StartRun> requestOf(const Context &context, const DatabaseUse &use) const
    {
        StartRun request;
        request.threadId = QString::fromStdString(m_thread);
        request.strict = m_strict;
        if (!m_assistant.empty()) {
            request.assistantId = QString::fromStdString(m_assistant);
        }
        if (!m_key.empty()) {
            request.idempotencyKey = QString::fromStdString(m_key);
        }
        if (!m_metadata.empty()) {
            request.metadataJson = QByteArray::fromStdString(m_metadata);
        }
        Json command = Json::array();
        for (const std::string &word : m_command) {
            command.push_back(toJson(QString::fromStdString(word)));
        }
        request.kwargsJson = dumpPythonJson(Json{{"input", {{"command", command}}}, {"config", Json::object()}}, LineSeparators::Raw);
        if (m_owner.empty()) {
            const Result<ThreadRecord> thread = use.access.threads->show(request.threadId, databaseWait(context));
            if (thread) {
                request.owner = thread->owner;
                return request;
            }
            if (thread.error().code != ErrorCode::NotFound) {
                return tl::unexpected<Error>(thread.error());
            }
        }
        const Result<std::optional<QString>> owner =
            newOwner(context, use.workspace, m_owner.empty() ? std::optional<QString>() : std::optional(QString::fromStdString(m_owner)));
        if (!owner) {
            return tl::unexpected<Error>(owner.error());
        }
        request.owner = *owner;
        return request;
    }

    static Output answer(const Context &context, const DatabaseUse &use, const LaunchedRun &launched, const RunRecord &run)
    {
        Output output;
        output.status = statusOf(launched, run);
        output.done = QStringLiteral("Run %1 is in the database (%2).").arg(run.runId, run.statusRaw);
        if (context.options().json) {
            Json json;
            json["outcome"] = outcomeName(launched.outcome);
            json["run"] = runDocument(run, *use.access.runs);
            json["warnings"] = textsJson(launched.warnings);
            output.json = dumpPrettyJson(json);
            return output;
        }
        output.notes = use.access.warnings + launched.warnings;
        // Standard output is the command's.
        if (launched.outcome == StartOutcome::Existing) {
            output.notes.append(
                QStringLiteral("Run %1 was started with this key before (%2); the command was not run.").arg(run.runId, run.statusRaw));
        } else {
            output.notes.append(QStringLiteral("Run %1 of thread %2: %3.").arg(run.runId, run.threadId, run.statusRaw));
        }
        if (run.error && !run.error->isEmpty()) {
            output.notes.append(run.error->section(u'\n', 0, 0));
        }
        return output;
    }

    std::string m_thread, m_owner, m_assistant, m_metadata, m_key, m_strategy;
    std::vector<std::string> m_command;
    bool m_strict = false;
};

} // namespace

std::unique_ptr<Command> makeRunsStart()
{
    return std::make_unique<RunsStart>();
}

} // namespace verderer::ctl
