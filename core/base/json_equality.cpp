// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json_equality.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace verderer {

bool sameJsonValue(const Json &left, const Json &right)
{
    if (left.is_object() && right.is_object()) {
        return left.size() == right.size() && std::all_of(left.items().begin(), left.items().end(), [&](const auto &member) {
                   const auto other = right.find(member.key());
                   return other != right.end() && sameJsonValue(member.value(), *other);
               });
    }
    if (left.is_array() && right.is_array()) {
        return std::equal(left.begin(), left.end(), right.begin(), right.end(), sameJsonValue);
    }
    if (left.is_number() && right.is_number()) {
        // The library compares across its kinds of numbers by converting: -1 would be 2^64-1. A kind of its own is what does not fit the signed one.
        const auto kind = [](const Json &number) {
            const bool fits = number.is_number_unsigned() && number.get<std::uint64_t>() <= std::uint64_t(std::numeric_limits<std::int64_t>::max());
            return fits ? Json::value_t::number_integer : number.type();
        };
        return kind(left) == kind(right) && left == right;
    }
    return left == right;
}

} // namespace verderer
