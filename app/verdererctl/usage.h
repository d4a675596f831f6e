// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <string>

namespace CLI {
class App;
class ParseError;
} // namespace CLI

namespace verderer::ctl {

/// What is wrong with the arguments, in a sentence that names the word or what is missing. `root` has just failed to parse them with `error`; `at` is
/// the deepest command that was recognised.
std::string usageSentence(const CLI::App &root, const CLI::App &at, const CLI::ParseError &error);

/// A wrong argument that shows only once the command runs: Invalid, kind "usage".
tl::unexpected<Error> usageError(const QString &message);

/// Longest waiting that --lock-timeout takes, in seconds: a day.
constexpr double longestWait = 86400;

/// The seconds of --lock-timeout, written with a point in every locale; negative where the text is no number from 0 to longestWait.
double waitingSeconds(const std::string &text);

} // namespace verderer::ctl
