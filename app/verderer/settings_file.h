// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/window_settings.h"

namespace verderer {

/// Reads and writes the window's settings; the one place that knows where they are (QSettings, `verderer.conf`).
WindowSettings loadSettings();
void saveSettings(const WindowSettings &settings);

} // namespace verderer
