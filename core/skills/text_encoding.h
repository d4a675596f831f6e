// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace verderer {

/// Encodings that a SKILL.md is sometimes saved in by mistake.
enum class WideEncoding { Utf16Le, Utf16Be };

/// Whether `bytes` look like UTF-16: a byte order mark (FF FE, FE FF), or NUL in every second byte of the beginning.
std::optional<WideEncoding> guessWideEncoding(QByteArrayView bytes);

QString wideEncodingName(WideEncoding encoding); ///< "UTF-16 LE", "UTF-16 BE"

/// The same text as UTF-8 without a byte order mark; nothing where it is no such text.
std::optional<QByteArray> convertedToUtf8(QByteArrayView bytes, WideEncoding encoding);

/// The first bytes, for people: "FF FE 2D 00 …".
QString hexPreview(QByteArrayView bytes, int count = 8);

} // namespace verderer
