// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/standard_streams.h"

#include <cerrno>
#include <fcntl.h>
#include <initializer_list>
#include <unistd.h>

namespace verderer {

void openClosedStandardStreams() noexcept
{
    for (const int wanted : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(wanted, F_GETFD) != -1 || errno != EBADF)
            continue;
        // The lowest free number is given, which is this one: those below were seen to be open. Without O_CLOEXEC, as for every standard stream.
        if (::open("/dev/null", wanted == STDIN_FILENO ? O_RDONLY : O_WRONLY) < 0)
            static_cast<void>(::open("/", O_RDONLY | O_DIRECTORY));
    }
}

} // namespace verderer
