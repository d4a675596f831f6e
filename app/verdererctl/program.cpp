// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/program.h"

#include "verdererctl/exit_status.h"
#include "verdererctl/table.h"
#include "workspace/session.h"

#include <QCoreApplication>

#include <exception>
#include <sys/ioctl.h>
#include <unistd.h>

namespace verderer::ctl {

namespace {

Terminal standardOutput(const QProcessEnvironment &environment)
{
    Terminal terminal;
    if (::isatty(STDOUT_FILENO) == 0)
        return terminal;
    struct winsize size = {};
    constexpr int usualWidth = 80;
    terminal.width = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usualWidth;
    terminal.colors = environment.value(QStringLiteral("NO_COLOR")).isEmpty() && environment.value(QStringLiteral("TERM")) != u"dumb";
    return terminal;
}

/// No exception of a library leaves the worker's thread: it would end the program without a word.
Result<Output> runGuarded(Command &command, const Context &context)
{
    try {
        return command.run(context);
    } catch (const std::bad_alloc &) {
        return fail(ErrorCode::Internal, QStringLiteral("There is not enough memory for this."));
    } catch (const std::exception &exception) {
        return fail(ErrorCode::Internal, QStringLiteral("A fault of this program: %1.").arg(QString::fromUtf8(exception.what())));
    }
}

} // namespace

Program::Program(Arguments arguments, QObject *parent) : QObject(parent), m_arguments(std::move(arguments))
{
    const WorkspaceRequest surroundings = requestOfThisProcess();
    m_context = std::make_unique<Context>(m_arguments.options, standardOutput(surroundings.environment),
                                          editorDependencies(QStringLiteral("verdererctl"), surroundings.environment), surroundings, m_cancel.token(),
                                          m_gateway.get_future().share());
    connect(&m_interrupts, &Interrupts::interrupted, this, [this] {
        m_cancel.cancel();
        setGateway({});
    });
    connect(&m_probe, &GatewayProbe::finished, this, &Program::setGateway);
    if (m_arguments.command->asksGateway())
        m_probe.start(GatewayProbe::localUrl(surroundings.environment));
    else
        setGateway({});
}

Program::~Program()
{
    if (m_worker)
        m_worker->wait();
}

void Program::setGateway(const GatewayStatus &status)
{
    if (!m_gatewayKnown)
        m_gateway.set_value(status);
    m_gatewayKnown = true;
}

void Program::start()
{
    m_worker.reset(QThread::create([this] {
        Result<Output> result = runGuarded(*m_arguments.command, *m_context);
        QMetaObject::invokeMethod(
            this, [this, result = std::move(result)] { finish(result); }, Qt::QueuedConnection);
    }));
    m_worker->start();
}

void Program::finish(const Result<Output> &result)
{
    // The work is done: from here on Ctrl-C may end the printing.
    m_interrupts.letGo();
    const bool json = m_arguments.options.json;
    if (!result) {
        (void)writeAll(STDERR_FILENO, json ? errorJson(result.error()) : errorText(result.error()));
        const bool isUsage = result.error().details.kind == u"usage";
        QCoreApplication::exit(isUsage ? UsageFault : exitStatus(result.error().code));
        return;
    }
    int status = result->status;
    const Result<void> written = writeAll(STDOUT_FILENO, result->json.isEmpty() ? result->text : result->json);
    if (!json) {
        for (const QString &note : result->notes)
            (void)writeAll(STDERR_FILENO, (printable(note) + u'\n').toUtf8());
    }
    if (!written) {
        const Error error = untold(*result, written.error());
        (void)writeAll(STDERR_FILENO, json ? errorJson(error, result->recordId) : errorText(error));
        status = exitStatus(written.error().code);
    }
    QCoreApplication::exit(status);
}

} // namespace verderer::ctl
