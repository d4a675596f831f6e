// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/timeline_tab.h"

#include "ui/runs/event_delegate.h"
#include "ui/runs/event_model.h"
#include "ui/runs/run_text.h"
#include "ui/runs/text_panel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/style.h"
#include "ui/widgets/text_format.h"

#include <QAction>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

TimelineTab::TimelineTab(const Theme *theme, EventModel *model, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_model(model), m_groups(new QButtonGroup(this)), m_count(new QLabel(this)), m_banner(new Banner(theme, this)),
      m_stack(new QStackedWidget(this)), m_list(new QListView(this)), m_nothing(new EmptyState(theme, this)),
      m_splitter(new QSplitter(Qt::Vertical, this))
{
    setObjectName(u"timelineTab"_s);
    auto *strip = new QHBoxLayout;
    strip->setContentsMargins(scaled(this, 20), scaled(this, 8), scaled(this, 20), scaled(this, 8));
    strip->setSpacing(scaled(this, 4));
    const auto add = [&](EventGroup group, const QString &name, const QString &text, const QString &explanation) {
        auto *button = new QToolButton(this);
        button->setObjectName(name);
        button->setText(text);
        button->setToolTip(explanation);
        button->setAccessibleDescription(explanation);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::TabFocus);
        m_groups->addButton(button, int(group));
        strip->addWidget(button);
    };
    add(EventGroup::All, u"eventsAll"_s, tr("All"), tr("Everything that was recorded"));
    add(EventGroup::Messages, u"eventsMessages"_s, tr("Messages"), tr("What people, the model and tools said"));
    add(EventGroup::Tools, u"eventsTools"_s, tr("Tools"), tr("Calls of tools, their results, and changed files"));
    add(EventGroup::Subagents, u"eventsSubagents"_s, tr("Subagents"), tr("Tasks given to subagents"));
    add(EventGroup::Errors, u"eventsErrors"_s, tr("Errors"), tr("What failed"));
    m_groups->button(int(EventGroup::All))->setChecked(true);
    m_count->setObjectName(u"eventCount"_s);
    strip->addStretch(1);
    strip->addWidget(m_count);

    m_banner->setObjectName(u"timelineBanner"_s);
    m_list->setObjectName(u"eventList"_s);
    m_list->setAccessibleName(tr("Events of the run"));
    m_list->setModel(model);
    m_list->setItemDelegate(new EventDelegate(theme, m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->viewport()->setAttribute(Qt::WA_Hover);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setBackgroundRole(QPalette::Window);
    m_list->viewport()->setBackgroundRole(QPalette::Window);
    m_list->installEventFilter(this);
    m_nothing->setObjectName(u"noEvents"_s);
    m_stack->addWidget(m_list);
    m_stack->addWidget(m_nothing);

    m_splitter->setObjectName(u"eventSplitter"_s);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_stack);
    m_splitter->addWidget(makeDetail(theme));
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_detail->hide();

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(strip);
    column->addWidget(m_banner);
    column->addWidget(m_splitter, 1);

    connect(m_groups, &QButtonGroup::idToggled, this, [this](int id, bool checked) {
        if (checked) {
            Q_EMIT groupChosen(EventGroup(id));
        }
    });
    connect(m_list, &QListView::doubleClicked, this, &TimelineTab::eventWanted);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &index) {
        if (m_detail->isVisible() && index.isValid()) {
            Q_EMIT eventWanted(index);
        }
    });
    connect(theme, &Theme::changed, this, [this] {
        applyColors();
        m_list->viewport()->update();
    });
    applyColors();
}

QWidget *TimelineTab::makeDetail(const Theme *theme)
{
    m_detail = new QWidget(this);
    m_detail->setObjectName(u"eventDetail"_s);
    m_detail->setAutoFillBackground(true);
    m_detail->setBackgroundRole(QPalette::Base);
    m_detailTitle = new QLabel(m_detail);
    m_detailTitle->setObjectName(u"eventDetailTitle"_s);
    m_detailTitle->setTextFormat(Qt::PlainText);
    QFont bold = font();
    bold.setBold(true);
    m_detailTitle->setFont(bold);
    m_detailFacts = new QLabel(m_detail);
    m_detailFacts->setObjectName(u"eventDetailFacts"_s);
    m_detailFacts->setTextFormat(Qt::PlainText);
    m_detailFacts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *copy = new QPushButton(tr("&Copy"), m_detail);
    copy->setObjectName(u"copyEvent"_s);
    copy->setToolTip(tr("Copy the whole event"));
    copy->setAutoDefault(false);
    auto *close = new QToolButton(m_detail);
    close->setObjectName(u"closeEvent"_s);
    close->setIcon(themedIcon(u"close"_s, theme, &ThemeColors::muted));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close (Esc)"));
    close->setAccessibleName(tr("Close the event"));
    m_detailText = new TextPanel(theme, m_detail);
    m_detailText->setObjectName(u"eventText"_s);
    m_detailText->setName(tr("The event as it is stored"));
    auto *head = new QHBoxLayout;
    head->setContentsMargins(scaled(this, 20), scaled(this, 6), scaled(this, 12), scaled(this, 6));
    head->setSpacing(scaled(this, 10));
    head->addWidget(m_detailTitle);
    head->addWidget(m_detailFacts, 1);
    head->addWidget(copy);
    head->addWidget(close);
    auto *column = new QVBoxLayout(m_detail);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_detailText, 1);
    connect(copy, &QPushButton::clicked, m_detailText, &TextPanel::copyAll);
    connect(close, &QToolButton::clicked, this, [this] {
        closeEventPanel();
        m_list->setFocus(Qt::OtherFocusReason);
    });
    auto *escape = new QAction(m_detail);
    escape->setShortcut(QKeySequence(Qt::Key_Escape));
    escape->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_detail->addAction(escape);
    connect(escape, &QAction::triggered, close, &QToolButton::click);
    return m_detail;
}

EventGroup TimelineTab::group() const
{
    return EventGroup(m_groups->checkedId());
}

void TimelineTab::setGroup(EventGroup group)
{
    m_groups->button(int(group))->setChecked(true);
}

void TimelineTab::updateCount()
{
    const int known = m_model->rowCount();
    if (m_model->isComplete()) {
        m_count->setText(tr("%n event(s)", nullptr, known));
    } else {
        m_count->setText(known > 0 ? tr("%1 events and more").arg(groupedNumber(known)) : QString());
    }
}

void TimelineTab::showLoading()
{
    m_nothing->setContent(u"refresh"_s, tr("Reading events…"), {});
    m_stack->setCurrentWidget(m_nothing);
    m_count->clear();
}

void TimelineTab::showNothing(const QString &title, const QString &text)
{
    m_nothing->setContent(u"information"_s, title, text);
    m_stack->setCurrentWidget(m_nothing);
}

void TimelineTab::showList()
{
    m_stack->setCurrentWidget(m_list);
}

void TimelineTab::showError(const Error &error)
{
    m_banner->present(Tone::Error, errorHeadline(error.code), error.message, errorDetailText(error));
    connect(m_banner->addButton(tr("Try &again"), u"retryEvents"_s), &QPushButton::clicked, this, &TimelineTab::retryWanted);
}

void TimelineTab::hideError()
{
    m_banner->hide();
}

void TimelineTab::showNote(const QString &text)
{
    m_banner->present(Tone::Information, tr("Older events"), text);
}

void TimelineTab::openEvent(const EventRow &row, const QString &offset, const QByteArray &detail)
{
    m_detailTitle->setText(row.event.type);
    const QDateTime time = timeOf(row.event.createdAt);
    m_detailFacts->setText(
        QStringList{offset, row.event.category, tr("number %1").arg(row.event.seq), time.isValid() ? humanTime(time) : row.event.createdRaw}.join(
            u" · "_s));
    m_detailFacts->setToolTip(exactTime(time));
    m_detailText->setBytes(detail);
    m_detail->show();
}

void TimelineTab::closeEventPanel()
{
    m_detail->hide();
}

bool TimelineTab::isEventOpen() const
{
    return !m_detail->isHidden();
}

bool TimelineTab::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && m_list->currentIndex().isValid()) {
            Q_EMIT eventWanted(m_list->currentIndex());
            return true;
        }
        if (key->key() == Qt::Key_Escape && isEventOpen()) {
            closeEventPanel();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void TimelineTab::applyColors()
{
    setTextColor(m_count, m_theme->colors().muted);
    setTextColor(m_detailFacts, m_theme->colors().muted);
}

} // namespace verderer
