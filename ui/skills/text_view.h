// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/skills/skill_text.h"

#include <QStackedWidget>

class QPlainTextEdit;

namespace verderer {

class EmptyState;
class PieceView;
class SkillTextEdit;
class Theme;

/// One file's text in the form that suits it: the editor, read-only pieces, bytes, or why there is nothing. A view.
class TextView : public QStackedWidget {
    Q_OBJECT
public:
    /// The names are those of the editor, the pieces and the bytes in it, for tests.
    struct Names {
        QString editor;
        QString pieces;
        QString bytes;
    };
    TextView(const Theme *theme, const Names &names, const QString &accessibleName, QWidget *parent = nullptr);

    void showLoading();
    /// The editor, whose text the controller has set.
    void showEditor();
    /// A text that is too much for the editor. `totalSize`: of the file, where `bytes` is only its beginning; else negative.
    void showPieces(const QByteArray &bytes, qint64 totalSize);
    /// Bytes that are no text one could edit.
    void showBytes(const QByteArray &bytes, qint64 totalSize);
    void showMessage(const QString &icon, const QString &title, const QString &text, const QString &details = {});

    [[nodiscard]] SkillTextEdit *editor() const { return m_editor; }
    [[nodiscard]] PieceView *pieces() const { return m_pieces; }
    [[nodiscard]] EmptyState *message() const { return m_empty; }
    [[nodiscard]] bool showsEditor() const;

private:
    void applyColors();

    const Theme *m_theme;
    SkillTextEdit *m_editor;
    PieceView *m_pieces;
    QPlainTextEdit *m_bytes;
    EmptyState *m_empty;
};

/// A hexadecimal dump of at most `limit` bytes, sixteen a line with their characters.
QString hexDump(const QByteArray &bytes, qsizetype limit = 4096);

} // namespace verderer
