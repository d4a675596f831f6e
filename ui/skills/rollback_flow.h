// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/skills/save_flow.h"

#include <QObject>
#include <QPointer>

namespace verderer {

class Banner;
class TextDiffDialog;

/// Restores the text before a record: shows what would change, does it, offers undo.
class RollbackFlow : public QObject {
    Q_OBJECT
public:
    /// `banner` tells what became of it.
    RollbackFlow(const WindowServices &services, MutationRun *run, Banner *banner, QWidget *window, QObject *parent = nullptr);

    void ask(const SkillSession &session, const SkillEntry &entry, const HistoryEntry &record);

Q_SIGNALS:
    /// The dialog with its difference is on the screen.
    void shown();
    /// The file was changed (or it was found that nothing was to be done).
    void done(const verderer::MutationOutcome &outcome);

private:
    void present(const SkillSession &session, const SkillEntry &entry, const RollbackPreview &preview);
    void run(const SkillSession &session, const SkillEntry &entry, const RollbackRequest &request, const QString &doneText, bool canUndo);
    void fail(const Error &error, const std::function<void()> &again = {});

    WindowServices m_services;
    MutationRun *m_run;
    Banner *m_banner;
    QWidget *m_window;
    QPointer<TextDiffDialog> m_dialog;
    JobSlot m_preview;
};

} // namespace verderer
