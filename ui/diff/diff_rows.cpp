// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diff/diff_rows.h"

#include "ui/editor/text_limits.h"
#include "ui/editor/text_pieces.h"

#include <QCoreApplication>

#include <algorithm>

namespace verderer {

namespace {

constexpr qsizetype shownOfLongLine = 2'000; // bytes of a long line that are shown
constexpr qsizetype shownBefore = 40;        // of them, before the first difference

qsizetype commonHead(QByteArrayView a, QByteArrayView b)
{
    const auto [first, second] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return first - a.begin();
}

} // namespace

DiffRows::DiffRows(const DiffContent &content, bool unified) : m_content(content), m_unified(unified)
{
    const LineDiff &diff = content.lines;
    const auto oldCount = static_cast<int>(diff.oldLines.size());
    const auto newCount = static_cast<int>(diff.newLines.size());
    m_rows.reserve(std::max(oldCount, newCount) + (unified ? std::min(oldCount, newCount) : 0));
    m_hunkRows.reserve(diff.hunks.size());
    int oldLine = 0;
    int newLine = 0;
    for (qsizetype h = 0; h < diff.hunks.size(); ++h) {
        const Hunk &hunk = diff.hunks[h];
        for (; oldLine < hunk.oldLines.begin; ++oldLine, ++newLine)
            m_rows.append({oldLine, newLine, -1});
        const qsizetype first = m_rows.size();
        const auto removed = static_cast<int>(hunk.oldLines.size());
        const auto added = static_cast<int>(hunk.newLines.size());
        const auto number = static_cast<int>(h);
        if (unified) {
            for (int i = 0; i < removed; ++i)
                m_rows.append({oldLine + i, -1, number});
            for (int i = 0; i < added; ++i)
                m_rows.append({-1, newLine + i, number});
        } else {
            for (int i = 0; i < std::max(removed, added); ++i)
                m_rows.append({i < removed ? oldLine + i : -1, i < added ? newLine + i : -1, number});
        }
        oldLine += removed;
        newLine += added;
        m_hunkRows.append({first, m_rows.size()});
    }
    for (; oldLine < oldCount && newLine < newCount; ++oldLine, ++newLine)
        m_rows.append({oldLine, newLine, -1});

    const auto countLong = [](const QList<Range> &lines) {
        return static_cast<int>(std::count_if(lines.cbegin(), lines.cend(), [](const Range &line) { return line.size() > longLineLimit; }));
    };
    m_cutLines = countLong(diff.oldLines) + countLong(diff.newLines);
}

DiffRows::Source DiffRows::source(const DiffRow &row, Side side) const
{
    switch (side) {
    case Side::Old:
        return {row.oldLine, true};
    case Side::New:
        return {row.newLine, false};
    case Side::Both:
        break;
    }
    return row.newLine >= 0 ? Source{row.newLine, false} : Source{row.oldLine, true};
}

DiffRowKind DiffRows::kind(const DiffRow &row, Side side) const
{
    const Source source = this->source(row, side);
    if (source.line < 0)
        return DiffRowKind::Filler;
    if (row.hunk < 0)
        return DiffRowKind::Same;
    return source.old ? DiffRowKind::Removed : DiffRowKind::Added;
}

Range DiffRows::lineBytes(const Source &source) const
{
    return (source.old ? m_content.lines.oldLines : m_content.lines.newLines)[source.line];
}

Range DiffRows::contentBytes(const Source &source) const
{
    Range bytes = lineBytes(source);
    const QByteArray &text = this->text(source.old);
    while (bytes.end > bytes.begin && (text[bytes.end - 1] == '\n' || text[bytes.end - 1] == '\r'))
        --bytes.end;
    return bytes;
}

QByteArrayView DiffRows::ending(const Source &source) const
{
    const Range bytes = lineBytes(source);
    return QByteArrayView(text(source.old)).sliced(contentBytes(source).end, bytes.end - contentBytes(source).end);
}

const DiffRow *DiffRows::partner(const DiffRow &row, bool old) const
{
    if (row.hunk < 0)
        return nullptr;
    if (!m_unified)
        return row.oldLine >= 0 && row.newLine >= 0 ? &row : nullptr;
    const Hunk &hunk = m_content.lines.hunks[row.hunk];
    const Range &rows = m_hunkRows[row.hunk];
    const qsizetype index = old ? row.oldLine - hunk.oldLines.begin : row.newLine - hunk.newLines.begin;
    if (index >= std::min(hunk.oldLines.size(), hunk.newLines.size()))
        return nullptr;
    return &m_rows[rows.begin + index + (old ? hunk.oldLines.size() : 0)];
}

ShownLine DiffRows::shown(const DiffRow &row, Side side) const
{
    const Source source = this->source(row, side);
    if (source.line < 0)
        return {};
    const Range bytes = contentBytes(source);
    if (bytes.size() <= longLineLimit)
        return {bytes, false, false};
    qsizetype from = 0;
    if (const DiffRow *other = partner(row, source.old)) {
        const Range theirs = contentBytes(this->source(*other, source.old ? Side::New : Side::Old));
        const qsizetype same = commonHead(QByteArrayView(text(source.old)).sliced(bytes.begin, bytes.size()),
                                          QByteArrayView(text(!source.old)).sliced(theirs.begin, theirs.size()));
        from = std::min(std::max<qsizetype>(same - shownBefore, 0), bytes.size() - shownOfLongLine / 2);
    }
    const QByteArray &whole = text(source.old);
    const qsizetype begin = from == 0 ? bytes.begin : cutPosition(whole, bytes.begin, bytes.begin + from);
    const qsizetype end = begin + shownOfLongLine >= bytes.end ? bytes.end : cutPosition(whole, begin, begin + shownOfLongLine);
    return {{begin, end}, begin > bytes.begin, end < bytes.end};
}

QString DiffRows::endingNote(const DiffRow &row, Side side) const
{
    const Source source = this->source(row, side);
    if (source.line < 0 || row.hunk < 0)
        return {};
    const QByteArrayView mine = ending(source);
    const DiffRow *other = partner(row, source.old);
    if (other != nullptr) {
        if (ending(this->source(*other, source.old ? Side::New : Side::Old)) == mine)
            return {};
    } else if (!mine.isEmpty()) {
        return {};
    }
    if (mine == "\r\n")
        return QStringLiteral("CRLF");
    if (mine == "\r")
        return QStringLiteral("CR");
    if (mine == "\n")
        return QStringLiteral("LF");
    return QCoreApplication::translate("verderer::DiffRows", "no line ending");
}

QByteArray DiffRows::ellipsis()
{
    return QByteArrayLiteral("\xE2\x80\xA6 ");
}

DiffRows::PaneText DiffRows::paneText(Side side) const
{
    PaneText pane;
    const qsizetype size = side == Side::Both ? m_content.oldText.size() + m_content.newText.size() : text(side == Side::Old).size();
    pane.text.reserve(size + m_rows.size());
    pane.kinds.reserve(size + m_rows.size());
    for (const DiffRow &row : m_rows) {
        const Source source = this->source(row, side);
        const DiffRowKind kind = this->kind(row, side);
        const qsizetype before = pane.text.size();
        if (source.line >= 0) {
            const ShownLine line = shown(row, side);
            if (line.cutBefore)
                pane.text += ellipsis();
            pane.text.append(text(source.old).constData() + line.bytes.begin, line.bytes.size());
            if (line.cutAfter)
                pane.text += ellipsis();
        }
        pane.text += '\n';
        pane.kinds.append(pane.text.size() - before, static_cast<char>(kind));
    }
    return pane;
}

QByteArray DiffRows::sourceLines(qsizetype first, qsizetype last, Side side) const
{
    QByteArray result;
    for (qsizetype i = std::max<qsizetype>(first, 0); i <= last && i < m_rows.size(); ++i) {
        const Source source = this->source(m_rows[i], side);
        if (source.line < 0)
            continue;
        const Range bytes = lineBytes(source);
        result.append(text(source.old).constData() + bytes.begin, bytes.size());
    }
    return result;
}

} // namespace verderer
