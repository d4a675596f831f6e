// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/skill_report.h"

#include "scan/folder_scan.h"
#include "ui/editor/text_limits.h"
#include "ui/skills/skill_badges.h"
#include "ui/skills/skill_text.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

ReportItem::Level levelOf(ScanSeverity severity)
{
    switch (severity) {
    case ScanSeverity::Critical:
        return ReportItem::Level::Critical;
    case ScanSeverity::High:
        return ReportItem::Level::High;
    case ScanSeverity::Medium:
        return ReportItem::Level::Medium;
    case ScanSeverity::Low:
        break;
    }
    return ReportItem::Level::Low;
}

ReportItem::Level levelOf(Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return ReportItem::Level::Refused;
    case Severity::Warning:
        return ReportItem::Level::Medium;
    case Severity::Note:
        break;
    }
    return ReportItem::Level::Note;
}

ReportItem itemOf(const ScanFinding &finding)
{
    return {levelOf(finding.severity), finding.ruleId,      finding.file,    finding.line, finding.column,
            finding.message,           finding.remediation, finding.evidence};
}

ReportItem itemOf(const Problem &problem)
{
    return {levelOf(problem.severity), problemKindName(problem.kind), u"SKILL.md"_s, problem.line, problem.column, problemSentence(problem), {}, {}};
}

/// The findings about the text on disk give way to those about the typed one. What is said of SKILL.md as a file (its place, its mode) stays.
void replaceSkillText(ScanReport &report, const QByteArray &typed)
{
    const auto ofText = [](const auto &item) { return item.file == "SKILL.md"_L1 && item.scanClass != ScanClass::Package; };
    report.findings.removeIf(ofText);
    report.skipped.removeIf([](const SkippedFile &file) { return file.path == "SKILL.md"_L1; });
    const ScanReport own = scanSkillText(typed);
    report.findings += own.findings;
    report.skipped += own.skipped;
    report.leftOut += own.leftOut;
    report.leftOutWorst = std::max(report.leftOutWorst, own.leftOutWorst);
    report.sort();
}

} // namespace

int SkillReport::serious() const
{
    return int(std::count_if(items.cbegin(), items.cend(), [](const ReportItem &item) { return item.level > ReportItem::Level::Low; }));
}

ScanReport scanSkillText(const QByteArray &text)
{
    return TextScanner().scanText(u"SKILL.md"_s, text);
}

Result<SkillReport> reportOn(const SkillEntry &entry, const std::optional<QByteArray> &typed, Storage &storage, const CancelToken &cancel)
{
    SkillReport report;
    report.typed = typed.has_value();
    const Result<QByteArray> text = typed ? Result<QByteArray>(*typed) : storage.read(entry.path, editableSizeLimit);
    if (!text)
        return tl::unexpected(text.error());
    report.verdict = judgeSkill(*text, requiredName(entry));
    for (const Problem &problem : problemsToTell(report.verdict))
        report.items << itemOf(problem);
    const TextScanner scanner;
    Result<ScanReport> scan = scanFolder(scanner, storage, QFileInfo(entry.path).path(), cancel);
    if (!scan)
        return tl::unexpected(scan.error());
    if (typed)
        replaceSkillText(*scan, *typed);
    report.decision = scan->decision();
    report.scanReason = scan->reason();
    for (const ScanFinding &finding : std::as_const(scan->findings))
        report.items << itemOf(finding);
    for (const SkippedFile &file : std::as_const(scan->skipped)) {
        ReportItem item;
        item.rule = u"not-read"_s;
        item.file = file.path;
        item.message = file.why;
        report.items << item;
    }
    std::stable_sort(report.items.begin(), report.items.end(), [](const ReportItem &a, const ReportItem &b) { return a.level > b.level; });
    return report;
}

} // namespace verderer
