// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/database_use.h"

#include "workspace/session.h"

#include <algorithm>

namespace verderer::ctl {

Result<DatabaseUse> openDatabaseOf(const Context &context)
{
    const Result<Workspace> workspace = context.workspace();
    if (!workspace) {
        return tl::unexpected<Error>(workspace.error());
    }
    Result<DatabaseAccess> access = openDatabase(*workspace, QStringLiteral("verdererctl"), context.environment());
    if (!access) {
        return tl::unexpected<Error>(access.error());
    }
    return DatabaseUse{*workspace, std::move(*access)};
}

Wait databaseWait(const Context &context)
{
    constexpr double millisecondsPerSecond = 1000;
    return {QDeadlineTimer(static_cast<qint64>(context.options().lockTimeout * millisecondsPerSecond)), context.cancel()};
}

Result<QString> userIdOf(const Context &context, const Workspace &workspace, const QString &idOrEmail)
{
    if (!idOrEmail.contains(u'@')) {
        return idOrEmail;
    }
    std::optional<Error> databaseError;
    const Result<QList<WorkspaceUser>> users = listUsers(workspace, nullptr, context.cancel(), &databaseError);
    if (!users) {
        return tl::unexpected<Error>(users.error());
    }
    if (databaseError) {
        return tl::unexpected<Error>(*databaseError);
    }
    const Result<WorkspaceUser> user = chooseUser(*users, idOrEmail);
    if (!user) {
        return tl::unexpected<Error>(user.error());
    }
    return user->id;
}

Result<std::optional<QString>> newOwner(const Context &context, const Workspace &workspace, const std::optional<QString> &ownerOption)
{
    const QString named = ownerOption ? *ownerOption : context.options().user;
    if (ownerOption && ownerOption->isEmpty()) {
        return std::optional<QString>();
    }
    if (!named.isEmpty()) {
        const Result<QString> id = userIdOf(context, workspace, named);
        if (!id) {
            return tl::unexpected<Error>(id.error());
        }
        return std::optional<QString>(*id);
    }
    const Result<QList<WorkspaceUser>> users = listUsers(workspace, nullptr, context.cancel());
    if (!users) {
        return tl::unexpected<Error>(users.error());
    }
    const Result<WorkspaceUser> user = chooseUser(*users, {});
    if (!user) {
        Error error = user.error();
        error.message.replace(QStringLiteral("--user"), QStringLiteral("--owner"));
        return tl::unexpected<Error>(error);
    }
    return std::optional<QString>(user->id);
}

QString unknownOwnerWarning(const Context &context, const Workspace &workspace, const std::optional<QString> &owner)
{
    if (!owner || *owner == u"default") {
        return {};
    }
    std::optional<Error> databaseError;
    const Result<QList<WorkspaceUser>> users = listUsers(workspace, nullptr, context.cancel(), &databaseError);
    if (!users || databaseError) {
        return {};
    }
    const bool isKnown = std::any_of(users->cbegin(), users->cend(), [&](const WorkspaceUser &user) { return user.id == *owner; });
    return isKnown ? QString() : QStringLiteral("No user %1 is known here: until there is one, nobody sees it in DeerFlow.").arg(*owner);
}

} // namespace verderer::ctl
