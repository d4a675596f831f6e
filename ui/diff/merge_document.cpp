// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diff/merge_document.h"

#include "ui/editor/scintilla_support.h"

#include <algorithm>

namespace verderer {

namespace {

bool endsLine(const QByteArray &text)
{
    return text.isEmpty() || text.endsWith('\n') || text.endsWith('\r');
}

QByteArray markerLine(char sign, int number, const QString &label)
{
    QByteArray line(7, sign);
    line += ' ';
    line += QByteArray::number(number);
    const QByteArray words = label.simplified().toUtf8();
    if (!words.isEmpty())
        line += QByteArrayLiteral(" ") + words;
    return line;
}

/// The line of `text` that consists of `marker`, ending included.
std::optional<Range> findLine(const QByteArray &text, const QByteArray &marker)
{
    for (qsizetype from = 0;;) {
        const qsizetype at = text.indexOf(marker, from);
        if (at < 0)
            return {};
        qsizetype end = at + marker.size();
        const bool startsLine = at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r';
        const bool isWhole = end == text.size() || text[end] == '\n' || text[end] == '\r';
        if (startsLine && isWhole) {
            if (end < text.size() && text[end] == '\r')
                ++end;
            if (end < text.size() && text[end] == '\n')
                ++end;
            return Range{at, end};
        }
        from = at + 1;
    }
}

} // namespace

MergeDocument::MergeDocument(const MergeResult &merge, const QString &mineLabel, const QString &theirsLabel)
{
    QByteArray all;
    for (const MergeRegion &region : merge.regions)
        all += region.mine + region.theirs + region.base;
    m_lineEnding = scintilla::dominantLineEnding(all);

    const auto appendSide = [this](const QByteArray &side) {
        m_initialText += side;
        if (!endsLine(side))
            m_initialText += m_lineEnding;
    };
    for (const MergeRegion &region : merge.regions) {
        switch (region.kind) {
        case MergeRegion::Kind::Same:
        case MergeRegion::Kind::Mine:
        case MergeRegion::Kind::Both:
            m_initialText += region.mine;
            continue;
        case MergeRegion::Kind::Theirs:
            m_initialText += region.theirs;
            continue;
        case MergeRegion::Kind::Conflict:
            break;
        }
        Conflict conflict;
        conflict.region = region;
        const int number = conflictCount() + 1;
        conflict.opening = markerLine('<', number, mineLabel);
        conflict.middle = markerLine('=', number, {});
        conflict.closing = markerLine('>', number, theirsLabel);
        for (QByteArray *marker : {&conflict.opening, &conflict.middle, &conflict.closing}) {
            while (all.contains(*marker))
                *marker += ' ' + QByteArray(1, marker->front());
        }
        if (!endsLine(m_initialText))
            m_initialText += m_lineEnding;
        m_initialText += conflict.opening + m_lineEnding;
        appendSide(region.mine);
        m_initialText += conflict.middle + m_lineEnding;
        appendSide(region.theirs);
        m_initialText += conflict.closing + m_lineEnding;
        m_conflicts.append(conflict);
    }
}

void MergeDocument::inserted(qsizetype position, qsizetype length)
{
    for (Conflict &conflict : m_conflicts) {
        Range &range = conflict.resolved;
        if (!conflict.followed || position > range.end || (position == range.end && !range.empty()))
            continue;
        range.end += length;
        if (position <= range.begin)
            range.begin += length;
    }
}

void MergeDocument::removed(qsizetype position, qsizetype length)
{
    const qsizetype end = position + length;
    for (Conflict &conflict : m_conflicts) {
        Range &range = conflict.resolved;
        if (!conflict.followed || position >= range.end)
            continue;
        if (position < range.begin && end > range.begin) {
            // Its place went together with what stood around it: an undo would bring that back, and not say where it begins.
            conflict.followed = false;
            continue;
        }
        const auto moved = [&](qsizetype offset) { return offset <= position ? offset : std::max(position, offset - length); };
        range = {moved(range.begin), moved(range.end)};
    }
}

QList<Range> MergeDocument::markers(int index, const QByteArray &text) const
{
    const Conflict &conflict = m_conflicts[index];
    QList<Range> found;
    for (const QByteArray *marker : {&conflict.opening, &conflict.middle, &conflict.closing}) {
        if (const std::optional<Range> line = findLine(text, *marker))
            found.append(*line);
    }
    return found;
}

bool MergeDocument::isOpen(int index, const QByteArray &text) const
{
    return !markers(index, text).isEmpty();
}

std::optional<Range> MergeDocument::place(int index, const QByteArray &text) const
{
    const QList<Range> lines = markers(index, text);
    if (lines.size() == 3 && lines[0].end <= lines[1].begin && lines[1].end <= lines[2].begin)
        return Range{lines.first().begin, lines.last().end};
    const Conflict &conflict = m_conflicts[index];
    if (!lines.isEmpty() || !conflict.followed || conflict.resolved.end > text.size())
        return {};
    if (QByteArrayView(text).sliced(conflict.resolved.begin, conflict.resolved.size()) != QByteArrayView(conflict.resolution))
        return {};
    return conflict.resolved;
}

QByteArray MergeDocument::choice(int index, Part part) const
{
    const MergeRegion &region = m_conflicts[index].region;
    switch (part) {
    case Part::Mine:
        return region.mine;
    case Part::Theirs:
        return region.theirs;
    case Part::Base:
        return region.base;
    case Part::Both:
        break;
    }
    if (endsLine(region.mine) || region.theirs.isEmpty())
        return region.mine + region.theirs;
    return region.mine + m_lineEnding + region.theirs;
}

void MergeDocument::setResolved(int index, qsizetype position, const QByteArray &bytes)
{
    Conflict &conflict = m_conflicts[index];
    conflict.resolved = {position, position + bytes.size()};
    conflict.resolution = bytes;
    conflict.followed = true;
}

} // namespace verderer
