// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/export_format.h"
#include "runs/run_listing.h"
#include "threads/thread_listing.h"

namespace verderer {

class RunService;
class ThreadService;

/// Writes every row of a list, in its order, to the end of it (a list that grows is read on until it is complete). Columns and fields are DeerFlow's,
/// all of them, JSON columns as JSON. Blocking; any thread but the window's; obeys deadline and cancel token between pages.
Result<ExportOutcome> exportThreads(ThreadListing &listing, QIODevice &out, const ExportOptions &options, const ExportProgress &progress,
                                    const Wait &wait);

/// The same for runs. `service` adds cost, currency and duration in seconds; null: without them.
Result<ExportOutcome> exportRuns(RunListing &listing, const RunService *service, QIODevice &out, const ExportOptions &options,
                                 const ExportProgress &progress, const Wait &wait);

/// One thread: as Markdown its transcript; as JSON `{"thread", "runs", "events"}`; as CSV its runs; as JSON lines the events of all its runs, in
/// DeerFlow's event form. NotFound where there is neither the thread nor a run of it.
Result<ExportOutcome> exportThread(const QString &threadId, ThreadService &threads, RunService &runs, QIODevice &out, const ExportOptions &options,
                                   const ExportProgress &progress, const Wait &wait);

/// One run: as Markdown its transcript; as JSON `{"run", "events"}`; as CSV its row; as JSON lines its events.
Result<ExportOutcome> exportRun(const QString &runId, RunService &runs, QIODevice &out, const ExportOptions &options, const ExportProgress &progress,
                                const Wait &wait);

} // namespace verderer
