// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/yaml_numbers.h"
#include "base/yaml_resolver.h"

#include <QStringList>

#include <array>

namespace verderer::yaml::detail {

namespace {

using Scalar = tl::expected<Value, QString>;

Scalar made(Kind kind, const QString &text)
{
    Value value;
    value.kind = kind;
    value.text = text;
    return value;
}

tl::unexpected<QString> refused(const QString &text, const QString &what)
{
    return tl::unexpected(QStringLiteral("'%1' is no %2; correct it, or put it in quotes").arg(text.left(40), what));
}

Scalar makeBool(const QString &text)
{
    const QString lower = text.toLower();
    if (lower == u"yes" || lower == u"true" || lower == u"on")
        return made(Kind::Bool, QStringLiteral("True"));
    if (lower == u"no" || lower == u"false" || lower == u"off")
        return made(Kind::Bool, QStringLiteral("False"));
    return refused(text, QStringLiteral("boolean"));
}

Scalar makeInt(const QString &text)
{
    QString digits = text;
    digits.remove(u'_');
    const auto no = [&] { return refused(text, QStringLiteral("integer")); };
    if (digits.isEmpty())
        return no();
    const bool negative = digits[0] == u'-';
    if (digits[0] == u'-' || digits[0] == u'+')
        digits = digits.sliced(1);
    if (digits.isEmpty())
        return no();
    std::optional<QString> number;
    if (digits == u"0") {
        number = digits;
    } else if (digits.startsWith(u"0b")) {
        number = pythonInt(QStringView(digits).sliced(2), 2);
    } else if (digits.startsWith(u"0x")) {
        number = pythonInt(QStringView(digits).sliced(2), 16);
    } else if (digits[0] == u'0') {
        number = pythonInt(digits, 8);
    } else if (digits.contains(u':')) {
        number = QStringLiteral("0");
        const QStringList parts = digits.split(u':');
        for (const QString &part : parts) {
            const auto value = pythonInt(part, 10);
            if (!value)
                return no();
            number = timesSixtyPlus(*number, *value);
        }
    } else {
        number = pythonInt(digits, 10);
    }
    if (!number)
        return no();
    return made(Kind::Int, negative ? negated(*number) : *number);
}

Scalar makeFloat(const QString &text)
{
    QString digits = text.toLower();
    digits.remove(u'_');
    const auto no = [&] { return refused(text, QStringLiteral("number")); };
    if (digits.isEmpty())
        return no();
    const double sign = digits[0] == u'-' ? -1 : 1;
    if (digits[0] == u'-' || digits[0] == u'+')
        digits = digits.sliced(1);
    if (digits == u".inf")
        return made(Kind::Float, sign < 0 ? QStringLiteral("-inf") : QStringLiteral("inf"));
    if (digits == u".nan")
        return made(Kind::Float, QStringLiteral("nan"));
    double number = 0;
    const QStringList parts = digits.split(u':');
    for (const QString &part : parts) {
        const auto value = pythonFloat(part);
        if (!value)
            return no();
        number = number * 60 + *value;
    }
    return made(Kind::Float, pythonFloatText(sign * number));
}

int daysInMonth(int year, int month)
{
    static constexpr std::array<int, 12> days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 2 && leap ? 29 : days[static_cast<std::size_t>(month - 1)];
}

/// Takes the digits at `at`, at most `most`, and moves on.
int takeNumber(const QString &text, qsizetype &at, int most)
{
    int number = 0;
    for (int i = 0; i < most && at < text.size() && text[at] >= u'0' && text[at] <= u'9'; ++i, ++at)
        number = number * 10 + (text[at].unicode() - u'0');
    return number;
}

QString twoDigits(int number)
{
    return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0'));
}

Scalar makeTimestamp(const QString &whole)
{
    QString text = whole;
    if (text.endsWith(u'\n'))
        text.chop(1);
    // The constructor's own pattern also takes one-digit months in a bare date, which the resolver does not.
    const bool bare = !text.contains(u':');
    QString padded = text;
    if (bare) {
        QStringList parts = text.split(u'-');
        for (qsizetype i = 1; i < parts.size(); ++i)
            parts[i] = parts[i].rightJustified(2, u'0');
        padded = parts.join(u'-');
    }
    if (resolvePlain(padded) != Tag::Timestamp)
        return refused(whole, QStringLiteral("date or time"));

    qsizetype at = 0;
    const int year = takeNumber(padded, at, 4);
    const int month = takeNumber(padded, ++at, 2);
    const int day = takeNumber(padded, ++at, 2);
    if (year == 0)
        return tl::unexpected(QStringLiteral("year 0 is out of range; correct the date, or put it in quotes"));
    if (month < 1 || month > 12)
        return tl::unexpected(QStringLiteral("month must be in 1..12; correct the date, or put it in quotes"));
    if (day < 1 || day > daysInMonth(year, month))
        return tl::unexpected(QStringLiteral("day is out of range for month; correct the date, or put it in quotes"));
    const QString date = QStringLiteral("%1-%2-%3").arg(year, 4, 10, QLatin1Char('0')).arg(twoDigits(month), twoDigits(day));
    if (at == padded.size())
        return made(Kind::Date, date);

    while (at < text.size() && (text[at] < u'0' || text[at] > u'9'))
        ++at;
    const int hour = takeNumber(text, at, 2);
    const int minute = takeNumber(text, ++at, 2);
    const int second = takeNumber(text, ++at, 2);
    if (hour > 23 || minute > 59 || second > 59)
        return tl::unexpected(QStringLiteral("a time goes up to 23:59:59; correct it, or put it in quotes"));
    QString result = QString(date % u' ' % twoDigits(hour) % u':' % twoDigits(minute) % u':' % twoDigits(second));
    if (at < text.size() && text[at] == u'.') {
        ++at;
        QString fraction;
        for (; at < text.size() && text[at] >= u'0' && text[at] <= u'9'; ++at)
            fraction += text[at];
        fraction = fraction.left(6).leftJustified(6, u'0');
        if (fraction != u"000000")
            result += QString(u'.' % fraction);
    }
    while (at < text.size() && (text[at] == u' ' || text[at] == u'\t'))
        ++at;
    if (at < text.size() && text[at] == u'Z') {
        result += u"+00:00";
    } else if (at < text.size()) {
        const bool west = text[at] == u'-';
        const int hours = takeNumber(text, ++at, 2);
        if (at < text.size())
            ++at;
        const int minutes = takeNumber(text, at, 2);
        const int offset = hours * 60 + minutes;
        if (offset >= 24 * 60)
            return tl::unexpected(QStringLiteral("a time zone lies within 24 hours of UTC; correct it, or put the time in quotes"));
        result += QString((west && offset ? u'-' : u'+') % twoDigits(offset / 60) % u':' % twoDigits(offset % 60));
    }
    return made(Kind::DateTime, result);
}

// Python's base64.decodebytes(): characters outside the alphabet are passed over, the padding must be right.
std::optional<QByteArray> decodeBase64(const QByteArray &text)
{
    static constexpr QByteArrayView alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    QByteArray out;
    int position = 0;
    int pads = 0;
    unsigned left = 0;
    for (const char c : text) {
        if (c == '=') {
            if (position >= 2 && position + ++pads >= 4)
                return out;
            continue;
        }
        const qsizetype value = alphabet.indexOf(c);
        if (value < 0)
            continue;
        pads = 0;
        const auto bits = static_cast<unsigned>(value);
        switch (position) {
        case 0:
            left = bits;
            break;
        case 1:
            out += static_cast<char>((left << 2) | (bits >> 4));
            left = bits & 0x0F;
            break;
        case 2:
            out += static_cast<char>((left << 4) | (bits >> 2));
            left = bits & 0x03;
            break;
        default:
            out += static_cast<char>((left << 6) | bits);
            break;
        }
        position = (position + 1) % 4;
    }
    if (position != 0)
        return {};
    return out;
}

QString bytesText(const QByteArray &bytes)
{
    const char quote = bytes.contains('\'') && !bytes.contains('"') ? '"' : '\'';
    QString text = QString(u"b" % QLatin1Char(quote));
    for (const char c : bytes) {
        const auto code = static_cast<uchar>(c);
        if (c == quote || c == '\\')
            text += QString(u'\\' % QLatin1Char(c));
        else if (c == '\n')
            text += u"\\n";
        else if (c == '\r')
            text += u"\\r";
        else if (c == '\t')
            text += u"\\t";
        else if (code < 0x20 || code >= 0x7F)
            text += QStringLiteral("\\x%1").arg(static_cast<uint>(code), 2, 16, QLatin1Char('0'));
        else
            text += QLatin1Char(c);
    }
    text += QLatin1Char(quote);
    return text;
}

Scalar makeBinary(const QString &text)
{
    for (const QChar c : text) {
        if (c.unicode() > 0x7F)
            return refused(text, QStringLiteral("base64 text"));
    }
    const auto bytes = decodeBase64(text.toLatin1());
    if (!bytes)
        return refused(text, QStringLiteral("base64 text"));
    return made(Kind::Binary, bytesText(*bytes));
}

} // namespace

tl::expected<Value, QString> constructScalar(Tag tag, const QString &text)
{
    switch (tag) {
    case Tag::Null:
        return made(Kind::Null, QStringLiteral("None"));
    case Tag::Bool:
        return makeBool(text);
    case Tag::Int:
        return makeInt(text);
    case Tag::Float:
        return makeFloat(text);
    case Tag::Timestamp:
        return makeTimestamp(text);
    case Tag::Binary:
        return makeBinary(text);
    case Tag::Str:
        return made(Kind::String, text);
    case Tag::Value:
        return tl::unexpected(QStringLiteral("a lone '=' has a meaning of its own in YAML; put it in quotes"));
    case Tag::Merge:
        return tl::unexpected(QStringLiteral("'<<' merges mappings and can only be a key; put it in quotes"));
    default:
        break;
    }
    return tl::unexpected(QStringLiteral("this YAML tag is not allowed here; remove it, or put the value in quotes"));
}

} // namespace verderer::yaml::detail
