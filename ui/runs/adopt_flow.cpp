// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/adopt_flow.h"

#include "ui/runs/adopt_dialog.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/text_format.h"
#include "workspace/database_access.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

namespace verderer {

AdoptFlow::AdoptFlow(const WindowServices &services, Banner *banner, QWidget *window, QObject *parent)
    : QObject(parent), m_services(services), m_banner(banner), m_window(window)
{
}

void AdoptFlow::adopt(const QString &runId)
{
    const auto access = m_services.database->access();
    if (!access || m_job.isRunning()) {
        return;
    }
    m_banner->present(Tone::Neutral, tr("Adopting…"), tr("The thread of %1 is being made.").arg(runId));
    m_banner->setDismissible(false);
    connect(m_banner->addButton(tr("&Cancel"), u"cancelAdopt"_s), &QPushButton::clicked, this, [this] { m_job.cancel(); });
    Q_EMIT started();
    m_job = m_services.jobs->run(
        this, [access, runId](const JobContext &job) { return access->runs->adopt(runId, job.wait()); },
        [this](const Result<AdoptAnswer> &answer) {
            m_banner->setDismissible(true);
            if (!answer) {
                const Error &error = answer.error();
                const bool given = error.code == ErrorCode::Cancelled;
                m_banner->present(given ? Tone::Information : Tone::Error, errorHeadline(error.code), error.message, errorDetailText(error));
            } else {
                const QString thread = answer->run.threadId;
                const QString told = answer->created ? tr("%1 has this run's owner; its first message is the title.").arg(thread)
                                                     : tr("Somebody made %1 meanwhile; nothing was changed.").arg(thread);
                m_banner->present(Tone::Accent, answer->created ? tr("The thread was made") : tr("The thread was already there"),
                                  (QStringList{told} + answer->warnings).join(u' '));
            }
            Q_EMIT done();
        });
}

void AdoptFlow::adoptAll(const RunQuestion &question, qint64 known, bool exact)
{
    if (!m_services.database->access() || m_dialog) {
        return;
    }
    m_dialog = new AdoptDialog(m_services.theme, known, exact, m_window);
    connect(m_dialog, &AdoptDialog::startRequested, this, [this, question] { start(m_dialog, question); });
    connect(m_dialog, &AdoptDialog::cancelRequested, this, [this] { m_job.cancel(); });
    m_dialog->open();
}

void AdoptFlow::start(AdoptDialog *dialog, const RunQuestion &question)
{
    const auto access = m_services.database->access();
    if (!access || m_job.isRunning()) {
        return;
    }
    dialog->showRunning();
    Q_EMIT started();
    const QPointer<AdoptDialog> shown(dialog);
    m_job = m_services.jobs->run(
        this,
        [access, shown, filter = question.withChip(u"orphans"_s).filter(SystemClock().now())](const JobContext &job) {
            return access->runs->adoptAll(
                filter,
                [&job, shown](const QString &runId, const Result<AdoptAnswer> &answer) {
                    AdoptDialog::Row row;
                    row.runId = runId;
                    if (answer) {
                        row.threadId = answer->run.threadId;
                        row.outcome = answer->created ? AdoptDialog::Outcome::Made : AdoptDialog::Outcome::AlreadyThere;
                        row.message = answer->warnings.join(u' ');
                    } else {
                        row.outcome = AdoptDialog::Outcome::Failed;
                        row.message = answer.error().message;
                    }
                    job.report([shown, row] {
                        if (shown) {
                            shown->addRow(row);
                        }
                    });
                },
                job.wait());
        },
        [this, shown](const Result<void> &result) {
            if (shown) {
                shown->showEnd(result ? std::optional<Error>() : result.error());
            }
            Q_EMIT done();
        });
}

} // namespace verderer
