// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/trash.h"

#include "base/file_attributes.h"
#include "base/hash.h"

namespace verderer {

Result<QString> keepBytes(Storage &storage, const MutationTarget &target, const QByteArray &bytes)
{
    const QString folder = QStringLiteral(".trash/bytes/") + target.directory;
    const QString name = sha256Hex(bytes).first(16) + u'-' + target.filePath.section(u'/', -1);
    const QString relative = QString(folder + u'/' + name);
    const QString path = QString(target.customRoot + u'/' + relative);

    const auto stamp = storage.stamp(path);
    if (!stamp)
        return tl::unexpected(stamp.error());
    if (stamp->exists)
        return relative;
    const QString absoluteFolder = QString(target.customRoot + u'/' + folder);
    const auto folderAttributes = attributesFor(storage, absoluteFolder, FileRole::Folder);
    if (!folderAttributes)
        return tl::unexpected(folderAttributes.error());
    if (const auto made = storage.makeFolder(absoluteFolder, *folderAttributes); !made)
        return tl::unexpected(made.error());
    const auto fileAttributes = attributesFor(storage, path);
    if (!fileAttributes)
        return tl::unexpected(fileAttributes.error());
    const auto staged = storage.stage(path, bytes, *fileAttributes);
    if (!staged)
        return tl::unexpected(staged.error());
    if (const auto moved = storage.move(*staged, path); !moved) {
        static_cast<void>(storage.remove(*staged)); // the first failure is the one to tell
        return tl::unexpected(moved.error());
    }
    if (const auto synced = storage.syncFolder(absoluteFolder); !synced)
        return tl::unexpected(synced.error());
    return relative;
}

} // namespace verderer
