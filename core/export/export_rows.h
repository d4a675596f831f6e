// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/row_writer.h"
#include "runs/run_record.h"
#include "threads/thread_record.h"

namespace verderer {

class RunService;

/// The columns of an exported list, and its rows. `service` may be null: no cost and no duration then. A row looks at its record: write it before the
/// record goes.
QStringList threadColumns();
ExportRow threadRow(const ThreadRecord &record);
QStringList runColumns(bool withCosts);
ExportRow runRow(const RunRecord &record, const RunService *service);

} // namespace verderer
