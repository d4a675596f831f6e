// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "base/posix_file.h"
#include "package/package_revision.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

namespace verderer {

/// A skill's folder on disk, held open: whatever becomes of its name meanwhile, one and the same folder is read, and no link is followed on any way
/// below it, not even one that takes a folder's place at the last moment. For one thread.
class PackageFolder {
public:
    /// NotFound; Invalid where it is no folder.
    static Result<PackageFolder> open(const QString &path);

    /// What a package of it holds; `leftOut` are sentences. Invalid (kind "package-too-large") beyond DeerFlow's limits.
    struct Listing {
        QList<PackagedFile> files; ///< sorted, SKILL.md too, without hashes
        QStringList leftOut;
    };
    [[nodiscard]] Result<Listing> list(const CancelToken &cancel) const;

    /// Opens a file for reading. Invalid (kind "link-outside") where anything on the way is a link by now, NotFound.
    [[nodiscard]] Result<posix::UniqueFd> openFile(const QString &relative) const;

    /// Reads a file in pieces and gives its size and hash; `take` gets each piece, and its failure ends the reading.
    Result<PackagedFile> readFile(const QString &relative, const std::function<Result<void>(const QByteArray &piece)> &take) const;

private:
    PackageFolder(posix::UniqueFd fd, QString path) : m_fd(std::move(fd)), m_path(std::move(path)) {}

    posix::UniqueFd m_fd;
    QString m_path;
};

/// The revision of a folder as it is; nothing where a package of it would not hold all of it.
Result<std::optional<QString>> revisionOf(const QString &folder, const CancelToken &cancel);

} // namespace verderer
