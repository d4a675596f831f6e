// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <functional>
#include <string_view>

namespace verderer {

/// The four numbers that token_usage_by_model holds of a model.
struct UsageNumbers {
    qint64 input = 0, output = 0, total = 0, cacheRead = 0;
};

/// Reads a token_usage_by_model text of the shape DeerFlow writes: an object of objects of integers, no escapes in its keys. False for anything else,
/// though it may be good JSON, and `model` may have been called by then: read it with the real parser. Two million of these texts are read for one
/// report; a tree for each would take ten times as long.
bool readUniformUsage(std::string_view json, const std::function<void(std::string_view model, const UsageNumbers &numbers)> &model);

} // namespace verderer
