// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QString>

#include <functional>

class QIODevice;

namespace verderer {

enum class ExportFormat { Csv, JsonDocument, JsonLines, Markdown };

/// "csv", "json", "jsonl" or "markdown" (also "md"). Invalid with a sentence that lists them otherwise.
Result<ExportFormat> exportFormatFromName(const QString &name);

struct ExportOptions {
    ExportFormat format = ExportFormat::Csv;
    bool formulaSafe = false;   ///< CSV: cells that a spreadsheet would take for a formula begin with an apostrophe
    bool byteOrderMark = false; ///< CSV: some spreadsheets read UTF-8 only behind one
    bool withHidden = false;    ///< a transcript's hidden messages too
};

/// Told now and then how far it is. `total` is -1 while it is not known.
using ExportProgress = std::function<void(qint64 written, qint64 total)>;

struct ExportOutcome {
    qint64 written = 0;  ///< rows or messages
    qint64 vanished = 0; ///< rows of the list that were deleted while it was written
};

/// Writes a whole file or none: into a temporary file beside it, which takes its place once `write` has succeeded. ReadOnly where the place cannot be
/// written. Blocking; any thread but the window's.
Result<ExportOutcome> exportToFile(const QString &path, const std::function<Result<ExportOutcome>(QIODevice &out)> &write);

} // namespace verderer
