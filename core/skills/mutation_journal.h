// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "base/error.h"
#include "base/storage.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>

namespace verderer {

/// What a file holds before or after a mutation: enough to recognise it, exactly or as DeerFlow reads it (with LF).
struct FileSide {
    bool exists = false;
    QString hash;           ///< SHA-256 of the bytes; empty where it does not exist
    QString normalizedHash; ///< of the bytes with newlines normalised; likewise

    static FileSide of(const std::optional<QByteArray> &bytes);
    /// The bytes are this side's, byte for byte.
    [[nodiscard]] bool isExactly(const std::optional<QByteArray> &bytes) const;
    /// The same text once newlines are normalised.
    [[nodiscard]] bool readsAs(const std::optional<QByteArray> &bytes) const;
    [[nodiscard]] bool readsAs(const FileSide &other) const;
};

/// The rename that the mutation of a whole folder, or the removal of a support file, consists of (design 3, the second table), or the two of a
/// replacement (FolderExchange). All places are relative to the custom root.
struct FolderMove {
    QString from; ///< the skill's folder (delete), a support file (remove_file), a stage `.installing-verderer-…` (create, install, copy), or a place
                  ///< in the trash (restore)
    QString to;                      ///< a place in the trash (delete, remove_file), else the skill's folder
    bool keepText = false;           ///< nobody else has the text: undone by a recovery, it becomes a draft
    QString replaced;                ///< a place in the trash, for the folder that stood in the place of the new one; empty where none did
    std::uint64_t replacedInode = 0; ///< of that folder, by which it is known wherever it lies
    bool isFile = false;             ///< one support file goes to the trash, not the folder

    [[nodiscard]] bool isDeletion(const QString &directory) const { return isFile || from == directory; }
    [[nodiscard]] bool hasStage() const;
};

/// What the names of stages begin with. DeerFlow's own stages begin with `.installing-` alone (deerflow-format 4) and are never touched.
inline QString stagePrefix()
{
    return QStringLiteral(".installing-verderer-");
}
/// Where deleted folders lie, relative to the custom root.
inline QString deletedFolder()
{
    return QStringLiteral(".trash/deleted");
}

/// Where removed support files lie, relative to the custom root; below it a folder for each skill.
inline QString removedFilesFolder()
{
    return QStringLiteral(".trash/files");
}

/// A mutation that was begun: written and synced before the first byte of the skill changes, removed when all is done (design 3, "Journal").
struct MutationIntent {
    QString id;                              ///< random; names the drafts that a recovery makes, so that making them twice makes them once
    QString program;                         ///< who wrote it
    QString startedAt;                       ///< as in records
    QString action;                          ///< the record's
    QString directory;                       ///< of the skill
    QString filePath;                        ///< below the skill
    QByteArray line;                         ///< the record to be appended, without its newline
    std::optional<QByteArray> displacedLine; ///< the record of what a script had put there meanwhile; goes before `line`
    qint64 historySize = 0;                  ///< of the history before the first of these lines
    FileSide before;                         ///< what the file held just before ours
    FileSide after;                          ///< what it holds once ours is in place
    QString staged;                          ///< name of the temporary file beside the target; after the exchange it holds what came out
    std::optional<FolderMove> folder;        ///< the mutation is such a rename; `before` and `after` are those of SKILL.md, or of the file
    QString renamedFrom;                     ///< the other half of a renaming: this file of the skill is to go to the trash once the record is there
    bool appending = false;                  ///< a recovery has decided that the lines are to be appended, whatever it finds next time
};

/// What lies at the journal's place.
struct JournalState {
    bool exists = false;
    std::optional<MutationIntent> intent; ///< unset: there is none, or it cannot be read
    QString problem;                      ///< why it cannot be read; empty where it can
};

/// The journal of one custom root: `.custom.mutation.intent` beside the sidecar. Lines of JSON, each a whole intent; the last whole line counts, so
/// an intent is amended by one synced append and a torn amendment leaves the one before it in force. All calls happen while the mutation lock is
/// held.
class MutationJournal {
public:
    /// `customRoot` is resolved.
    MutationJournal(Storage &storage, const QString &customRoot);

    /// Begins: the file is made. Nothing may change before Storage::sync() of unsynced() has succeeded, together with whatever else must last by
    /// then. A failure leaves no intent behind, as far as it can be removed.
    Result<void> write(const MutationIntent &intent, const FileAttributes &attributes);
    /// Replaces what write() said.
    Result<void> amend(const MutationIntent &intent);
    /// Reads what a predecessor left. Fails only where the file is there and cannot be read at all.
    Result<JournalState> load();
    /// Ends. A missing file is fine.
    Result<void> remove();
    /// Moves an unreadable journal to `.trash/intents/` inside the custom root, where nothing takes it for a skill; gives the new path.
    Result<QString> setAside(const QString &customRoot, const FileAttributes &folder);

    [[nodiscard]] QString path() const { return m_path; }
    /// What write() leaves to be synced: the file, and the folder that names it.
    [[nodiscard]] QStringList unsynced() const;

private:
    Storage &m_storage;
    QString m_path;
};

/// One line of the journal, without its newline, and back. Invalid where it is no intent of a version this program knows.
QByteArray encodeIntent(const MutationIntent &intent);
Result<MutationIntent> decodeIntent(const QByteArray &line);

} // namespace verderer
