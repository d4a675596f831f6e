// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_list_pane.h"

#include "ui/runs/run_list_model.h"
#include "ui/runs/run_list_view.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/filter_chips.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/text_format.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

// Somebody who types goes on typing; each question reads the whole list.
constexpr int typingPauseMs = 300;

} // namespace

RunListPane::RunListPane(const Theme *theme, RunListModel *model, QWidget *parent)
    : QWidget(parent), m_model(model), m_search(new QLineEdit(this)), m_chips(new FilterChips(this)),
      m_owner(new ChoiceButton(tr("Owner"), tr("all"), this)), m_modelChoice(new ChoiceButton(tr("Model"), tr("any"), this)),
      m_time(new ChoiceButton(tr("Created"), tr("any time"), this)), m_more(new QPushButton(this)),
      m_adoptAll(new QPushButton(tr("Adopt &all…"), this)), m_banner(new Banner(theme, this)), m_stack(new QStackedWidget(this)),
      m_list(new RunListView(theme, model, this)), m_empty(new EmptyState(theme, this)), m_noMatch(new EmptyState(theme, this)),
      m_loading(new EmptyState(theme, this)), m_failed(new EmptyState(theme, this)), m_unavailable(new EmptyState(theme, this))
{
    setObjectName(u"runListPane"_s);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_search->setObjectName(u"runSearch"_s);
    m_search->setPlaceholderText(tr("Run, thread, message, error"));
    m_search->setAccessibleName(tr("Search runs"));
    m_search->setToolTip(
        tr("Search ids, titles, first messages and errors (%1)").arg(QKeySequence(QKeySequence::Find).toString(QKeySequence::NativeText)));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(themedIcon(u"search"_s, theme, &ThemeColors::muted), QLineEdit::LeadingPosition);
    m_search->installEventFilter(this);
    m_chips->setObjectName(u"runFilter"_s);
    m_chips->setAccessibleName(tr("Which runs are listed"));
    m_chips->addChip(u"all"_s, tr("All"), tr("Every owner's runs, and nobody's"));
    m_chips->addChip(u"failed"_s, tr("Failed"), tr("Runs that ended with an error or ran out of time"));
    m_chips->addChip(u"active"_s, tr("Active"), tr("Runs that are stored as pending or running"));
    m_chips->addChip(u"orphans"_s, tr("Orphans"), tr("Runs without a thread: it never came to be, or was deleted"));
    m_adoptAll->setObjectName(u"adoptAllButton"_s);
    m_adoptAll->setToolTip(tr("Make the missing threads of all runs in this list"));
    m_adoptAll->setAutoDefault(false);
    m_adoptAll->hide();
    m_banner->setObjectName(u"runListBanner"_s);
    makeFilters();
    makeMenu(theme);
    makeStates(theme);

    auto *filters = new QWidget(this);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    filters->setSizePolicy(policy);
    auto *flow = new FlowLayout(filters);
    flow->setGaps(scaled(this, 4), scaled(this, 4));
    for (QPushButton *button :
         {static_cast<QPushButton *>(m_owner), static_cast<QPushButton *>(m_modelChoice), static_cast<QPushButton *>(m_time), m_more, m_adoptAll}) {
        flow->addWidget(button);
    }
    auto *head = new QVBoxLayout;
    head->setContentsMargins(scaled(this, 12), scaled(this, 12), scaled(this, 12), scaled(this, 8));
    head->setSpacing(scaled(this, 8));
    head->addWidget(m_search);
    head->addWidget(m_chips);
    head->addWidget(filters);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_banner);
    column->addWidget(m_stack, 1);

    m_typing.setSingleShot(true);
    m_typing.setInterval(typingPauseMs);
    connect(&m_typing, &QTimer::timeout, this, [this] {
        RunQuestion question = m_question;
        question.text = m_search->text().trimmed();
        change(question);
    });
    connect(m_search, &QLineEdit::textChanged, this, [this] {
        if (!m_setting) {
            m_typing.start();
        }
    });
    connect(m_chips, &FilterChips::chosen, this, [this](const QString &chip) { change(m_question.withChip(chip)); });
    connect(m_adoptAll, &QPushButton::clicked, this, &RunListPane::adoptAllRequested);
    connect(model, &RunListModel::stateChanged, this, &RunListPane::refresh);
    connect(model, &RunListModel::countChanged, this, &RunListPane::refresh);
    refresh();
}

void RunListPane::makeFilters()
{
    m_owner->setObjectName(u"runOwner"_s);
    m_owner->allowTyping(tr("Another owner…"), tr("The owner's id:"));
    m_modelChoice->setObjectName(u"runModel"_s);
    m_modelChoice->allowTyping(tr("Another model…"), tr("The model's name, as it is configured:"));
    m_time->setObjectName(u"runTime"_s);
    m_time->setChoices({{u"1"_s, tr("last 24 hours")}, {u"7"_s, tr("last 7 days")}, {u"30"_s, tr("last 30 days")}, {u"90"_s, tr("last 90 days")}});
    connect(m_owner, &ChoiceButton::chosen, this, [this] {
        RunQuestion question = m_question;
        question.owner = m_owner->value();
        change(question);
    });
    connect(m_modelChoice, &ChoiceButton::chosen, this, [this] {
        RunQuestion question = m_question;
        question.model = m_modelChoice->value();
        change(question);
    });
    connect(m_time, &ChoiceButton::chosen, this, [this] {
        RunQuestion question = m_question;
        question.days = m_time->value().value_or(QString()).toInt();
        change(question);
    });
    connect(m_owner, &ChoiceButton::aboutToChoose, this, &RunListPane::choicesWanted);
    connect(m_modelChoice, &ChoiceButton::aboutToChoose, this, &RunListPane::choicesWanted);
}

void RunListPane::makeMenu(const Theme *theme)
{
    m_more->setObjectName(u"runListMore"_s);
    m_more->setAccessibleName(tr("More"));
    m_more->setToolTip(tr("Export this list"));
    m_more->setIcon(themedIcon(u"more"_s, theme));
    m_more->setAutoDefault(false);
    auto *menu = new QMenu(this);
    menu->setObjectName(u"runListMenu"_s);
    const auto add = [&](ExportFormat format, const QString &name, const QString &text) {
        QAction *action = menu->addAction(text);
        action->setObjectName(name);
        connect(action, &QAction::triggered, this, [this, format] { Q_EMIT exportRequested(format); });
    };
    add(ExportFormat::Csv, u"exportListCsv"_s, tr("Export the list as &CSV…"));
    add(ExportFormat::JsonDocument, u"exportListJson"_s, tr("Export the list as &JSON…"));
    add(ExportFormat::JsonLines, u"exportListLines"_s, tr("Export the list as JSON &lines…"));
    connect(m_more, &QPushButton::clicked, this, [this, menu] { menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
}

void RunListPane::makeStates(const Theme * /*theme*/)
{
    m_loading->setContent(u"refresh"_s, tr("Reading runs…"), {});
    m_empty->setObjectName(u"noRuns"_s);
    m_empty->setContent(
        u"runs"_s, tr("No runs yet"),
        tr("This installation has not run anything. Start a conversation in DeerFlow, or run a command with “verdererctl runs start”."));
    m_noMatch->setObjectName(u"noMatchingRuns"_s);
    m_noMatch->setContent(u"search"_s, tr("Nothing matches"), tr("No run passes this search and these filters."));
    auto *clear = m_noMatch->addButton(tr("Show &all runs"), u"clearRunSearch"_s);
    connect(clear, &QPushButton::clicked, this, [this] {
        setQuestion({});
        Q_EMIT asked(m_question);
        m_list->setFocus();
    });
    m_failed->setObjectName(u"runsFailed"_s);
    auto *again = m_failed->addButton(tr("Try &again"), u"retryRuns"_s);
    connect(again, &QPushButton::clicked, this, &RunListPane::retryRequested);
    m_unavailable->setObjectName(u"runsUnavailable"_s);
    auto *open = m_unavailable->addButton(tr("Try &again"), u"retryDatabase"_s);
    connect(open, &QPushButton::clicked, this, &RunListPane::retryRequested);
    for (QWidget *state : {static_cast<QWidget *>(m_loading), static_cast<QWidget *>(m_list), static_cast<QWidget *>(m_empty),
                           static_cast<QWidget *>(m_noMatch), static_cast<QWidget *>(m_failed), static_cast<QWidget *>(m_unavailable)}) {
        m_stack->addWidget(state);
    }
}

void RunListPane::change(const RunQuestion &question)
{
    if (m_setting || question == m_question) {
        return;
    }
    m_question = question;
    Q_EMIT asked(m_question);
}

void RunListPane::setQuestion(const RunQuestion &question)
{
    m_setting = true;
    m_typing.stop();
    m_question = question;
    m_search->setText(question.text);
    m_chips->setCurrent(question.chip);
    m_question.chip = m_chips->current();
    m_owner->setValue(question.owner);
    m_modelChoice->setValue(question.model);
    m_time->setValue(question.days > 0 ? std::optional(QString::number(question.days)) : std::nullopt);
    m_setting = false;
}

void RunListPane::setCount(const QString &chip, qint64 count, bool exact)
{
    const QString number = QLocale().toString(count);
    m_chips->setCountText(chip, exact ? number : QString(number + u'+'));
}

void RunListPane::refresh()
{
    if (m_isUnavailable && m_model->state() == ListingModelBase::State::Nothing) {
        m_stack->setCurrentWidget(m_unavailable);
        return;
    }
    m_isUnavailable = false;
    switch (m_model->state()) {
    case ListingModelBase::State::Nothing:
    case ListingModelBase::State::Loading:
        m_stack->setCurrentWidget(m_loading);
        return;
    case ListingModelBase::State::Failed:
        if (const auto &error = m_model->error()) {
            m_failed->setContent(u"error"_s, errorHeadline(error->code), error->message, errorDetailText(*error));
        }
        m_stack->setCurrentWidget(m_failed);
        return;
    case ListingModelBase::State::FirstPage:
    case ListingModelBase::State::Ready:
        break;
    }
    if (m_model->rowCount() > 0) {
        m_stack->setCurrentWidget(m_list);
    } else if (m_model->state() == ListingModelBase::State::FirstPage || m_model->isReading()) {
        m_stack->setCurrentWidget(m_loading);
    } else {
        m_stack->setCurrentWidget(m_question.isNarrowed() || m_question.chip != "all"_L1 ? m_noMatch : m_empty);
    }
}

void RunListPane::showUnavailable(const Error &error)
{
    m_isUnavailable = true;
    m_unavailable->setContent(u"error"_s, tr("No database to read from"), error.message, errorDetailText(error));
    refresh();
}

void RunListPane::setOwners(const QList<std::pair<QString, QString>> &owners)
{
    QList<ChoiceButton::Choice> choices;
    for (const auto &[id, name] : owners) {
        choices.append({id, name});
    }
    choices.append({QString(), tr("nobody's")});
    m_owner->setChoices(choices);
}

void RunListPane::setModels(const QStringList &models)
{
    QList<ChoiceButton::Choice> choices;
    for (const QString &model : models) {
        choices.append({model, model});
    }
    m_modelChoice->setChoices(choices);
}

void RunListPane::setCanAdopt(bool can)
{
    m_adoptAll->setVisible(can);
}

void RunListPane::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

bool RunListPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Down || key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            m_list->setFocus(Qt::OtherFocusReason);
            if (!m_list->selectionModel()->hasSelection() && m_model->rowCount() > 0) {
                m_list->setCurrentIndex(m_model->index(0, 0));
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
