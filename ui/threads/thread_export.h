// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/export_format.h"
#include "threads/thread_store.h"
#include "ui/widgets/background_job.h"
#include "ui/widgets/place.h"

class QFileDialog;

namespace verderer {

class Banner;

/// Writes the list as it is filtered, or one thread, to a file that people choose; progress can be cancelled, and a file is written whole or not at
/// all. Window's thread only.
class ThreadExport : public QObject {
    Q_OBJECT
public:
    ThreadExport(const WindowServices &services, Banner *banner, QWidget *window, QObject *parent = nullptr);

    void askForList(const ThreadFilter &filter);
    void askForThread(const QString &id, const QString &title);

    /// Without asking: for the dialogs above, and for tests.
    void writeList(const ThreadFilter &filter, const QString &path, const ExportOptions &options);
    void writeThread(const QString &id, const QString &path, const ExportOptions &options);

Q_SIGNALS:
    /// The file is written, or the banner says why not.
    void finished();

private:
    struct Kind {
        QString filter; ///< as file dialogs show it
        QString suffix;
        ExportOptions options;
    };
    using Write = std::function<Result<ExportOutcome>(const ExportProgress &progress, const Wait &wait)>;
    void ask(const QString &title, const QString &name, const QList<Kind> &kinds,
             const std::function<void(const QString &, const ExportOptions &)> &write);
    void run(const QString &path, const Write &write);

    WindowServices m_services;
    Banner *m_banner;
    QWidget *m_window;
    JobSlot m_job;
};

} // namespace verderer
