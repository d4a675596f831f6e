// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QElapsedTimer>

#include <string>
#include <vector>

namespace verderer::bench {

/// How long the window's thread was busy with one turn of its event loop.
struct Frame {
    double wall = 0; ///< ms
    double cpu = 0;  ///< ms of the thread itself, which others on the machine do not add to
};

/// CPU time of the calling thread, ms.
double threadMs();

/// Does `act` and what it brings about at once, painting included.
template<typename Act> Frame frame(Act act)
{
    QElapsedTimer clock;
    clock.start();
    const double cpu = threadMs();
    act();
    QCoreApplication::processEvents();
    return {static_cast<double>(clock.nsecsElapsed()) / 1e6, threadMs() - cpu};
}

/// Prints `name.median`, `.p99` and `.max` in ms, the thread's own time beside each.
void report(const std::string &name, std::vector<Frame> frames);

} // namespace verderer::bench
