// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "base/error.h"

#include <QString>

#include <optional>

namespace verderer::ctl {

/// A point in time as people type it: `2026-11-30`, `2026-11-30 14:05`, `2026-11-30T14:05:33.25Z`, `+08:00` behind it, or how long ago (`3d`, `12h`,
/// `30m`, `90s`). Without a zone it is this computer's. Invalid (kind "usage") names `option`.
Result<Microseconds> momentOption(const QString &option, const QString &text, Microseconds now);

/// A length of time (`3d`, `12h`, `30m`, `90s`). Invalid (kind "usage") names `option`.
Result<Microseconds> durationOption(const QString &option, const QString &text);

/// "2026-11-30 20:29:36" in this computer's zone.
QString localMoment(Microseconds time);

/// The time of a row for a table: local where it can be read, else as it is stored.
QString shownMoment(const std::optional<Microseconds> &time, const QString &raw);

/// "2026-11-30 20:29:36 (2026-11-30 12:29:36 UTC)"; the second half only where the zone is another.
QString momentWithUtc(const std::optional<Microseconds> &time, const QString &raw);

/// "4.2 s", "3 min 12 s", "2 h 5 min", "3 d 4 h".
QString shownDuration(Microseconds length);

} // namespace verderer::ctl
