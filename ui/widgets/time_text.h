// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"

#include <QDateTime>
#include <QString>

#include <optional>

namespace verderer {

/// A stored moment as people say it in their own time zone ("today 09:14"); where it cannot be read, the stored text as it is.
QString storedTimeText(const std::optional<Microseconds> &time, const QString &raw, const QDateTime &now = QDateTime::currentDateTime());

/// For the tooltip: local time and UTC to the microsecond, and the stored text where it is not DeerFlow's own form.
QString storedTimeTip(const std::optional<Microseconds> &time, const QString &raw);

/// "17.2 s", "1 min 12 s", "2 h 5 min", "3 days".
QString durationText(Microseconds duration);

} // namespace verderer
