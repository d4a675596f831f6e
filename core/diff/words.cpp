// SPDX-License-Identifier: GPL-3.0-or-later
#include "diff/words.h"

#include <QChar>

namespace verderer {

namespace {

struct CodePoint {
    char32_t value = 0;
    int bytes = 1;
    bool valid = false;
};

/// Reads one code point; anything that is not well-formed UTF-8 is a single invalid byte.
CodePoint readCodePoint(const QByteArray &text, qsizetype at, qsizetype end)
{
    const auto byte = [&](qsizetype i) { return static_cast<unsigned char>(text.at(i)); };
    const unsigned char first = byte(at);
    if (first < 0x80) {
        return {first, 1, true};
    }
    const int length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || at + length > end) {
        return {first, 1, false};
    }
    char32_t value = first & (0xFF >> (length + 1));
    for (int i = 1; i < length; ++i) {
        const unsigned char next = byte(at + i);
        if ((next & 0xC0) != 0x80) {
            return {first, 1, false};
        }
        value = (value << 6) | (next & 0x3F);
    }
    const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
    if (overlong || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) {
        return {first, 1, false};
    }
    return {value, length, true};
}

/// Scripts that are written without blanks between words, and Korean, whose syllables are edited one by one.
bool standsAlone(char32_t c)
{
    switch (QChar::script(c)) {
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Hangul:
    case QChar::Script_Bopomofo:
    case QChar::Script_Yi:
        return true;
    default:
        return false;
    }
}

constexpr char32_t joiner = 0x200D;

bool isRegionalIndicator(char32_t c)
{
    return c >= 0x1F1E6 && c <= 0x1F1FF;
}

/// Whether a code point is shown as part of the one before it.
bool extends(char32_t c)
{
    if (c == joiner || (c >= 0x1F3FB && c <= 0x1F3FF) || (c >= 0xE0020 && c <= 0xE007F)) {
        return true; // joiner, skin tones, tags of regional flags
    }
    return c >= 0x300 && QChar::isMark(c); // combining marks and variation selectors
}

enum class Class { Invalid, NewLine, Blank, Letter, Alone };

Class classify(const CodePoint &c)
{
    if (!c.valid) {
        return Class::Invalid;
    }
    if (c.value == '\n' || c.value == '\r') {
        return Class::NewLine;
    }
    if (QChar::isSpace(c.value)) {
        return Class::Blank;
    }
    return QChar::isLetterOrNumber(c.value) && !standsAlone(c.value) ? Class::Letter : Class::Alone;
}

} // namespace

std::optional<QList<Word>> splitWords(const QByteArray &text, const Range &part, qsizetype limit)
{
    QList<Word> words;
    Class previousClass = Class::Invalid;
    char32_t previous = 0;
    bool flagIsHalf = false; // the word before is one regional indicator, which makes a flag only with the next one

    for (qsizetype at = part.begin; at < part.end;) {
        const CodePoint c = readCodePoint(text, at, part.end);
        const Class kind = classify(c);
        const qsizetype next = at + c.bytes;
        const bool crLf = kind == Class::NewLine && c.value == '\n' && previousClass == Class::NewLine && previous == '\r';
        const bool visible = previousClass == Class::Letter || previousClass == Class::Alone;
        const bool attached = c.valid && visible && (extends(c.value) || (previous == joiner && kind == Class::Alone));
        const bool flagEnds = c.valid && flagIsHalf && isRegionalIndicator(c.value);
        const bool goesOn = (kind == Class::Letter || kind == Class::Blank) && kind == previousClass;

        if (!words.isEmpty() && (crLf || attached || flagEnds || goesOn)) {
            words.last().bytes.end = next;
            flagIsHalf = false;
        } else {
            if (words.size() == limit) {
                return std::nullopt;
            }
            const Word::Kind wordKind = kind == Class::NewLine ? Word::Kind::NewLine : kind == Class::Blank ? Word::Kind::Blank : Word::Kind::Text;
            words.append({{at, next}, wordKind});
            flagIsHalf = c.valid && isRegionalIndicator(c.value);
        }
        if (!attached) {
            previousClass = kind;
        }
        previous = c.value;
        at = next;
    }
    return words;
}

} // namespace verderer
