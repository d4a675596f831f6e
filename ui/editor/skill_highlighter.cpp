// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/skill_highlighter.h"

#include "ui/editor/text_limits.h"

#include <algorithm>
#include <cstring>

namespace verderer::skill_highlighter {

namespace {

// A state is a kind in the low bits and a number above: the indent of a block scalar's key, or the length of a code fence.
enum Kind : int { Start = 0, FrontMatter = 1, BlockScalar = 2, Body = 3, BacktickFence = 4, TildeFence = 5 };
constexpr int kindBits = 3;
constexpr int kindMask = (1 << kindBits) - 1;

constexpr int makeState(Kind kind, qsizetype number = 0)
{
    return static_cast<int>(kind) | (static_cast<int>(number) << kindBits);
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

bool isWord(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' ||
           (static_cast<unsigned char>(c) & 0x80U) != 0;
}

QByteArrayView withoutEnding(QByteArrayView line)
{
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r'))
        line.chop(1);
    return line;
}

bool isFence(QByteArrayView text)
{
    if (!text.startsWith("---"))
        return false;
    return std::all_of(text.begin() + 3, text.end(), isBlank);
}

void fill(char *styles, qsizetype begin, qsizetype end, Style style)
{
    if (end > begin)
        std::memset(styles + begin, style, static_cast<size_t>(end - begin));
}

qsizetype indentOf(QByteArrayView text)
{
    qsizetype indent = 0;
    while (indent < text.size() && isBlank(text[indent]))
        ++indent;
    return indent;
}

int styleScalar(QByteArrayView text, qsizetype begin, qsizetype keyIndent, char *styles)
{
    qsizetype i = begin;
    while (i < text.size() && isBlank(text[i]))
        ++i;
    if (i < text.size() && (text[i] == '|' || text[i] == '>')) {
        qsizetype rest = i + 1;
        while (rest < text.size() && (text[rest] == '+' || text[rest] == '-' || (text[rest] >= '0' && text[rest] <= '9')))
            ++rest;
        const qsizetype after = rest + indentOf(text.sliced(rest));
        if (after == text.size() || text[after] == '#') {
            fill(styles, after, text.size(), Comment);
            return makeState(BlockScalar, keyIndent);
        }
    }
    char quote = 0;
    for (; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != 0) {
            styles[i] = QuotedScalar;
            if (quote == '"' && c == '\\' && i + 1 < text.size())
                styles[++i] = QuotedScalar;
            else if (c == quote)
                quote = 0;
        } else if ((c == '"' || c == '\'') && (i == begin || !isWord(text[i - 1]))) {
            quote = c;
            styles[i] = QuotedScalar;
        } else if (c == '#' && i > 0 && isBlank(text[i - 1])) {
            fill(styles, i, text.size(), Comment);
            break;
        }
    }
    return makeState(FrontMatter);
}

int styleYaml(QByteArrayView text, int state, char *styles)
{
    qsizetype indent = indentOf(text);
    if ((state & kindMask) == BlockScalar) {
        if (indent == text.size() || indent > (state >> kindBits))
            return state;
    }
    if (indent < text.size() && text[indent] == '#') {
        fill(styles, indent, text.size(), Comment);
        return makeState(FrontMatter);
    }
    const qsizetype keyIndent = indent;
    while (indent + 1 < text.size() && text[indent] == '-' && isBlank(text[indent + 1])) {
        styles[indent] = ListMark;
        indent += 1 + indentOf(text.sliced(indent + 1));
    }
    qsizetype end = indent;
    while (end < text.size() && isWord(text[end]))
        ++end;
    if (end > indent && end < text.size() && text[end] == ':' && (end + 1 == text.size() || isBlank(text[end + 1]))) {
        fill(styles, indent, end + 1, Key);
        return styleScalar(text, end + 1, keyIndent, styles);
    }
    return styleScalar(text, indent, keyIndent, styles);
}

qsizetype runLength(QByteArrayView text, qsizetype begin)
{
    qsizetype end = begin;
    while (end < text.size() && text[end] == text[begin])
        ++end;
    return end - begin;
}

/// `[text](target)` or `[text][ref]` at `begin`: where it ends, or `begin`.
qsizetype linkEnd(QByteArrayView text, qsizetype begin)
{
    const qsizetype close = text.sliced(begin).indexOf(']');
    if (close < 0)
        return begin;
    const qsizetype next = begin + close + 1;
    if (next >= text.size() || (text[next] != '(' && text[next] != '['))
        return begin;
    const qsizetype end = text.sliced(next).indexOf(text[next] == '(' ? ')' : ']');
    return end < 0 ? begin : next + end + 1;
}

/// Emphasis opened at `begin` by `length` signs: where the closing signs end, or `begin`.
qsizetype emphasisEnd(QByteArrayView text, qsizetype begin, qsizetype length)
{
    const char sign = text[begin];
    const qsizetype first = begin + length;
    if (first >= text.size() || isBlank(text[first]))
        return begin;
    if (sign == '_' && begin > 0 && isWord(text[begin - 1]))
        return begin;
    for (qsizetype i = first + 1; i + length <= text.size(); ++i) {
        if (text[i] != sign || isBlank(text[i - 1]))
            continue;
        const qsizetype run = runLength(text, i);
        if (run >= length && (sign != '_' || i + run >= text.size() || !isWord(text[i + run])))
            return i + length;
        i += run - 1;
    }
    return begin;
}

void styleInline(QByteArrayView text, qsizetype begin, char *styles)
{
    // Each look-ahead runs to the end of the line at most once for each kind of sign that found no partner.
    bool noTicks = false;
    bool noStars = false;
    bool noLines = false;
    bool noLinks = false;
    for (qsizetype i = begin; i < text.size();) {
        const char c = text[i];
        if (c == '\\') {
            i += 2;
        } else if (c == '`' && !noTicks) {
            const qsizetype run = runLength(text, i);
            qsizetype close = i + run;
            while (close < text.size() && (text[close] != '`' || runLength(text, close) != run))
                close += text[close] == '`' ? runLength(text, close) : 1;
            noTicks = close >= text.size();
            if (!noTicks)
                fill(styles, i, close + run, Code);
            i = noTicks ? i + run : close + run;
        } else if ((c == '*' && !noStars) || (c == '_' && !noLines)) {
            const qsizetype run = runLength(text, i);
            const qsizetype end = emphasisEnd(text, i, std::min<qsizetype>(run, 2));
            if (end > i)
                fill(styles, i, end, run >= 2 ? Strong : Emphasis);
            else
                (c == '*' ? noStars : noLines) = run == 1 && end == i && i + 1 < text.size() && !isBlank(text[i + 1]);
            i = std::max(end, i + run);
        } else if (c == '[' && !noLinks) {
            const qsizetype end = linkEnd(text, i);
            fill(styles, i, end, Link);
            noLinks = end == i && text.sliced(i).indexOf(']') < 0;
            i = std::max(end, i + 1);
        } else {
            ++i;
        }
    }
}

int styleMarkdown(QByteArrayView text, int state, char *styles)
{
    const auto kind = static_cast<Kind>(state & kindMask);
    const qsizetype indent = indentOf(text);
    const QByteArrayView rest = text.sliced(indent);
    const qsizetype run = rest.empty() ? 0 : runLength(rest, 0);
    if (kind == BacktickFence || kind == TildeFence) {
        fill(styles, 0, text.size(), Code);
        const bool closes = !rest.empty() && rest[0] == (kind == BacktickFence ? '`' : '~') && run >= (state >> kindBits) &&
                            std::all_of(rest.begin() + run, rest.end(), isBlank);
        return closes ? makeState(Body) : state;
    }
    if (rest.empty())
        return makeState(Body);
    if (run >= 3 && (rest[0] == '~' || (rest[0] == '`' && !rest.sliced(run).contains('`')))) {
        fill(styles, 0, text.size(), Code);
        constexpr qsizetype longestFence = 1000;
        return makeState(rest[0] == '`' ? BacktickFence : TildeFence, std::min(run, longestFence));
    }
    qsizetype from = indent;
    if (rest[0] == '#' && run <= 6 && (run == rest.size() || isBlank(rest[run]))) {
        fill(styles, indent, text.size(), Heading);
        return makeState(Body);
    }
    if (rest[0] == '>') {
        fill(styles, indent, text.size(), Quote);
        from = indent + 1;
    } else if ((rest[0] == '-' || rest[0] == '*' || rest[0] == '+') && rest.size() > 1 && isBlank(rest[1])) {
        styles[indent] = ListMark;
        from = indent + 1;
    } else if (rest[0] >= '0' && rest[0] <= '9') {
        qsizetype digits = 0;
        while (digits < rest.size() && rest[digits] >= '0' && rest[digits] <= '9')
            ++digits;
        if (digits <= 9 && digits + 1 < rest.size() && (rest[digits] == '.' || rest[digits] == ')') && isBlank(rest[digits + 1])) {
            fill(styles, indent, indent + digits + 1, ListMark);
            from = indent + digits + 1;
        }
    }
    styleInline(text, from, styles);
    return makeState(Body);
}

} // namespace

int styleLine(QByteArrayView line, int state, char *styles)
{
    fill(styles, 0, line.size(), Plain);
    const QByteArrayView text = withoutEnding(line);
    const auto kind = static_cast<Kind>(state & kindMask);
    if (text.size() > longLineLimit)
        return kind == Start ? makeState(Body) : state;
    switch (kind) {
    case Start:
        if (isFence(text)) {
            fill(styles, 0, text.size(), FrontMatterFence);
            return makeState(FrontMatter);
        }
        break;
    case FrontMatter:
    case BlockScalar:
        if (isFence(text)) {
            fill(styles, 0, text.size(), FrontMatterFence);
            return makeState(Body);
        }
        return styleYaml(text, state, styles);
    case Body:
    case BacktickFence:
    case TildeFence:
        break;
    }
    return styleMarkdown(text, state, styles);
}

} // namespace verderer::skill_highlighter
