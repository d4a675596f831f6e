// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/save_flow.h"

#include "ui/skills/skill_report.h"
#include "ui/skills/skill_text.h"
#include "ui/skills/text_diff_dialog.h"
#include "ui/widgets/banner.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

namespace verderer {

MutationRun::MutationRun(const WindowServices &services, Banner *progress, QObject *parent)
    : QObject(parent), m_services(services), m_progress(progress)
{
    // Most mutations are done before anybody could read the strip.
    m_showDelay.setSingleShot(true);
    m_showDelay.setInterval(250);
    connect(&m_showDelay, &QTimer::timeout, this, [this] { showProgress({}); });
}

void MutationRun::start(const SkillSession &session, const QString &doing, Work work, Done done)
{
    if (m_running)
        return;
    m_running = true;
    m_doing = doing;
    m_showDelay.start();
    Q_EMIT runningChanged(true);
    m_job = m_services.jobs->run(
        this,
        [this, editor = session.editor, work = std::move(work), unlocked = m_acceptUnlocked,
         breakNote = std::exchange(m_breakNote, false)](const JobContext &job) {
            MutationOptions options;
            options.acceptUnlocked = unlocked;
            options.breakForeignLock = breakNote;
            options.wait = job.wait();
            options.waiting = [this, job](const LockHolder &holder) {
                job.report([this, holder] { showProgress(tr("Waiting for %1").arg(holder.describe())); });
            };
            return work(*editor, options);
        },
        [this, done = std::move(done)](const Result<MutationOutcome> &outcome) {
            m_running = false;
            m_showDelay.stop();
            m_progress->hide();
            Q_EMIT runningChanged(false);
            done(outcome);
        },
        QDeadlineTimer(lockTimeoutMs));
}

void MutationRun::showProgress(const QString &text)
{
    if (!m_running)
        return;
    m_showDelay.stop();
    m_progress->present(Tone::Information, m_doing, text);
    QPushButton *cancelButton = m_progress->addButton(tr("&Cancel"), u"cancelButton"_s);
    connect(cancelButton, &QPushButton::clicked, this, &MutationRun::cancel);
}

void MutationRun::offerWay(Banner *banner, const Error &error, const std::function<void()> &again)
{
    if (error.code == ErrorCode::Unavailable && error.details.kind == "no-kernel-locks"_L1) {
        QPushButton *accept = banner->addButton(tr("Go on &without that lock"), u"acceptUnlockedButton"_s);
        accept->setToolTip(tr("Gateways and scripts are not kept out then: a change of theirs at the same moment may be lost"));
        connect(accept, &QPushButton::clicked, this, [this, again] {
            m_acceptUnlocked = true;
            again();
        });
    } else if (error.details.kind == "foreign-owner-note"_L1) {
        QPushButton *remove = banner->addButton(tr("&Remove that note and go on"), u"breakNoteButton"_s);
        remove->setToolTip(tr("Only if nobody on that computer is at work any more"));
        connect(remove, &QPushButton::clicked, this, [this, again] {
            m_breakNote = true;
            again();
        });
    }
}

void MutationRun::cancel()
{
    m_job.cancel();
}

SaveFlow::SaveFlow(const WindowServices &services, QWidget *window, QObject *parent) : QObject(parent), m_services(services), m_window(window)
{
}

void SaveFlow::ask(const SaveRequest &request)
{
    if (m_dialog) {
        m_dialog->activateWindow();
        return;
    }
    m_dialog = new TextDiffDialog(m_services, u"saveDialog"_s, tr("Save %1").arg(request.entry.name), tr("&Save"), m_window);
    m_dialog->setIntro(tr("This is what saving changes in %1.").arg(request.entry.path));
    m_dialog->addNoteField(tr("Note for the history (optional)"));
    m_dialog->setTexts(request.base, request.text, tr("on disk"), tr("your text"));
    connect(m_dialog, &TextDiffDialog::shown, this, &SaveFlow::shown);
    connect(m_dialog, &QDialog::accepted, this, [this, request, dialog = m_dialog.data()] { Q_EMIT accepted(request, dialog->note()); });
    struct Judged {
        TextJudgement text;
        std::optional<Error> blocked;
    };
    m_judging = m_services.jobs->run(
        m_dialog,
        [text = request.text, entry = request.entry](const JobContext &) {
            Judged judged{judgeText(text, entry), {}};
            if (const auto gate = scanGate(scanSkillText(text), SaveFlow::tr("This text")); !gate)
                judged.blocked = gate.error();
            return judged;
        },
        [this, dialog = m_dialog](const Judged &judged) {
            if (dialog)
                showJudged(judged.text, judged.blocked);
        });
    m_dialog->open();
}

void SaveFlow::showJudged(const TextJudgement &judgement, const std::optional<Error> &blocked)
{
    if (judgement.valid && blocked) {
        presentBlocked(m_dialog, *blocked, [this] { Q_EMIT verdictWanted(); });
        return;
    }
    if (judgement.problems.isEmpty())
        return;
    const Problem &problem = judgement.problems.first();
    QString text = problem.message;
    if (problem.line > 0)
        text = tr("Line %1, column %2: %3").arg(problem.line).arg(problem.column).arg(text);
    if (!judgement.valid)
        m_dialog->setProblem(Tone::Error, tr("DeerFlow would not accept this text"), text, true);
    else
        m_dialog->setProblem(Tone::Warning, tr("Worth knowing"), text, false);
}

void presentBlocked(TextDiffDialog *dialog, const Error &blocked, const std::function<void()> &showVerdict)
{
    dialog->setProblem(Tone::Error, SaveFlow::tr("The scanner refuses this text"), blocked.message, true);
    const QPushButton *why = dialog->banner()->addButton(SaveFlow::tr("Show the &verdict"), u"dialogVerdictButton"_s);
    QObject::connect(why, &QPushButton::clicked, dialog, [dialog, showVerdict] {
        dialog->reject();
        showVerdict();
    });
}

} // namespace verderer
