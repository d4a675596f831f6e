// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "threads/thread_service.h"
#include "ui/threads/bulk_dialog.h"

namespace verderer {

/// Deleting threads: plans first, then database before files.
BulkDialog::Act deleteAct(int threads);
/// Pinning or unpinning several threads.
BulkDialog::Act pinAct(int threads, bool pin);

/// What a deletion takes along and what it leaves, in the words of the dialog.
BulkDialog::Plan describePlan(const DeletePlan &plan);

} // namespace verderer
