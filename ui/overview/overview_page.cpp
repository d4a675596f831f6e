// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_page.h"

#include "ui/overview/usage_chart.h"
#include "ui/runs/fact_card.h"
#include "ui/runs/number_table.h"
#include "ui/runs/run_text.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/status_words.h"
#include "ui/widgets/style.h"
#include "ui/widgets/text_format.h"
#include "ui/widgets/time_text.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int listedBuckets = 8;

QString countText(qint64 count, bool exact)
{
    return exact ? groupedNumber(count) : QString(groupedNumber(count) + u'+');
}

} // namespace

OverviewPage::OverviewPage(const Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_stack(new QStackedWidget(this)), m_loading(new EmptyState(theme, this)),
      m_unavailable(new EmptyState(theme, this)), m_empty(new EmptyState(theme, this)), m_title(new QLabel(tr("Overview"), this)),
      m_database(new ElidedLabel(this)), m_reading(new QLabel(this)), m_spans(new QButtonGroup(this)), m_error(new Banner(theme, this)),
      m_stale(new Banner(theme, this)), m_orphans(new Banner(theme, this)), m_failedCard(new FactCard(theme, tr("Failed"), this)),
      m_activeCard(new FactCard(theme, tr("Active"), this)), m_runsCard(new FactCard(theme, tr("Runs"), this)),
      m_threadsCard(new FactCard(theme, tr("Threads"), this)), m_tokensCard(new FactCard(theme, tr("Tokens"), this)),
      m_costCard(new FactCard(theme, tr("Cost"), this)), m_noFailures(new QLabel(tr("No run has failed."), this)),
      m_failures(new NumberTable(theme, {tr("Run"), tr("Status"), tr("Model"), tr("When")}, this)),
      m_runsChart(new UsageChart(theme, UsageChart::Kind::Runs, this)), m_tokensChart(new UsageChart(theme, UsageChart::Kind::Tokens, this)),
      m_byDay(new NumberTable(theme, {tr("Day"), tr("Runs"), tr("Failed"), tr("Input"), tr("Output"), tr("Tokens"), tr("Cost")}, this)),
      m_byModel(new NumberTable(theme, {tr("Model"), tr("Runs"), tr("Tokens"), tr("Cost")}, this)),
      m_byOwner(new NumberTable(theme, {tr("Owner"), tr("Runs"), tr("Tokens"), tr("Cost")}, this)), m_notes(new QLabel(this))
{
    setObjectName(u"overviewPage"_s);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_error->setObjectName(u"overviewBanner"_s);
    m_stale->setObjectName(u"staleBanner"_s);
    m_stale->setDismissible(false);
    m_orphans->setObjectName(u"orphanBanner"_s);
    m_orphans->setDismissible(false);
    m_unavailable->setObjectName(u"overviewUnavailable"_s);
    m_empty->setObjectName(u"overviewEmpty"_s);
    m_loading->setContent(u"refresh"_s, tr("Counting…"), {});
    connect(m_unavailable->addButton(tr("Try &again"), u"retryOverview"_s), &QPushButton::clicked, this, &OverviewPage::retryRequested);
    m_empty->setContent(u"overview"_s, tr("Nothing has run here yet"),
                        tr("Start a conversation in DeerFlow, or create a thread by hand: its runs, tokens and costs are counted here."));
    connect(m_empty->addButton(tr("Go to &threads"), u"goToThreads"_s), &QPushButton::clicked, this,
            [this] { Q_EMIT linkActivated(u"threads"_s, QString()); });
    makeCards();
    m_stack->addWidget(m_loading);
    m_stack->addWidget(m_unavailable);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makeBody());
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHead());
    column->addWidget(m_error);
    column->addWidget(m_stale);
    column->addWidget(m_orphans);
    column->addWidget(m_stack, 1);
    connect(theme, &Theme::changed, this, &OverviewPage::applyColors);
    applyColors();
    showLoading();
}

QWidget *OverviewPage::makeHead()
{
    auto *head = new QWidget(this);
    QFont titleFont = font();
    titleFont.setPointSizeF(titleFont.pointSizeF() * 1.35);
    titleFont.setBold(true);
    m_title->setFont(titleFont);
    m_database->setObjectName(u"overviewDatabase"_s);
    m_reading->setObjectName(u"overviewReading"_s);
    auto *row = new QHBoxLayout(head);
    row->setContentsMargins(scaled(this, 20), scaled(this, 12), scaled(this, 20), scaled(this, 12));
    row->setSpacing(scaled(this, 4));
    row->addWidget(m_title);
    row->addSpacing(scaled(this, 8));
    row->addWidget(m_database, 1);
    row->addWidget(m_reading);
    row->addSpacing(scaled(this, 8));
    for (const int span : {7, 14, 30, 90}) {
        auto *button = new QToolButton(head);
        button->setObjectName(u"span%1"_s.arg(span));
        button->setText(tr("%n day(s)", nullptr, span));
        button->setToolTip(tr("Show the last %n day(s), today included", nullptr, span));
        button->setCheckable(true);
        button->setFocusPolicy(Qt::TabFocus);
        m_spans->addButton(button, span);
        row->addWidget(button);
    }
    m_spans->button(14)->setChecked(true);
    connect(m_spans, &QButtonGroup::idClicked, this, &OverviewPage::spanChosen);
    return head;
}

void OverviewPage::makeCards()
{
    m_failedCard->setObjectName(u"failedCard"_s);
    m_activeCard->setObjectName(u"activeCard"_s);
    m_runsCard->setObjectName(u"runsCard"_s);
    m_threadsCard->setObjectName(u"threadsCard"_s);
    m_tokensCard->setObjectName(u"allTokensCard"_s);
    m_costCard->setObjectName(u"allCostCard"_s);
    m_failures->setObjectName(u"newestFailures"_s);
    m_failures->setAccessibleName(tr("Newest failures"));
    m_failures->setFitted(8);
    m_noFailures->setObjectName(u"noFailures"_s);
    connect(m_failures, &NumberTable::rowActivated, this, [this](const QString &run) { Q_EMIT linkActivated(u"runs"_s, run); });
    m_runsChart->setObjectName(u"runsChart"_s);
    m_tokensChart->setObjectName(u"tokensChart"_s);
    m_byDay->setObjectName(u"byDay"_s);
    m_byDay->setAccessibleName(tr("Days"));
    m_byDay->setFitted(14);
    m_byModel->setObjectName(u"byModel"_s);
    m_byModel->setAccessibleName(tr("Models"));
    m_byModel->setFitted(listedBuckets);
    m_byOwner->setObjectName(u"byOwner"_s);
    m_byOwner->setAccessibleName(tr("Owners"));
    m_byOwner->setFitted(listedBuckets);
    m_notes->setObjectName(u"overviewNotes"_s);
    m_notes->setWordWrap(true);
    m_notes->setTextFormat(Qt::PlainText);
}

QWidget *OverviewPage::makeBody()
{
    auto *inside = new QWidget(this);
    inside->setAutoFillBackground(true);
    inside->setBackgroundRole(QPalette::Base);
    const auto heading = [&](const QString &text) {
        auto *label = new QLabel(text, inside);
        QFont bold = label->font();
        bold.setBold(true);
        label->setFont(bold);
        m_headings << label;
        return label;
    };
    const auto titled = [&](const QString &text, QWidget *widget) {
        auto *column = new QVBoxLayout;
        column->setSpacing(scaled(this, 4));
        column->addWidget(heading(text));
        column->addWidget(widget, 1);
        return column;
    };
    auto *cards = new QHBoxLayout;
    cards->setSpacing(scaled(this, 10));
    for (FactCard *card : {m_failedCard, m_activeCard, m_runsCard, m_threadsCard, m_tokensCard, m_costCard}) {
        cards->addWidget(card, 1);
    }
    auto *charts = new QHBoxLayout;
    charts->setSpacing(scaled(this, 20));
    charts->addLayout(titled(tr("Runs each day"), m_runsChart), 1);
    charts->addLayout(titled(tr("Tokens each day"), m_tokensChart), 1);
    auto *tables = new QHBoxLayout;
    tables->setSpacing(scaled(this, 20));
    auto *models = titled(tr("By model"), m_byModel);
    models->addStretch(1);
    auto *owners = titled(tr("By owner"), m_byOwner);
    owners->addStretch(1);
    tables->addLayout(models, 1);
    tables->addLayout(owners, 1);
    auto *column = new QVBoxLayout(inside);
    column->setContentsMargins(scaled(this, 20), scaled(this, 4), scaled(this, 20), scaled(this, 16));
    column->setSpacing(scaled(this, 16));
    column->addLayout(cards);
    auto *failures = titled(tr("Newest failures"), m_failures);
    failures->addWidget(m_noFailures);
    column->addLayout(failures);
    column->addLayout(charts);
    column->addLayout(tables);
    column->addLayout(titled(tr("Day by day"), m_byDay));
    column->addWidget(m_notes);
    column->addStretch(1);
    auto *scroll = new QScrollArea(this);
    scroll->setObjectName(u"overviewScroll"_s);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(inside);
    setFocusProxy(scroll);
    return scroll;
}

void OverviewPage::setDatabase(const QString &name)
{
    m_database->setFullText(name, Qt::ElideMiddle);
}

void OverviewPage::showLoading()
{
    m_hasUsage = false;
    m_isEmpty = false;
    m_error->hide();
    m_stale->hide();
    m_orphans->hide();
    m_stack->setCurrentWidget(m_loading);
}

void OverviewPage::setReading(bool reading)
{
    m_reading->setText(reading && m_hasUsage ? tr("counting…") : QString());
}

void OverviewPage::showUnavailable(const Error &error)
{
    showLoading();
    m_database->setFullText({});
    m_unavailable->setContent(u"error"_s, tr("No database to read from"), error.message, errorDetailText(error));
    m_stack->setCurrentWidget(m_unavailable);
}

void OverviewPage::showFacts(const OverviewFacts &facts)
{
    QList<QList<NumberTable::Cell>> rows;
    QStringList keys;
    for (const RunRecord &run : facts.failures) {
        const QString error = run.error.value_or(QString()).left(300).simplified();
        const QString title = error.isEmpty() ? runTitle(run) : QString(runTitle(run) + u" — "_s + error);
        rows.append({{title, run.error.value_or(QString()).left(1000), false},
                     {statusWords(run.statusRaw).text(), {}, false},
                     {run.modelName.value_or(u"—"_s), {}, true},
                     {storedTimeText(run.createdAt, run.createdRaw), storedTimeTip(run.createdAt, run.createdRaw), true}});
        keys << run.runId;
    }
    m_failures->setRows(rows, keys);
    m_failures->setVisible(!rows.isEmpty());
    m_noFailures->setVisible(rows.isEmpty());
    m_activeCard->setFact(countText(facts.active, facts.activeExact),
                          facts.stale > 0 ? tr("%n without a sign of life", nullptr, facts.stale) : tr("pending or running"));
    if (facts.stale > 0) {
        m_stale->present(Tone::Warning, tr("%n run(s) without a sign of life", nullptr, facts.stale),
                         tr("They are stored as active, but nothing has been heard of them. Nothing is changed by itself."));
        connect(m_stale->addButton(tr("&Show"), u"showStale"_s), &QPushButton::clicked, this,
                [this] { Q_EMIT linkActivated(u"runs"_s, u"chip:active"_s); });
    } else {
        m_stale->hide();
    }
    if (facts.orphans > 0) {
        m_orphans->present(Tone::Warning, tr("Runs without a thread: %1").arg(countText(facts.orphans, facts.orphansExact)),
                           tr("Their threads never came to be, or were deleted. They can be adopted."));
        connect(m_orphans->addButton(tr("S&how"), u"showOrphans"_s), &QPushButton::clicked, this,
                [this] { Q_EMIT linkActivated(u"runs"_s, u"chip:orphans"_s); });
    } else {
        m_orphans->hide();
    }
}

void OverviewPage::showUsage(const Usage &usage, const std::function<QString(const QString &owner)> &ownerName)
{
    m_hasUsage = true;
    m_isEmpty = usage.totalRuns == 0 && usage.totalThreads == 0;
    const QString span = tr("in %n day(s)", nullptr, days());
    m_failedCard->setFact(groupedNumber(usage.failedRuns), tr("%1 %2").arg(groupedNumber(usage.spanFailed), span),
                          tr("Runs that ended with an error or ran out of time, ever, and %1.").arg(span));
    m_failedCard->setAlarming(usage.spanFailed > 0);
    m_runsCard->setFact(groupedNumber(usage.totalRuns), tr("%1 %2").arg(groupedNumber(usage.spanRuns), span));
    m_threadsCard->setFact(groupedNumber(usage.totalThreads), tr("every owner's, and nobody's"));
    m_tokensCard->setFact(shortNumber(usage.totalTokens), tr("%1 %2").arg(shortNumber(usage.spanTokens), span),
                          tr("%1 ever, %2 %3").arg(groupedNumber(usage.totalTokens), groupedNumber(usage.spanTokens), span));
    if (usage.totalCost.amount) {
        const QString part = usage.spanCost.amount ? costText(usage.spanCost) : u"—"_s;
        m_costCard->setFact(costText(usage.totalCost), tr("%1 %2").arg(part, span), usage.totalCost.note);
    } else {
        m_costCard->setFact(u"—"_s, usage.totalCost.whyNone, usage.totalCost.whyNone);
    }
    m_runsChart->setDays(usage.days);
    m_tokensChart->setDays(usage.days);
    showTables(usage, ownerName);
    QStringList notes;
    if (!usage.spanCost.note.isEmpty()) {
        notes << tr("Costs: %1.").arg(usage.spanCost.note);
    }
    if (usage.undatedRuns > 0) {
        notes << tr("%n run(s) have no time that can be read: they are in the totals, on no day.", nullptr, int(usage.undatedRuns));
    }
    if (usage.damagedUsages > 0) {
        notes << tr("%n run(s) have damaged numbers for each model: they are counted by their totals.", nullptr, int(usage.damagedUsages));
    }
    m_notes->setText(notes.join(u'\n'));
    m_notes->setVisible(!notes.isEmpty());
    present();
}

void OverviewPage::showTables(const Usage &usage, const std::function<QString(const QString &owner)> &ownerName)
{
    const auto cost = [](const Cost &of) {
        return of.amount ? NumberTable::Cell{costText(of), of.note, false} : NumberTable::Cell{u"—"_s, of.whyNone, true};
    };
    const auto number = [](qint64 value) { return NumberTable::Cell{groupedNumber(value), {}, value == 0}; };
    QList<QList<NumberTable::Cell>> rows;
    for (const UsageBucket &model : usage.byModel) {
        rows.append({{model.key, model.key, false}, number(model.runs), number(model.total), cost(model.cost)});
    }
    m_byModel->setRows(rows);
    rows.clear();
    for (const UsageBucket &owner : usage.byOwner) {
        const bool nobody = owner.key.isEmpty();
        rows.append({{nobody ? tr("nobody's") : ownerName(owner.key), owner.key, nobody}, number(owner.runs), number(owner.total), cost(owner.cost)});
    }
    m_byOwner->setRows(rows);
    rows.clear();
    // The newest day is the one people look for.
    for (auto day = usage.days.crbegin(); day != usage.days.crend(); ++day) {
        rows.append({{QLocale().toString(day->date, tr("ddd d MMM", "day in a table")), QLocale().toString(day->date, QLocale::LongFormat), false},
                     number(day->runs),
                     number(day->failed),
                     number(day->input),
                     number(day->output),
                     number(day->total),
                     cost(day->cost)});
    }
    m_byDay->setRows(rows);
}

void OverviewPage::present()
{
    m_stack->setCurrentWidget(m_isEmpty ? static_cast<QWidget *>(m_empty) : m_stack->widget(m_stack->count() - 1));
}

void OverviewPage::showError(const Error &error)
{
    if (!m_hasUsage) {
        m_unavailable->setContent(u"error"_s, errorHeadline(error.code), error.message, errorDetailText(error));
        m_stack->setCurrentWidget(m_unavailable);
        return;
    }
    m_error->present(Tone::Error, errorHeadline(error.code), error.message, errorDetailText(error));
    connect(m_error->addButton(tr("Try &again"), u"retryOverviewBanner"_s), &QPushButton::clicked, this, &OverviewPage::retryRequested);
}

void OverviewPage::hideError()
{
    m_error->hide();
}

int OverviewPage::days() const
{
    return m_spans->checkedId();
}

void OverviewPage::setDays(int days)
{
    if (QAbstractButton *button = m_spans->button(days)) {
        button->setChecked(true);
    }
}

void OverviewPage::applyColors()
{
    const ThemeColors &c = m_theme->colors();
    setTextColor(m_database, c.muted);
    setTextColor(m_reading, c.muted);
    setTextColor(m_noFailures, c.muted);
    setTextColor(m_notes, c.muted);
}

} // namespace verderer
