// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editor/editor_colors.h"
#include "ui/editor/text_pieces.h"

#include <QByteArray>
#include <QWidget>

class QLabel;

namespace verderer {

class PieceText;

/// A read-only view of a text that is too much for an editor: lines above longLineLimit are shown in pieces, one below the other, the first with the
/// line's number; texts above excerptSize are cut. A notice above says so. Copying gives the text without the breaks between pieces.
/// A pure view; window thread only.
class PieceView : public QWidget {
    Q_OBJECT
public:
    explicit PieceView(QWidget *parent = nullptr);
    ~PieceView() override;

    /// Shows `bytes`, of which at most editableSizeLimit are looked at. `totalSize` is the size of the file where the caller read only its beginning;
    /// negative means that `bytes` is all.
    void setBytes(const QByteArray &bytes, qint64 totalSize = -1);
    void setColors(const EditorColors &colors);
    /// The sentence above the text.
    [[nodiscard]] QString notice() const;
    /// The pieces shown, for find and tests.
    [[nodiscard]] const TextPieces &pieces() const;
    /// Puts the caret on this line of the text (1-based) and shows it.
    void goTo(int line, int column = 1);

private:
    QLabel *m_notice = nullptr;
    PieceText *m_text = nullptr;
};

} // namespace verderer
