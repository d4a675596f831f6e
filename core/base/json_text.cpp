// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json_text.h"

#include "base/json.h"
#include "base/utf8.h"

#include <cmath>
#include <cstdlib>

namespace verderer {

namespace {

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Goes through a text once. Every step begins at `at` and leaves it behind what it took; on failure it stays at the byte that is wrong.
class Scanner {
public:
    explicit Scanner(QByteArrayView bytes, qsizetype begin = 0) : at(begin), m_bytes(bytes) {}

    void space()
    {
        while (at < m_bytes.size() && isSpace(m_bytes[at]))
            ++at;
    }

    bool value(int depth)
    {
        switch (peek()) {
        case '{':
            return nested(depth, '}', [&](int inner) { return member(inner); });
        case '[':
            return nested(depth, ']', [&](int inner) { return value(inner); });
        case '"':
            return string();
        case 't':
            return word("true");
        case 'f':
            return word("false");
        case 'n':
            return word("null");
        default:
            return number();
        }
    }

    /// Key, colon and value; their places are left in `last`.
    bool member(int depth)
    {
        JsonMember found;
        found.keyBegin = at;
        if (peek() != '"')
            return wrong(QStringLiteral("a key in double quotes is expected here"));
        if (!string())
            return false;
        found.keyEnd = at;
        space();
        if (peek() != ':')
            return wrong(QStringLiteral("a colon is expected here"));
        ++at;
        space();
        found.valueBegin = at;
        if (!value(depth))
            return false;
        found.valueEnd = at;
        last = found;
        return true;
    }

    bool wrong(const QString &why)
    {
        if (fault.isEmpty())
            fault = peek() == '/' || peek() == '#' ? QStringLiteral("JSON has no comments") : why;
        return false;
    }

    [[nodiscard]] char peek() const { return at < m_bytes.size() ? m_bytes[at] : '\0'; }
    [[nodiscard]] bool atEnd() const { return at == m_bytes.size(); }

    qsizetype at = 0;
    JsonMember last;
    QString fault;
    bool tooDeep = false;

private:
    template<typename Item> bool nested(int depth, char close, Item item)
    {
        if (depth >= maxJsonDepth) {
            tooDeep = true;
            return wrong(QStringLiteral("it is nested more than %1 levels deep").arg(maxJsonDepth));
        }
        ++at;
        space();
        if (peek() == close) {
            ++at;
            return true;
        }
        for (;;) {
            if (!item(depth + 1))
                return false;
            space();
            if (peek() == close) {
                ++at;
                return true;
            }
            if (peek() != ',')
                return wrong(QStringLiteral("a comma or \"%1\" is expected here").arg(QLatin1Char(close)));
            ++at;
            space();
        }
    }

    bool word(QByteArrayView expected)
    {
        if (!m_bytes.sliced(at).startsWith(expected))
            return wrong(QStringLiteral("a value is expected here"));
        at += expected.size();
        return true;
    }

    bool digits()
    {
        if (!isDigit(peek()))
            return wrong(QStringLiteral("a digit is expected here"));
        while (isDigit(peek()))
            ++at;
        return true;
    }

    bool number()
    {
        if (peek() != '-' && !isDigit(peek()))
            return wrong(QStringLiteral("a value is expected here"));
        const qsizetype begin = at;
        if (peek() == '-')
            ++at;
        if (peek() == '0')
            ++at;
        else if (!digits())
            return false;
        if (peek() == '.') {
            ++at;
            if (!digits())
                return false;
        }
        if (peek() == 'e' || peek() == 'E') {
            ++at;
            if (peek() == '+' || peek() == '-')
                ++at;
            if (!digits())
                return false;
        }
        if (std::isinf(std::strtod(m_bytes.sliced(begin, at - begin).toByteArray().constData(), nullptr))) {
            at = begin;
            return wrong(QStringLiteral("the number is too large"));
        }
        return true;
    }

    bool string()
    {
        for (++at; at < m_bytes.size(); ++at) {
            const char c = m_bytes[at];
            if (c == '"') {
                ++at;
                return true;
            }
            if (static_cast<unsigned char>(c) < 0x20)
                return wrong(QStringLiteral("a control character stands inside a text"));
            if (c == '\\' && !escape())
                return false;
        }
        return wrong(QStringLiteral("a text is not ended"));
    }

    /// Leaves `at` on the last byte of the escape.
    bool escape()
    {
        const qsizetype begin = at;
        ++at;
        if (peek() != 'u') {
            if (peek() != '\0' && QByteArrayView("\"\\/bfnrt").contains(peek()))
                return true;
            return wrong(QStringLiteral("there is no such escape"));
        }
        const int first = codeUnit();
        if (first < 0)
            return wrong(QStringLiteral("four hexadecimal digits are expected here"));
        if (!QChar::isSurrogate(static_cast<char32_t>(first)))
            return true;
        const bool pairs = QChar::isHighSurrogate(static_cast<char32_t>(first)) && m_bytes.sliced(at + 1).startsWith("\\u");
        if (pairs) {
            at += 2;
            if (const int second = codeUnit(); second >= 0 && QChar::isLowSurrogate(static_cast<char32_t>(second)))
                return true;
        }
        at = begin;
        return wrong(QStringLiteral("it is half of a character"));
    }

    /// The four digits behind the u that `at` stands on; -1 where there are none.
    int codeUnit()
    {
        constexpr int count = 4;
        if (at + count >= m_bytes.size())
            return -1;
        int unit = 0;
        for (int i = 1; i <= count; ++i) {
            const char c = m_bytes[at + i];
            const int digit = isDigit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
            if (digit < 0)
                return -1;
            unit = unit * 16 + digit;
        }
        at += count;
        return unit;
    }

    QByteArrayView m_bytes;
};

} // namespace

Result<JsonText> JsonText::scan(const QByteArray &bytes)
{
    JsonText text(bytes);
    const auto damaged = [&](qsizetype offset, const QString &why, const QString &kind) {
        const Place place = text.placeOf(offset);
        ErrorDetails details;
        details.kind = kind;
        details.line = place.line;
        details.column = place.column;
        return fail(ErrorCode::Damaged, why, details);
    };
    const QString kind = QStringLiteral("json-error");
    if (bytes.startsWith("\xEF\xBB\xBF"))
        return damaged(0, QStringLiteral("it begins with a byte order mark, which DeerFlow does not read"), kind);
    if (const qsizetype offset = firstInvalidUtf8(bytes); offset >= 0)
        return damaged(offset, QStringLiteral("it is not UTF-8"), kind);
    Scanner scanner(text.m_bytes);
    scanner.space();
    text.m_root = scanner.at;
    bool whole = scanner.value(0);
    if (whole) {
        scanner.space();
        whole = scanner.atEnd() || scanner.wrong(QStringLiteral("something stands behind its end"));
    }
    if (!whole)
        return damaged(scanner.at, scanner.fault, scanner.tooDeep ? QStringLiteral("json-depth") : kind);
    return text;
}

QList<JsonMember> JsonText::members(qsizetype objectBegin) const
{
    QList<JsonMember> found;
    Scanner scanner(m_bytes, objectBegin + 1);
    scanner.space();
    while (scanner.peek() == '"' && scanner.member(0)) {
        found.append(scanner.last);
        scanner.space();
        if (scanner.peek() != ',')
            break;
        ++scanner.at;
        scanner.space();
    }
    return found;
}

const JsonMember *JsonText::find(const QList<JsonMember> &members, const QByteArray &key) const
{
    for (auto member = members.crbegin(); member != members.crend(); ++member) {
        const QByteArrayView written = part(member->keyBegin + 1, member->keyEnd - 1);
        if (!written.contains('\\')) {
            if (written == key)
                return &*member;
            continue;
        }
        const auto parsed = parseJson(part(member->keyBegin, member->keyEnd).toByteArray());
        if (parsed && parsed->get_ref<const std::string &>() == key.toStdString())
            return &*member;
    }
    return nullptr;
}

qsizetype JsonText::endOf(qsizetype valueBegin) const
{
    Scanner scanner(m_bytes, valueBegin);
    static_cast<void>(scanner.value(0)); // the text is known to be whole
    return scanner.at;
}

JsonText::Place JsonText::placeOf(qsizetype offset) const
{
    Place place;
    for (qsizetype i = 0; i < offset && i < m_bytes.size(); ++i) {
        if (m_bytes[i] == '\n') {
            ++place.line;
            place.column = 1;
        } else if ((static_cast<unsigned char>(m_bytes[i]) & 0xC0U) != 0x80U) {
            ++place.column;
        }
    }
    return place;
}

} // namespace verderer
