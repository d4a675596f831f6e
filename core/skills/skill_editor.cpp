// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/skill_editor.h"

#include "scan/text_scanner.h"
#include "skills/document.h"
#include "skills/file_replacement.h"
#include "skills/mutation_order.h"
#include "skills/mutation_target.h"
#include "skills/rollback_source.h"
#include "skills/text_mutation.h"

namespace verderer {

namespace {

/// What may be stored in the target. DeerFlow's strict rules for SKILL.md; text for anything else, since a record can hold nothing else.
Result<void> checkText(const MutationTarget &target, const QByteArray &text)
{
    if (text.size() > maxSkillTextBytes) {
        return refuseTarget(QStringLiteral("too-large"), target.path,
                            QStringLiteral("The text for %1 holds more than %2 bytes. Make it shorter: each record of a history keeps it twice.")
                                .arg(target.path)
                                .arg(maxSkillTextBytes));
    }
    if (!target.isSkillText()) {
        if (!QByteArrayView(text).isValidUtf8()) {
            return refuseTarget(
                QStringLiteral("not-utf8"), target.path,
                QStringLiteral("The text for %1 is not UTF-8, and a history can keep nothing else. Convert it, or copy the file into place.")
                    .arg(target.path));
        }
        return {};
    }
    const SkillVerdict verdict = judgeSkill(text, target.directory);
    if (verdict.valid)
        return {};
    ErrorDetails details;
    details.path = target.path;
    details.kind = problemKindName(verdict.problem.kind);
    details.line = verdict.problem.line;
    details.column = verdict.problem.column;
    return fail(ErrorCode::Invalid, verdict.problem.message, details);
}

tl::unexpected<Error> noSuchSkill(const QString &directory, const QString &path)
{
    ErrorDetails details;
    details.path = path;
    details.kind = QStringLiteral("not-found");
    return fail(ErrorCode::NotFound,
                QStringLiteral("There is no custom skill \"%1\": %2 does not exist. Check the name, or restore the skill from its history.")
                    .arg(directory, path),
                details);
}

/// What the scanner and the moderator say of the text, which they refuse where they must. Before the lock: a model takes its time.
Result<ScanReport> scanned(const SkillEditor::Dependencies &dependencies, const MutationTarget &target, const QByteArray &text,
                           const CancelToken &cancel)
{
    ScanReport report = TextScanner().scanText(target.filePath, text);
    if (dependencies.moderator && report.decision() != ScanDecision::Block) {
        const auto word = dependencies.moderator->ask(target.filePath, text, cancel);
        if (!word)
            return tl::unexpected(word.error());
        report.moderation = *word;
    }
    auto gate = scanGate(report, QStringLiteral("The text for %1").arg(target.path));
    if (!gate) {
        gate.error().details.path = target.path;
        return tl::unexpected(gate.error());
    }
    return report;
}

} // namespace

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
    Storage &storage = *d->dependencies.storage;
    // Looked at before the lock, so that a request that cannot succeed makes nobody wait and no lock file, and again under it.
    const auto resolve = [&]() -> Result<MutationTarget> {
        auto target = resolveTarget(storage, *customRoot, request.directory, request.filePath, TargetRule::Edit);
        if (!target)
            return target;
        const QString skillText = target->isSkillText() ? target->path : QString(target->folder + QStringLiteral("/SKILL.md"));
        const auto skill = storage.stamp(skillText);
        if (!skill)
            return tl::unexpected(skill.error());
        if (!skill->exists)
            return noSuchSkill(request.directory, skillText);
        return target;
    };
    const auto before = resolve();
    if (!before)
        return tl::unexpected(before.error());
    if (const auto checked = checkText(*before, request.text); !checked)
        return tl::unexpected(checked.error());
    const auto scan = scanned(d->dependencies, *before, request.text, options.wait.cancel);
    if (!scan)
        return tl::unexpected(scan.error());

    return d->change(*customRoot, options, [&](MutationContext &context) -> Result<MutationOutcome> {
        const auto target = resolve();
        if (!target)
            return tl::unexpected(target.error());
        sweepStagedFiles(context, *target);
        TextChange change;
        change.text = request.text;
        change.action = QStringLiteral("human_edit");
        change.baseHash = request.baseHash;
        change.note = request.note;
        change.mayCreate = !target->isSkillText();
        change.scan = *scan;
        return changeText(context, *target, change, options);
    });
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
    preview.scan = TextScanner().scanText(source->entry.filePath, source->text);
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
    const auto scan = scanned(d->dependencies, *before, source->text, options.wait.cancel);
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
