// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/text_pieces.h"

#include <QChar>

#include <algorithm>
#include <cstring>

namespace verderer {

namespace {

bool isContinuation(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// Length of the UTF-8 sequence that a lead byte promises; 1 for anything else.
int promisedLength(unsigned char lead)
{
    if (lead >= 0xF0 && lead <= 0xF4)
        return 4;
    if (lead >= 0xE0 && lead < 0xF0)
        return 3;
    if (lead >= 0xC2 && lead < 0xE0)
        return 2;
    return 1;
}

/// Steps back from `position` to the start of the sequence it is inside of; stays where it is inside none.
qsizetype sequenceStart(const QByteArray &text, qsizetype begin, qsizetype position)
{
    qsizetype start = position;
    for (int steps = 0; steps < 3 && start > begin && start < text.size() && isContinuation(text[start]); ++steps)
        --start;
    if (start == position)
        return position;
    return start + promisedLength(static_cast<unsigned char>(text[start])) > position ? start : position;
}

char32_t codePointAt(const QByteArray &text, qsizetype position)
{
    const auto byte = [&](qsizetype i) { return static_cast<unsigned char>(text[i]); };
    const int length = promisedLength(byte(position));
    if (length == 1 || position + length > text.size())
        return byte(position);
    char32_t value = byte(position) & (0xFFU >> (length + 1));
    for (int i = 1; i < length; ++i)
        value = (value << 6U) | (byte(position + i) & 0x3FU);
    return value;
}

/// Whether this code point belongs to the one before it: marks, joiners, variation selectors, skin tones.
bool extendsPrevious(char32_t c)
{
    constexpr char32_t joiner = 0x200D;
    constexpr char32_t firstTone = 0x1F3FB;
    constexpr char32_t lastTone = 0x1F3FF;
    return QChar::isMark(c) || c == joiner || (c >= firstTone && c <= lastTone);
}

} // namespace

qsizetype cutPosition(const QByteArray &text, qsizetype begin, qsizetype wanted)
{
    if (wanted >= text.size())
        return text.size();
    const qsizetype plain = sequenceStart(text, begin, wanted);
    constexpr int mostSteps = 16; // a longer heap of marks is cut: it is no text anybody reads
    constexpr char32_t joiner = 0x200D;
    qsizetype position = plain;
    for (int step = 0; step < mostSteps && position > begin; ++step) {
        const qsizetype before = sequenceStart(text, begin, position - 1);
        if (!extendsPrevious(codePointAt(text, position)) && codePointAt(text, before) != joiner)
            return position;
        position = before;
    }
    return plain > begin ? plain : wanted;
}

TextPieces cutIntoPieces(const QByteArray &text, qsizetype longLine, qsizetype pieceSize, qsizetype limit)
{
    TextPieces result;
    qsizetype position = 0;
    const char *data = text.constData();
    while (true) {
        if (position >= limit && position < text.size()) {
            result.truncated = true;
            break;
        }
        qsizetype end = position;
        while (end < text.size() && data[end] != '\n' && data[end] != '\r')
            ++end;
        const int line = ++result.lines;
        const qsizetype length = end - position;
        result.longestLine = std::max(result.longestLine, length);
        const bool isLong = length > longLine;
        if (isLong)
            ++result.longLines;
        qsizetype begin = position;
        bool stopped = false;
        do {
            const qsizetype pieceEnd = isLong && end - begin > pieceSize ? cutPosition(text, begin, begin + pieceSize) : end;
            if (pieceEnd > limit && begin > 0 && begin >= limit) {
                stopped = true;
                break;
            }
            result.pieces.append({begin, pieceEnd, line, begin == position, pieceEnd == end});
            begin = pieceEnd;
        } while (begin < end);
        if (stopped) {
            result.truncated = true;
            break;
        }
        if (end >= text.size())
            break;
        position = end + (data[end] == '\r' && end + 1 < text.size() && data[end + 1] == '\n' ? 2 : 1);
    }
    return result;
}

} // namespace verderer
