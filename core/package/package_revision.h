// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace verderer {

/// One file or folder of a skill, by what is in it.
struct PackagedFile {
    QString path; ///< below the skill's folder, with slashes
    bool isFolder = false;
    qint64 size = 0; ///< bytes
    QString hash;    ///< SHA-256 of the bytes, lower-case hex; empty for a folder
};

/// In the order in which they are packed: by the bytes of their paths, whatever the language of the one who packs.
void sortByPath(QList<PackagedFile> &files);

/// The folders of the list that hold nothing of it. What else is a folder follows from the files' paths.
QList<PackagedFile> emptyFolders(const QList<PackagedFile> &files);

/// One SHA-256 for a whole skill: of the paths and bytes of its files and of its empty folders, in any order, and of nothing else. Two skills of one
/// revision hold the same.
QString packageRevision(const QList<PackagedFile> &files);

} // namespace verderer
