// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "package/package_revision.h"
#include "scan/scan_report.h"
#include "skills/document.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>

#include <functional>

namespace verderer {

/// How far it is, in bytes of the unpacked files. `total` is what the archive claims, and no more than a guess. Called from the thread that works.
using PackageProgress = std::function<void(qint64 done, qint64 total)>;

/// What is in an archive and is not unpacked.
struct LeftOutMember {
    QString path; ///< in the archive
    QString kind; ///< "finder-junk", "link", "special", "duplicate", "outside"
    QString why;  ///< completes "… was left out: "
};

/// An archive that was read through under all rules and limits.
struct ArchiveContents {
    QString path;              ///< of the archive
    QString root;              ///< the folder in it that is the skill; empty: its top
    QList<PackagedFile> files; ///< what would be unpacked, SKILL.md too, sorted; folders only where the archive names them
    QList<LeftOutMember> leftOut;
    qint64 bytes = 0;            ///< of all files
    QByteArray text;             ///< of SKILL.md
    SkillVerdict verdict;        ///< of it, by the name it declares, which is the name the skill is installed by
    ScanReport scan;             ///< of all files
    QString revision;            ///< packageRevision()
    QHash<int, QString> members; ///< the number of each member that is unpacked, and its place below the skill
};

struct InspectOptions {
    bool repack = false; ///< take the one folder that holds a SKILL.md for the skill, however deep it lies, and leave out what is beside it
    CancelToken cancel;
    PackageProgress progress;
};

/// Reads a `.skill` archive through, as DeerFlow's installer would (deerflow-format 4), and changes nothing. All of it is unpacked once, in memory, a
/// member at a time, so that the limits are those of the bytes and not of the headers: 4096 members, 64 MiB each, 512 MiB together. Blocks; any
/// thread. Errors, each for the archive as a whole:
/// - NotFound, Damaged ("archive-damaged"), Cancelled;
/// - Invalid: "archive-suffix" (not `.skill`), "archive-too-many", "archive-too-large", "member-too-large", those of memberPath(), "member-clash" (a
///   file where another member needs a folder), "member-encrypted", "archive-no-skill", "archive-two-tops" (several things at the top),
///   "archive-too-deep" (SKILL.md lies deeper than in one folder), "package-not-utf8".
/// A SKILL.md that DeerFlow refuses and findings of the scanner are no errors here: `verdict` and `scan` tell them.
Result<ArchiveContents> inspectArchive(const QString &path, const InspectOptions &options);

/// Unpacks what was inspected, member by member in the archive's order; `bytes` are empty for a folder. Conflict (kind "archive-changed") where a
/// member is not, byte for byte, what inspectArchive() saw: what is handed over is what was scanned.
using MemberSink = std::function<Result<void>(const PackagedFile &file, const QByteArray &bytes)>;
Result<void> unpackArchive(const ArchiveContents &contents, const MemberSink &sink, const CancelToken &cancel, const PackageProgress &progress);

} // namespace verderer
