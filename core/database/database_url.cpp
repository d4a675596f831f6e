// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/database_url.h"

#include <QDir>
#include <QUrl>
#include <QUrlQuery>

namespace verderer {

Result<DatabaseUrl> DatabaseUrl::parse(const QString &url)
{
    DatabaseUrl result;
    const QString text = url.trimmed();
    const auto invalid = [&](const QString &why) {
        ErrorDetails details;
        details.kind = QStringLiteral("database-url");
        // The text itself may hold a password: it is not repeated.
        return fail(ErrorCode::Invalid,
                    QStringLiteral("Not a database address: %1. Write sqlite:///PATH or postgresql://user@host:port/database.").arg(why), details);
    };
    const qsizetype colon = text.indexOf(QLatin1String("://"));
    if (colon < 0)
        return invalid(QStringLiteral("there is no :// in it"));
    const QString scheme = text.left(colon).toLower();
    if (scheme == QLatin1String("sqlite") || scheme == QLatin1String("sqlite+aiosqlite")) {
        const QString rest = text.mid(colon + 3);
        if (!rest.startsWith(QLatin1Char('/')))
            return invalid(QStringLiteral("sqlite:// needs three slashes before the path"));
        QString path = QUrl::fromPercentEncoding(rest.mid(1).section(QLatin1Char('?'), 0, 0).toUtf8());
        if (path.isEmpty())
            return invalid(QStringLiteral("it names no file"));
        if (!path.startsWith(QLatin1Char('/')))
            path.prepend(QLatin1Char('/')); // sqlite:///abs and sqlite:////abs mean the same here: paths are absolute
        result.kind = DatabaseKind::Sqlite;
        result.path = QDir::cleanPath(path);
        return result;
    }
    if (scheme != QLatin1String("postgresql") && scheme != QLatin1String("postgres") && scheme != QLatin1String("postgresql+asyncpg"))
        return invalid(QStringLiteral("the scheme \"%1\" is unknown").arg(scheme));

    const QUrl parsed(QStringLiteral("postgresql") + text.mid(colon), QUrl::TolerantMode);
    if (!parsed.isValid())
        return invalid(QStringLiteral("host, port or escapes are malformed"));
    result.kind = DatabaseKind::Postgres;
    result.host = parsed.host(QUrl::FullyDecoded);
    result.port = parsed.port(5432);
    result.database = parsed.path(QUrl::FullyDecoded).mid(1);
    result.user = parsed.userName(QUrl::FullyDecoded);
    result.password = parsed.password(QUrl::FullyDecoded);
    const QUrlQuery query(parsed);
    const auto items = query.queryItems(QUrl::FullyDecoded);
    for (const auto &[key, value] : items) {
        if (key == QLatin1String("host")) // how a socket's folder is written
            result.host = value;
        else if (key == QLatin1String("port"))
            result.port = value.toInt();
        else if (key == QLatin1String("ssl")) // asyncpg's name of it
            result.parameters.insert(QStringLiteral("sslmode"), value == QLatin1String("true") ? QStringLiteral("require") : value);
        else
            result.parameters.insert(key, value);
    }
    if (result.database.isEmpty())
        return invalid(QStringLiteral("it names no database"));
    return result;
}

QString DatabaseUrl::display() const
{
    if (kind == DatabaseKind::Sqlite)
        return QStringLiteral("sqlite://") + path;
    QUrl url;
    url.setScheme(QStringLiteral("postgresql"));
    url.setUserName(user);
    if (!host.startsWith(QLatin1Char('/')))
        url.setHost(host);
    if (port != 5432)
        url.setPort(port);
    url.setPath(QLatin1Char('/') + database);
    QString text = url.toString();
    if (host.startsWith(QLatin1Char('/')))
        text += QStringLiteral("?host=") + host;
    return text;
}

} // namespace verderer
