// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <tl/expected.hpp>

namespace verderer {

/// What kind of failure it was. The command line maps each to an exit status, the window to a translated headline.
enum class ErrorCode {
    NotFound,      ///< the named thing does not exist
    AlreadyExists, ///< something of that name is there already
    Conflict,      ///< somebody else changed it meanwhile
    Invalid,       ///< the input does not hold what it must
    Blocked,       ///< the content scanner refuses it
    Locked,        ///< somebody else holds the lock and the deadline passed
    TimedOut,      ///< the deadline passed while waiting for anything else
    Cancelled,     ///< the caller gave up
    ReadOnly,      ///< not writable: permissions, read-only file system, full disk
    Damaged,       ///< data on disk or in the database is broken
    Unavailable,   ///< database, network or a needed driver is not there
    Internal,      ///< a fault of this program
};

/// Where and why, for those who want to know more than the sentence. Empty or zero where it does not apply.
struct ErrorDetails {
    QString path;        ///< the file or folder it is about
    int line = 0;        ///< 1-based
    int column = 0;      ///< 1-based, in code points
    QString kind;        ///< the problem's kind in the project's own words ("yaml-error", "disk-full", …)
    QString holder;      ///< who holds the lock ("verdererctl, process 4711 on host a")
    QString sqlState;    ///< SQLSTATE or SQLite's result code
    QByteArray present;  ///< on Conflict: the text that is there now
    QString presentHash; ///< on Conflict: its SHA-256, lower-case hex
};

/// A failure: a code, one sentence for people that says what is wrong and what to do, and details.
struct Error {
    ErrorCode code = ErrorCode::Internal;
    QString message;
    ErrorDetails details;
};

template<typename T> using Result = tl::expected<T, Error>;

/// Shorthand for `return fail(ErrorCode::NotFound, u"…"_qs, …)`.
inline tl::unexpected<Error> fail(ErrorCode code, QString message, ErrorDetails details = {})
{
    return tl::unexpected<Error>(Error{code, std::move(message), std::move(details)});
}

/// The code's name as it stands in JSON ("NotFound").
QString errorCodeName(ErrorCode code);

/// The failure of a system call on `path`: maps errno (EACCES, EPERM, EROFS, EBUSY, ENOSPC and EDQUOT → ReadOnly, ENOENT → NotFound,
/// EEXIST → AlreadyExists, EISDIR, ENOTDIR, ELOOP, ENAMETOOLONG → Invalid, EIO → Damaged, else Internal) and says in one sentence
/// what was tried, where, and what to do. `doing` completes "Cannot …", for instance "write".
Error systemError(int errnoValue, const QString &doing, const QString &path);

} // namespace verderer
