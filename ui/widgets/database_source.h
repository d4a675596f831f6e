// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "ui/widgets/background_job.h"
#include "workspace/workspace.h"

#include <functional>
#include <memory>
#include <optional>

namespace verderer {

class DatabaseFollower;
struct DatabaseAccess;

/// How the database of an installation is opened: openDatabase() of core/workspace in the program, something made up in a test. Called on a thread of
/// its own; may block.
using DatabaseOpener = std::function<Result<DatabaseAccess>(const Workspace &workspace)>;

/// The database of the installation that is open, as the places see it: its parts, or the reason why there is none, and the users. One object a
/// window, made by the shell and handed to the places that need it. Window's thread only; the parts themselves are for any other thread.
class DatabaseSource : public QObject {
    Q_OBJECT
public:
    enum class State {
        None,        ///< no installation yet
        Opening,     ///< being opened; nothing to show yet
        Ready,       ///< access() is there
        Unavailable, ///< error() says why
    };

    DatabaseSource(JobRunner *jobs, DatabaseOpener opener, QObject *parent = nullptr);
    ~DatabaseSource() override;

    /// Opens the database of this installation off the window's thread. Where it is the one that is open already, that one stays until the new access
    /// (which knows the configuration as it is now) takes its place.
    void open(const Workspace &workspace, const QList<WorkspaceUser> &users);
    /// Tries again after a failure.
    void retry();

    [[nodiscard]] State state() const { return m_state; }
    /// Null unless Ready. Jobs copy it.
    [[nodiscard]] const std::shared_ptr<const DatabaseAccess> &access() const { return m_access; }
    /// Set exactly while Unavailable.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }
    [[nodiscard]] const Workspace &workspace() const { return m_workspace; }
    [[nodiscard]] const QList<WorkspaceUser> &users() const { return m_users; }
    /// How an owner is called: the e-mail address where it is known, else the id.
    [[nodiscard]] QString ownerName(const QString &userId) const;
    /// Tells when somebody has written to the open database.
    [[nodiscard]] DatabaseFollower *follower() const { return m_follower; }

Q_SIGNALS:
    /// State, access, error or users are others now.
    void changed();

private:
    struct Opened {
        std::shared_ptr<const DatabaseAccess> access;
        std::optional<qint64> version;
    };
    void close();
    void start();
    void onOpened(const Result<Opened> &opened);

    JobRunner *m_jobs;
    DatabaseOpener m_opener;
    DatabaseFollower *m_follower;
    State m_state = State::None;
    Workspace m_workspace;
    QList<WorkspaceUser> m_users;
    QHash<QString, QString> m_names;
    std::shared_ptr<const DatabaseAccess> m_access;
    std::optional<Error> m_error;
    JobSlot m_job;
};

} // namespace verderer
