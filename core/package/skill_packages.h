// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "package/skill_archive.h"
#include "skills/catalog.h"
#include "skills/skill_editor.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

namespace verderer {

struct InstallRequest {
    QString archive;             ///< absolute path of a `.skill` file
    bool replace = false;        ///< where a skill of that name is there already, put this one in its place and that one into the trash
    bool repack = false;         ///< as InspectOptions
    std::optional<QString> note; ///< without one the record names the archive
};

/// What install() would do.
struct InstallPreview {
    InstallRequest request;
    ArchiveContents contents;
    QString name;                 ///< the skill's, as SKILL.md declares it; empty where it declares none
    bool nameTaken = false;       ///< something stands in the place: a skill, or a folder without one
    bool identical = false;       ///< what stands there holds exactly what would be installed
    QString presentRevision;      ///< packageRevision() of what stands there; empty where nothing does
    QStringList warnings;         ///< what is worth knowing before (SkillFolders::warningsBefore)
    std::optional<Error> refusal; ///< what install() would say to it: Invalid, Blocked or AlreadyExists
};

struct InstallOutcome {
    QString name;
    MutationOutcome mutation; ///< `place`: where the replaced folder lies now, relative to the custom root; empty where none was replaced
    int files = 0;
    qint64 bytes = 0;
    QString revision;
    QList<LeftOutMember> leftOut;
};

struct ExportRequest {
    QString folder;                  ///< absolute, of a skill of any category
    QString name;                    ///< of the top folder in the archive
    QString target;                  ///< absolute path of the `.skill` file
    std::optional<QString> revision; ///< of the preview; another one is a conflict
    bool overwrite = false;          ///< replace a file that is there
};

/// What an export would hold, or holds.
struct ExportContents {
    QList<PackagedFile> files; ///< sorted
    qint64 bytes = 0;
    QString revision;     ///< packageRevision()
    QStringList leftOut;  ///< sentences: links (never followed), devices, leftovers of programs, names that DeerFlow takes in no archive
    QStringList warnings; ///< sentences: why DeerFlow would not install it
};

/// How far a batch is: which of how many, and inside of it.
using BatchProgress = std::function<void(qsizetype item, qsizetype items, qint64 done, qint64 total)>;

/// The use cases on `.skill` archives of one user. Blocking: run it off the window's thread. Several threads may use one object.
class SkillPackages {
public:
    SkillPackages(SkillRoots roots, SkillEditor::Dependencies dependencies);

    /// Reads the archive and what stands in its place; changes nothing and takes no lock. Errors as inspectArchive(); what install() would refuse is
    /// in the preview.
    [[nodiscard]] Result<InstallPreview> previewInstall(const InstallRequest &request, const CancelToken &cancel = {},
                                                        const PackageProgress &progress = {}) const;

    /// Installs what was previewed, and nothing else: a member that changed since is a Conflict. Everything is staged unseen and synced, then moved
    /// into place in one step, in the mutation order (design 3), with a record `create` that holds the scanner's verdict; files get 0644 and folders
    /// 0755 whatever the archive says. With `replace`, the old folder goes to the trash: the two are exchanged in one step, so that at every instant
    /// the old or the new skill stands there (FolderPlacing says what is done where the file system cannot), and the record's `prev_content` is the
    /// old text. Where what stands there is the same already, nothing is written and changed is false.
    /// Errors: Invalid (SKILL.md's problem), Blocked (the scanner), AlreadyExists (kinds "skill-exists", "folder-exists"), Conflict, Cancelled, those
    /// of the lock, ReadOnly. After any of them everything is as it was.
    Result<InstallOutcome> install(const InstallPreview &preview, const MutationOptions &options, const PackageProgress &progress = {});

    /// One after the other, each with a result of its own, in the order of the requests; those that a cancellation leaves undone are Cancelled.
    /// `optionsOf` is asked before each, so that each waits for its own time.
    QList<Result<InstallOutcome>> installAll(const QList<InstallRequest> &requests, const std::function<MutationOptions()> &optionsOf,
                                             const BatchProgress &progress = {});

    /// What exportSkill() would write. NotFound; Invalid (kind "package-too-large").
    [[nodiscard]] Result<ExportContents> previewExport(const ExportRequest &request, const CancelToken &cancel = {},
                                                       const PackageProgress &progress = {}) const;

    /// Writes the archive: one top folder, members in the order of their paths, no times, owners or permissions of this computer in it, so that one
    /// revision gives the same bytes (with one and the same zlib). Links are never followed. Written beside the target and renamed. Errors: NotFound;
    /// AlreadyExists (kind "file-exists") without `overwrite`; Conflict (kind "changed-meanwhile") where it is another revision; Invalid; Cancelled;
    /// ReadOnly. After any of them the target is as it was and nothing is left beside it.
    Result<ExportContents> exportSkill(const ExportRequest &request, const CancelToken &cancel = {}, const PackageProgress &progress = {});

    /// As installAll().
    QList<Result<ExportContents>> exportAll(const QList<ExportRequest> &requests, const CancelToken &cancel, const BatchProgress &progress = {});

private:
    SkillRoots m_roots;
    SkillEditor::Dependencies m_dependencies;
};

} // namespace verderer
