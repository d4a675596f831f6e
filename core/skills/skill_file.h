// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <cstdint>

namespace verderer {

/// What is found in the place of a SKILL.md.
struct SkillFile {
    enum class State {
        Read,       ///< `bytes` holds it, or its beginning
        Missing,    ///< nothing of that name
        Folder,     ///< a folder: to DeerFlow no skill, but a folder to descend into
        Special,    ///< a FIFO, socket or device; never opened for waiting
        LinkBroken, ///< a link that leads nowhere or in a circle
        Failed,     ///< `error` says why
    };
    State state = State::Missing;
    int error = 0; ///< errno
    QByteArray bytes;
    bool complete = true; ///< false: the file is larger than what was read
    qint64 size = 0;
    qint64 modifiedNs = 0;
};

/// Reads the file `path` below the open folder `folder` (AT_FDCWD with an absolute path), at most `limit` bytes of it. Never waits for a FIFO, never
/// reads a device. Any thread.
SkillFile readSkillFile(int folder, const char *path, qint64 limit);

} // namespace verderer
