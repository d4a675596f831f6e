// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diff/merge_view.h"

#include "ui/diff/merge_document.h"
#include "ui/editor/scintilla_support.h"
#include "ui/editor/skill_text_edit.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSplitter>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace verderer {

namespace {

using S = QsciScintillaBase;

constexpr int markerLines = 21; // marker number of the background of conflict markers

QLabel *makeLabel(QWidget *parent, const QString &text)
{
    auto *label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setAutoFillBackground(true);
    label->setContentsMargins(8, 4, 8, 4);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    return label;
}

QWidget *makeColumn(QWidget *parent, QLabel *label, QWidget *content)
{
    auto *column = new QWidget(parent);
    auto *layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(label);
    layout->addWidget(content, 1);
    return column;
}

} // namespace

MergeView::MergeView(QWidget *parent) : QWidget(parent)
{
    m_refreshTimer = new QTimer(this);
    m_refreshTimer->setSingleShot(true);
    m_refreshTimer->setInterval(0);
    connect(m_refreshTimer, &QTimer::timeout, this, &MergeView::refresh);

    QWidget *controls = makeControls();
    auto *splitter = new QSplitter(Qt::Vertical, this);
    splitter->setChildrenCollapsible(false);
    m_sides = makeSides();
    splitter->addWidget(m_sides);
    m_result = new SkillTextEdit(splitter);
    m_result->setObjectName(QStringLiteral("mergeResult"));
    m_result->setAccessibleName(tr("Result of the merge"));
    m_resultLabel = makeLabel(splitter, tr("Result: edit it freely"));
    splitter->addWidget(makeColumn(splitter, m_resultLabel, m_result));
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 2);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(controls);
    layout->addWidget(splitter, 1);

    m_result->SendScintilla(S::SCI_MARKERDEFINE, static_cast<unsigned long>(markerLines), static_cast<long>(S::SC_MARK_BACKGROUND));
    connect(m_result, &QsciScintillaBase::SCN_MODIFIED, this,
            [this](int position, int type, const char *, int length) { onResultModified(position, type, length); });
    connect(m_result, &SkillTextEdit::textEdited, this, &MergeView::resultEdited);
    setMerge({}, {}, {});
}

MergeView::~MergeView() = default;

QWidget *MergeView::makeControls()
{
    auto *bar = new QWidget(this);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(8, 8, 8, 8);
    row->setSpacing(8);
    m_conflictLabel = new QLabel(bar);
    m_conflictLabel->setObjectName(QStringLiteral("conflictLabel"));
    m_conflictLabel->setTextFormat(Qt::PlainText);
    const auto addButton = [&](const char *name, const QString &text, const QString &tip) {
        auto *button = new QPushButton(text, bar);
        button->setObjectName(QLatin1String(name));
        button->setToolTip(tip);
        button->setAutoDefault(false);
        row->addWidget(button);
        return button;
    };
    row->addWidget(m_conflictLabel);
    m_previous = addButton("previousConflictButton", tr("↑"), tr("Previous conflict (Shift+F9)"));
    m_previous->setAccessibleName(tr("Previous conflict"));
    m_previous->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F9));
    m_next = addButton("nextConflictButton", tr("↓"), tr("Next conflict (F9)"));
    m_next->setAccessibleName(tr("Next conflict"));
    m_next->setShortcut(QKeySequence(Qt::Key_F9));
    for (QPushButton *button : {m_previous, m_next})
        button->setMaximumWidth(button->fontMetrics().height() * 2);
    row->addStretch(1);
    m_choices = {addButton("chooseMineButton", tr("Use &mine"), tr("Put your text in the place of this conflict")),
                 addButton("chooseTheirsButton", tr("Use &theirs"), tr("Put their text in the place of this conflict")),
                 addButton("chooseBothButton", tr("Use &both"), tr("Put your text, then theirs")),
                 addButton("chooseBaseButton", tr("Use b&ase"), tr("Put back what stood here before both changes"))};
    m_edit = addButton("editConflictButton", tr("&Edit by hand"),
                       tr("Go to this conflict in the result; it counts as resolved when its markers are gone"));
    constexpr std::array choices{Choice::Mine, Choice::Theirs, Choice::Both, Choice::Base};
    for (qsizetype i = 0; i < m_choices.size(); ++i)
        connect(m_choices[i], &QPushButton::clicked, this, [this, choice = choices.at(static_cast<size_t>(i))] { choose(choice); });
    connect(m_edit, &QPushButton::clicked, this, &MergeView::editByHand);
    connect(m_previous, &QPushButton::clicked, this, [this] { goToConflict(m_current - 1); });
    connect(m_next, &QPushButton::clicked, this, [this] { goToConflict(m_current + 1); });
    return bar;
}

QWidget *MergeView::makeSides()
{
    auto *sides = new QSplitter(Qt::Horizontal, this);
    sides->setChildrenCollapsible(false);
    const auto addSide = [&](const char *name, const QString &title, QLabel **label) {
        auto *text = new SkillTextEdit(sides);
        text->setObjectName(QLatin1String(name));
        text->setHighlighting(SkillTextEdit::Highlighting::None);
        text->setReadOnly(true);
        text->setAccessibleName(title);
        *label = makeLabel(sides, title);
        sides->addWidget(makeColumn(sides, *label, text));
        return text;
    };
    m_mine = addSide("mergeMine", tr("Mine"), &m_mineLabel);
    m_base = addSide("mergeBase", tr("Before both changes"), &m_baseLabel);
    m_theirs = addSide("mergeTheirs", tr("Theirs"), &m_theirsLabel);
    return sides;
}

void MergeView::setMerge(const MergeResult &merge, const QString &mineLabel, const QString &theirsLabel)
{
    m_document.reset(); // the result is being replaced: nothing to follow
    auto document = std::make_unique<MergeDocument>(merge, mineLabel, theirsLabel);
    m_result->setBytes(document->initialText());
    m_document = std::move(document);
    m_mineLabel->setText(mineLabel.isEmpty() ? tr("Mine") : tr("Mine: %1").arg(mineLabel));
    m_theirsLabel->setText(theirsLabel.isEmpty() ? tr("Theirs") : tr("Theirs: %1").arg(theirsLabel));
    m_sides->setVisible(conflictCount() > 0);
    m_current = conflictCount() > 0 ? 0 : -1;
    m_open = conflictCount();
    refresh();
    showCurrent();
    Q_EMIT openConflictsChanged(m_open);
}

void MergeView::setColors(const DiffColors &colors)
{
    m_colors = colors;
    for (SkillTextEdit *edit : {m_mine, m_base, m_theirs, m_result})
        edit->setColors(colors.editor);
    for (QLabel *label : {m_mineLabel, m_baseLabel, m_theirsLabel, m_resultLabel}) {
        QPalette palette = label->palette();
        palette.setColor(QPalette::WindowText, colors.editor.muted);
        palette.setColor(QPalette::Window, colors.window);
        label->setPalette(palette);
    }
    m_result->SendScintilla(S::SCI_MARKERSETBACK, static_cast<unsigned long>(markerLines), colors.editor.warning.background);
}

QByteArray MergeView::resultBytes() const
{
    return m_result->bytes();
}

int MergeView::conflictCount() const
{
    return m_document ? m_document->conflictCount() : 0;
}

int MergeView::openConflicts() const
{
    const QByteArray text = resultBytes();
    int open = 0;
    for (int i = 0; i < conflictCount(); ++i)
        open += m_document->isOpen(i, text) ? 1 : 0;
    return open;
}

int MergeView::currentConflict() const
{
    return m_current;
}

SkillTextEdit *MergeView::resultEdit() const
{
    return m_result;
}

void MergeView::goToConflict(int index)
{
    if (conflictCount() == 0)
        return;
    m_current = std::clamp(index, 0, conflictCount() - 1);
    refresh();
    showCurrent();
}

void MergeView::choose(Choice choice)
{
    if (m_current < 0)
        return;
    const QByteArray text = resultBytes();
    const std::optional<Range> place = m_document->place(m_current, text);
    if (!place)
        return;
    MergeDocument::Part part = MergeDocument::Part::Base;
    if (choice == Choice::Mine)
        part = MergeDocument::Part::Mine;
    else if (choice == Choice::Theirs)
        part = MergeDocument::Part::Theirs;
    else if (choice == Choice::Both)
        part = MergeDocument::Part::Both;
    const QByteArray bytes = m_document->choice(m_current, part);
    m_result->applyBytes(text.first(place->begin) + bytes + text.sliced(place->end));
    m_document->setResolved(m_current, place->begin, bytes);
    refresh();
    // On to the next one that is open, if there is any.
    const QByteArray now = resultBytes();
    for (int step = 1; step < conflictCount(); ++step) {
        const int next = (m_current + step) % conflictCount();
        if (m_document->isOpen(next, now)) {
            goToConflict(next);
            return;
        }
    }
}

void MergeView::editByHand()
{
    if (m_current < 0)
        return;
    showCurrent();
    m_result->setFocus();
}

void MergeView::showCurrent()
{
    if (m_current < 0)
        return;
    const MergeRegion &region = m_document->conflict(m_current);
    m_mine->setBytes(region.mine);
    m_base->setBytes(region.base);
    m_theirs->setBytes(region.theirs);
    const QByteArray text = resultBytes();
    QList<Range> places = m_document->markers(m_current, text);
    if (const std::optional<Range> place = m_document->place(m_current, text))
        places = {*place};
    if (places.isEmpty())
        return;
    const long line = m_result->SendScintilla(S::SCI_LINEFROMPOSITION, static_cast<unsigned long>(places.first().begin));
    m_result->goTo(static_cast<int>(line) + 1, 1);
    m_result->SendScintilla(S::SCI_SETFIRSTVISIBLELINE, static_cast<unsigned long>(std::max(line - 2, 0L)));
}

void MergeView::onResultModified(int position, int type, int length)
{
    if (!m_document)
        return;
    if ((type & S::SC_MOD_INSERTTEXT) != 0)
        m_document->inserted(position, length);
    else if ((type & S::SC_MOD_DELETETEXT) != 0)
        m_document->removed(position, length);
    else
        return;
    m_refreshTimer->start();
}

void MergeView::refresh()
{
    m_refreshTimer->stop();
    const QByteArray text = resultBytes();
    int open = 0;
    m_result->SendScintilla(S::SCI_MARKERDELETEALL, static_cast<unsigned long>(markerLines));
    for (int i = 0; i < conflictCount(); ++i) {
        const QList<Range> lines = m_document->markers(i, text);
        open += lines.isEmpty() ? 0 : 1;
        for (const Range &line : lines) {
            const long number = m_result->SendScintilla(S::SCI_LINEFROMPOSITION, static_cast<unsigned long>(line.begin));
            m_result->SendScintilla(S::SCI_MARKERADD, static_cast<unsigned long>(number), static_cast<long>(markerLines));
        }
    }
    const bool choosable = m_current >= 0 && m_document->place(m_current, text).has_value();
    for (QPushButton *button : m_choices)
        button->setEnabled(choosable);
    m_edit->setEnabled(m_current >= 0);
    m_previous->setEnabled(m_current > 0);
    m_next->setEnabled(m_current >= 0 && m_current + 1 < conflictCount());
    const QLocale locale;
    if (conflictCount() == 0)
        m_conflictLabel->setText(tr("No conflicts: the two changes were merged."));
    else if (open == 0)
        m_conflictLabel->setText(tr("✓ All conflicts are resolved (%1 of %1).").arg(locale.toString(conflictCount())));
    else
        m_conflictLabel->setText(
            tr("Conflict %1 of %2, %3 open").arg(locale.toString(m_current + 1), locale.toString(conflictCount()), locale.toString(open)));
    if (open == m_open)
        return;
    m_open = open;
    Q_EMIT openConflictsChanged(open);
    if (open == 0)
        Q_EMIT resolved();
}

} // namespace verderer
