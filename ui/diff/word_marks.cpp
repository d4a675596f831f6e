// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diff/word_marks.h"

#include "ui/editor/text_pieces.h"

#include <QByteArrayView>

#include <algorithm>

namespace verderer {

namespace {

constexpr qsizetype wholeHunkLines = 40;    // above it, pair by pair
constexpr qsizetype wholeHunkBytes = 8'192; // likewise
constexpr qsizetype mostKept = 4'096;       // results kept; a screen needs some dozens

qsizetype bytesOf(const QList<Range> &lines, const Range &range)
{
    return range.empty() ? 0 : lines[range.end - 1].end - lines[range.begin].begin;
}

/// For a pair of lines that is too long to do by words: what is left between what their beginnings and their ends have in common.
void markMiddle(const DiffContent &content, Range oldLine, Range newLine, WordDiff &words)
{
    const auto dropEnding = [](const QByteArray &text, Range &line) {
        while (line.end > line.begin && (text[line.end - 1] == '\n' || text[line.end - 1] == '\r'))
            --line.end;
    };
    dropEnding(content.oldText, oldLine);
    dropEnding(content.newText, newLine);
    const QByteArrayView before = QByteArrayView(content.oldText).sliced(oldLine.begin, oldLine.size());
    const QByteArrayView after = QByteArrayView(content.newText).sliced(newLine.begin, newLine.size());
    const qsizetype head = std::mismatch(before.begin(), before.end(), after.begin(), after.end()).first - before.begin();
    const qsizetype most = std::min(before.size(), after.size()) - head;
    qsizetype tail = 0;
    while (tail < most && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    const auto mark = [head, tail](const QByteArray &text, const Range &line, QList<Range> &marks) {
        const qsizetype begin = line.begin + head == line.begin ? line.begin : cutPosition(text, line.begin, line.begin + head);
        qsizetype end = line.end - tail;
        while (end < line.end && cutPosition(text, begin, end) != end) // not inside of a character
            ++end;
        if (end > begin)
            marks.append({begin, end});
    };
    mark(content.oldText, oldLine, words.oldWords);
    mark(content.newText, newLine, words.newWords);
}

} // namespace

WordMarks::WordMarks(const DiffContent &content, const DiffRows &rows) : m_content(content), m_rows(rows)
{
}

std::optional<WordMarks::Key> WordMarks::keyOf(qsizetype row) const
{
    const DiffRow &place = m_rows.rows()[row];
    if (place.hunk < 0)
        return {};
    const Hunk &hunk = m_content.lines.hunks[place.hunk];
    if (hunk.oldLines.empty() || hunk.newLines.empty())
        return {};
    const bool whole = hunk.oldLines.size() + hunk.newLines.size() <= wholeHunkLines &&
                       bytesOf(m_content.lines.oldLines, hunk.oldLines) + bytesOf(m_content.lines.newLines, hunk.newLines) <= wholeHunkBytes;
    if (whole)
        return Key{place.hunk, -1};
    const qsizetype pair = place.oldLine >= 0 ? place.oldLine - hunk.oldLines.begin : place.newLine - hunk.newLines.begin;
    if (pair >= std::min(hunk.oldLines.size(), hunk.newLines.size()))
        return {};
    return Key{place.hunk, static_cast<int>(pair)};
}

bool WordMarks::isKnown(qsizetype row) const
{
    const std::optional<Key> key = keyOf(row);
    return !key || m_known.contains(*key);
}

QList<Range> WordMarks::words(qsizetype row, DiffRows::Side side)
{
    const std::optional<Key> key = keyOf(row);
    const DiffRows::Source source = m_rows.source(m_rows.rows()[row], side);
    if (!key || source.line < 0)
        return {};
    auto found = m_known.constFind(*key);
    if (found == m_known.constEnd()) {
        Hunk hunk = m_content.lines.hunks[key->hunk];
        if (key->pair >= 0) {
            hunk.oldLines = {hunk.oldLines.begin + key->pair, hunk.oldLines.begin + key->pair + 1};
            hunk.newLines = {hunk.newLines.begin + key->pair, hunk.newLines.begin + key->pair + 1};
        }
        if (m_known.size() >= mostKept)
            m_known.clear();
        WordDiff words = diffWords(m_content.oldText, m_content.newText, m_content.lines, hunk);
        if (m_note.isEmpty())
            m_note = words.note;
        if (!words.note.isEmpty() && key->pair >= 0)
            markMiddle(m_content, m_content.lines.oldLines[hunk.oldLines.begin], m_content.lines.newLines[hunk.newLines.begin], words);
        found = m_known.insert(*key, words);
    }
    const QList<Range> &all = source.old ? found->oldWords : found->newWords;
    const Range line = m_rows.lineBytes(source);
    QList<Range> result;
    for (auto it = std::lower_bound(all.cbegin(), all.cend(), line.begin, [](const Range &word, qsizetype begin) { return word.end <= begin; });
         it != all.cend() && it->begin < line.end; ++it)
        result.append({std::max(it->begin, line.begin), std::min(it->end, line.end)});
    return result;
}

} // namespace verderer
