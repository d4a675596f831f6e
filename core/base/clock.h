// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>

namespace verderer {

/// A point in time: microseconds since 1970-01-01T00:00:00 UTC.
using Microseconds = std::int64_t;

/// Where the time comes from; handed in, so that a test can say what time it is. Any thread may ask.
class Clock {
public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual Microseconds now() const = 0;
};

/// The computer's own clock.
class SystemClock final : public Clock {
public:
    [[nodiscard]] Microseconds now() const override;
};

/// DeerFlow's form in history records and markers: `2026-11-30T19:29:36.976169+00:00`, without the fraction when it is zero
/// (deerflow-format 3: Python's isoformat()).
QString isoTimestamp(Microseconds time);

} // namespace verderer
