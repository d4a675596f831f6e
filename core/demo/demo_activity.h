// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "demo/demo_conversations.h"
#include "demo/demo_history.h"
#include "demo/demo_rows.h"

namespace verderer {

/// Sixty days of an installation in use, ending at `now`: more on working days than at weekends, a little more each week, in English and Chinese,
/// with failures, and on purpose what an administrator has to find: orphans, nobody's threads, damaged rows, runs that claim to run. The same moment
/// gives the same rows.
DemoActivity planDemoActivity(const DemoManifest &manifest, const DemoConversations &talk, const DemoCalendar &calendar, Microseconds now);

} // namespace verderer
