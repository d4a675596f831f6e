// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diff/diff_pane.h"

#include "ui/editor/scintilla_support.h"

#include <QKeyEvent>
#include <QMimeData>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace verderer {

namespace {

using S = QsciScintillaBase;

constexpr int markerMargin = 0; // numbers and signs, painted by us
constexpr int removedIndicator = 8;
constexpr int addedIndicator = 9;
constexpr int opaque = 255;

unsigned long styleOf(DiffRowKind kind)
{
    return static_cast<unsigned long>(kind);
}

} // namespace

DiffPane::DiffPane(QWidget *parent) : QsciScintilla(parent)
{
    scintilla::setUp(*this);
    setReadOnly(true);
    setMarginType(markerMargin, QsciScintilla::SymbolMarginDefaultBackgroundColor);
    setMarginMarkerMask(markerMargin, 0);
    setMarginWidth(1, 0);
    for (const int indicator : {removedIndicator, addedIndicator}) {
        const auto number = static_cast<unsigned long>(indicator);
        SendScintilla(S::SCI_INDICSETSTYLE, number, static_cast<long>(S::INDIC_STRAIGHTBOX));
        SendScintilla(S::SCI_INDICSETALPHA, number, static_cast<long>(opaque));
        SendScintilla(S::SCI_INDICSETOUTLINEALPHA, number, static_cast<long>(opaque));
        SendScintilla(S::SCI_INDICSETUNDER, number, 1L);
    }
    // Scintilla keeps quiet about scrolling by key or by message; it tells of that when it paints.
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &DiffPane::sightChanged);
    connect(horizontalScrollBar(), &QScrollBar::valueChanged, this, &DiffPane::sideScrolled);
    connect(this, &QsciScintillaBase::SCN_UPDATEUI, this, [this](int updated) {
        if ((updated & S::SC_UPDATE_V_SCROLL) != 0)
            Q_EMIT sightChanged();
        if ((updated & S::SC_UPDATE_H_SCROLL) != 0)
            Q_EMIT sideScrolled(static_cast<int>(SendScintilla(S::SCI_GETXOFFSET)));
    });
    connect(this, &QsciScintillaBase::SCN_ZOOM, this, [this] {
        updateMargins();
        Q_EMIT sightChanged();
    });
}

void DiffPane::setRows(const DiffRows *rows, DiffRows::Side side)
{
    m_rows = rows;
    m_side = side;
    m_currentHunk = -1;
    const DiffRows::PaneText pane = rows != nullptr ? rows->paneText(side) : DiffRows::PaneText{};
    m_marked = QBitArray(rows != nullptr ? rows->rows().size() : 0);
    scintilla::setBytes(*this, pane.text);
    SendScintilla(S::SCI_SETSCROLLWIDTH, 1UL);
    SendScintilla(S::SCI_STARTSTYLING, 0UL, 0L);
    SendScintilla(S::SCI_SETSTYLINGEX, static_cast<uintptr_t>(pane.kinds.size()), pane.kinds.constData());
    updateMargins();
    viewport()->update();
}

void DiffPane::setColors(const DiffColors &colors)
{
    m_colors = colors;
    scintilla::applyColors(*this, colors.editor, colors.editor.surface);
    const auto lineStyle = [this](DiffRowKind kind, const QColor &background) {
        SendScintilla(S::SCI_STYLESETBACK, styleOf(kind), background);
        SendScintilla(S::SCI_STYLESETEOLFILLED, styleOf(kind), 1L);
    };
    lineStyle(DiffRowKind::Removed, colors.removed);
    lineStyle(DiffRowKind::Added, colors.added);
    lineStyle(DiffRowKind::Filler, colors.window);
    SendScintilla(S::SCI_INDICSETFORE, static_cast<unsigned long>(removedIndicator), colors.removedWord);
    SendScintilla(S::SCI_INDICSETFORE, static_cast<unsigned long>(addedIndicator), colors.addedWord);
    updateMargins();
}

void DiffPane::setCurrentHunk(int hunk)
{
    if (hunk == m_currentHunk)
        return;
    m_currentHunk = hunk;
    viewport()->update();
}

int DiffPane::firstRow() const
{
    return static_cast<int>(SendScintilla(S::SCI_GETFIRSTVISIBLELINE));
}

int DiffPane::rowsInSight() const
{
    return std::max(1, static_cast<int>(SendScintilla(S::SCI_LINESONSCREEN)));
}

void DiffPane::scrollToRow(qsizetype row)
{
    const int before = firstRow();
    SendScintilla(S::SCI_SETFIRSTVISIBLELINE, static_cast<unsigned long>(std::max<qsizetype>(row, 0)));
    if (firstRow() != before)
        Q_EMIT sightChanged();
}

bool DiffPane::hasWords(qsizetype row) const
{
    return m_marked.testBit(row);
}

void DiffPane::markWords(qsizetype row, const QList<Range> &words)
{
    m_marked.setBit(row);
    if (words.isEmpty())
        return;
    const DiffRow &place = m_rows->rows()[row];
    const ShownLine line = m_rows->shown(place, m_side);
    const long start = SendScintilla(S::SCI_POSITIONFROMLINE, static_cast<unsigned long>(row)) + (line.cutBefore ? DiffRows::ellipsis().size() : 0);
    const bool old = m_rows->source(place, m_side).old;
    SendScintilla(S::SCI_SETINDICATORCURRENT, static_cast<unsigned long>(old ? removedIndicator : addedIndicator));
    for (const Range &word : words) {
        const qsizetype begin = std::max(word.begin, line.bytes.begin);
        const qsizetype end = std::min(word.end, line.bytes.end);
        if (begin < end)
            SendScintilla(S::SCI_INDICATORFILLRANGE, static_cast<unsigned long>(start + (begin - line.bytes.begin)), static_cast<long>(end - begin));
    }
}

void DiffPane::clearWords()
{
    m_marked.fill(false);
    const long length = SendScintilla(S::SCI_GETLENGTH);
    for (const int indicator : {removedIndicator, addedIndicator}) {
        SendScintilla(S::SCI_SETINDICATORCURRENT, static_cast<unsigned long>(indicator));
        SendScintilla(S::SCI_INDICATORCLEARRANGE, 0UL, length);
    }
}

qsizetype DiffPane::offsetInRow(long position, qsizetype *row) const
{
    *row = SendScintilla(S::SCI_LINEFROMPOSITION, static_cast<unsigned long>(position));
    return position - SendScintilla(S::SCI_POSITIONFROMLINE, static_cast<unsigned long>(*row));
}

QByteArray DiffPane::selectedBytes() const
{
    if (m_rows == nullptr || SendScintilla(S::SCI_GETSELECTIONEMPTY) != 0)
        return {};
    qsizetype firstRow = 0;
    qsizetype lastRow = 0;
    const qsizetype from = offsetInRow(SendScintilla(S::SCI_GETSELECTIONSTART), &firstRow);
    const qsizetype to = offsetInRow(SendScintilla(S::SCI_GETSELECTIONEND), &lastRow);
    // Where in its line an offset of a row stands; in a cut row the ellipses stand for what they leave out.
    const auto place = [this](qsizetype row, qsizetype offset) -> qsizetype {
        const DiffRow &shownRow = m_rows->rows()[row];
        const Range line = m_rows->lineBytes(m_rows->source(shownRow, m_side));
        const ShownLine shown = m_rows->shown(shownRow, m_side);
        const qsizetype lead = shown.cutBefore ? DiffRows::ellipsis().size() : 0;
        if (offset == 0)
            return line.begin;
        const qsizetype inside = std::max<qsizetype>(offset - lead, 0);
        return shown.bytes.begin + std::min(inside, shown.bytes.size());
    };
    const auto sourceAt = [this](qsizetype row) {
        return row < m_rows->rows().size() ? m_rows->source(m_rows->rows()[row], m_side) : DiffRows::Source{};
    };
    const DiffRows::Source first = sourceAt(firstRow);
    const DiffRows::Source last = sourceAt(lastRow);
    if (firstRow == lastRow)
        return first.line < 0 ? QByteArray() : m_rows->text(first.old).sliced(place(firstRow, from), place(lastRow, to) - place(firstRow, from));
    QByteArray result;
    if (first.line >= 0)
        result += m_rows->text(first.old).sliced(place(firstRow, from), m_rows->lineBytes(first).end - place(firstRow, from));
    result += m_rows->sourceLines(firstRow + 1, lastRow - 1, m_side);
    if (last.line >= 0)
        result += m_rows->text(last.old).sliced(m_rows->lineBytes(last).begin, place(lastRow, to) - m_rows->lineBytes(last).begin);
    return result;
}

QMimeData *DiffPane::toMimeData(const QByteArray &text, bool rectangular) const
{
    QMimeData *mime = QsciScintilla::toMimeData(text, rectangular);
    if (!rectangular)
        mime->setText(QString::fromUtf8(selectedBytes()));
    return mime;
}

bool DiffPane::focusNextPrevChild(bool next)
{
    // QScintilla would keep Tab to itself; from a text that is only read it leads on.
    return QAbstractScrollArea::focusNextPrevChild(next); // NOLINT(bugprone-parent-virtual-call)
}

void DiffPane::keyPressEvent(QKeyEvent *event)
{
    // Keys of the view, which a scroll area would take for plain arrows.
    if ((event->modifiers() & Qt::AltModifier) != 0 && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)) {
        event->ignore();
        return;
    }
    const int before = firstRow();
    QsciScintilla::keyPressEvent(event);
    if (firstRow() != before)
        Q_EMIT sightChanged();
}

void DiffPane::resizeEvent(QResizeEvent *event)
{
    QsciScintilla::resizeEvent(event);
    Q_EMIT sightChanged();
}

void DiffPane::wheelEvent(QWheelEvent *event)
{
    // Zooming one pane alone would set the rows of the two at different heights.
    if ((event->modifiers() & Qt::ControlModifier) != 0) {
        event->ignore();
        return;
    }
    QsciScintilla::wheelEvent(event);
}

QFont DiffPane::zoomedFont() const
{
    QFont font = m_colors.editor.textFont;
    if (font.pointSizeF() > 0)
        font.setPointSizeF(std::max(2.0, font.pointSizeF() + static_cast<double>(SendScintilla(S::SCI_GETZOOM))));
    return font;
}

void DiffPane::updateMargins()
{
    const auto digitsOf = [this](bool old) {
        int most = 0;
        if (m_rows != nullptr && !m_rows->rows().isEmpty()) {
            for (auto row = m_rows->rows().crbegin(); row != m_rows->rows().crend() && most == 0; ++row)
                most = std::max(0, (old ? row->oldLine : row->newLine) + 1);
        }
        return std::max<int>(3, static_cast<int>(QByteArray::number(most).size()));
    };
    const QByteArray digits(std::max(digitsOf(true), digitsOf(false)) + 1, '9');
    m_numberWidth = static_cast<int>(SendScintilla(S::SCI_TEXTWIDTH, static_cast<uintptr_t>(S::STYLE_LINENUMBER), digits.constData()));
    const int signWidth = static_cast<int>(SendScintilla(S::SCI_TEXTWIDTH, static_cast<uintptr_t>(S::STYLE_LINENUMBER), "99"));
    setMarginWidth(markerMargin, m_numberWidth * (m_side == DiffRows::Side::Both ? 2 : 1) + signWidth + 1);
}

void DiffPane::paintEvent(QPaintEvent *event)
{
    QsciScintilla::paintEvent(event);
    if (m_rows == nullptr)
        return;
    QPainter painter(viewport());
    painter.setClipRect(event->rect());
    const int height = scintilla::lineHeight(*this);
    const int margin = marginWidth(markerMargin);
    const auto gap = static_cast<int>(SendScintilla(S::SCI_GETMARGINLEFT)); // between margin and text; Scintilla leaves it plain
    const int width = viewport()->width();
    const qsizetype first = firstRow() + event->rect().top() / height;
    painter.setFont(zoomedFont());
    for (qsizetype i = first; i < m_rows->rows().size(); ++i) {
        const int top = static_cast<int>(i - firstRow()) * height;
        if (top > event->rect().bottom())
            break;
        const DiffRow &row = m_rows->rows()[i];
        if (m_rows->kind(row, m_side) == DiffRowKind::Filler)
            paintFiller(painter, QRect(margin, top, width - margin, height));
        else if (row.hunk >= 0)
            paintEndingNote(painter, QRect(margin, top, width - margin, height), i);
        paintMargin(painter, QRect(0, top, margin + gap, height), row);
    }
    painter.setPen(m_colors.editor.border);
    painter.drawLine(margin - 1, event->rect().top(), margin - 1, event->rect().bottom());
}

void DiffPane::paintMargin(QPainter &painter, const QRect &place, const DiffRow &row) const
{
    const DiffRowKind kind = m_rows->kind(row, m_side);
    if (kind == DiffRowKind::Removed)
        painter.fillRect(place, m_colors.removed);
    else if (kind == DiffRowKind::Added)
        painter.fillRect(place, m_colors.added);
    const int gap = painter.fontMetrics().horizontalAdvance(QLatin1Char('9')) / 2;
    const auto number = [&](int line, int left) {
        if (line >= 0)
            painter.drawText(QRect(left, place.top(), m_numberWidth - gap, place.height()), Qt::AlignRight | Qt::AlignVCenter,
                             QString::number(line + 1));
    };
    painter.setPen(kind == DiffRowKind::Same || kind == DiffRowKind::Filler ? m_colors.editor.muted : m_colors.editor.text);
    int right = m_numberWidth;
    if (m_side == DiffRows::Side::Both) {
        number(row.oldLine, 0);
        number(row.newLine, m_numberWidth);
        right += m_numberWidth;
    } else {
        number(m_side == DiffRows::Side::Old ? row.oldLine : row.newLine, 0);
    }
    if (kind == DiffRowKind::Removed || kind == DiffRowKind::Added) {
        const bool added = kind == DiffRowKind::Added;
        const QFont font = painter.font();
        QFont bold = font;
        bold.setBold(true);
        painter.setFont(bold);
        painter.setPen(added ? m_colors.addedMark : m_colors.removedMark);
        painter.drawText(QRect(right, place.top(), marginWidth(markerMargin) - right, place.height()), Qt::AlignCenter,
                         added ? QStringLiteral("+") : QStringLiteral("−"));
        painter.setFont(font);
    }
    if (row.hunk >= 0 && row.hunk == m_currentHunk)
        painter.fillRect(QRect(0, place.top(), std::max(3, gap / 2), place.height()), m_colors.editor.accent);
}

void DiffPane::paintFiller(QPainter &painter, const QRect &place) const
{
    // Lines that run through from row to row, so that a block of fillers is one hatched field.
    constexpr int step = 8;
    painter.save();
    painter.setClipRect(place, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_colors.editor.border);
    const int absoluteTop = place.top() + firstRow() * place.height();
    const int start = place.left() - place.height() - step + (step - (absoluteTop + place.height()) % step) % step;
    for (int x = start; x < place.right() + step; x += step)
        painter.drawLine(x, place.bottom() + 1, x + place.height(), place.bottom() + 1 - place.height());
    painter.restore();
}

void DiffPane::paintEndingNote(QPainter &painter, const QRect &place, qsizetype row) const
{
    const QString note = m_rows->endingNote(m_rows->rows()[row], m_side);
    if (note.isEmpty())
        return;
    const long end = SendScintilla(S::SCI_GETLINEENDPOSITION, static_cast<unsigned long>(row));
    const int x = static_cast<int>(SendScintilla(S::SCI_POINTXFROMPOSITION, 0UL, end));
    if (x < place.left())
        return;
    const bool old = m_rows->source(m_rows->rows()[row], m_side).old;
    const QFont font = painter.font();
    QFont small = m_colors.editor.interfaceFont;
    painter.setFont(small);
    const int gap = painter.fontMetrics().horizontalAdvance(QLatin1Char('0'));
    const QRect box(x + gap, place.top() + 2, painter.fontMetrics().horizontalAdvance(note) + gap, place.height() - 4);
    painter.fillRect(box, old ? m_colors.removedWord : m_colors.addedWord);
    painter.setPen(m_colors.editor.text);
    painter.drawText(box, Qt::AlignCenter, note);
    painter.setFont(font);
}

} // namespace verderer
