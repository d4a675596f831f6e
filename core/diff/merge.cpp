// SPDX-License-Identifier: GPL-3.0-or-later
#include "diff/diff.h"

#include "diff/lines.h"

#include <algorithm>
#include <utility>

namespace verderer {

namespace {

/// One of the three texts, cut into lines.
struct Side {
    const QByteArray &text;
    QList<Range> lines;

    [[nodiscard]] QByteArrayView line(qsizetype i) const { return bytesOf(text, lines[i]); }
    [[nodiscard]] QByteArray bytes(const Range &range) const
    {
        return range.empty() ? QByteArray() : text.mid(lines[range.begin].begin, lines[range.end - 1].end - lines[range.begin].begin);
    }
};

/// Walks the hunks of one side and translates base lines into that side's lines.
class Cursor {
public:
    explicit Cursor(const QList<Hunk> &hunks) : m_hunks(hunks) {}

    [[nodiscard]] bool atEnd() const { return m_next == m_hunks.size(); }
    [[nodiscard]] const Hunk &hunk() const { return m_hunks[m_next]; }
    void take()
    {
        m_shift += hunk().newLines.size() - hunk().oldLines.size();
        ++m_next;
    }
    /// How far this side's lines are ahead of the base's, after the hunks taken so far.
    [[nodiscard]] qsizetype shift() const { return m_shift; }

private:
    const QList<Hunk> &m_hunks;
    qsizetype m_next = 0;
    qsizetype m_shift = 0;
};

using Kind = MergeRegion::Kind;

class Merger {
public:
    Merger(Side base, Side mine, Side theirs, bool ignoreLineEndings)
        : m_base(std::move(base)), m_mine(std::move(mine)), m_theirs(std::move(theirs)), m_ignoreLineEndings(ignoreLineEndings)
    {
    }

    QList<MergeRegion> run(const QList<Hunk> &mineHunks, const QList<Hunk> &theirHunks)
    {
        Cursor mine(mineHunks);
        Cursor theirs(theirHunks);
        qsizetype base = 0;
        while (!mine.atEnd() || !theirs.atEnd()) {
            const qsizetype begin = std::min(mine.atEnd() ? m_base.lines.size() : mine.hunk().oldLines.begin,
                                             theirs.atEnd() ? m_base.lines.size() : theirs.hunk().oldLines.begin);
            addUnchanged({base, begin}, mine.shift(), theirs.shift());

            const qsizetype mineShift = mine.shift();
            const qsizetype theirShift = theirs.shift();
            qsizetype end = begin;
            const bool mineChanged = !mine.atEnd() && mine.hunk().oldLines.begin == begin;
            const bool theirsChanged = !theirs.atEnd() && theirs.hunk().oldLines.begin == begin;
            bool both[2] = {mineChanged, theirsChanged};
            if (mineChanged) {
                end = mine.hunk().oldLines.end;
                mine.take();
            }
            if (theirsChanged) {
                end = std::max(end, theirs.hunk().oldLines.end);
                theirs.take();
            }
            // Changes that overlap or touch belong together: with no unchanged line between them nobody can say in which order they are meant.
            for (bool grew = true; grew;) {
                grew = false;
                while (!mine.atEnd() && mine.hunk().oldLines.begin <= end) {
                    end = std::max(end, mine.hunk().oldLines.end);
                    mine.take();
                    both[0] = grew = true;
                }
                while (!theirs.atEnd() && theirs.hunk().oldLines.begin <= end) {
                    end = std::max(end, theirs.hunk().oldLines.end);
                    theirs.take();
                    both[1] = grew = true;
                }
            }
            const Range mineRange{begin + mineShift, end + mine.shift()};
            const Range theirRange{begin + theirShift, end + theirs.shift()};
            if (both[0] && both[1]) {
                addContested({begin, end}, mineRange, theirRange);
            } else {
                add(both[0] ? Kind::Mine : Kind::Theirs, {begin, end}, mineRange, theirRange);
            }
            base = end;
        }
        addUnchanged({base, m_base.lines.size()}, mine.shift(), theirs.shift());
        return std::move(m_regions);
    }

private:
    void add(Kind kind, const Range &base, const Range &mine, const Range &theirs)
    {
        if (base.empty() && mine.empty() && theirs.empty()) {
            return;
        }
        m_regions.append({kind, m_base.bytes(base), m_mine.bytes(mine), m_theirs.bytes(theirs)});
    }

    [[nodiscard]] Kind kindOfLine(qsizetype base, qsizetype mine, qsizetype theirs) const
    {
        const QByteArrayView mineLine = m_mine.line(mine);
        const QByteArrayView theirLine = m_theirs.line(theirs);
        if (mineLine == theirLine) {
            return mineLine == m_base.line(base) ? Kind::Same : Kind::Both;
        }
        return mineLine == m_base.line(base) ? Kind::Theirs : Kind::Mine;
    }

    /// Lines that the comparison calls equal on all sides. Where it ignored line endings their bytes may still differ; then whoever changed them
    /// is followed, and mine where both did.
    void addUnchanged(const Range &base, qsizetype mineShift, qsizetype theirShift)
    {
        for (qsizetype begin = base.begin; begin < base.end;) {
            const Kind kind = kindOfLine(begin, begin + mineShift, begin + theirShift);
            qsizetype end = begin + 1;
            while (end < base.end && kindOfLine(end, end + mineShift, end + theirShift) == kind) {
                ++end;
            }
            add(kind, {begin, end}, {begin + mineShift, end + mineShift}, {begin + theirShift, end + theirShift});
            begin = end;
        }
    }

    [[nodiscard]] bool agree(qsizetype mine, qsizetype theirs) const
    {
        const QByteArrayView mineLine = m_mine.line(mine);
        const QByteArrayView theirLine = m_theirs.line(theirs);
        return mineLine == theirLine || (m_ignoreLineEndings && lineContent(mineLine) == lineContent(theirLine) &&
                                         lineEnding(mineLine) != LineEnding::None && lineEnding(theirLine) != LineEnding::None);
    }

    /// Both sides changed these lines. What they agree on at either end is no conflict.
    void addContested(const Range &base, Range mine, Range theirs)
    {
        Range mineHead{mine.begin, mine.begin};
        Range theirHead{theirs.begin, theirs.begin};
        while (!mine.empty() && !theirs.empty() && agree(mine.begin, theirs.begin)) {
            mineHead.end = ++mine.begin;
            theirHead.end = ++theirs.begin;
        }
        if (mine.empty() && theirs.empty()) {
            add(Kind::Both, base, mineHead, theirHead);
            return;
        }
        Range mineTail{mine.end, mine.end};
        Range theirTail{theirs.end, theirs.end};
        while (!mine.empty() && !theirs.empty() && agree(mine.end - 1, theirs.end - 1)) {
            mineTail.begin = --mine.end;
            theirTail.begin = --theirs.end;
        }
        add(Kind::Both, {base.begin, base.begin}, mineHead, theirHead);
        add(Kind::Conflict, base, mine, theirs);
        add(Kind::Both, {base.end, base.end}, mineTail, theirTail);
    }

    Side m_base;
    Side m_mine;
    Side m_theirs;
    bool m_ignoreLineEndings;
    QList<MergeRegion> m_regions;
};

/// Three texts each with one kind of line ending, but not all with the same: somebody converted the file, which is no change to its lines.
bool endingsWereConverted(const Side &base, const Side &mine, const Side &theirs)
{
    const auto ofBase = uniformLineEnding(base.text, base.lines);
    const auto ofMine = uniformLineEnding(mine.text, mine.lines);
    const auto ofTheirs = uniformLineEnding(theirs.text, theirs.lines);
    return ofBase && ofMine && ofTheirs && (*ofBase != *ofMine || *ofBase != *ofTheirs);
}

QByteArrayView endingFor(const QByteArray &text)
{
    const QList<Range> lines = splitLines(text);
    switch (lines.isEmpty() ? LineEnding::None : lineEnding(bytesOf(text, lines.first()))) {
    case LineEnding::CrLf:
        return "\r\n";
    case LineEnding::Cr:
        return "\r";
    case LineEnding::Lf:
    case LineEnding::None:
        break;
    }
    return "\n";
}

void appendSide(QByteArray &text, const QByteArray &side, QByteArrayView ending)
{
    text.append(side);
    if (!side.isEmpty() && !side.endsWith('\n') && !side.endsWith('\r')) {
        text.append(ending.data(), ending.size()); // a marker stands on a line of its own
    }
}

void appendMarker(QByteArray &text, char sign, const QString &label, QByteArrayView ending)
{
    text.append(7, sign);
    if (!label.isEmpty()) {
        QString line = label;
        line.replace(QLatin1Char('\n'), QLatin1Char(' ')).replace(QLatin1Char('\r'), QLatin1Char(' '));
        text.append(' ');
        text.append(line.toUtf8());
    }
    text.append(ending.data(), ending.size());
}

QByteArray mergedText(const QList<MergeRegion> &regions, QByteArrayView ending, const QString &mineLabel, const QString &theirsLabel)
{
    QByteArray text;
    for (const MergeRegion &region : regions) {
        switch (region.kind) {
        case Kind::Same:
        case Kind::Mine:
        case Kind::Both:
            text.append(region.mine);
            break;
        case Kind::Theirs:
            text.append(region.theirs);
            break;
        case Kind::Conflict:
            appendMarker(text, '<', mineLabel, ending);
            appendSide(text, region.mine, ending);
            appendMarker(text, '=', {}, ending);
            appendSide(text, region.theirs, ending);
            appendMarker(text, '>', theirsLabel, ending);
            break;
        }
    }
    return text;
}

} // namespace

Result<MergeResult> mergeTexts(const QByteArray &base, const QByteArray &mine, const QByteArray &theirs, const QString &mineLabel,
                               const QString &theirsLabel, const CancelToken &cancel)
{
    Side baseSide{base, splitLines(base)};
    Side mineSide{mine, splitLines(mine)};
    Side theirSide{theirs, splitLines(theirs)};
    DiffOptions options;
    options.ignoreLineEndings = endingsWereConverted(baseSide, mineSide, theirSide);

    const Result<LineDiff> mineDiff = diffLines(base, mine, options, cancel);
    if (!mineDiff) {
        return tl::unexpected<Error>(mineDiff.error());
    }
    const Result<LineDiff> theirDiff = diffLines(base, theirs, options, cancel);
    if (!theirDiff) {
        return tl::unexpected<Error>(theirDiff.error());
    }

    MergeResult result;
    result.regions =
        Merger(std::move(baseSide), std::move(mineSide), std::move(theirSide), options.ignoreLineEndings).run(mineDiff->hunks, theirDiff->hunks);
    result.conflicts = static_cast<int>(
        std::count_if(result.regions.cbegin(), result.regions.cend(), [](const MergeRegion &region) { return region.kind == Kind::Conflict; }));
    result.text = mergedText(result.regions, endingFor(mine), mineLabel, theirsLabel);
    return result;
}

} // namespace verderer
