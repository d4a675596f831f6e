// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>

namespace verderer {

class Theme;

/// Shows the body of a skill as Markdown. Nothing is ever loaded: images stay empty, HTML is shown as text, and a link only tells where it leads.
class MarkdownPreview : public QTextBrowser {
    Q_OBJECT
public:
    explicit MarkdownPreview(const Theme *theme, QWidget *parent = nullptr);

    /// At most this much of a body is laid out.
    static constexpr qsizetype limit = 200'000;

    /// The scroll position is kept.
    void showBody(const QString &markdown);
    /// Instead of a body.
    void showMessage(const QString &message);

    QVariant loadResource(int type, const QUrl &name) override;

Q_SIGNALS:
    /// Somebody clicked a link. Whether it is opened is for the receiver to ask.
    void linkClicked(const QUrl &url);

private:
    void render();

    const Theme *m_theme;
    QString m_markdown;
    QString m_message;
};

} // namespace verderer
