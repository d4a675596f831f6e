// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/runs/run_question.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

#include <QObject>
#include <QPointer>

namespace verderer {

class AdoptDialog;
class Banner;
struct AdoptAnswer;

/// Gives orphaned runs their threads: one at once, or all that a question lists, each with its own result.
class AdoptFlow : public QObject {
    Q_OBJECT
public:
    /// `banner` says how adopting one run ended; `window` is the parent of the dialog.
    AdoptFlow(const WindowServices &services, Banner *banner, QWidget *window, QObject *parent = nullptr);

    void adopt(const QString &runId);
    /// Asks first, then shows every result as it comes. `known`: how many runs the list has now.
    void adoptAll(const RunQuestion &question, qint64 known, bool exact);
    [[nodiscard]] bool isRunning() const { return m_job.isRunning(); }

Q_SIGNALS:
    void started();
    /// Threads may have been made.
    void done();

private:
    void start(AdoptDialog *dialog, const RunQuestion &question);

    WindowServices m_services;
    Banner *m_banner;
    QWidget *m_window;
    QPointer<AdoptDialog> m_dialog;
    JobSlot m_job;
};

} // namespace verderer
