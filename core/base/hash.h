// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace verderer {

/// SHA-256 of the bytes as 64 lower-case hex digits.
QString sha256Hex(const QByteArray &bytes);

/// CRLF and lone CR become LF, as Python's universal newlines read them (deerflow-format 1.4).
QByteArray normalizedNewlines(const QByteArray &bytes);

} // namespace verderer
