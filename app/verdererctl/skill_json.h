// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_fwd.h"
#include "diff/diff.h"
#include "skills/catalog.h"
#include "skills/history.h"
#include "skills/skill_editor.h"
#include "verdererctl/output.h"
#include "verdererctl/skill_lookup.h"

namespace verderer::ctl {

/// {"name","directory","category","enabled","editable","description","problems":[…], …}
Json skillJson(const SkillEntry &entry);

/// {"kind","severity","message","line","column"}; line and column are null where the problem is of the file as a whole.
Json problemJson(const Problem &problem);

/// A record as `skills history` shows it. `texts` unset: the line is no record.
Json recordJson(const HistoryEntry &entry, const std::optional<HistoryTexts> &texts);

/// The difference of two versions as data: labels, hunks with their lines, and the unified text.
Json differenceJson(const Version &oldVersion, const Version &newVersion, const LineDiff &diff, const QByteArray &unified);

/// A change of a skill as its command tells it.
struct ToldOutcome {
    QString name; ///< of the skill
    QString did;  ///< "saved": what is on disk now, where something was changed
    QString text; ///< for people
};

/// The answer to a change: `told.text`, or as `json` {"name","changed","sha256","record_id","record_ts","warnings","scanner"}.
Output outcomeOutput(const MutationOutcome &outcome, const ToldOutcome &told, bool json);

/// Text of a file: `key` holds it where it is UTF-8, else `<key>_base64` does and `key` is null.
void putText(Json &object, const std::string &key, const std::optional<QByteArray> &bytes);

/// "warn" for Severity::Warning and so on.
QString severityName(Severity severity);

} // namespace verderer::ctl
