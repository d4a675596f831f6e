// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/json_fwd.h"
#include "threads/thread_store.h"

namespace verderer {

/// "busy, run … since …": why a thread cannot be changed now.
Error busyThread(const QString &id, const ThreadRemains &remains);

/// NotFound for a thread id, with a hint where to look.
Error missingThread(const QString &id);

/// Damaged: the stored metadata is no JSON object, so it can be neither merged nor pinned.
Error damagedMetadata(const QString &id);

/// Invalid: a page of no rows was asked for.
Error emptyPage();

/// The metadata of a row that is about to be changed key by key. Damaged where it is no JSON object; Invalid where it holds a whole number beyond 64
/// bits, which writing it again would change.
Result<Json> editableMetadata(const ThreadRecord &stored);

/// Whether JSON text holds a whole number beyond 64 bits: Python's have no end, ours would become rounded floats.
bool holdsHugeInteger(const QByteArray &json);

/// Whether `record` passes the filter: what a store without SQL does, and what SQL is compared with in tests. Metadata by DeerFlow's strict types
/// (deerflow-format 7.3).
Result<bool> matchesFilter(const ThreadRecord &record, const ThreadFilter &filter);

/// DeerFlow's order: pinned first, then the stored text of updated_at, then the id, all descending.
bool comesBefore(const ThreadRecord &a, const ThreadRecord &b);

} // namespace verderer
