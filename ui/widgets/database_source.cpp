// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/database_source.h"

#include "ui/widgets/database_follower.h"
#include "workspace/database_access.h"

namespace verderer {

namespace {

/// How long a database may take for its first answer.
constexpr int openLimitMs = 20'000;

bool isSameDatabase(const Workspace &a, const Workspace &b)
{
    return a.databaseUrl == b.databaseUrl && a.databaseBackend == b.databaseBackend && a.postgresSchema == b.postgresSchema &&
           a.runEventsBackend == b.runEventsBackend && a.home.path == b.home.path;
}

} // namespace

DatabaseSource::DatabaseSource(JobRunner *jobs, DatabaseOpener opener, QObject *parent)
    : QObject(parent), m_jobs(jobs), m_opener(std::move(opener)), m_follower(new DatabaseFollower(jobs, this))
{
}

DatabaseSource::~DatabaseSource() = default;

void DatabaseSource::open(const Workspace &workspace, const QList<WorkspaceUser> &users)
{
    const bool same = m_state == State::Ready && isSameDatabase(m_workspace, workspace);
    m_workspace = workspace;
    m_users = users;
    m_names.clear();
    for (const WorkspaceUser &user : users) {
        if (!user.email.isEmpty()) {
            m_names.insert(user.id, user.email);
        }
    }
    if (!same) {
        close();
    }
    start();
}

void DatabaseSource::close()
{
    m_follower->follow({});
    m_access.reset();
    m_error.reset();
    m_state = State::Opening;
    Q_EMIT changed();
}

void DatabaseSource::retry()
{
    if (m_state == State::Unavailable) {
        close();
        start();
    }
}

void DatabaseSource::start()
{
    m_job = m_jobs->run(
        this,
        [opener = m_opener, workspace = m_workspace](const JobContext &job) -> Result<Opened> {
            if (!opener) {
                return fail(ErrorCode::Unavailable, QStringLiteral("This window was started without databases."));
            }
            Result<DatabaseAccess> access = opener(workspace);
            if (!access) {
                return tl::unexpected<Error>(access.error());
            }
            // The version is asked before anybody reads, so that no change between the first list and the first look is missed. It is also the first
            // answer of the database: where none comes, there is nothing to show.
            const Result<qint64> version = access->dataVersion(job.wait());
            if (!version && version.error().code != ErrorCode::Locked && version.error().code != ErrorCode::TimedOut) {
                return tl::unexpected<Error>(version.error());
            }
            Opened opened;
            opened.access = std::make_shared<const DatabaseAccess>(std::move(*access));
            if (version) {
                opened.version = *version;
            }
            return opened;
        },
        [this](const Result<Opened> &opened) { onOpened(opened); }, QDeadlineTimer(openLimitMs));
}

void DatabaseSource::onOpened(const Result<Opened> &opened)
{
    if (opened) {
        m_access = opened->access;
        m_state = State::Ready;
        m_follower->follow(m_access, opened->version);
    } else {
        m_follower->follow({});
        m_access.reset();
        m_error = opened.error();
        m_state = State::Unavailable;
    }
    Q_EMIT changed();
}

QString DatabaseSource::ownerName(const QString &userId) const
{
    return m_names.value(userId, userId);
}

} // namespace verderer
