// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/storage.h"
#include "scan/scan_report.h"
#include "skills/catalog.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace verderer {

/// One thing that is wrong with, or worth knowing about, a skill: from DeerFlow's validator, or from the scanner.
struct ReportItem {
    enum class Level { Note, Low, Medium, High, Critical, Refused };
    Level level = Level::Note;
    QString rule;   ///< the problem's kind or the scanner's rule: "yaml-error", "secret-aws-key"
    QString file;   ///< relative to the skill's folder; empty: the package as a whole
    int line = 0;   ///< 1-based; 0: the file as a whole
    int column = 0; ///< 1-based, in code points
    QString message;
    QString remediation;
    QString evidence;
};

/// What DeerFlow and the scanner make of a skill.
struct SkillReport {
    SkillVerdict verdict;
    QList<ReportItem> items; ///< worst first
    ScanDecision decision = ScanDecision::Allow;
    QString scanReason; ///< what was scanned and found, in sentences
    bool typed = false; ///< of the text as it is typed, not of the one on disk

    /// Items above Low.
    [[nodiscard]] int serious() const;
};

/// Judges SKILL.md and scans the whole package. `typed` stands in the place of SKILL.md on disk. Blocks; any thread. Errors: NotFound, Cancelled, and
/// of reading SKILL.md.
Result<SkillReport> reportOn(const SkillEntry &entry, const std::optional<QByteArray> &typed, Storage &storage, const CancelToken &cancel);

/// Scans one SKILL.md, as core does before it is written. Any thread.
ScanReport scanSkillText(const QByteArray &text);

} // namespace verderer
