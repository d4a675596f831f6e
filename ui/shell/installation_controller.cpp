// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/installation_controller.h"

#include "workspace/session.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QSysInfo>

using namespace Qt::StringLiterals;

namespace verderer {

QString thisWindowId()
{
    return QString::number(QCoreApplication::applicationPid()) + u"@"_s + QSysInfo::machineHostName() + u":"_s +
           QString::number(QDateTime::currentSecsSinceEpoch());
}

InstallationController::InstallationController(const WindowServices &services, SkillEditor::Dependencies editing, QString windowId,
                                               DatabaseOpener opener, QObject *parent)
    : QObject(parent), m_services(services), m_editing(std::move(editing)), m_windowId(std::move(windowId)),
      m_database(new DatabaseSource(services.jobs, std::move(opener), this))
{
}

void InstallationController::open(const WorkspaceRequest &request, const QString &user)
{
    m_request = request;
    m_wantedUser = user;
    reopen();
}

void InstallationController::reopen()
{
    Q_EMIT looking();
    m_job = m_services.jobs->run(
        this,
        [request = m_request](const JobContext &job) -> Result<Found> {
            Result<Workspace> workspace = resolveWorkspace(request);
            if (!workspace)
                return tl::unexpected(workspace.error());
            QStringList warnings;
            Result<QList<WorkspaceUser>> users = listUsers(*workspace, &warnings, job.wait().cancel);
            if (!users)
                return tl::unexpected(users.error());
            workspace->warnings += warnings;
            return Found{*workspace, *users};
        },
        [this](const Result<Found> &result) { onFound(result); });
}

void InstallationController::onFound(const Result<Found> &result)
{
    if (!result) {
        Q_EMIT failed(result.error());
        return;
    }
    m_found = *result;
    Q_EMIT found(m_found.workspace, m_found.users);
    chooseUser(m_wantedUser);
    // After the places know whose things they show.
    m_database->open(m_found.workspace, m_found.users);
}

void InstallationController::chooseUser(const QString &userId)
{
    Result<WorkspaceUser> user = verderer::chooseUser(m_found.users, userId);
    if (!user) {
        Q_EMIT failed(user.error());
        return;
    }
    m_wantedUser = user->id;
    Q_EMIT opened({m_found.workspace, *user, m_editing, m_windowId});
}

} // namespace verderer
