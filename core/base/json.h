// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace verderer {

/// JSON whose objects keep their key order. Everything persisted or shown as somebody's data goes through it; QJsonObject sorts keys,
/// rewrites numbers and loses integers above 2^53 (deerflow-format 9). Include json_fwd.h in headers: this one is heavy.
using Json = nlohmann::ordered_json;

/// Parses one document. Failure: Damaged, with line and column. NaN and Infinity are refused, duplicate keys keep the last. Never throws.
Result<Json> parseJson(const QByteArray &bytes);

/// How U+0085, U+2028 and U+2029 are written: escaped where DeerFlow reads lines and would split at them (deerflow-format 3.1), raw as Python does in a
/// database's column.
enum class LineSeparators { Escaped, Raw };

/// Python's `json.dumps(value, ensure_ascii=False)`: `", "` and `": "`, no line breaks, Unicode raw except as `separators` says. Lone surrogates cannot occur: strings are UTF-8.
/// Invalid UTF-8 is replaced by U+FFFD; callers check first where that matters.
QByteArray dumpPythonJson(const Json &value, LineSeparators separators = LineSeparators::Escaped);

/// For people and for `--json`: two-space indent, Unicode raw, a final newline.
QByteArray dumpPrettyJson(const Json &value);

/// Conversions at the border between Qt's strings and the library's.
Json toJson(const QString &text);
QString toQString(const Json &value);            ///< of a string value; of anything else its JSON text
Json toJson(const std::optional<QString> &text); ///< null where there is none

/// The string member `key` of an object; nothing when missing or not a string.
std::optional<QString> stringMember(const Json &object, const char *key);

} // namespace verderer
