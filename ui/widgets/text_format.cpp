// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/text_format.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

QString translated(const char *text)
{
    return QCoreApplication::translate("TextFormat", text);
}

} // namespace

QString humanTime(const QDateTime &time, const QDateTime &now)
{
    if (!time.isValid())
        return {};
    const QDateTime local = time.toLocalTime();
    const QLocale locale;
    const QString clock = locale.toString(local.time(), u"HH:mm"_s);
    const qint64 days = local.date().daysTo(now.toLocalTime().date());
    if (days == 0)
        return QCoreApplication::translate("TextFormat", "today %1").arg(clock);
    if (days == 1)
        return QCoreApplication::translate("TextFormat", "yesterday %1").arg(clock);
    if (local.date().year() == now.toLocalTime().date().year())
        return locale.toString(local.date(), QCoreApplication::translate("TextFormat", "d MMM", "date within this year")) + u" "_s + clock;
    return locale.toString(local.date(), QCoreApplication::translate("TextFormat", "d MMM yyyy", "date of another year"));
}

QString exactTime(const QDateTime &time)
{
    if (!time.isValid())
        return {};
    const QString local = time.toLocalTime().toString(u"yyyy-MM-dd HH:mm:ss.zzz t"_s);
    const QString utc = time.toUTC().toString(u"yyyy-MM-dd HH:mm:ss.zzz"_s) + u" UTC"_s;
    return local.endsWith(" UTC"_L1) ? utc : local + u"\n"_s + utc;
}

QString humanAge(const QDateTime &time, const QDateTime &now)
{
    const qint64 seconds = time.secsTo(now);
    if (!time.isValid() || seconds < 0 || seconds >= 86400)
        return humanTime(time, now);
    if (seconds < 60)
        return QCoreApplication::translate("TextFormat", "%1 s ago").arg(seconds);
    if (seconds < 3600)
        return QCoreApplication::translate("TextFormat", "%1 min ago").arg(seconds / 60);
    return QCoreApplication::translate("TextFormat", "%1 h ago").arg(seconds / 3600);
}

QString humanSize(qint64 bytes)
{
    const QLocale locale;
    if (bytes < 1000)
        return locale.toString(bytes) + u" B"_s;
    double value = double(bytes);
    const char *unit = " B";
    for (const char *next : {" kB", " MB", " GB"}) {
        if (value < 1000)
            break;
        value /= 1000;
        unit = next;
    }
    return locale.toString(value, 'f', 1) + QString::fromLatin1(unit);
}

QDateTime recordTime(const QString &isoText)
{
    return QDateTime::fromString(isoText, Qt::ISODateWithMs);
}

QString errorHeadline(ErrorCode code)
{
    switch (code) {
    case ErrorCode::NotFound:
        return translated(QT_TRANSLATE_NOOP("TextFormat", "Not found"));
    case ErrorCode::AlreadyExists:
        return translated(QT_TRANSLATE_NOOP("TextFormat", "Already there"));
    case ErrorCode::Conflict:
        return translated(QT_TRANSLATE_NOOP("TextFormat", "Changed by somebody else"));
    case ErrorCode::Invalid:
        return translated(QT_TRANSLATE_NOOP("TextFormat", "Not accepted"));
    case ErrorCode::Blocked:
        return translated(QT_TRANSLATE_NOOP("TextFormat", "Blocked by the scanner"));
    case ErrorCode::Locked:
        return translated(QT_TRANSLATE_NOOP("TextFormat", "Locked by somebody else"));
    case ErrorCode::TimedOut:
        return translated(QT_TRANSLATE_NOOP("TextFormat", "Took too long"));
    case ErrorCode::Cancelled:
        return translated(QT_TRANSLATE_NOOP("TextFormat", "Cancelled"));
    case ErrorCode::ReadOnly:
        return translated(QT_TRANSLATE_NOOP("TextFormat", "Cannot be written"));
    case ErrorCode::Damaged:
        return translated(QT_TRANSLATE_NOOP("TextFormat", "Damaged"));
    case ErrorCode::Unavailable:
        return translated(QT_TRANSLATE_NOOP("TextFormat", "Not available"));
    case ErrorCode::Internal:
        break;
    }
    return translated(QT_TRANSLATE_NOOP("TextFormat", "A fault in this program"));
}

QString errorDetailText(const Error &error)
{
    QStringList lines;
    const ErrorDetails &d = error.details;
    if (!d.path.isEmpty())
        lines << d.path;
    if (d.line > 0 && d.column > 0)
        lines << QCoreApplication::translate("TextFormat", "line %1, column %2").arg(d.line).arg(d.column);
    else if (d.line > 0)
        lines << QCoreApplication::translate("TextFormat", "line %1").arg(d.line);
    if (!d.holder.isEmpty())
        lines << QCoreApplication::translate("TextFormat", "held by %1").arg(d.holder);
    if (!d.kind.isEmpty())
        lines << d.kind;
    return lines.join(u'\n');
}

} // namespace verderer
