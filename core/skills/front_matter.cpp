// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/front_matter.h"

#include "base/utf8.h"
#include "skills/frontmatter_rules.h"

#include <algorithm>

namespace verderer {

namespace {

char at(QByteArrayView bytes, qsizetype index)
{
    return index >= 0 && index < bytes.size() ? bytes[index] : '\0';
}

/// The length in bytes of the Unicode white space (Python's `\s`) at `index`, 0 where there is none.
qsizetype spaceLength(QByteArrayView bytes, qsizetype index)
{
    if (index >= bytes.size())
        return 0;
    const auto c = static_cast<uchar>(bytes[index]);
    if ((c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20))
        return 1;
    const auto second = static_cast<uchar>(at(bytes, index + 1));
    const auto third = static_cast<uchar>(at(bytes, index + 2));
    if (c == 0xC2)
        return second == 0x85 || second == 0xA0 ? 2 : 0;
    if (c == 0xE1)
        return second == 0x9A && third == 0x80 ? 3 : 0;
    if (c == 0xE2) {
        const bool first = second == 0x80 && ((third >= 0x80 && third <= 0x8A) || third == 0xA8 || third == 0xA9 || third == 0xAF);
        return first || (second == 0x81 && third == 0x9F) ? 3 : 0;
    }
    if (c == 0xE3)
        return second == 0x80 && third == 0x80 ? 3 : 0;
    return 0;
}

bool isNewline(char c)
{
    return c == '\n' || c == '\r';
}

/// Behind the line break that begins at `index`.
qsizetype afterNewline(QByteArrayView bytes, qsizetype index)
{
    return index + (at(bytes, index) == '\r' && at(bytes, index + 1) == '\n' ? 2 : 1);
}

/// The first line break at or after `from` that three dashes follow; -1 where there is none.
qsizetype closingFence(QByteArrayView bytes, qsizetype from)
{
    qsizetype feed = bytes.indexOf("\n---", from);
    const QByteArrayView before = feed >= 0 ? bytes.first(feed) : bytes;
    const qsizetype lone = before.indexOf("\r---", from);
    if (lone >= 0)
        return lone;
    if (feed > from && bytes[feed - 1] == '\r')
        --feed;
    return feed;
}

qsizetype lineEnd(QByteArrayView bytes, qsizetype index)
{
    while (index < bytes.size() && !isNewline(bytes[index]))
        ++index;
    return index;
}

FrontMatterBlock blockOf(QByteArrayView bytes, qsizetype begin, qsizetype end)
{
    FrontMatterBlock block;
    block.begin = begin;
    block.end = end;
    block.firstLine = placeOf(bytes, begin).line;
    block.body = afterNewline(bytes, end) + 3;
    qsizetype index = block.body;
    while (index < bytes.size() && !isNewline(bytes[index])) {
        const qsizetype space = spaceLength(bytes, index);
        if (space == 0)
            return block; // text behind the dashes is body already
        index += space;
    }
    block.body = index < bytes.size() ? afterNewline(bytes, index) : index;
    return block;
}

Problem missing(int line, const QString &message)
{
    return problemAt(ProblemKind::NoFrontmatter, line, 1, message);
}

} // namespace

TextPlace placeOf(QByteArrayView bytes, qsizetype offset)
{
    TextPlace place;
    qsizetype lineStart = 0;
    offset = std::min(offset, bytes.size());
    for (qsizetype i = 0; i < offset; ++i) {
        if (bytes[i] == '\n' || (bytes[i] == '\r' && at(bytes, i + 1) != '\n')) {
            ++place.line;
            lineStart = i + 1;
        }
    }
    place.column = static_cast<int>(utf8CodePoints(bytes.sliced(lineStart, offset - lineStart))) + 1;
    return place;
}

std::optional<FrontMatterBlock> findFrontMatter(QByteArrayView bytes)
{
    if (!bytes.startsWith("---"))
        return {};
    // The white space behind the dashes is taken greedily: the block begins behind its last line break. The one before that counts only where the
    // last is needed for the closing fence.
    qsizetype last = -1;
    qsizetype previous = -1;
    qsizetype index = 3;
    while (const qsizetype length = spaceLength(bytes, index)) {
        if (isNewline(bytes[index])) {
            previous = last;
            last = index;
            index = afterNewline(bytes, index);
        } else {
            index += length;
        }
    }
    if (last < 0)
        return {};
    const qsizetype begin = afterNewline(bytes, last);
    const qsizetype close = closingFence(bytes, begin);
    if (close >= 0)
        return blockOf(bytes, begin, close);
    if (previous >= 0 && bytes.sliced(begin).startsWith("---"))
        return blockOf(bytes, afterNewline(bytes, previous), last);
    return {};
}

Problem explainMissingFrontMatter(QByteArrayView bytes)
{
    if (bytes.isEmpty())
        return missing(1, QStringLiteral("the file is empty; write '---', lines with name: and description:, and '---'"));
    if (bytes.startsWith("\xEF\xBB\xBF"))
        return missing(
            1, QStringLiteral(
                   "the file begins with a byte order mark (EF BB BF), so DeerFlow finds no front matter and refuses the skill; remove the mark"));

    qsizetype index = 0;
    while (const qsizetype length = spaceLength(bytes, index))
        index += length;
    if (index > 0 && bytes.sliced(index).startsWith("---"))
        return missing(
            1, QStringLiteral("the front matter must begin with '---' as the very first characters; remove what stands before line %1, column %2")
                   .arg(placeOf(bytes, index).line)
                   .arg(placeOf(bytes, index).column));
    if (!bytes.startsWith("---"))
        return missing(1, QStringLiteral("the file has no front matter; begin it with '---', lines with name: and description:, and '---'"));

    const qsizetype firstEnd = lineEnd(bytes, 0);
    qsizetype behind = 3;
    while (behind < firstEnd && spaceLength(bytes, behind))
        behind += spaceLength(bytes, behind);
    if (behind < firstEnd)
        return missing(1, QStringLiteral("the first line must be exactly '---'; remove what follows the three dashes"));

    int line = 1;
    for (qsizetype start = firstEnd; start < bytes.size();) {
        start = afterNewline(bytes, start);
        ++line;
        const qsizetype end = lineEnd(bytes, start);
        const QByteArrayView text = bytes.sliced(std::min(start, bytes.size()), std::max<qsizetype>(end - start, 0));
        const QByteArrayView bare = text.trimmed();
        if (line == 2 && text.startsWith("---"))
            return missing(2, QStringLiteral("the front matter is empty; write name: and description: between the two '---'"));
        if (bare == "...")
            return missing(line, QStringLiteral("the front matter must end with '---', not with '...'"));
        if (bare.startsWith("---"))
            return missing(line, QStringLiteral("the '---' that ends the front matter must begin in the first column; remove the spaces before it"));
        start = end;
    }
    return missing(1, QStringLiteral("the front matter is never closed; write '---' on a line of its own after description:"));
}

} // namespace verderer
