// SPDX-License-Identifier: GPL-3.0-or-later
#include "package/package_revision.h"

#include "base/hash.h"

#include <QByteArray>
#include <QSet>

#include <algorithm>

namespace verderer {

void sortByPath(QList<PackagedFile> &files)
{
    std::sort(files.begin(), files.end(), [](const PackagedFile &a, const PackagedFile &b) { return a.path.toUtf8() < b.path.toUtf8(); });
}

QList<PackagedFile> emptyFolders(const QList<PackagedFile> &files)
{
    QSet<QString> filled;
    for (const PackagedFile &file : files) {
        for (qsizetype slash = file.path.lastIndexOf(u'/'); slash > 0; slash = file.path.lastIndexOf(u'/', slash - 1))
            filled += file.path.left(slash);
    }
    QList<PackagedFile> empty;
    std::copy_if(files.cbegin(), files.cend(), std::back_inserter(empty),
                 [&](const PackagedFile &file) { return file.isFolder && !filled.contains(file.path); });
    return empty;
}

QString packageRevision(const QList<PackagedFile> &files)
{
    QList<PackagedFile> counted = emptyFolders(files);
    std::copy_if(files.cbegin(), files.cend(), std::back_inserter(counted), [](const PackagedFile &file) { return !file.isFolder; });
    sortByPath(counted);
    QByteArray lines;
    for (const PackagedFile &file : std::as_const(counted)) {
        // The length tells where a path ends, which may hold anything but a NUL.
        const QByteArray path = file.path.toUtf8();
        lines += (file.isFolder ? QByteArray("-") : file.hash.toLatin1()) + ' ' + QByteArray::number(path.size()) + ' ' + path + '\n';
    }
    return sha256Hex(lines);
}

} // namespace verderer
