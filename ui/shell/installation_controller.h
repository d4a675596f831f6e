// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/background_job.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/place.h"

#include <QObject>

namespace verderer {

/// Finds the installation and its users off the window's thread, and says which user is shown.
class InstallationController : public QObject {
    Q_OBJECT
public:
    /// `editing` and `windowId` go into every OpenWorkspace; `opener` opens the database of an installation that was found.
    InstallationController(const WindowServices &services, SkillEditor::Dependencies editing, QString windowId, DatabaseOpener opener = {},
                           QObject *parent = nullptr);

    /// Looks for an installation; `user` is an id or an e-mail address, empty for DeerFlow's default. Supersedes an earlier search.
    void open(const WorkspaceRequest &request, const QString &user);
    /// The same request again.
    void reopen();
    /// Shows another user of the installation that is open. Unknown ids are refused by failed().
    void chooseUser(const QString &userId);

    /// The database of what is open.
    [[nodiscard]] DatabaseSource *database() const { return m_database; }

    [[nodiscard]] const WorkspaceRequest &request() const { return m_request; }

Q_SIGNALS:
    void looking();
    void found(const verderer::Workspace &workspace, const QList<verderer::WorkspaceUser> &users);
    /// After found(), and whenever another user is chosen.
    void opened(const verderer::OpenWorkspace &workspace);
    void failed(const verderer::Error &error);

private:
    struct Found {
        Workspace workspace;
        QList<WorkspaceUser> users;
    };
    void onFound(const Result<Found> &result);

    WindowServices m_services;
    SkillEditor::Dependencies m_editing;
    QString m_windowId;
    DatabaseSource *m_database;
    WorkspaceRequest m_request;
    QString m_wantedUser;
    Found m_found;
    JobSlot m_job;
};

/// "pid@host:start": which program instance keeps a draft.
QString thisWindowId();

} // namespace verderer
