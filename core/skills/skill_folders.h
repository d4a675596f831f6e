// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/catalog.h"
#include "skills/skill_editor.h"
#include "skills/skill_trash.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <functional>
#include <optional>

namespace verderer {

class FolderStage; // skills/folder_mutation.h

/// A whole skill from outside, such as one of an archive.
struct PlaceRequest {
    QString directory;
    QByteArray text; ///< of SKILL.md
    ScanReport scan; ///< of everything that is placed; its verdict stands in the record
    std::optional<QString> note;
    bool replace = false;                            ///< a skill of that name goes to the trash for it
    std::function<Result<void>(FolderStage &)> fill; ///< writes all but SKILL.md; see FolderPlacing
    /// Whether the folder that stands in the place holds the same already, so that there is nothing to do; asked under the lock. May be unset.
    std::function<Result<bool>(const QString &folder)> isSame;
};

struct CreateRequest {
    QString directory; ///< the skill's name
    QByteArray text;   ///< of SKILL.md; skillTextOf() makes one from a form, renamedSkill() from a template
    std::optional<QString> note;
};

struct CopyRequest {
    QString sourceFolder; ///< absolute, of any category and user
    QString sourceName;   ///< for the record: "public/release-notes"
    QString directory;    ///< the copy's name
    std::optional<QString> note;
};

struct DeleteRequest {
    QString directory;
    std::optional<QString> baseHash; ///< SHA-256 of the SKILL.md that the caller saw
    std::optional<QString> note;
};

struct RestoreRequest {
    QString directory;
    QString place; ///< of DeletedSkill; empty: the newest deletion
    std::optional<QString> note;
};

/// Which of the trash is thrown away; what nothing is said of goes altogether.
struct EmptyTrashRequest {
    QString directory;                     ///< only this skill's
    QString place;                         ///< only this folder
    std::optional<Microseconds> olderThan; ///< only what was deleted before
};

struct EmptiedTrash {
    QList<DeletedSkill> removed;
    QList<Error> failed; ///< one for each folder that could not be removed, or not whole
    QStringList warnings;
};

/// The use cases on whole custom skills of one user, each in the mutation order (design 3). Blocking: run it off the window's thread. Several threads
/// may use one object. Each change leaves a record in the skill's history.
class SkillFolders {
public:
    SkillFolders(SkillRoots roots, SkillEditor::Dependencies dependencies);

    /// Makes a skill. Errors: AlreadyExists (kind "skill-exists", "folder-exists"), Invalid (as judgeSkill), those of the lock, ReadOnly. A user
    /// without a folder is NotFound: nothing is made for a user that DeerFlow does not know yet.
    Result<MutationOutcome> create(const CreateRequest &request, const MutationOptions &options);

    /// Copies a skill with its whole package under a name of its own, which the copy declares (renamedSkill). Links are left out, told in a warning.
    /// Errors as create(); NotFound where the source has no SKILL.md; Invalid where the renamed text is none that DeerFlow accepts.
    Result<MutationOutcome> copy(const CopyRequest &request, const MutationOptions &options);

    /// Places a whole skill (placeFolder), with a record "create". Errors as create(); Blocked where the scan says so. Where the same is there
    /// already and it may be replaced, changed is false.
    Result<MutationOutcome> place(const PlaceRequest &request, const MutationOptions &options);

    /// Moves a skill to the trash. NotFound, Conflict (another text than the base's).
    Result<MutationOutcome> remove(const DeleteRequest &request, const MutationOptions &options);

    /// Brings a deleted skill back: the whole folder from the trash, else SKILL.md from the history. AlreadyExists where a skill of that name is
    /// there; where it holds what would come back, changed is false. NotFound where there is nothing to bring back.
    Result<MutationOutcome> restore(const RestoreRequest &request, const MutationOptions &options);

    /// What could be restored now; no lock.
    [[nodiscard]] Result<QList<DeletedSkill>> restorable(const CancelToken &cancel = {}) const;
    /// What emptyTrash() would throw away now; no lock.
    [[nodiscard]] Result<QList<DeletedSkill>> trash(const EmptyTrashRequest &request, const CancelToken &cancel = {}) const;

    /// Throws deleted folders away for good. The histories keep what the records say. NotFound where a named place is not there.
    Result<EmptiedTrash> emptyTrash(const EmptyTrashRequest &request, const MutationOptions &options);

    /// What is worth knowing before a skill of that name is made: it hides the shared legacy ones (deerflow-format 1.1), stands before a shared skill
    /// of its name, or cannot be activated with a slash. Sentences; no lock. create() and copy() tell the same in their outcome.
    [[nodiscard]] Result<QStringList> warningsBefore(const QString &name, const CancelToken &cancel = {}) const;

private:
    Result<QString> preparedRoot() const;

    SkillRoots m_roots;
    SkillEditor::Dependencies m_dependencies;
};

} // namespace verderer
