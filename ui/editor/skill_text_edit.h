// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "skills/document.h"
#include "ui/editor/editor_colors.h"
#include "ui/editor/qscintilla.h"

#include <QByteArray>
#include <QList>
#include <QStringList>

#include <memory>

namespace verderer {

class ProblemAnnotations;

/// The editor of a SKILL.md (and, without highlighting, of support files). A pure view: no I/O, no judging; window thread only.
///
/// Text is bytes. What goes in by setBytes() comes out of bytes() unchanged, whatever it holds: NUL, any mixture of line endings, a byte order mark,
/// U+00A0, U+2028, bytes that are not UTF-8 (shown as hexadecimal blobs). An edit changes the edited bytes only. QsciScintilla's own text() and
/// setText() stop at a NUL and are not to be used.
class SkillTextEdit : public QsciScintilla {
    Q_OBJECT
public:
    enum class Highlighting { None, Skill }; ///< Skill: YAML front matter, then Markdown

    explicit SkillTextEdit(QWidget *parent = nullptr);
    ~SkillTextEdit() override;

    /// Replaces everything; forgets the undo history and the problems, marks the text as unmodified, puts the caret at the start. Emits no
    /// textEdited().
    void setBytes(const QByteArray &bytes);
    /// The whole text, exact.
    [[nodiscard]] QByteArray bytes() const;
    /// Replaces the text as one step that can be undone, touching only the stretch that differs; caret and view stay where they can. For quick fixes,
    /// merges and reloads that must not forget what was typed. Emits textEdited() if anything differs, also while read-only.
    void applyBytes(const QByteArray &bytes);

    /// Whether the text differs from the last setBytes() or markSaved(). Undoing back to that state makes it unmodified again;
    /// QsciScintilla::modificationChanged(bool) tells.
    /// isModified() is QsciScintilla's.
    void markSaved();

    /// The ending that new lines get: the most frequent one of the text handed to setBytes(), LF where it has none.
    [[nodiscard]] QByteArray lineEnding() const;

    /// Shows each problem as a note under its line, with a sign in the margin. `fixLabels[i]`, where present and not empty, names a quick fix of
    /// problem i ("Quote it"). Problems of the whole file (line 0) are shown under line 1. Replaces the earlier ones; texts and undo are untouched.
    void setProblems(const QList<Problem> &problems, const QStringList &fixLabels = {});
    [[nodiscard]] QList<Problem> problems() const;

    void setHighlighting(Highlighting highlighting);
    void setColors(const EditorColors &colors);
    /// Overrides QsciScintilla: a read-only text shows no caret line, has the look of the margin, and lets Tab move the focus.
    void setReadOnly(bool readOnly) override;
    void setWordWrap(bool wrap);

    /// The caret: both 1-based, the column in code points (the units of Problem).
    [[nodiscard]] int caretLine() const;
    [[nodiscard]] int caretColumn() const;
    /// Puts the caret there, scrolls it into view and leaves nothing selected. Out of range means the nearest place.
    void goTo(int line, int column);

    struct FindOptions {
        bool caseSensitive = false;
        bool wholeWords = false;
    };
    /// Selects the next (previous) match beyond the selection, going round at the end. False where there is none, or `text` is empty.
    bool findText(const QString &text, const FindOptions &options, bool forward = true);
    /// Replaces the selection if it is a match, then goes to the next one. False where nothing was replaced.
    bool replaceMatch(const QString &text, const QString &replacement, const FindOptions &options);
    /// Replaces every match as one step that can be undone; gives how many.
    int replaceAllMatches(const QString &text, const QString &replacement, const FindOptions &options);

    /// Zoom by points around the font of the colours; Ctrl+wheel, Ctrl+Plus, Ctrl+Minus and Ctrl+0 do the same.
    void setZoom(int points);
    [[nodiscard]] int zoom() const;

    /// As bytes, exact: overrides of QsciScintilla's unsafe forms.
    void setText(const QString &text) override;
    [[nodiscard]] QString text() const;
    void paste() override;

Q_SIGNALS:
    /// The text changed: typing, paste, undo, redo, applyBytes(). Not by setBytes(). Sent while the change is being made, once for each part of it:
    /// receivers must not change the text, and what is slow (bytes() of a large text, judging) belongs behind a short timer.
    void textEdited();
    /// The caret moved; 1-based, column in code points.
    void caretMoved(int line, int column);
    /// The person asked for the quick fix of this problem, by Ctrl+. on its line (or with the caret anywhere, if only one problem has a fix) or by a
    /// click on its label.
    void quickFixRequested(const verderer::Problem &problem);
    void zoomChanged(int points);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    bool focusNextPrevChild(bool next) override;
    QByteArray fromMimeData(const QMimeData *source, bool &rectangular) const override;
    QMimeData *toMimeData(const QByteArray &text, bool rectangular) const override;

private:
    void styleUpTo(int position);
    void onModified(int position, int type, int length, int linesAdded);
    void onCaretMaybeMoved();
    void onZoomed();
    void updateMargins();
    bool askForQuickFix();
    [[nodiscard]] unsigned long searchFlags(const FindOptions &options) const;
    [[nodiscard]] bool selectionMatches(const QByteArray &needle, const FindOptions &options) const;
    void selectRange(long begin, long end);
    void replaceRange(long begin, long end, const QByteArray &replacement);

    std::unique_ptr<ProblemAnnotations> m_annotations;
    EditorColors m_colors;
    Highlighting m_highlighting = Highlighting::Skill;
    QByteArray m_lineEnding;
    bool m_loading = false;
    bool m_tabLeaves = false; // after Escape the next Tab moves the focus
    // An edit restyles its lines and the one after; where that one's state is as before, styles are right on to m_styledEnd.
    long m_styledEnd = 0;
    long m_touchedEnd = -1;  // end of what was edited since it was styled; -1 for nothing
    bool m_changing = false; // Scintilla may ask for styles after a change and before it tells of it
    bool m_styledWhileChanging = false;
    int m_marginDigits = 0;
    int m_caretLine = 1;
    int m_caretColumn = 1;
};

} // namespace verderer
