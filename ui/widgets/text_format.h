// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QDateTime>
#include <QString>

namespace verderer {

/// "today 09:14", "28 Nov 16:40", "28 Nov 2024": as people say it, in their own time zone. Invalid times give an empty text.
QString humanTime(const QDateTime &time, const QDateTime &now = QDateTime::currentDateTime());

/// Both the local time to the second and UTC, for tooltips.
QString exactTime(const QDateTime &time);

/// "12 s ago", "4 min ago", "3 h ago", else humanTime().
QString humanAge(const QDateTime &time, const QDateTime &now = QDateTime::currentDateTime());

/// "612 B", "1.2 kB", "3.4 MB".
QString humanSize(qint64 bytes);

/// A timestamp of a history record; invalid where it is none.
QDateTime recordTime(const QString &isoText);

/// A headline for the kind of failure, in the language of the window.
QString errorHeadline(ErrorCode code);

/// Path, line, column and holder as far as they are known, one a line.
QString errorDetailText(const Error &error);

} // namespace verderer
