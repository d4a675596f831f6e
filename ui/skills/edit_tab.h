// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPushButton;
class QSplitter;

namespace verderer {

class Banner;
class MarkdownPreview;
class SkillTextEdit;
class TextView;
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
    /// The skill is deleted: says so, and offers to bring it back.
    void showDeleted();

    void setPreviewVisible(bool visible);
    [[nodiscard]] bool isPreviewVisible() const { return m_previewWanted; }
    [[nodiscard]] QByteArray splitterState() const;
    void restoreSplitter(const QByteArray &state);

    [[nodiscard]] SkillTextEdit *editor() const;
    [[nodiscard]] MarkdownPreview *preview() const { return m_preview; }
    /// Lasting: read-only, byte order mark, not UTF-8 …
    [[nodiscard]] Banner *stateBanner() const { return m_state; }
    /// What happened to the file meanwhile, and what became of a save.
    [[nodiscard]] Banner *diskBanner() const { return m_disk; }
    /// A draft that was found.
    [[nodiscard]] Banner *draftBanner() const { return m_draft; }
    void hideBanners();

Q_SIGNALS:
    void restoreRequested();

private:
    void updatePreview();

    Banner *m_state;
    Banner *m_disk;
    Banner *m_draft;
    QSplitter *m_splitter;
    TextView *m_view;
    MarkdownPreview *m_preview;
    QPushButton *m_restore;
    bool m_previewWanted = true;
};

} // namespace verderer
