// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "runs/run_service.h"

namespace verderer {

struct DatabaseAccess;

/// What the overview says besides the usage: what failed last, and what somebody should look at.
struct OverviewFacts {
    QList<RunRecord> failures; ///< newest first, some
    qint64 active = 0;         ///< runs stored as active that were looked at
    bool activeExact = true;   ///< all of them were
    int stale = 0;             ///< of those, without a sign of life
    QString staleRun;          ///< one of them
    qint64 orphans = 0;
    bool orphansExact = true;
};

/// Reads them. Any thread but the window's.
Result<OverviewFacts> readOverviewFacts(const DatabaseAccess &access, const Wait &wait);

} // namespace verderer
