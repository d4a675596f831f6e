// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPlainTextEdit;
class QSplitter;
class QStackedWidget;

namespace verderer {

class Banner;
class EmptyState;
class MarkdownPreview;
class PieceView;
class SkillTextEdit;
class Theme;

/// The Edit tab: banners, the text in the form that suits it, and the preview beside it. A view.
class EditTab : public QWidget {
    Q_OBJECT
public:
    explicit EditTab(const Theme *theme, QWidget *parent = nullptr);

    void showLoading();
    /// The editor, whose text the controller has set.
    void showEditor();
    /// A text that is too much for the editor. `totalSize`: of the file, where `bytes` is only its beginning.
    void showPieces(const QByteArray &bytes, qint64 totalSize);
    /// Bytes that are no text one could edit.
    void showBytes(const QByteArray &bytes, qint64 totalSize);
    void showFailure(const QString &title, const QString &text, const QString &details);

    void setPreviewVisible(bool visible);
    [[nodiscard]] bool isPreviewVisible() const { return m_previewWanted; }
    [[nodiscard]] QByteArray splitterState() const;
    void restoreSplitter(const QByteArray &state);

    [[nodiscard]] SkillTextEdit *editor() const { return m_editor; }
    [[nodiscard]] MarkdownPreview *preview() const { return m_preview; }
    /// Lasting: read-only, byte order mark, not UTF-8 …
    [[nodiscard]] Banner *stateBanner() const { return m_state; }
    /// What happened to the file meanwhile, and what became of a save.
    [[nodiscard]] Banner *diskBanner() const { return m_disk; }
    /// A draft that was found.
    [[nodiscard]] Banner *draftBanner() const { return m_draft; }
    /// What is running and can be cancelled.
    [[nodiscard]] Banner *progressBanner() const { return m_progress; }
    void hideBanners();

private:
    void applyColors();
    void showText(QWidget *page);

    const Theme *m_theme;
    Banner *m_state;
    Banner *m_disk;
    Banner *m_draft;
    Banner *m_progress;
    QSplitter *m_splitter;
    QStackedWidget *m_stack;
    SkillTextEdit *m_editor;
    PieceView *m_pieces;
    QPlainTextEdit *m_bytes;
    EmptyState *m_empty;
    MarkdownPreview *m_preview;
    bool m_previewWanted = true;
};

/// A hexadecimal dump of at most `limit` bytes, sixteen a line with their characters.
QString hexDump(const QByteArray &bytes, qsizetype limit = 4096);

} // namespace verderer
