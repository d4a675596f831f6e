// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/database_follower.h"

#include "workspace/database_access.h"

namespace verderer {

namespace {

/// A question that takes longer is given up and counted as no answer.
constexpr int questionLimitMs = 15'000;

} // namespace

DatabaseFollower::DatabaseFollower(JobRunner *jobs, QObject *parent) : QObject(parent), m_jobs(jobs)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(2000);
    connect(&m_timer, &QTimer::timeout, this, &DatabaseFollower::ask);
}

void DatabaseFollower::follow(std::shared_ptr<const DatabaseAccess> access, std::optional<qint64> version)
{
    m_job.abandon();
    m_timer.stop();
    m_access = std::move(access);
    m_version = version;
    m_trouble.reset();
    m_again = false;
    if (m_access) {
        m_timer.start();
    }
}

void DatabaseFollower::setInterval(int milliseconds)
{
    m_timer.setInterval(milliseconds);
}

void DatabaseFollower::askNow()
{
    if (m_job.isRunning()) {
        m_again = true;
    } else if (m_access) {
        ask();
    }
}

void DatabaseFollower::ask()
{
    m_timer.stop();
    m_again = false;
    m_job = m_jobs->run(
        this, [access = m_access](const JobContext &job) { return access->dataVersion(job.wait()); },
        [this](const Result<qint64> &version) { onAnswer(version); }, QDeadlineTimer(questionLimitMs));
}

void DatabaseFollower::onAnswer(const Result<qint64> &version)
{
    if (!version) {
        const bool first = !m_trouble;
        m_trouble = version.error();
        // A change that happened meanwhile must not be missed, whatever the counters of a new connection say.
        m_version.reset();
        if (first) {
            Q_EMIT lost(*m_trouble);
        }
    } else {
        const bool back = m_trouble.has_value();
        const bool different = m_version != *version;
        m_trouble.reset();
        m_version = *version;
        if (back) {
            Q_EMIT restored();
        }
        if (different) {
            Q_EMIT changed();
        }
    }
    // A receiver may have chosen another database, or asked anew.
    if (!m_access || m_job.isRunning()) {
        return;
    }
    if (m_again) {
        ask();
    } else {
        m_timer.start();
    }
}

} // namespace verderer
