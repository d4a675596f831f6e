// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

#include <QObject>

namespace verderer {

class Banner;
struct DatabaseAccess;

/// What a run can be written to a file as.
enum class RunExportKind {
    Transcript, ///< Markdown
    Row,        ///< JSON
    Events,     ///< JSON lines
};

/// Writes a run to `path`, which is replaced only once all of it is there. Gives the number of events or messages written. Any thread but the
/// window's.
Result<qint64> exportRun(const DatabaseAccess &access, const QString &runId, RunExportKind kind, const QString &path, const Wait &wait);

/// Asks where to, writes off the window's thread, and says how it ended.
class RunExportFlow : public QObject {
    Q_OBJECT
public:
    RunExportFlow(const WindowServices &services, Banner *banner, QWidget *window, QObject *parent = nullptr);

    /// `kind`: "markdown", "json" or "jsonl".
    void ask(const QString &runId, const QString &kind);
    void write(const QString &runId, RunExportKind kind, const QString &path);

Q_SIGNALS:
    void done();

private:
    WindowServices m_services;
    Banner *m_banner;
    QWidget *m_window;
    JobSlot m_job;
};

} // namespace verderer
