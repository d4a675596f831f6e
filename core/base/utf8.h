// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <string>

namespace verderer {

/// The offset of the first byte that is not strict UTF-8 (no surrogates, nothing overlong, nothing above U+10FFFF), as Python decodes it; -1 where
/// all is. Any thread.
qsizetype firstInvalidUtf8(QByteArrayView bytes);

/// How many code points the valid UTF-8 in `bytes` holds.
qsizetype utf8CodePoints(QByteArrayView bytes);

/// The code points of valid UTF-8.
std::u32string utf8ToCodePoints(QByteArrayView bytes);

} // namespace verderer
