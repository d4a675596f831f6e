// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/context.h"

#include "scan/model_moderator.h"
#include "verdererctl/table.h"
#include "workspace/moderation_config.h"
#include "workspace/session.h"

#include <unistd.h>

namespace verderer::ctl {

Context::Context(GlobalOptions options, Terminal terminal, SkillEditor::Dependencies dependencies, WorkspaceRequest surroundings, CancelToken cancel,
                 std::shared_future<GatewayStatus> gateway)
    : m_options(std::move(options)), m_terminal(terminal), m_dependencies(std::move(dependencies)), m_surroundings(std::move(surroundings)),
      m_cancel(std::move(cancel)), m_gateway(std::move(gateway))
{
}

Result<Workspace> Context::workspace() const
{
    WorkspaceRequest request = m_surroundings;
    request.home = m_options.home;
    request.config = m_options.config;
    request.skillsRoot = m_options.skillsRoot;
    request.database = m_options.database;
    return resolveWorkspace(request);
}

Result<Installation> Context::installation() const
{
    const Result<Workspace> found = workspace();
    if (!found)
        return tl::unexpected(found.error());
    Installation installation;
    installation.workspace = *found;
    // The folders alone are enough for a user that has one; a database that is away then does not even cost its time limit.
    Workspace withoutDatabase = *found;
    withoutDatabase.database.exists = false;
    withoutDatabase.databaseUrl.clear();
    Result<QList<WorkspaceUser>> users = listUsers(withoutDatabase, nullptr, m_cancel);
    if (!users)
        return tl::unexpected(users.error());
    Result<WorkspaceUser> user = chooseUser(*users, m_options.user);
    if (!user) {
        std::optional<Error> databaseError;
        users = listUsers(*found, nullptr, m_cancel, &databaseError);
        if (!users)
            return tl::unexpected(users.error());
        user = chooseUser(*users, m_options.user);
        if (!user && databaseError && !m_options.user.isEmpty()) {
            Error error = *databaseError;
            error.message = QStringLiteral("No user %1 has a folder, and the users table cannot be asked: %2").arg(m_options.user, error.message);
            return tl::unexpected(error);
        }
    }
    if (!user)
        return tl::unexpected(user.error());
    installation.user = *user;
    installation.roots = found->skillRoots(user->id);
    return installation;
}

Result<SkillEditor::Dependencies> Context::dependencies(const Workspace &workspace, bool moderate) const
{
    SkillEditor::Dependencies parts = m_dependencies;
    if (moderate) {
        const Result<ModerationSettings> settings = readModerationSettings(workspace.config.path, environment());
        if (!settings)
            return tl::unexpected(settings.error());
        parts.moderator = std::make_shared<ModelModerator>(*settings);
    }
    return parts;
}

MutationOptions Context::mutationOptions() const
{
    MutationOptions options;
    options.wait.deadline = QDeadlineTimer(static_cast<qint64>(m_options.lockTimeout * 1000));
    options.wait.cancel = m_cancel;
    options.breakForeignLock = m_options.breakLock;
    options.acceptUnlocked = m_options.acceptUnlocked;
    // With --json standard error is for the error's document alone; that names the holder too.
    if (m_options.json)
        return options;
    options.waiting = [](const LockHolder &holder) {
        const QString line = QStringLiteral("waiting for %1 \u2013 Ctrl-C to give up\n").arg(printable(holder.describe()));
        // Nobody can be told that the line could not be written.
        (void)writeAll(STDERR_FILENO, line.toUtf8());
    };
    return options;
}

void Context::progress(const QString &text) const
{
    if (m_options.json || ::isatty(STDERR_FILENO) == 0)
        return;
    const QString line = text.isEmpty() ? QStringLiteral("\r\x1b[K") : QString(QStringLiteral("\r\x1b[K") + printable(text));
    (void)writeAll(STDERR_FILENO, line.toUtf8());
}

} // namespace verderer::ctl
