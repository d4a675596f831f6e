// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_vitalities.h"

namespace verderer {

namespace {

// The rows that people look at are few; what was scrolled past may be forgotten.
constexpr qsizetype keptRuns = 20'000;

class WatchedListing final : public RunListing {
public:
    WatchedListing(std::shared_ptr<RunListing> listing, std::shared_ptr<RunService> service, std::shared_ptr<RunVitalities> vitalities)
        : m_listing(std::move(listing)), m_service(std::move(service)), m_vitalities(std::move(vitalities))
    {
    }

    [[nodiscard]] qint64 size() const override { return m_listing->size(); }
    [[nodiscard]] bool isComplete() const override { return m_listing->isComplete(); }
    Result<void> extend(int atLeast, const Wait &wait) override { return m_listing->extend(atLeast, wait); }
    Result<QList<std::optional<RunRecord>>> rows(qint64 first, int count, const Wait &wait) override
    {
        auto rows = m_listing->rows(first, count, wait);
        if (rows) {
            for (const std::optional<RunRecord> &row : std::as_const(*rows)) {
                if (row) {
                    m_vitalities->note(*m_service, *row, wait);
                }
            }
        }
        return rows;
    }
    Result<qint64> indexOf(const QString &id, const Wait &wait) override { return m_listing->indexOf(id, wait); }
    [[nodiscard]] qint64 costMs() const override { return m_listing->costMs(); }

private:
    std::shared_ptr<RunListing> m_listing;
    std::shared_ptr<RunService> m_service;
    std::shared_ptr<RunVitalities> m_vitalities;
};

} // namespace

void RunVitalities::note(const RunService &service, const RunRecord &run, const Wait &wait)
{
    const RunVitality vitality = isActive(run.status) ? service.vitalityOf(run, wait) : RunVitality();
    const std::scoped_lock lock(m_mutex);
    if (!vitality.stale && vitality.sentence.isEmpty()) {
        m_known.remove(run.runId);
        return;
    }
    if (m_known.size() >= keptRuns) {
        m_known.clear();
    }
    m_known.insert(run.runId, vitality);
}

RunVitality RunVitalities::of(const QString &runId) const
{
    const std::scoped_lock lock(m_mutex);
    return m_known.value(runId);
}

int RunVitalities::stale() const
{
    const std::scoped_lock lock(m_mutex);
    return int(std::count_if(m_known.cbegin(), m_known.cend(), [](const RunVitality &vitality) { return vitality.stale; }));
}

std::shared_ptr<RunListing> watchedListing(std::shared_ptr<RunListing> listing, std::shared_ptr<RunService> service,
                                           std::shared_ptr<RunVitalities> vitalities)
{
    return std::make_shared<WatchedListing>(std::move(listing), std::move(service), std::move(vitalities));
}

} // namespace verderer
