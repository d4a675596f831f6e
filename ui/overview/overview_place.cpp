// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_place.h"

#include "ui/overview/overview_page.h"
#include "ui/widgets/database_follower.h"
#include "ui/widgets/database_source.h"
#include "workspace/database_access.h"

#include <QTimeZone>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr qint64 leastPauseMs = 2000;

} // namespace

OverviewPlace::OverviewPlace(const WindowServices &services, QWidget *parent)
    : Place(parent), m_services(services), m_page(new OverviewPage(services.theme, this))
{
    setObjectName(u"overviewPlace"_s);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_page);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &OverviewPlace::read);
    connect(services.database, &DatabaseSource::changed, this, &OverviewPlace::onSource);
    connect(services.database->follower(), &DatabaseFollower::changed, this, [this] {
        m_stale = true;
        readSoon();
    });
    connect(m_page, &OverviewPage::spanChosen, this, &OverviewPlace::refresh);
    connect(m_page, &OverviewPage::retryRequested, this, [this] {
        if (m_services.database->access()) {
            refresh();
        } else {
            m_services.database->retry();
        }
    });
    connect(m_page, &OverviewPage::linkActivated, this, &OverviewPlace::linkActivated);
    onSource();
}

void OverviewPlace::open(const OpenWorkspace & /*workspace*/)
{
    // The database tells by itself when another one is open.
}

void OverviewPlace::onSource()
{
    m_facts.abandon();
    m_usage.abandon();
    m_timer.stop();
    m_sinceRead.invalidate();
    m_costMs = 0;
    m_stale = true;
    PlaceStatus status;
    status.tone = Tone::Neutral;
    if (const auto &error = m_services.database->error()) {
        m_page->showUnavailable(*error);
        status.tone = Tone::Error;
        status.state = tr("no database");
        Q_EMIT statusChanged(status);
        Q_EMIT shown();
        return;
    }
    m_page->showLoading();
    if (const auto &access = m_services.database->access()) {
        m_page->setDatabase(access->displayName);
        status.state = access->displayName;
    }
    status.right = tr("days by the time of %1").arg(QString::fromLatin1(QTimeZone::systemTimeZoneId()));
    Q_EMIT statusChanged(status);
    readSoon();
}

void OverviewPlace::refresh()
{
    m_stale = true;
    m_sinceRead.invalidate();
    readSoon();
}

void OverviewPlace::activate()
{
    m_page->setFocus(Qt::OtherFocusReason);
    readSoon();
}

QVariantMap OverviewPlace::saveState() const
{
    return {{u"days"_s, m_page->days()}};
}

void OverviewPlace::restoreState(const QVariantMap &state)
{
    m_page->setDays(state.value(u"days"_s).toInt());
}

void OverviewPlace::showEvent(QShowEvent *event)
{
    Place::showEvent(event);
    readSoon();
}

void OverviewPlace::hideEvent(QHideEvent *event)
{
    Place::hideEvent(event);
    m_timer.stop();
}

void OverviewPlace::readSoon()
{
    if (!isVisible() || !m_stale || !m_services.database->access()) {
        return;
    }
    const qint64 fair = std::max(leastPauseMs, 10 * m_costMs);
    const qint64 passed = m_sinceRead.isValid() ? m_sinceRead.elapsed() : fair;
    m_timer.start(int(std::clamp<qint64>(fair - passed, 0, 3'600'000)));
}

void OverviewPlace::read()
{
    const auto access = m_services.database->access();
    if (!access || !isVisible()) {
        return;
    }
    m_stale = false;
    m_failed = false;
    m_reading.start();
    m_page->setReading(true);
    UsageRequest request;
    request.days = m_page->days();
    request.zone = QTimeZone::systemTimeZoneId();
    m_facts = m_services.jobs->run(
        this, [access](const JobContext &job) { return readOverviewFacts(*access, job.wait()); },
        [this](const Result<OverviewFacts> &facts) { onFacts(facts); });
    m_usage = m_services.jobs->run(
        this, [access, request](const JobContext &job) { return access->runs->usage(request, job.wait()); },
        [this](const Result<Usage> &usage) { onUsage(usage); });
}

void OverviewPlace::onFacts(const Result<OverviewFacts> &facts)
{
    if (facts) {
        m_page->showFacts(*facts);
    } else if (facts.error().code != ErrorCode::Cancelled) {
        m_failed = true;
        m_page->showError(facts.error());
    }
    ended();
}

void OverviewPlace::onUsage(const Result<Usage> &usage)
{
    if (usage) {
        m_page->showUsage(*usage, [source = m_services.database](const QString &owner) { return source->ownerName(owner); });
    } else if (usage.error().code != ErrorCode::Cancelled) {
        m_failed = true;
        m_page->showError(usage.error());
    }
    ended();
}

void OverviewPlace::ended()
{
    if (m_facts.isRunning() || m_usage.isRunning()) {
        return;
    }
    m_page->setReading(false);
    if (!m_failed) {
        m_page->hideError();
    }
    m_costMs = m_reading.elapsed();
    m_sinceRead.start();
    Q_EMIT shown();
    readSoon();
}

} // namespace verderer
