// SPDX-License-Identifier: GPL-3.0-or-later
#include "scan/scan_report.h"

#include "base/json.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <tuple>

namespace verderer {

namespace {

QString endedSentence(const QString &text)
{
    return text.endsWith(u'.') || text.endsWith(u'!') || text.endsWith(u'?') ? text : QString(text + u'.');
}

} // namespace

QString scanDecisionName(ScanDecision decision)
{
    switch (decision) {
    case ScanDecision::Block:
        return QStringLiteral("block");
    case ScanDecision::Warn:
        return QStringLiteral("warn");
    case ScanDecision::Allow:
        break;
    }
    return QStringLiteral("allow");
}

ScanDecision ScanReport::decision() const
{
    ScanSeverity worst = leftOut > 0 ? leftOutWorst : ScanSeverity::Low;
    for (const ScanFinding &finding : findings)
        worst = std::max(worst, finding.severity);
    if (worst == ScanSeverity::Critical)
        return ScanDecision::Block;
    const ScanDecision rules = worst > ScanSeverity::Low || !skipped.isEmpty() ? ScanDecision::Warn : ScanDecision::Allow;
    return moderation ? std::max(rules, moderation->decision) : rules;
}

QString ScanReport::reason() const
{
    std::array<int, 4> counts{};
    for (const ScanFinding &finding : findings)
        ++counts.at(static_cast<std::size_t>(finding.severity));
    QStringList parts;
    for (const ScanSeverity severity : {ScanSeverity::Critical, ScanSeverity::High, ScanSeverity::Medium, ScanSeverity::Low}) {
        if (const int count = counts.at(static_cast<std::size_t>(severity)); count > 0)
            parts += QStringLiteral("%1 %2").arg(count).arg(scanSeverityName(severity));
    }
    QString text = parts.isEmpty() ? QStringLiteral("Verderer's rules found nothing")
                                   : QStringLiteral("Verderer's rules found ") + parts.join(QStringLiteral(", "));
    if (leftOut > 0)
        text += QStringLiteral(" and %1 more that are not listed").arg(leftOut);
    if (!skipped.isEmpty())
        text += QStringLiteral("; %1 files hold no text and were not read").arg(skipped.size());
    if (!moderation)
        return text + QStringLiteral(". No moderation model was asked.");
    if (!moderation->answered)
        return text + QStringLiteral(". ") + moderation->reason;
    return text + QStringLiteral(". The moderation model \"%1\" says %2: %3")
                      .arg(moderation->model, scanDecisionName(moderation->decision), moderation->reason);
}

QByteArray ScanReport::findingsJson() const
{
    const auto textOrNull = [](const QString &text) { return text.isEmpty() ? Json(nullptr) : toJson(text); };
    Json list = Json::array();
    for (const ScanFinding &finding : findings) {
        Json item = Json::object();
        item["rule_id"] = toJson(finding.ruleId);
        item["severity"] = toJson(scanSeverityName(finding.severity));
        item["file"] = textOrNull(finding.file);
        item["line"] = finding.line > 0 ? Json(finding.line) : Json(nullptr);
        item["message"] = toJson(finding.message);
        item["remediation"] = toJson(finding.remediation);
        item["evidence"] = textOrNull(finding.evidence);
        list.push_back(std::move(item));
    }
    return dumpPythonJson(list);
}

void ScanReport::sort()
{
    std::stable_sort(findings.begin(), findings.end(), [](const ScanFinding &a, const ScanFinding &b) {
        return std::tie(b.severity, a.file, a.line, a.column, a.ruleId) < std::tie(a.severity, b.file, b.line, b.column, b.ruleId);
    });
}

Result<void> scanGate(const ScanReport &report, const QString &what)
{
    if (report.decision() != ScanDecision::Block)
        return {};
    ErrorDetails details;
    QStringList rules;
    for (const ScanFinding &finding : report.findings) {
        if (finding.severity != ScanSeverity::Critical)
            continue;
        if (rules.isEmpty()) {
            details.path = finding.file;
            details.line = finding.line;
            details.column = finding.column;
            details.kind = finding.ruleId;
        }
        rules += finding.line > 0 ? QStringLiteral("%1 (%2, line %3)").arg(finding.ruleId, finding.file).arg(finding.line)
                                  : QStringLiteral("%1 (%2)").arg(finding.ruleId, finding.file);
    }
    if (rules.isEmpty() && report.leftOut > 0 && report.leftOutWorst == ScanSeverity::Critical)
        rules += QStringLiteral("findings beyond those listed");
    if (rules.isEmpty() && report.moderation) {
        details.kind = QStringLiteral("moderation");
        const QString said = report.moderation->answered
                                 ? QStringLiteral("The model \"%1\" says: %2").arg(report.moderation->model, report.moderation->reason)
                                 : report.moderation->reason;
        return fail(ErrorCode::Blocked, QStringLiteral("%1 is refused by moderation. %2 Nothing was changed.").arg(what, endedSentence(said)),
                    details);
    }
    return fail(ErrorCode::Blocked,
                QStringLiteral("%1 is refused by the scanner: %2. Nothing was changed. Look at the findings (verdererctl skills scan) and mend them.")
                    .arg(what, rules.join(QStringLiteral(", "))),
                details);
}

} // namespace verderer
