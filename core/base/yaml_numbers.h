// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

/// Python's int() and float() on texts, and its str() of the results.
namespace verderer::yaml::detail {

/// An integer of any size: its decimal digits, with a leading '-' where negative.
/// `int(text, base)` for base 2, 8, 10 or 16: surrounding white space, a sign and the base's prefix are allowed. Nothing where Python raises.
std::optional<QString> pythonInt(QStringView text, int base);

/// `a * 60 + b` of two such integers, `b` not negative.
QString timesSixtyPlus(const QString &a, const QString &b);

/// `-value`
QString negated(const QString &value);

/// `float(text)`; nothing where Python raises.
std::optional<double> pythonFloat(QStringView text);

/// `repr(value)`: the shortest digits that read back, "1e+16", "inf", "nan".
QString pythonFloatText(double value);

/// Whether Python's str.strip() and `\s` take this for white space.
bool isPythonSpace(char32_t character);

} // namespace verderer::yaml::detail
