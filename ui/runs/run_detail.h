// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "runs/run_service.h"

namespace verderer {

struct DatabaseAccess;

/// A run with everything its page says of it.
struct RunDetail {
    RunRecord run;
    Cost cost;
    std::optional<Microseconds> duration;
    RunVitality vitality;
};

/// Reads a run and looks whether anything stands behind its status. Any thread but the window's.
Result<RunDetail> readRunDetail(const DatabaseAccess &access, const QString &runId, const Wait &wait);

/// Every column of the row as JSON, for people: names and texts as they are stored, JSON columns indented where they can be read.
QByteArray rawRow(const RunRecord &run);

} // namespace verderer
