// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "skills/document.h"
#include "skills/drafts.h"
#include "skills/mutation_lock.h"
#include "workspace/workspace.h"

#include <QList>
#include <QString>

#include <functional>
#include <memory>

namespace verderer {

struct DatabaseAccess;

/// What a finding is about; doctorAreaName() gives the words used in JSON.
enum class DoctorArea {
    Paths,     ///< "paths": where things are, variables, permissions
    Users,     ///< "users"
    Locks,     ///< "locks": holders, owner notes left behind
    Intents,   ///< "intents": a mutation that somebody began and nobody ended
    Drafts,    ///< "drafts": texts that are in no file
    Skills,    ///< "skills": what DeerFlow will not load
    Histories, ///< "histories": damaged lines, what DeerFlow cannot read, changes outside history
    Leftovers, ///< "leftovers": temporary files and staging folders
    Database,  ///< "database": threads and runs that need a look
};
QString doctorAreaName(DoctorArea area);

/// One thing that is wrong or worth knowing.
struct DoctorFinding {
    Severity severity = Severity::Note;
    DoctorArea area = DoctorArea::Paths;
    QString user;    ///< empty: of the installation as a whole
    QString path;    ///< absolute; empty where it is about no file
    qint64 line = 0; ///< 1-based physical line; 0: the file as a whole
    QString message; ///< one sentence: what is so
    QString advice;  ///< one sentence: what to do; empty where there is nothing to do
};

/// What the files of one user take, in bytes, and who is at work on them.
struct DoctorUser {
    WorkspaceUser user;
    MutationLockState lock;
    qint64 histories = 0; ///< number of history files
    qint64 historyBytes = 0;
    qint64 trashEntries = 0;
    qint64 trashBytes = 0;
    qint64 skills = 0; ///< folders in the custom tree that hold a SKILL.md
    int drafts = 0;
};

/// A named place of the installation and the rule that gave it.
struct DoctorPath {
    QString name; ///< "home", "config", …
    ResolvedPath place;
};

struct DoctorReport {
    QList<DoctorPath> paths;
    QList<DoctorUser> users;
    QList<DoctorFinding> findings; ///< errors first, then warnings, then notes; within one severity in the order of the examination
};

struct DoctorRequest {
    Workspace workspace;
    QString onlyUser;                                 ///< folder name; empty: all
    QString draftsFolder;                             ///< Verderer's own
    std::shared_ptr<const DatabaseAccess> database;   ///< threads and runs are looked at where it is given
    QString auditLog;                                 ///< file of the audit log, named among the paths; empty: it is not
    qint64 slowListRows = 50'000;                     ///< from so many threads on, an index for DeerFlow's list is proposed
    std::function<void(const QString &what)> examine; ///< told what is looked at now; called on the examining thread; may be empty
};

/// Looks at everything and changes nothing: no lock is taken, no file made; a database is only read. Reads every history whole, so it may take a
/// while on large ones; run it off the window's thread. Fails only as Cancelled, or where the folder of users cannot be read; all else is a finding.
/// Whether a Gateway answers is GatewayProbe's to say, since that needs an event loop.
Result<DoctorReport> examineWorkspace(const DoctorRequest &request, const CancelToken &cancel = {});

/// "12 bytes", "3.4 kB", "1.0 GB": decimal, one digit.
QString byteCount(qint64 bytes);

} // namespace verderer
