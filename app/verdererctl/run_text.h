// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_fwd.h"
#include "runs/run_service.h"
#include "verdererctl/context.h"

namespace verderer::ctl {

/// `{"runs","events","feedback","checkpoints","checkpoint_writes","active_run"}`
Json remainsJson(const ThreadRemains &remains);

/// A run as `runs list`, `runs show` and the export give it: DeerFlow's fields, and duration, cost and why there is none.
Json runDocument(const RunRecord &run, const RunService &service);

/// A table of runs; `withThread`: the thread's title too. Damage and "no sign of life" stand below their row.
QString runsTable(const QList<RunRecord> &runs, const RunService &service, bool withThread, int width, const Wait &wait);

/// "0.0123 USD", or "-".
QString shownCost(const Cost &cost);

/// A count in groups of three digits: "12 480".
QString shownCount(qint64 count);

/// "1 run", "2 runs".
QString counted(qint64 count, const char *what);

/// `{"role","name","caller","run_id","seq","created_at","hidden","raw","blocks":[…]}`
Json messageJson(const TranscriptMessage &message);

} // namespace verderer::ctl
