// SPDX-License-Identifier: GPL-3.0-or-later
#include "package/skill_packages.h"

#include "package/package_folder.h"
#include "skills/folder_mutation.h"
#include "skills/mutation_target.h"
#include "skills/skill_folders.h"

#include <QFileInfo>

namespace verderer {

namespace {

/// The first thing that install() would say no to.
std::optional<Error> refusalOf(const InstallPreview &preview, const QString &folder)
{
    ErrorDetails details;
    details.path = preview.contents.path;
    if (!preview.contents.verdict.valid) {
        const Problem &problem = preview.contents.verdict.problem;
        details.kind = problemKindName(problem.kind);
        details.line = problem.line;
        details.column = problem.column;
        return Error{ErrorCode::Invalid, QStringLiteral("The SKILL.md in %1 is refused: %2").arg(preview.contents.path, problem.message), details};
    }
    if (const auto gate = scanGate(preview.contents.scan, QStringLiteral("The archive %1").arg(preview.contents.path)); !gate)
        return gate.error();
    if (!preview.nameTaken || preview.request.replace)
        return std::nullopt;
    const bool isSkill = QFileInfo::exists(QString(folder + QStringLiteral("/SKILL.md")));
    details.path = folder;
    details.kind = isSkill ? QStringLiteral("skill-exists") : QStringLiteral("folder-exists");
    return Error{ErrorCode::AlreadyExists,
                 isSkill ? QStringLiteral("There is a custom skill \"%1\" already. Replace it (--replace on the command line; its folder is kept in "
                                          "the trash), or delete it first.")
                               .arg(preview.name)
                         : QStringLiteral("The folder %1 exists already, without a SKILL.md. Move it away, or replace it.").arg(folder),
                 details};
}

} // namespace

SkillPackages::SkillPackages(SkillRoots roots, SkillEditor::Dependencies dependencies)
    : m_roots(std::move(roots)), m_dependencies(std::move(dependencies))
{
}

Result<InstallPreview> SkillPackages::previewInstall(const InstallRequest &request, const CancelToken &cancel, const PackageProgress &progress) const
{
    const auto root = resolveCustomRoot(m_roots);
    if (!root)
        return tl::unexpected(root.error());
    auto contents = inspectArchive(request.archive, {request.repack, cancel, progress});
    if (!contents)
        return tl::unexpected(contents.error());
    InstallPreview preview;
    preview.request = request;
    preview.contents = std::move(*contents);
    preview.name = preview.contents.verdict.name;
    const QString folder = QString(*root + u'/' + preview.name);
    if (isSkillName(preview.name)) {
        const QFileInfo info(folder);
        preview.nameTaken = info.exists() || info.isSymLink();
        if (info.isDir() && !info.isSymLink()) {
            // A folder that cannot be read whole is another one, to be replaced only on wish.
            const auto revision = revisionOf(folder, cancel);
            if (!revision && revision.error().code == ErrorCode::Cancelled)
                return tl::unexpected(revision.error());
            preview.presentRevision = revision && *revision ? **revision : QString();
        }
        preview.identical = preview.presentRevision == preview.contents.revision;
        const auto warnings = SkillFolders(m_roots, m_dependencies).warningsBefore(preview.name, cancel);
        if (!warnings)
            return tl::unexpected(warnings.error());
        preview.warnings = *warnings;
    }
    preview.refusal = refusalOf(preview, folder);
    return preview;
}

Result<InstallOutcome> SkillPackages::install(const InstallPreview &preview, const MutationOptions &options, const PackageProgress &progress)
{
    const ArchiveContents &contents = preview.contents;
    // What the preview refused is refused, in its words; whether the name is taken is looked at again, under the lock.
    if (preview.refusal && preview.refusal->code != ErrorCode::AlreadyExists)
        return tl::unexpected(*preview.refusal);
    PlaceRequest request;
    request.directory = preview.name;
    request.text = contents.text;
    request.scan = contents.scan;
    request.replace = preview.request.replace;
    request.note = preview.request.note ? preview.request.note : QStringLiteral("Installed from %1.").arg(QFileInfo(contents.path).fileName());
    request.fill = [&](FolderStage &stage) {
        const auto write = [&](const PackagedFile &file, const QByteArray &bytes) -> Result<void> {
            if (file.path == u"SKILL.md")
                return {}; // lies there already
            return file.isFolder ? stage.addFolder(file.path) : stage.addFile(file.path, bytes);
        };
        return unpackArchive(contents, write, options.wait.cancel, progress);
    };
    request.isSame = [&](const QString &folder) -> Result<bool> {
        const auto present = revisionOf(folder, options.wait.cancel);
        if (!present)
            return tl::unexpected(present.error());
        return *present == contents.revision;
    };
    auto mutation = SkillFolders(m_roots, m_dependencies).place(request, options);
    if (!mutation)
        return tl::unexpected(mutation.error());
    InstallOutcome outcome;
    outcome.name = preview.name;
    outcome.mutation = std::move(*mutation);
    for (const PackagedFile &file : contents.files)
        outcome.files += file.isFolder ? 0 : 1;
    outcome.bytes = contents.bytes;
    outcome.revision = contents.revision;
    outcome.leftOut = contents.leftOut;
    return outcome;
}

QList<Result<InstallOutcome>> SkillPackages::installAll(const QList<InstallRequest> &requests, const std::function<MutationOptions()> &optionsOf,
                                                        const BatchProgress &progress)
{
    QList<Result<InstallOutcome>> results;
    for (const InstallRequest &request : requests) {
        const qsizetype item = results.size();
        const PackageProgress inside = [&](qint64 done, qint64 total) {
            if (progress)
                progress(item, requests.size(), done, total);
        };
        inside(0, 0);
        const CancelToken cancel = optionsOf().wait.cancel;
        if (cancel.isCancelled()) {
            results += fail(ErrorCode::Cancelled, QStringLiteral("Cancelled; %1 was not installed.").arg(request.archive));
            continue;
        }
        const auto preview = previewInstall(request, cancel, inside);
        results += preview ? install(*preview, optionsOf(), inside) : Result<InstallOutcome>(tl::unexpected(preview.error()));
    }
    return results;
}

} // namespace verderer
