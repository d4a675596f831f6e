// SPDX-License-Identifier: GPL-3.0-or-later
#include "diff/diff.h"

#include "diff/lines.h"

#include <algorithm>

namespace verderer {

namespace {

bool endsWithLf(const QByteArray &text, const QList<Range> &lines, qsizetype line)
{
    return text.at(lines[line].end - 1) == '\n';
}

/// Whether a hunk may begin or end before `line`: at either end of the text, or after a LF.
bool isBorder(const QByteArray &text, const QList<Range> &lines, qsizetype line)
{
    return line == 0 || line == lines.size() || endsWithLf(text, lines, line - 1);
}

/// The same differences between the lines that a patch knows, which end at LF only: a hunk whose border is a lone CR grows to the next LF.
struct LfDiff {
    QList<Range> oldLines;
    QList<Range> newLines;
    QList<Hunk> hunks;
};

QList<Hunk> grownToLf(const QByteArray &oldText, const QByteArray &newText, const LineDiff &diff)
{
    QList<Hunk> grown;
    for (qsizetype i = 0; i < diff.hunks.size(); ++i) {
        Hunk hunk = diff.hunks[i];
        const qsizetype stop = grown.isEmpty() ? 0 : grown.last().oldLines.end;
        const auto isBegin = [&] {
            return isBorder(oldText, diff.oldLines, hunk.oldLines.begin) && isBorder(newText, diff.newLines, hunk.newLines.begin);
        };
        const auto isEnd = [&] { return isBorder(oldText, diff.oldLines, hunk.oldLines.end) && isBorder(newText, diff.newLines, hunk.newLines.end); };
        while (hunk.oldLines.begin > stop && !isBegin()) {
            --hunk.oldLines.begin;
            --hunk.newLines.begin;
        }
        const qsizetype next = i + 1 < diff.hunks.size() ? diff.hunks[i + 1].oldLines.begin : diff.oldLines.size();
        while (hunk.oldLines.end < next && !isEnd()) {
            ++hunk.oldLines.end;
            ++hunk.newLines.end;
        }
        if (!grown.isEmpty() && !isBegin()) {
            grown.last().oldLines.end = hunk.oldLines.end;
            grown.last().newLines.end = hunk.newLines.end;
        } else {
            grown.append(hunk);
        }
    }
    return grown;
}

/// The number of the line that begins at byte `offset`.
qsizetype lineAt(const QList<Range> &lines, qsizetype offset)
{
    return std::lower_bound(lines.cbegin(), lines.cend(), offset, [](const Range &line, qsizetype at) { return line.begin < at; }) - lines.cbegin();
}

Range regrouped(const QByteArray &text, const QList<Range> &lines, const QList<Range> &lf, const Range &range)
{
    const auto offset = [&](qsizetype line) { return line == lines.size() ? text.size() : lines[line].begin; };
    return {lineAt(lf, offset(range.begin)), lineAt(lf, offset(range.end))};
}

bool hasLoneReturn(const QByteArray &text, const QList<Range> &lines)
{
    return text.contains('\r') &&
           std::any_of(lines.cbegin(), lines.cend(), [&](const Range &line) { return lineEnding(bytesOf(text, line)) == LineEnding::Cr; });
}

LfDiff byLf(const QByteArray &oldText, const QByteArray &newText, const LineDiff &diff)
{
    if (!hasLoneReturn(oldText, diff.oldLines) && !hasLoneReturn(newText, diff.newLines)) {
        return {diff.oldLines, diff.newLines, diff.hunks};
    }
    LfDiff result{splitAtLf(oldText), splitAtLf(newText), {}};
    for (const Hunk &hunk : grownToLf(oldText, newText, diff)) {
        result.hunks.append(
            {regrouped(oldText, diff.oldLines, result.oldLines, hunk.oldLines), regrouped(newText, diff.newLines, result.newLines, hunk.newLines)});
    }
    return result;
}

/// A label stands on a line of its own: nothing in it may end that line.
QByteArray labelLine(const char *prefix, const QString &label)
{
    QString clean = label;
    for (QChar &c : clean) {
        if (c.category() == QChar::Other_Control || c == QChar::LineSeparator || c == QChar::ParagraphSeparator) {
            c = QLatin1Char(' ');
        }
    }
    QByteArray line(prefix);
    line.append(clean.toUtf8());
    line.append('\n');
    return line;
}

/// git's "-12,3": the count is left out where it is 1, and an empty side names the line before.
void appendPlace(QByteArray &to, char sign, const Range &range)
{
    to.append(sign);
    to.append(QByteArray::number(range.empty() ? range.begin : range.begin + 1));
    if (range.size() != 1) {
        to.append(',');
        to.append(QByteArray::number(range.size()));
    }
}

void appendLine(QByteArray &to, char sign, QByteArrayView line)
{
    to.append(sign);
    to.append(line.data(), line.size());
    if (!line.endsWith('\n')) {
        to.append("\n\\ No newline at end of file\n");
    }
}

/// What git shows behind the second "@@": the nearest line above that begins with a letter, `_` or `$`, at most 80 bytes of it.
class Headings {
public:
    Headings(const QByteArray &text, const QList<Range> &lines) : m_text(text), m_lines(lines) {}

    /// Asked for ascending lines, so that each line is looked at once.
    QByteArray above(qsizetype line)
    {
        for (qsizetype i = line - 1; i >= m_searched; --i) {
            const QByteArrayView candidate = bytesOf(m_text, m_lines[i]);
            const char first = candidate.front();
            if ((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_' || first == '$') {
                m_heading = shortened(candidate);
                break;
            }
        }
        m_searched = std::max(m_searched, line);
        return m_heading;
    }

private:
    static QByteArray shortened(QByteArrayView line)
    {
        constexpr qsizetype longest = 80;
        QByteArray heading(line.data(), std::min(line.size(), longest));
        if (line.size() > longest) {
            // never half a character
            while (!heading.isEmpty() && (static_cast<unsigned char>(line[heading.size()]) & 0xC0) == 0x80) {
                heading.chop(1);
            }
        }
        while (!heading.isEmpty() && (heading.back() == ' ' || (heading.back() >= '\t' && heading.back() <= '\r'))) {
            heading.chop(1);
        }
        return heading;
    }

    const QByteArray &m_text;
    const QList<Range> &m_lines;
    QByteArray m_heading;
    qsizetype m_searched = 0;
};

} // namespace

QByteArray unifiedDiff(const QByteArray &oldText, const QByteArray &newText, const LineDiff &lineDiff, const QString &oldLabel,
                       const QString &newLabel, int contextLines)
{
    if (lineDiff.hunks.isEmpty()) {
        return {};
    }
    const LfDiff diff = byLf(oldText, newText, lineDiff);
    const qsizetype context = std::max(0, contextLines);
    Headings headings(oldText, diff.oldLines);

    QByteArray result = labelLine("--- ", oldLabel);
    result.append(labelLine("+++ ", newLabel));
    for (qsizetype first = 0; first < diff.hunks.size();) {
        qsizetype last = first;
        while (last + 1 < diff.hunks.size() && diff.hunks[last + 1].oldLines.begin - diff.hunks[last].oldLines.end <= 2 * context) {
            ++last;
        }
        const qsizetype before = std::min(context, diff.hunks[first].oldLines.begin);
        const qsizetype after = std::min(context, diff.oldLines.size() - diff.hunks[last].oldLines.end);
        const Range oldRange{diff.hunks[first].oldLines.begin - before, diff.hunks[last].oldLines.end + after};
        const Range newRange{diff.hunks[first].newLines.begin - before, diff.hunks[last].newLines.end + after};

        result.append("@@ ");
        appendPlace(result, '-', oldRange);
        result.append(' ');
        appendPlace(result, '+', newRange);
        result.append(" @@");
        const QByteArray heading = headings.above(oldRange.begin);
        if (!heading.isEmpty()) {
            result.append(' ');
            result.append(heading);
        }
        result.append('\n');

        qsizetype newLine = newRange.begin;
        for (qsizetype i = first; i <= last; ++i) {
            const Hunk &hunk = diff.hunks[i];
            for (; newLine < hunk.newLines.begin; ++newLine) {
                appendLine(result, ' ', bytesOf(newText, diff.newLines[newLine]));
            }
            for (qsizetype line = hunk.oldLines.begin; line < hunk.oldLines.end; ++line) {
                appendLine(result, '-', bytesOf(oldText, diff.oldLines[line]));
            }
            for (; newLine < hunk.newLines.end; ++newLine) {
                appendLine(result, '+', bytesOf(newText, diff.newLines[newLine]));
            }
        }
        for (; newLine < newRange.end; ++newLine) {
            appendLine(result, ' ', bytesOf(newText, diff.newLines[newLine]));
        }
        first = last + 1;
    }
    return result;
}

} // namespace verderer
