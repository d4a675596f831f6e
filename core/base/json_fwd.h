// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace verderer {
using Json = nlohmann::ordered_json;
}
