// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/theme.h"
#include "workspace/workspace.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace verderer {

/// The head of the window: which installation, which user.
class TopBar : public QWidget {
    Q_OBJECT
public:
    explicit TopBar(const Theme *theme, QWidget *parent = nullptr);

    /// Nothing is open: only the folder can be chosen.
    void clear();
    void setWorkspace(const Workspace &workspace, const QList<WorkspaceUser> &users);
    void setUser(const QString &userId);

Q_SIGNALS:
    void chooseFolder();
    void showPaths();
    void reload();
    void userChosen(const QString &userId);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void applyColors();

    const Theme *m_theme;
    QLabel *m_brand;
    QPushButton *m_installation;
    QPushButton *m_user;
    QList<WorkspaceUser> m_users;
};

/// What an installation is called: the name of the folder that holds it.
QString installationName(const Workspace &workspace);
/// "SQLite", "PostgreSQL", "in memory".
QString backendName(const Workspace &workspace);
/// A user's e-mail, or the folder's name.
QString userLabel(const WorkspaceUser &user);

} // namespace verderer
