// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/mutation_lock.h"

#include <QProcess>

namespace verderer::test {

/// Another process that holds DeerFlow's sidecar lock until it is let go: util-linux' flock around a shell that waits for its input to end.
class LockHolderProcess {
public:
    explicit LockHolderProcess(const QString &customRoot)
    {
        m_process.start(QStringLiteral("flock"),
                        {mutationSidecarPath(customRoot), QStringLiteral("sh"), QStringLiteral("-c"), QStringLiteral("echo held; cat >/dev/null")});
    }
    ~LockHolderProcess() { release(); }
    bool holds() { return m_process.waitForReadyRead(30'000) && m_process.readAll().contains("held"); }
    void release()
    {
        m_process.closeWriteChannel();
        m_process.waitForFinished(30'000);
    }

private:
    QProcess m_process;
};

} // namespace verderer::test
