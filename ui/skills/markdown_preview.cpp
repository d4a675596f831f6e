// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/markdown_preview.h"

#include "ui/widgets/metrics.h"
#include "ui/widgets/theme.h"

#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>

using namespace Qt::StringLiterals;

namespace verderer {

MarkdownPreview::MarkdownPreview(const Theme *theme, QWidget *parent) : QTextBrowser(parent), m_theme(theme)
{
    setObjectName(u"markdownPreview"_s);
    setAccessibleName(tr("Preview"));
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setOpenExternalLinks(false);
    setUndoRedoEnabled(false);
    document()->setDocumentMargin(scaled(this, 20));
    connect(this, &QTextBrowser::anchorClicked, this, &MarkdownPreview::linkClicked);
    connect(theme, &Theme::changed, this, &MarkdownPreview::render);
}

void MarkdownPreview::showBody(const QString &markdown)
{
    if (m_message.isEmpty() && markdown == m_markdown)
        return;
    m_message.clear();
    m_markdown = markdown;
    render();
}

void MarkdownPreview::showMessage(const QString &message)
{
    m_markdown.clear();
    m_message = message;
    render();
}

void MarkdownPreview::render()
{
    const int position = verticalScrollBar()->value();
    if (!m_message.isEmpty()) {
        setPlainText(m_message);
        return;
    }
    document()->setMarkdown(m_markdown.left(limit),
                            QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) | QTextDocument::MarkdownNoHTML);
    // Qt's headings are far larger than the window's type; bring them down to its scale.
    const qreal body = font().pointSizeF();
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        QTextBlockFormat format = block.blockFormat();
        const int level = format.headingLevel();
        cursor.setPosition(block.position());
        if (level > 0) {
            QList<std::pair<QTextFragment, QTextCharFormat>> pieces;
            for (auto fragment = block.begin(); !fragment.atEnd(); ++fragment)
                pieces.append({fragment.fragment(), fragment.fragment().charFormat()});
            for (auto &[fragment, characters] : pieces) {
                characters.clearProperty(QTextFormat::FontSizeAdjustment);
                characters.setFontPointSize(body * (level == 1 ? 1.6 : level == 2 ? 1.25 : 1.1));
                characters.setFontWeight(QFont::Bold);
                cursor.setPosition(fragment.position());
                cursor.setPosition(fragment.position() + fragment.length(), QTextCursor::KeepAnchor);
                cursor.setCharFormat(characters);
            }
            format.setTopMargin(body * (level == 1 ? 0.4 : 1.2));
            format.setBottomMargin(body * 0.6);
        } else {
            format.setLineHeight(125, QTextBlockFormat::ProportionalHeight);
        }
        cursor.setPosition(block.position());
        cursor.setBlockFormat(format);
    }
    cursor.endEditBlock();
    verticalScrollBar()->setValue(position);
}

QVariant MarkdownPreview::loadResource(int, const QUrl &)
{
    return {};
}

} // namespace verderer
