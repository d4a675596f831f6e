// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/catalog.h"
#include "skills/history.h"
#include "workspace/doctor.h"

namespace verderer {

/// The doctor's looking at one user's files; fills `user` and appends to `findings`. Used by examineWorkspace() alone.
class UserExamination {
public:
    UserExamination(const SkillRoots &roots, DoctorUser &user, QList<DoctorFinding> &findings, const CancelToken &cancel)
        : m_roots(roots), m_user(user), m_findings(findings), m_cancel(cancel)
    {
    }

    void locks();
    void intents();
    void permissions();
    void skills();
    void leftovers();
    void histories(const std::function<void(const QString &)> &examine);
    void trash();

private:
    void oneHistory(const QString &path);
    void lineStates(const QString &path, const QList<HistoryEntry> &entries);
    void changedOutside(const QString &path, const QList<HistoryEntry> &entries);
    std::optional<QString> presentHash(const QString &filePath, const QString &skill, const QString &historyFile);
    void report(Severity severity, DoctorArea area, const QString &path, const QString &message, const QString &advice = QString(), qint64 line = 0);

    const SkillRoots &m_roots;
    DoctorUser &m_user;
    QList<DoctorFinding> &m_findings;
    const CancelToken &m_cancel;
};

} // namespace verderer
