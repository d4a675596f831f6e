// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/process_executor.h"

#include "base/json.h"
#include "runs/process_output.h"

#include <QDeadlineTimer>
#include <QProcess>

#include <csignal>
#include <unistd.h>
#ifdef Q_OS_LINUX
#include <sys/prctl.h>
#endif

namespace verderer {

namespace {

/// How long a cancel can go unnoticed.
constexpr int lookEveryMs = 50;
/// Lines of standard error that an error quotes.
constexpr qsizetype quotedLines = 5;
/// DeerFlow's column for an error has no limit; a screen has.
constexpr qsizetype longestQuote = 2000;

RunEvent makeEvent(const char *type, const char *category, const QByteArray &content, const Json &metadata)
{
    RunEvent event;
    event.type = QString::fromLatin1(type);
    event.category = QString::fromLatin1(category);
    event.content = content;
    event.metadataJson = dumpPythonJson(metadata, LineSeparators::Raw);
    return event;
}

RunEvent jsonEvent(const char *type, const char *category, const Json &content, Json metadata)
{
    metadata["content_is_json"] = true; // deerflow-format 7.2
    metadata["content_is_dict"] = true;
    return makeEvent(type, category, dumpPythonJson(content, LineSeparators::Raw), metadata);
}

RunEvent lineEvent(const char *type, const OutputLines::Line &line)
{
    Json metadata = Json::object();
    if (line.cut) {
        metadata["content_truncated"] = true;
        metadata["original_byte_length"] = line.length;
    }
    if (line.replaced) {
        metadata["replaced"] = true;
    }
    return makeEvent(type, "trace", line.text, metadata);
}

/// Asks the command to end, more firmly as time goes by.
class Stopping {
public:
    Stopping(qint64 group, int interruptGraceMs, int terminateGraceMs)
        : m_group(group), m_interruptGraceMs(interruptGraceMs), m_terminateGraceMs(terminateGraceMs)
    {
    }

    void step()
    {
        if (m_next < 3 && m_due.hasExpired()) {
            constexpr int signals_[] = {SIGINT, SIGTERM, SIGKILL};
            const int graces[] = {m_interruptGraceMs, m_terminateGraceMs, 0};
            kill(static_cast<pid_t>(-m_group), signals_[m_next]); // the whole group: a shell's children too
            m_due.setRemainingTime(graces[m_next]);
            ++m_next;
        }
    }

private:
    qint64 m_group;
    int m_interruptGraceMs;
    int m_terminateGraceMs;
    int m_next = 0;
    QDeadlineTimer m_due{0};
};

/// Runs in the child between fork and exec: nothing here may allocate.
void prepareChild(pid_t parent)
{
    setpgid(0, 0); // a Ctrl+C in the terminal reaches this program, which passes it on once
#ifdef Q_OS_LINUX
    prctl(PR_SET_PDEATHSIG, SIGKILL); // a killed launcher's thread is free for the next run; its command must not work on beside it
    if (getppid() != parent) {
        _exit(127);
    }
#else
    Q_UNUSED(parent)
#endif
}

} // namespace

ProcessExecutor::ProcessExecutor(Options options) : m_options(std::move(options))
{
}

ExecutionResult ProcessExecutor::execute(const ExecutionContext &context)
{
    QProcessEnvironment environment = m_options.environment;
    environment.insert(QStringLiteral("VERDERER_THREAD_ID"), context.threadId);
    environment.insert(QStringLiteral("VERDERER_RUN_ID"), context.runId);
    environment.insert(QStringLiteral("VERDERER_RUN_METADATA"), QString::fromUtf8(context.metadataJson));
    environment.remove(QStringLiteral("VERDERER_THREAD_INCARNATION"));
    if (context.threadIncarnation) {
        environment.insert(QStringLiteral("VERDERER_THREAD_INCARNATION"), *context.threadIncarnation);
    }

    const auto failed = [&](const QString &text, const char *errorType) {
        context.emitEvent(makeEvent("run.error", "error", text.toUtf8(), Json{{"error_type", errorType}}));
        return ExecutionResult{RunStatus::Error, text, {}};
    };
    QProcess process; // lives on this thread alone, and is only ever waited for: no event loop
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_options.workingDirectory);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setChildProcessModifier([parent = getpid()] { prepareChild(parent); });
    context.emitEvent(jsonEvent("run.start", "trace", Json{{"chain", toJson(m_options.program)}}, Json{{"caller", "process"}}));
    process.start(m_options.program, m_options.arguments);
    if (!process.waitForStarted(-1)) {
        return failed(QStringLiteral("The command \"%1\" cannot be started: %2. Check its path and that it may be executed.")
                          .arg(m_options.program, process.errorString()),
                      "FailedToStart");
    }

    QStringList lastErrors;
    OutputLines standardOutput(m_options.longestLine, [&](const OutputLines::Line &line) { context.emitEvent(lineEvent("process.stdout", line)); });
    OutputLines standardError(m_options.longestLine, [&](const OutputLines::Line &line) {
        lastErrors.append(QString::fromUtf8(line.text));
        if (lastErrors.size() > quotedLines) {
            lastErrors.removeFirst();
        }
        context.emitEvent(lineEvent("process.stderr", line));
    });
    const auto readBoth = [&] {
        standardOutput.add(process.readAllStandardOutput());
        standardError.add(process.readAllStandardError());
    };
    Stopping stopping(process.processId(), m_options.interruptGraceMs, m_options.terminateGraceMs);
    while (process.state() != QProcess::NotRunning) {
        if (context.cancel.isCancelled()) {
            stopping.step();
        }
        process.waitForReadyRead(lookEveryMs);
        readBoth();
        if (process.state() != QProcess::NotRunning && process.bytesAvailable() == 0) {
            process.waitForFinished(1);
        }
    }
    readBoth();
    standardOutput.end();
    standardError.end();

    if (context.cancel.isCancelled()) {
        return {RunStatus::Interrupted, {}, {}};
    }
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0) {
        context.emitEvent(jsonEvent("run.end", "outputs", Json{{"exit_code", 0}}, Json{{"status", "success"}}));
        return {};
    }
    QString text = process.exitStatus() == QProcess::NormalExit
                       ? QStringLiteral("The command \"%1\" ended with exit status %2.").arg(m_options.program).arg(process.exitCode())
                       : QStringLiteral("The command \"%1\" was ended by signal %2.").arg(m_options.program).arg(process.exitCode());
    if (!lastErrors.isEmpty()) {
        text += QStringLiteral("\n") + lastErrors.join(QLatin1Char('\n')).right(longestQuote);
    }
    return failed(text, process.exitStatus() == QProcess::NormalExit ? "ExitStatus" : "Signal");
}

} // namespace verderer
