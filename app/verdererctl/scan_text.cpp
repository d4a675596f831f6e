// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/scan_text.h"

#include "base/json.h"
#include "verdererctl/table.h"

namespace verderer::ctl {

Json scanJson(const ScanReport &report)
{
    Json json;
    json["decision"] = toJson(scanDecisionName(report.decision()));
    json["reason"] = toJson(report.reason());
    json["static_findings"] = parseJson(report.findingsJson()).value_or(Json::array());
    for (qsizetype i = 0; i < report.findings.size(); ++i) {
        const ScanFinding &finding = report.findings.at(i);
        Json &item = json["static_findings"][static_cast<std::size_t>(i)];
        item["class"] = toJson(scanClassName(finding.scanClass));
        item["column"] = finding.column > 0 ? Json(finding.column) : Json(nullptr);
    }
    json["left_out"] = report.leftOut;
    json["skipped"] = Json::array();
    for (const SkippedFile &file : report.skipped) {
        Json item;
        item["file"] = toJson(file.path);
        item["why"] = toJson(file.why);
        json["skipped"].push_back(std::move(item));
    }
    json["files"] = report.files;
    json["bytes"] = report.bytes;
    json["moderation"] = nullptr;
    if (report.moderation) {
        json["moderation"] = {{"model", toJson(report.moderation->model)},
                              {"answered", report.moderation->answered},
                              {"decision", toJson(scanDecisionName(report.moderation->decision))},
                              {"reason", toJson(report.moderation->reason)}};
    }
    return json;
}

QString findingLine(const ScanFinding &finding)
{
    QString place = finding.file.isEmpty() ? QStringLiteral("the package") : printable(finding.file);
    if (finding.line > 0)
        place += QStringLiteral(":%1:%2").arg(finding.line).arg(finding.column);
    QString line = QStringLiteral("%1 %2 %3: %4").arg(scanSeverityName(finding.severity), place, finding.ruleId, finding.message);
    if (!finding.evidence.isEmpty())
        line += QStringLiteral(" (%1)").arg(printable(finding.evidence));
    return line;
}

QString scanText(const QString &what, const ScanReport &report)
{
    QString text;
    for (const ScanFinding &finding : report.findings)
        text += findingLine(finding) + QStringLiteral("\n    ") + finding.remediation + u'\n';
    for (const SkippedFile &file : report.skipped)
        text += QStringLiteral("not read: %1: %2\n").arg(printable(file.path), printable(file.why));
    return text + QStringLiteral("%1: %2. %3\n").arg(printable(what), scanDecisionName(report.decision()), report.reason());
}

QStringList scanNotes(const ScanReport &report)
{
    QStringList notes;
    for (const ScanFinding &finding : report.findings)
        notes += QStringLiteral("Scanner: ") + findingLine(finding);
    if (!notes.isEmpty())
        notes += QStringLiteral("Verdict: %1. %2").arg(scanDecisionName(report.decision()), report.reason());
    return notes;
}

} // namespace verderer::ctl
