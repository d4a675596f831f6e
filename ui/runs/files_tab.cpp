// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/files_tab.h"

#include "ui/runs/run_text.h"
#include "ui/runs/text_panel.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"
#include "ui/widgets/text_format.h"

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

/// A sign and a word for what happened to a file; a word that is not known stands as it is stored.
QString changeText(const QString &change)
{
    if (change == "created"_L1) {
        return u"+ "_s + FilesTab::tr("new");
    }
    if (change == "deleted"_L1) {
        return u"− "_s + FilesTab::tr("deleted");
    }
    if (change == "modified"_L1) {
        return u"~ "_s + FilesTab::tr("changed");
    }
    if (change == "symlink_created"_L1) {
        return u"→ "_s + FilesTab::tr("new link");
    }
    return change;
}

} // namespace

FilesTab::FilesTab(const Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_stack(new QStackedWidget(this)), m_nothing(new EmptyState(theme, this)), m_summary(new QLabel(this)),
      m_splitter(new QSplitter(Qt::Horizontal, this)), m_list(new QListWidget(this)), m_diff(new TextPanel(theme, this)),
      m_retry(m_nothing->addButton(tr("Try &again"), u"retryFiles"_s))
{
    setObjectName(u"filesTab"_s);
    m_nothing->setObjectName(u"noFiles"_s);
    m_summary->setObjectName(u"filesSummary"_s);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_list->setObjectName(u"changedFiles"_s);
    m_list->setAccessibleName(tr("Changed files"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setTextElideMode(Qt::ElideLeft);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_diff->setObjectName(u"fileDiff"_s);
    m_diff->setName(tr("What changed in the file"));
    m_diff->setDiff(true);
    m_splitter->setObjectName(u"filesSplitter"_s);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_list);
    m_splitter->addWidget(m_diff);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 3);
    m_list->setMinimumWidth(scaled(this, 160));
    m_splitter->setSizes({scaled(this, 260), scaled(this, 560)});
    auto *body = new QWidget(this);
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_summary->setContentsMargins(scaled(this, 20), scaled(this, 8), scaled(this, 20), scaled(this, 8));
    column->addWidget(m_summary);
    column->addWidget(m_splitter, 1);
    m_stack->addWidget(m_nothing);
    m_stack->addWidget(body);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);
    setFocusProxy(m_list);
    connect(m_list, &QListWidget::currentRowChanged, this, &FilesTab::showFile);
    connect(m_retry, &QPushButton::clicked, this, &FilesTab::retryWanted);
    connect(theme, &Theme::changed, this, &FilesTab::applyColors);
    applyColors();
    showLoading();
}

void FilesTab::showLoading()
{
    m_nothing->setContent(u"refresh"_s, tr("Reading changed files…"), {});
    m_retry->hide();
    m_stack->setCurrentIndex(0);
}

void FilesTab::showError(const Error &error)
{
    m_nothing->setContent(u"error"_s, errorHeadline(error.code), error.message, errorDetailText(error));
    m_retry->show();
    m_stack->setCurrentIndex(0);
}

void FilesTab::showChanges(const QList<WorkspaceChanges> &changes, const QString &whyNone)
{
    const QString chosen = m_list->currentRow() >= 0 && m_list->currentRow() < m_files.size() ? m_files.at(m_list->currentRow()).path : QString();
    m_retry->hide();
    m_files.clear();
    qint64 added = 0;
    qint64 removed = 0;
    bool truncated = false;
    for (const WorkspaceChanges &change : changes) {
        m_files += change.files;
        added += change.additions;
        removed += change.deletions;
        truncated = truncated || change.truncated;
    }
    if (m_files.isEmpty() && !truncated) {
        m_nothing->setContent(u"information"_s, whyNone.isEmpty() ? tr("No file was changed") : tr("No changes to be read here"),
                              whyNone.isEmpty() ? tr("This run recorded no change of its workspace.") : whyNone);
        m_stack->setCurrentIndex(0);
        return;
    }
    QStringList facts{tr("%n file(s)", nullptr, int(m_files.size())), u"+"_s + groupedNumber(added) + u" −"_s + groupedNumber(removed)};
    if (truncated) {
        facts << tr("the list was cut when it was recorded");
    }
    m_summary->setText(facts.join(u" · "_s));
    m_list->clear();
    int row = 0;
    for (int i = 0; i < m_files.size(); ++i) {
        const WorkspaceChanges::File &file = m_files.at(i);
        auto *item = new QListWidgetItem(changeText(file.change) + u"  "_s + file.path, m_list);
        item->setToolTip(file.path + u"\n+"_s + groupedNumber(file.additions) + u" −"_s + groupedNumber(file.deletions));
        item->setSizeHint(QSize(0, scaled(this, 28)));
        if (file.path == chosen) {
            row = i;
        }
    }
    m_list->setCurrentRow(row);
    m_stack->setCurrentIndex(1);
}

void FilesTab::showFile(int row)
{
    if (row < 0 || row >= m_files.size()) {
        m_diff->setBytes({});
        return;
    }
    const QString diff = m_files.at(row).diff;
    m_diff->setBytes(diff.isEmpty() ? tr("No difference was recorded for this file: it is not a text, or too large.").toUtf8() : diff.toUtf8());
}

void FilesTab::applyColors()
{
    setTextColor(m_summary, m_theme->colors().muted);
}

} // namespace verderer
