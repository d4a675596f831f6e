// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

// With optimisation on, GCC 12 sees a null pointer in the library's checks of its own invariants.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnull-dereference"
#include <nlohmann/json.hpp>
#pragma GCC diagnostic pop

#include <optional>

namespace verderer {

/// JSON whose objects keep their key order. Everything persisted or shown as somebody's data goes through it; QJsonObject sorts keys,
/// rewrites numbers and loses integers above 2^53 (deerflow-format 9). Include json_fwd.h in headers: this one is heavy.
using Json = nlohmann::ordered_json;

/// parseJson() refuses what is nested deeper. Python's own reader gives up near a thousand levels.
constexpr int maxJsonDepth = 512;

/// Parses one document. Failure: Damaged, with line and column (in code points); kind "json-error", or "json-depth" for what is nested more than
/// maxJsonDepth levels deep. What Python's json.loads refuses of a text is refused here too: a byte order mark, a NUL byte, a half surrogate pair is
/// refused besides. So are NaN, Infinity and numbers too large for a double. Duplicate keys: the last value, at the first one's place. Integers keep
/// all their digits from -2^63 to 2^64-1; larger ones become doubles. Never throws. The time grows with the square of the number of keys of one
/// object: bound the size of what you read.
Result<Json> parseJson(const QByteArray &bytes);

/// How U+0085, U+2028 and U+2029 are written: escaped where DeerFlow reads lines and would split at them (deerflow-format 3.1), raw as Python does in
/// a database's column.
enum class LineSeparators { Escaped, Raw };

/// Python's `json.dumps(value, ensure_ascii=False)`: `", "` and `": "`, no line breaks, numbers as Python's repr() writes them, Unicode raw, except
/// what `separators` says. Lone surrogates cannot occur: strings are UTF-8. Invalid UTF-8 is replaced by U+FFFD; callers check first where that
/// matters. NaN and infinities, which no parsed value holds, become null. Nesting costs no stack.
QByteArray dumpPythonJson(const Json &value, LineSeparators separators = LineSeparators::Escaped);

/// For people and for `--json`: two-space indent, Unicode raw, numbers and invalid UTF-8 as above, a final newline.
QByteArray dumpPrettyJson(const Json &value);

/// Conversions at the border between Qt's strings and the library's.
Json toJson(const QString &text);                ///< a lone surrogate becomes '?', as in QString::toUtf8()
QString toQString(const Json &value);            ///< of a string value; of anything else its JSON text
Json toJson(const std::optional<QString> &text); ///< null where there is none

/// The string member `key` of an object; nothing when missing or not a string.
std::optional<QString> stringMember(const Json &object, const char *key);

} // namespace verderer
