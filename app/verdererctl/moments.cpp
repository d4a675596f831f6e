// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/moments.h"

#include "verdererctl/usage.h"

#include <QDateTime>
#include <QRegularExpression>

namespace verderer::ctl {

namespace {

constexpr Microseconds second = 1'000'000;
constexpr Microseconds minute = 60 * second;
constexpr Microseconds hour = 60 * minute;
constexpr Microseconds day = 24 * hour;

std::optional<Microseconds> lengthOf(const QString &text)
{
    static const QRegularExpression form(QStringLiteral("\\A(\\d{1,7})([smhdw])\\z"));
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch()) {
        return std::nullopt;
    }
    const Microseconds count = match.captured(1).toLongLong();
    switch (match.captured(2).at(0).unicode()) {
    case u's':
        return count * second;
    case u'm':
        return count * minute;
    case u'h':
        return count * hour;
    case u'd':
        return count * day;
    default:
        break;
    }
    constexpr int daysOfWeek = 7;
    return count * daysOfWeek * day;
}

QString utcMoment(Microseconds time)
{
    constexpr Microseconds perMillisecond = 1000;
    return QDateTime::fromMSecsSinceEpoch(time / perMillisecond, Qt::UTC).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

} // namespace

Result<Microseconds> momentOption(const QString &option, const QString &text, Microseconds now)
{
    if (const std::optional<Microseconds> length = lengthOf(text)) {
        return now - *length;
    }
    static const QRegularExpression form(
        QStringLiteral("\\A(\\d{4}-\\d\\d-\\d\\d)(?:[T ](\\d\\d:\\d\\d)(?::(\\d\\d))?(?:\\.(\\d{1,6}))?(Z|[+-]\\d\\d:?\\d\\d)?)?\\z"));
    const QRegularExpressionMatch match = form.match(text);
    const QDate date = QDate::fromString(match.captured(1), Qt::ISODate);
    const QString seconds = match.captured(3).isEmpty() ? QStringLiteral("00") : match.captured(3);
    const QTime time = match.captured(2).isEmpty() ? QTime(0, 0) : QTime::fromString(QString(match.captured(2) + u':' + seconds), Qt::ISODate);
    if (!match.hasMatch() || !date.isValid() || !time.isValid()) {
        return usageError(
            QStringLiteral("%1 takes a time such as 2026-11-30, \"2026-11-30 14:05\" or 2026-11-30T14:05:33Z, or how long ago, such as 3d, "
                           "12h or 30m; \"%2\" is neither.")
                .arg(option, text));
    }
    const Microseconds fraction = match.captured(4).leftJustified(6, u'0').toLongLong();
    const QString zone = match.captured(5);
    QDateTime moment(date, time, zone.isEmpty() ? Qt::LocalTime : Qt::UTC);
    if (match.captured(2).isEmpty()) {
        // A local day need not begin at midnight: clocks are put forward then in some places.
        moment = date.startOfDay();
    }
    if (zone.size() >= 5) {
        const int offset = zone.mid(1, 2).toInt() * 60 + zone.right(2).toInt();
        moment = moment.addSecs((zone.startsWith(u'-') ? 1LL : -1LL) * offset * 60);
    }
    return moment.toMSecsSinceEpoch() * 1000 + fraction;
}

Result<Microseconds> durationOption(const QString &option, const QString &text)
{
    if (const std::optional<Microseconds> length = lengthOf(text)) {
        return *length;
    }
    return usageError(QStringLiteral("%1 takes a length of time such as 90s, 30m, 12h or 3d; \"%2\" is none.").arg(option, text));
}

QString localMoment(Microseconds time)
{
    constexpr Microseconds perMillisecond = 1000;
    return QDateTime::fromMSecsSinceEpoch(time / perMillisecond).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

QString shownMoment(const std::optional<Microseconds> &time, const QString &raw)
{
    return time ? localMoment(*time) : raw;
}

QString momentWithUtc(const std::optional<Microseconds> &time, const QString &raw)
{
    if (!time) {
        return raw.isEmpty() ? QStringLiteral("unknown") : QString(raw + QStringLiteral(" (no time that can be read)"));
    }
    const QString local = localMoment(*time);
    const QString utc = utcMoment(*time);
    return local == utc ? QString(utc + QStringLiteral(" UTC")) : QStringLiteral("%1 (%2 UTC)").arg(local, utc);
}

QString shownDuration(Microseconds length)
{
    if (length < 10 * second) {
        return QStringLiteral("%1 s").arg(static_cast<double>(length) / second, 0, 'f', 1);
    }
    if (length < minute) {
        return QStringLiteral("%1 s").arg(length / second);
    }
    if (length < hour) {
        return QStringLiteral("%1 min %2 s").arg(length / minute).arg(length % minute / second);
    }
    if (length < day) {
        return QStringLiteral("%1 h %2 min").arg(length / hour).arg(length % hour / minute);
    }
    return QStringLiteral("%1 d %2 h").arg(length / day).arg(length % day / hour);
}

} // namespace verderer::ctl
