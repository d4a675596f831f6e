// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/utf8.h"

#include <cstdint>
#include <cstring>

namespace verderer {

namespace {

bool isContinuation(unsigned char byte)
{
    return (byte & 0xC0) == 0x80;
}

/// The length of the sequence at `at`, 0 where it is none.
int sequenceLength(const unsigned char *at, const unsigned char *end)
{
    const unsigned char lead = at[0];
    const auto left = end - at;
    if (lead < 0x80)
        return 1;
    if (lead < 0xC2)
        return 0;
    if (lead < 0xE0)
        return left >= 2 && isContinuation(at[1]) ? 2 : 0;
    if (lead < 0xF0) {
        if (left < 3 || !isContinuation(at[1]) || !isContinuation(at[2]))
            return 0;
        const bool overlong = lead == 0xE0 && at[1] < 0xA0;
        const bool surrogate = lead == 0xED && at[1] >= 0xA0;
        return overlong || surrogate ? 0 : 3;
    }
    if (lead > 0xF4 || left < 4 || !isContinuation(at[1]) || !isContinuation(at[2]) || !isContinuation(at[3]))
        return 0;
    const bool overlong = lead == 0xF0 && at[1] < 0x90;
    const bool tooHigh = lead == 0xF4 && at[1] >= 0x90;
    return overlong || tooHigh ? 0 : 4;
}

} // namespace

qsizetype firstInvalidUtf8(QByteArrayView bytes)
{
    const auto *begin = reinterpret_cast<const unsigned char *>(bytes.data());
    const auto *end = begin + bytes.size();
    const auto *at = begin;
    while (at < end) {
        // Many ASCII bytes at once: most of a skill is ASCII.
        while (end - at >= 32) {
            std::uint64_t words[4];
            std::memcpy(words, at, 32);
            if ((words[0] | words[1] | words[2] | words[3]) & 0x8080808080808080ULL)
                break;
            at += 32;
        }
        while (end - at >= 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, at, 8);
            if (word & 0x8080808080808080ULL)
                break;
            at += 8;
        }
        if (at == end)
            break;
        const int length = sequenceLength(at, end);
        if (length == 0)
            return at - begin;
        at += length;
    }
    return -1;
}

qsizetype utf8CodePoints(QByteArrayView bytes)
{
    qsizetype count = 0;
    for (const char c : bytes)
        count += isContinuation(static_cast<unsigned char>(c)) ? 0 : 1;
    return count;
}

std::u32string utf8ToCodePoints(QByteArrayView bytes)
{
    std::u32string text(static_cast<std::size_t>(bytes.size()), U'\0');
    std::size_t length = 0;
    for (qsizetype i = 0; i < bytes.size();) {
        const auto byte = [&](qsizetype index) { return static_cast<char32_t>(static_cast<unsigned char>(bytes[index])); };
        const char32_t lead = byte(i);
        if (lead < 0x80) {
            text[length++] = lead;
            i += 1;
        } else if (lead < 0xE0) {
            text[length++] = ((lead & 0x1F) << 6) | (byte(i + 1) & 0x3F);
            i += 2;
        } else if (lead < 0xF0) {
            text[length++] = ((lead & 0x0F) << 12) | ((byte(i + 1) & 0x3F) << 6) | (byte(i + 2) & 0x3F);
            i += 3;
        } else {
            text[length++] = ((lead & 0x07) << 18) | ((byte(i + 1) & 0x3F) << 12) | ((byte(i + 2) & 0x3F) << 6) | (byte(i + 3) & 0x3F);
            i += 4;
        }
    }
    text.resize(length);
    return text;
}

} // namespace verderer
