// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_export.h"

#include "export/list_export.h"
#include "ui/runs/run_text.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/text_format.h"
#include "workspace/database_access.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace verderer {

namespace {

constexpr int toldEveryMs = 200;

QString suffixOf(ExportFormat format)
{
    switch (format) {
    case ExportFormat::Csv:
        return u"csv"_s;
    case ExportFormat::JsonDocument:
        return u"json"_s;
    case ExportFormat::JsonLines:
        return u"jsonl"_s;
    case ExportFormat::Markdown:
        break;
    }
    return u"md"_s;
}

} // namespace

RunExportFlow::RunExportFlow(const WindowServices &services, Banner *pageBanner, Banner *listBanner, QWidget *window, QObject *parent)
    : QObject(parent), m_services(services), m_pageBanner(pageBanner), m_listBanner(listBanner), m_window(window)
{
}

void RunExportFlow::askWhere(const QString &objectName, const QString &title, const QString &name, ExportFormat format,
                             const std::function<void(const QString &path)> &chosen)
{
    auto *dialog = new QFileDialog(m_window, title);
    dialog->setObjectName(objectName);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    const QString suffix = suffixOf(format);
    dialog->setDefaultSuffix(suffix);
    dialog->setNameFilters({u"*."_s + suffix, u"*"_s});
    dialog->selectFile(name + u'.' + suffix);
    connect(dialog, &QFileDialog::fileSelected, this, chosen);
    dialog->open();
}

void RunExportFlow::askForRun(const QString &runId, ExportFormat format)
{
    askWhere(u"exportRunDialog"_s, tr("Export the run"), runId, format,
             [this, runId, format](const QString &path) { writeRun(runId, format, path); });
}

void RunExportFlow::writeRun(const QString &runId, ExportFormat format, const QString &path)
{
    ExportOptions options;
    options.format = format;
    write(m_pageBanner, path,
          [access = m_services.database->access(), runId, options](QIODevice &out, const ExportProgress &progress, const Wait &wait) {
              return exportRun(runId, *access->runs, out, options, progress, wait);
          });
}

void RunExportFlow::askForList(const RunQuestion &question, ExportFormat format)
{
    ExportOptions options;
    options.format = format;
    // People open these files in spreadsheets, and an error text that begins with "=" must not be computed there.
    options.formulaSafe = format == ExportFormat::Csv;
    askWhere(u"exportRunsDialog"_s, tr("Export the list of runs"), u"runs"_s, format,
             [this, question, options](const QString &path) { writeList(question, options, path); });
}

void RunExportFlow::writeList(const RunQuestion &question, const ExportOptions &options, const QString &path)
{
    write(m_listBanner, path,
          [access = m_services.database->access(), filter = question.filter(SystemClock().now()),
           options](QIODevice &out, const ExportProgress &progress, const Wait &wait) -> Result<ExportOutcome> {
              const auto listing = access->openRuns(filter, wait);
              if (!listing) {
                  return tl::unexpected<Error>(listing.error());
              }
              return exportRuns(**listing, access->runs.get(), out, options, progress, wait);
          });
}

void RunExportFlow::write(Banner *banner, const QString &path, const Writer &writer)
{
    if (!m_services.database->access()) {
        return;
    }
    const QString where = QDir::toNativeSeparators(path);
    const auto present = [this, banner, where](const QString &text) {
        banner->present(Tone::Neutral, tr("Exporting…"), text);
        connect(banner->addButton(tr("&Cancel"), u"cancelExport"_s), &QPushButton::clicked, this, [this] { m_job.cancel(); });
    };
    present(where);
    m_job = m_services.jobs->run(
        this,
        [path, writer, present, where](const JobContext &job) {
            QElapsedTimer sinceTold;
            sinceTold.start();
            const ExportProgress progress = [&](qint64 written, qint64 total) {
                if (sinceTold.elapsed() < toldEveryMs) {
                    return;
                }
                sinceTold.restart();
                job.report([present, where, written, total] {
                    present(total > 0 ? tr("%1 of %2 to %3").arg(groupedNumber(written), groupedNumber(total), where)
                                      : tr("%1 to %2").arg(groupedNumber(written), where));
                });
            };
            return exportToFile(path, [&](QIODevice &out) { return writer(out, progress, job.wait()); });
        },
        [this, banner, where](const Result<ExportOutcome> &outcome) {
            if (!outcome) {
                const Error &error = outcome.error();
                banner->present(error.code == ErrorCode::Cancelled ? Tone::Information : Tone::Error, errorHeadline(error.code), error.message,
                                errorDetailText(error));
            } else {
                QString text = tr("%1 written to %2.").arg(groupedNumber(outcome->written), where);
                if (outcome->vanished > 0) {
                    text += u' ' + tr("%n run(s) were deleted meanwhile.", nullptr, int(outcome->vanished));
                }
                banner->present(outcome->vanished > 0 ? Tone::Warning : Tone::Accent, tr("Exported"), text);
            }
            Q_EMIT done();
        });
}

} // namespace verderer
