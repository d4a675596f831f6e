// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/history.h"
#include "skills/history_fields.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

#include <optional>
#include <vector>

namespace verderer {

/// How much of a line is wanted; more costs more.
enum class HistoryDetail {
    Bounds,  ///< state, problem, offset, length
    Ids,     ///< and the identity
    Entries, ///< everything in HistoryEntry
};

/// One physical line of a history file as the file walkers give it.
struct HistoryPhysicalLine {
    QByteArrayView bytes;   ///< without the newline; may end in CR. Empty where the line is too large to be loaded
    qint64 offset = 0;      ///< of its first byte in the file
    qint64 length = 0;      ///< in bytes, without the newline
    bool terminated = true; ///< a newline follows
    bool tooLarge = false;  ///< above maxHistoryLineBytes
    QString tooLargeId;     ///< then its SHA-256, where it was wanted
};

/// What stands on one physical line, in file order: nothing (blank), one record, several glued ones, and stretches that cannot be read. Where a
/// writer died in its record and the next one began on the same line, the latter is found again. Pure; any thread.
/// `locked`: an unterminated rest that does not parse is being written, not torn. `fields`, where given, receives what each entry's record says
/// (unset for what is none): for those who want the texts at once and no hashes, with HistoryDetail::Bounds.
QList<HistoryEntry> parseHistoryLine(const HistoryPhysicalLine &line, HistoryDetail detail, bool locked,
                                     std::vector<std::optional<HistoryFields>> *fields = nullptr);

/// Whether a record can be read there, alone on its line or glued to another.
bool isRecord(const HistoryEntry &entry);

/// The two texts of the record that `bytes` are; nothing where they are none.
std::optional<HistoryTexts> parseHistoryTexts(QByteArrayView bytes);

/// DeerFlow cuts lines at these as well, although they stand inside of a JSON text (deerflow-format 3.1). Gives the name of the first kind found in
/// `record`, or an empty string.
QString rawSeparatorName(QByteArrayView record);

} // namespace verderer
