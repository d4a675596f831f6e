// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/verdict_tab.h"

#include "ui/skills/history_model.h"
#include "ui/skills/skill_badges.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/row_delegate.h"
#include "ui/widgets/style.h"

#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

enum Column { LevelColumn, PlaceColumn, MessageColumn, RuleColumn };

Tone levelTone(ReportItem::Level level)
{
    switch (level) {
    case ReportItem::Level::Refused:
    case ReportItem::Level::Critical:
        return Tone::Error;
    case ReportItem::Level::High:
    case ReportItem::Level::Medium:
        return Tone::Warning;
    default:
        return Tone::Neutral;
    }
}

QString placeText(const ReportItem &item)
{
    if (item.file.isEmpty())
        return VerdictTab::tr("the whole package");
    return item.line > 0 ? VerdictTab::tr("%1, line %2").arg(item.file).arg(item.line) : item.file;
}

} // namespace

QString levelText(ReportItem::Level level)
{
    switch (level) {
    case ReportItem::Level::Refused:
        return u"✕ "_s + VerdictTab::tr("refused");
    case ReportItem::Level::Critical:
        return u"✕ "_s + VerdictTab::tr("critical");
    case ReportItem::Level::High:
        return u"! "_s + VerdictTab::tr("high");
    case ReportItem::Level::Medium:
        return u"! "_s + VerdictTab::tr("medium");
    case ReportItem::Level::Low:
        return u"· "_s + VerdictTab::tr("low");
    case ReportItem::Level::Note:
        break;
    }
    return u"· "_s + VerdictTab::tr("note");
}

VerdictTab::VerdictTab(const Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_stack(new QStackedWidget(this)), m_nothing(new EmptyState(theme, this)), m_typed(new QLabel(this)),
      m_lower(new QStackedWidget(this)), m_list(new QTreeWidget(this)), m_details(new QLabel(this)),
      m_go(new QPushButton(tr("&Go to the line"), this))
{
    setObjectName(u"verdictTab"_s);
    m_list->setObjectName(u"verdictList"_s);
    m_list->setAccessibleName(tr("What was found"));
    m_list->setColumnCount(4);
    m_list->setHeaderLabels({tr("Severity"), tr("Where"), tr("What"), tr("Rule")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new RowDelegate(theme, m_list));
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(MessageColumn, QHeaderView::Stretch);
    m_list->header()->resizeSection(LevelColumn, scaled(this, 110));
    m_list->header()->resizeSection(PlaceColumn, scaled(this, 180));
    m_list->header()->resizeSection(RuleColumn, scaled(this, 170));
    m_details->setObjectName(u"verdictDetails"_s);
    m_details->setWordWrap(true);
    m_details->setTextFormat(Qt::PlainText);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_details->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_go->setObjectName(u"verdictGo"_s);
    m_go->setAutoDefault(false);
    m_typed->setObjectName(u"verdictTyped"_s);
    m_typed->setText(tr("This is about your text, which is not saved yet, and the other files as they are on disk."));
    m_typed->setWordWrap(true);
    m_typed->hide();

    auto *body = new QWidget(this);
    auto *grid = new QGridLayout;
    grid->setContentsMargins(scaled(this, 20), scaled(this, 12), scaled(this, 20), scaled(this, 10));
    grid->setHorizontalSpacing(scaled(this, 10));
    grid->setVerticalSpacing(scaled(this, 6));
    grid->setColumnStretch(1, 1);
    m_accepted = addFact(grid, u"verdictAccepted"_s);
    m_listed = addFact(grid, u"verdictListed"_s);
    m_scanned = addFact(grid, u"verdictScanned"_s);
    grid->addWidget(m_typed, grid->rowCount(), 0, 1, 2);
    auto *clean = new EmptyState(theme, this);
    clean->setObjectName(u"verdictClean"_s);
    clean->setContent(u"check"_s, tr("Nothing was found"), tr("Neither the validator nor the scanner has anything to say."));
    auto *found = new QWidget(this);
    auto *column = new QVBoxLayout(found);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_list, 1);
    auto *foot = new QHBoxLayout;
    foot->setContentsMargins(scaled(this, 20), scaled(this, 10), scaled(this, 20), scaled(this, 12));
    foot->setSpacing(scaled(this, 12));
    foot->addWidget(m_details, 1);
    foot->addWidget(m_go, 0, Qt::AlignTop);
    column->addLayout(foot);
    m_lower->addWidget(clean);
    m_lower->addWidget(found);
    auto *whole = new QVBoxLayout(body);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addLayout(grid);
    whole->addWidget(m_lower, 1);
    m_stack->addWidget(m_nothing);
    m_stack->addWidget(body);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);
    setFocusProxy(m_list);

    connect(m_list, &QTreeWidget::currentItemChanged, this, &VerdictTab::showDetails);
    connect(m_list, &QTreeWidget::itemActivated, this, &VerdictTab::goToCurrent);
    connect(m_list, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem *, int clicked) {
        if (clicked == PlaceColumn)
            goToCurrent();
    });
    connect(m_go, &QPushButton::clicked, this, &VerdictTab::goToCurrent);
    connect(theme, &Theme::changed, this, &VerdictTab::applyColors);
    showLoading();
    applyColors();
}

VerdictTab::Fact VerdictTab::addFact(QGridLayout *grid, const QString &name)
{
    Fact fact;
    fact.badge = new Badge(m_theme, this);
    fact.text = new QLabel(this);
    fact.badge->setObjectName(QString(name + u"Badge"_s));
    fact.text->setObjectName(name);
    fact.text->setWordWrap(true);
    fact.text->setTextFormat(Qt::PlainText);
    const int row = grid->rowCount();
    grid->addWidget(fact.badge, row, 0, Qt::AlignTop | Qt::AlignLeft);
    grid->addWidget(fact.text, row, 1);
    return fact;
}

void VerdictTab::showLoading()
{
    m_nothing->setContent(u"refresh"_s, tr("Looking through the skill…"), {});
    m_stack->setCurrentIndex(0);
}

void VerdictTab::showNothing(const QString &title, const QString &text, const QString &details)
{
    m_nothing->setContent(u"information"_s, title, text, details);
    m_stack->setCurrentIndex(0);
}

void VerdictTab::showReport(const SkillReport &report)
{
    m_items = report.items;
    showFacts(report);
    showItems();
    m_stack->setCurrentIndex(1);
}

void VerdictTab::showFacts(const SkillReport &report)
{
    const SkillVerdict &verdict = report.verdict;
    if (verdict.valid) {
        m_accepted.badge->setBadge(u"✓ "_s + tr("accepted"), Tone::Accent);
        m_accepted.text->setText(tr("DeerFlow accepts this text: it can be saved and installed."));
    } else {
        m_accepted.badge->setBadge(u"✕ "_s + tr("refused"), Tone::Error);
        m_accepted.text->setText(tr("DeerFlow does not accept this text: %1").arg(problemSentence(verdict.problem)));
    }
    if (verdict.listed) {
        m_listed.badge->setBadge(u"✓ "_s + tr("loads"), Tone::Accent);
        m_listed.text->setText(tr("DeerFlow's loader reads it as “%1”.").arg(verdict.name));
    } else {
        m_listed.badge->setBadge(u"✕ "_s + tr("vanishes"), Tone::Error);
        m_listed.text->setText(tr("DeerFlow's loader leaves it out without a word."));
    }
    const Tone tone = report.decision == ScanDecision::Block ? Tone::Error : report.decision == ScanDecision::Warn ? Tone::Warning : Tone::Accent;
    m_scanned.badge->setBadge(verdictText(scanDecisionName(report.decision)), tone);
    m_scanned.text->setText(report.decision == ScanDecision::Block ? tr("The scanner refuses it until this is mended. %1").arg(report.scanReason)
                                                                   : report.scanReason);
    m_typed->setVisible(report.typed);
}

void VerdictTab::showItems()
{
    // What is chosen stays chosen where it is found again, while the text under it changes.
    const int before = m_list->indexOfTopLevelItem(m_list->currentItem());
    m_list->clear();
    const ThemeColors &colors = m_theme->colors();
    for (const ReportItem &item : std::as_const(m_items)) {
        auto *line = new QTreeWidgetItem(m_list, {levelText(item.level), placeText(item), item.message, item.rule});
        line->setForeground(LevelColumn, toneColors(levelTone(item.level), colors).text);
        line->setForeground(RuleColumn, colors.muted);
        line->setToolTip(MessageColumn, item.message);
        line->setToolTip(RuleColumn, item.rule);
        if (!item.file.isEmpty()) {
            line->setForeground(PlaceColumn, colors.accent);
            line->setToolTip(PlaceColumn, tr("Go there"));
        }
    }
    m_lower->setCurrentIndex(m_items.isEmpty() ? 0 : 1);
    if (!m_items.isEmpty())
        m_list->setCurrentItem(m_list->topLevelItem(std::clamp(before, 0, int(m_items.size()) - 1)));
    showDetails();
}

void VerdictTab::showDetails()
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    const bool there = row >= 0 && row < m_items.size();
    const ReportItem item = there ? m_items.at(row) : ReportItem();
    QStringList lines{item.message};
    if (!item.remediation.isEmpty())
        lines << tr("What to do: %1").arg(item.remediation);
    if (!item.evidence.isEmpty())
        lines << tr("Found: %1").arg(item.evidence);
    m_details->setText(lines.join(u'\n'));
    m_go->setText(item.line > 0 ? tr("&Go to the line") : tr("&Go to the file"));
    m_go->setEnabled(there && !item.file.isEmpty());
    m_go->setToolTip(m_go->isEnabled() ? QString() : tr("This is about the package as a whole."));
}

void VerdictTab::goToCurrent()
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    if (row >= 0 && row < m_items.size() && !m_items.at(row).file.isEmpty())
        Q_EMIT placeWanted(m_items.at(row).file, m_items.at(row).line, std::max(1, m_items.at(row).column));
}

void VerdictTab::applyColors()
{
    setTextColor(m_typed, m_theme->colors().muted);
    showItems();
}

} // namespace verderer
