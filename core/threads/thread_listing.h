// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "database/listing.h"
#include "threads/thread_store.h"

#include <memory>

namespace verderer {

class DatabaseWorker;
class Dialect;

using ThreadListing = Listing<ThreadRecord>;

/// Reads the keys of all threads that pass the filter (SQLite), or the first page (PostgreSQL). 24 bytes a row.
Result<std::shared_ptr<ThreadListing>> openThreadListing(const std::shared_ptr<DatabaseWorker> &worker, const ThreadFilter &filter, const Wait &wait);

/// The same over any store, by its pages: for threads kept in memory.
Result<std::shared_ptr<ThreadListing>> openThreadListing(const std::shared_ptr<ThreadStore> &store, const ThreadFilter &filter, const Wait &wait);

/// The statement that would help a database to give this list at once; only ever shown, never run unasked.
QString proposedThreadIndex(const Dialect &dialect);

} // namespace verderer
