// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_detail_page.h"

#include "ui/runs/error_box.h"
#include "ui/runs/fact_card.h"
#include "ui/runs/files_tab.h"
#include "ui/runs/run_text.h"
#include "ui/runs/text_tab.h"
#include "ui/runs/timeline_tab.h"
#include "ui/runs/tokens_tab.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/status_words.h"
#include "ui/widgets/style.h"
#include "ui/widgets/text_format.h"
#include "ui/widgets/time_text.h"
#include "ui/widgets/transcript_view.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

RunDetailPage::RunDetailPage(const WindowServices &services, EventModel *events, QWidget *parent)
    : QWidget(parent), m_services(services), m_stack(new QStackedWidget(this)), m_nothing(new EmptyState(services.theme, this)),
      m_title(new ElidedLabel(this)), m_badge(new Badge(services.theme, this)), m_facts(new QLabel(this)),
      m_open(new QPushButton(tr("Open &thread"), this)), m_export(new QPushButton(tr("E&xport…"), this)),
      m_adopt(new QPushButton(tr("A&dopt"), this)), m_more(new QPushButton(this)), m_menu(new QMenu(this)),
      m_banner(new Banner(services.theme, this)), m_notice(new Banner(services.theme, this)), m_error(new ErrorBox(services.theme, this)),
      m_state(new QLabel(this)), m_tokensCard(new FactCard(services.theme, tr("Tokens"), this)),
      m_costCard(new FactCard(services.theme, tr("Cost"), this)), m_callsCard(new FactCard(services.theme, tr("Model calls"), this)),
      m_durationCard(new FactCard(services.theme, tr("Duration"), this)), m_tabs(new QTabBar(this)), m_pages(new QStackedWidget(this)),
      m_timeline(new TimelineTab(services.theme, events, this)), m_transcript(new TranscriptView(services.theme, this)),
      m_files(new FilesTab(services.theme, this)), m_tokens(new TokensTab(services.theme, this)),
      m_input(new TextTab(services.theme, u"inputTab"_s, tr("What the run was started with"), this)),
      m_raw(new TextTab(services.theme, u"rawTab"_s, tr("The row as it is stored"), this))
{
    setObjectName(u"runPage"_s);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    makeHead();
    makeMenus();
    m_nothing->setObjectName(u"noRunSelected"_s);
    m_stack->addWidget(m_nothing);
    m_stack->addWidget(makeBody());
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);

    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        m_pages->setCurrentIndex(index);
        Q_EMIT tabChanged(tab());
    });
    connect(m_open, &QPushButton::clicked, this, &RunDetailPage::openThreadRequested);
    connect(m_adopt, &QPushButton::clicked, this, &RunDetailPage::adoptRequested);
    connect(services.theme, &Theme::changed, this, &RunDetailPage::applyColors);
    applyColors();
    clear();
}

RunDetailPage::~RunDetailPage() = default;

QStringList RunDetailPage::tabs()
{
    return {u"timeline"_s, u"transcript"_s, u"files"_s, u"tokens"_s, u"input"_s, u"raw"_s};
}

void RunDetailPage::makeHead()
{
    m_title->setObjectName(u"runTitle"_s);
    QFont titleFont = font();
    titleFont.setPointSizeF(titleFont.pointSizeF() * 1.35);
    titleFont.setBold(true);
    m_title->setFont(titleFont);
    m_badge->setObjectName(u"runStatus"_s);
    m_facts->setObjectName(u"runFacts"_s);
    m_facts->setTextFormat(Qt::PlainText);
    m_facts->setWordWrap(true);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_state->setObjectName(u"runState"_s);
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    m_state->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_open->setObjectName(u"openThreadButton"_s);
    m_export->setObjectName(u"exportRunButton"_s);
    m_adopt->setObjectName(u"adoptButton"_s);
    m_adopt->setToolTip(tr("Make the missing thread, with this run's owner and its first message as title"));
    makePrimary(m_adopt);
    m_more->setObjectName(u"runMoreButton"_s);
    m_more->setAccessibleName(tr("More"));
    m_more->setToolTip(tr("Copy ids of this run"));
    m_more->setIcon(themedIcon(u"more"_s, m_services.theme));
    for (QPushButton *button : {m_open, m_export, m_adopt, m_more}) {
        button->setAutoDefault(false);
    }
    m_banner->setObjectName(u"runBanner"_s);
    m_notice->setObjectName(u"runNotice"_s);
    m_notice->setDismissible(false);
    m_tokensCard->setObjectName(u"tokensCard"_s);
    m_costCard->setObjectName(u"costCard"_s);
    m_callsCard->setObjectName(u"callsCard"_s);
    m_durationCard->setObjectName(u"durationCard"_s);
    m_tabs->setObjectName(u"runTabs"_s);
    m_tabs->setDrawBase(true);
    m_tabs->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(true);
    m_tabs->setAccessibleName(tr("Views of the run"));
    m_tabs->addTab(tr("T&imeline"));
    m_tabs->addTab(tr("T&ranscript"));
    m_tabs->addTab(tr("&Files changed"));
    m_tabs->addTab(tr("To&kens"));
    m_tabs->addTab(tr("I&nput"));
    m_tabs->addTab(tr("Ra&w row"));
}

void RunDetailPage::makeMenus()
{
    m_menu->setObjectName(u"runMenu"_s);
    const auto copy = [this](const QString &name, const QString &text, const std::function<QString()> &what) {
        QAction *action = m_menu->addAction(text);
        action->setObjectName(name);
        connect(action, &QAction::triggered, this, [what] { QGuiApplication::clipboard()->setText(what()); });
    };
    copy(u"copyRunId"_s, tr("Copy the &run's id"), [this] { return m_run.runId; });
    copy(u"copyThreadId"_s, tr("Copy the &thread's id"), [this] { return m_run.threadId; });
    copy(u"copyRunError"_s, tr("Copy the &error"), [this] { return m_run.error.value_or(QString()); });
    connect(m_more, &QPushButton::clicked, this, [this] { m_menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
    auto *exports = new QMenu(this);
    exports->setObjectName(u"exportRunMenu"_s);
    const auto add = [&](ExportFormat format, const QString &name, const QString &text) {
        QAction *action = exports->addAction(text);
        action->setObjectName(name);
        connect(action, &QAction::triggered, this, [this, format] { Q_EMIT exportRequested(format); });
    };
    add(ExportFormat::Markdown, u"exportTranscript"_s, tr("Transcript as &Markdown…"));
    add(ExportFormat::JsonDocument, u"exportRunJson"_s, tr("Run and events as &JSON…"));
    add(ExportFormat::JsonLines, u"exportEvents"_s, tr("&Events as JSON lines…"));
    m_export->setMenu(exports);
}

QWidget *RunDetailPage::makeBody()
{
    m_pages->addWidget(m_timeline);
    m_pages->addWidget(m_transcript);
    m_pages->addWidget(m_files);
    m_pages->addWidget(m_tokens);
    m_pages->addWidget(m_input);
    m_pages->addWidget(m_raw);
    auto *titleRow = new QHBoxLayout;
    titleRow->setSpacing(scaled(this, 10));
    titleRow->addWidget(m_title);
    titleRow->addWidget(m_badge);
    titleRow->addStretch(1);
    auto *titles = new QVBoxLayout;
    titles->setSpacing(scaled(this, 3));
    titles->addLayout(titleRow);
    titles->addWidget(m_facts);
    auto *top = new QHBoxLayout;
    top->setSpacing(scaled(this, 8));
    top->addLayout(titles, 1);
    for (QPushButton *button : {m_open, m_export, m_more, m_adopt}) {
        top->addWidget(button, 0, Qt::AlignTop);
    }
    auto *cards = new QHBoxLayout;
    cards->setSpacing(scaled(this, 10));
    for (FactCard *card : {m_tokensCard, m_costCard, m_callsCard, m_durationCard}) {
        cards->addWidget(card, 1);
    }
    auto *head = new QVBoxLayout;
    head->setContentsMargins(scaled(this, 20), scaled(this, 12), scaled(this, 20), scaled(this, 8));
    head->setSpacing(scaled(this, 10));
    head->addLayout(top);
    head->addWidget(m_error);
    head->addWidget(m_state);
    head->addLayout(cards);
    auto *tabRow = new QHBoxLayout;
    tabRow->setContentsMargins(scaled(this, 8), 0, scaled(this, 8), 0);
    tabRow->addWidget(m_tabs, 1);
    auto *below = new QWidget(this);
    below->setAutoFillBackground(true);
    below->setBackgroundRole(QPalette::Window);
    auto *belowColumn = new QVBoxLayout(below);
    belowColumn->setContentsMargins(0, 0, 0, 0);
    belowColumn->addWidget(m_pages);
    auto *body = new QWidget(this);
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_banner);
    column->addWidget(m_notice);
    column->addLayout(head);
    column->addLayout(tabRow);
    column->addWidget(below, 1);
    return body;
}

void RunDetailPage::clear()
{
    showProblem(tr("Choose a run"), tr("What happened in it, what it cost and what went wrong is shown here."));
}

void RunDetailPage::showProblem(const QString &title, const QString &text)
{
    m_nothing->setContent(u"runs"_s, title, text);
    m_stack->setCurrentIndex(0);
}

bool RunDetailPage::isRunShown() const
{
    return m_stack->currentIndex() == 1;
}

void RunDetailPage::showRun(const RunDetail &detail, const QString &ownerName)
{
    const RunRecord &run = detail.run;
    m_run = run;
    m_title->setFullText(runTitle(run));
    const StatusWords status = statusWords(run.statusRaw);
    m_badge->setBadge(status.text(), detail.vitality.stale ? Tone::Warning : status.tone, detail.vitality.sentence);
    QStringList facts{run.runId, run.threadId, ownerName};
    if (run.modelName && !run.modelName->isEmpty()) {
        facts << *run.modelName;
    }
    facts << storedTimeText(run.createdAt, run.createdRaw);
    m_facts->setText(facts.join(u" · "_s));
    QStringList tips{tr("Created: %1").arg(storedTimeTip(run.createdAt, run.createdRaw)),
                     tr("Last change: %1").arg(storedTimeTip(run.updatedAt, run.updatedRaw))};
    tips += run.damage;
    m_facts->setToolTip(tips.join(u'\n'));
    m_error->setError(run.error.value_or(QString()));
    m_open->setVisible(run.threadExists);
    m_adopt->setVisible(!run.threadExists);
    showState(detail);
    showNumbers(detail);
    m_tokens->showRun(detail);
    m_stack->setCurrentIndex(1);
}

void RunDetailPage::showState(const RunDetail &detail)
{
    const RunRecord &run = detail.run;
    QStringList facts;
    if (run.stopReason && !run.stopReason->isEmpty()) {
        facts << tr("Stop reason: %1").arg(*run.stopReason);
    }
    if (run.ownerWorkerId && !run.ownerWorkerId->isEmpty()) {
        facts << tr("Worker: %1").arg(*run.ownerWorkerId);
    }
    if (run.leaseExpiresAt) {
        const QString until = humanTime(timeOf(run.leaseExpiresAt));
        facts << (*run.leaseExpiresAt < SystemClock().now() ? tr("Lease: ran out %1").arg(until) : tr("Lease: until %1").arg(until));
    }
    if (run.cancelRequestedAt || run.cancelAction) {
        facts
            << tr("Cancel asked for: %1").arg(run.cancelAction.value_or(tr("no action")) + u' ' + humanTime(timeOf(run.cancelRequestedAt)).trimmed());
    }
    if (run.multitaskStrategy != "reject"_L1 && !run.multitaskStrategy.isEmpty()) {
        facts << tr("Strategy: %1").arg(run.multitaskStrategy);
    }
    if (run.followUpTo && !run.followUpTo->isEmpty()) {
        facts << tr("Follows %1").arg(*run.followUpTo);
    }
    m_state->setText(facts.join(u" · "_s));
    m_state->setVisible(!facts.isEmpty());

    QStringList notices;
    if (!detail.vitality.sentence.isEmpty()) {
        notices << detail.vitality.sentence;
    }
    if (!run.threadExists) {
        notices << tr("There is no thread %1: it never came to be, or was deleted.").arg(run.threadId);
    }
    notices += run.damage;
    if (notices.isEmpty()) {
        m_notice->hide();
        return;
    }
    const QString title = detail.vitality.stale  ? tr("No sign of life")
                          : !run.threadExists    ? tr("Orphan")
                          : run.damage.isEmpty() ? tr("Running")
                                                 : tr("Damaged row");
    const bool warning = detail.vitality.stale || !run.threadExists || !run.damage.isEmpty();
    m_notice->present(warning ? Tone::Warning : Tone::Information, title, notices.join(u' '));
}

void RunDetailPage::showNumbers(const RunDetail &detail)
{
    const RunRecord &run = detail.run;
    const bool active = isActive(run.status);
    qint64 cached = 0;
    for (const ModelTokens &model : run.byModel) {
        cached += model.cacheRead;
    }
    m_tokensCard->setFact(active && run.totalTokens == 0 ? u"—"_s : groupedNumber(run.totalTokens),
                          tr("in %1 · out %2").arg(groupedNumber(run.inputTokens), groupedNumber(run.outputTokens)),
                          active ? tr("Counted once the run is over.") : QString());
    if (detail.cost.amount) {
        const QString hits = cached > 0 ? tr("cache hits %1").arg(groupedNumber(cached)) : tr("no cache hits");
        m_costCard->setFact(
            costText(detail.cost), detail.cost.note.isEmpty() ? hits : detail.cost.note,
            QStringList{detail.cost.note, tr("By the prices in config.yaml; what the provider bills may differ.")}.join(u'\n').trimmed());
    } else {
        m_costCard->setFact(u"—"_s, detail.cost.whyNone, detail.cost.whyNone);
    }
    QStringList callers;
    if (run.leadAgentTokens > 0) {
        callers << tr("lead agent %1").arg(shortNumber(run.leadAgentTokens));
    }
    if (run.subagentTokens > 0) {
        callers << tr("subagents %1").arg(shortNumber(run.subagentTokens));
    }
    if (run.middlewareTokens > 0) {
        callers << tr("middleware %1").arg(shortNumber(run.middlewareTokens));
    }
    const QString messages = tr("%n message(s)", nullptr, int(run.messageCount));
    m_callsCard->setFact(groupedNumber(run.llmCalls), messages, callers.isEmpty() ? QString() : tr("Tokens: %1").arg(callers.join(u" · "_s)));

    QString note = tr("from start to end");
    if (detail.vitality.stale) {
        note = tr("to its last sign of life");
    } else if (active) {
        note = tr("so far");
    } else if (run.status == RunStatus::Error) {
        note = tr("to the error");
    } else if (run.status == RunStatus::Timeout) {
        note = tr("to the timeout");
    } else if (run.status == RunStatus::Interrupted) {
        note = tr("to the interruption");
    }
    std::optional<Microseconds> duration = detail.duration;
    // A run that looks dead does not grow older before people's eyes.
    if (detail.vitality.stale && run.createdAt && run.updatedAt) {
        duration = std::max<Microseconds>(0, *run.updatedAt - *run.createdAt);
    }
    m_durationCard->setFact(duration ? durationText(*duration) : u"—"_s, duration ? note : tr("its times cannot be read"));
}

QString RunDetailPage::tab() const
{
    return tabs().value(m_tabs->currentIndex());
}

void RunDetailPage::setTab(const QString &tab)
{
    m_tabs->setCurrentIndex(std::max(0, int(tabs().indexOf(tab))));
}

void RunDetailPage::focusTab()
{
    if (QWidget *page = m_pages->currentWidget(); page && isRunShown()) {
        page->setFocus(Qt::OtherFocusReason);
    }
}

void RunDetailPage::setBusy(bool busy)
{
    m_adopt->setEnabled(!busy);
    m_export->setEnabled(!busy);
}

void RunDetailPage::applyColors()
{
    setTextColor(m_facts, m_services.theme->colors().muted);
    setTextColor(m_state, m_services.theme->colors().muted);
}

} // namespace verderer
