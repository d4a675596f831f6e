// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/file_system.h"

#include "base/posix_file.h"

#include <array>
#include <sys/statfs.h>

namespace verderer {

namespace {

struct Known {
    quint32 magic;
    const char *name;
    bool network;
};

// From statfs(2) and linux/magic.h, written out because distributions' headers know different parts of the list.
constexpr auto knownSystems = std::to_array<Known>({
    {0x0000EF53, "ext4", false},     {0x58465342, "xfs", false},      {0x9123683E, "btrfs", false},    {0xF2F52010, "f2fs", false},
    {0x2FC12FC1, "zfs", false},      {0xCA451A4E, "bcachefs", false}, {0x01021994, "tmpfs", false},    {0x858458F6, "ramfs", false},
    {0x794C7630, "overlay", false},  {0x61756673, "aufs", false},     {0x00004D44, "vfat", false},     {0x2011BAB0, "exfat", false},
    {0x5346544E, "ntfs", false},     {0x7366746E, "ntfs3", false},    {0x52654973, "reiserfs", false}, {0x3153464A, "jfs", false},
    {0x73717368, "squashfs", false}, {0x00009660, "iso9660", false},  {0x0000F15F, "ecryptfs", false}, {0x24051905, "ubifs", false},
    {0x00006969, "nfs", true},       {0x0000517B, "smb", true},       {0xFF534D42, "cifs", true},      {0xFE534D42, "smb2", true},
    {0x65735546, "fuse", true},      {0x01021997, "9p", true},        {0x00C36400, "ceph", true},      {0x0BD00BD0, "lustre", true},
    {0x5346414F, "afs", true},       {0x6B414653, "afs", true},       {0x73757245, "coda", true},      {0x0000564C, "ncp", true},
    {0x01161970, "gfs2", true},      {0x7461636F, "ocfs2", true},     {0x47504653, "gpfs", true},      {0x20030528, "orangefs", true},
    {0x786F4256, "vboxsf", true},    {0xBACBACBC, "vmhgfs", true},    {0x7C7C6673, "prl_fs", true},    {0x013111A8, "ibrix", true},
    {0xAAD7AAEA, "panfs", true},     {0x19830326, "fhgfs", true},     {0xBEEFDEAD, "snfs", true},      {0xA501FCF5, "vxfs", true},
});

} // namespace

FileSystemKind fileSystemFromMagic(quint32 magic)
{
    for (const Known &known : knownSystems) {
        if (known.magic == magic)
            return {QString::fromLatin1(known.name), known.network};
    }
    return {QStringLiteral("unknown (0x%1)").arg(magic, 8, 16, QLatin1Char('0')), false};
}

FileSystemKind fileSystemOf(const QString &path)
{
    QString asked = path;
    for (;;) {
        struct statfs answer = {};
        const QByteArray name = posix::native(asked);
        if (posix::retrying([&] { return ::statfs(name.constData(), &answer); }) == 0)
            return fileSystemFromMagic(static_cast<quint32>(answer.f_type));
        const QString above = posix::parentOf(asked);
        if (above == asked || (errno != ENOENT && errno != ENOTDIR))
            return {};
        asked = above;
    }
}

} // namespace verderer
