// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/skill_page.h"

#include "ui/skills/edit_tab.h"
#include "ui/skills/history_tab.h"
#include "ui/skills/skill_badges.h"
#include "ui/skills/skill_files_tab.h"
#include "ui/skills/verdict_tab.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"

#include <QAction>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

/// In the order of the tabs.
QStringList tabNames()
{
    return {u"edit"_s, u"history"_s, u"files"_s, u"verdict"_s};
}

} // namespace

SkillPage::SkillPage(const WindowServices &services, QWidget *parent)
    : QWidget(parent), m_theme(services.theme), m_stack(new QStackedWidget(this)), m_title(new ElidedLabel(this)),
      m_description(new ElidedLabel(this)), m_badgeBox(new QWidget(this)), m_badgeLayout(new FlowLayout(m_badgeBox)),
      m_unsavedBadge(new Badge(services.theme, m_badgeBox)), m_switch(new QCheckBox(tr("E&nabled"), this)),
      m_rollBack(new QPushButton(tr("Roll &back…"), this)), m_more(new QPushButton(this)), m_save(new QPushButton(tr("&Save…"), this)),
      m_saveAction(new QAction(tr("Save…"), this)), m_menu(new QMenu(this)), m_tabs(new QTabBar(this)), m_banner(new Banner(services.theme, this)),
      m_progress(new Banner(services.theme, this)), m_pages(new QStackedWidget(this)), m_edit(new EditTab(services.theme, this)),
      m_history(new HistoryTab(services, this)), m_files(new SkillFilesTab(services.theme, this)), m_verdict(new VerdictTab(services.theme, this))
{
    setObjectName(u"skillPage"_s);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_title->setObjectName(u"skillTitle"_s);
    QFont titleFont = font();
    titleFont.setPointSizeF(titleFont.pointSizeF() * 1.35);
    titleFont.setBold(true);
    m_title->setFont(titleFont);
    m_description->setObjectName(u"skillDescription"_s);
    m_badgeBox->setObjectName(u"skillBadges"_s);
    m_badgeLayout->setGaps(scaled(this, 4), scaled(this, 2));
    m_unsavedBadge->setObjectName(u"unsavedBadge"_s);
    m_switch->setObjectName(u"enabledSwitch"_s);
    m_rollBack->setObjectName(u"rollBackButton"_s);
    m_more->setObjectName(u"moreButton"_s);
    m_more->setAccessibleName(tr("More"));
    m_more->setToolTip(tr("More that can be done with this skill"));
    m_more->setIcon(themedIcon(u"more"_s, services.theme));
    m_save->setObjectName(u"saveButton"_s);
    makePrimary(m_save);
    for (QPushButton *button : {m_rollBack, m_more, m_save})
        button->setAutoDefault(false);
    m_saveAction->setObjectName(u"saveAction"_s);
    m_saveAction->setShortcut(QKeySequence::Save);
    addAction(m_saveAction);
    m_menu->setObjectName(u"skillMenu"_s);
    m_menu->setToolTipsVisible(true);
    m_banner->setObjectName(u"pageBanner"_s);
    m_progress->setObjectName(u"progressBanner"_s);
    m_progress->setDismissible(false);
    m_tabs->setObjectName(u"skillTabs"_s);
    m_tabs->setDrawBase(true);
    m_tabs->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_tabs->setExpanding(false);
    m_tabs->setAccessibleName(tr("Views of the skill"));
    m_tabs->addTab(tr("&Edit"));
    m_tabs->addTab(tr("&History"));
    m_tabs->addTab(tr("&Files"));
    m_tabs->addTab(tr("&Verdict"));
    for (QWidget *page : std::initializer_list<QWidget *>{m_edit, m_history, m_files, m_verdict})
        m_pages->addWidget(page);

    auto *titleRow = new QHBoxLayout;
    titleRow->setSpacing(scaled(this, 10));
    titleRow->addWidget(m_title);
    titleRow->addWidget(m_badgeBox, 1);
    auto *titles = new QVBoxLayout;
    titles->setSpacing(scaled(this, 3));
    titles->addLayout(titleRow);
    titles->addWidget(m_description);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(scaled(this, 20), scaled(this, 12), scaled(this, 20), scaled(this, 8));
    head->setSpacing(scaled(this, 8));
    head->addLayout(titles, 1);
    for (QWidget *control : std::initializer_list<QWidget *>{m_switch, m_rollBack, m_more, m_save})
        head->addWidget(control, 0, Qt::AlignTop);
    m_switch->setFixedHeight(m_rollBack->sizeHint().height());
    auto *tabRow = new QHBoxLayout;
    tabRow->setContentsMargins(scaled(this, 8), 0, scaled(this, 8), 0);
    tabRow->addWidget(m_tabs, 1);

    auto *body = new QWidget(this);
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addLayout(tabRow);
    column->addWidget(m_banner);
    column->addWidget(m_progress);
    column->addWidget(m_pages, 1);
    auto *nothing = new EmptyState(services.theme, this);
    nothing->setObjectName(u"noSkillSelected"_s);
    nothing->setContent(u"skills"_s, tr("Choose a skill"), tr("Its text and its history are shown here."));
    m_stack->addWidget(nothing);
    m_stack->addWidget(body);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);

    connect(m_save, &QPushButton::clicked, this, &SkillPage::saveRequested);
    connect(m_saveAction, &QAction::triggered, this, &SkillPage::saveRequested);
    connect(m_rollBack, &QPushButton::clicked, this, &SkillPage::rollBackRequested);
    connect(m_switch, &QCheckBox::clicked, this, [this](bool checked) {
        // It shows what is so; what was asked for is so once the files say it.
        m_switch->setChecked(!checked);
        Q_EMIT switchRequested(checked);
    });
    connect(m_more, &QPushButton::clicked, this, [this] { m_menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        m_pages->setCurrentIndex(index);
        Q_EMIT tabChanged(tab());
    });
    connect(services.theme, &Theme::changed, this, &SkillPage::applyColors);
    applyColors();
    clear();
}

void SkillPage::clear()
{
    m_stack->setCurrentIndex(0);
    setCanSave(false, {});
    setCanRollBack(false, {});
}

void SkillPage::addBadges(const SkillEntry &entry)
{
    // The unsaved badge stays last.
    while (m_badgeLayout->count() > 0) {
        QLayoutItem *item = m_badgeLayout->takeAt(0);
        if (item->widget() != m_unsavedBadge) {
            item->widget()->hide();
            item->widget()->deleteLater();
        }
        delete item;
    }
    const auto add = [this](const SkillBadge &badge) {
        auto *widget = new Badge(m_theme, m_badgeBox);
        widget->setBadge(badge.text, badge.tone, badge.reason);
        m_badgeLayout->addWidget(widget);
    };
    add({categoryWord(entry.category), entry.category == SkillCategory::Custom ? Tone::Accent : Tone::Neutral, entry.notEditableReason});
    for (const SkillBadge &badge : skillBadges(entry))
        add(badge);
    m_badgeLayout->addWidget(m_unsavedBadge);
}

void SkillPage::showEntry(const SkillEntry &entry)
{
    m_stack->setCurrentIndex(1);
    m_title->setFullText(entry.name);
    QString description = entry.description;
    if (entry.directory != entry.name)
        description =
            description.isEmpty() ? tr("in the folder %1").arg(entry.directory) : tr("%1 · in the folder %2").arg(description, entry.directory);
    m_description->setFullText(description);
    m_description->setVisible(!description.isEmpty());
    m_enabledReason = entry.enabledReason;
    m_switch->setChecked(entry.enabled && !entry.deleted);
    addBadges(entry);
}

void SkillPage::setUnsaved(bool unsaved)
{
    m_unsavedBadge->setBadge(unsaved ? tr("not saved") : QString(), Tone::Information, tr("This text is not saved yet. A draft of it is kept."));
}

void SkillPage::setCanSave(bool can, const QString &reason)
{
    m_save->setEnabled(can);
    m_saveAction->setEnabled(can);
    m_save->setToolTip(can ? tr("Show what changes, then save (%1)").arg(m_saveAction->shortcut().toString(QKeySequence::NativeText)) : reason);
    m_save->setAccessibleDescription(m_save->toolTip());
}

void SkillPage::setCanRollBack(bool can, const QString &reason)
{
    m_rollBack->setEnabled(can);
    m_rollBack->setToolTip(can ? tr("Restore an earlier text of this skill") : reason);
    m_rollBack->setAccessibleDescription(m_rollBack->toolTip());
}

void SkillPage::setRecordCount(qint64 records)
{
    m_tabs->setTabText(1, records > 0 ? tr("&History %1").arg(QLocale().toString(records)) : tr("&History"));
}

void SkillPage::setCanSwitch(bool can, const QString &reason)
{
    m_switch->setEnabled(can);
    m_switch->setToolTip(reason.isEmpty() ? m_enabledReason : reason);
    m_switch->setAccessibleDescription(m_switch->toolTip());
}

void SkillPage::setFileCount(int files)
{
    m_tabs->setTabText(2, files > 0 ? tr("&Files %1").arg(QLocale().toString(files)) : tr("&Files"));
}

void SkillPage::setVerdictCount(int serious)
{
    m_tabs->setTabText(3, serious > 0 ? tr("&Verdict %1").arg(QLocale().toString(serious)) : tr("&Verdict"));
}

QString SkillPage::tab() const
{
    return tabNames().value(m_tabs->currentIndex(), u"edit"_s);
}

void SkillPage::setTab(const QString &tab)
{
    m_tabs->setCurrentIndex(std::max(0, int(tabNames().indexOf(tab))));
}

void SkillPage::applyColors()
{
    setTextColor(m_description, m_theme->colors().muted);
}

} // namespace verderer
