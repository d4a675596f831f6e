// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/skill_editor.h"
#include "skills/skill_file_list.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace verderer {

/// A support file as it is now.
struct SkillFileText {
    QByteArray bytes;
    QString hash;        ///< SHA-256, for WriteFileRequest::baseHash
    bool binary = false; ///< not to be shown or edited as a text
};

struct WriteFileRequest {
    QString directory;
    QString filePath; ///< below the skill: "references/a.md"
    QByteArray bytes;
    bool mayBeBinary = false;        ///< added from disk: bytes that are no text are taken too, and a text may replace a binary file and the reverse
    bool executable = false;         ///< the file gets the permission to run; one that it has stays
    std::optional<QString> baseHash; ///< as EditRequest's; empty text: there must be no such file
    std::optional<QString> note;
};

struct RemoveFileRequest {
    QString directory;
    QString filePath;
    std::optional<QString> baseHash;
    std::optional<QString> note;
};

struct RenameFileRequest {
    QString directory;
    QString from;
    QString to;
    std::optional<QString> baseHash; ///< of the file as it was seen
    std::optional<QString> note;
};

/// The use cases on the support files of one user's custom skills, each in the mutation order (design 3), with DeerFlow's records `write_file` and
/// `remove_file` (deerflow-format 3). Blocking: run it off the window's thread. Several threads may use one object. Names are those that
/// resolveTarget() takes: new files below references/, templates/, scripts/ or assets/ alone, nothing hidden, no link that leads out. SKILL.md is
/// SkillEditor's.
///
/// What a record cannot hold (bytes that are not UTF-8) lies in the trash, and the record's key `trashed` names the place: of a written file the new
/// bytes, of a removed one the file itself.
class SkillFiles {
public:
    SkillFiles(SkillRoots roots, SkillEditor::Dependencies dependencies);

    /// The tree of a custom skill; no lock. NotFound, Invalid (a name that is none), Cancelled.
    [[nodiscard]] Result<SkillFileList> list(const QString &directory, const CancelToken &cancel = {}) const;

    /// One file, up to 64 MiB; no lock. A link inside the skill is read through. NotFound, Invalid (the name, or too large).
    [[nodiscard]] Result<SkillFileText> read(const QString &directory, const QString &filePath) const;

    /// Adds a file or puts other bytes in its place. Errors as SkillEditor::edit(); Invalid (kind "binary-file") where one of the two is binary and
    /// that was not allowed. The scanner reads it under its own name, and what it finds critical is Blocked. Same bytes: changed = false.
    Result<MutationOutcome> write(const WriteFileRequest &request, const MutationOptions &options);
    /// What write() would refuse before it takes the lock: the scanner's report, or the error.
    [[nodiscard]] Result<ScanReport> checkWrite(const WriteFileRequest &request, const CancelToken &cancel = {}) const;

    /// Moves a file to the trash. NotFound, Conflict, Invalid (SKILL.md, a link).
    Result<MutationOutcome> remove(const RemoveFileRequest &request, const MutationOptions &options);

    /// Writes the file under its new name and removes the old one, under one lock, with the two records that DeerFlow would make. Killed on the way,
    /// recovery finishes it or leaves the old file alone: the bytes are in the skill at every moment. AlreadyExists where the new name is taken;
    /// Invalid for a file above 64 MiB. The permission to run is kept. The outcome is that of the removal, with the hash of the new file.
    Result<MutationOutcome> rename(const RenameFileRequest &request, const MutationOptions &options);

private:
    SkillRoots m_roots;
    SkillEditor::Dependencies m_dependencies;
};

} // namespace verderer
