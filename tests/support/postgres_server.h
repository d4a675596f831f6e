// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QString>
#include <QTemporaryDir>

#include <memory>

namespace verderer::test {

/// A PostgreSQL server of the test's own: a fresh cluster in a temporary folder, reached through a socket in it, gone with this object. The server
/// refuses to run as root, so a test that runs as root starts it as the account `postgres`. A machine without the package is an error, not a skip:
/// scripts/packages.txt names it.
class PostgresServer {
public:
    /// Starts; `error` says why it could not.
    static std::unique_ptr<PostgresServer> start(QString *error);
    ~PostgresServer();

    /// `postgresql:///NAME?host=…` of a new, empty database.
    QString createDatabase(const QString &name);
    bool stop(); ///< at once, as a crash would
    bool restart();

private:
    PostgresServer() = default;
    bool run(const QString &program, const QStringList &arguments, QString *output);
    QTemporaryDir m_folder;
    QString m_bin;
    bool m_running = false;
};

} // namespace verderer::test
