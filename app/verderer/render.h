// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "options.h"
#include "ui/widgets/background_job.h"

#include <QObject>
#include <QTimer>

namespace verderer {

class InstallationController;
class MainWindow;

/// Brings the window into the state that is asked for, waiting for real data by signals, paints it into the file, and ends the program: status 0, or
/// 1 with a sentence on standard error. Writes nothing into the installation.
class RenderJob : public QObject {
    Q_OBJECT
public:
    RenderJob(const RenderRequest &request, MainWindow *window, InstallationController *installation, JobRunner *jobs, QObject *parent = nullptr);

private:
    void onListLoaded();
    void onTextShown();
    /// A tab of the skills place has its content.
    void onTabShown(const QString &tab);
    void openDialog();
    /// The dialogs of the acts on whole skills; false where another one is asked for.
    bool openSkillActDialog();
    /// Brings about what is to be seen of a place other than the skills.
    void prepareThreads();
    void prepareRuns();
    void openThreadDialog();
    void reach();
    /// Paints once nothing runs any more and all events are handled.
    void settle();
    void paint();
    void fail(const QString &sentence);

    RenderRequest m_request;
    MainWindow *m_window;
    JobRunner *m_jobs;
    QTimer m_limit;
    QTimer m_settle;
    bool m_listLoaded = false;
    bool m_reached = false;
    bool m_asked = false; ///< the one thing that is selected was asked for
    bool m_ended = false;
};

} // namespace verderer
