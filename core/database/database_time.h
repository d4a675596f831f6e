// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"

#include <QString>

#include <optional>

namespace verderer {

/// DeerFlow's stored form on SQLite: `2026-11-30 19:29:36.976169`, always six digits, UTC, no offset (deerflow-format 7.2). Its lists order by this
/// text, so nothing else is ever written.
QString databaseTimestamp(Microseconds time);

/// A stored point in time, read as leniently as SQLAlchemy reads it: space or `T`, fraction of any length or none, `Z` or an offset; no offset means
/// UTC. Ten-digit epoch seconds are understood too. Nothing where it is no time. `exact` is cleared where the text is not DeerFlow's own form.
std::optional<Microseconds> parseDatabaseTimestamp(const QString &text, bool *exact = nullptr);

} // namespace verderer
