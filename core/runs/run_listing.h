// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "database/listing.h"
#include "runs/run_store.h"

#include <memory>

namespace verderer {

class DatabaseWorker;

using RunListing = Listing<RunRecord>;

/// Reads the keys of all runs that pass the filter (SQLite), or the first page (PostgreSQL). Order: created_at, then run_id, both descending.
Result<std::shared_ptr<RunListing>> openRunListing(const std::shared_ptr<DatabaseWorker> &worker, const RunFilter &filter, const Wait &wait);

/// The same over any store, by its pages: for runs kept in memory.
Result<std::shared_ptr<RunListing>> openRunListing(const std::shared_ptr<RunStore> &store, const RunFilter &filter, const Wait &wait);

} // namespace verderer
