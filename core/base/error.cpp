// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"

#include <cerrno>
#include <cstring>

namespace verderer {

QString errorCodeName(ErrorCode code)
{
    switch (code) {
    case ErrorCode::NotFound:
        return QStringLiteral("NotFound");
    case ErrorCode::AlreadyExists:
        return QStringLiteral("AlreadyExists");
    case ErrorCode::Conflict:
        return QStringLiteral("Conflict");
    case ErrorCode::Invalid:
        return QStringLiteral("Invalid");
    case ErrorCode::Blocked:
        return QStringLiteral("Blocked");
    case ErrorCode::Locked:
        return QStringLiteral("Locked");
    case ErrorCode::TimedOut:
        return QStringLiteral("TimedOut");
    case ErrorCode::Cancelled:
        return QStringLiteral("Cancelled");
    case ErrorCode::ReadOnly:
        return QStringLiteral("ReadOnly");
    case ErrorCode::Damaged:
        return QStringLiteral("Damaged");
    case ErrorCode::Unavailable:
        return QStringLiteral("Unavailable");
    case ErrorCode::Internal:
        break;
    }
    return QStringLiteral("Internal");
}

Error systemError(int errnoValue, const QString &doing, const QString &path)
{
    const auto sentence = [&](const QString &why) { return QStringLiteral("Cannot %1 %2: %3").arg(doing, path, why); };
    ErrorDetails details;
    details.path = path;
    const auto make = [&](ErrorCode code, const QString &kind, const QString &why) {
        details.kind = kind;
        return Error{code, sentence(why), details};
    };
    switch (errnoValue) {
    case EACCES:
    case EPERM:
        return make(ErrorCode::ReadOnly, QStringLiteral("not-permitted"),
                    QStringLiteral("this account is not permitted to. Run as the owner of the files, or ask for access."));
    case EROFS:
        return make(ErrorCode::ReadOnly, QStringLiteral("read-only"),
                    QStringLiteral("the file system is mounted read-only. Mount it writable, or work on a copy."));
    case EBUSY:
        return make(ErrorCode::ReadOnly, QStringLiteral("mount-point"),
                    QStringLiteral("it is mounted here on its own, so that nothing can take its place. Change it where it is mounted from."));
    case ENOSPC:
    case EDQUOT:
        return make(ErrorCode::ReadOnly, QStringLiteral("disk-full"),
                    QStringLiteral("there is no room left on the disk. Free some space and try again."));
    case ENOENT:
        return make(ErrorCode::NotFound, QStringLiteral("not-found"), QStringLiteral("it does not exist. Check the path."));
    case EEXIST:
    case ENOTEMPTY:
        return make(ErrorCode::AlreadyExists, QStringLiteral("exists"), QStringLiteral("something of that name is there already."));
    case EISDIR:
        return make(ErrorCode::Invalid, QStringLiteral("is-a-folder"), QStringLiteral("it is a folder where a file is expected. Move it away."));
    case ENOTDIR:
        return make(ErrorCode::Invalid, QStringLiteral("not-a-folder"), QStringLiteral("a part of the path is a file where a folder is expected."));
    case ELOOP:
        return make(ErrorCode::Invalid, QStringLiteral("link-loop"), QStringLiteral("its symbolic links lead in a circle. Remove the looping link."));
    case ENAMETOOLONG:
        return make(ErrorCode::Invalid, QStringLiteral("name-too-long"), QStringLiteral("the name is too long."));
    case EIO:
        return make(ErrorCode::Damaged, QStringLiteral("io-error"), QStringLiteral("the device reports an input/output error. Check the disk."));
    default:
        return make(ErrorCode::Internal, QStringLiteral("system"),
                    QStringLiteral("%1 (error %2).").arg(QString::fromLocal8Bit(std::strerror(errnoValue))).arg(errnoValue));
    }
}

} // namespace verderer
