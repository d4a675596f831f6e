// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/adopt_dialog.h"

#include "ui/runs/run_text.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/text_format.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

// Beyond this many the successes are only counted; failures and warnings are always listed.
constexpr int listedSuccesses = 5000;

} // namespace

AdoptDialog::AdoptDialog(const Theme *theme, qint64 known, bool exact, QWidget *parent)
    : QDialog(parent), m_theme(theme), m_known(known), m_exact(exact), m_intro(new QLabel(this)), m_banner(new Banner(theme, this)),
      m_progress(new QProgressBar(this)), m_count(new QLabel(this)), m_rows(new QTableWidget(0, 3, this)),
      m_start(new QPushButton(tr("&Adopt all"), this)), m_cancel(new QPushButton(tr("&Cancel"), this))
{
    setObjectName(u"adoptDialog"_s);
    setWindowTitle(tr("Adopt runs without a thread"));
    setAttribute(Qt::WA_DeleteOnClose);
    setSizeGripEnabled(true);
    m_intro->setObjectName(u"adoptIntro"_s);
    m_intro->setWordWrap(true);
    m_intro->setTextFormat(Qt::PlainText);
    const QString number = exact ? groupedNumber(known) : tr("more than %1").arg(groupedNumber(known));
    m_intro->setText(
        tr("Runs in this list without a thread: %1. Each gets the thread it was meant for, with the run's owner and its first message as "
           "title. A thread that is there by now is left as it is. Threads are made one after the other; what is made stays.")
            .arg(number));
    m_banner->setObjectName(u"adoptBanner"_s);
    m_banner->setDismissible(false);
    m_progress->setObjectName(u"adoptProgress"_s);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress"));
    m_progress->hide();
    m_count->setObjectName(u"adoptCount"_s);
    m_rows->setObjectName(u"adoptResults"_s);
    m_rows->setAccessibleName(tr("Results"));
    m_rows->setHorizontalHeaderLabels({tr("Run"), tr("Thread"), tr("Result")});
    for (int column = 0; column < 3; ++column) {
        m_rows->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    }
    m_rows->setFrameShape(QFrame::NoFrame);
    m_rows->setShowGrid(false);
    m_rows->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_rows->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_rows->setTabKeyNavigation(false);
    m_rows->verticalHeader()->hide();
    m_rows->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_rows->verticalHeader()->setDefaultSectionSize(scaled(this, 28));
    m_rows->horizontalHeader()->setSectionsClickable(false);
    m_rows->horizontalHeader()->setHighlightSections(false);
    m_rows->setColumnWidth(0, scaled(this, 190));
    m_rows->setColumnWidth(1, scaled(this, 190));
    m_rows->horizontalHeader()->setStretchLastSection(true);
    m_rows->hide();
    m_start->setObjectName(u"adoptStart"_s);
    m_start->setDefault(true);
    m_cancel->setObjectName(u"adoptCancel"_s);
    m_cancel->setAutoDefault(false);

    auto *foot = new QHBoxLayout;
    foot->setSpacing(scaled(this, 8));
    foot->addWidget(m_count, 1);
    foot->addWidget(m_cancel);
    foot->addWidget(m_start);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(scaled(this, 20), scaled(this, 16), scaled(this, 20), scaled(this, 12));
    column->setSpacing(scaled(this, 10));
    column->addWidget(m_intro);
    column->addWidget(m_banner);
    column->addWidget(m_progress);
    column->addWidget(m_rows, 1);
    column->addLayout(foot);
    resize(scaled(this, 620), scaled(this, 180));
    connect(m_start, &QPushButton::clicked, this, &AdoptDialog::startRequested);
    connect(m_cancel, &QPushButton::clicked, this, &AdoptDialog::reject);
}

void AdoptDialog::showRunning()
{
    m_running = true;
    m_start->hide();
    m_progress->setRange(0, m_exact ? int(std::min<qint64>(m_known, 1'000'000'000)) : 0);
    m_progress->show();
    m_rows->show();
    resize(std::max(width(), scaled(this, 620)), std::max(height(), scaled(this, 420)));
    m_cancel->setFocus();
    updateProgress();
}

void AdoptDialog::addRow(const Row &row)
{
    QString result;
    switch (row.outcome) {
    case Outcome::Made:
        ++m_made;
        result = u"✓ "_s + tr("made");
        break;
    case Outcome::AlreadyThere:
        ++m_there;
        result = u"✓ "_s + tr("was already there");
        break;
    case Outcome::Failed:
        ++m_failed;
        result = u"✕ "_s + row.message;
        break;
    }
    updateProgress();
    const bool warned = row.outcome != Outcome::Failed && !row.message.isEmpty();
    if (warned) {
        ++m_warned;
        result += u" · ▲ "_s + row.message;
    }
    if (row.outcome != Outcome::Failed && !warned && m_rows->rowCount() >= listedSuccesses) {
        return;
    }
    const int at = m_rows->rowCount();
    m_rows->insertRow(at);
    const QStringList texts{row.runId, row.threadId, result};
    for (int column = 0; column < 3; ++column) {
        auto *item = new QTableWidgetItem(texts.at(column));
        item->setToolTip(texts.at(column));
        if (row.outcome == Outcome::Failed && column == 2) {
            item->setForeground(m_theme->colors().error);
        } else if (warned && column == 2) {
            item->setForeground(m_theme->colors().warning);
        }
        m_rows->setItem(at, column, item);
    }
    m_rows->scrollToBottom();
}

void AdoptDialog::showEnd(const std::optional<Error> &error)
{
    m_running = false;
    m_progress->hide();
    m_cancel->setEnabled(true);
    m_cancel->setText(tr("&Close"));
    m_cancel->setDefault(true);
    updateProgress();
    if (error) {
        const bool cancelled = error->code == ErrorCode::Cancelled;
        m_banner->present(cancelled ? Tone::Information : Tone::Error, errorHeadline(error->code),
                          cancelled ? tr("What was made so far stays; adopt again for the rest.") : error->message, errorDetailText(*error));
    } else if (m_failed > 0) {
        m_banner->present(Tone::Warning, tr("Done in part"), tr("%n run(s) could not be adopted; the list says why.", nullptr, m_failed));
    } else if (m_warned > 0) {
        m_banner->present(Tone::Warning, tr("Done"), tr("There is something to know about %n run(s); the list says what.", nullptr, m_warned));
    } else {
        m_banner->present(Tone::Accent, tr("Done"), m_made + m_there == 0 ? tr("There was nothing left to adopt.") : QString());
    }
}

void AdoptDialog::reject()
{
    if (m_running) {
        m_cancel->setEnabled(false);
        Q_EMIT cancelRequested();
        return;
    }
    QDialog::reject();
}

void AdoptDialog::updateProgress()
{
    const int done = m_made + m_there + m_failed;
    m_progress->setValue(done);
    QStringList facts;
    if (m_running) {
        facts << (m_exact ? tr("%1 of %2").arg(groupedNumber(done), groupedNumber(m_known)) : groupedNumber(done));
    }
    facts << tr("%1 made").arg(groupedNumber(m_made)) << tr("%1 were there").arg(groupedNumber(m_there))
          << tr("%1 failed").arg(groupedNumber(m_failed));
    m_count->setText(facts.join(u" · "_s));
}

} // namespace verderer
