// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

namespace verderer::ctl {

/// The exit statuses of verdererctl; scripts rely on the numbers.
enum ExitStatus {
    Done = 0,
    InternalFault = 1,
    UsageFault = 2,
    NotFoundStatus = 3,
    ConflictStatus = 4,
    InvalidStatus = 5,
    BlockedStatus = 6,
    LockedStatus = 7,
    ReadOnlyStatus = 8,
    DamagedStatus = 9,
    UnavailableStatus = 10,
    DoneInPart = 11,
    CancelledStatus = 130,
};

int exitStatus(ErrorCode code);

/// The table of statuses, as it stands in the help.
const char *exitStatusHelp();

} // namespace verderer::ctl
