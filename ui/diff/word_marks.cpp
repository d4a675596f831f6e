// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diff/word_marks.h"

#include <algorithm>

namespace verderer {

namespace {

constexpr qsizetype wholeHunkLines = 40;       // above it, pair by pair
constexpr qsizetype wholeHunkBytes = 8 * 1024; // likewise
constexpr qsizetype mostKept = 4'096;          // results kept; a screen needs some dozens

qsizetype bytesOf(const QList<Range> &lines, const Range &range)
{
    return range.empty() ? 0 : lines[range.end - 1].end - lines[range.begin].begin;
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
        const WordDiff words = diffWords(m_content.oldText, m_content.newText, m_content.lines, hunk);
        if (m_note.isEmpty())
            m_note = words.note;
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
