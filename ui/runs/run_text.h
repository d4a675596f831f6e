// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/run_record.h"
#include "runs/usage.h"

#include <QDateTime>

#include <optional>

namespace verderer {

/// What a run is called in a list: its thread's title, else its first message, else a word that says why there is none. One line.
QString runTitle(const RunRecord &run);

/// "run-0031 · gpt-5-mini · 24.1 k tokens · 17 s": the second line of a run in a list. `stale`: nothing was heard of it since its last change, so its
/// time does not grow.
QString runFacts(const RunRecord &run, Microseconds now, bool stale);

/// "24,118".
QString groupedNumber(qint64 number);
/// "24.1 k", "3.2 M": for lists and axes. Below 10,000 all digits.
QString shortNumber(qint64 number);

/// "17 s", "1 min 12 s", "2 h 5 min", "3 d 4 h": for lists.
QString humanDuration(Microseconds duration);
/// "$ 0.0119": enough digits to tell small costs apart; empty where there is none.
QString costText(const Cost &cost);

/// A moment of the database as Qt's; invalid where there is none.
QDateTime timeOf(const std::optional<Microseconds> &time);

/// Owner as people read it: "nobody" for none.
QString ownerText(const std::optional<QString> &owner);

} // namespace verderer
