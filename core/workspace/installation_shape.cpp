// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/installation_shape.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace verderer::shape {

bool isFolder(const QString &path)
{
    return QFileInfo(path).isDir();
}

bool isFile(const QString &path)
{
    return QFileInfo(path).isFile();
}

bool looksLikeHome(const QString &folder)
{
    if (!isFolder(folder))
        return false;
    const QDir dir(folder);
    return dir.dirName() == u".deer-flow" || isFolder(dir.filePath(QStringLiteral("users"))) ||
           isFolder(dir.filePath(QStringLiteral("integrations/skills"))) || isFolder(dir.filePath(QStringLiteral("skills_view"))) ||
           isFile(dir.filePath(QStringLiteral("data/deerflow.db")));
}

bool looksLikeProject(const QString &folder)
{
    if (!isFolder(folder))
        return false;
    const QDir dir(folder);
    return isFile(dir.filePath(QStringLiteral("config.yaml"))) || isFile(dir.filePath(QStringLiteral("extensions_config.json"))) ||
           isFolder(dir.filePath(QStringLiteral("skills/public"))) || isFolder(dir.filePath(QStringLiteral(".deer-flow"))) ||
           isFolder(dir.filePath(QStringLiteral("backend/.deer-flow"))) || isFile(dir.filePath(QStringLiteral("backend/config.yaml"))) ||
           isFolder(dir.filePath(QStringLiteral("backend/packages/harness")));
}

bool looksLikeRepository(const QString &folder)
{
    return looksLikeProject(folder) && isFolder(QDir(folder).filePath(QStringLiteral("backend")));
}

QString canonical(const QString &path)
{
    const QFileInfo info(path);
    const QString resolved = info.canonicalFilePath();
    return resolved.isEmpty() ? QDir::cleanPath(info.absoluteFilePath()) : resolved;
}

QString against(const QString &base, const QString &path)
{
    return QDir::cleanPath(QDir(base).absoluteFilePath(path));
}

Result<void> check(const QString &path, bool wantFile, const QString &what)
{
    ErrorDetails details;
    details.path = path;
    struct stat status = {};
    const QByteArray name = QFile::encodeName(path);
    if (::stat(name.constData(), &status) != 0) {
        if (errno == ENOENT) {
            details.kind = QStringLiteral("not-found");
            return fail(ErrorCode::NotFound, QStringLiteral("%1 %2 does not exist. Check the path.").arg(what, path), details);
        }
        return tl::unexpected(systemError(errno, QStringLiteral("open"), path));
    }
    if (wantFile && !S_ISREG(status.st_mode)) {
        details.kind = QStringLiteral("not-a-file");
        return fail(ErrorCode::Invalid, QStringLiteral("%1 %2 is not a file. Check the path.").arg(what, path), details);
    }
    if (!wantFile && !S_ISDIR(status.st_mode)) {
        details.kind = QStringLiteral("not-a-folder");
        return fail(ErrorCode::Invalid, QStringLiteral("%1 %2 is not a folder. Check the path.").arg(what, path), details);
    }
    if (::access(name.constData(), wantFile ? R_OK : R_OK | X_OK) != 0)
        return tl::unexpected(systemError(errno, QStringLiteral("read"), path));
    return {};
}

} // namespace verderer::shape
