// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "verdererctl/command.h"
#include "verdererctl/context.h"

#include <memory>
#include <optional>
#include <vector>

namespace verderer::ctl {

/// What the arguments came to: a command to run, or a status to end with at once (help, version, a usage fault; all is said already).
struct Arguments {
    GlobalOptions options;
    std::unique_ptr<Command> command;
    std::optional<int> endWith;
    std::shared_ptr<CLI::App> parser; ///< commands ask it later which options were given
};

/// Parses UTF-8 arguments and prints help, version and usage faults itself. Exceptions of the parser end here.
Arguments parseArguments(int argc, char **argv);

} // namespace verderer::ctl
