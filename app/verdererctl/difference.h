// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "diff/diff.h"
#include "verdererctl/skill_lookup.h"

namespace verderer::ctl {

/// Two versions and what differs between them. Line endings alone do not count: DeerFlow's records hold LF whatever the file has.
struct Difference {
    Version oldVersion;
    Version newVersion;
    LineDiff lines;
    QByteArray unified;
};
Result<Difference> compareVersions(const Version &oldVersion, const Version &newVersion, const CancelToken &cancel);

/// The unified form for people: with colours where wanted, control characters of the texts made visible on a terminal.
QByteArray shownDifference(const Difference &difference, const Terminal &terminal);

} // namespace verderer::ctl
