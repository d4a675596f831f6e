// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editor/editor_colors.h"
#include "ui/editor/qscintilla.h"
#include "ui/editor/text_pieces.h"

namespace verderer {

/// The text of a PieceView: one row for each piece, with the number of the line beside its first. Window thread only.
class PieceText : public QsciScintilla {
    Q_OBJECT
public:
    explicit PieceText(QWidget *parent = nullptr);

    void show(const QByteArray &text, const TextPieces &pieces);
    void setColors(const EditorColors &colors);
    [[nodiscard]] const TextPieces &pieces() const { return m_pieces; }
    void goTo(int line, int column);
    /// The selected text without the breaks between pieces, line endings as they are in the text.
    [[nodiscard]] QByteArray selectedBytes() const;

    using QWidget::show;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool focusNextPrevChild(bool next) override;
    QMimeData *toMimeData(const QByteArray &text, bool rectangular) const override;

private:
    [[nodiscard]] qsizetype offsetOf(long position) const;
    void updateMargin();

    EditorColors m_colors;
    QByteArray m_text;
    TextPieces m_pieces;
};

} // namespace verderer
