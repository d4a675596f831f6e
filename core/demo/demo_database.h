// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "demo/demo_history.h"
#include "demo/demo_rows.h"

namespace verderer {

/// Makes DeerFlow's SQLite database with the tables and indexes of deerflow-format 7.1, its users and what happened there. `path`
/// must not exist. Unavailable without the driver; then no file was made.
Result<void> writeDemoDatabase(const QString &path, const DemoManifest &manifest, const DemoCalendar &calendar, const DemoActivity &activity);

} // namespace verderer
