// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/package_files.h"

#include "skills/skill_copy.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace verderer {

Result<PackageFiles> listPackageFiles(const QString &folder, const CancelToken &cancel)
{
    const auto listing = listPackage(folder, cancel);
    if (!listing)
        return tl::unexpected(listing.error());
    PackageFiles package;
    if (const QFileInfo skill(QString(folder + u"/SKILL.md"_s)); skill.isFile())
        package.files << PackageFile{u"SKILL.md"_s, false, skill.size()};
    for (const auto &entry : listing->entries)
        package.files << PackageFile{entry.path, entry.isFolder, entry.size};
    package.leftOut = listing->leftOut;
    return package;
}

Result<SkillText> loadPackageFile(Storage &storage, const QString &path)
{
    Result<SkillText> text = loadSkillText(storage, path);
    if (text && text->form != SkillText::Form::Bytes && (text->bytes.contains('\0') || !QByteArrayView(text->bytes).isValidUtf8()))
        text->form = SkillText::Form::Bytes;
    return text;
}

} // namespace verderer
