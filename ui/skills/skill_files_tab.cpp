// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/skill_files_tab.h"

#include "ui/editor/skill_text_edit.h"
#include "ui/skills/text_view.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/row_delegate.h"
#include "ui/widgets/style.h"
#include "ui/widgets/text_format.h"

#include <QAction>
#include <QHash>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSet>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int pathRole = Qt::UserRole;
constexpr int folderRole = Qt::UserRole + 1;

QTreeWidgetItem *itemOf(QTreeWidget *tree, const QString &path)
{
    for (QTreeWidgetItemIterator item(tree); *item; ++item) {
        if ((*item)->data(0, pathRole).toString() == path)
            return *item;
    }
    return nullptr;
}

} // namespace

SkillFilesTab::SkillFilesTab(const Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_stack(new QStackedWidget(this)), m_nothing(new EmptyState(theme, this)), m_banner(new Banner(theme, this)),
      m_splitter(new QSplitter(Qt::Horizontal, this)), m_tree(new QTreeWidget(this)), m_summary(new QLabel(this)), m_buttons(new QWidget(this)),
      m_path(new ElidedLabel(this)), m_facts(new QLabel(this)),
      m_view(new TextView(theme, {u"fileEditor"_s, u"filePieces"_s, u"fileBytes"_s}, tr("Text of the file"), this))
{
    setObjectName(u"skillFilesTab"_s);
    m_nothing->setObjectName(u"noPackage"_s);
    m_banner->setObjectName(u"filesBanner"_s);
    m_tree->setObjectName(u"packageTree"_s);
    m_tree->setAccessibleName(tr("Files of the skill"));
    m_tree->setColumnCount(2);
    m_tree->setHeaderLabels({tr("File"), tr("Size")});
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    useSoftSelection(m_tree, theme);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_summary->setObjectName(u"packageSummary"_s);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setContentsMargins(scaled(this, 12), scaled(this, 6), scaled(this, 12), scaled(this, 6));
    m_path->setObjectName(u"filePath"_s);
    m_path->setFont(Theme::textFont());
    m_facts->setObjectName(u"fileFacts"_s);
    m_facts->setTextFormat(Qt::PlainText);
    m_view->editor()->setHighlighting(SkillTextEdit::Highlighting::None);
    m_view->editor()->setReadOnly(true);

    auto *left = new QWidget(this);
    auto *leftColumn = new QVBoxLayout(left);
    leftColumn->setContentsMargins(0, 0, 0, 0);
    leftColumn->setSpacing(0);
    leftColumn->addWidget(m_tree, 1);
    leftColumn->addWidget(m_summary);
    leftColumn->addWidget(m_buttons);
    auto *right = new QWidget(this);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(scaled(this, 12), scaled(this, 6), scaled(this, 12), scaled(this, 6));
    head->setSpacing(scaled(this, 12));
    head->addWidget(m_path, 1);
    head->addWidget(m_facts);
    auto *rightColumn = new QVBoxLayout(right);
    rightColumn->setContentsMargins(0, 0, 0, 0);
    rightColumn->setSpacing(0);
    rightColumn->addLayout(head);
    rightColumn->addWidget(m_view, 1);
    m_splitter->setObjectName(u"packageSplitter"_s);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(left);
    m_splitter->addWidget(right);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 2);
    left->setMinimumWidth(scaled(this, 180));
    m_splitter->setSizes({scaled(this, 260), scaled(this, 520)});
    auto *body = new QWidget(this);
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_banner);
    column->addWidget(m_splitter, 1);
    m_stack->addWidget(m_nothing);
    m_stack->addWidget(body);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);
    setFocusProxy(m_tree);

    connect(m_tree, &QTreeWidget::currentItemChanged, this, [this] {
        if (!m_filling)
            Q_EMIT currentChanged(currentPath());
    });
    connect(theme, &Theme::changed, this, &SkillFilesTab::applyColors);
    applyColors();
    showLoading();
}

void SkillFilesTab::setActions(const QList<QAction *> &actions)
{
    m_tree->addActions(actions);
    auto *row = new FlowLayout(m_buttons);
    row->setGaps(scaled(this, 6), scaled(this, 6));
    row->setContentsMargins(scaled(this, 10), 0, scaled(this, 10), scaled(this, 8));
    for (QAction *action : actions) {
        auto *button = new QPushButton(action->text(), m_buttons);
        button->setObjectName(QString(action->objectName()).replace(u"Action"_s, u"Button"_s));
        button->setAutoDefault(false);
        const auto follow = [action, button] {
            button->setEnabled(action->isEnabled());
            button->setToolTip(action->toolTip());
        };
        connect(action, &QAction::changed, button, follow);
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        follow();
        row->addWidget(button);
    }
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    m_buttons->setSizePolicy(policy);
}

void SkillFilesTab::showLoading()
{
    m_nothing->setContent(u"refresh"_s, tr("Reading the package…"), {});
    m_stack->setCurrentIndex(0);
    m_tree->clear();
    m_package = {};
    setFileFacts({}, {});
}

void SkillFilesTab::showNothing(const QString &title, const QString &text, const QString &details)
{
    m_nothing->setContent(u"information"_s, title, text, details);
    m_stack->setCurrentIndex(0);
}

void SkillFilesTab::showFiles(const PackageFiles &package)
{
    m_stack->setCurrentIndex(1);
    if (package == m_package)
        return;
    m_package = package;
    const QString chosen = currentPath();
    QSet<QString> closed;
    for (QTreeWidgetItemIterator item(m_tree); *item; ++item) {
        if ((*item)->childCount() > 0 && !(*item)->isExpanded())
            closed << (*item)->data(0, pathRole).toString();
    }
    m_filling = true;
    m_tree->clear();
    QHash<QString, QTreeWidgetItem *> folders;
    qint64 bytes = 0;
    int files = 0;
    for (const PackageFile &file : package.files) {
        const qsizetype slash = file.path.lastIndexOf(u'/');
        const QStringList texts{file.path.sliced(slash + 1), file.isFolder ? QString() : humanSize(file.size)};
        QTreeWidgetItem *parent = slash < 0 ? nullptr : folders.value(file.path.first(slash));
        auto *item = parent ? new QTreeWidgetItem(parent, texts) : new QTreeWidgetItem(m_tree, texts);
        item->setData(0, pathRole, file.path);
        item->setData(0, folderRole, file.isFolder);
        item->setToolTip(0, file.path);
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setSizeHint(0, QSize(0, scaled(this, 26)));
        if (file.isFolder) {
            item->setIcon(0, themedIcon(u"folder"_s, m_theme, &ThemeColors::muted));
            folders.insert(file.path, item);
        } else {
            bytes += file.size;
            ++files;
        }
    }
    for (QTreeWidgetItem *folder : std::as_const(folders))
        folder->setExpanded(!closed.contains(folder->data(0, pathRole).toString()));
    QTreeWidgetItem *again = itemOf(m_tree, chosen);
    if (again)
        m_tree->setCurrentItem(again);
    m_filling = false;
    m_summary->setText(tr("%n file(s), %1", nullptr, files).arg(humanSize(bytes)));
    if (!package.leftOut.isEmpty())
        m_banner->present(Tone::Warning, tr("Not everything belongs to the package"), package.leftOut.first(), package.leftOut.join(u'\n'));
    if (!again && m_tree->topLevelItemCount() > 0)
        m_tree->setCurrentItem(m_tree->topLevelItem(0));
}

void SkillFilesTab::setFileFacts(const QString &path, const QString &facts)
{
    m_path->setFullText(path, Qt::ElideMiddle);
    m_facts->setText(facts);
}

QString SkillFilesTab::currentPath() const
{
    const QTreeWidgetItem *item = m_tree->currentItem();
    return item ? item->data(0, pathRole).toString() : QString();
}

bool SkillFilesTab::isFolder(const QString &path) const
{
    const QTreeWidgetItem *item = itemOf(m_tree, path);
    return item && item->data(0, folderRole).toBool();
}

bool SkillFilesTab::select(const QString &path)
{
    QTreeWidgetItem *item = itemOf(m_tree, path);
    if (!item)
        return false;
    m_tree->setCurrentItem(item);
    m_tree->scrollToItem(item);
    return true;
}

void SkillFilesTab::applyColors()
{
    setTextColor(m_summary, m_theme->colors().muted);
    setTextColor(m_facts, m_theme->colors().muted);
}

} // namespace verderer
