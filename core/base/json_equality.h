// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"

namespace verderer {

/// Whether two values are the same with their types, as DeerFlow's own filters tell them apart: 1 is neither 1.0 nor true. The order of an object's
/// keys does not count. For values that parseJson() gave.
bool sameJson(const Json &a, const Json &b);

} // namespace verderer
