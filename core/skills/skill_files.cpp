// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/skill_files.h"

#include "base/hash.h"
#include "skills/file_replacement.h"
#include "skills/file_writing.h"
#include "skills/folder_mutation.h"
#include "skills/mutation_order.h"

namespace verderer {

namespace {

Result<void> checkIsSupportFile(const QString &filePath)
{
    if (filePath != u"SKILL.md")
        return {};
    return refuseTarget(QStringLiteral("skill-text"), filePath,
                        QStringLiteral("SKILL.md is the skill itself and no support file: edit it, or delete the skill."));
}

FileWriting writingOf(const WriteFileRequest &request)
{
    FileWriting writing;
    writing.request = {request.directory, request.filePath, request.bytes, request.baseHash, request.note};
    writing.rule = request.mayBeBinary ? ContentRule::Bytes : ContentRule::Text;
    writing.executable = request.executable;
    return writing;
}

tl::unexpected<Error> refuseBinary(const QString &filePath)
{
    return refuseTarget(
        QStringLiteral("binary-file"), filePath,
        QStringLiteral("\"%1\" is a binary file, or would become one: it is not edited as a text. Add it from the disk as it is.").arg(filePath));
}

tl::unexpected<Error> noSuchFile(const MutationTarget &target)
{
    ErrorDetails details;
    details.path = target.path;
    details.kind = QStringLiteral("not-found");
    return fail(ErrorCode::NotFound, QStringLiteral("The skill \"%1\" has no file \"%2\".").arg(target.directory, target.filePath), details);
}

/// A text and a binary file do not take each other's place unless that was asked for.
Result<void> checkBinary(Storage &storage, const QString &customRoot, const WriteFileRequest &request)
{
    if (request.mayBeBinary)
        return {};
    if (request.bytes.contains('\0'))
        return refuseBinary(request.filePath);
    const auto target = resolveTarget(storage, customRoot, request.directory, request.filePath, TargetRule::Edit);
    if (!target)
        return tl::unexpected(target.error());
    const auto present = readIfThere(storage, target->path, maxSkillTextBytes);
    if (!present)
        return tl::unexpected(present.error());
    return *present && isBinary(**present) ? Result<void>(refuseBinary(request.filePath)) : Result<void>();
}

std::optional<QString> withNote(const QString &said, const std::optional<QString> &note)
{
    return note ? QString(said + u' ' + *note) : said;
}

} // namespace

SkillFiles::SkillFiles(SkillRoots roots, SkillEditor::Dependencies dependencies) : m_roots(std::move(roots)), m_dependencies(std::move(dependencies))
{
}

Result<SkillFileList> SkillFiles::list(const QString &directory, const CancelToken &cancel) const
{
    const auto root = resolveCustomRoot(m_roots);
    if (!root)
        return tl::unexpected(root.error());
    const auto target = resolveExisting(*m_dependencies.storage, *root, directory, QStringLiteral("SKILL.md"), TargetRule::Restore);
    if (!target)
        return tl::unexpected(target.error());
    return listSkillFiles(target->folder, cancel);
}

Result<SkillFileText> SkillFiles::read(const QString &directory, const QString &filePath) const
{
    const auto root = resolveCustomRoot(m_roots);
    if (!root)
        return tl::unexpected(root.error());
    const auto target = resolveTarget(*m_dependencies.storage, *root, directory, filePath, TargetRule::Restore);
    if (!target)
        return tl::unexpected(target.error());
    auto bytes = readIfThere(*m_dependencies.storage, target->path, maxSkillTextBytes);
    if (!bytes)
        return tl::unexpected(bytes.error());
    if (!*bytes)
        return noSuchFile(*target);
    SkillFileText text;
    text.hash = sha256Hex(**bytes);
    text.binary = isBinary(**bytes);
    text.bytes = std::move(**bytes);
    return text;
}

Result<ScanReport> SkillFiles::checkWrite(const WriteFileRequest &request, const CancelToken &cancel) const
{
    if (const auto support = checkIsSupportFile(request.filePath); !support)
        return tl::unexpected(support.error());
    const auto root = resolveCustomRoot(m_roots);
    if (!root)
        return tl::unexpected(root.error());
    if (const auto binary = checkBinary(*m_dependencies.storage, *root, request); !binary)
        return tl::unexpected(binary.error());
    return checkWriting(m_dependencies, *root, writingOf(request), cancel);
}

Result<MutationOutcome> SkillFiles::write(const WriteFileRequest &request, const MutationOptions &options)
{
    const auto scan = checkWrite(request, options.wait.cancel);
    if (!scan)
        return tl::unexpected(scan.error());
    const auto root = resolveCustomRoot(m_roots);
    if (!root)
        return tl::unexpected(root.error());
    return changeInOrder(m_roots, m_dependencies, *root, options, [&](MutationContext &context) -> Result<MutationOutcome> {
        if (const auto binary = checkBinary(context.storage(), *root, request); !binary)
            return tl::unexpected(binary.error());
        return writeInOrder(context, writingOf(request), *scan, options);
    });
}

Result<MutationOutcome> SkillFiles::remove(const RemoveFileRequest &request, const MutationOptions &options)
{
    if (const auto support = checkIsSupportFile(request.filePath); !support)
        return tl::unexpected(support.error());
    const auto root = resolveCustomRoot(m_roots);
    if (!root)
        return tl::unexpected(root.error());
    const auto resolve = [&]() -> Result<MutationTarget> {
        auto target = resolveExisting(*m_dependencies.storage, *root, request.directory, request.filePath, TargetRule::Restore);
        if (!target)
            return target;
        const auto stamp = m_dependencies.storage->stamp(target->path);
        if (!stamp)
            return tl::unexpected(stamp.error());
        return stamp->exists ? target : Result<MutationTarget>(noSuchFile(*target));
    };
    // Looked at before the lock, so that a request that cannot succeed makes nobody wait and no lock file, and again under it.
    if (const auto before = resolve(); !before)
        return tl::unexpected(before.error());
    return changeInOrder(m_roots, m_dependencies, *root, options, [&](MutationContext &context) -> Result<MutationOutcome> {
        auto target = resolve();
        if (!target)
            return tl::unexpected(target.error());
        return trashFile(context, std::move(*target), removalRecord(request.note), request.baseHash, options);
    });
}

Result<MutationOutcome> SkillFiles::rename(const RenameFileRequest &request, const MutationOptions &options)
{
    for (const QString &filePath : {request.from, request.to}) {
        if (const auto support = checkIsSupportFile(filePath); !support)
            return tl::unexpected(support.error());
    }
    const auto root = resolveCustomRoot(m_roots);
    if (!root)
        return tl::unexpected(root.error());
    const auto before = read(request.directory, request.from);
    if (!before)
        return tl::unexpected(before.error());
    WriteFileRequest copy;
    copy.directory = request.directory;
    copy.filePath = request.to;
    copy.bytes = before->bytes;
    copy.mayBeBinary = true;
    copy.baseHash = QString(); // nothing stands there
    copy.note = withNote(QStringLiteral("Renamed from %1.").arg(request.from), request.note);
    const auto scan = checkWrite(copy);
    if (!scan)
        return tl::unexpected(scan.error());

    return changeInOrder(m_roots, m_dependencies, *root, options, [&](MutationContext &context) -> Result<MutationOutcome> {
        auto old = resolveExisting(context.storage(), *root, request.directory, request.from, TargetRule::Restore);
        if (!old)
            return tl::unexpected(old.error());
        if (const auto seen = checkRemovable(context, *old, request.baseHash); !seen)
            return tl::unexpected(seen.error());
        if (const auto same = checkRemovable(context, *old, before->hash); !same)
            return tl::unexpected(same.error());
        const auto stamp = context.storage().stamp(old->path);
        if (!stamp)
            return tl::unexpected(stamp.error());
        FileWriting writing = writingOf(copy);
        writing.executable = (stamp->mode & 0100U) != 0;
        writing.renamedFrom = request.from;
        auto written = writeInOrder(context, writing, *scan, options);
        if (!written) {
            if (written.error().code != ErrorCode::Conflict || written.error().details.kind != u"changed-meanwhile")
                return written;
            Error taken = written.error();
            taken.code = ErrorCode::AlreadyExists;
            taken.details.kind = QStringLiteral("file-exists");
            taken.message = QStringLiteral("There is a file \"%1\" already. Choose another name.").arg(request.to);
            return tl::unexpected(taken);
        }
        auto removed = trashFile(context, std::move(*old), removalRecord(withNote(QStringLiteral("Renamed to %1.").arg(request.to), request.note)),
                                 before->hash, options, Journaling::TakenOver);
        if (!removed) {
            Error error = removed.error();
            error.message = QStringLiteral("The file is there under both names: \"%1\" was written and recorded, but \"%2\" could not be removed. %3")
                                .arg(request.to, request.from, error.message);
            return tl::unexpected(error);
        }
        removed->hash = written->hash;
        removed->scan = *scan;
        return removed;
    });
}

} // namespace verderer
