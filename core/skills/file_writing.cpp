// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/file_writing.h"

#include "skills/mutation_recovery.h"
#include "skills/text_mutation.h"

namespace verderer {

Result<MutationTarget> resolveExisting(Storage &storage, const QString &customRoot, const QString &directory, const QString &filePath,
                                       TargetRule rule)
{
    auto target = resolveTarget(storage, customRoot, directory, filePath, rule);
    if (!target)
        return target;
    const QString skillText = target->isSkillText() ? target->path : QString(target->folder + QStringLiteral("/SKILL.md"));
    const auto skill = storage.stamp(skillText);
    if (!skill)
        return tl::unexpected(skill.error());
    if (skill->exists)
        return target;
    ErrorDetails details;
    details.path = skillText;
    details.kind = QStringLiteral("not-found");
    return fail(ErrorCode::NotFound,
                QStringLiteral("There is no custom skill \"%1\": %2 does not exist. Check the name, or restore the skill from its history.")
                    .arg(directory, skillText),
                details);
}

Result<ScanReport> checkWriting(const SkillEditor::Dependencies &dependencies, const QString &customRoot, const FileWriting &writing,
                                const CancelToken &cancel)
{
    const auto target = resolveExisting(*dependencies.storage, customRoot, writing.request.directory, writing.request.filePath, TargetRule::Edit);
    if (!target)
        return tl::unexpected(target.error());
    if (const auto checked = checkText(*target, writing.request.text, writing.rule); !checked)
        return tl::unexpected(checked.error());
    return scannedText(dependencies, *target, writing.request.text, cancel);
}

Result<MutationOutcome> writeInOrder(MutationContext &context, const FileWriting &writing, const ScanReport &scan, const MutationOptions &options)
{
    const auto target = resolveExisting(context.storage(), context.customRoot, writing.request.directory, writing.request.filePath, TargetRule::Edit);
    if (!target)
        return tl::unexpected(target.error());
    sweepStagedFiles(context, *target);
    TextChange change;
    change.text = writing.request.text;
    change.action = target->isSkillText() ? QStringLiteral("human_edit") : QStringLiteral("write_file");
    change.baseHash = writing.request.baseHash;
    change.note = writing.request.note;
    change.mayCreate = !target->isSkillText();
    change.scan = scan;
    change.executable = writing.executable;
    change.renamedFrom = writing.renamedFrom;
    return changeText(context, *target, change, options);
}

} // namespace verderer
