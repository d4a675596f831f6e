// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/worker_process.h"

#include "base/json.h"

#include <QElapsedTimer>

#include <csignal>

namespace verderer::test {

WorkerProcess::WorkerProcess(const QString &program, const TestHome &home, const QString &user, const QStringList &arguments)
{
    QStringList all = {QStringLiteral("--root"), home.path(), QStringLiteral("--user"), user};
    all += arguments;
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(program, all);
    if (!m_process.waitForStarted())
        qFatal("cannot start %s", qPrintable(program));
}

WorkerProcess::~WorkerProcess()
{
    if (m_process.state() != QProcess::NotRunning)
        kill();
}

std::optional<WorkerEvent> WorkerProcess::waitFor(const QString &name, int milliseconds)
{
    QElapsedTimer timer;
    timer.start();
    for (;;) {
        m_buffer += m_process.readAllStandardOutput();
        qsizetype newline = 0;
        while ((newline = m_buffer.indexOf('\n')) >= 0) {
            const QByteArray line = m_buffer.left(newline);
            m_buffer.remove(0, newline + 1);
            m_log += QString::fromUtf8(line) + u'\n';
            const auto json = parseJson(line);
            if (!json || !json->is_object())
                continue;
            WorkerEvent event;
            for (const auto &[key, value] : json->items())
                event.details.insert(QString::fromStdString(key), toQString(value));
            event.name = event.details.take(QStringLiteral("event"));
            if (event.name == name)
                return event;
        }
        const auto left = milliseconds - timer.elapsed();
        if (left <= 0)
            return std::nullopt;
        if (!m_process.waitForReadyRead(static_cast<int>(left)) && m_process.state() == QProcess::NotRunning && m_process.bytesAvailable() == 0)
            return std::nullopt;
    }
}

void WorkerProcess::go()
{
    m_process.write("go\n");
    m_process.waitForBytesWritten();
}

void WorkerProcess::kill()
{
    m_process.kill();
    m_process.waitForFinished();
}

void WorkerProcess::freeze()
{
    ::kill(static_cast<pid_t>(m_process.processId()), SIGSTOP);
}

bool WorkerProcess::finished(int milliseconds)
{
    if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(milliseconds))
        return false;
    return m_process.exitStatus() == QProcess::NormalExit && m_process.exitCode() == 0;
}

bool WorkerProcess::wasKilled() const
{
    return m_process.state() == QProcess::NotRunning && m_process.exitStatus() == QProcess::CrashExit;
}

} // namespace verderer::test
