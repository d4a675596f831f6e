// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/history_strings.h"

#include "base/utf8.h"

#include <charconv>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace verderer {

namespace {

constexpr std::ptrdiff_t longText = 128;
constexpr qsizetype worthwhile = 512;

constexpr std::uint64_t each(unsigned char byte)
{
    return 0x0101010101010101ULL * byte;
}

/// Whether one of the eight bytes is zero.
constexpr bool hasZero(std::uint64_t word)
{
    return ((word - each(0x01)) & ~word & each(0x80)) != 0;
}

/// Whether one of the eight bytes may end a plain stretch. Never misses one.
constexpr bool mayEnd(std::uint64_t word)
{
    const bool control = ((word - each(0x20)) & ~word & each(0x80)) != 0;
    return control || hasZero(word ^ each('"')) || hasZero(word ^ each('\\'));
}

bool ends(char c)
{
    return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
}

/// The four hex digits at `at`; -1 where they are none.
int hexUnit(const char *at, const char *stop)
{
    if (stop - at < 4)
        return -1;
    unsigned unit = 0;
    const auto [end, error] = std::from_chars(at, at + 4, unit, 16);
    return error == std::errc() && end == at + 4 ? static_cast<int>(unit) : -1;
}

void appendUtf8(std::string &out, char32_t c)
{
    const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xC0 | (c >> 6));
        tail(0);
    } else if (c < 0x10000) {
        out += static_cast<char>(0xE0 | (c >> 12));
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xF0 | (c >> 18));
        tail(12);
        tail(6);
        tail(0);
    }
}

/// Behind the escape whose backslash is at `at`; null pointer where it is none, or half a character.
const char *decodeEscape(const char *at, const char *stop, std::string &out)
{
    static constexpr std::string_view letters = "\"\\/bfnrt";
    static constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    if (stop - at < 2)
        return nullptr;
    if (at[1] != 'u') {
        const std::size_t place = letters.find(at[1]);
        if (place == std::string_view::npos)
            return nullptr;
        out += meanings[place];
        return at + 2;
    }
    const int unit = hexUnit(at + 2, stop);
    if (unit < 0 || (unit >= 0xDC00 && unit <= 0xDFFF))
        return nullptr;
    if (unit < 0xD800 || unit > 0xDFFF) {
        appendUtf8(out, static_cast<char32_t>(unit));
        return at + 6;
    }
    const bool pair = stop - at >= 12 && at[6] == '\\' && at[7] == 'u';
    const int low = pair ? hexUnit(at + 8, stop) : -1;
    if (low < 0xDC00 || low > 0xDFFF)
        return nullptr;
    appendUtf8(out, 0x10000 + (static_cast<char32_t>(unit - 0xD800) << 10) + static_cast<char32_t>(low - 0xDC00));
    return at + 12;
}

/// The closing quote of the text that begins at `at`; `stop` where it is missing.
const char *closingQuote(const char *at, const char *stop)
{
    while (at < stop) {
        at = endOfPlainJsonText(at, stop);
        if (at >= stop || *at == '"')
            break;
        at += *at == '\\' ? 2 : 1;
    }
    return at < stop ? at : stop;
}

} // namespace

const char *endOfPlainJsonText(const char *at, const char *stop)
{
    while (stop - at >= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, 8);
        if (mayEnd(word))
            break;
        at += 8;
    }
    while (at < stop && !ends(*at))
        ++at;
    return at;
}

const char *decodeJsonText(const char *at, const char *stop, std::string &out)
{
    while (at < stop) {
        const char *const end = endOfPlainJsonText(at, stop);
        out.append(at, static_cast<std::size_t>(end - at));
        at = end;
        if (at >= stop || *at != '\\')
            break;
        const char *const next = decodeEscape(at, stop, out);
        if (!next)
            break;
        at = next;
    }
    return at;
}

std::string *ShortenedJson::textOf(const std::string &value)
{
    if (texts.empty() || value.empty() || value.front() != '\0')
        return nullptr;
    std::size_t place = 0;
    std::from_chars(value.data() + 1, value.data() + value.size(), place);
    return place < texts.size() ? &texts[place] : nullptr;
}

ShortenedJson shortenJson(QByteArrayView object)
{
    const std::string_view view(object.data(), static_cast<std::size_t>(object.size()));
    if (object.size() < worthwhile || view.find("\\u0000") != std::string_view::npos || firstInvalidUtf8(object) >= 0)
        return {};
    ShortenedJson result;
    const char *copied = object.data();
    const char *const stop = object.data() + object.size();
    const char *at = copied;
    while (const void *const found = std::memchr(at, '"', static_cast<std::size_t>(stop - at))) {
        const char *const open = static_cast<const char *>(found);
        const char *const close = closingQuote(open + 1, stop);
        if (close == stop)
            return {};
        at = close + 1;
        if (close - open < longText)
            continue;
        std::string text;
        text.reserve(static_cast<std::size_t>(close - open));
        if (decodeJsonText(open + 1, stop, text) != close)
            return {};
        result.json.append(copied, static_cast<std::size_t>(open - copied));
        result.json += "\"\\u0000" + std::to_string(result.texts.size()) + '"';
        result.texts.push_back(std::move(text));
        copied = at;
    }
    if (result.texts.empty())
        return {};
    result.json.append(copied, static_cast<std::size_t>(stop - copied));
    return result;
}

} // namespace verderer
