// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/frames.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

namespace verderer::bench {

double threadMs()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1000.0 + static_cast<double>(now.tv_nsec) / 1e6;
}

void report(const std::string &name, std::vector<Frame> frames)
{
    const auto quantile = [&](double Frame::*value, double part) {
        std::sort(frames.begin(), frames.end(), [value](const Frame &a, const Frame &b) { return a.*value < b.*value; });
        return frames[static_cast<size_t>(part * static_cast<double>(frames.size() - 1))].*value;
    };
    std::printf("%s.median %.2f ms (thread %.2f)\n", name.c_str(), quantile(&Frame::wall, 0.5), quantile(&Frame::cpu, 0.5));
    std::printf("%s.p99 %.2f ms (thread %.2f)\n", name.c_str(), quantile(&Frame::wall, 0.99), quantile(&Frame::cpu, 0.99));
    std::printf("%s.max %.2f ms (thread %.2f; at most 16)\n", name.c_str(), quantile(&Frame::wall, 1.0), quantile(&Frame::cpu, 1.0));
    std::fflush(stdout);
}

} // namespace verderer::bench
