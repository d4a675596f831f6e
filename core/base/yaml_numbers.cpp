// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/yaml_numbers.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace verderer::yaml::detail {

namespace {

// Python refuses to convert longer decimal texts, either way (sys.int_info.default_max_str_digits).
constexpr qsizetype maxDecimalDigits = 4300;

constexpr std::uint32_t limbBase = 1'000'000'000;

/// A natural number in limbs of nine decimal digits, lowest first.
class Natural {
public:
    void timesPlus(std::uint32_t factor, std::uint32_t addend)
    {
        std::uint64_t carry = addend;
        for (std::uint32_t &limb : m_limbs) {
            carry += static_cast<std::uint64_t>(limb) * factor;
            limb = static_cast<std::uint32_t>(carry % limbBase);
            carry /= limbBase;
        }
        if (carry)
            m_limbs.push_back(static_cast<std::uint32_t>(carry));
    }

    void add(const Natural &other)
    {
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < std::max(m_limbs.size(), other.m_limbs.size()) || carry; ++i) {
            if (i == m_limbs.size())
                m_limbs.push_back(0);
            carry += m_limbs[i];
            if (i < other.m_limbs.size())
                carry += other.m_limbs[i];
            m_limbs[i] = static_cast<std::uint32_t>(carry % limbBase);
            carry /= limbBase;
        }
    }

    [[nodiscard]] QString decimal() const
    {
        QString text;
        for (std::size_t i = m_limbs.size(); i-- > 0;)
            text += i + 1 == m_limbs.size() ? QString::number(m_limbs[i]) : QStringLiteral("%1").arg(m_limbs[i], 9, 10, QLatin1Char('0'));
        return text.isEmpty() ? QStringLiteral("0") : text;
    }

    static Natural fromDecimal(QStringView digits)
    {
        Natural number;
        for (const QChar c : digits)
            number.timesPlus(10, static_cast<std::uint32_t>(c.digitValue()));
        return number;
    }

private:
    std::vector<std::uint32_t> m_limbs;
};

QStringView stripped(QStringView text)
{
    while (!text.isEmpty() && isPythonSpace(text.front().unicode()))
        text = text.sliced(1);
    while (!text.isEmpty() && isPythonSpace(text.back().unicode()))
        text.chop(1);
    return text;
}

int digitIn(QChar c, int base)
{
    int value = -1;
    if (c.category() == QChar::Number_DecimalDigit)
        value = c.digitValue();
    else if (c >= u'a' && c <= u'f')
        value = c.unicode() - u'a' + 10;
    else if (c >= u'A' && c <= u'F')
        value = c.unicode() - u'A' + 10;
    return value < base ? value : -1;
}

} // namespace

std::optional<QString> pythonInt(QStringView text, int base)
{
    text = stripped(text);
    bool negative = false;
    if (!text.isEmpty() && (text[0] == u'-' || text[0] == u'+')) {
        negative = text[0] == u'-';
        text = text.sliced(1);
    }
    if (base != 10 && text.size() > 1 && text[0] == u'0') {
        const QChar letter = text[1].toLower();
        if ((base == 2 && letter == u'b') || (base == 8 && letter == u'o') || (base == 16 && letter == u'x'))
            text = text.sliced(2);
    }
    if (text.isEmpty() || (base == 10 && text.size() > maxDecimalDigits))
        return {};
    Natural number;
    for (const QChar c : text) {
        const int digit = digitIn(c, base);
        if (digit < 0)
            return {};
        number.timesPlus(static_cast<std::uint32_t>(base), static_cast<std::uint32_t>(digit));
    }
    const QString digits = number.decimal();
    return negative ? negated(digits) : digits;
}

QString timesSixtyPlus(const QString &a, const QString &b)
{
    const bool negative = a.startsWith(u'-');
    const bool addNegative = b.startsWith(u'-');
    Natural number = Natural::fromDecimal(negative ? QStringView(a).sliced(1) : QStringView(a));
    number.timesPlus(60, 0);
    // Only a text with an explicit tag can mix signs; then the sizes decide nothing that anybody sees.
    if (negative == addNegative)
        number.add(Natural::fromDecimal(negative ? QStringView(b).sliced(1) : QStringView(b)));
    const QString digits = number.decimal();
    return negative ? negated(digits) : digits;
}

QString negated(const QString &value)
{
    if (value == u"0")
        return value;
    return value.startsWith(u'-') ? value.sliced(1) : QString(u'-' % value);
}

std::optional<double> pythonFloat(QStringView text)
{
    text = stripped(text);
    QByteArray latin;
    for (const QChar c : text) {
        if (c.unicode() > 0x7F)
            return {};
        latin += static_cast<char>(c.unicode());
    }
    QByteArrayView rest = latin;
    double sign = 1;
    if (!rest.isEmpty() && (rest[0] == '+' || rest[0] == '-')) {
        sign = rest[0] == '-' ? -1 : 1;
        rest = rest.sliced(1);
    }
    const QByteArray lower = rest.toByteArray().toLower();
    if (lower == "inf" || lower == "infinity")
        return sign * std::numeric_limits<double>::infinity();
    if (lower == "nan")
        return std::numeric_limits<double>::quiet_NaN();
    const bool startsRight = !rest.isEmpty() && ((rest[0] >= '0' && rest[0] <= '9') || (rest[0] == '.' && rest.size() > 1));
    if (!startsRight)
        return {};
    double value = 0;
    const auto result = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (result.ptr != rest.data() + rest.size())
        return {};
    if (result.ec == std::errc::result_out_of_range) {
        const qsizetype exponent = lower.indexOf('e');
        value = exponent >= 0 && lower.mid(exponent + 1).startsWith('-') ? 0.0 : std::numeric_limits<double>::infinity();
    } else if (result.ec != std::errc{}) {
        return {};
    }
    return sign * value;
}

QString pythonFloatText(double value)
{
    if (std::isnan(value))
        return QStringLiteral("nan");
    if (std::isinf(value))
        return value < 0 ? QStringLiteral("-inf") : QStringLiteral("inf");
    const double size = std::abs(value);
    const bool scientific = size != 0 && (size < 1e-4 || size >= 1e16);
    std::array<char, 400> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, scientific ? std::chars_format::scientific : std::chars_format::fixed);
    QString text = QString::fromLatin1(buffer.data(), end.ptr - buffer.data());
    if (!scientific && !text.contains(u'.'))
        text += u".0";
    return text;
}

bool isPythonSpace(char32_t c)
{
    return (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20) || c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
           c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

} // namespace verderer::yaml::detail
