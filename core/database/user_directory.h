// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"

#include <QHash>
#include <QString>

namespace verderer {

/// Where the `users` table is.
struct UserDirectorySource {
    QString sqliteFile;     ///< absolute; empty where the database is a server
    QString postgresUrl;    ///< postgresql://…, with its password
    QString postgresSchema; ///< empty: the server's search_path
};

/// What the `users` table says: id → e-mail address (deerflow-format 7.1).
struct UserDirectory {
    QHash<QString, QString> emails;
    QString note; ///< a sentence where what was read may be old or is missing; empty otherwise
};

/// Reads the `users` table without writing anything, not even the helper files SQLite likes to make: a database in WAL mode that nobody has open is
/// read as unchangeable, others read-only. A missing file is NotFound and is never created. No `users` table: an empty answer with a note.
/// Unavailable where the driver is missing (its Debian package is named) or the server does not answer, Damaged where the file is no database,
/// TimedOut where it stays locked for 5 s. Blocks up to 10 s; any thread, the connection lives only inside the call.
Result<UserDirectory> readUserDirectory(const UserDirectorySource &source, const CancelToken &cancel = {});

/// The URL with its password replaced by `***`; also a password in the query. Any other text comes back unchanged.
QString hiddenPassword(const QString &url);

} // namespace verderer
