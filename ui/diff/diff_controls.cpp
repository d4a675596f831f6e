// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diff/diff_controls.h"

#include "ui/diff/diff_view.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace verderer {

namespace {

QToolButton *makeButton(QWidget *parent, const char *objectName, const QString &text, const QString &toolTip, bool checkable)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(QLatin1String(objectName));
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setCheckable(checkable);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

DiffControls::DiffControls(DiffView *view, QWidget *parent) : QWidget(parent), m_view(view)
{
    m_sideBySide = makeButton(this, "sideBySideButton", tr("Side by side"), tr("Show the texts side by side"), true);
    m_unified = makeButton(this, "unifiedButton", tr("Unified"), tr("Show the texts in one column"), true);
    auto *layouts = new QButtonGroup(this);
    layouts->addButton(m_sideBySide);
    layouts->addButton(m_unified);
    m_words = makeButton(this, "wordsButton", tr("Words"), tr("Mark the changed words"), true);
    m_spaces = makeButton(this, "spacesButton", tr("Spaces"), tr("Count changes of spaces as changes"), true);
    m_change = new QLabel(this);
    m_change->setObjectName(QStringLiteral("changeLabel"));
    m_previous = makeButton(this, "previousChangeButton", tr("↑ F7"), tr("Previous change (F7)"), false);
    m_previous->setAccessibleName(tr("Previous change"));
    m_next = makeButton(this, "nextChangeButton", tr("↓ F8"), tr("Next change (F8)"), false);
    m_next->setAccessibleName(tr("Next change"));

    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(m_sideBySide);
    row->addWidget(m_unified);
    row->addSpacing(8);
    row->addWidget(m_words);
    row->addWidget(m_spaces);
    row->addStretch(1);
    row->addWidget(m_change);
    row->addSpacing(8);
    row->addWidget(m_previous);
    row->addWidget(m_next);

    connect(m_sideBySide, &QToolButton::clicked, view, [view] { view->setDiffLayout(DiffView::Layout::SideBySide); });
    connect(m_unified, &QToolButton::clicked, view, [view] { view->setDiffLayout(DiffView::Layout::Unified); });
    connect(m_words, &QToolButton::clicked, view, &DiffView::setWordMarks);
    connect(m_spaces, &QToolButton::clicked, view, [view](bool on) { view->setIgnoreWhitespace(!on); });
    connect(m_previous, &QToolButton::clicked, view, &DiffView::goToPreviousChange);
    connect(m_next, &QToolButton::clicked, view, &DiffView::goToNextChange);
    connect(view, &DiffView::currentChangeChanged, this, &DiffControls::refresh);
    connect(view, &DiffView::layoutChanged, this, &DiffControls::refresh);
    connect(view, &DiffView::wordMarksChanged, this, &DiffControls::refresh);
    connect(view, &DiffView::ignoreWhitespaceChanged, this, &DiffControls::refresh);
    refresh();
}

void DiffControls::refresh()
{
    m_sideBySide->setChecked(m_view->diffLayout() == DiffView::Layout::SideBySide);
    m_unified->setChecked(m_view->diffLayout() == DiffView::Layout::Unified);
    m_words->setChecked(m_view->wordMarks());
    m_spaces->setChecked(!m_view->ignoreWhitespace());
    m_change->setText(m_view->changeText());
    m_previous->setEnabled(m_view->currentChange() > 0);
    m_next->setEnabled(m_view->currentChange() >= 0 && m_view->currentChange() + 1 < m_view->changeCount());
}

} // namespace verderer
