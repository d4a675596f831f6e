// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "skills/history.h"

#include <QByteArray>
#include <QString>

namespace verderer {

/// The text that a rollback restores, and the record it comes from.
struct RollbackSource {
    HistoryEntry entry;
    QByteArray text;
    /// The record keeps the exact bytes (it is this program's). DeerFlow reads files with LF, so that its records may differ from the file in
    /// newlines alone.
    bool isExact = false;

    /// Restoring it would change nothing: the same bytes, or, for a record that is not exact, the same text with LF.
    [[nodiscard]] bool isSameAs(const QByteArray &present) const;
};

/// Finds the record by DeerFlow's index or by identity and takes its prev_content, or on wish its new_content. NotFound: no history or no such
/// record. Invalid: the record has no such text. Blocked: its new text is one that the scanner refused and that never was in the file.
Result<RollbackSource> findRollbackSource(const QString &customRoot, const QString &directory, const QString &record, bool toNew,
                                          const CancelToken &cancel);

} // namespace verderer
