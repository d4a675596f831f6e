// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/bulk_dialog.h"

#include "ui/threads/thread_acts.h"
#include "ui/widgets/database_follower.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/metrics.h"
#include "ui/widgets/result_line.h"
#include "ui/widgets/style.h"
#include "workspace/database_access.h"

#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace verderer {

BulkDialog::BulkDialog(const WindowServices &services, Act act, QList<Subject> subjects, QWidget *parent)
    : QDialog(parent), m_services(services), m_act(std::move(act)), m_subjects(std::move(subjects)), m_hint(new QLabel(m_act.hint, this)),
      m_summary(new QLabel(this)), m_list(new QTreeWidget(this)), m_progress(new QProgressBar(this)), m_cancel(new QPushButton(tr("&Cancel"), this)),
      m_again(new QPushButton(tr("&Try again"), this)), m_go(new QPushButton(m_act.verb, this))
{
    setObjectName(u"bulkDialog"_s);
    setWindowTitle(m_act.title);
    setAttribute(Qt::WA_DeleteOnClose);
    setSizeGripEnabled(true);
    auto *title = new QLabel(m_act.title, this);
    QFont bold = font();
    bold.setPointSizeF(bold.pointSizeF() * 1.3);
    bold.setBold(true);
    title->setFont(bold);
    title->setWordWrap(true);
    title->setTextFormat(Qt::PlainText);
    m_hint->setObjectName(u"bulkHint"_s);
    m_hint->setWordWrap(true);
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setVisible(!m_act.hint.isEmpty());
    m_summary->setObjectName(u"bulkSummary"_s);
    m_summary->setWordWrap(true);
    m_summary->setTextFormat(Qt::PlainText);
    m_list->setObjectName(u"bulkList"_s);
    m_list->setAccessibleName(tr("Threads and what becomes of them"));
    m_list->setColumnCount(3);
    m_list->setHeaderLabels({tr("Thread"), tr("Id"), m_act.plan ? tr("What goes") : tr("Result")});
    m_list->setUniformRowHeights(true);
    m_list->header()->resizeSection(0, scaled(this, 200));
    m_list->header()->resizeSection(1, scaled(this, 150));
    m_progress->setObjectName(u"bulkProgress"_s);
    m_progress->setRange(0, int(m_subjects.size()));
    m_cancel->setObjectName(u"bulkCancel"_s);
    m_again->setObjectName(u"bulkAgain"_s);
    m_go->setObjectName(u"bulkGo"_s);
    m_again->hide();
    m_cancel->setAutoDefault(false);
    m_again->setAutoDefault(false);
    // What takes things away is not what Return does.
    m_go->setAutoDefault(false);
    makePrimary(m_go);

    auto *foot = new QHBoxLayout;
    foot->setSpacing(scaled(this, 8));
    foot->addWidget(m_progress, 1);
    foot->addStretch(1);
    foot->addWidget(m_again);
    foot->addWidget(m_cancel);
    foot->addWidget(m_go);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(scaled(this, 24), scaled(this, 20), scaled(this, 24), scaled(this, 18));
    column->setSpacing(scaled(this, 10));
    column->addWidget(title);
    column->addWidget(m_hint);
    column->addWidget(m_list, 1);
    column->addWidget(m_summary);
    column->addLayout(foot);
    for (const Subject &subject : std::as_const(m_subjects)) {
        auto *line = new QTreeWidgetItem(m_list, {subject.title, subject.id, QString()});
        line->setFont(1, Theme::textFont());
        line->setToolTip(0, subject.title);
    }
    m_list->setRootIsDecorated(m_act.plan != nullptr);
    connect(m_cancel, &QPushButton::clicked, this, &BulkDialog::reject);
    connect(m_go, &QPushButton::clicked, this, &BulkDialog::startAct);
    connect(m_again, &QPushButton::clicked, this, [this] {
        if (m_acting) {
            startAct();
        } else {
            startPlan();
        }
    });
    QSize size(scaled(this, 760), scaled(this, 460));
    if (parent) {
        size = size.boundedTo(parent->window()->size() - QSize(scaled(this, 48), scaled(this, 48)));
    }
    resize(size);
}

void BulkDialog::start()
{
    if (m_act.plan) {
        startPlan();
    } else {
        for (int row = 0; row < int(m_subjects.size()); ++row) {
            m_todo << row;
        }
        startAct();
    }
}

void BulkDialog::setProgress(const QString &text, int done)
{
    m_progress->setVisible(true);
    m_progress->setValue(done);
    m_summary->setText(text);
}

void BulkDialog::startPlan()
{
    const auto access = m_services.database->access();
    if (m_job.isRunning() || !access) {
        return;
    }
    m_total = {};
    m_refused = 0;
    m_todo.clear();
    m_again->hide();
    m_go->setEnabled(false);
    setProgress(tr("Finding out what goes…"), 0);
    m_job = m_services.jobs->run(
        this,
        [this, access, subjects = m_subjects, plan = m_act.plan](const JobContext &job) {
            for (int row = 0; row < int(subjects.size()) && !job.isCancelled(); ++row) {
                Result<Plan> one = plan(*access, subjects.at(row).id, job.wait());
                job.report([this, row, one = std::move(one)] { showPlan(row, one); });
            }
            return job.isCancelled();
        },
        [this](bool cancelled) { endPlan(cancelled); });
}

void BulkDialog::showPlan(int row, const Result<Plan> &plan)
{
    QTreeWidgetItem *line = m_list->topLevelItem(row);
    const ThemeColors &c = m_services.theme->colors();
    qDeleteAll(line->takeChildren());
    if (!plan) {
        if (plan.error().code == ErrorCode::Cancelled) {
            return;
        }
        ++m_refused;
        line->setText(2, u"✕ "_s + plan.error().message);
        line->setForeground(2, c.error);
    } else {
        line->setText(2, plan->refused ? QString(u"✕ "_s + plan->text) : plan->text);
        line->setForeground(2, plan->refused ? c.error : c.text);
        for (const QString &detail : plan->details) {
            auto *child = new QTreeWidgetItem(line, {detail});
            child->setFirstColumnSpanned(true);
            child->setToolTip(0, detail);
        }
        // One thread is shown with everything, many in short.
        line->setExpanded(m_subjects.size() == 1);
        if (plan->refused) {
            ++m_refused;
        } else {
            m_todo << row;
            m_total.runs += plan->runs;
            m_total.events += plan->events;
            m_total.checkpoints += plan->checkpoints;
            m_total.files += plan->files;
        }
    }
    line->setToolTip(2, line->text(2));
    m_progress->setValue(row + 1);
}

void BulkDialog::endPlan(bool cancelled)
{
    m_progress->hide();
    const QLocale locale;
    if (cancelled) {
        m_todo.clear();
        m_summary->setText(tr("Cancelled; nothing was done."));
        m_again->show();
    } else {
        QStringList sentences;
        if (!m_todo.isEmpty()) {
            sentences << tr("%1 of %2 can be done. With them go %3 runs, %4 events, %5 checkpoints and %6 files or folders.")
                             .arg(locale.toString(m_todo.size()), locale.toString(m_subjects.size()), locale.toString(m_total.runs),
                                  locale.toString(m_total.events), locale.toString(m_total.checkpoints), locale.toString(m_total.files));
        }
        if (m_refused > 0) {
            sentences << tr("%n cannot be done now; the list says why.", nullptr, m_refused);
            m_again->show();
        }
        m_summary->setText(sentences.join(u' '));
    }
    m_go->setEnabled(!m_todo.isEmpty());
    Q_EMIT planned();
}

void BulkDialog::startAct()
{
    const auto access = m_services.database->access();
    if (m_job.isRunning() || !access || m_todo.isEmpty()) {
        return;
    }
    m_acting = true;
    m_succeeded = 0;
    m_failed = 0;
    m_go->hide();
    m_again->hide();
    m_list->setHeaderLabels({tr("Thread"), tr("Id"), tr("Result")});
    setProgress(m_act.doing + u'…', 0);
    m_progress->setRange(0, int(m_todo.size()));
    const QList<int> rows = std::exchange(m_todo, {});
    m_job = m_services.jobs->run(
        this,
        [this, access, rows, subjects = m_subjects, run = m_act.run](const JobContext &job) {
            for (const int row : rows) {
                if (job.isCancelled()) {
                    job.report([this, row] { showResult(row, fail(ErrorCode::Cancelled, tr("not begun"))); });
                    continue;
                }
                Result<QString> one = run(*access, subjects.at(row).id, job.wait());
                job.report([this, row, one = std::move(one)] { showResult(row, one); });
            }
            return job.isCancelled();
        },
        [this](bool cancelled) { endAct(cancelled); });
}

void BulkDialog::showResult(int row, const Result<QString> &result)
{
    QTreeWidgetItem *line = m_list->topLevelItem(row);
    showResultIn(line, 2, result, m_act.done, m_services.theme->colors());
    if (result) {
        ++m_succeeded;
    } else {
        ++m_failed;
        m_todo << row;
    }
    m_progress->setValue(m_succeeded + m_failed);
    m_summary->setText(tr("%1… %2 of %3").arg(m_act.doing, QLocale().toString(m_succeeded + m_failed), QLocale().toString(m_progress->maximum())));
}

void BulkDialog::endAct(bool cancelled)
{
    m_progress->hide();
    m_cancel->setText(tr("&Close"));
    const QLocale locale;
    QString text = tr("%1 of %2 done.").arg(locale.toString(m_succeeded), locale.toString(m_succeeded + m_failed));
    if (cancelled) {
        text += u' ' + tr("The rest was cancelled and is as it was.");
    } else if (m_failed > 0) {
        text += u' ' + tr("The list says what went wrong; nothing else was changed.");
    }
    m_summary->setText(text);
    m_again->setVisible(m_failed > 0);
    m_again->setText(tr("&Try these again"));
    if (m_succeeded > 0) {
        m_services.database->follower()->askNow();
        Q_EMIT written();
    }
    Q_EMIT finished();
}

void BulkDialog::reject()
{
    if (m_job.isRunning()) {
        // It stops after the thread it is at; then the results are shown.
        m_summary->setText(tr("Stopping…"));
        m_job.cancel();
        return;
    }
    QDialog::reject();
}

} // namespace verderer
