// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

namespace verderer {

/// One record of a CSV file as RFC 4180 wants it: UTF-8, commas, CRLF at its end, quoted where a cell holds a comma, a quote, a line break, or space
/// at an end. With `formulaSafe` a cell that begins with = + - @, a tab or a carriage return gets an apostrophe before it.
QByteArray csvRecord(const QStringList &cells, bool formulaSafe = false);

} // namespace verderer
