// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/time_text.h"

#include "database/database_time.h"
#include "ui/widgets/text_format.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr Microseconds microsecondsPerSecond = 1000000;

QDateTime moment(Microseconds time)
{
    // Rounded down, also before 1970.
    const Microseconds milliseconds = time >= 0 ? time / 1000 : -((999 - time) / 1000);
    return QDateTime::fromMSecsSinceEpoch(milliseconds, Qt::UTC);
}

} // namespace

QString storedTimeText(const std::optional<Microseconds> &time, const QString &raw, const QDateTime &now)
{
    return time ? humanTime(moment(*time), now) : raw;
}

QString storedTimeTip(const std::optional<Microseconds> &time, const QString &raw)
{
    if (!time) {
        return QCoreApplication::translate("TimeText", "“%1” cannot be read as a time.").arg(raw);
    }
    const QString utc = databaseTimestamp(*time) + u" UTC"_s;
    const QDateTime local = moment(*time).toLocalTime();
    const QString fraction = utc.mid(19, 7);
    QString tip = local.toString(u"yyyy-MM-dd HH:mm:ss"_s) + fraction + u' ' + local.timeZoneAbbreviation() + u'\n' + utc;
    bool exact = false;
    parseDatabaseTimestamp(raw, &exact);
    if (!raw.isEmpty() && !exact) {
        tip += u'\n' + QCoreApplication::translate("TimeText", "stored as “%1”, which is not DeerFlow's own form and sorts elsewhere").arg(raw);
    }
    return tip;
}

QString durationText(Microseconds duration)
{
    const qint64 seconds = duration / microsecondsPerSecond;
    const qint64 minutes = seconds / 60;
    const qint64 hours = minutes / 60;
    const qint64 days = hours / 24;
    if (days >= 2) {
        return QCoreApplication::translate("TimeText", "%n day(s)", nullptr, int(days));
    }
    if (hours >= 1) {
        return QCoreApplication::translate("TimeText", "%1 h %2 min").arg(hours).arg(minutes - 60 * hours);
    }
    if (minutes >= 1) {
        return QCoreApplication::translate("TimeText", "%1 min %2 s").arg(minutes).arg(seconds - 60 * minutes);
    }
    const qint64 tenths = duration * 10 / microsecondsPerSecond;
    return QCoreApplication::translate("TimeText", "%1 s").arg(QLocale().toString(double(tenths) / 10, 'f', 1));
}

} // namespace verderer
