// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/skill_text_edit.h"

#include "ui/editor/problem_annotations.h"
#include "ui/editor/scintilla_support.h"
#include "ui/editor/skill_highlighter.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>

namespace verderer {

namespace {

using S = QsciScintillaBase;

constexpr int numberMargin = 0;
constexpr int signMargin = 1;
constexpr int gapMargin = 2;
constexpr int problemMarker = 20;
constexpr int problemIndicator = 10;
constexpr int leastZoom = -6;
constexpr int mostZoom = 24;

} // namespace

SkillTextEdit::SkillTextEdit(QWidget *parent) : QsciScintilla(parent), m_lineEnding(QByteArrayLiteral("\n"))
{
    scintilla::setUp(*this);
    m_annotations = std::make_unique<ProblemAnnotations>(*this, signMargin, problemMarker, problemIndicator);
    setAccessibleName(tr("Text"));

    setMarginType(numberMargin, QsciScintilla::NumberMargin);
    setMarginType(signMargin, QsciScintilla::SymbolMarginDefaultBackgroundColor);
    setMarginType(gapMargin, QsciScintilla::SymbolMarginColor);
    for (const int margin : {numberMargin, signMargin, gapMargin}) // no margin shows markers: signs are painted
        setMarginMarkerMask(margin, 0);
    setEolMode(QsciScintilla::EolUnix);
    setAutoIndent(false);
    setIndentationsUseTabs(false);
    setTabWidth(4);
    setIndentationWidth(2);
    setTabIndents(true);
    setBackspaceUnindents(false);
    setCaretLineVisible(true);
    SendScintilla(S::SCI_SETMULTIPLESELECTION, 0UL);
    SendScintilla(S::SCI_SETMOUSEWHEELCAPTURES, 0UL);

    connect(this, &QsciScintillaBase::SCN_STYLENEEDED, this, &SkillTextEdit::styleUpTo);
    connect(this, &QsciScintillaBase::SCN_MODIFIED, this,
            [this](int position, int type, const char *, int length, int linesAdded) { onModified(position, type, length, linesAdded); });
    connect(this, &QsciScintillaBase::SCN_UPDATEUI, this, &SkillTextEdit::onCaretMaybeMoved);
    connect(this, &QsciScintillaBase::SCN_ZOOM, this, &SkillTextEdit::onZoomed);

    EditorColors plain;
    plain.surface = palette().color(QPalette::Base);
    plain.margin = palette().color(QPalette::Window);
    plain.border = palette().color(QPalette::Mid);
    plain.text = palette().color(QPalette::Text);
    plain.muted = plain.accent = plain.key = plain.string = plain.comment = plain.text;
    plain.caretLine = palette().color(QPalette::AlternateBase);
    plain.selection = palette().color(QPalette::Highlight);
    plain.error = plain.warning = plain.information = {plain.text, plain.margin};
    plain.textFont = font();
    plain.interfaceFont = font();
    setColors(plain);
}

SkillTextEdit::~SkillTextEdit() = default;

void SkillTextEdit::setBytes(const QByteArray &bytes)
{
    m_loading = true;
    m_annotations->setProblems({}, {});
    m_lineEnding = scintilla::dominantLineEnding(bytes);
    if (m_lineEnding == "\r\n")
        setEolMode(QsciScintilla::EolWindows);
    else
        setEolMode(m_lineEnding == "\r" ? QsciScintilla::EolMac : QsciScintilla::EolUnix);
    scintilla::setBytes(*this, bytes);
    SendScintilla(S::SCI_SETSCROLLWIDTH, 1UL);
    m_loading = false;
    m_styledEnd = 0;
    m_touchedEnd = -1;
    m_marginDigits = 0;
    updateMargins();
    onCaretMaybeMoved();
}

QByteArray SkillTextEdit::bytes() const
{
    return scintilla::bytes(*this);
}

void SkillTextEdit::applyBytes(const QByteArray &bytes)
{
    const QByteArray present = this->bytes();
    if (present == bytes)
        return;
    const qsizetype shorter = std::min(present.size(), bytes.size());
    qsizetype head = 0;
    while (head < shorter && present[head] == bytes[head])
        ++head;
    qsizetype tail = 0;
    while (tail < shorter - head && present[present.size() - 1 - tail] == bytes[bytes.size() - 1 - tail])
        ++tail;
    // Whole lines are exchanged, so that no character and no CRLF is taken apart on the way.
    while (head > 0 && present[head - 1] != '\n')
        --head;
    while (tail > 0 && present[present.size() - tail - 1] != '\n')
        --tail;
    const bool readOnly = isReadOnly();
    SendScintilla(S::SCI_SETREADONLY, 0UL);
    replaceRange(head, present.size() - tail, bytes.sliced(head, bytes.size() - tail - head));
    SendScintilla(S::SCI_SETREADONLY, readOnly ? 1UL : 0UL);
}

void SkillTextEdit::replaceRange(long begin, long end, const QByteArray &replacement)
{
    SendScintilla(S::SCI_BEGINUNDOACTION);
    SendScintilla(S::SCI_SETTARGETRANGE, static_cast<unsigned long>(begin), end);
    SendScintilla(S::SCI_REPLACETARGET, static_cast<uintptr_t>(replacement.size()), replacement.constData());
    SendScintilla(S::SCI_ENDUNDOACTION);
}

void SkillTextEdit::markSaved()
{
    SendScintilla(S::SCI_SETSAVEPOINT);
}

QByteArray SkillTextEdit::lineEnding() const
{
    return m_lineEnding;
}

void SkillTextEdit::setProblems(const QList<Problem> &problems, const QStringList &fixLabels)
{
    m_annotations->setProblems(problems, fixLabels);
    viewport()->update();
}

QList<Problem> SkillTextEdit::problems() const
{
    return m_annotations->problems();
}

void SkillTextEdit::setHighlighting(Highlighting highlighting)
{
    if (m_highlighting == highlighting)
        return;
    m_highlighting = highlighting;
    m_styledEnd = 0;
    SendScintilla(S::SCI_STARTSTYLING, 0UL, 0L);
    viewport()->update();
}

void SkillTextEdit::setColors(const EditorColors &colors)
{
    using namespace skill_highlighter;
    m_colors = colors;
    const QColor background = isReadOnly() ? colors.margin : colors.surface;
    scintilla::applyColors(*this, colors, background);
    QFont bold = colors.textFont;
    bold.setBold(true);
    QFont italic = colors.textFont;
    italic.setItalic(true);
    const auto style = [&](Style number, const QFont &font, const QColor &color) { scintilla::setStyle(*this, number, font, color, background); };
    style(FrontMatterFence, colors.textFont, colors.muted);
    style(Key, colors.textFont, colors.key);
    style(Comment, colors.textFont, colors.comment);
    style(QuotedScalar, colors.textFont, colors.string);
    style(Heading, bold, colors.text);
    style(Emphasis, italic, colors.string);
    style(Strong, bold, colors.string);
    style(Code, colors.textFont, colors.string);
    style(Link, colors.textFont, colors.accent);
    style(Quote, colors.textFont, colors.muted);
    style(ListMark, colors.textFont, colors.accent);
    setMarginBackgroundColor(gapMargin, colors.border);
    m_annotations->setColors(colors);
    setCaretLineVisible(!isReadOnly());
    m_marginDigits = 0;
    updateMargins();
}

void SkillTextEdit::setReadOnly(bool readOnly)
{
    if (readOnly == isReadOnly())
        return;
    QsciScintilla::setReadOnly(readOnly);
    setColors(m_colors);
}

void SkillTextEdit::setWordWrap(bool wrap)
{
    setWrapMode(wrap ? QsciScintilla::WrapWord : QsciScintilla::WrapNone);
    SendScintilla(S::SCI_SETWRAPINDENTMODE, static_cast<unsigned long>(S::SC_WRAPINDENT_SAME));
}

int SkillTextEdit::caretLine() const
{
    return static_cast<int>(SendScintilla(S::SCI_LINEFROMPOSITION, static_cast<unsigned long>(SendScintilla(S::SCI_GETCURRENTPOS)))) + 1;
}

int SkillTextEdit::caretColumn() const
{
    return scintilla::columnOf(*this, SendScintilla(S::SCI_GETCURRENTPOS)) + 1;
}

void SkillTextEdit::goTo(int line, int column)
{
    const int lastLine = static_cast<int>(SendScintilla(S::SCI_GETLINECOUNT)) - 1;
    const auto target = static_cast<unsigned long>(std::clamp(line - 1, 0, lastLine));
    const long start = SendScintilla(S::SCI_POSITIONFROMLINE, target);
    const long end = SendScintilla(S::SCI_GETLINEENDPOSITION, target);
    long position = start;
    if (column > 1) {
        // Beyond the end of the text SCI_POSITIONRELATIVE answers 0.
        position = SendScintilla(S::SCI_POSITIONRELATIVE, static_cast<unsigned long>(start), static_cast<long>(column - 1));
        if (position == 0 || position > end)
            position = end;
    }
    SendScintilla(S::SCI_GOTOPOS, static_cast<unsigned long>(position));
}

void SkillTextEdit::setZoom(int points)
{
    SendScintilla(S::SCI_SETZOOM, static_cast<long>(std::clamp(points, leastZoom, mostZoom)));
}

int SkillTextEdit::zoom() const
{
    return static_cast<int>(SendScintilla(S::SCI_GETZOOM));
}

void SkillTextEdit::setText(const QString &text)
{
    setBytes(text.toUtf8());
}

QString SkillTextEdit::text() const
{
    return QString::fromUtf8(bytes());
}

bool SkillTextEdit::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        // Keys of the editor that a shortcut of the window must not take while the caret is here.
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool control = key->modifiers() == Qt::ControlModifier;
        if (control && (key->key() == Qt::Key_Period || key->key() == Qt::Key_0)) {
            event->accept();
            return true;
        }
    }
    return QsciScintilla::event(event);
}

void SkillTextEdit::keyPressEvent(QKeyEvent *event)
{
    const Qt::KeyboardModifiers modifiers = event->modifiers() & ~Qt::KeypadModifier;
    if (event->key() == Qt::Key_Escape && modifiers == Qt::NoModifier) {
        m_tabLeaves = true;
        if (SendScintilla(S::SCI_GETSELECTIONEMPTY) != 0) {
            event->ignore(); // nothing to give up here: the page may want it
            return;
        }
        SendScintilla(S::SCI_SETEMPTYSELECTION, static_cast<unsigned long>(SendScintilla(S::SCI_GETCURRENTPOS)));
        return;
    }
    m_tabLeaves = false;
    if (modifiers != Qt::NoModifier && event->matches(QKeySequence::Paste)) {
        paste();
        return;
    }
    if ((modifiers & Qt::ControlModifier) != 0 && (modifiers & (Qt::AltModifier | Qt::MetaModifier)) == 0) {
        switch (event->key()) {
        case Qt::Key_Period:
            if (!askForQuickFix())
                event->ignore();
            return;
        case Qt::Key_0:
            setZoom(0);
            return;
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            setZoom(zoom() + 1);
            return;
        case Qt::Key_Minus:
            setZoom(zoom() - 1);
            return;
        default:
            break;
        }
    }
    QsciScintilla::keyPressEvent(event);
}

bool SkillTextEdit::focusNextPrevChild(bool next)
{
    if (!isReadOnly() && !m_tabLeaves)
        return false;
    m_tabLeaves = false;
    // Past QScintilla, which would keep Tab to itself.
    return QAbstractScrollArea::focusNextPrevChild(next); // NOLINT(bugprone-parent-virtual-call)
}

bool SkillTextEdit::askForQuickFix()
{
    const std::optional<Problem> problem = m_annotations->fixForLine(caretLine() - 1);
    if (problem)
        Q_EMIT quickFixRequested(*problem);
    return problem.has_value();
}

void SkillTextEdit::mouseMoveEvent(QMouseEvent *event)
{
    QsciScintilla::mouseMoveEvent(event);
    if (event->buttons() == Qt::NoButton && m_annotations->fixAt(event->position().toPoint()))
        viewport()->setCursor(Qt::PointingHandCursor);
}

void SkillTextEdit::mouseReleaseEvent(QMouseEvent *event)
{
    QsciScintilla::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton || SendScintilla(S::SCI_GETSELECTIONEMPTY) == 0)
        return;
    if (const std::optional<Problem> problem = m_annotations->fixAt(event->position().toPoint()))
        Q_EMIT quickFixRequested(*problem);
}

void SkillTextEdit::wheelEvent(QWheelEvent *event)
{
    if ((event->modifiers() & Qt::ControlModifier) != 0) {
        if (event->angleDelta().y() != 0)
            setZoom(zoom() + (event->angleDelta().y() > 0 ? 1 : -1));
        event->accept();
        return;
    }
    QsciScintilla::wheelEvent(event);
}

void SkillTextEdit::paintEvent(QPaintEvent *event)
{
    QsciScintilla::paintEvent(event);
    if (m_annotations->isEmpty())
        return;
    QPainter painter(viewport());
    painter.setClipRect(event->rect());
    m_annotations->paint(painter, event->rect());
}

void SkillTextEdit::styleUpTo(int position)
{
    const auto endStyled = static_cast<unsigned long>(SendScintilla(S::SCI_GETENDSTYLED));
    if (m_highlighting == Highlighting::None) {
        SendScintilla(S::SCI_STARTSTYLING, endStyled, 0L);
        SendScintilla(S::SCI_SETSTYLING, static_cast<unsigned long>(position) - endStyled, 0L);
        return;
    }
    const long first = SendScintilla(S::SCI_LINEFROMPOSITION, endStyled);
    const long last = SendScintilla(S::SCI_LINEFROMPOSITION, static_cast<unsigned long>(position));
    const long begin = SendScintilla(S::SCI_POSITIONFROMLINE, static_cast<unsigned long>(first));
    long end = SendScintilla(S::SCI_POSITIONFROMLINE, static_cast<unsigned long>(last + 1));
    if (end < begin)
        end = SendScintilla(S::SCI_GETLENGTH);
    if (end <= begin)
        return;
    // A copy: the pointer to the text itself would make Scintilla move a gap of the size of the text with each key.
    const QByteArray text = scintilla::bytes(*this, begin, end);
    const auto stateOf = [this](long line) { return static_cast<int>(SendScintilla(S::SCI_GETLINESTATE, static_cast<unsigned long>(line))); };
    QByteArray styles(end - begin, Qt::Uninitialized);
    int state = first == 0 ? skill_highlighter::startOfText : stateOf(first - 1);
    long lineStart = begin;
    bool converged = false;
    for (long line = first; line <= last && !converged; ++line) {
        const long next = line == last ? end : SendScintilla(S::SCI_POSITIONFROMLINE, static_cast<unsigned long>(line + 1));
        state = skill_highlighter::styleLine(QByteArrayView(text).sliced(lineStart - begin, next - lineStart), state,
                                             styles.data() + (lineStart - begin));
        // A line that was not touched hands on what it did before: what follows it is styled already.
        converged = !m_changing && lineStart > m_touchedEnd && next < m_styledEnd && state == stateOf(line);
        SendScintilla(S::SCI_SETLINESTATE, static_cast<unsigned long>(line), static_cast<long>(state));
        lineStart = next;
    }
    SendScintilla(S::SCI_STARTSTYLING, static_cast<unsigned long>(begin), 0L);
    SendScintilla(S::SCI_SETSTYLINGEX, static_cast<uintptr_t>(lineStart - begin), styles.constData());
    if (m_touchedEnd < lineStart)
        m_touchedEnd = -1;
    if (!converged) {
        m_styledEnd = lineStart;
        m_styledWhileChanging = true;
        return;
    }
    SendScintilla(S::SCI_STARTSTYLING, static_cast<unsigned long>(m_styledEnd), 0L);
    if (m_styledEnd < position)
        styleUpTo(position);
}

void SkillTextEdit::onModified(int position, int type, int length, int linesAdded)
{
    if (m_loading)
        return;
    if ((type & (S::SC_MOD_BEFOREINSERT | S::SC_MOD_BEFOREDELETE)) != 0) {
        m_changing = true;
        m_styledWhileChanging = false;
    }
    if ((type & (S::SC_MOD_INSERTTEXT | S::SC_MOD_DELETETEXT)) == 0)
        return;
    m_changing = false;
    const bool inserted = (type & S::SC_MOD_INSERTTEXT) != 0;
    const auto moved = [&](long end) {
        if (end < position)
            return end;
        return inserted ? end + length : std::max<long>(position, end - length);
    };
    if (!m_styledWhileChanging)
        m_styledEnd = moved(m_styledEnd);
    m_touchedEnd = std::max<long>(moved(m_touchedEnd), position + (inserted ? length : 0));
    if (linesAdded != 0)
        updateMargins();
    Q_EMIT textEdited();
}

void SkillTextEdit::onCaretMaybeMoved()
{
    const int line = caretLine();
    const int column = caretColumn();
    if (line == m_caretLine && column == m_caretColumn)
        return;
    m_caretLine = line;
    m_caretColumn = column;
    Q_EMIT caretMoved(line, column);
}

void SkillTextEdit::onZoomed()
{
    m_marginDigits = 0;
    updateMargins();
    Q_EMIT zoomChanged(zoom());
}

void SkillTextEdit::updateMargins()
{
    const int digits = std::max(3, static_cast<int>(QByteArray::number(lines()).size()));
    if (digits == m_marginDigits)
        return;
    m_marginDigits = digits;
    const QByteArray widest(digits + 1, '9');
    const long digitsWidth = SendScintilla(S::SCI_TEXTWIDTH, static_cast<uintptr_t>(S::STYLE_LINENUMBER), widest.constData());
    const long signWidth = SendScintilla(S::SCI_TEXTWIDTH, static_cast<uintptr_t>(S::STYLE_LINENUMBER), "99");
    setMarginWidth(numberMargin, static_cast<int>(digitsWidth));
    setMarginWidth(signMargin, static_cast<int>(signWidth));
    setMarginWidth(gapMargin, 1);
}

} // namespace verderer
