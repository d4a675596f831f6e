// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/time_text.h"

#include "database/database_time.h"
#include "ui/widgets/text_format.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

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
    const QLocale locale;
    const qint64 seconds = duration / 1'000'000;
    if (seconds < 60) {
        return QCoreApplication::translate("TimeText", "%1 s").arg(locale.toString(double(duration / 100'000) / 10, 'f', 1));
    }
    if (seconds < 3600) {
        return QCoreApplication::translate("TimeText", "%1 min %2 s").arg(seconds / 60).arg(seconds % 60);
    }
    if (seconds < 2 * 86400) {
        return QCoreApplication::translate("TimeText", "%1 h %2 min").arg(seconds / 3600).arg(seconds / 60 % 60);
    }
    return QCoreApplication::translate("TimeText", "%n day(s)", nullptr, int(seconds / 86400));
}

} // namespace verderer
