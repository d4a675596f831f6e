// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/piece_text.h"

#include "ui/editor/scintilla_support.h"

#include <QMimeData>
#include <QPaintEvent>
#include <QPainter>

#include <algorithm>

namespace verderer {

namespace {
using S = QsciScintillaBase;
}

PieceText::PieceText(QWidget *parent) : QsciScintilla(parent)
{
    scintilla::setUp(*this);
    setMarginType(0, QsciScintilla::SymbolMarginDefaultBackgroundColor);
    setMarginType(1, QsciScintilla::SymbolMarginDefaultBackgroundColor);
    setMarginMarkerMask(0, 0);
    setMarginMarkerMask(1, 0);
    setMarginWidth(1, 1);
    setAccessibleName(tr("Text in pieces, read-only"));
    setReadOnly(true);
    connect(this, &QsciScintillaBase::SCN_ZOOM, this, &PieceText::updateMargin);
}

void PieceText::show(const QByteArray &text, const TextPieces &pieces)
{
    m_text = text;
    m_pieces = pieces;
    QByteArray rows;
    rows.reserve((pieces.pieces.isEmpty() ? 0 : pieces.pieces.last().end) + pieces.pieces.size());
    for (qsizetype i = 0; i < pieces.pieces.size(); ++i) {
        if (i > 0)
            rows += '\n';
        const TextPiece &piece = pieces.pieces[i];
        rows.append(text.constData() + piece.begin, piece.end - piece.begin);
    }
    scintilla::setBytes(*this, rows);
    SendScintilla(S::SCI_SETSCROLLWIDTH, 1UL);
    updateMargin();
}

void PieceText::setColors(const EditorColors &colors)
{
    m_colors = colors;
    scintilla::applyColors(*this, colors, colors.margin);
    updateMargin();
}

void PieceText::goTo(int line, int column)
{
    const auto first = std::find_if(m_pieces.pieces.cbegin(), m_pieces.pieces.cend(), [line](const TextPiece &piece) { return piece.line >= line; });
    if (first == m_pieces.pieces.cend())
        return;
    auto row = static_cast<unsigned long>(first - m_pieces.pieces.cbegin());
    long position = SendScintilla(S::SCI_POSITIONFROMLINE, row);
    for (int left = column - 1; left > 0;) {
        const long end = SendScintilla(S::SCI_GETLINEENDPOSITION, row);
        const long characters = SendScintilla(S::SCI_COUNTCHARACTERS, static_cast<unsigned long>(position), end);
        if (left <= characters || m_pieces.pieces[static_cast<qsizetype>(row)].last) {
            const long wanted = SendScintilla(S::SCI_POSITIONRELATIVE, static_cast<unsigned long>(position), static_cast<long>(left));
            position = left <= characters ? wanted : end;
            break;
        }
        left -= static_cast<int>(characters);
        position = SendScintilla(S::SCI_POSITIONFROMLINE, ++row);
    }
    SendScintilla(S::SCI_GOTOPOS, static_cast<unsigned long>(position));
}

qsizetype PieceText::offsetOf(long position) const
{
    const long row = SendScintilla(S::SCI_LINEFROMPOSITION, static_cast<unsigned long>(position));
    const long start = SendScintilla(S::SCI_POSITIONFROMLINE, static_cast<unsigned long>(row));
    if (row >= m_pieces.pieces.size())
        return m_text.size();
    return m_pieces.pieces[row].begin + (position - start);
}

QByteArray PieceText::selectedBytes() const
{
    const qsizetype begin = offsetOf(SendScintilla(S::SCI_GETSELECTIONSTART));
    const qsizetype end = offsetOf(SendScintilla(S::SCI_GETSELECTIONEND));
    return m_text.sliced(begin, std::max<qsizetype>(end - begin, 0));
}

QMimeData *PieceText::toMimeData(const QByteArray &text, bool rectangular) const
{
    QMimeData *mime = QsciScintilla::toMimeData(text, rectangular);
    if (!rectangular)
        mime->setText(QString::fromUtf8(selectedBytes()));
    return mime;
}

bool PieceText::focusNextPrevChild(bool next)
{
    // QScintilla would keep Tab to itself; from a text that is only read it leads on.
    return QAbstractScrollArea::focusNextPrevChild(next); // NOLINT(bugprone-parent-virtual-call)
}

void PieceText::updateMargin()
{
    const int digits = std::max(3, static_cast<int>(QByteArray::number(m_pieces.lines).size()));
    const QByteArray widest(digits + 2, '9');
    setMarginWidth(0, static_cast<int>(SendScintilla(S::SCI_TEXTWIDTH, static_cast<uintptr_t>(S::STYLE_LINENUMBER), widest.constData())));
}

void PieceText::paintEvent(QPaintEvent *event)
{
    QsciScintilla::paintEvent(event);
    QPainter painter(viewport());
    painter.setClipRect(event->rect());
    const int width = marginWidth(0);
    painter.setPen(m_colors.border);
    painter.drawLine(width, event->rect().top(), width, event->rect().bottom());
    QFont font = m_colors.textFont;
    font.setPointSizeF(std::max(2.0, font.pointSizeF() + static_cast<double>(SendScintilla(S::SCI_GETZOOM))));
    painter.setFont(font);
    painter.setPen(m_colors.muted);
    const int height = scintilla::lineHeight(*this);
    const long first = SendScintilla(S::SCI_GETFIRSTVISIBLELINE);
    const int gap = painter.fontMetrics().horizontalAdvance(QLatin1Char('9'));
    for (long row = first; row < m_pieces.pieces.size(); ++row) {
        const QRect place(0, static_cast<int>(row - first) * height, width - gap, height);
        if (place.top() > event->rect().bottom())
            break;
        const TextPiece &piece = m_pieces.pieces[row];
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, piece.first ? QString::number(piece.line) : QStringLiteral("↪"));
    }
}

} // namespace verderer
