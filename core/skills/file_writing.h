// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/mutation_context.h"
#include "skills/text_checks.h"

namespace verderer {

/// One file of a skill that is to hold certain bytes, and under which conditions.
struct FileWriting {
    EditRequest request;
    ContentRule rule = ContentRule::Text;
    bool executable = false;
    QString renamedFrom; ///< as in TextChange
};

/// The target of a change of one file of a skill that exists. NotFound where there is no SKILL.md; else the errors of resolveTarget().
Result<MutationTarget> resolveExisting(Storage &storage, const QString &customRoot, const QString &directory, const QString &filePath,
                                       TargetRule rule);

/// Everything about a writing that needs no lock, so that a request that cannot succeed makes nobody wait and no lock file: target, text, scanner.
Result<ScanReport> checkWriting(const SkillEditor::Dependencies &dependencies, const QString &customRoot, const FileWriting &writing,
                                const CancelToken &cancel);

/// The writing itself, for a caller that holds the mutation lock and has checked it. The record is `human_edit` for SKILL.md and `write_file` for any
/// other file, as DeerFlow's are (deerflow-format 3).
Result<MutationOutcome> writeInOrder(MutationContext &context, const FileWriting &writing, const ScanReport &scan, const MutationOptions &options);

} // namespace verderer
