// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileInfo>
#include <QProcess>
#include <QString>

#include <csignal>
#include <grp.h>
#include <optional>
#include <unistd.h>

namespace verderer::test {

/// A running `lock_peer`: commands go in, answers come out, one line each. Every wait is for an answer, and bounded.
class PeerProcess {
public:
    static constexpr int patienceMs = 20000;

    /// With `account`, the process gives up its rights and runs as that user and group.
    explicit PeerProcess(const QString &program, std::optional<unsigned> account = std::nullopt)
    {
        if (account) {
            m_process.setChildProcessModifier([id = *account] {
                if (::setgroups(0, nullptr) != 0 || ::setgid(id) != 0 || ::setuid(id) != 0)
                    ::_exit(111);
            });
        }
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(program, QStringList());
        m_started = answer() == u"ready";
    }
    ~PeerProcess()
    {
        m_process.closeWriteChannel();
        if (!m_process.waitForFinished(patienceMs))
            kill();
    }

    [[nodiscard]] bool isStarted() const { return m_started; }
    [[nodiscard]] qint64 pid() const { return m_process.processId(); }

    void send(const QStringList &words)
    {
        m_process.write(words.join(QLatin1Char('\t')).toUtf8() + '\n');
        while (m_process.bytesToWrite() > 0 && m_process.waitForBytesWritten(patienceMs)) {
        }
    }

    /// The next line; empty where none came in time.
    [[nodiscard]] QString answer(int waitMs = patienceMs)
    {
        while (!m_process.canReadLine()) {
            if (!m_process.waitForReadyRead(waitMs))
                return {};
        }
        return QString::fromUtf8(m_process.readLine()).trimmed();
    }

    [[nodiscard]] QString ask(const QStringList &words)
    {
        send(words);
        return answer();
    }

    /// SIGKILL, and waits until it is gone.
    void kill()
    {
        m_process.kill();
        m_process.waitForFinished(patienceMs);
    }

private:
    QProcess m_process;
    bool m_started = false;
};

} // namespace verderer::test
