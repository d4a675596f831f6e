// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/database_time.h"

#include <QDate>
#include <QDateTime>

namespace verderer {

namespace {

constexpr Microseconds second = 1'000'000;

/// Reads digits one after another; every step fails quietly once one has failed.
class Scanner {
public:
    explicit Scanner(QStringView text) : m_text(text) {}

    int digits(int count)
    {
        int value = 0;
        for (int i = 0; i < count; ++i) {
            if (!m_good || m_at >= m_text.size() || m_text[m_at] < u'0' || m_text[m_at] > u'9') {
                m_good = false;
                return 0;
            }
            value = value * 10 + (m_text[m_at++].unicode() - u'0');
        }
        return value;
    }
    bool take(QChar wanted)
    {
        if (m_at < m_text.size() && m_text[m_at] == wanted) {
            ++m_at;
            return true;
        }
        return false;
    }
    void need(QChar wanted) { m_good = take(wanted) && m_good; }
    [[nodiscard]] bool atEnd() const { return m_at == m_text.size(); }
    [[nodiscard]] bool good() const { return m_good; }
    [[nodiscard]] qsizetype position() const { return m_at; }
    [[nodiscard]] bool atDigit() const { return m_at < m_text.size() && m_text[m_at] >= u'0' && m_text[m_at] <= u'9'; }

private:
    QStringView m_text;
    qsizetype m_at = 0;
    bool m_good = true;
};

} // namespace

QString databaseTimestamp(Microseconds time)
{
    Microseconds seconds = time / second;
    Microseconds fraction = time % second;
    if (fraction < 0) { // before 1970
        fraction += second;
        --seconds;
    }
    return QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")) +
           QStringLiteral(".%1").arg(fraction, 6, 10, QLatin1Char('0'));
}

std::optional<Microseconds> parseDatabaseTimestamp(const QString &text, bool *exact)
{
    bool form = true;
    if (exact)
        *exact = false;
    if (text.size() == 10) {
        bool isNumber = false;
        const qlonglong epoch = text.toLongLong(&isNumber);
        if (isNumber)
            return epoch * second;
    }
    Scanner scan(text);
    const int year = scan.digits(4);
    scan.need(u'-');
    const int month = scan.digits(2);
    scan.need(u'-');
    const int day = scan.digits(2);
    if (!scan.good())
        return std::nullopt;
    int hour = 0;
    int minute = 0;
    int secondOfMinute = 0;
    Microseconds fraction = 0;
    Microseconds offset = 0;
    if (!scan.atEnd()) {
        if (!scan.take(u' ')) {
            scan.need(u'T');
            form = false;
        }
        hour = scan.digits(2);
        scan.need(u':');
        minute = scan.digits(2);
        if (scan.take(u':'))
            secondOfMinute = scan.digits(2);
        else
            form = false;
        if (scan.take(u'.')) {
            int count = 0;
            for (; scan.good() && scan.atDigit(); ++count) {
                const int digit = scan.digits(1);
                if (count < 6)
                    fraction = fraction * 10 + digit;
            }
            form = form && count == 6;
            for (; count < 6; ++count)
                fraction *= 10;
        } else {
            form = false;
        }
        if (!scan.atEnd()) {
            form = false;
            if (!scan.take(u'Z')) {
                const bool negative = scan.take(u'-');
                if (!negative)
                    scan.need(u'+');
                const int hours = scan.digits(2);
                int minutes = 0;
                if (!scan.atEnd()) {
                    scan.take(u':');
                    minutes = scan.digits(2);
                }
                offset = (hours * 60LL + minutes) * 60 * second * (negative ? -1 : 1);
            }
        }
    } else {
        form = false;
    }
    const QDate date(year, month, day);
    if (!scan.good() || !scan.atEnd() || !date.isValid() || hour > 23 || minute > 59 || secondOfMinute > 59)
        return std::nullopt;
    const qint64 days = QDate(1970, 1, 1).daysTo(date);
    if (exact)
        *exact = form;
    return ((days * 24 + hour) * 60 + minute) * 60 * second + secondOfMinute * second + fraction - offset;
}

} // namespace verderer
