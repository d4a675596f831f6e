// SPDX-License-Identifier: GPL-3.0-or-later
// A launcher in a process of its own, for tests. Arguments: DATABASE-URL THREAD STRATEGY [COMMAND …]. Starts a run on the thread and says in lines on
// standard output what comes of it: `started RUN`, `refused CODE HOLDER`, `ended STATUS`. Without a command the run stays until it is cancelled or a
// line comes on standard input.
#include "database/database_worker.h"
#include "runs/process_executor.h"
#include "runs/run_launcher.h"
#include "runs/sql_run_store.h"
#include "threads/sql_thread_store.h"
#include "threads/worker_identity.h"

#include <QCoreApplication>
#include <QSemaphore>
#include <QTextStream>

#include <iostream>
#include <thread>

namespace {

using namespace verderer;

void say(const QString &line)
{
    QTextStream(stdout) << line << Qt::endl;
}

/// Stays until it is let go or cancelled.
class Staying final : public Executor {
public:
    ExecutionResult execute(const ExecutionContext &context) override
    {
        const auto handle = context.cancel.onCancel([this] { open.release(); });
        open.acquire();
        return {context.cancel.isCancelled() ? RunStatus::Interrupted : RunStatus::Success, {}, {}};
    }
    QSemaphore open;
};

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments().mid(1);
    if (arguments.size() < 3) {
        return 2;
    }
    const auto url = DatabaseUrl::parse(arguments[0]);
    if (!url) {
        return 2;
    }
    const auto worker = std::make_shared<DatabaseWorker>(DatabaseWorker::Options{*url, 20'000, {}});
    RunLauncher::Dependencies parts;
    parts.runs = std::make_shared<SqlRunStore>(worker);
    parts.threads = std::make_shared<SqlThreadStore>(worker);
    parts.admission = std::make_shared<Admission>();
    parts.clock = std::make_shared<SystemClock>();
    parts.workerId = ownWorkerId();
    RunLauncher launcher(parts);

    StartRun request;
    request.threadId = arguments[1];
    request.owner = QStringLiteral("user-a");
    request.strategy = arguments[2] == QLatin1String("interrupt")  ? MultitaskStrategy::Interrupt
                       : arguments[2] == QLatin1String("rollback") ? MultitaskStrategy::Rollback
                                                                   : MultitaskStrategy::Reject;
    std::shared_ptr<Executor> executor;
    const auto staying = std::make_shared<Staying>();
    if (arguments.size() > 3) {
        ProcessExecutor::Options options;
        options.program = arguments[3];
        options.arguments = arguments.mid(4);
        options.environment = QProcessEnvironment::systemEnvironment();
        executor = std::make_shared<ProcessExecutor>(options);
    } else {
        executor = staying;
    }
    const Wait wait{QDeadlineTimer(60'000), {}};
    const auto run = launcher.start(request, executor, wait);
    if (!run) {
        say(QStringLiteral("refused %1 %2").arg(errorCodeName(run.error().code), run.error().details.holder));
        return 0;
    }
    say(QStringLiteral("started %1").arg(run->record.runId));
    std::thread input([staying] {
        std::string line;
        if (std::getline(std::cin, line)) {
            staying->open.release();
        }
    });
    input.detach();
    const auto ended = launcher.finished(run->record.runId, {QDeadlineTimer(120'000), {}});
    say(QStringLiteral("ended %1").arg(ended ? runStatusName(ended->status) : ended.error().message));
    std::cout.flush();
    std::_Exit(0); // the thread that reads the input cannot be woken
}
