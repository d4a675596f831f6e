// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "scan/finding.h"

#include <QByteArray>
#include <QList>

#include <optional>

namespace verderer {

/// As in a record's `scanner` (deerflow-format 3).
enum class ScanDecision { Allow, Warn, Block };
QString scanDecisionName(ScanDecision decision); ///< "allow", "warn", "block"

/// A file whose text no rule has read, and why in one sentence.
struct SkippedFile {
    QString path;
    QString why;
};

/// What a moderation model said of a text, or that it said nothing.
struct ModerationWord {
    QString model;         ///< its name
    bool answered = false; ///< false: `decision` is what the installation makes of silence (`security_fail_closed`)
    ScanDecision decision = ScanDecision::Block;
    QString reason; ///< a sentence: the model's, or why there is none of it
};

/// What a scan came to.
struct ScanReport {
    QList<ScanFinding> findings; ///< worst first, then by file, line, column, rule
    QList<SkippedFile> skipped;
    int files = 0;    ///< whose text was read by the rules
    int leftOut = 0;  ///< findings beyond the limits; their severities count for the decision all the same
    qint64 bytes = 0; ///< of those files
    ScanSeverity leftOutWorst = ScanSeverity::Low;
    std::optional<ModerationWord> moderation = {}; ///< unset: no model was asked

    /// A CRITICAL finding blocks; MEDIUM or HIGH, or a text nobody read, warns; LOW alone is information. A moderation model can only make it
    /// stricter.
    [[nodiscard]] ScanDecision decision() const;
    /// What was done and found, in sentences; says what the moderation model said, or that none was asked, since a record must not claim what was
    /// not run.
    [[nodiscard]] QString reason() const;
    /// The record's `static_findings`: exactly DeerFlow's keys, `file`, `line` and `evidence` null where there is none.
    [[nodiscard]] QByteArray findingsJson() const;
    void sort();
};

/// The gate before every change of a skill: Blocked where `report` has a CRITICAL finding, with the rules' ids and lines in the sentence, and place
/// and id of the first in the details; also where the moderation model blocks, with its reason (kind "moderation"). `what` names what is refused
/// ("The text for /…/SKILL.md").
Result<void> scanGate(const ScanReport &report, const QString &what);

} // namespace verderer
