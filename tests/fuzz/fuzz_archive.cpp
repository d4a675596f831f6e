// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a `.skill` archive: read through under all rules, and unpacked as it was read.
#include "fuzz/fuzz.h"

#include "package/member_path.h"
#include "package/skill_archive.h"
#include "scan/package_scan.h"

#include <QFile>
#include <QTemporaryDir>

using namespace verderer;
using namespace verderer::fuzz;
using namespace Qt::StringLiterals;

namespace {

/// One file for all inputs, in memory where the system has such a place.
QString archivePath()
{
    static const QTemporaryDir folder(QFile::exists(u"/dev/shm"_s) ? u"/dev/shm/fuzz-XXXXXX"_s : QString());
    return folder.filePath(u"input.skill"_s);
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes = bytesOf(data, size);
    QFile file(archivePath());
    require(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(bytes) == bytes.size(), "the input can be written");
    file.close();
    InspectOptions options;
    options.repack = size > 0 && (data[size - 1] & 1) != 0;
    const auto contents = inspectArchive(archivePath(), options);
    if (!contents) {
        require(!contents.error().message.isEmpty(), "a refused archive is told why");
        return 0;
    }
    require(contents->files.size() <= maxPackageFiles && contents->bytes <= maxPackageBytes, "the limits hold");
    qint64 sum = 0;
    for (const PackagedFile &member : contents->files) {
        const auto path = memberPath(member.path.toUtf8());
        require(path && *path == member.path && !isFinderJunk(member.path), "a member lies below the skill, and no junk is among them");
        require(!member.path.startsWith(u'/') && !member.path.split(u'/').contains(u".."_s), "no member leads out");
        require(member.size <= maxPackageFileBytes, "no member is too large");
        sum += member.size;
    }
    require(sum == contents->bytes, "the sizes are those of the members");
    qsizetype unpacked = 0;
    const auto again = unpackArchive(*contents,
                                     [&](const PackagedFile &member, const QByteArray &content) -> Result<void> {
                                         require(content.size() == member.size, "a member is as large as it was said");
                                         ++unpacked;
                                         return {};
                                     },
                                     {}, {});
    require(again && unpacked == contents->members.size(), "what was read through is unpacked");
    return 0;
}
