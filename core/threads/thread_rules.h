// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "threads/thread_store.h"

namespace verderer {

/// "busy, run … since …": why a thread cannot be changed now.
Error busyThread(const QString &id, const ThreadRemains &remains);

/// NotFound for a thread id, with a hint where to look.
Error missingThread(const QString &id);

/// Damaged: the stored metadata is no JSON object, so it can be neither merged nor pinned.
Error damagedMetadata(const QString &id);

/// Whether `record` passes the filter: what a store without SQL does, and what SQL is compared with in tests. Metadata by DeerFlow's strict types
/// (deerflow-format 7.3).
Result<bool> matchesFilter(const ThreadRecord &record, const ThreadFilter &filter);

/// DeerFlow's order: pinned first, then the stored text of updated_at, then the id, all descending.
bool comesBefore(const ThreadRecord &a, const ThreadRecord &b);

} // namespace verderer
