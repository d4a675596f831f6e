// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <string>
#include <vector>

namespace verderer {

/// The first byte in [at, stop) at which a plain stretch of a JSON text ends: a quote, a backslash or a control character; `stop` where there is
/// none. Looks at eight bytes at once, since nearly all of a history is such stretches.
const char *endOfPlainJsonText(const char *at, const char *stop);

/// Appends what the JSON text stands for that begins at `at`, behind its opening quote, up to its closing quote or up to the first thing that is no
/// valid JSON. Gives where it ended: at the closing quote exactly where the text is valid. The bytes are valid UTF-8 up to there.
const char *decodeJsonText(const char *at, const char *stop, std::string &out);

/// A JSON object in which short stand-ins take the place of its long texts, which are decoded already. What is left is for a parser; it is quick,
/// since it has little to read. A stand-in's value begins with a NUL, which no other text of the object holds.
struct ShortenedJson {
    std::string json;
    std::vector<std::string> texts; ///< as the stand-ins name them: NUL, then the place in this list

    /// The long text that `value` stands for; null pointer where it stands for itself.
    std::string *textOf(const std::string &value);
};

/// Nothing is shortened (no texts, no json) where that does not pay or `object` is not obviously sound; then the parser must see all of it.
ShortenedJson shortenJson(QByteArrayView object);

} // namespace verderer
