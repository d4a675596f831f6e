// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/session.h"

#include "base/local_storage.h"
#include "skills/mutation_lock.h"

#include <QDir>

#include <algorithm>
#include <memory>
#include <pwd.h>
#include <unistd.h>
#include <vector>

namespace verderer {

namespace {

QString accountName(uid_t account)
{
    const long limit = ::sysconf(_SC_GETPW_R_SIZE_MAX);
    std::vector<char> buffer(limit > 0 ? static_cast<std::size_t>(limit) : 16384);
    struct passwd entry = {};
    struct passwd *found = nullptr;
    if (::getpwuid_r(account, &entry, buffer.data(), buffer.size(), &found) == 0 && found)
        return QString::fromLocal8Bit(found->pw_name);
    return QStringLiteral("uid %1").arg(account);
}

QString oneUser(const WorkspaceUser &user)
{
    return user.email.isEmpty() ? user.id : QStringLiteral("%1 (%2)").arg(user.id, user.email);
}

} // namespace

QString dataFolder(const QProcessEnvironment &environment)
{
    // The XDG specification has relative values ignored.
    const QString data = environment.value(QStringLiteral("XDG_DATA_HOME"));
    if (QDir::isAbsolutePath(data))
        return QDir::cleanPath(data) + QStringLiteral("/verderer");
    const QString home = environment.value(QStringLiteral("HOME"));
    return QDir::cleanPath(home.isEmpty() ? QDir::homePath() : home) + QStringLiteral("/.local/share/verderer");
}

QString draftsFolder(const QProcessEnvironment &environment)
{
    return dataFolder(environment) + QStringLiteral("/drafts");
}

QString hostUser(const QProcessEnvironment &environment)
{
    const uid_t account = ::geteuid();
    const QString caller = environment.value(QStringLiteral("SUDO_USER"));
    if (account == 0 && !caller.isEmpty() && caller != u"root")
        return QStringLiteral("%1 (sudo)").arg(caller);
    return accountName(account);
}

SkillEditor::Dependencies editorDependencies(const QString &program, const QProcessEnvironment &environment)
{
    SkillEditor::Dependencies dependencies;
    dependencies.storage = std::make_shared<LocalStorage>();
    dependencies.clock = std::make_shared<SystemClock>();
    dependencies.queues = std::make_shared<MutationQueues>();
    dependencies.drafts = std::make_shared<DraftStore>(draftsFolder(environment));
    dependencies.program = program;
    dependencies.hostUser = hostUser(environment);
    return dependencies;
}

Result<WorkspaceUser> chooseUser(const QList<WorkspaceUser> &users, const QString &wanted)
{
    const auto find = [&users](const auto &predicate) { return std::find_if(users.cbegin(), users.cend(), predicate); };
    QStringList names;
    for (const WorkspaceUser &user : users)
        names.append(oneUser(user));
    const QString list = names.isEmpty() ? QStringLiteral("There are no users yet.")
                                         : QString(QStringLiteral("The users are: ") + names.join(QStringLiteral(", ")) + u'.');

    if (!wanted.isEmpty()) {
        auto found = find([&](const WorkspaceUser &user) { return user.id == wanted; });
        if (found == users.cend())
            found = find([&](const WorkspaceUser &user) { return !user.email.isEmpty() && user.email.compare(wanted, Qt::CaseInsensitive) == 0; });
        if (found != users.cend())
            return *found;
        ErrorDetails details;
        details.kind = QStringLiteral("no-such-user");
        return fail(ErrorCode::NotFound, QStringLiteral("There is no user %1 in this installation. %2").arg(wanted, list), details);
    }
    const auto standard = find([](const WorkspaceUser &user) { return user.id == u"default" && user.hasFolder; });
    if (standard != users.cend())
        return *standard;
    if (users.isEmpty())
        return WorkspaceUser{QStringLiteral("default"), QString(), false};
    if (users.size() == 1)
        return users.first();
    // Accounts that never stored anything do not make the choice hard.
    if (std::count_if(users.cbegin(), users.cend(), [](const WorkspaceUser &user) { return user.hasFolder; }) == 1)
        return *find([](const WorkspaceUser &user) { return user.hasFolder; });
    ErrorDetails details;
    details.kind = QStringLiteral("several-users");
    return fail(ErrorCode::NotFound, QStringLiteral("This installation has several users; say which with --user. %1").arg(list), details);
}

WorkspaceRequest requestOfThisProcess()
{
    WorkspaceRequest request;
    request.environment = QProcessEnvironment::systemEnvironment();
    request.workingDirectory = QDir::currentPath();
    return request;
}

} // namespace verderer
