// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json_equality.h"

#include <algorithm>
#include <cstdint>

namespace verderer {

// NOLINTNEXTLINE(misc-no-recursion): parseJson() bounds the depth
bool sameJson(const Json &a, const Json &b)
{
    if (a.is_object()) {
        return b.is_object() && a.size() == b.size() && std::all_of(a.items().begin(), a.items().end(), [&](const auto &member) {
                   const auto found = b.find(member.key());
                   return found != b.end() && sameJson(member.value(), *found);
               });
    }
    if (a.is_array()) {
        return b.is_array() && std::equal(a.begin(), a.end(), b.begin(), b.end(), sameJson);
    }
    if (a.is_number_integer()) { // the library compares across signs after a cast, and takes 1 and 1.0 for equal
        const auto isNegative = [](const Json &value) { return !value.is_number_unsigned() && value.get<std::int64_t>() < 0; };
        return b.is_number_integer() && isNegative(a) == isNegative(b) && a.get<std::uint64_t>() == b.get<std::uint64_t>();
    }
    return a.type() == b.type() && a == b;
}

} // namespace verderer
