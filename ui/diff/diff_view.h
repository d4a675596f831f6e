// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/diff/diff_colors.h"
#include "ui/diff/diff_content.h"

#include <QList>
#include <QWidget>

#include <memory>

class QLabel;
class QSplitter;
class QStackedWidget;
class QTimer;

namespace verderer {

class DiffOverview;
class DiffPane;
class DiffRows;
class WordMarks;

/// Shows what differs between two texts, side by side or unified, with the changed words marked, signs in the margin and an overview beside the
/// scroll bar. A pure view: it computes nothing but the word marks of the hunks in sight. Window thread only.
///
/// Keys: F8 and F7 next and previous change (also Alt+Down, Alt+Up), Ctrl+C copies the selected lines as they are in the text.
class DiffView : public QWidget {
    Q_OBJECT
public:
    enum class Layout { SideBySide, Unified };

    explicit DiffView(QWidget *parent = nullptr);
    ~DiffView() override;

    /// Shows another pair of texts from its first change on.
    void setContent(const DiffContent &content);
    /// Shows nothing but a sentence ("Choose a record to compare.").
    void clear(const QString &message);
    void setColors(const DiffColors &colors);

    void setDiffLayout(Layout layout);
    [[nodiscard]] Layout diffLayout() const;
    void setWordMarks(bool on);
    [[nodiscard]] bool wordMarks() const;
    /// What the option shows. The view only passes the wish on: on ignoreWhitespaceChanged() the caller computes the diff anew and calls
    /// setContent().
    void setIgnoreWhitespace(bool on);
    [[nodiscard]] bool ignoreWhitespace() const;

    [[nodiscard]] int changeCount() const;
    /// 0-based; -1 where there is no change.
    [[nodiscard]] int currentChange() const;
    void goToChange(int index);
    void goToNextChange();
    void goToPreviousChange();
    /// "change 2 of 4", or "no differences"; for a label.
    [[nodiscard]] QString changeText() const;
    /// What could not be shown in full, in a sentence; empty where all is.
    [[nodiscard]] QString note() const;

    /// The panes, for focus and tests: the old side (or the unified one), and the new side (null in the unified layout).
    [[nodiscard]] DiffPane *oldPane() const;
    [[nodiscard]] DiffPane *newPane() const;

Q_SIGNALS:
    void currentChangeChanged(int index, int count);
    void ignoreWhitespaceChanged(bool on);
    void layoutChanged(verderer::DiffView::Layout layout);
    void wordMarksChanged(bool on);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void rebuild();
    void showRows();
    void follow(DiffPane *from, DiffPane *to);
    void followSideways(DiffPane *to, int pixels);
    void onSightChanged();
    void placeOverview();
    void levelScrollBars();
    void markVisibleWords();
    void setCurrent(int index);
    void scrollToChange(int index);
    void showNote();
    void setZoom(int points);
    [[nodiscard]] DiffPane *leadPane() const;

    DiffContent m_content;
    DiffColors m_colors;
    Layout m_layout = Layout::SideBySide;
    bool m_wordMarks = true;
    bool m_ignoreWhitespace = false;
    bool m_syncing = false;
    bool m_rebuilding = false;   // the panes show other rows than m_rows
    bool m_scrollWanted = false; // the current change is to be shown once there is a size
    int m_current = -1;
    std::unique_ptr<DiffRows> m_rows;
    std::unique_ptr<WordMarks> m_words;
    QTimer *m_wordTimer = nullptr; // goes on marking words where one frame did not suffice
    QStackedWidget *m_stack = nullptr;
    QLabel *m_message = nullptr;
    QLabel *m_note = nullptr;
    QLabel *m_oldLabel = nullptr;
    QLabel *m_newLabel = nullptr;
    QWidget *m_rightSide = nullptr;
    QSplitter *m_splitter = nullptr;
    DiffPane *m_left = nullptr;
    DiffPane *m_right = nullptr;
    DiffOverview *m_overview = nullptr;
};

} // namespace verderer
