// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"

namespace verderer {

/// Whether both say the same by JSON's own types, the order of keys aside: 1 is no 1.0 (a filter on metadata tells them apart, deerflow-format 7.3),
/// and no true. Goes as deep as the values do.
bool sameJsonValue(const Json &left, const Json &right);

} // namespace verderer
