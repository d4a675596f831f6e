// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace verderer {

/// A half-open range of bytes or lines.
struct Range {
    qsizetype begin = 0;
    qsizetype end = 0;
    [[nodiscard]] qsizetype size() const { return end - begin; }
    [[nodiscard]] bool empty() const { return begin == end; }
    friend bool operator==(const Range &, const Range &) = default;
};

/// A stretch where the two sides differ: lines of the old text against lines of the new one, 0-based, half-open. One side may be empty.
struct Hunk {
    Range oldLines;
    Range newLines;
    friend bool operator==(const Hunk &, const Hunk &) = default;
};

enum class Granularity {
    Lines,  ///< exact line diff
    Coarse, ///< the texts were too long to compare line by line: common head and tail only
};

/// What differs between two texts. Lines end at LF, CRLF or lone CR; a line's content for comparison includes its ending unless told otherwise.
struct LineDiff {
    QList<Hunk> hunks;
    Granularity granularity = Granularity::Lines;
    QString note;          ///< why it is coarse; empty otherwise
    QList<Range> oldLines; ///< byte range of each line in the old text, ending included
    QList<Range> newLines;
    [[nodiscard]] qsizetype added() const;
    [[nodiscard]] qsizetype removed() const;
};

struct DiffOptions {
    bool ignoreWhitespace = false;      ///< runs of blanks count as one, blanks at the end as none
    bool ignoreLineEndings = false;     ///< CRLF, CR and LF count as the same
    int contextLines = 3;               ///< of unified output
    qsizetype maxChangedLines = 20'000; ///< above it words are not marked, and the result says so
};

/// Line diff (libgit2 below). Cancelled is the only failure besides Internal. Any thread.
Result<LineDiff> diffLines(const QByteArray &oldText, const QByteArray &newText, const DiffOptions &options = {}, const CancelToken &cancel = {});

/// The changed words of one hunk: byte ranges within the two *texts* (not lines). Chinese, Japanese and Korean by character; other letters and digits
/// by word; never inside a UTF-8 sequence or a surrogate pair. Where the lines are too long: both empty and `note` says so.
struct WordDiff {
    QList<Range> oldWords;
    QList<Range> newWords;
    QString note;
};
WordDiff diffWords(const QByteArray &oldText, const QByteArray &newText, const LineDiff &lines, const Hunk &hunk);

/// `git diff`'s unified form with `---`/`+++` lines and "\ No newline at end of file"; empty where nothing differs.
QByteArray unifiedDiff(const QByteArray &oldText, const QByteArray &newText, const LineDiff &diff, const QString &oldLabel, const QString &newLabel,
                       int contextLines = 3);

/// One stretch of a three-way merge, in order.
struct MergeRegion {
    enum class Kind { Same, Mine, Theirs, Both, Conflict }; ///< Both: the two made the same change
    Kind kind = Kind::Same;
    QByteArray base;
    QByteArray mine;
    QByteArray theirs;
};

struct MergeResult {
    QList<MergeRegion> regions;
    int conflicts = 0;
    QByteArray text; ///< merged; conflict regions carry the usual markers with the two labels
};

/// Merges two edits of one base by lines (diff3). Line endings are kept as they are in the chosen side. Any thread.
Result<MergeResult> mergeTexts(const QByteArray &base, const QByteArray &mine, const QByteArray &theirs, const QString &mineLabel,
                               const QString &theirsLabel, const CancelToken &cancel = {});

} // namespace verderer
