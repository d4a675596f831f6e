// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/yaml_resolver.h"

#include <algorithm>
#include <array>

namespace verderer::yaml::detail {

namespace {

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

/// A cursor over a text, for patterns that need no backtracking.
class Cursor {
public:
    explicit Cursor(QStringView text) : m_text(text) {}
    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] QChar peek() const { return atEnd() ? QChar() : m_text[m_at]; }
    bool take(QStringView oneOf)
    {
        if (atEnd() || !oneOf.contains(m_text[m_at]))
            return false;
        ++m_at;
        return true;
    }
    template<typename Predicate> qsizetype takeWhile(Predicate predicate, qsizetype most = -1)
    {
        const qsizetype from = m_at;
        while (!atEnd() && (most < 0 || m_at - from < most) && predicate(m_text[m_at]))
            ++m_at;
        return m_at - from;
    }
    bool digits(qsizetype least, qsizetype most) { return takeWhile(isDigit, most) >= least; }

private:
    QStringView m_text;
    qsizetype m_at = 0;
};

bool digitOrUnderscore(QChar c)
{
    return isDigit(c) || c == u'_';
}

// [-+]?D[D_]*(?::[0-5]?[0-9])+ up to where the parts end; `leading` is the lowest first digit.
bool takeSexagesimal(Cursor &cursor, char16_t leading)
{
    cursor.take(u"+-");
    if (!isDigit(cursor.peek()) || cursor.peek() < QChar(leading))
        return false;
    cursor.takeWhile(digitOrUnderscore);
    bool any = false;
    while (cursor.take(u":")) {
        const QChar first = cursor.peek();
        if (cursor.takeWhile(isDigit, 1) == 0)
            return false;
        if (first <= u'5')
            cursor.takeWhile(isDigit, 1);
        any = true;
    }
    return any;
}

bool takeExponent(Cursor &cursor)
{
    if (!cursor.take(u"eE"))
        return true;
    return cursor.take(u"+-") && cursor.takeWhile(isDigit) > 0;
}

bool isFloat(QStringView text)
{
    {
        Cursor cursor(text);
        const bool sign = cursor.take(u"+-");
        if (cursor.peek() == u'.') {
            const QStringView rest = text.mid(sign ? 2 : 1);
            if (rest == u"inf" || rest == u"Inf" || rest == u"INF")
                return true;
            if (sign)
                return false;
            if (rest == u"nan" || rest == u"NaN" || rest == u"NAN")
                return true;
            cursor.take(u".");
            return cursor.digits(1, 1) && (cursor.takeWhile(digitOrUnderscore), takeExponent(cursor)) && cursor.atEnd();
        }
        if (!cursor.digits(1, 1))
            return false;
        cursor.takeWhile(digitOrUnderscore);
        if (cursor.take(u".")) {
            cursor.takeWhile(digitOrUnderscore);
            return takeExponent(cursor) && cursor.atEnd();
        }
    }
    Cursor cursor(text);
    if (!takeSexagesimal(cursor, u'0') || !cursor.take(u"."))
        return false;
    cursor.takeWhile(digitOrUnderscore);
    return cursor.atEnd();
}

bool isInt(QStringView text)
{
    Cursor cursor(text);
    cursor.take(u"+-");
    if (cursor.peek() == u'0') {
        cursor.take(u"0");
        if (cursor.atEnd())
            return true;
        if (cursor.take(u"b"))
            return cursor.takeWhile([](QChar c) { return c == u'0' || c == u'1' || c == u'_'; }) > 0 && cursor.atEnd();
        if (cursor.take(u"x")) {
            const auto hex = [](QChar c) { return isDigit(c) || (c >= u'a' && c <= u'f') || (c >= u'A' && c <= u'F') || c == u'_'; };
            return cursor.takeWhile(hex) > 0 && cursor.atEnd();
        }
        return cursor.takeWhile([](QChar c) { return (c >= u'0' && c <= u'7') || c == u'_'; }) > 0 && cursor.atEnd();
    }
    if (!isDigit(cursor.peek()))
        return false;
    cursor.takeWhile(digitOrUnderscore);
    if (cursor.atEnd())
        return true;
    Cursor parts(text);
    return takeSexagesimal(parts, u'1') && parts.atEnd();
}

bool isTimestamp(QStringView text)
{
    Cursor cursor(text);
    if (!cursor.digits(4, 4) || !cursor.take(u"-"))
        return false;
    const qsizetype month = cursor.takeWhile(isDigit, 2);
    if (month == 0 || !cursor.take(u"-"))
        return false;
    const qsizetype day = cursor.takeWhile(isDigit, 2);
    if (day == 0)
        return false;
    if (cursor.atEnd())
        return month == 2 && day == 2;
    const auto blank = [](QChar c) { return c == u' ' || c == u'\t'; };
    if (!cursor.take(u"Tt") && cursor.takeWhile(blank) == 0)
        return false;
    if (!cursor.digits(1, 2) || !cursor.take(u":") || !cursor.digits(2, 2) || !cursor.take(u":") || !cursor.digits(2, 2))
        return false;
    if (cursor.take(u"."))
        cursor.takeWhile(isDigit);
    if (cursor.atEnd())
        return true;
    cursor.takeWhile(blank);
    if (cursor.take(u"Z"))
        return cursor.atEnd();
    if (!cursor.take(u"+-") || !cursor.digits(1, 2))
        return false;
    if (cursor.take(u":") && !cursor.digits(2, 2))
        return false;
    return cursor.atEnd();
}

bool isOneOf(QStringView text, std::initializer_list<QStringView> words)
{
    return std::ranges::find(words, text) != words.end();
}

} // namespace

Tag tagFromName(const QByteArray &name)
{
    static constexpr QByteArrayView prefix = "tag:yaml.org,2002:";
    if (!name.startsWith(prefix))
        return Tag::Unknown;
    const QByteArrayView rest = QByteArrayView(name).sliced(prefix.size());
    struct Entry {
        QByteArrayView name;
        Tag tag;
    };
    static constexpr std::array<Entry, 14> entries{{{"null", Tag::Null},
                                                    {"bool", Tag::Bool},
                                                    {"int", Tag::Int},
                                                    {"float", Tag::Float},
                                                    {"binary", Tag::Binary},
                                                    {"timestamp", Tag::Timestamp},
                                                    {"omap", Tag::Omap},
                                                    {"pairs", Tag::Pairs},
                                                    {"set", Tag::Set},
                                                    {"str", Tag::Str},
                                                    {"seq", Tag::Seq},
                                                    {"map", Tag::Map},
                                                    {"merge", Tag::Merge},
                                                    {"value", Tag::Value}}};
    for (const Entry &entry : entries) {
        if (entry.name == rest)
            return entry.tag;
    }
    return Tag::Unknown;
}

Tag resolvePlain(QStringView text)
{
    // Python's `$` also matches before a final newline; only a text with the tag `!` can end in one.
    if (text.isEmpty())
        return Tag::Null;
    if (text.size() > 1 && text.endsWith(u'\n'))
        text.chop(1);
    const QChar first = text[0];
    if (isDigit(first) || first == u'-' || first == u'+' || first == u'.') {
        if (isFloat(text))
            return Tag::Float;
        if (first != u'.' && isInt(text))
            return Tag::Int;
        if (isDigit(first) && isTimestamp(text))
            return Tag::Timestamp;
        return Tag::Str;
    }
    if (text.size() > 5)
        return Tag::Str;
    if (isOneOf(text, {u"yes", u"Yes", u"YES", u"no", u"No", u"NO", u"true", u"True", u"TRUE", u"false", u"False", u"FALSE", u"on", u"On", u"ON",
                       u"off", u"Off", u"OFF"}))
        return Tag::Bool;
    if (isOneOf(text, {u"~", u"null", u"Null", u"NULL"}))
        return Tag::Null;
    if (text == u"<<")
        return Tag::Merge;
    if (text == u"=")
        return Tag::Value;
    return Tag::Str;
}

} // namespace verderer::yaml::detail
