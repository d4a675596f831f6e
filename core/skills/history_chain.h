// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/history.h"

#include <QList>
#include <QString>

namespace verderer {

/// What is worth knowing between two records of one file, at a record, or between the last record and the file as it is now.
enum class ChainNoteKind {
    ChangedOutside, ///< the record begins from another text than the one before it left
    CreatedOutside, ///< the record begins from a text although the one before it left no file
    RemovedOutside, ///< the record begins without a file although the one before it left one
    Gap,            ///< they do not fit, and an unreadable line stands between them that may explain it
    Late,           ///< information: the record was appended after records it came before; the chain has it in its place
    NotApplied,     ///< information: a rollback that the scanner blocked; the file was not changed by it
};
QString chainNoteKindName(ChainNoteKind kind); ///< "changed-outside", "created-outside", "removed-outside", "gap", "late", "not-applied"

/// One finding about the chain.
struct ChainNote {
    ChainNoteKind kind = ChainNoteKind::ChangedOutside;
    QString filePath;     ///< whose chain
    qsizetype older = -1; ///< position in HistoryChain::entries of the record before; -1: there is none
    qsizetype newer = -1; ///< position of the record that does not follow, or that the note is about; -1: the file as it is now
    QString expectedHash; ///< newline-normalised text that the older one left; empty: no file, or not compared
    QString foundHash;    ///< the one found instead; empty: no file, or not compared
    QString message;      ///< one sentence for people

    /// Somebody changed the file, and no record tells of it.
    [[nodiscard]] bool isBreak() const { return kind != ChainNoteKind::Late && kind != ChainNoteKind::NotApplied; }
};

/// A file as it is now, to hold the last record against.
struct PresentFile {
    QString filePath = QStringLiteral("SKILL.md");
    QString hash = {}; ///< SHA-256 of its newline-normalised bytes; empty: it does not exist
};

/// A history as the chain it tells of.
struct HistoryChain {
    QList<HistoryEntry> entries; ///< oldest first, records that are late put before those they are late for; unreadable ones in place
    QList<ChainNote> notes;      ///< in the order of `newer`, those about the present last

    /// Every record follows from the one before it, and the present files are what the last records left.
    [[nodiscard]] bool isWhole() const;
};

enum class EntryOrder { OldestFirst, NewestFirst };

/// Builds the chain of one skill's entries, or of a part of them: nothing is held against the first record of a file that is in the list.
/// SKILL.md and each support file have chains of their own; deleting the skill ends them all. Comparisons are newline-normalised, since DeerFlow
/// reads LF (deerflow-format 1.4). Files not named in `present` are not compared. Pure; any thread.
HistoryChain buildHistoryChain(QList<HistoryEntry> entries, EntryOrder order, const QList<PresentFile> &present = {});

} // namespace verderer
