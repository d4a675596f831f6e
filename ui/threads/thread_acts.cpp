// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/thread_acts.h"

#include "ui/widgets/banner.h"
#include "ui/widgets/database_follower.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/text_format.h"
#include "workspace/database_access.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int slowMs = 300;

} // namespace

QString databaseErrorTitle(const Error &error)
{
    if (error.details.kind == "thread-busy"_L1) {
        return ThreadActs::tr("The thread is busy");
    }
    if (error.details.kind == "other-owner"_L1) {
        return ThreadActs::tr("It belongs to another user");
    }
    if (error.code == ErrorCode::Locked) {
        return ThreadActs::tr("The database is locked by another program");
    }
    return errorHeadline(error.code);
}

bool isWorthRetrying(const Error &error)
{
    return error.code == ErrorCode::Locked || error.code == ErrorCode::TimedOut || error.code == ErrorCode::Unavailable ||
           error.code == ErrorCode::ReadOnly || error.details.kind == "thread-busy"_L1;
}

ThreadActs::ThreadActs(const WindowServices &services, Banner *banner, QObject *parent) : QObject(parent), m_services(services), m_banner(banner)
{
    m_slow.setSingleShot(true);
    m_slow.setInterval(slowMs);
    connect(&m_slow, &QTimer::timeout, this, [this] {
        m_banner->present(Tone::Information, m_doing, tr("Waiting for the database."));
        QPushButton *cancel = m_banner->addButton(tr("&Cancel"), u"cancelAct"_s);
        connect(cancel, &QPushButton::clicked, this, [this] { m_job.cancel(); });
    });
}

void ThreadActs::run(const QString &doing, const QString &success, const Work &work, const Done &done)
{
    const auto access = m_services.database->access();
    if (m_job.isRunning() || !access) {
        return;
    }
    m_banner->hide();
    m_doing = doing;
    m_slow.start();
    m_job = m_services.jobs->run(
        this, [access, work](const JobContext &job) { return work(*access->threads, job.wait()); },
        [=, this](const Result<ThreadRecord> &result) {
            m_slow.stop();
            m_banner->hide();
            Q_EMIT runningChanged(false);
            if (!result) {
                fail(result.error(), doing, success, work, done);
            } else {
                if (!success.isEmpty()) {
                    m_banner->present(Tone::Accent, success, {});
                }
                Q_EMIT changed(*result);
                m_services.database->follower()->askNow();
            }
            if (done) {
                done(result);
            }
        },
        QDeadlineTimer(m_limitMs));
    Q_EMIT runningChanged(true);
}

void ThreadActs::fail(const Error &error, const QString &doing, const QString &success, const Work &work, const Done &done)
{
    if (error.code == ErrorCode::Cancelled) {
        m_banner->present(Tone::Information, tr("Cancelled"), tr("Nothing was changed."));
    } else {
        m_banner->present(isWorthRetrying(error) ? Tone::Warning : Tone::Error, tr("Nothing was changed: %1").arg(databaseErrorTitle(error)),
                          error.message, errorDetailText(error));
    }
    if (isWorthRetrying(error) || error.code == ErrorCode::Cancelled) {
        QPushButton *again = m_banner->addButton(tr("&Try again"), u"retryAct"_s);
        connect(again, &QPushButton::clicked, this, [=, this] { run(doing, success, work, done); });
        QPushButton *give = m_banner->addButton(tr("&Give up"), u"giveUpAct"_s);
        connect(give, &QPushButton::clicked, m_banner, &Banner::dismiss);
    }
}

void ThreadActs::forget()
{
    if (!m_job.isRunning()) {
        m_banner->hide();
    }
}

} // namespace verderer
