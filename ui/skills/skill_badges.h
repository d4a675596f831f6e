// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/catalog.h"
#include "ui/widgets/badge.h"

namespace verderer {

/// A word about a skill, and why.
struct SkillBadge {
    QString text;
    Tone tone = Tone::Neutral;
    QString reason;
};

/// The short word for a kind of problem, in the window's language ("YAML, line 3").
QString problemWord(const Problem &problem);

/// The problem's sentence without the place at its beginning, for where the place is shown anyway.
QString problemSentence(const Problem &problem);

Tone severityTone(Severity severity);

/// What is worth saying about a skill in one word each, worst first.
QList<SkillBadge> skillBadges(const SkillEntry &entry);

/// All reasons as plain text, one a line, for a tooltip.
QString skillReasons(const SkillEntry &entry);

/// "custom", "public", … in the window's language.
QString categoryWord(SkillCategory category);

/// An error that keeps DeerFlow from loading or accepting it.
bool willNotLoad(const SkillEntry &entry);

/// Anything above a note.
bool hasProblem(const SkillEntry &entry);

} // namespace verderer
