// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/thread_detail_page.h"

#include "ui/threads/metadata_tab.h"
#include "ui/threads/thread_acts.h"
#include "ui/threads/thread_runs_tab.h"
#include "ui/threads/threads_model.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/status_words.h"
#include "ui/widgets/style.h"
#include "ui/widgets/time_text.h"
#include "ui/widgets/transcript_view.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

ThreadDetailPage::ThreadDetailPage(const WindowServices &services, ThreadActs *acts, QWidget *parent)
    : QWidget(parent), m_services(services), m_stack(new QStackedWidget(this)), m_problem(new EmptyState(services.theme, this)),
      m_title(new ElidedLabel(this)), m_status(new Badge(services.theme, this)), m_mark(new Badge(services.theme, this)),
      m_facts(new ElidedLabel(this)), m_rename(new QPushButton(tr("Re&name…"), this)), m_pin(new QPushButton(this)),
      m_export(new QPushButton(tr("Ex&port…"), this)), m_delete(new QPushButton(tr("&Delete…"), this)), m_tabs(new QTabBar(this)),
      m_pages(new QStackedWidget(this)), m_metadata(new MetadataTab(services, acts, this)), m_runs(new ThreadRunsTab(services.theme, this)),
      m_transcript(new TranscriptView(services.theme, this))
{
    setObjectName(u"threadDetailPage"_s);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    QFont bold = font();
    bold.setPointSizeF(bold.pointSizeF() * 1.25);
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setObjectName(u"threadTitle"_s);
    m_facts->setObjectName(u"threadFacts"_s);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_rename->setObjectName(u"renameThread"_s);
    m_rename->setToolTip(tr("Give it another title (F2)"));
    m_pin->setObjectName(u"pinThread"_s);
    m_export->setObjectName(u"exportThread"_s);
    m_delete->setObjectName(u"deleteThread"_s);
    m_delete->setToolTip(tr("See what would go, and delete it (Del)"));
    m_tabs->setObjectName(u"threadTabs"_s);
    m_tabs->setAccessibleName(tr("What is shown of the thread"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->addTab(tr("Metadata"));
    m_tabs->addTab(tr("Runs"));
    m_tabs->addTab(tr("Transcript"));
    auto *close = new QToolButton(this);
    close->setObjectName(u"closeThread"_s);
    close->setAutoRaise(true);
    close->setIcon(themedIcon(u"close"_s, services.theme));
    close->setToolTip(tr("Show the whole table (Esc)"));
    close->setAccessibleName(tr("Close this thread"));

    auto *line = new QHBoxLayout;
    line->setSpacing(scaled(this, 8));
    line->addWidget(m_title, 1);
    line->addWidget(m_mark);
    line->addWidget(m_status);
    auto *names = new QVBoxLayout;
    names->setSpacing(scaled(this, 2));
    names->addLayout(line);
    names->addWidget(m_facts);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(scaled(this, 20), scaled(this, 10), scaled(this, 12), scaled(this, 2));
    head->setSpacing(scaled(this, 8));
    head->addLayout(names, 1);
    for (QPushButton *button : {m_rename, m_pin, m_export, m_delete}) {
        button->setAutoDefault(false);
        head->addWidget(button, 0, Qt::AlignTop);
    }
    head->addWidget(close, 0, Qt::AlignTop);
    auto *tabLine = new QHBoxLayout;
    tabLine->setContentsMargins(scaled(this, 12), 0, 0, 0);
    tabLine->addWidget(m_tabs);
    tabLine->addStretch(1);
    m_pages->addWidget(m_metadata);
    m_pages->addWidget(m_runs);
    m_pages->addWidget(m_transcript);
    auto *body = new QWidget(this);
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addLayout(tabLine);
    column->addWidget(m_pages, 1);
    m_stack->addWidget(m_problem);
    m_stack->addWidget(body);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);

    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        m_pages->setCurrentIndex(index);
        Q_EMIT tabChanged(tab());
    });
    connect(m_rename, &QPushButton::clicked, this, &ThreadDetailPage::renameRequested);
    connect(m_pin, &QPushButton::clicked, this, [this] { Q_EMIT pinRequested(!m_record.pinned); });
    connect(m_delete, &QPushButton::clicked, this, &ThreadDetailPage::deleteRequested);
    connect(m_export, &QPushButton::clicked, this, &ThreadDetailPage::exportRequested);
    connect(close, &QToolButton::clicked, this, &ThreadDetailPage::closeRequested);
    connect(services.theme, &Theme::changed, this, &ThreadDetailPage::updateFacts);
}

QStringList ThreadDetailPage::tabs()
{
    return {u"metadata"_s, u"runs"_s, u"transcript"_s};
}

QString ThreadDetailPage::tab() const
{
    return tabs().value(m_tabs->currentIndex());
}

void ThreadDetailPage::setTab(const QString &tab)
{
    m_tabs->setCurrentIndex(std::max(0, int(tabs().indexOf(tab))));
}

void ThreadDetailPage::showProblem(const QString &title, const QString &text)
{
    m_problem->setContent(u"threads"_s, title, text);
    m_stack->setCurrentIndex(0);
}

void ThreadDetailPage::showThread(const ThreadRecord &record)
{
    m_record = record;
    m_gone = false;
    m_metadata->setRecord(record);
    updateFacts();
    m_stack->setCurrentIndex(1);
}

void ThreadDetailPage::showGone()
{
    m_gone = true;
    updateFacts();
}

void ThreadDetailPage::updateFacts()
{
    if (m_record.threadId.isEmpty()) {
        return;
    }
    m_title->setFullText(threadTitle(m_record));
    setTextColor(m_title, m_record.displayName ? m_services.theme->colors().text : m_services.theme->colors().muted);
    const StatusWords words = statusWords(m_record.status);
    m_status->setBadge(words.text(), words.tone, tr("The status as it is stored; DeerFlow may know better."));
    const QList<ThreadBadge> badges = threadBadges(m_record);
    if (m_gone) {
        m_mark->setBadge(tr("deleted meanwhile"), Tone::Warning, tr("Somebody deleted this thread while it was shown."));
    } else if (badges.isEmpty()) {
        m_mark->setBadge({}, Tone::Neutral);
    } else {
        m_mark->setBadge(badges.first().text, badges.first().tone, badges.first().explanation);
    }
    QStringList facts{m_record.threadId, m_record.owner ? m_services.database->ownerName(*m_record.owner) : tr("nobody's")};
    if (m_record.assistantId) {
        facts << *m_record.assistantId;
    }
    facts << tr("updated %1").arg(storedTimeText(m_record.updatedAt, m_record.updatedRaw));
    facts << tr("created %1").arg(storedTimeText(m_record.createdAt, m_record.createdRaw));
    m_facts->setFullText(facts.join(u" · "_s));
    m_facts->setToolTip(tr("Updated:\n%1\nCreated:\n%2")
                            .arg(storedTimeTip(m_record.updatedAt, m_record.updatedRaw), storedTimeTip(m_record.createdAt, m_record.createdRaw)));
    setTextColor(m_facts, m_services.theme->colors().muted);
    m_pin->setText(m_record.pinned ? tr("Unp&in") : tr("P&in"));
    m_pin->setToolTip(m_record.pinned ? tr("Let it sort by its time again (Ctrl+P)") : tr("Keep it above the others (Ctrl+P)"));
    for (QPushButton *button : {m_rename, m_pin}) {
        button->setEnabled(!m_gone);
    }
}

} // namespace verderer
