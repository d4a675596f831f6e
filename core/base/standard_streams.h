// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace verderer {

/// Opens /dev/null on each of the descriptors 0, 1 and 2 that whoever started the program left closed. Else the next files that the program opens
/// get these numbers, and what is printed goes into a lock or a history. To be called first thing in main(), before anything opens a file; any
/// number of times. Never fails: where even /dev/null cannot be opened, the root folder keeps the number taken, and reading and writing there fail.
void openClosedStandardStreams() noexcept;

} // namespace verderer
