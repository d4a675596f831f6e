// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/doctor.h"

#include "workspace/database_access.h"
#include "workspace/examination.h"
#include "workspace/examine_database.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace verderer {

namespace {

Error cancelled()
{
    return {ErrorCode::Cancelled, QStringLiteral("The examination was cancelled."), {}};
}

QList<DoctorPath> namedPaths(const Workspace &workspace)
{
    ResolvedPath database = workspace.database;
    if (workspace.databaseBackend != u"sqlite")
        database.path = workspace.databaseUrl.isEmpty() ? workspace.databaseBackend : workspace.displayUrl();
    return {{QStringLiteral("project-root"), workspace.projectRoot},
            {QStringLiteral("home"), workspace.home},
            {QStringLiteral("config"), workspace.config},
            {QStringLiteral("extensions"), workspace.extensions},
            {QStringLiteral("skills-root"), workspace.skillsRoot},
            {QStringLiteral("database"), database}};
}

void pathFindings(const QList<DoctorPath> &paths, QList<DoctorFinding> &findings)
{
    for (const DoctorPath &entry : paths) {
        if (!entry.place.problem.isEmpty())
            findings.append({Severity::Warning, DoctorArea::Paths, {}, entry.place.path, 0, entry.place.problem, {}});
    }
}

/// Beside the extensions config, where the marker for Gateways is staged: no user's folder, so it is looked at once.
void extensionsLeftovers(const Workspace &workspace, QList<DoctorFinding> &findings)
{
    if (workspace.extensions.path.isEmpty())
        return;
    const QDir folder(QFileInfo(workspace.extensions.path).path());
    const QFileInfoList staged =
        folder.entryInfoList({QStringLiteral(".verderer-*.tmp")}, QDir::Files | QDir::Hidden | QDir::NoSymLinks | QDir::CaseSensitive, QDir::Name);
    for (const QFileInfo &file : staged) {
        findings.append(
            {Severity::Note,
             DoctorArea::Leftovers,
             {},
             file.filePath(),
             0,
             QStringLiteral("A temporary file of %1 was left behind beside the extensions config (last changed %2).")
                 .arg(byteCount(file.size()), file.lastModified().toUTC().toString(Qt::ISODate)),
             QStringLiteral("Nobody reads it; the next change of a skill removes it if it is a marker for Gateways, and it can be removed "
                            "by hand once no program is writing.")});
    }
}

void draftFindings(const DoctorRequest &request, DoctorReport &report)
{
    const DraftStore store(request.draftsFolder);
    QStringList problems;
    const Result<QList<Draft>> drafts = store.list(&problems);
    for (const QString &problem : std::as_const(problems))
        report.findings.append({Severity::Warning, DoctorArea::Drafts, {}, request.draftsFolder, 0, problem, {}});
    if (!drafts) {
        if (drafts.error().code != ErrorCode::NotFound)
            report.findings.append({Severity::Warning, DoctorArea::Drafts, {}, request.draftsFolder, 0, drafts.error().message, {}});
        return;
    }
    for (const Draft &draft : *drafts) {
        const auto owner = std::find_if(report.users.begin(), report.users.end(), [&](const DoctorUser &user) {
            const QString root = request.workspace.skillRoots(user.user.id).customRoot;
            return draft.customRoot == root || QFileInfo(draft.customRoot).canonicalFilePath() == QFileInfo(root).canonicalFilePath();
        });
        if (owner == report.users.end())
            continue; // of another installation, or of a user nobody asked about
        ++owner->drafts;
        report.findings.append({Severity::Note, DoctorArea::Drafts, owner->user.id, QString(request.draftsFolder + u'/' + draft.id), 0,
                                QStringLiteral("A draft of %1 in %2 (%3) is in no file: %4")
                                    .arg(draft.filePath, draft.directory, byteCount(draft.text.size()), draft.reason),
                                QStringLiteral("Open the skill in Verderer to take it over or to drop it.")});
    }
}

} // namespace

QString doctorAreaName(DoctorArea area)
{
    switch (area) {
    case DoctorArea::Users:
        return QStringLiteral("users");
    case DoctorArea::Locks:
        return QStringLiteral("locks");
    case DoctorArea::Intents:
        return QStringLiteral("intents");
    case DoctorArea::Drafts:
        return QStringLiteral("drafts");
    case DoctorArea::Skills:
        return QStringLiteral("skills");
    case DoctorArea::Histories:
        return QStringLiteral("histories");
    case DoctorArea::Leftovers:
        return QStringLiteral("leftovers");
    case DoctorArea::Database:
        return QStringLiteral("database");
    case DoctorArea::Paths:
        break;
    }
    return QStringLiteral("paths");
}

QString byteCount(qint64 bytes)
{
    constexpr qint64 step = 1000;
    if (bytes < step)
        return QStringLiteral("%1 bytes").arg(bytes);
    static constexpr const char *units[] = {"kB", "MB", "GB", "TB"};
    double value = static_cast<double>(bytes) / step;
    std::size_t unit = 0;
    while (value >= step && unit + 1 < std::size(units)) {
        value /= step;
        ++unit;
    }
    return QStringLiteral("%1 %2").arg(value, 0, 'f', 1).arg(QLatin1String(units[unit]));
}

Result<DoctorReport> examineWorkspace(const DoctorRequest &request, const CancelToken &cancel)
{
    DoctorReport report;
    report.paths = namedPaths(request.workspace);
    if (!request.auditLog.isEmpty()) {
        report.paths.append({QStringLiteral("audit-log"),
                             {request.auditLog, QStringLiteral("every change made to a database"), QFileInfo::exists(request.auditLog), QString()}});
    }
    pathFindings(report.paths, report.findings);
    for (const QString &warning : request.workspace.warnings)
        report.findings.append({Severity::Note, DoctorArea::Paths, {}, request.workspace.config.path, 0, warning, {}});

    QStringList warnings;
    const Result<QList<WorkspaceUser>> users = listUsers(request.workspace, &warnings, cancel);
    if (!users)
        return tl::unexpected(users.error());
    for (const QString &warning : std::as_const(warnings))
        report.findings.append({Severity::Note, DoctorArea::Users, {}, request.workspace.database.path, 0, warning, {}});
    for (const WorkspaceUser &user : *users) {
        if (request.onlyUser.isEmpty() || user.id == request.onlyUser) {
            DoctorUser entry;
            entry.user = user;
            report.users.append(entry);
        }
    }
    for (DoctorUser &user : report.users) {
        if (!user.user.hasFolder)
            continue;
        const SkillRoots roots = request.workspace.skillRoots(user.user.id);
        UserExamination examination(roots, user, report.findings, cancel);
        using Part = void (UserExamination::*)();
        constexpr Part parts[] = {&UserExamination::locks,  &UserExamination::intents,   &UserExamination::permissions,
                                  &UserExamination::skills, &UserExamination::leftovers, &UserExamination::trash};
        if (request.examine)
            request.examine(roots.customRoot);
        for (const Part part : parts) {
            if (cancel.isCancelled())
                return tl::unexpected(cancelled());
            (examination.*part)();
        }
        examination.histories(request.examine);
        if (cancel.isCancelled())
            return tl::unexpected(cancelled());
    }
    extensionsLeftovers(request.workspace, report.findings);
    draftFindings(request, report);
    if (request.database) {
        if (request.examine) {
            request.examine(request.database->displayName);
        }
        constexpr int longestLook = 60'000;
        examineDatabase(*request.database, request.slowListRows, report.findings, {QDeadlineTimer(longestLook), cancel});
        if (cancel.isCancelled()) {
            return tl::unexpected(cancelled());
        }
    }
    std::stable_sort(report.findings.begin(), report.findings.end(),
                     [](const DoctorFinding &a, const DoctorFinding &b) { return a.severity > b.severity; });
    return report;
}

} // namespace verderer
