// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/postgres_server.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <pwd.h>
#include <unistd.h>

namespace verderer::test {

namespace {

QString serverFolder()
{
    const QDir versions(QStringLiteral("/usr/lib/postgresql"));
    const QStringList found = versions.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name | QDir::Reversed);
    for (const QString &version : found) {
        const QString bin = versions.filePath(version + QStringLiteral("/bin"));
        if (QFile::exists(bin + QStringLiteral("/initdb")))
            return bin;
    }
    return {};
}

} // namespace

std::unique_ptr<PostgresServer> PostgresServer::start(QString *error)
{
    std::unique_ptr<PostgresServer> server(new PostgresServer);
    server->m_bin = serverFolder();
    if (server->m_bin.isEmpty()) {
        *error = QStringLiteral("No PostgreSQL server below /usr/lib/postgresql; scripts/install-packages test installs it.");
        return nullptr;
    }
    const QByteArray folder = QFile::encodeName(server->m_folder.path());
    if (geteuid() == 0) {
        const passwd *account = getpwnam("postgres");
        if (!account || chown(folder.constData(), account->pw_uid, account->pw_gid) != 0) {
            *error = QStringLiteral("The account postgres is missing, and the server refuses to run as root.");
            return nullptr;
        }
    }
    const QString data = server->m_folder.filePath(QStringLiteral("data"));
    if (!server->run(QStringLiteral("initdb"),
                     {QStringLiteral("-D"), data, QStringLiteral("-U"), QStringLiteral("verderer"), QStringLiteral("-A"), QStringLiteral("trust"),
                      QStringLiteral("-E"), QStringLiteral("UTF8"), QStringLiteral("--locale=C"), QStringLiteral("--no-sync")},
                     error) ||
        !server->restart()) {
        if (error->isEmpty())
            *error = QStringLiteral("The server did not start; see %1/log.").arg(server->m_folder.path());
        return nullptr;
    }
    return server;
}

PostgresServer::~PostgresServer()
{
    stop();
}

bool PostgresServer::restart()
{
    QString output;
    m_running = run(QStringLiteral("pg_ctl"),
                    {QStringLiteral("-D"), m_folder.filePath(QStringLiteral("data")), QStringLiteral("-l"), m_folder.filePath(QStringLiteral("log")),
                     QStringLiteral("-w"), QStringLiteral("-t"), QStringLiteral("60"), QStringLiteral("-o"),
                     QStringLiteral("-k %1 -c listen_addresses='' -c fsync=off -c max_connections=60").arg(m_folder.path()), QStringLiteral("start")},
                    &output);
    return m_running;
}

bool PostgresServer::stop()
{
    if (!m_running)
        return true;
    QString output;
    m_running = false;
    return run(QStringLiteral("pg_ctl"),
               {QStringLiteral("-D"), m_folder.filePath(QStringLiteral("data")), QStringLiteral("-m"), QStringLiteral("immediate"),
                QStringLiteral("-w"), QStringLiteral("stop")},
               &output);
}

QString PostgresServer::createDatabase(const QString &name)
{
    QString output;
    if (!run(QStringLiteral("createdb"), {QStringLiteral("-h"), m_folder.path(), QStringLiteral("-U"), QStringLiteral("verderer"), name}, &output)) {
        qCritical("createdb: %s", qPrintable(output));
        return {};
    }
    return QStringLiteral("postgresql://verderer@/%1?host=%2").arg(name, m_folder.path());
}

bool PostgresServer::run(const QString &program, const QStringList &arguments, QString *output)
{
    QString executable = m_bin + QLatin1Char('/') + program;
    QStringList words = arguments;
    if (geteuid() == 0) {
        words =
            QStringList{QStringLiteral("--reuid=postgres"), QStringLiteral("--regid=postgres"), QStringLiteral("--clear-groups"), executable} + words;
        executable = QStringLiteral("setpriv");
    }
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setWorkingDirectory(QStringLiteral("/"));
    // The server must not inherit the pipe, or reading it would wait for the server's own end.
    const bool starts = program == QLatin1String("pg_ctl");
    if (starts)
        process.setStandardOutputFile(QProcess::nullDevice());
    process.start(executable, words);
    process.waitForFinished(90'000);
    *output = starts ? QString() : QString::fromUtf8(process.readAll());
    return process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
}

} // namespace verderer::test
