// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/run_listing.h"
#include "runs/run_service.h"

#include <QHash>

#include <memory>
#include <mutex>

namespace verderer {

/// What is known of the active runs that were read: whether anything still stands behind their status. Filled where rows are read, asked where they
/// are painted. Any thread.
class RunVitalities {
public:
    /// May look at the run's events: not on the window's thread.
    void note(const RunService &service, const RunRecord &run, const Wait &wait);
    [[nodiscard]] RunVitality of(const QString &runId) const;
    /// Runs among those read that look dead.
    [[nodiscard]] int stale() const;

private:
    mutable std::mutex m_mutex; // guards m_known
    QHash<QString, RunVitality> m_known;
};

/// A listing whose rows are looked at for signs of life as they are read: that asks for processes, which is not for the window's thread.
std::shared_ptr<RunListing> watchedListing(std::shared_ptr<RunListing> listing, std::shared_ptr<RunService> service,
                                           std::shared_ptr<RunVitalities> vitalities);

} // namespace verderer
