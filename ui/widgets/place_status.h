// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/badge.h"

#include <QMetaType>

namespace verderer {

/// What the foot of the window says about the place that is shown.
struct PlaceStatus {
    QString state; ///< the most important thing, with a dot in its tone: "history unbroken, 9 records"
    Tone tone = Tone::Accent;
    QString facts; ///< muted: "UTF-8 · LF · 1.2 kB"
    QString right; ///< at the right end: "draft kept 2 s ago"
    friend bool operator==(const PlaceStatus &, const PlaceStatus &) = default;
};

} // namespace verderer
