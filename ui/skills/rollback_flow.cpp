// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/skills/rollback_flow.h"

#include "ui/skills/history_model.h"
#include "ui/skills/text_diff_dialog.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/text_format.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

namespace verderer {

RollbackFlow::RollbackFlow(const WindowServices &services, MutationRun *run, Banner *banner, QWidget *window, QObject *parent)
    : QObject(parent), m_services(services), m_run(run), m_banner(banner), m_window(window)
{
}

void RollbackFlow::ask(const SkillSession &session, const SkillEntry &entry, const HistoryEntry &record)
{
    if (m_run->isRunning() || m_dialog)
        return;
    RollbackRequest request;
    request.directory = entry.directory;
    request.record = record.id;
    m_preview = m_services.jobs->run(
        this, [editor = session.editor, request](const JobContext &job) { return editor->previewRollback(request, job.wait().cancel); },
        [this, session, entry](const Result<RollbackPreview> &preview) {
            if (preview)
                present(session, entry, *preview);
            else
                fail(preview.error());
        });
}

void RollbackFlow::present(const SkillSession &session, const SkillEntry &entry, const RollbackPreview &preview)
{
    const QString when = HistoryModel::label(preview.record);
    m_dialog = new TextDiffDialog(m_services, u"rollbackDialog"_s, tr("Restore the text before %1").arg(when), tr("&Restore"), m_window);
    m_dialog->setIntro(tr("This is what restoring changes in %1 of %2. The present text stays in the history.").arg(preview.filePath, entry.name));
    m_dialog->addNoteField(tr("Note for the history (optional)"));
    m_dialog->setTexts(preview.present.value_or(QByteArray()), preview.target, preview.present ? tr("present") : tr("nothing: the file is deleted"),
                       tr("before %1").arg(when));
    if (preview.identical)
        m_dialog->setProblem(Tone::Information, tr("Already identical"),
                             tr("The present text is the one before %1; there is nothing to do.").arg(when), true);
    else if (preview.verdict && !preview.verdict->valid)
        m_dialog->setProblem(Tone::Error, tr("DeerFlow would not accept this text"), preview.verdict->problem.message, true);
    else if (const auto gate = scanGate(preview.scan, tr("That text")); !gate)
        m_dialog->setProblem(Tone::Error, tr("The scanner refuses this text"), gate.error().message, true);
    connect(m_dialog, &TextDiffDialog::shown, this, &RollbackFlow::shown);
    connect(m_dialog, &QDialog::accepted, this, [this, session, entry, preview, when, dialog = m_dialog.data()] {
        RollbackRequest request;
        request.directory = entry.directory;
        request.record = preview.record.id;
        request.baseHash = preview.presentHash;
        if (!dialog->note().isEmpty())
            request.note = dialog->note();
        run(session, entry, request, tr("Restored the text before %1.").arg(when), preview.present.has_value());
    });
    m_dialog->open();
}

void RollbackFlow::run(const SkillSession &session, const SkillEntry &entry, const RollbackRequest &request, const QString &doneText, bool canUndo)
{
    m_banner->hide();
    m_run->start(
        session, tr("Restoring %1…").arg(entry.name),
        [request](SkillEditor &editor, const MutationOptions &options) { return editor.rollback(request, options); },
        [=, this](const Result<MutationOutcome> &outcome) {
            if (!outcome) {
                fail(outcome.error(), [=, this] { run(session, entry, request, doneText, canUndo); });
                return;
            }
            if (!outcome->changed) {
                m_banner->present(Tone::Information, tr("Already identical"), tr("Nothing was written."));
            } else {
                m_banner->present(Tone::Accent, doneText, outcome->warnings.join(u' '));
                if (canUndo && !outcome->recordId.isEmpty()) {
                    // Rolling back the rollback: its record holds what was there before.
                    RollbackRequest undo;
                    undo.directory = request.directory;
                    undo.record = outcome->recordId;
                    undo.baseHash = outcome->hash;
                    QPushButton *undoButton = m_banner->addButton(tr("&Undo"), u"undoButton"_s);
                    connect(undoButton, &QPushButton::clicked, this,
                            [=, this] { run(session, entry, undo, tr("Undone: the text is as it was before."), false); });
                }
            }
            Q_EMIT done(*outcome);
        });
}

void RollbackFlow::fail(const Error &error, const std::function<void()> &again)
{
    if (error.code == ErrorCode::Cancelled)
        m_banner->present(Tone::Information, tr("Nothing was restored"), tr("You cancelled it."));
    else if (error.code == ErrorCode::Conflict)
        m_banner->present(Tone::Warning, tr("Nothing was restored"), tr("The file was changed since the difference was shown. Look at it again."),
                          errorDetailText(error));
    else
        m_banner->present(Tone::Error, tr("Nothing was restored: %1").arg(errorHeadline(error.code)), error.message, errorDetailText(error));
    if (again)
        m_run->offerWay(m_banner, error, again);
}

} // namespace verderer
