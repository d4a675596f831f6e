// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QMap>
#include <QString>

namespace verderer {

enum class DatabaseKind { Sqlite, Postgres };

/// Which database, and how to reach it. A value; nothing is opened by making one.
struct DatabaseUrl {
    DatabaseKind kind = DatabaseKind::Sqlite;
    QString path; ///< SQLite: absolute path of the file
    QString host; ///< PostgreSQL: name, address, or the folder of a socket
    int port = 5432;
    QString database;
    QString user;
    QString password;
    QMap<QString, QString> parameters; ///< sslmode, sslrootcert, connect_timeout, application_name …; as libpq knows them
    QString schema;                    ///< postgres_schema; empty: the server's search_path

    /// `sqlite:///PATH`, `postgresql://…`, `postgres://…`, `postgresql+asyncpg://…` (deerflow-format 0). Invalid with a sentence otherwise.
    static Result<DatabaseUrl> parse(const QString &url);
    /// For people: the password is never in it.
    [[nodiscard]] QString display() const;
};

} // namespace verderer
