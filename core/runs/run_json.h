// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_fwd.h"
#include "runs/run_store.h"

namespace verderer {

/// A run with DeerFlow's field names (deerflow-format 6.3): `run_id, thread_id, assistant_id, status, metadata, kwargs, multitask_strategy,
/// created_at, updated_at`, the token totals, `message_count, stop_reason`; the columns its API leaves out (`user_id, model_name, error,
/// first_human_message, last_ai_message, token_usage_by_model, …`); and ours: `thread_title`, `thread_exists`, `damage`. Times as ISO with offset
/// where they can be read, else as stored. Damaged JSON is given as its text.
Json runToJson(const RunRecord &run);

/// An event as DeerFlow's API gives it: `thread_id, run_id, user_id, event_type, category, content, seq, created_at, metadata`. Content keeps its
/// JSON type where it has one.
Json eventToJson(const RunEvent &event);

} // namespace verderer
