// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_fwd.h"
#include "scan/scan_report.h"

#include <QString>
#include <QStringList>

namespace verderer::ctl {

/// {"decision","reason","static_findings":[DeerFlow's keys and
/// "class","column"],"left_out","skipped":[{"file","why"}],"files","bytes","moderation":null}
Json scanJson(const ScanReport &report);

/// A finding in one line: severity, place, rule, what it means, and the evidence.
QString findingLine(const ScanFinding &finding);

/// For people: the findings with what to do about each, what was not read, and the verdict.
QString scanText(const QString &what, const ScanReport &report);

/// Sentences for standard error after a change: empty where the scanner found nothing.
QStringList scanNotes(const ScanReport &report);

} // namespace verderer::ctl
