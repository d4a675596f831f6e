// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_export.h"

#include "base/json.h"
#include "ui/runs/run_detail.h"
#include "ui/runs/run_text.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/text_format.h"
#include "workspace/database_access.h"

#include <QDir>
#include <QFileDialog>
#include <QPushButton>
#include <QSaveFile>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int eventsAtOnce = 500;

Error writeError(const QSaveFile &file, const QString &path)
{
    Error error;
    error.code = ErrorCode::ReadOnly;
    error.message = u"Cannot write %1: %2. Choose another folder."_s.arg(path, file.errorString());
    error.details.path = path;
    return error;
}

Json storedJson(const QByteArray &text)
{
    auto parsed = parseJson(text);
    return parsed ? std::move(*parsed) : toJson(QString::fromUtf8(text));
}

/// DeerFlow's event object (deerflow-format 6.3).
QByteArray eventLine(const RunEvent &event)
{
    Json line = Json::object();
    line["thread_id"] = toJson(event.threadId);
    line["run_id"] = toJson(event.runId);
    line["user_id"] = toJson(event.userId);
    line["event_type"] = toJson(event.type);
    line["category"] = toJson(event.category);
    line["content"] = event.contentIsJson ? storedJson(event.content) : toJson(QString::fromUtf8(event.content));
    line["seq"] = event.seq;
    line["created_at"] = event.createdAt ? toJson(isoTimestamp(*event.createdAt)) : toJson(event.createdRaw);
    line["metadata"] = storedJson(event.metadataJson);
    return dumpPythonJson(line) + '\n';
}

Result<qint64> writeEvents(const DatabaseAccess &access, const QString &runId, QSaveFile *file, const Wait &wait)
{
    qint64 written = 0;
    std::optional<qint64> after = 0;
    while (after) {
        const auto page = access.runs->events(runId, {}, *after, eventsAtOnce, wait);
        if (!page) {
            return tl::unexpected<Error>(page.error());
        }
        for (const RunEvent &event : page->events) {
            file->write(eventLine(event));
            ++written;
        }
        after = page->nextAfterSeq;
        if (wait.cancel.isCancelled()) {
            return fail(ErrorCode::Cancelled, u"Cancelled; nothing was written."_s);
        }
    }
    return written;
}

} // namespace

Result<qint64> exportRun(const DatabaseAccess &access, const QString &runId, RunExportKind kind, const QString &path, const Wait &wait)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return tl::unexpected<Error>(writeError(file, path));
    }
    const auto run = access.runs->show(runId, wait);
    if (!run) {
        return tl::unexpected<Error>(run.error());
    }
    qint64 written = 1;
    switch (kind) {
    case RunExportKind::Row:
        file.write(rawRow(*run));
        break;
    case RunExportKind::Transcript: {
        const auto messages = access.runs->transcript(runId, false, wait);
        if (!messages) {
            return tl::unexpected<Error>(messages.error());
        }
        written = messages->size();
        file.write(transcriptToMarkdown(runTitle(*run), *messages, false).toUtf8());
        break;
    }
    case RunExportKind::Events: {
        const auto events = writeEvents(access, runId, &file, wait);
        if (!events) {
            return events;
        }
        written = *events;
        break;
    }
    }
    if (!file.commit()) {
        return tl::unexpected<Error>(writeError(file, path));
    }
    return written;
}

RunExportFlow::RunExportFlow(const WindowServices &services, Banner *banner, QWidget *window, QObject *parent)
    : QObject(parent), m_services(services), m_banner(banner), m_window(window)
{
}

void RunExportFlow::ask(const QString &runId, const QString &kind)
{
    const RunExportKind wanted = kind == "markdown"_L1 ? RunExportKind::Transcript : kind == "json"_L1 ? RunExportKind::Row : RunExportKind::Events;
    const QString suffix = wanted == RunExportKind::Transcript ? u"md"_s : kind;
    auto *dialog = new QFileDialog(m_window, tr("Export the run"));
    dialog->setObjectName(u"exportRunDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    dialog->setNameFilters({u"*."_s + suffix, u"*"_s});
    dialog->selectFile(runId + u'.' + suffix);
    connect(dialog, &QFileDialog::fileSelected, this, [this, runId, wanted](const QString &path) { write(runId, wanted, path); });
    dialog->open();
}

void RunExportFlow::write(const QString &runId, RunExportKind kind, const QString &path)
{
    const auto access = m_services.database->access();
    if (!access) {
        return;
    }
    m_banner->present(Tone::Neutral, tr("Exporting…"), QDir::toNativeSeparators(path));
    connect(m_banner->addButton(tr("&Cancel"), u"cancelExport"_s), &QPushButton::clicked, this, [this] { m_job.cancel(); });
    m_job = m_services.jobs->run(
        this, [access, runId, kind, path](const JobContext &job) { return exportRun(*access, runId, kind, path, job.wait()); },
        [this, kind, path](const Result<qint64> &written) {
            if (!written) {
                const Error &error = written.error();
                m_banner->present(error.code == ErrorCode::Cancelled ? Tone::Information : Tone::Error, errorHeadline(error.code), error.message,
                                  errorDetailText(error));
            } else {
                const QString where = QDir::toNativeSeparators(path);
                const int count = int(*written);
                m_banner->present(Tone::Accent, tr("Exported"),
                                  kind == RunExportKind::Events       ? tr("%n event(s) were written to %1.", nullptr, count).arg(where)
                                  : kind == RunExportKind::Transcript ? tr("%n message(s) were written to %1.", nullptr, count).arg(where)
                                                                      : tr("The run was written to %1.").arg(where));
            }
            Q_EMIT done();
        });
}

} // namespace verderer
