// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/threads/thread_export.h"

#include "export/list_export.h"
#include "ui/threads/thread_acts.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/database_source.h"
#include "ui/widgets/text_format.h"
#include "workspace/database_access.h"

#include <QDir>
#include <QFileDialog>
#include <QIODevice>
#include <QLocale>
#include <QPushButton>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace verderer {

ThreadExport::ThreadExport(const WindowServices &services, Banner *banner, QWidget *window, QObject *parent)
    : QObject(parent), m_services(services), m_banner(banner), m_window(window)
{
}

void ThreadExport::askForList(const ThreadFilter &filter)
{
    ExportOptions csv;
    ExportOptions safe;
    safe.formulaSafe = true;
    safe.byteOrderMark = true;
    ExportOptions json;
    json.format = ExportFormat::JsonDocument;
    ExportOptions lines;
    lines.format = ExportFormat::JsonLines;
    ask(tr("Export the list"), u"threads"_s,
        {{tr("CSV (*.csv)"), u"csv"_s, csv},
         {tr("CSV for spreadsheets, safe from formulas (*.csv)"), u"csv"_s, safe},
         {tr("JSON (*.json)"), u"json"_s, json},
         {tr("JSON lines (*.jsonl)"), u"jsonl"_s, lines}},
        [this, filter](const QString &path, const ExportOptions &options) { writeList(filter, path, options); });
}

void ThreadExport::askForThread(const QString &id, const QString &title)
{
    ExportOptions markdown;
    markdown.format = ExportFormat::Markdown;
    ExportOptions hidden = markdown;
    hidden.withHidden = true;
    ExportOptions json;
    json.format = ExportFormat::JsonDocument;
    ExportOptions lines;
    lines.format = ExportFormat::JsonLines;
    ExportOptions csv;
    ask(tr("Export “%1”").arg(title), id,
        {{tr("Transcript as Markdown (*.md)"), u"md"_s, markdown},
         {tr("Transcript with hidden messages (*.md)"), u"md"_s, hidden},
         {tr("Thread, runs and events as JSON (*.json)"), u"json"_s, json},
         {tr("Events as JSON lines (*.jsonl)"), u"jsonl"_s, lines},
         {tr("Runs as CSV (*.csv)"), u"csv"_s, csv}},
        [this, id](const QString &path, const ExportOptions &options) { writeThread(id, path, options); });
}

void ThreadExport::ask(const QString &title, const QString &name, const QList<Kind> &kinds,
                       const std::function<void(const QString &, const ExportOptions &)> &write)
{
    auto *dialog = new QFileDialog(m_window, title);
    dialog->setObjectName(u"exportDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    QStringList filters;
    for (const Kind &kind : kinds) {
        filters << kind.filter;
    }
    dialog->setNameFilters(filters);
    dialog->setDefaultSuffix(kinds.first().suffix);
    static const QRegularExpression unusual(u"[^A-Za-z0-9_-]"_s);
    dialog->selectFile(QString(name).replace(unusual, u"_"_s) + u'.' + kinds.first().suffix);
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, kinds, filters](const QString &filter) {
        dialog->setDefaultSuffix(kinds.value(std::max(0, int(filters.indexOf(filter)))).suffix);
    });
    connect(dialog, &QFileDialog::fileSelected, this, [dialog, kinds, filters, write](const QString &path) {
        write(path, kinds.value(std::max(0, int(filters.indexOf(dialog->selectedNameFilter())))).options);
    });
    dialog->open();
}

void ThreadExport::writeList(const ThreadFilter &filter, const QString &path, const ExportOptions &options)
{
    const auto access = m_services.database->access();
    if (!access) {
        return;
    }
    run(path, [access, filter, path, options](const ExportProgress &progress, const Wait &wait) -> Result<ExportOutcome> {
        // The list as it is now, not as it was when it was shown.
        Result<std::shared_ptr<ThreadListing>> listing = access->openThreads(filter, wait);
        if (!listing) {
            return tl::unexpected<Error>(listing.error());
        }
        return exportToFile(path, [&](QIODevice &out) { return exportThreads(**listing, out, options, progress, wait); });
    });
}

void ThreadExport::writeThread(const QString &id, const QString &path, const ExportOptions &options)
{
    const auto access = m_services.database->access();
    if (!access) {
        return;
    }
    run(path, [access, id, path, options](const ExportProgress &progress, const Wait &wait) {
        return exportToFile(path, [&](QIODevice &out) { return exportThread(id, *access->threads, *access->runs, out, options, progress, wait); });
    });
}

void ThreadExport::run(const QString &path, const Write &write)
{
    const QString file = QDir::toNativeSeparators(path);
    m_banner->present(Tone::Information, tr("Exporting…"), file);
    QPushButton *cancel = m_banner->addButton(tr("&Cancel"), u"cancelExport"_s);
    connect(cancel, &QPushButton::clicked, this, [this] { m_job.cancel(); });
    m_job = m_services.jobs->run(
        this, [write](const JobContext &job) { return write([](qint64, qint64) {}, job.wait()); },
        [this, file](const Result<ExportOutcome> &outcome) {
            if (outcome) {
                QString text = tr("%1 written to %2.").arg(QLocale().toString(outcome->written), file);
                if (outcome->vanished > 0) {
                    text += u' ' + tr("%n was deleted by somebody meanwhile.", nullptr, int(outcome->vanished));
                }
                m_banner->present(Tone::Accent, tr("Exported"), text);
            } else if (outcome.error().code == ErrorCode::Cancelled) {
                m_banner->present(Tone::Information, tr("Cancelled"), tr("No file was written."));
            } else {
                m_banner->present(Tone::Error, tr("Not exported: %1").arg(databaseErrorTitle(outcome.error())), outcome.error().message,
                                  errorDetailText(outcome.error()));
            }
            Q_EMIT finished();
        });
}

} // namespace verderer
