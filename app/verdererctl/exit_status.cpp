// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/exit_status.h"

namespace verderer::ctl {

int exitStatus(ErrorCode code)
{
    switch (code) {
    case ErrorCode::NotFound:
        return NotFoundStatus;
    case ErrorCode::AlreadyExists:
    case ErrorCode::Conflict:
        return ConflictStatus;
    case ErrorCode::Invalid:
        return InvalidStatus;
    case ErrorCode::Blocked:
        return BlockedStatus;
    case ErrorCode::Locked:
    case ErrorCode::TimedOut:
        return LockedStatus;
    case ErrorCode::Cancelled:
        return CancelledStatus;
    case ErrorCode::ReadOnly:
        return ReadOnlyStatus;
    case ErrorCode::Damaged:
        return DamagedStatus;
    case ErrorCode::Unavailable:
        return UnavailableStatus;
    case ErrorCode::Internal:
        break;
    }
    return InternalFault;
}

const char *exitStatusHelp()
{
    return "Exit status:\n"
           "  0 done    1 internal fault    2 usage    3 not found    4 conflict\n"
           "  5 invalid (also the answer of validate)    6 blocked by the scanner\n"
           "  7 locked or timed out    8 read-only, full or not permitted\n"
           "  9 damaged data    10 database or network unavailable\n"
           "  11 done in part    130 cancelled";
}

} // namespace verderer::ctl
