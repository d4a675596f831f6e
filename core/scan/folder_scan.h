// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "base/storage.h"
#include "scan/package_scan.h"

#include <QString>

namespace verderer {

/// Scans the skill in `folder` with all its files, in the order of their paths. Links are told, never followed; nothing is written. Blocks. Errors:
/// NotFound, Cancelled; a file that cannot be read is in the report.
Result<ScanReport> scanFolder(const TextScanner &scanner, Storage &storage, const QString &folder, const CancelToken &cancel = {});

} // namespace verderer
