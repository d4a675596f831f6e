// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/mutation_context.h"

#include <QByteArray>
#include <QSet>
#include <QString>

#include <functional>
#include <optional>

namespace verderer {

/// A folder that is being filled beside the skills, where nobody sees it: what is written here gets the owner, the group and the permissions that
/// DeerFlow's sandbox needs (folders at least 0755, files at least 0644), and is synced as a whole afterwards. Belongs to placeFolder(). Not
/// thread-safe.
class FolderStage {
public:
    FolderStage(Storage &storage, QString path, FileAttributes folder, FileAttributes file);

    /// Makes a folder and those above it; one that is there already is fine. Paths are relative, with single slashes. Invalid (kind "file-path"):
    /// absolute, empty, with "." or ".." in it or a NUL.
    Result<void> addFolder(const QString &path);
    /// Writes a file, its folders made. `executable` adds the permission to run it. Invalid as above; AlreadyExists where the name is taken.
    Result<void> addFile(const QString &path, const QByteArray &bytes, bool executable = false);

    [[nodiscard]] QString path() const { return m_path; } ///< of the folder itself, for reading

private:
    Storage &m_storage;
    QString m_path;
    FileAttributes m_folder;
    FileAttributes m_file;
    QSet<QString> m_made; ///< folders known to be there
};

/// What the record of a folder's mutation says beyond the texts.
struct FolderRecord {
    QString action; ///< "create" (create, copy, install), "rollback" (restore), "human_delete"
    std::optional<QString> note;
    std::optional<std::optional<QString>> rollbackFromTs;
    std::optional<QString> decision;              ///< the scanner's; unset: the truthful word of a program without one
    std::optional<QString> reason;                ///< likewise
    std::optional<QByteArray> staticFindingsJson; ///< likewise; empty leaves the key out
};

/// A whole skill that is to stand where none is, or in the place of one.
struct FolderPlacing {
    FolderRecord record;
    QByteArray text; ///< of SKILL.md, UTF-8; written into the stage before `fill` is asked, which must not write it again
    /// Writes everything else. Called once, under the mutation lock, behind the intent; may look at a cancel token, and a failure of it undoes all.
    std::function<Result<void>(FolderStage &)> fill;
    bool keepText = false; ///< nobody else has the text: killed before the rename, it becomes a draft
    bool replace = false;  ///< a skill of that name goes to the trash for it (FolderExchange); without one there it is placed like any other
};

/// Puts a new skill in place (design 3, second table): intent → stage whole in `.installing-verderer-…` inside the custom root, sync → rename, never
/// replacing, under the projection lock → record → reset marker → intent away. The caller holds the mutation lock (inMutationOrder) and has judged
/// the text. AlreadyExists (kind "skill-exists", or "folder-exists" where the folder holds no SKILL.md) where the name is taken and is not to be
/// replaced; nothing is touched then. The record of a replacement holds the old text too, its key `trashed` names the place of the old folder, and
/// the outcome's `place` as well. On failure everything is as it was, or the intent stays and the message says so.
Result<MutationOutcome> placeFolder(MutationContext &context, const QString &directory, const FolderPlacing &placing, const MutationOptions &options);

/// Brings a folder back from the trash in the same way, without a stage. `place` is relative to the custom root (deletedFolder()). NotFound where
/// nothing lies there.
Result<MutationOutcome> restoreFolder(MutationContext &context, const QString &directory, const QString &place, const FolderRecord &record,
                                      const MutationOptions &options);

/// Moves a skill's folder to the trash: intent → rename → record → marker → intent away. NotFound where there is no such folder. Conflict where
/// `baseHash` is set and SKILL.md is another. The record's key `trashed` names the place.
Result<MutationOutcome> trashFolder(MutationContext &context, const QString &directory, const FolderRecord &record,
                                    const std::optional<QString> &baseHash, const MutationOptions &options);

/// Who wrote the intent that is in force when a removal begins.
enum class Journaling {
    Own,      ///< nobody: the removal writes its own
    TakenOver ///< the first half of a renaming, which left it: the removal amends it, so that a kill between the two finds one of them
};

/// What the record of a removed support file says (deerflow-format 3: nothing is scanned).
FolderRecord removalRecord(const std::optional<QString> &note);

/// Moves one support file to the trash: intent → rename → record → marker → intent away. The record's key `trashed` names the place, and prev_content
/// is the text where it is one. NotFound where there is no such file; Invalid (kind "link") where a link leads to it; Conflict where `baseHash` is
/// set and the file is another.
Result<MutationOutcome> trashFile(MutationContext &context, MutationTarget target, const FolderRecord &record, const std::optional<QString> &baseHash,
                                  const MutationOptions &options, Journaling journaling = Journaling::Own);

/// Whether trashFile() would take the file: the same errors, and nothing is changed.
Result<void> checkRemovable(MutationContext &context, const MutationTarget &target, const std::optional<QString> &baseHash);

/// Removes stages that no intent names: their program died before it began, or could not clear away behind itself. Under the mutation lock, after
/// recovery. What cannot be removed becomes a warning.
void sweepStages(MutationContext &context);

/// The text of a skill whose folder may be damaged: nothing where SKILL.md is missing, a link, no plain file or too large to be a text.
Result<std::optional<QByteArray>> readSkillText(Storage &storage, const QString &folder);

} // namespace verderer
