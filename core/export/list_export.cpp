// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/list_export.h"

#include "base/json.h"
#include "export/export_rows.h"
#include "export/row_writer.h"

namespace verderer {

namespace {

constexpr int rowsAtOnce = 500;

/// Goes through a list to its end; `row` makes of a record what is written.
template<typename Record, typename MakeRow>
Result<ExportOutcome> writeAll(Listing<Record> &listing, RowWriter &writer, const MakeRow &row, const ExportProgress &progress, const Wait &wait)
{
    ExportOutcome outcome;
    if (const auto begun = writer.begin(); !begun) {
        return tl::unexpected<Error>(begun.error());
    }
    qint64 next = 0;
    for (;;) {
        if (wait.cancel.isCancelled()) {
            return fail(ErrorCode::Cancelled, QStringLiteral("The export was cancelled; no file was written."));
        }
        if (next >= listing.size()) {
            if (listing.isComplete()) {
                break;
            }
            if (const auto more = listing.extend(rowsAtOnce, wait); !more) {
                return tl::unexpected<Error>(more.error());
            }
            continue;
        }
        const auto page = listing.rows(next, rowsAtOnce, wait);
        if (!page) {
            return tl::unexpected<Error>(page.error());
        }
        for (const std::optional<Record> &record : *page) {
            if (!record) {
                ++outcome.vanished;
                continue;
            }
            if (const auto done = writer.add(row(*record)); !done) {
                return tl::unexpected<Error>(done.error());
            }
        }
        next += page->size();
        if (progress) {
            progress(writer.written(), listing.isComplete() ? listing.size() : -1);
        }
    }
    if (const auto ended = writer.end(); !ended) {
        return tl::unexpected<Error>(ended.error());
    }
    outcome.written = writer.written();
    return outcome;
}

} // namespace

Result<ExportOutcome> exportThreads(ThreadListing &listing, QIODevice &out, const ExportOptions &options, const ExportProgress &progress,
                                    const Wait &wait)
{
    RowWriter writer(out, options, QStringLiteral("threads"), threadColumns());
    return writeAll(
        listing, writer, [](const ThreadRecord &record) { return threadRow(record); }, progress, wait);
}

Result<ExportOutcome> exportRuns(RunListing &listing, const RunService *service, QIODevice &out, const ExportOptions &options,
                                 const ExportProgress &progress, const Wait &wait)
{
    RowWriter writer(out, options, QStringLiteral("runs"), runColumns(service != nullptr));
    return writeAll(
        listing, writer, [service](const RunRecord &record) { return runRow(record, service); }, progress, wait);
}

} // namespace verderer
