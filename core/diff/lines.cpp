// SPDX-License-Identifier: GPL-3.0-or-later
#include "diff/lines.h"

#include <cstring>

namespace verderer {

QList<Range> splitAtLf(const QByteArray &text)
{
    QList<Range> lines;
    lines.reserve(text.size() / 32 + 1);
    const char *const data = text.constData();
    const qsizetype size = text.size();
    for (qsizetype begin = 0; begin < size;) {
        const void *const found = std::memchr(data + begin, '\n', static_cast<size_t>(size - begin));
        const qsizetype end = found != nullptr ? static_cast<const char *>(found) - data + 1 : size;
        lines.append({begin, end});
        begin = end;
    }
    return lines;
}

QList<Range> splitLines(const QByteArray &text)
{
    if (!text.contains('\r')) {
        return splitAtLf(text); // most texts, and quicker
    }
    QList<Range> lines;
    lines.reserve(text.size() / 32 + 1);
    const char *const data = text.constData();
    const qsizetype size = text.size();
    qsizetype begin = 0;
    for (qsizetype at = 0; at < size; ++at) {
        if (data[at] == '\r' && at + 1 < size && data[at + 1] == '\n') {
            continue;
        }
        if (data[at] == '\n' || data[at] == '\r') {
            lines.append({begin, at + 1});
            begin = at + 1;
        }
    }
    if (begin < size) {
        lines.append({begin, size});
    }
    return lines;
}

LineEnding lineEnding(QByteArrayView line)
{
    if (line.endsWith("\r\n")) {
        return LineEnding::CrLf;
    }
    if (line.endsWith('\n')) {
        return LineEnding::Lf;
    }
    return line.endsWith('\r') ? LineEnding::Cr : LineEnding::None;
}

QByteArrayView lineContent(QByteArrayView line)
{
    switch (lineEnding(line)) {
    case LineEnding::None:
        return line;
    case LineEnding::CrLf:
        return line.chopped(2);
    case LineEnding::Lf:
    case LineEnding::Cr:
        return line.chopped(1);
    }
    return line;
}

std::optional<LineEnding> uniformLineEnding(const QByteArray &text, const QList<Range> &lines)
{
    std::optional<LineEnding> found;
    for (const Range &line : lines) {
        const LineEnding ending = lineEnding(bytesOf(text, line));
        if (ending == LineEnding::None) {
            continue;
        }
        if (found && *found != ending) {
            return std::nullopt;
        }
        found = ending;
    }
    return found;
}

namespace {

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

void appendWithoutBlanks(QByteArray &to, QByteArrayView content)
{
    qsizetype end = content.size();
    while (end > 0 && isBlank(content[end - 1])) {
        --end;
    }
    for (qsizetype at = 0; at < end; ++at) {
        if (!isBlank(content[at])) {
            to.append(content[at]);
        } else if (at == 0 || !isBlank(content[at - 1])) {
            to.append(' ');
        }
    }
}

} // namespace

QByteArray comparableText(const QByteArray &text, const QList<Range> &lines, const DiffOptions &options)
{
    const bool hasReturns = text.contains('\r');
    if (!options.ignoreWhitespace && !hasReturns) {
        return text;
    }
    QByteArray result;
    result.reserve(text.size() + lines.size() / 8 + 16);
    for (const Range &range : lines) {
        const QByteArrayView line = bytesOf(text, range);
        const QByteArrayView content = lineContent(line);
        if (options.ignoreWhitespace) {
            appendWithoutBlanks(result, content);
        } else {
            result.append(content.data(), content.size());
        }
        // A line's content holds no CR, so that these endings cannot be mistaken for one another.
        const LineEnding ending = lineEnding(line);
        if (ending == LineEnding::None) {
            continue;
        }
        if (!options.ignoreLineEndings && ending == LineEnding::CrLf) {
            result.append('\r');
        } else if (!options.ignoreLineEndings && ending == LineEnding::Cr) {
            result.append("\r\r");
        }
        result.append('\n');
    }
    return result;
}

} // namespace verderer
