// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/workspace.h"

#include "database/user_directory.h"
#include "workspace/resolver.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace verderer {

SkillRoots Workspace::skillRoots(const QString &userId) const
{
    const QString user = home.path + QStringLiteral("/users/") + userId;
    SkillRoots roots;
    roots.publicRoot = skillsRoot.path + QStringLiteral("/public");
    roots.integrationsRoot = home.path + QStringLiteral("/integrations/skills");
    roots.customRoot = user + QStringLiteral("/skills/custom");
    roots.legacyRoot = skillsRoot.path + QStringLiteral("/custom");
    roots.userStatesFile = user + QStringLiteral("/skills/_skill_states.json");
    roots.extensionsFile = extensions.path;
    roots.userProjectionLock = user + QStringLiteral("/.skills_view.projection.lock");
    roots.userId = userId;
    roots.home = home.path;
    return roots;
}

QString Workspace::displayUrl() const
{
    return hiddenPassword(databaseUrl);
}

Result<Workspace> resolveWorkspace(const WorkspaceRequest &request)
{
    return Resolver(request).run();
}

Result<QList<WorkspaceUser>> listUsers(const Workspace &workspace, QStringList *warnings, const CancelToken &cancel,
                                       std::optional<Error> *databaseError)
{
    const auto warn = [warnings](const QString &text) {
        if (warnings && !text.isEmpty())
            warnings->append(text);
    };
    QList<WorkspaceUser> users;
    const QString folder = workspace.home.path + QStringLiteral("/users");
    const QFileInfo info(folder);
    if (info.exists() && (!info.isDir() || !info.isReadable() || !info.isExecutable())) {
        ErrorDetails details;
        details.path = folder;
        return fail(info.isDir() ? ErrorCode::ReadOnly : ErrorCode::Invalid,
                    info.isDir() ? QStringLiteral("Cannot read %1: this account is not permitted to. Run as the owner of the files.").arg(folder)
                                 : QStringLiteral("%1 is a file where the folder of the users is expected. Move it away.").arg(folder),
                    details);
    }
    // DeerFlow's own names of user folders (deerflow-format 1); anything else there is not a user.
    static const QRegularExpression form(QStringLiteral("\\A[A-Za-z0-9_-]+\\z"));
    const QStringList names = QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Unsorted);
    for (const QString &name : names) {
        if (form.match(name).hasMatch())
            users.append({name, QString(), true});
    }

    UserDirectorySource source;
    if (workspace.databaseBackend == u"sqlite" && workspace.database.exists)
        source.sqliteFile = workspace.database.path;
    else if (workspace.databaseBackend == u"postgres" && !workspace.databaseUrl.isEmpty())
        source = {QString(), workspace.databaseUrl, workspace.postgresSchema};
    const Result<UserDirectory> directory = readUserDirectory(source, cancel);
    if (!directory) {
        if (directory.error().code == ErrorCode::Cancelled)
            return tl::unexpected(directory.error());
        warn(directory.error().message);
        if (databaseError)
            *databaseError = directory.error();
    } else {
        warn(directory->note);
        for (auto it = directory->emails.cbegin(); it != directory->emails.cend(); ++it) {
            const auto known = std::find_if(users.begin(), users.end(), [&](const WorkspaceUser &user) { return user.id == it.key(); });
            if (known != users.end())
                known->email = it.value();
            else if (form.match(it.key()).hasMatch())
                users.append({it.key(), it.value(), false});
        }
    }
    std::sort(users.begin(), users.end(), [](const WorkspaceUser &a, const WorkspaceUser &b) { return a.id < b.id; });
    return users;
}

} // namespace verderer
