// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diff/diff_view.h"

#include "ui/diff/diff_overview.h"
#include "ui/diff/diff_pane.h"
#include "ui/diff/diff_rows.h"
#include "ui/diff/word_marks.h"
#include "ui/editor/text_limits.h"

#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>

namespace verderer {

namespace {

constexpr int wordBudgetMs = 4; // of a frame's 16
constexpr int leastZoom = -6;
constexpr int mostZoom = 24;

QLabel *makeLabel(QWidget *parent, const char *objectName)
{
    auto *label = new QLabel(parent);
    label->setObjectName(QLatin1String(objectName));
    label->setTextFormat(Qt::PlainText);
    label->setAutoFillBackground(true);
    label->setContentsMargins(8, 4, 8, 4);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    return label;
}

QWidget *makeSide(QWidget *parent, QLabel *label, DiffPane *pane)
{
    auto *side = new QWidget(parent);
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(label);
    layout->addWidget(pane, 1);
    return side;
}

} // namespace

DiffView::DiffView(QWidget *parent) : QWidget(parent)
{
    m_wordTimer = new QTimer(this);
    m_wordTimer->setSingleShot(true);
    m_wordTimer->setInterval(0);
    connect(m_wordTimer, &QTimer::timeout, this, &DiffView::markVisibleWords);

    m_note = makeLabel(this, "diffNote");
    m_note->setWordWrap(true);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    m_note->hide();
    m_message = new QLabel(this);
    m_message->setObjectName(QStringLiteral("diffMessage"));
    m_message->setAlignment(Qt::AlignCenter);
    m_message->setWordWrap(true);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setAutoFillBackground(true);

    auto *page = new QWidget(this);
    m_splitter = new QSplitter(Qt::Horizontal, page);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(1);
    m_oldLabel = makeLabel(m_splitter, "oldLabel");
    m_newLabel = makeLabel(m_splitter, "newLabel");
    m_left = new DiffPane(m_splitter);
    m_left->setObjectName(QStringLiteral("oldPane"));
    m_right = new DiffPane(m_splitter);
    m_right->setObjectName(QStringLiteral("newPane"));
    m_splitter->addWidget(makeSide(m_splitter, m_oldLabel, m_left));
    m_rightSide = makeSide(m_splitter, m_newLabel, m_right);
    m_splitter->addWidget(m_rightSide);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    m_overview = new DiffOverview(page);
    m_overview->setObjectName(QStringLiteral("diffOverview"));
    auto *row = new QHBoxLayout(page);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_splitter, 1);
    row->addWidget(m_overview);

    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_message);
    m_stack->addWidget(page);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_note);
    layout->addWidget(m_stack, 1);

    for (DiffPane *pane : {m_left, m_right}) {
        DiffPane *other = pane == m_left ? m_right : m_left;
        connect(pane, &DiffPane::sightChanged, this, [this, pane, other] {
            follow(pane, other);
            onSightChanged();
        });
        connect(pane, &DiffPane::sideScrolled, this, [this, other](int pixels) { followSideways(other, pixels); });
        connect(pane->horizontalScrollBar(), &QScrollBar::rangeChanged, this, &DiffView::levelScrollBars);
    }
    connect(m_overview, &DiffOverview::rowWanted, this, [this](int wanted) { leadPane()->scrollToRow(wanted - leadPane()->rowsInSight() / 2); });
    setFocusProxy(m_right);
    clear({});
}

DiffView::~DiffView()
{
    // The panes look at the rows until they are gone themselves.
    m_rebuilding = true;
    m_left->setRows(nullptr, DiffRows::Side::Old);
    m_right->setRows(nullptr, DiffRows::Side::New);
    m_overview->setRows(nullptr, {});
}

void DiffView::setContent(const DiffContent &content)
{
    m_rebuilding = true;
    m_left->setRows(nullptr, DiffRows::Side::Old);
    m_right->setRows(nullptr, DiffRows::Side::New);
    m_overview->setRows(nullptr, {});
    m_content = content;
    m_current = content.lines.hunks.isEmpty() ? -1 : 0;
    rebuild();
    if (m_current < 0) {
        if (content.oldText == content.newText)
            m_message->setText(tr("No differences: the two texts are the same."));
        else
            m_message->setText(content.ignoresWhitespace ? tr("The two texts differ in spaces only. Turn on “Spaces” to see where.")
                                                         : tr("No differences are shown for these texts."));
    }
    m_stack->setCurrentIndex(m_current < 0 ? 0 : 1);
    showNote();
    Q_EMIT currentChangeChanged(m_current, changeCount());
}

void DiffView::clear(const QString &message)
{
    setContent({});
    m_message->setText(message);
}

void DiffView::rebuild()
{
    m_rebuilding = true;
    m_left->setRows(nullptr, DiffRows::Side::Old);
    m_right->setRows(nullptr, DiffRows::Side::New);
    m_overview->setRows(nullptr, {});
    const bool unified = m_layout == Layout::Unified;
    m_words.reset();
    m_rows = std::make_unique<DiffRows>(m_content, unified);
    m_words = std::make_unique<WordMarks>(m_content, *m_rows);
    m_left->setRows(m_rows.get(), unified ? DiffRows::Side::Both : DiffRows::Side::Old);
    m_right->setRows(unified ? nullptr : m_rows.get(), DiffRows::Side::New);
    m_overview->setRows(m_rows.get(), m_content.lines.hunks);
    m_rebuilding = false;
    m_rightSide->setVisible(!unified);
    setFocusProxy(unified ? m_left : m_right);
    m_left->setVerticalScrollBarPolicy(unified ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    const QString oldLabel = m_content.oldLabel;
    const QString newLabel = m_content.newLabel;
    if (unified)
        m_oldLabel->setText(oldLabel.isEmpty() || newLabel.isEmpty() ? QString() : QString(u"− "_qs % oldLabel % u"   + "_qs % newLabel));
    else
        m_oldLabel->setText(oldLabel.isEmpty() ? QString() : QString(u"− "_qs % oldLabel));
    m_newLabel->setText(newLabel.isEmpty() ? QString() : QString(u"+ "_qs % newLabel));
    m_oldLabel->setVisible(!oldLabel.isEmpty() || !newLabel.isEmpty());
    m_newLabel->setVisible(!oldLabel.isEmpty() || !newLabel.isEmpty());
    if (unified) {
        m_left->setAccessibleName(tr("Unified difference"));
    } else {
        m_left->setAccessibleName(oldLabel.isEmpty() ? tr("Old text") : tr("Old text: %1").arg(oldLabel));
        m_right->setAccessibleName(newLabel.isEmpty() ? tr("New text") : tr("New text: %1").arg(newLabel));
    }
    m_scrollWanted = m_current >= 0;
    levelScrollBars();
    showRows();
}

void DiffView::showRows()
{
    m_left->setCurrentHunk(m_current);
    m_right->setCurrentHunk(m_current);
    if (m_scrollWanted && isVisible() && m_left->viewport()->height() > 0)
        scrollToChange(m_current);
    onSightChanged();
}

void DiffView::setColors(const DiffColors &colors)
{
    m_colors = colors;
    m_left->setColors(colors);
    m_right->setColors(colors);
    m_overview->setColors(colors);
    const auto paint = [](QLabel *label, const QColor &text, const QColor &background, const QFont &font) {
        QPalette palette = label->palette();
        palette.setColor(QPalette::WindowText, text);
        palette.setColor(QPalette::Window, background);
        label->setPalette(palette);
        label->setFont(font);
    };
    const EditorColors &editor = colors.editor;
    paint(m_oldLabel, editor.muted, colors.window, editor.interfaceFont);
    paint(m_newLabel, editor.muted, colors.window, editor.interfaceFont);
    paint(m_message, editor.muted, editor.surface, editor.interfaceFont);
    paint(m_note, editor.information.text, editor.information.background, editor.interfaceFont);
    QPalette line = m_splitter->palette();
    line.setColor(QPalette::Window, editor.border);
    m_splitter->setPalette(line);
    m_splitter->setAutoFillBackground(true);
    onSightChanged();
}

void DiffView::setDiffLayout(Layout layout)
{
    if (layout == m_layout)
        return;
    const bool focused = m_left->hasFocus() || m_right->hasFocus();
    m_layout = layout;
    rebuild();
    if (focused)
        focusProxy()->setFocus();
    Q_EMIT layoutChanged(layout);
}

DiffView::Layout DiffView::diffLayout() const
{
    return m_layout;
}

void DiffView::setWordMarks(bool on)
{
    if (on == m_wordMarks)
        return;
    m_wordMarks = on;
    m_left->clearWords();
    m_right->clearWords();
    markVisibleWords();
    Q_EMIT wordMarksChanged(on);
}

bool DiffView::wordMarks() const
{
    return m_wordMarks;
}

void DiffView::setIgnoreWhitespace(bool on)
{
    if (on == m_ignoreWhitespace)
        return;
    m_ignoreWhitespace = on;
    Q_EMIT ignoreWhitespaceChanged(on);
}

bool DiffView::ignoreWhitespace() const
{
    return m_ignoreWhitespace;
}

int DiffView::changeCount() const
{
    return static_cast<int>(m_content.lines.hunks.size());
}

int DiffView::currentChange() const
{
    return m_current;
}

void DiffView::goToChange(int index)
{
    if (changeCount() == 0)
        return;
    setCurrent(std::clamp(index, 0, changeCount() - 1));
    scrollToChange(m_current);
}

void DiffView::goToNextChange()
{
    goToChange(m_current + 1);
}

void DiffView::goToPreviousChange()
{
    goToChange(m_current - 1);
}

void DiffView::setCurrent(int index)
{
    if (index == m_current)
        return;
    m_current = index;
    m_left->setCurrentHunk(index);
    m_right->setCurrentHunk(index);
    Q_EMIT currentChangeChanged(m_current, changeCount());
}

void DiffView::scrollToChange(int index)
{
    m_scrollWanted = false;
    const Range rows = m_rows->hunkRows()[index];
    DiffPane *pane = leadPane();
    const int sight = pane->rowsInSight();
    // A change that is in sight as a whole stays where it is; otherwise it begins a quarter below the top.
    if (rows.begin < pane->firstRow() || rows.end > pane->firstRow() + sight)
        pane->scrollToRow(rows.begin - sight / 4);
}

QString DiffView::changeText() const
{
    if (m_current < 0)
        return tr("no differences");
    const QLocale locale;
    return tr("change %1 of %2").arg(locale.toString(m_current + 1), locale.toString(changeCount()));
}

QString DiffView::note() const
{
    QStringList sentences;
    if (!m_content.lines.note.isEmpty())
        sentences << m_content.lines.note;
    if (m_wordMarks && m_words && !m_words->note().isEmpty() && m_words->note() != m_content.lines.note)
        sentences << m_words->note();
    if (m_rows && m_rows->cutLines() > 0) {
        sentences << tr("Lines above %1 bytes are cut to the part around the first difference (here: %2).")
                         .arg(QLocale().toString(longLineLimit), QLocale().toString(m_rows->cutLines()));
    }
    return sentences.join(QLatin1Char(' '));
}

void DiffView::showNote()
{
    const QString text = m_current < 0 ? QString() : note();
    if (text == m_note->text() && m_note->isHidden() == text.isEmpty())
        return;
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
}

DiffPane *DiffView::oldPane() const
{
    return m_left;
}

DiffPane *DiffView::newPane() const
{
    return m_layout == Layout::Unified ? nullptr : m_right;
}

DiffPane *DiffView::leadPane() const
{
    return m_layout == Layout::Unified ? m_left : m_right;
}

void DiffView::follow(DiffPane *from, DiffPane *to)
{
    if (m_syncing || m_rebuilding || m_layout == Layout::Unified)
        return;
    m_syncing = true;
    to->scrollToRow(from->firstRow());
    m_syncing = false;
}

void DiffView::followSideways(DiffPane *to, int pixels)
{
    if (m_syncing || m_rebuilding || m_layout == Layout::Unified)
        return;
    m_syncing = true;
    to->SendScintilla(QsciScintillaBase::SCI_SETXOFFSET, static_cast<unsigned long>(pixels));
    m_syncing = false;
}

void DiffView::levelScrollBars()
{
    // A bar under one pane only would make its viewport shorter than the other's, and the last rows could not stand level.
    const bool needed =
        m_left->horizontalScrollBar()->maximum() > 0 || (m_layout == Layout::SideBySide && m_right->horizontalScrollBar()->maximum() > 0);
    for (DiffPane *pane : {m_left, m_right})
        pane->setHorizontalScrollBarPolicy(needed ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
}

void DiffView::onSightChanged()
{
    if (m_rebuilding || m_syncing)
        return;
    placeOverview();
    m_overview->setSight(leadPane()->firstRow(), leadPane()->rowsInSight());
    markVisibleWords();
}

void DiffView::placeOverview()
{
    const QWidget *viewport = leadPane()->viewport();
    m_overview->setTrack(viewport->mapTo(this, QPoint(0, 0)).y() - m_stack->y(), viewport->height());
}

void DiffView::markVisibleWords()
{
    if (m_rebuilding || !m_wordMarks || !m_rows || m_rows->rows().isEmpty() || m_left->rowsInSight() <= 0)
        return;
    QElapsedTimer clock;
    clock.start();
    const bool unified = m_layout == Layout::Unified;
    const qsizetype first = leadPane()->firstRow();
    const qsizetype last = std::min<qsizetype>(first + leadPane()->rowsInSight(), m_rows->rows().size() - 1);
    bool left = false;
    for (qsizetype row = first; row <= last; ++row) {
        if (m_rows->rows()[row].hunk < 0 || m_left->hasWords(row))
            continue;
        if (clock.elapsed() >= wordBudgetMs && !m_words->isKnown(row)) {
            left = true;
            continue;
        }
        m_left->markWords(row, m_words->words(row, m_left->side()));
        if (!unified)
            m_right->markWords(row, m_words->words(row, m_right->side()));
    }
    if (left)
        m_wordTimer->start();
    showNote();
}

void DiffView::setZoom(int points)
{
    // One after the other, and both alike: rows of different heights would not stand level.
    for (DiffPane *pane : {m_left, m_right})
        pane->zoomTo(std::clamp(points, leastZoom, mostZoom));
}

void DiffView::keyPressEvent(QKeyEvent *event)
{
    const Qt::KeyboardModifiers modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const int zoom = static_cast<int>(m_left->SendScintilla(QsciScintillaBase::SCI_GETZOOM));
    if ((modifiers == Qt::NoModifier && event->key() == Qt::Key_F8) || (modifiers == Qt::AltModifier && event->key() == Qt::Key_Down))
        goToNextChange();
    else if ((modifiers == Qt::NoModifier && event->key() == Qt::Key_F7) || (modifiers == Qt::AltModifier && event->key() == Qt::Key_Up))
        goToPreviousChange();
    else if ((modifiers & Qt::ControlModifier) != 0 && (event->key() == Qt::Key_Plus || event->key() == Qt::Key_Equal))
        setZoom(zoom + 1);
    else if ((modifiers & Qt::ControlModifier) != 0 && event->key() == Qt::Key_Minus)
        setZoom(zoom - 1);
    else if ((modifiers & Qt::ControlModifier) != 0 && event->key() == Qt::Key_0)
        setZoom(0);
    else
        QWidget::keyPressEvent(event);
}

void DiffView::wheelEvent(QWheelEvent *event)
{
    if ((event->modifiers() & Qt::ControlModifier) == 0 || event->angleDelta().y() == 0) {
        QWidget::wheelEvent(event);
        return;
    }
    setZoom(static_cast<int>(m_left->SendScintilla(QsciScintillaBase::SCI_GETZOOM)) + (event->angleDelta().y() > 0 ? 1 : -1));
    event->accept();
}

void DiffView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    placeOverview();
}

void DiffView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    // The layout gives the panes their size only now; without one there is no telling which rows are in sight.
    QMetaObject::invokeMethod(this, &DiffView::showRows, Qt::QueuedConnection);
}

} // namespace verderer
