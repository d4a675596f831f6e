// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/edit_tab.h"

#include "ui/skills/markdown_preview.h"
#include "ui/skills/text_view.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/metrics.h"

#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

EditTab::EditTab(const Theme *theme, QWidget *parent)
    : QWidget(parent), m_state(new Banner(theme, this)), m_disk(new Banner(theme, this)), m_draft(new Banner(theme, this)),
      m_splitter(new QSplitter(Qt::Horizontal, this)),
      m_view(new TextView(theme, {u"skillEditor"_s, u"pieceView"_s, u"byteView"_s}, tr("Text of the skill"), this)),
      m_preview(new MarkdownPreview(theme, this)), m_restore(m_view->message()->addButton(tr("&Restore it"), u"restoreSkillButton"_s))
{
    setObjectName(u"editTab"_s);
    m_state->setObjectName(u"stateBanner"_s);
    m_state->setDismissible(false);
    m_disk->setObjectName(u"diskBanner"_s);
    m_draft->setObjectName(u"draftBanner"_s);
    m_splitter->setObjectName(u"previewSplitter"_s);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_view);
    m_splitter->addWidget(m_preview);
    m_splitter->setStretchFactor(0, 5);
    m_splitter->setStretchFactor(1, 4);
    m_preview->setMinimumWidth(scaled(this, 180));
    m_view->setMinimumWidth(scaled(this, 260));
    m_restore->hide();

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_state);
    column->addWidget(m_draft);
    column->addWidget(m_disk);
    column->addWidget(m_splitter, 1);
    connect(m_restore, &QPushButton::clicked, this, &EditTab::restoreRequested);
    showLoading();
}

SkillTextEdit *EditTab::editor() const
{
    return m_view->editor();
}

void EditTab::updatePreview()
{
    m_restore->hide();
    m_preview->setVisible(m_previewWanted && m_view->showsEditor());
}

void EditTab::showLoading()
{
    m_view->showLoading();
    updatePreview();
}

void EditTab::showEditor()
{
    m_view->showEditor();
    updatePreview();
}

void EditTab::showPieces(const QByteArray &bytes, qint64 totalSize)
{
    m_view->showPieces(bytes, totalSize);
    updatePreview();
}

void EditTab::showBytes(const QByteArray &bytes, qint64 totalSize)
{
    m_view->showBytes(bytes, totalSize);
    updatePreview();
}

void EditTab::showFailure(const QString &title, const QString &text, const QString &details)
{
    m_view->showMessage(u"warning"_s, title, text, details);
    updatePreview();
}

void EditTab::showDeleted()
{
    showFailure(tr("This skill is deleted"), tr("It can be restored: the whole folder where it is in the trash, else the text from its history."),
                {});
    m_restore->show();
}

void EditTab::setPreviewVisible(bool visible)
{
    m_previewWanted = visible;
    m_preview->setVisible(visible && m_view->showsEditor());
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
    for (Banner *banner : {m_state, m_disk, m_draft})
        banner->hide();
}

} // namespace verderer
