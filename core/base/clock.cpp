// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"

#include <QDateTime>
#include <QTimeZone>

#include <chrono>

namespace verderer {

Microseconds SystemClock::now() const
{
    using namespace std::chrono;
    return duration_cast<microseconds>(system_clock::now().time_since_epoch()).count();
}

QString isoTimestamp(Microseconds time)
{
    constexpr Microseconds second = 1'000'000;
    Microseconds fraction = time % second;
    Microseconds seconds = time / second;
    if (fraction < 0) { // before 1970
        fraction += second;
        --seconds;
    }
    QString text = QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC).toString(QStringLiteral("yyyy-MM-dd'T'HH:mm:ss"));
    if (fraction != 0)
        text += QStringLiteral(".%1").arg(fraction, 6, 10, QLatin1Char('0'));
    return text + QStringLiteral("+00:00");
}

} // namespace verderer
