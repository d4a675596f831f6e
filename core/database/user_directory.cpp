// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/user_directory.h"

#include <QFile>
#include <QFileInfo>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QUrl>
#include <QUrlQuery>
#include <QUuid>

#include <optional>

namespace verderer {

namespace {

/// A connection with a name of its own, removed when the last copy of its handle is gone; QSqlDatabase warns when it is the other way round.
class Connection {
public:
    explicit Connection(const QString &driver) : m_name(QUuid::createUuid().toString()), m_database(QSqlDatabase::addDatabase(driver, m_name)) {}
    ~Connection()
    {
        m_database = QSqlDatabase();
        QSqlDatabase::removeDatabase(m_name);
    }
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    QSqlDatabase &database() { return m_database; }

private:
    QString m_name;
    QSqlDatabase m_database;
};

QString driverText(const QSqlError &error)
{
    const QString text = error.databaseText().isEmpty() ? error.driverText() : error.databaseText();
    return text.section(u'\n', 0, 0).trimmed();
}

/// SQLite's result codes, as far as they mean something different to the person in front of it.
Error sqliteError(const QSqlError &error, const QString &path)
{
    ErrorDetails details;
    details.path = path;
    details.sqlState = error.nativeErrorCode();
    const int code = error.nativeErrorCode().toInt() & 0xff;
    if (code == 5 || code == 6) {
        return {ErrorCode::TimedOut, QStringLiteral("The database %1 stayed locked by another program. Try again later.").arg(path), details};
    }
    if (code == 11 || code == 26) {
        return {ErrorCode::Damaged, QStringLiteral("%1 is not an SQLite database, or it is damaged. Check the path, or restore a copy.").arg(path),
                details};
    }
    return {ErrorCode::Unavailable, QStringLiteral("Cannot read the database %1: %2").arg(path, driverText(error)), details};
}

Error missingDriver(const QString &driver, const QString &package)
{
    return {
        ErrorCode::Unavailable, QStringLiteral("Qt's database driver %1 is not installed. Install the Debian package %2.").arg(driver, package), {}};
}

Result<UserDirectory> readRows(QSqlDatabase &database, const QString &table, const CancelToken &cancel, QSqlError *error)
{
    UserDirectory directory;
    QSqlQuery query(database);
    query.setForwardOnly(true);
    if (!query.exec(QStringLiteral("SELECT id, email FROM %1").arg(table))) {
        *error = query.lastError();
        return directory;
    }
    while (query.next()) {
        if (cancel.isCancelled())
            return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled while reading the users."));
        directory.emails.insert(query.value(0).toString(), query.value(1).toString());
    }
    // A step that fails in the middle ends the loop exactly like the end of the rows does.
    if (query.lastError().isValid())
        *error = query.lastError();
    return directory;
}

/// Bytes 18 and 19 of the file's header are 2 in WAL mode (SQLite's file format).
Result<bool> isWriteAheadLogged(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        ErrorDetails details;
        details.path = path;
        return fail(ErrorCode::Unavailable, QStringLiteral("Cannot open the database %1: %2.").arg(path, file.errorString()), details);
    }
    const QByteArray header = file.read(20);
    return header.size() == 20 && header.at(18) == 2;
}

Result<UserDirectory> readSqlite(const QString &path, const CancelToken &cancel)
{
    ErrorDetails details;
    details.path = path;
    const QFileInfo info(path);
    if (!info.exists())
        return fail(ErrorCode::NotFound,
                    QStringLiteral("There is no database at %1. Check database.sqlite_dir, or name it with --database.").arg(path), details);
    if (!info.isFile())
        return fail(ErrorCode::Invalid, QStringLiteral("%1 is not a file, so it is no SQLite database. Check the path.").arg(path), details);
    if (!QSqlDatabase::isDriverAvailable(QStringLiteral("QSQLITE")))
        return tl::unexpected(missingDriver(QStringLiteral("QSQLITE"), QStringLiteral("libqt6sql6-sqlite")));
    const Result<bool> logged = isWriteAheadLogged(path);
    if (!logged)
        return tl::unexpected(logged.error());

    // Even a read-only connection makes the -wal and -shm files of a WAL database, as its own user, and a Gateway may then not be able to open them.
    // Without a -wal file nobody has the database open and nothing is waiting in a log: what the file holds is all there is.
    const QFileInfo log(path + QStringLiteral("-wal"));
    const bool atRest = *logged && !log.exists();
    const auto attempt = [&](bool unchangeable, QSqlError *error) -> Result<UserDirectory> {
        Connection connection(QStringLiteral("QSQLITE"));
        QSqlDatabase &database = connection.database();
        if (unchangeable) {
            QUrl url = QUrl::fromLocalFile(path);
            url.setQuery(QStringLiteral("immutable=1"));
            database.setDatabaseName(QString::fromLatin1(url.toEncoded()));
            database.setConnectOptions(QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_OPEN_URI;QSQLITE_BUSY_TIMEOUT=5000"));
        } else {
            database.setDatabaseName(path);
            database.setConnectOptions(QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_BUSY_TIMEOUT=5000"));
        }
        if (!database.open()) {
            *error = database.lastError();
            return UserDirectory{};
        }
        if (!database.tables().contains(QStringLiteral("users"))) {
            // Also what a file that is no database looks like here: asking it something tells the two apart.
            QSqlQuery probe(database);
            if (!probe.exec(QStringLiteral("SELECT count(*) FROM sqlite_master"))) {
                *error = probe.lastError();
                return UserDirectory{};
            }
            UserDirectory empty;
            empty.note = QStringLiteral("The database %1 has no users table, so e-mail addresses are not known.").arg(path);
            return empty;
        }
        return readRows(database, QStringLiteral("users"), cancel, error);
    };

    QSqlError error;
    Result<UserDirectory> directory = attempt(atRest, &error);
    const int code = error.nativeErrorCode().toInt() & 0xff;
    if (error.isValid() && !atRest && *logged && (code == 14 || code == 8)) {
        // A folder that may not be written: the log cannot be read together with the file.
        error = QSqlError();
        directory = attempt(true, &error);
        if (directory && !error.isValid()) {
            directory->note =
                QStringLiteral("The folder of %1 may not be written by this account, so the users were read as of the database's last checkpoint.")
                    .arg(path);
        }
    }
    if (error.isValid())
        return tl::unexpected(sqliteError(error, path));
    return directory;
}

Result<UserDirectory> readPostgres(const UserDirectorySource &source, const CancelToken &cancel)
{
    if (!QSqlDatabase::isDriverAvailable(QStringLiteral("QPSQL")))
        return tl::unexpected(missingDriver(QStringLiteral("QPSQL"), QStringLiteral("libqt6sql6-psql")));
    const QUrl url(source.postgresUrl);
    const QString shown = hiddenPassword(source.postgresUrl);
    if (!url.isValid() || url.path().size() < 2)
        return fail(ErrorCode::Invalid,
                    QStringLiteral("%1 is no PostgreSQL URL. It has the form postgresql://user:password@host:port/database.").arg(shown));

    Connection connection(QStringLiteral("QPSQL"));
    QSqlDatabase &database = connection.database();
    QStringList options{QStringLiteral("connect_timeout=5")};
    QString host = url.host(QUrl::FullyDecoded);
    const auto items = QUrlQuery(url).queryItems(QUrl::FullyDecoded);
    for (const auto &[key, value] : items) {
        if (key == u"host")
            host = value; // a folder with the server's socket
        else if (key == u"sslmode" || key == u"ssl")
            options.append(QStringLiteral("sslmode=") + value);
    }
    database.setHostName(host);
    if (url.port() > 0)
        database.setPort(url.port());
    database.setDatabaseName(url.path(QUrl::FullyDecoded).mid(1));
    database.setUserName(url.userName(QUrl::FullyDecoded));
    database.setPassword(url.password(QUrl::FullyDecoded));
    database.setConnectOptions(options.join(u';'));

    const auto unavailable = [&](const QSqlError &error) {
        ErrorDetails details;
        details.sqlState = error.nativeErrorCode();
        // The server's text may repeat what it was given; the password is taken out of whatever it says.
        QString why = driverText(error);
        if (const QString password = url.password(QUrl::FullyDecoded); !password.isEmpty())
            why.replace(password, QStringLiteral("***"));
        return tl::unexpected(Error{ErrorCode::Unavailable, QStringLiteral("Cannot read the users from %1: %2").arg(shown, why), details});
    };
    if (!database.open())
        return unavailable(database.lastError());
    QSqlQuery setup(database);
    if (!setup.exec(QStringLiteral("SET default_transaction_read_only = on")) || !setup.exec(QStringLiteral("SET statement_timeout = 5000")))
        return unavailable(setup.lastError());
    setup.clear();

    QString table = QStringLiteral("users");
    if (!source.postgresSchema.isEmpty()) {
        QString schema = source.postgresSchema;
        schema.replace(u'"', QStringLiteral("\"\""));
        table = QStringLiteral("\"%1\".users").arg(schema);
    }
    QSqlError error;
    Result<UserDirectory> directory = readRows(database, table, cancel, &error);
    if (error.isValid() && error.nativeErrorCode() == u"42P01") {
        UserDirectory empty;
        empty.note = QStringLiteral("The database %1 has no users table, so e-mail addresses are not known.").arg(shown);
        return empty;
    }
    if (error.isValid())
        return unavailable(error);
    return directory;
}

} // namespace

Result<UserDirectory> readUserDirectory(const UserDirectorySource &source, const CancelToken &cancel)
{
    if (cancel.isCancelled())
        return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled before reading the users."));
    if (!source.sqliteFile.isEmpty())
        return readSqlite(source.sqliteFile, cancel);
    if (!source.postgresUrl.isEmpty())
        return readPostgres(source, cancel);
    return UserDirectory{};
}

QString hiddenPassword(const QString &url)
{
    const qsizetype scheme = url.indexOf(QStringLiteral("://"));
    if (scheme < 0)
        return url;
    QString shown = url;
    // By hand and from the last '@' of the authority: a password that nobody encoded would make QUrl give up, and then show all of it.
    qsizetype authorityEnd = shown.indexOf(u'/', scheme + 3);
    const qsizetype lastAt = shown.lastIndexOf(u'@');
    if (lastAt > authorityEnd && lastAt >= 0 && shown.indexOf(u':', scheme + 3) < authorityEnd && shown.indexOf(u'@', scheme + 3) == lastAt)
        authorityEnd = shown.size(); // a slash inside an unencoded password
    if (authorityEnd < 0)
        authorityEnd = shown.size();
    const qsizetype at = shown.lastIndexOf(u'@', authorityEnd - 1);
    if (at > scheme) {
        const qsizetype colon = shown.indexOf(u':', scheme + 3);
        if (colon >= 0 && colon < at)
            shown.replace(colon + 1, at - colon - 1, QStringLiteral("***"));
    }
    const qsizetype query = shown.indexOf(u'?');
    qsizetype key = query < 0 ? -1 : shown.indexOf(QStringLiteral("password="), query, Qt::CaseInsensitive);
    if (key >= 0) {
        key += 9;
        qsizetype end = shown.indexOf(u'&', key);
        if (end < 0)
            end = shown.size();
        shown.replace(key, end - key, QStringLiteral("***"));
    }
    return shown;
}

} // namespace verderer
