// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace verderer {

class DiffView;

/// The row of controls of a DiffView: side by side or unified, words, spaces, "change 2 of 4", previous and next. Put it where the strip of the page
/// is; it follows the view and drives it. The view must outlive it or be its parent. Object names: sideBySideButton, unifiedButton, wordsButton,
/// spacesButton, changeLabel, previousChangeButton, nextChangeButton.
class DiffControls : public QWidget {
    Q_OBJECT
public:
    explicit DiffControls(DiffView *view, QWidget *parent = nullptr);

private:
    void refresh();

    DiffView *m_view = nullptr;
    QToolButton *m_sideBySide = nullptr;
    QToolButton *m_unified = nullptr;
    QToolButton *m_words = nullptr;
    QToolButton *m_spaces = nullptr;
    QLabel *m_change = nullptr;
    QToolButton *m_previous = nullptr;
    QToolButton *m_next = nullptr;
};

} // namespace verderer
