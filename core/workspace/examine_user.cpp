// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/examination.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <functional>

namespace verderer {

namespace {

constexpr int deepest = 32; ///< folders below each other; skills are one to three deep

/// Visits what is below a folder, links not followed. `visit` says whether to go into a folder.
void walk(const QString &folder, const CancelToken &cancel, const std::function<bool(const QFileInfo &)> &visit, int depth = 0)
{
    const QFileInfoList entries = QDir(folder).entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDir::Name);
    for (const QFileInfo &entry : entries) {
        if (cancel.isCancelled())
            return;
        const bool goOn = visit(entry);
        if (goOn && entry.isDir() && !entry.isSymLink() && depth < deepest)
            walk(entry.filePath(), cancel, visit, depth + 1);
    }
}

/// As the kernel would decide for this account; QFileInfo asks with the real user id.
bool mayWrite(const QString &path)
{
    return ::faccessat(AT_FDCWD, QFile::encodeName(path).constData(), W_OK, AT_EACCESS) == 0;
}

bool onReadOnlyFileSystem(const QString &path)
{
    struct statvfs status = {};
    return ::statvfs(QFile::encodeName(path).constData(), &status) == 0 && (status.f_flag & ST_RDONLY) != 0;
}

QString existingAncestor(QString path)
{
    while (!QFileInfo::exists(path)) {
        const QString parent = QFileInfo(path).path();
        if (parent == path)
            break;
        path = parent;
    }
    return path;
}

QString ageOf(const QFileInfo &info)
{
    return QStringLiteral("last changed %1").arg(info.lastModified().toUTC().toString(Qt::ISODate));
}

} // namespace

void UserExamination::report(Severity severity, DoctorArea area, const QString &path, const QString &message, const QString &advice, qint64 line)
{
    m_findings.append({severity, area, m_roots.userId, path, line, message, advice});
}

void UserExamination::locks()
{
    const Result<MutationLockState> state = inspectMutationLock(m_roots.customRoot);
    if (!state) {
        report(Severity::Warning, DoctorArea::Locks, mutationSidecarPath(m_roots.customRoot), state.error().message);
        return;
    }
    m_user.lock = *state;
    if (state->held) {
        report(Severity::Note, DoctorArea::Locks, mutationSidecarPath(m_roots.customRoot),
               QStringLiteral("The skills of this user are being changed now by %1.")
                   .arg(state->holder.isEmpty() ? QStringLiteral("another program (DeerFlow or a script)") : state->holder),
               QStringLiteral("Wait for it to end; its lock goes with its process."));
    } else if (state->noteExists && state->noteForeign) {
        report(Severity::Warning, DoctorArea::Locks, mutationOwnerPath(m_roots.customRoot),
               QStringLiteral("An owner note of another host was found: %1.").arg(state->holder),
               state->networkFileSystem
                   ? QStringLiteral("If that program is gone, run the next change with --break-lock.")
                   : QStringLiteral("Nothing needs to be done: the next change watches it for 10 s and removes it if nobody keeps it fresh."));
    } else if (state->noteExists) {
        report(Severity::Note, DoctorArea::Locks, mutationOwnerPath(m_roots.customRoot),
               QStringLiteral("An owner note was left behind by %1, which no longer holds the lock.")
                   .arg(state->holder.isEmpty() ? QStringLiteral("a program") : state->holder),
               QStringLiteral("Nothing needs to be done: the next change removes it."));
    }
    if (state->networkFileSystem) {
        report(
            Severity::Note, DoctorArea::Locks, m_roots.customRoot,
            QStringLiteral("The skills lie on a network file system (%1), where kernel locks of other hosts may not be seen.").arg(state->fileSystem),
            QStringLiteral("Change skills from one host, or through the Gateway's host."));
    }
}

void UserExamination::intents()
{
    const QString path = mutationIntentPath(m_roots.customRoot);
    const QFileInfo info(path);
    if (!info.exists())
        return;
    if (m_user.lock.held) {
        report(Severity::Note, DoctorArea::Intents, path, QStringLiteral("A change of a skill is under way."));
        return;
    }
    report(Severity::Warning, DoctorArea::Intents, path,
           QStringLiteral("A change of a skill was begun and not finished (%1): the program was ended in the middle of it.").arg(ageOf(info)),
           QStringLiteral("The next change of any skill of this user finishes or undoes it; no text is lost."));
}

void UserExamination::permissions()
{
    const QString history = m_roots.customRoot + QStringLiteral("/.history");
    for (const QString &folder : {QFileInfo(m_roots.customRoot).path(), m_roots.customRoot, history}) {
        if (folder == history && !QFileInfo::exists(folder))
            continue;
        const QString present = existingAncestor(folder);
        if (mayWrite(present))
            continue;
        report(Severity::Warning, DoctorArea::Paths, folder,
               onReadOnlyFileSystem(present)
                   ? QStringLiteral("%1 is on a file system that is mounted read-only; skills can be read but not changed.").arg(present)
                   : QStringLiteral("This account may not write in %1; skills can be read but not changed.").arg(present),
               onReadOnlyFileSystem(present) ? QStringLiteral("Mount it writable, or work on a copy.")
                                             : QStringLiteral("Run as the owner of the files, or ask for access."));
        return; // one sentence is enough: the folders below share the reason
    }
}

void UserExamination::skills()
{
    const Result<Catalog> catalog = readCatalog(m_roots, m_cancel);
    if (!catalog)
        return;
    for (const Problem &problem : catalog->problems)
        report(problem.severity, DoctorArea::Skills, QString(), problem.message);
    for (const SkillEntry &entry : catalog->entries) {
        if (entry.category == SkillCategory::Custom && !entry.deleted)
            ++m_user.skills;
        for (const Problem &problem : entry.problems) {
            // What histories() says with the line, or what needs nobody's attention, is not said twice.
            if (problem.severity != Severity::Error || problem.kind == ProblemKind::TornHistory || problem.kind == ProblemKind::ChangedOutside)
                continue;
            report(Severity::Error, DoctorArea::Skills, entry.path,
                   QStringLiteral("The skill %1 (%2) is not usable: %3").arg(entry.directory, skillCategoryName(entry.category), problem.message),
                   QString(), problem.line);
            break; // the worst says enough; the list of skills has the others
        }
    }
}

void UserExamination::leftovers()
{
    // Python's tempfile, DeerFlow's state writer and this program (deerflow-format 1.4, 2, 4).
    static const QRegularExpression pythonTemp(QStringLiteral("\\Atmp[a-z0-9_]{8}\\z"));
    static const QRegularExpression ownTemp(QStringLiteral("\\A\\.verderer-.*\\.tmp\\z"));
    static const QRegularExpression stateTemp(QStringLiteral("\\A\\.skill_states_.*\\.json\\.tmp\\z"));
    const QString live = m_user.lock.held ? QStringLiteral("A change is under way now, so it may belong to that.") : QString();
    const auto visit = [&](const QFileInfo &entry) {
        const QString name = entry.fileName();
        const bool isTemp = pythonTemp.match(name).hasMatch() || ownTemp.match(name).hasMatch() || stateTemp.match(name).hasMatch();
        if (entry.isFile() && isTemp) {
            report(Severity::Note, DoctorArea::Leftovers, entry.filePath(),
                   QStringLiteral("A temporary file of %1 was left behind (%2).").arg(byteCount(entry.size()), ageOf(entry)),
                   live.isEmpty() ? QStringLiteral("Nobody reads it; it can be removed once no program is writing.") : live);
        } else if (entry.isDir() && name.startsWith(QStringLiteral(".installing-"))) {
            report(Severity::Note, DoctorArea::Leftovers, entry.filePath(),
                   QStringLiteral("An installation was begun and not finished (%1).").arg(ageOf(entry)),
                   live.isEmpty() ? QStringLiteral("The folder can be removed once no program is installing.") : live);
            return false;
        }
        return name != u".trash" && name != u".history";
    };
    walk(QFileInfo(m_roots.customRoot).path(), m_cancel, visit);
}

void UserExamination::trash()
{
    const QString folder = m_roots.customRoot + QStringLiteral("/.trash");
    m_user.trashEntries = QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot).size();
    walk(folder, m_cancel, [this](const QFileInfo &entry) {
        if (entry.isFile() && !entry.isSymLink())
            m_user.trashBytes += entry.size();
        return true;
    });
}

} // namespace verderer
