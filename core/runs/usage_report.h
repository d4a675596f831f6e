// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "database/database_url.h"
#include "runs/run_service.h"
#include "runs/usage_counter.h"

namespace verderer {

/// The days of a request as they are at `now`. Invalid for a span out of bounds or a zone that this computer does not know.
Result<UsageDays> daysOf(const UsageRequest &request, Microseconds now);

/// Counts every run of the database in one walk, on a connection of its own so that nobody else waits for it.
Result<Usage> readUsage(const DatabaseUrl &url, const UsageRequest &request, const UsageDays &days, const std::shared_ptr<const PriceList> &prices,
                        const Wait &wait);

/// The same from any store, page by page; threads are not counted.
Result<Usage> readUsage(RunStore &store, const UsageRequest &request, const UsageDays &days, const std::shared_ptr<const PriceList> &prices,
                        const Wait &wait);

} // namespace verderer
