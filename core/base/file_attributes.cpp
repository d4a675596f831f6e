// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/file_attributes.h"

#include "base/posix_file.h"

namespace verderer {

namespace {

constexpr std::uint32_t groupWrite = 0020;

std::uint32_t minimumMode(FileRole role)
{
    return role == FileRole::Folder ? 0755 : 0644;
}

/// The nearest folder above `path` that exists.
Result<FileStamp> nearestParent(Storage &storage, const QString &path)
{
    QString parent = path;
    for (;;) {
        const QString above = posix::parentOf(parent);
        auto stamp = storage.stamp(above);
        if (!stamp || stamp->exists || above == parent)
            return stamp;
        parent = above;
    }
}

} // namespace

Result<FileAttributes> attributesFor(Storage &storage, const QString &target, FileRole role)
{
    const auto parent = nearestParent(storage, target);
    if (!parent)
        return tl::unexpected(parent.error());
    const auto present = storage.stamp(target);
    if (!present)
        return tl::unexpected(present.error());

    FileAttributes attributes;
    attributes.mode = minimumMode(role);
    if (present->exists) {
        attributes.mode |= present->mode & (role == FileRole::Folder ? 07777U : 0777U);
        attributes.group = present->group;
    } else if (parent->exists) {
        attributes.mode |= parent->mode & groupWrite;
        if (role == FileRole::Folder)
            attributes.mode |= parent->mode & 02000U; // a set-group-id folder hands its group down
        attributes.group = parent->group;
    }
    if (parent->exists)
        attributes.owner = parent->owner;
    return attributes;
}

} // namespace verderer
