// SPDX-License-Identifier: GPL-3.0-or-later
#include "diff/diff.h"

#include "diff/git_hunks.h"
#include "diff/lines.h"

#include <algorithm>
#include <limits>

namespace verderer {

namespace {

// Beyond these the exact comparison could take longer than a person waits (its time grows faster than the text), and it cannot be interrupted.
constexpr qsizetype maxComparedLines = 200'000;                     // of both sides, between common head and tail
constexpr qsizetype maxComparedBytes = qsizetype{64} * 1024 * 1024; // of both sides

qsizetype sizes(const QList<Hunk> &hunks, Range Hunk::*side)
{
    qsizetype sum = 0;
    for (const Hunk &hunk : hunks) {
        sum += (hunk.*side).size();
    }
    return sum;
}

/// One hunk for all that lies between the lines that both sides begin with and those they end with. `oldText` and `newText` are the comparable
/// texts, `oldLines` and `newLines` their lines.
Hunk middle(const QByteArray &oldText, const QList<Range> &oldLines, const QByteArray &newText, const QList<Range> &newLines)
{
    const qsizetype shorter = std::min(oldLines.size(), newLines.size());
    qsizetype head = 0;
    while (head < shorter && bytesOf(oldText, oldLines[head]) == bytesOf(newText, newLines[head])) {
        ++head;
    }
    qsizetype tail = 0;
    while (tail < shorter - head &&
           bytesOf(oldText, oldLines[oldLines.size() - 1 - tail]) == bytesOf(newText, newLines[newLines.size() - 1 - tail])) {
        ++tail;
    }
    return {{head, oldLines.size() - tail}, {head, newLines.size() - tail}};
}

qsizetype bytesIn(const QList<Range> &lines, const Range &range)
{
    return range.empty() ? 0 : lines[range.end - 1].end - lines[range.begin].begin;
}

} // namespace

qsizetype LineDiff::added() const
{
    return sizes(hunks, &Hunk::newLines);
}

qsizetype LineDiff::removed() const
{
    return sizes(hunks, &Hunk::oldLines);
}

Result<LineDiff> diffLines(const QByteArray &oldText, const QByteArray &newText, const DiffOptions &options, const CancelToken &cancel)
{
    const auto cancelled = [] { return fail(ErrorCode::Cancelled, QStringLiteral("The comparison was cancelled.")); };
    if (cancel.isCancelled()) {
        return cancelled();
    }
    LineDiff diff;
    diff.oldLines = splitLines(oldText);
    diff.newLines = splitLines(newText);
    if (cancel.isCancelled()) {
        return cancelled();
    }
    if (oldText == newText) {
        return diff;
    }

    const QByteArray oldComparable = comparableText(oldText, diff.oldLines, options);
    const QByteArray newComparable = comparableText(newText, diff.newLines, options);
    if (oldComparable == newComparable) {
        return diff;
    }
    if (cancel.isCancelled()) {
        return cancelled();
    }

    // Where the comparable text is another one than the text, so are the places of its lines.
    const QList<Range> oldPlaces = oldComparable.isSharedWith(oldText) ? diff.oldLines : splitAtLf(oldComparable);
    const QList<Range> newPlaces = newComparable.isSharedWith(newText) ? diff.newLines : splitAtLf(newComparable);
    const Hunk whole = middle(oldComparable, oldPlaces, newComparable, newPlaces);
    const qsizetype lines = whole.oldLines.size() + whole.newLines.size();
    const qsizetype bytes = bytesIn(oldPlaces, whole.oldLines) + bytesIn(newPlaces, whole.newLines);

    if (lines > maxComparedLines || bytes > maxComparedBytes ||
        std::max(oldComparable.size(), newComparable.size()) > std::numeric_limits<int>::max()) {
        diff.hunks = {whole};
        diff.granularity = Granularity::Coarse;
        diff.note = lines > maxComparedLines
                        ? QString(QStringLiteral("Too many lines differ to compare them one by one (%1): only what both texts begin and end with is "
                                                 "recognized as common, and words are not marked.")
                                      .arg(lines))
                        : QString(QStringLiteral("The texts differ over too many bytes to compare them line by line (%1): only what both begin and "
                                                 "end with is recognized as common, and words are not marked.")
                                      .arg(bytes));
        return diff;
    }

    if (oldComparable.isEmpty() || newComparable.isEmpty()) {
        diff.hunks = {whole}; // libgit2 takes an empty side for a missing file
    } else {
        Result<QList<Hunk>> hunks = gitHunks(oldComparable, newComparable, cancel);
        if (!hunks) {
            return tl::unexpected<Error>(hunks.error());
        }
        diff.hunks = *std::move(hunks);
    }
    const qsizetype changed = diff.added() + diff.removed();
    if (changed > options.maxChangedLines) {
        diff.note = QStringLiteral("%1 lines changed: too many to mark the words within them.").arg(changed);
    }
    return diff;
}

} // namespace verderer
