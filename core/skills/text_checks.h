// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "scan/scan_report.h"
#include "skills/mutation_target.h"
#include "skills/skill_editor.h"

#include <QByteArray>

namespace verderer {

/// What may be stored in a support file. A SKILL.md is always a text.
enum class ContentRule {
    Text,  ///< UTF-8 alone: what is typed, and what a record brings back
    Bytes, ///< anything: an image, a font
};

/// Whether the bytes may stand in the target: DeerFlow's strict rules for SKILL.md (deerflow-format 1.3), the rule's for anything else. Invalid with
/// the problem's kind, line and column.
Result<void> checkText(const MutationTarget &target, const QByteArray &text, ContentRule rule = ContentRule::Text);

/// What the scanner says of the bytes under the file's own name, and the moderator of a text that the scanner lets pass; Blocked where they refuse
/// them. To be asked before the lock is taken: a model takes its time.
Result<ScanReport> scannedText(const SkillEditor::Dependencies &dependencies, const MutationTarget &target, const QByteArray &text,
                               const CancelToken &cancel);

/// Bytes that no editor shows as text: not UTF-8, or with a NUL.
bool isBinary(QByteArrayView bytes);

} // namespace verderer
