// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/skill_list_pane.h"

#include "ui/skills/skill_list_model.h"
#include "ui/skills/skill_list_view.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/filter_chips.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/metrics.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

using namespace Qt::StringLiterals;

namespace verderer {

SkillListPane::SkillListPane(const Theme *theme, SkillListModel *model, QWidget *parent)
    : QWidget(parent), m_model(model), m_search(new QLineEdit(this)), m_new(new QPushButton(this)), m_trash(new QPushButton(this)),
      m_chips(new FilterChips(this)), m_banner(new Banner(theme, this)), m_stack(new QStackedWidget(this)),
      m_list(new SkillListView(theme, model, this)), m_empty(new EmptyState(theme, this)), m_noMatch(new EmptyState(theme, this)),
      m_loading(new EmptyState(theme, this))
{
    setObjectName(u"skillListPane"_s);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_search->setObjectName(u"skillSearch"_s);
    m_search->setPlaceholderText(tr("Search name, description, content"));
    m_search->setAccessibleName(tr("Search skills"));
    m_search->setToolTip(tr("Search name, description and content (%1)").arg(QKeySequence(QKeySequence::Find).toString(QKeySequence::NativeText)));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(themedIcon(u"search"_s, theme, &ThemeColors::muted), QLineEdit::LeadingPosition);
    m_search->installEventFilter(this);
    m_new->setObjectName(u"newSkillButton"_s);
    m_new->setIcon(themedIcon(u"plus"_s, theme));
    m_trash->setObjectName(u"trashButton"_s);
    m_trash->setIcon(themedIcon(u"trash"_s, theme));
    m_chips->setObjectName(u"skillFilter"_s);
    m_chips->setAccessibleName(tr("Which skills are listed"));
    m_chips->addChip(u"all"_s, tr("All"), tr("Every skill of this user and the shared ones"));
    m_chips->addChip(u"custom"_s, tr("Custom"), tr("This user's own skills: they can be edited"));
    m_chips->addChip(u"public"_s, tr("Public"), tr("Shared skills that come with the installation"));
    m_chips->addChip(u"problems"_s, tr("Problems"), tr("Skills with something wrong"));
    m_chips->addChip(u"integrations"_s, tr("Integrations"), tr("Shared skills of integrations"));
    m_chips->addChip(u"legacy"_s, tr("Legacy"), tr("Shared skills of the older layout"));
    m_empty->setContent(u"skills"_s, tr("No skills here"), tr("This user has no custom skill, and the installation has no shared ones."));
    m_noMatch->setContent(u"search"_s, tr("Nothing matches"), tr("No skill's name, description or content holds these words."));
    m_first = m_empty->addButton(tr("&New skill…"), u"firstSkillButton"_s);
    auto *clear = m_noMatch->addButton(tr("Show &all skills"), u"clearSearch"_s);
    m_loading->setContent(u"refresh"_s, tr("Reading skills…"), {});
    m_stack->addWidget(m_loading);
    m_stack->addWidget(m_list);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_noMatch);

    auto *head = new QVBoxLayout;
    head->setContentsMargins(scaled(this, 12), scaled(this, 12), scaled(this, 12), scaled(this, 6));
    head->setSpacing(scaled(this, 8));
    auto *searchRow = new QHBoxLayout;
    searchRow->setSpacing(scaled(this, 6));
    searchRow->addWidget(m_search, 1);
    searchRow->addWidget(m_new);
    searchRow->addWidget(m_trash);
    head->addLayout(searchRow);
    head->addWidget(m_chips);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    m_banner->setObjectName(u"listBanner"_s);
    column->addWidget(m_banner);
    column->addWidget(m_stack, 1);

    connect(m_search, &QLineEdit::textChanged, this, &SkillListPane::searchChanged);
    connect(m_chips, &FilterChips::chosen, this, &SkillListPane::filterChosen);
    connect(clear, &QPushButton::clicked, this, [this] {
        showAll();
        m_list->setFocus();
    });
    connect(model, &SkillListModel::refreshed, this, &SkillListPane::refresh);
}

void SkillListPane::showAll()
{
    m_search->clear();
    m_chips->setCurrent(u"all"_s);
}

void SkillListPane::setActions(QAction *newSkill, QAction *trash)
{
    // The search needs the room.
    m_new->setFixedWidth(scaled(this, 34));
    m_trash->setFixedWidth(scaled(this, 34));
    for (const auto &[button, action] : {std::pair{m_new, newSkill}, {m_first, newSkill}, {m_trash, trash}}) {
        button->setAutoDefault(false);
        const auto follow = [button = button, action = action] {
            const QString key = action->shortcut().toString(QKeySequence::NativeText);
            button->setEnabled(action->isEnabled());
            button->setToolTip(key.isEmpty() || !action->isEnabled() ? action->toolTip() : u"%1 (%2)"_s.arg(action->toolTip(), key));
            button->setAccessibleName(QString(action->text()).remove(u'&'));
        };
        connect(action, &QAction::changed, button, follow);
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        follow();
    }
}

void SkillListPane::showLoading()
{
    if (m_model->rowCount() == 0)
        m_stack->setCurrentWidget(m_loading);
}

void SkillListPane::refresh()
{
    for (const QString &filter : {u"all"_s, u"custom"_s, u"public"_s, u"integrations"_s, u"legacy"_s, u"problems"_s}) {
        const int count = m_model->countOf(filter);
        m_chips->setCount(filter, count);
        if (filter == "integrations"_L1 || filter == "legacy"_L1)
            m_chips->setChipVisible(filter, count > 0);
    }
    if (m_model->shownSkills() > 0)
        m_stack->setCurrentWidget(m_list);
    else if (m_model->catalog().entries.isEmpty())
        m_stack->setCurrentWidget(m_empty);
    else
        m_stack->setCurrentWidget(m_searching ? m_loading : m_noMatch);
}

void SkillListPane::showProblems(const QList<Problem> &problems, const QString &notWritable)
{
    if (problems.isEmpty() && !notWritable.isEmpty()) {
        m_banner->present(Tone::Neutral, tr("Read only"), notWritable);
        return;
    }
    if (problems.isEmpty()) {
        m_banner->hide();
        return;
    }
    QStringList rest;
    for (const Problem &problem : problems)
        rest << problem.message;
    const bool error = std::any_of(problems.cbegin(), problems.cend(), [](const Problem &problem) { return problem.severity == Severity::Error; });
    m_banner->present(error ? Tone::Error : Tone::Warning, tr("%n problem(s) with the folders", nullptr, int(problems.size())),
                      problems.first().message, rest.join(u'\n'));
}

void SkillListPane::setSearching(bool searching)
{
    m_searching = searching;
    m_loading->setContent(searching ? u"search"_s : u"refresh"_s, searching ? tr("Searching contents…") : tr("Reading skills…"), {});
    refresh();
}

void SkillListPane::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

QString SkillListPane::filter() const
{
    return m_chips->current();
}

void SkillListPane::setFilter(const QString &filter)
{
    m_chips->setCurrent(filter);
}

bool SkillListPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Down || key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            m_list->setFocus(Qt::OtherFocusReason);
            if (!m_list->currentIndex().isValid() || !m_list->selectionModel()->hasSelection()) {
                // The first row is a header.
                m_list->setCurrentIndex(m_model->index(1));
            }
            return true;
        }
        if (key->key() == Qt::Key_Escape && !m_search->text().isEmpty()) {
            m_search->clear();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace verderer
