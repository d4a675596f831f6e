// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/text_checks.h"

#include "scan/package_scan.h"
#include "skills/document.h"
#include "skills/mutation_context.h"

namespace verderer {

Result<void> checkText(const MutationTarget &target, const QByteArray &text, ContentRule rule)
{
    if (text.size() > maxSkillTextBytes) {
        return refuseTarget(QStringLiteral("too-large"), target.path,
                            QStringLiteral("The text for %1 holds more than %2 bytes. Make it shorter: each record of a history keeps it twice.")
                                .arg(target.path)
                                .arg(maxSkillTextBytes));
    }
    if (!target.isSkillText()) {
        if (rule == ContentRule::Text && !QByteArrayView(text).isValidUtf8()) {
            return refuseTarget(
                QStringLiteral("not-utf8"), target.path,
                QStringLiteral("The text for %1 is not UTF-8, and a history can keep nothing else. Convert it, or add it as a binary file.")
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

Result<ScanReport> scannedText(const SkillEditor::Dependencies &dependencies, const MutationTarget &target, const QByteArray &text,
                               const CancelToken &cancel)
{
    const TextScanner scanner;
    ScanReport report = target.isSkillText() ? scanner.scanText(target.filePath, text) : scanSupportFile(scanner, target.filePath, text);
    if (dependencies.moderator && report.decision() != ScanDecision::Block && !isBinary(text)) {
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

bool isBinary(QByteArrayView bytes)
{
    return bytes.contains('\0') || !bytes.isValidUtf8();
}

} // namespace verderer
