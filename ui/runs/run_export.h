// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/export_format.h"
#include "ui/runs/run_question.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

#include <QObject>

namespace verderer {

class Banner;

/// Writes a run, or the list of runs, to a file: asks where to, writes off the window's thread with progress and a way to cancel, and says how it
/// ended.
class RunExportFlow : public QObject {
    Q_OBJECT
public:
    /// The banners say how it goes: that of the page for one run, that of the list for the list.
    RunExportFlow(const WindowServices &services, Banner *pageBanner, Banner *listBanner, QWidget *window, QObject *parent = nullptr);

    /// One run: as Markdown its transcript, as JSON all of it, as JSON lines its events, as CSV its row.
    void askForRun(const QString &runId, ExportFormat format);
    void writeRun(const QString &runId, ExportFormat format, const QString &path);
    /// Every run that a question lists, in the list's order.
    void askForList(const RunQuestion &question, ExportFormat format);
    void writeList(const RunQuestion &question, const ExportOptions &options, const QString &path);

Q_SIGNALS:
    void done();

private:
    using Writer = std::function<Result<ExportOutcome>(QIODevice &out, const ExportProgress &progress, const Wait &wait)>;
    void askWhere(const QString &objectName, const QString &title, const QString &name, ExportFormat format,
                  const std::function<void(const QString &path)> &chosen);
    void write(Banner *banner, const QString &path, const Writer &writer);

    WindowServices m_services;
    Banner *m_pageBanner;
    Banner *m_listBanner;
    QWidget *m_window;
    JobSlot m_job;
};

} // namespace verderer
