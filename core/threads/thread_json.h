// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_fwd.h"
#include "threads/thread_store.h"

namespace verderer {

/// A thread with DeerFlow's field names (deerflow-format 6.2): `thread_id, user_id, assistant_id, title, status, metadata, created_at, updated_at`,
/// and ours: `pinned`, `damage`. Times as ISO with offset where they can be read, else as stored. Damaged metadata is given as its text.
Json threadToJson(const ThreadRecord &record);

/// The document of `threads create --json`: `{"created", "thread", "ignored", "warnings"}`.
Json createAnswerToJson(const CreateThreadAnswer &answer);

} // namespace verderer
