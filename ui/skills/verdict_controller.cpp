// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/verdict_controller.h"

#include "ui/skills/verdict_tab.h"
#include "ui/widgets/text_format.h"

namespace verderer {

VerdictController::VerdictController(const WindowServices &services, VerdictTab *tab, std::function<std::optional<QByteArray>()> typed,
                                     QObject *parent)
    : QObject(parent), m_services(services), m_tab(tab), m_typed(std::move(typed))
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(250);
    connect(&m_soon, &QTimer::timeout, this, &VerdictController::start);
}

void VerdictController::open(const SkillSession &session, const SkillEntry &entry)
{
    close();
    m_session = session;
    m_entry = entry;
    m_open = true;
    if (entry.deleted) {
        m_stale = false;
        m_tab->showNothing(tr("This skill is deleted"), tr("There is no text to judge. Restore it first."));
        Q_EMIT reported();
        return;
    }
    touch();
}

void VerdictController::close()
{
    m_open = false;
    m_stale = true;
    m_soon.stop();
    m_job.abandon();
    m_tab->showLoading();
    Q_EMIT countChanged(-1);
}

void VerdictController::setEntry(const SkillEntry &entry)
{
    if (m_entry.deleted != entry.deleted) {
        open(m_session, entry);
        return;
    }
    m_entry = entry;
    touch();
}

void VerdictController::setShown(bool shown)
{
    m_shown = shown;
    if (shown && m_stale)
        start();
}

void VerdictController::touch()
{
    if (!m_open || m_entry.deleted)
        return;
    m_stale = true;
    if (m_shown)
        m_soon.start();
    else
        Q_EMIT countChanged(-1);
}

void VerdictController::start()
{
    if (!m_open || m_entry.deleted)
        return;
    m_soon.stop();
    m_stale = false;
    m_job = m_services.jobs->run(
        this,
        [entry = m_entry, typed = m_typed(), storage = m_session.storage](const JobContext &job) {
            return reportOn(entry, typed, *storage, job.wait().cancel);
        },
        [this](const Result<SkillReport> &report) { onReport(report); });
}

void VerdictController::onReport(const Result<SkillReport> &report)
{
    if (report) {
        m_tab->showReport(*report);
        Q_EMIT countChanged(report->serious());
    } else {
        m_tab->showNothing(errorHeadline(report.error().code), report.error().message, errorDetailText(report.error()));
        Q_EMIT countChanged(-1);
    }
    Q_EMIT reported();
}

} // namespace verderer
