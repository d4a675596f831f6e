// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/thread_runs_tab.h"

#include "ui/widgets/empty_state.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/status_words.h"
#include "ui/widgets/time_text.h"

#include <QHeaderView>
#include <QLocale>
#include <QPushButton>
#include <QStackedWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

enum Column { Status, Started, Model, Tokens, FirstMessage, Id, ColumnCount };
constexpr int runIdRole = Qt::UserRole + 1;

} // namespace

ThreadRunsTab::ThreadRunsTab(const Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_stack(new QStackedWidget(this)), m_note(new EmptyState(theme, this)), m_table(new QTreeWidget(this)),
      m_more(new QPushButton(tr("Show &more"), this))
{
    setObjectName(u"threadRunsTab"_s);
    m_table->setObjectName(u"threadRuns"_s);
    m_table->setAccessibleName(tr("Runs of this thread"));
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    m_table->setAllColumnsShowFocus(true);
    m_table->setColumnCount(ColumnCount);
    m_table->setHeaderLabels({tr("Status"), tr("Started"), tr("Model"), tr("Tokens"), tr("First message"), tr("Run")});
    m_table->header()->setSectionsMovable(false);
    m_table->header()->setStretchLastSection(true);
    for (const auto &[column, width] :
         {std::pair{int(Status), 130}, {int(Started), 140}, {int(Model), 140}, {int(Tokens), 90}, {int(FirstMessage), 340}}) {
        m_table->header()->resizeSection(column, scaled(this, width));
    }
    m_more->setObjectName(u"moreRuns"_s);
    m_more->setAutoDefault(false);
    auto *page = new QWidget(this);
    auto *pageColumn = new QVBoxLayout(page);
    pageColumn->setContentsMargins(0, 0, 0, 0);
    pageColumn->setSpacing(0);
    pageColumn->addWidget(m_table, 1);
    pageColumn->addWidget(m_more, 0, Qt::AlignHCenter);
    m_stack->addWidget(m_note);
    m_stack->addWidget(page);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_stack);
    connect(m_more, &QPushButton::clicked, this, &ThreadRunsTab::moreRequested);
    connect(m_table, &QTreeWidget::itemActivated, this,
            [this](const QTreeWidgetItem *item) { Q_EMIT runOpened(item->data(0, runIdRole).toString()); });
    showLoading();
}

void ThreadRunsTab::showLoading()
{
    m_note->setContent(u"refresh"_s, tr("Reading runs…"), {});
    m_stack->setCurrentIndex(0);
}

void ThreadRunsTab::showProblem(const QString &title, const QString &text)
{
    m_note->setContent(u"error"_s, title, text);
    m_stack->setCurrentIndex(0);
}

void ThreadRunsTab::setRuns(const QList<RunRecord> &runs, bool more)
{
    if (runs.isEmpty()) {
        m_note->setContent(u"runs"_s, tr("No runs"), tr("Nothing was run in this thread yet."));
        m_stack->setCurrentIndex(0);
        return;
    }
    const QString chosen = m_table->currentItem() ? m_table->currentItem()->data(0, runIdRole).toString() : QString();
    m_table->clear();
    const QLocale locale;
    for (const RunRecord &run : runs) {
        auto *line = new QTreeWidgetItem(m_table);
        const StatusWords words = statusWords(run.statusRaw);
        line->setText(Status, words.text());
        line->setForeground(Status, toneColors(words.tone, m_theme->colors()).text);
        line->setText(Started, storedTimeText(run.createdAt, run.createdRaw));
        line->setToolTip(Started, storedTimeTip(run.createdAt, run.createdRaw));
        line->setText(Model, run.modelName.value_or(QString()));
        line->setText(Tokens, locale.toString(run.totalTokens));
        line->setTextAlignment(Tokens, Qt::AlignRight | Qt::AlignVCenter);
        QString first = run.firstHumanMessage.value_or(QString()).left(400);
        line->setText(FirstMessage, first.replace(u'\n', u' '));
        line->setText(Id, run.runId);
        line->setFont(Id, Theme::textFont());
        line->setSizeHint(Status, QSize(scaled(this, 80), scaled(this, 28)));
        line->setData(0, runIdRole, run.runId);
        if (run.error) {
            line->setToolTip(Status, run.error->left(1000));
        }
        if (run.runId == chosen) {
            m_table->setCurrentItem(line);
        }
    }
    m_more->setVisible(more);
    m_stack->setCurrentIndex(1);
}

} // namespace verderer
