// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/skill_editor.h"

#include "scan/package_scan.h"
#include "skills/document.h"
#include "skills/file_replacement.h"
#include "skills/file_writing.h"
#include "skills/mutation_order.h"
#include "skills/mutation_target.h"
#include "skills/rollback_source.h"
#include "skills/text_mutation.h"

namespace verderer {

struct SkillEditor::Private {
    SkillRoots roots;
    Dependencies dependencies;

    Result<MutationOutcome> change(const QString &customRoot, const MutationOptions &options,
                                   const std::function<Result<MutationOutcome>(MutationContext &)> &work) const
    {
        return changeInOrder(roots, dependencies, customRoot, options, work);
    }
};

SkillEditor::SkillEditor(SkillRoots roots, Dependencies dependencies)
    : d(std::make_unique<Private>(Private{std::move(roots), std::move(dependencies)}))
{
}

SkillEditor::~SkillEditor() = default;

Result<MutationOutcome> SkillEditor::edit(const EditRequest &request, const MutationOptions &options)
{
    const auto customRoot = resolveCustomRoot(d->roots);
    if (!customRoot)
        return tl::unexpected(customRoot.error());
    FileWriting writing;
    writing.request = request;
    const auto scan = checkWriting(d->dependencies, *customRoot, writing, options.wait.cancel);
    if (!scan)
        return tl::unexpected(scan.error());
    return d->change(*customRoot, options, [&](MutationContext &context) { return writeInOrder(context, writing, *scan, options); });
}

Result<RollbackPreview> SkillEditor::previewRollback(const RollbackRequest &request, const CancelToken &cancel)
{
    const auto customRoot = resolveCustomRoot(d->roots);
    if (!customRoot)
        return tl::unexpected(customRoot.error());
    Storage &storage = *d->dependencies.storage;
    const auto source = findRollbackSource(*customRoot, request.directory, request.record, request.toNew, cancel);
    if (!source)
        return tl::unexpected(source.error());
    const auto target = resolveTarget(storage, *customRoot, request.directory, source->entry.filePath, TargetRule::Restore);
    if (!target)
        return tl::unexpected(target.error());
    auto present = readIfThere(storage, target->path, maxSkillTextBytes);
    if (!present)
        return tl::unexpected(present.error());

    RollbackPreview preview;
    preview.record = source->entry;
    preview.filePath = source->entry.filePath;
    preview.presentHash = FileSide::of(*present).hash;
    preview.identical = *present && source->isSameAs(**present);
    preview.present = std::move(*present);
    preview.target = source->text;
    if (target->isSkillText())
        preview.verdict = judgeSkill(source->text, request.directory);
    const TextScanner scanner;
    preview.scan = target->isSkillText() ? scanner.scanText(source->entry.filePath, source->text)
                                         : scanSupportFile(scanner, source->entry.filePath, source->text);
    return preview;
}

Result<MutationOutcome> SkillEditor::rollback(const RollbackRequest &request, const MutationOptions &options)
{
    const auto customRoot = resolveCustomRoot(d->roots);
    if (!customRoot)
        return tl::unexpected(customRoot.error());
    Storage &storage = *d->dependencies.storage;
    // An index means what it meant when it was given: who appends while we wait for the lock shifts it, but not the record's identity.
    const auto source = findRollbackSource(*customRoot, request.directory, request.record, request.toNew, options.wait.cancel);
    if (!source)
        return tl::unexpected(source.error());
    const QString filePath = source->entry.filePath;
    const auto before = resolveTarget(storage, *customRoot, request.directory, filePath, TargetRule::Restore);
    if (!before)
        return tl::unexpected(before.error());
    if (const auto checked = checkText(*before, source->text); !checked) {
        Error error = checked.error();
        error.message = QStringLiteral("The text of that record cannot be restored: %1").arg(error.message);
        return tl::unexpected(error);
    }
    const auto scan = scannedText(d->dependencies, *before, source->text, options.wait.cancel);
    if (!scan)
        return tl::unexpected(scan.error());

    return d->change(*customRoot, options, [&](MutationContext &context) -> Result<MutationOutcome> {
        const auto target = resolveTarget(storage, *customRoot, request.directory, filePath, TargetRule::Restore);
        if (!target)
            return tl::unexpected(target.error());
        sweepStagedFiles(context, *target);
        TextChange change;
        change.text = source->text;
        change.action = QStringLiteral("rollback");
        change.baseHash = request.baseHash;
        change.note = request.note;
        change.rollbackFromTs = source->entry.ts.isEmpty() ? std::optional<QString>() : std::optional<QString>(source->entry.ts);
        change.sameTextIsEnough = !source->isExact;
        change.mayCreate = true;
        change.scan = *scan;
        return changeText(context, *target, change, options);
    });
}

Result<QStringList> SkillEditor::recover(const MutationOptions &options)
{
    const auto customRoot = resolveCustomRoot(d->roots);
    if (!customRoot)
        return tl::unexpected(customRoot.error());
    const auto told = [](MutationContext &context, const QStringList &recovered) -> Result<QStringList> {
        if (recovered.isEmpty())
            return recovered;
        return QStringList(recovered + context.warnings);
    };
    return inMutationOrder<QStringList>(d->roots, d->dependencies, *customRoot, options, told);
}

} // namespace verderer
