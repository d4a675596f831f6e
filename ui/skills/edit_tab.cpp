// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/edit_tab.h"

#include "ui/editor/editor_colors.h"
#include "ui/editor/piece_view.h"
#include "ui/editor/skill_text_edit.h"
#include "ui/skills/markdown_preview.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/metrics.h"

#include <QPlainTextEdit>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

QString hexDump(const QByteArray &bytes, qsizetype limit)
{
    QString dump;
    const qsizetype size = std::min(bytes.size(), limit);
    for (qsizetype row = 0; row < size; row += 16) {
        const QByteArray part = bytes.mid(row, std::min(qsizetype(16), size - row));
        QString characters;
        for (const char byte : part) {
            const auto value = static_cast<unsigned char>(byte);
            characters += value >= 0x20 && value < 0x7F ? QChar(QLatin1Char(byte)) : QChar(u'·');
        }
        dump += QString::number(row, 16).rightJustified(6, u'0') + u"  "_s + QString::fromLatin1(part.toHex(' ')).leftJustified(48) + u"  "_s +
                characters + u'\n';
    }
    return dump;
}

EditTab::EditTab(const Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_state(new Banner(theme, this)), m_disk(new Banner(theme, this)), m_draft(new Banner(theme, this)),
      m_progress(new Banner(theme, this)), m_splitter(new QSplitter(Qt::Horizontal, this)), m_stack(new QStackedWidget(this)),
      m_editor(new SkillTextEdit(this)), m_pieces(new PieceView(this)), m_bytes(new QPlainTextEdit(this)), m_empty(new EmptyState(theme, this)),
      m_preview(new MarkdownPreview(theme, this))
{
    setObjectName(u"editTab"_s);
    m_state->setObjectName(u"stateBanner"_s);
    m_state->setDismissible(false);
    m_disk->setObjectName(u"diskBanner"_s);
    m_draft->setObjectName(u"draftBanner"_s);
    m_progress->setObjectName(u"progressBanner"_s);
    m_progress->setDismissible(false);
    m_editor->setObjectName(u"skillEditor"_s);
    m_editor->setAccessibleName(tr("Text of the skill"));
    m_pieces->setObjectName(u"pieceView"_s);
    m_bytes->setObjectName(u"byteView"_s);
    m_bytes->setAccessibleName(tr("Bytes of the file"));
    m_bytes->setReadOnly(true);
    m_bytes->setFrameShape(QFrame::NoFrame);
    m_bytes->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_bytes->setFont(Theme::textFont());
    m_splitter->setObjectName(u"previewSplitter"_s);
    m_splitter->setChildrenCollapsible(false);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_editor);
    m_stack->addWidget(m_pieces);
    m_stack->addWidget(m_bytes);
    m_splitter->addWidget(m_stack);
    m_splitter->addWidget(m_preview);
    m_splitter->setStretchFactor(0, 5);
    m_splitter->setStretchFactor(1, 4);
    m_preview->setMinimumWidth(scaled(this, 180));
    m_stack->setMinimumWidth(scaled(this, 260));

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_state);
    column->addWidget(m_draft);
    column->addWidget(m_disk);
    column->addWidget(m_progress);
    column->addWidget(m_splitter, 1);
    connect(theme, &Theme::changed, this, &EditTab::applyColors);
    applyColors();
    showLoading();
}

void EditTab::applyColors()
{
    const EditorColors colors = editorColors(m_theme->colors(), Theme::textFont(), font());
    m_editor->setColors(colors);
    m_pieces->setColors(colors);
}

void EditTab::showText(QWidget *page)
{
    m_stack->setCurrentWidget(page);
    m_preview->setVisible(m_previewWanted && page == m_editor);
}

void EditTab::showLoading()
{
    m_empty->setContent(u"refresh"_s, tr("Reading…"), {});
    showText(m_empty);
}

void EditTab::showEditor()
{
    showText(m_editor);
}

void EditTab::showPieces(const QByteArray &bytes, qint64 totalSize)
{
    m_pieces->setBytes(bytes, totalSize);
    showText(m_pieces);
}

void EditTab::showBytes(const QByteArray &bytes, qint64 totalSize)
{
    constexpr qsizetype shown = 4096;
    QString text = hexDump(bytes, shown);
    if (totalSize > shown)
        text += tr("… and %n more byte(s)", nullptr, int(std::min<qint64>(totalSize - shown, std::numeric_limits<int>::max()))) + u'\n';
    m_bytes->setPlainText(text);
    showText(m_bytes);
}

void EditTab::showFailure(const QString &title, const QString &text, const QString &details)
{
    m_empty->setContent(u"warning"_s, title, text, details);
    showText(m_empty);
}

void EditTab::setPreviewVisible(bool visible)
{
    m_previewWanted = visible;
    m_preview->setVisible(visible && m_stack->currentWidget() == m_editor);
}

QByteArray EditTab::splitterState() const
{
    return m_splitter->saveState();
}

void EditTab::restoreSplitter(const QByteArray &state)
{
    if (!state.isEmpty())
        m_splitter->restoreState(state);
}

void EditTab::hideBanners()
{
    for (Banner *banner : {m_state, m_disk, m_draft, m_progress})
        banner->hide();
}

} // namespace verderer
