// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/resolver.h"

#include "database/user_directory.h"
#include "workspace/installation_shape.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QUrl>

namespace verderer {

namespace {
constexpr QStringView defaultSqliteDir = u".deer-flow/data"; // deerflow-format 0
constexpr QStringView databaseName = u"deerflow.db";
} // namespace

std::optional<QString> sqliteFileOfUrl(const QString &url, const QString &workingDirectory)
{
    static const QRegularExpression form(QStringLiteral("^sqlite(?:\\+\\w+)?:///(.+)$"));
    const QRegularExpressionMatch match = form.match(url);
    if (!match.hasMatch())
        return std::nullopt;
    const QString path = QUrl::fromPercentEncoding(match.captured(1).toUtf8());
    if (path.startsWith(u'/'))
        return QDir::cleanPath(path);
    const QString relative = shape::against(workingDirectory, path);
    const QString fromRoot = QDir::cleanPath(u'/' + path);
    return !QFileInfo::exists(relative) && QFileInfo::exists(fromRoot) ? fromRoot : relative;
}

bool isPostgresUrl(const QString &url)
{
    static const QRegularExpression form(QStringLiteral("^postgres(?:ql)?(?:\\+\\w+)?://."));
    return form.match(url).hasMatch();
}

Result<void> Resolver::takeDatabaseUrl(const QString &url, const QString &rule)
{
    if (const std::optional<QString> file = sqliteFileOfUrl(url, m_request.workingDirectory)) {
        m_workspace.databaseBackend = QStringLiteral("sqlite");
        m_workspace.databaseUrl = QStringLiteral("sqlite:///") + *file;
        m_workspace.database = {*file, rule, shape::isFile(*file), QString()};
        return {};
    }
    if (isPostgresUrl(url)) {
        static const QRegularExpression scheme(QStringLiteral("^postgres(?:ql)?(?:\\+\\w+)?://"));
        m_workspace.databaseBackend = QStringLiteral("postgres");
        m_workspace.databaseUrl = url;
        m_workspace.databaseUrl.replace(scheme, QStringLiteral("postgresql://"));
        m_workspace.database = {QString(), rule, false, QString()};
        return {};
    }
    ErrorDetails details;
    details.kind = QStringLiteral("database-url");
    return fail(
        ErrorCode::Invalid,
        QStringLiteral("%1 is no database URL. It is sqlite:///PATH or postgresql://user:password@host:port/database.").arg(hiddenPassword(url)),
        details);
}

Result<void> Resolver::findDatabase()
{
    m_workspace.runEventsBackend = QStringLiteral("memory");
    if (m_config && m_config->runEventsBackend && m_config->runEventsBackend->set && !m_config->runEventsBackend->text.isEmpty())
        m_workspace.runEventsBackend = m_config->runEventsBackend->text;
    if (m_config && m_config->postgresSchema && m_config->postgresSchema->set)
        m_workspace.postgresSchema = m_config->postgresSchema->text;

    if (!m_request.database.isEmpty()) {
        if (Result<void> taken = takeDatabaseUrl(m_request.database, QStringLiteral("given with --database")); !taken)
            return taken;
        if (m_workspace.databaseBackend == u"sqlite")
            return shape::check(m_workspace.database.path, true, QStringLiteral("The database"));
        return {};
    }

    const auto unset = [this](const ConfigText &text, const QString &key) {
        m_workspace.database.problem = QStringLiteral("%1 at line %2: %3 names the environment variable %4, which is not set here. Set it, or give "
                                                      "--database.")
                                           .arg(m_workspace.config.path)
                                           .arg(text.line)
                                           .arg(key, text.variable);
    };
    m_workspace.databaseBackend = QStringLiteral("sqlite");
    m_workspace.database.rule = m_config ? QStringLiteral("sqlite, which DeerFlow takes when config.yaml names no backend")
                                         : QStringLiteral("sqlite, assumed without a config.yaml");
    if (m_config && m_config->databaseBackend) {
        const ConfigText &backend = *m_config->databaseBackend;
        if (!backend.set) {
            m_workspace.databaseBackend.clear();
            unset(backend, QStringLiteral("database.backend"));
            return {};
        }
        m_workspace.databaseBackend = backend.text;
        m_workspace.database.rule = QStringLiteral("config.yaml database.backend");
    }
    if (m_workspace.databaseBackend == u"memory")
        return {};
    if (m_workspace.databaseBackend == u"postgres") {
        if (!m_config || !m_config->postgresUrl || (m_config->postgresUrl->set && m_config->postgresUrl->text.isEmpty())) {
            m_workspace.database.problem =
                QStringLiteral("%1 asks for PostgreSQL but has no database.postgres_url. Add it, or give --database.").arg(m_workspace.config.path);
            return {};
        }
        if (!m_config->postgresUrl->set) {
            unset(*m_config->postgresUrl, QStringLiteral("database.postgres_url"));
            return {};
        }
        const QString rule = m_config->postgresUrl->variable.isEmpty()
                                 ? QStringLiteral("config.yaml database.postgres_url")
                                 : QString(QStringLiteral("config.yaml database.postgres_url, environment ") + m_config->postgresUrl->variable);
        if (const Result<void> taken = takeDatabaseUrl(m_config->postgresUrl->text, rule); !taken)
            m_workspace.database.problem = taken.error().message;
        else if (const QString password = QUrl(m_workspace.databaseUrl).password(QUrl::FullyDecoded); !password.isEmpty())
            m_workspace.secrets.append(password);
        return {};
    }
    if (m_workspace.databaseBackend != u"sqlite") {
        m_workspace.database.problem = QStringLiteral("%1 at line %2: database.backend is \"%3\"; DeerFlow knows memory, sqlite and postgres.")
                                           .arg(m_workspace.config.path)
                                           .arg(m_config->databaseBackend->line)
                                           .arg(m_workspace.databaseBackend);
        return {};
    }
    if (m_config && m_config->sqliteDir && !m_config->sqliteDir->set) {
        unset(*m_config->sqliteDir, QStringLiteral("database.sqlite_dir"));
        return {};
    }
    findSqliteFile();
    return {};
}

/// DeerFlow takes a relative `sqlite_dir` from the working folder of its process, which nothing on disk tells. The folders it is usually started from
/// are looked at in order, and the first one that has the file counts.
void Resolver::findSqliteFile()
{
    const QString dir =
        m_config && m_config->sqliteDir && !m_config->sqliteDir->text.isEmpty() ? m_config->sqliteDir->text : defaultSqliteDir.toString();
    const auto file = [&](const QString &base) { return QString(shape::against(base, dir) + u'/' + databaseName); };

    QList<Candidate> candidates;
    if (QDir::isAbsolutePath(dir)) {
        candidates.append({dir + u'/' + databaseName, QStringLiteral("config.yaml database.sqlite_dir, absolute")});
    } else {
        const bool nothingPointedAt = m_givenHome.isEmpty() && m_givenProject.isEmpty() && m_givenConfig.isEmpty();
        if (nothingPointedAt)
            candidates.append({file(m_request.workingDirectory), QStringLiteral("database.sqlite_dir against the working folder")});
        if (!m_repository.isEmpty())
            candidates.append({file(m_repository + QStringLiteral("/backend")),
                               QStringLiteral("database.sqlite_dir against <repo>/backend, where the stock script starts the Gateway")});
        if (m_workspace.config.exists)
            candidates.append(
                {file(QFileInfo(m_workspace.config.path).path()), QStringLiteral("database.sqlite_dir against the folder of config.yaml")});
        candidates.append({file(m_workspace.projectRoot.path), QStringLiteral("database.sqlite_dir against the project root")});
        if (dir == defaultSqliteDir || !m_workspace.config.exists)
            candidates.append({m_workspace.home.path + QStringLiteral("/data/") + databaseName, QStringLiteral("<home>/data, where it usually is")});
    }
    QList<Candidate> found;
    for (const Candidate &candidate : std::as_const(candidates)) {
        if (shape::isFile(candidate.path) && std::none_of(found.cbegin(), found.cend(), [&](const Candidate &other) {
                return shape::canonical(other.path) == shape::canonical(candidate.path);
            }))
            found.append(candidate);
    }
    const Candidate &chosen = found.isEmpty() ? candidates.first() : found.first();
    m_workspace.database = {QDir::cleanPath(chosen.path), chosen.rule, !found.isEmpty(), QString()};
    if (found.isEmpty()) {
        QStringList tried;
        for (const Candidate &candidate : std::as_const(candidates))
            tried.append(QDir::cleanPath(candidate.path));
        tried.removeDuplicates();
        m_workspace.database.problem = QStringLiteral("There is no database file yet. Looked at: %1. Name it with --database if it is elsewhere.")
                                           .arg(tried.join(QStringLiteral(", ")));
    } else {
        m_workspace.databaseUrl = QStringLiteral("sqlite:///") + m_workspace.database.path;
        for (qsizetype i = 1; i < found.size(); ++i) {
            m_workspace.warnings.append(
                QStringLiteral(
                    "There is another database at %1. Which one DeerFlow uses depends on the folder it is started from; %2 is used here. Choose with "
                    "--database.")
                    .arg(found.at(i).path, m_workspace.database.path));
        }
    }
}

} // namespace verderer
