// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "skills/history.h"
#include "skills/mutation_journal.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace verderer {

/// What was appended to a history since an intent was written, seen from that intent.
struct HistoryTail {
    /// A record somebody else appended.
    struct Other {
        QString ts;
        QString id;
        FileSide before; ///< its prev_content
    };

    bool oursThere = false;      ///< the intent's record is there, whole (with or without `late_for`)
    bool displacedThere = false; ///< likewise the record of what a script had put there
    std::optional<qint64> cutAt; ///< a torn line of ours is all that follows this size: it may be cut off
    std::optional<Other> first;  ///< the first record of others about the same file
    qint64 size = 0;             ///< of the history now
};

/// Reads the history from the intent's size on. A missing history is an empty one; one that is shorter than it was is read from its beginning.
Result<HistoryTail> readHistoryTail(const QString &history, const MutationIntent &intent);

/// The same over bytes that begin at `offset` of the file.
HistoryTail parseHistoryTail(const QByteArray &bytes, qint64 offset, const MutationIntent &intent);

/// A line taken apart, to be written again with another beginning or with `late_for`. Damaged where it is no record.
Result<NewHistoryRecord> recordFromLine(const QByteArray &line);

} // namespace verderer
