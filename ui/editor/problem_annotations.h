// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/document.h"
#include "ui/editor/editor_colors.h"

#include <QList>
#include <QPoint>
#include <QRect>
#include <QStringList>

#include <optional>

class QPainter;
class QsciScintilla;

namespace verderer {

/// The notes under the lines of an editor, the signs in its margin and the clicks on their quick fixes. Lines are followed while the text is edited.
/// Belongs to one editor, which must outlive it; window thread only.
class ProblemAnnotations {
public:
    /// `signMargin` is the margin the signs are drawn in, `marker` a marker number nobody else uses, `indicator` likewise for the mark below the
    /// place.
    ProblemAnnotations(QsciScintilla &editor, int signMargin, int marker, int indicator);

    void setProblems(const QList<Problem> &problems, const QStringList &fixLabels);
    /// Forgets all without touching the editor: its text is being replaced.
    void forget();
    [[nodiscard]] QList<Problem> problems() const;
    [[nodiscard]] bool isEmpty() const { return m_entries.isEmpty(); }

    void setColors(const EditorColors &colors);
    /// Draws the signs of the lines in sight, and the lines below the labels of fixes.
    void paint(QPainter &painter, const QRect &dirty) const;

    /// The problem whose quick fix stands at that place of the viewport.
    [[nodiscard]] std::optional<Problem> fixAt(const QPoint &place) const;
    /// The problem to mend with the caret on this line (0-based): the first one there with a fix, else the only one of the text that has a fix.
    [[nodiscard]] std::optional<Problem> fixForLine(int line) const;

private:
    struct Entry {
        Problem problem;
        QString fixLabel;
        int handle = -1; ///< marker handle; its line is where the note stands now
        int row = 0;     ///< row among the notes of its line
        QByteArray lead; ///< text before the label of the fix
    };

    [[nodiscard]] int lineOf(const Entry &entry) const;
    void clear();
    void annotate();
    /// Where the label of the fix stands in the viewport now; empty where there is none.
    [[nodiscard]] QRect fixPlace(const Entry &entry) const;
    void markPlace(const Problem &problem, int line);

    QsciScintilla &m_editor;
    int m_margin;
    int m_marker;
    int m_indicator;
    EditorColors m_colors;
    QList<Entry> m_entries;
};

} // namespace verderer
