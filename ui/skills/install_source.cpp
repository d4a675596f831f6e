// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/install_source.h"

#include "package/package_folder.h"
#include "scan/folder_scan.h"
#include "skills/mutation_context.h"
#include "skills/skill_folders.h"
#include "ui/skills/skill_text.h"

#include <QCoreApplication>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

Result<SourcePreview> previewArchive(const SkillSession &session, const QString &path, const CancelToken &cancel)
{
    auto preview = SkillPackages(session.roots, session.editing).previewInstall({path, false, false, {}}, cancel);
    if (!preview)
        return tl::unexpected(preview.error());
    SourcePreview source;
    source.path = path;
    source.name = preview->name;
    source.bytes = preview->contents.bytes;
    source.scan = preview->contents.scan;
    source.nameTaken = preview->nameTaken;
    source.identical = preview->identical;
    source.warnings = preview->warnings;
    if (preview->refusal && preview->refusal->code != ErrorCode::AlreadyExists)
        source.refusal = preview->refusal;
    for (const PackagedFile &file : std::as_const(preview->contents.files)) {
        if (!file.isFolder)
            source.names += file.path;
    }
    for (const LeftOutMember &member : std::as_const(preview->contents.leftOut))
        source.leftOut += QCoreApplication::translate("InstallSource", "%1 is left out: %2.").arg(member.path, member.why);
    source.files = int(source.names.size());
    source.archive = std::move(*preview);
    return source;
}

Result<SourcePreview> previewFolder(const SkillSession &session, const QString &path, const CancelToken &cancel)
{
    Storage &storage = *session.editing.storage;
    const auto text = storage.read(QString(path + u"/SKILL.md"_s), maxSkillTextBytes);
    if (!text)
        return tl::unexpected(text.error());
    const auto package = PackageFolder::open(path);
    if (!package)
        return tl::unexpected(package.error());
    const auto listing = package->list(cancel);
    if (!listing)
        return tl::unexpected(listing.error());
    auto scan = scanFolder(TextScanner(), storage, path, cancel);
    if (!scan)
        return tl::unexpected(scan.error());
    SourcePreview source;
    source.path = path;
    source.isFolder = true;
    source.scan = std::move(*scan);
    source.leftOut = listing->leftOut;
    for (const PackagedFile &file : listing->files) {
        source.bytes += file.size;
        if (!file.isFolder)
            source.names += file.path;
    }
    source.files = int(source.names.size());
    const SkillVerdict verdict = judgeSkill(*text, {});
    source.name = verdict.name;
    if (!verdict.valid) {
        source.refusal = Error{ErrorCode::Invalid, verdict.problem.message, {}};
    } else if (const auto gate = scanGate(source.scan, path); !gate) {
        source.refusal = gate.error();
    }
    if (isSkillName(source.name)) {
        source.nameTaken = QFileInfo::exists(QString(session.roots.customRoot + u'/' + source.name));
        const auto warnings = SkillFolders(session.roots, session.editing).warningsBefore(source.name, cancel);
        if (!warnings)
            return tl::unexpected(warnings.error());
        source.warnings = *warnings;
    }
    return source;
}

} // namespace

QString SourcePreview::refusalText(bool replace) const
{
    if (refusal)
        return refusal->message;
    if (identical)
        return QCoreApplication::translate("InstallSource", "It is installed already, just so.");
    if (!nameTaken || (replace && archive))
        return {};
    return archive ? QCoreApplication::translate("InstallSource", "A skill of this name is there.")
                   : QCoreApplication::translate("InstallSource", "A skill of this name is there, and a folder replaces none. Delete it first.");
}

Result<SourcePreview> previewSource(const SkillSession &session, const QString &path, const CancelToken &cancel)
{
    return QFileInfo(path).isDir() ? previewFolder(session, path, cancel) : previewArchive(session, path, cancel);
}

Result<MutationOutcome> installSource(const SkillSession &session, const SourcePreview &preview, bool replace, const MutationOptions &options)
{
    if (!preview.archive) {
        CopyRequest request;
        request.sourceFolder = preview.path;
        request.sourceName = preview.path;
        request.directory = preview.name;
        return SkillFolders(session.roots, session.editing).copy(request, options);
    }
    InstallPreview archive = *preview.archive;
    archive.request.replace = replace;
    auto outcome = SkillPackages(session.roots, session.editing).install(archive, options);
    return outcome ? Result<MutationOutcome>(std::move(outcome->mutation)) : Result<MutationOutcome>(tl::unexpected(outcome.error()));
}

} // namespace verderer
