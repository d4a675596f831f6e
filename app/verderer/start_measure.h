// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace verderer {

class MainWindow;

/// Once the first list of skills is painted: prints `window_first_list N ms` (since the process was started by the kernel) and `window_rss N MB`, and
/// ends the program. For tests/bench.
void measureStart(MainWindow *window);

} // namespace verderer
