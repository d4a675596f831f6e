// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/export_options.h"

#include "base/json.h"
#include "verdererctl/table.h"

#include <QDir>
#include <QIODevice>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <unistd.h>

namespace verderer::ctl {

namespace {

/// Standard output as a device of Qt: rows are written as they come, so that a large export needs no memory.
class StandardOutput final : public QIODevice {
public:
    StandardOutput() { open(QIODevice::WriteOnly | QIODevice::Unbuffered); }

protected:
    qint64 readData(char * /*data*/, qint64 /*maxSize*/) override { return -1; }
    qint64 writeData(const char *data, qint64 size) override
    {
        if (const Result<void> written = writeAll(STDOUT_FILENO, QByteArray(data, size)); !written) {
            setErrorString(written.error().message);
            return -1;
        }
        return size;
    }
};

/// By the end of the file's name, where --format was not given.
std::string formatOfName(const std::string &file)
{
    const QString name = QString::fromStdString(file).toLower();
    for (const char *ending : {"csv", "json", "jsonl", "md"}) {
        if (name.endsWith(QLatin1Char('.') + QLatin1String(ending))) {
            return ending;
        }
    }
    return "csv";
}

} // namespace

void ExportCommandOptions::declare(CLI::App &app)
{
    app.add_option("--format", m_format, "csv, json, jsonl or markdown; without it by the name of the file, else csv")->type_name("FORMAT");
    app.add_option("--output", m_output, "A file, written whole or not at all; without it standard output")->type_name("FILE");
    app.add_flag("--formula-safe", m_formulaSafe, "CSV: an apostrophe before = + - @, so that no spreadsheet takes a text for a formula");
    app.add_flag("--bom", m_byteOrderMark, "CSV: begin with a byte order mark, for spreadsheets that need it to read UTF-8");
    app.add_flag("--hidden", m_hidden, "Transcripts: also messages that DeerFlow hides");
}

Result<Output> ExportCommandOptions::write(const Context &context, const QString &what, const Write &write) const
{
    ExportOptions options;
    const Result<ExportFormat> format = exportFormatFromName(QString::fromStdString(m_format.empty() ? formatOfName(m_output) : m_format));
    if (!format) {
        Error error = format.error();
        error.details.kind = QStringLiteral("usage");
        return tl::unexpected<Error>(error);
    }
    options.format = *format;
    options.formulaSafe = m_formulaSafe;
    options.byteOrderMark = m_byteOrderMark;
    options.withHidden = m_hidden;
    const ExportProgress progress = [&context, &what](qint64 written, qint64 total) {
        context.progress(total < 0 ? QStringLiteral("%1 %2").arg(written).arg(what)
                                   : QStringLiteral("%1 of %2 %3").arg(written).arg(total).arg(what));
    };
    Output output;
    if (m_output.empty() || m_output == "-") {
        if (context.options().json && *format != ExportFormat::JsonDocument) {
            ErrorDetails details;
            details.kind = QStringLiteral("usage");
            return fail(ErrorCode::Invalid,
                        QStringLiteral("--json promises one document on standard output; use --format json, or write to a file with --output."),
                        details);
        }
        StandardOutput device;
        const Result<ExportOutcome> outcome = write(device, options, progress);
        context.progress(QString());
        if (!outcome) {
            return tl::unexpected<Error>(outcome.error());
        }
        if (outcome->vanished > 0) {
            output.notes.append(QStringLiteral("%1 rows were deleted while the list was written.").arg(outcome->vanished));
        }
        return output;
    }
    const QString path = QDir::current().absoluteFilePath(QString::fromStdString(m_output));
    const Result<ExportOutcome> outcome = exportToFile(path, [&](QIODevice &device) { return write(device, options, progress); });
    context.progress(QString());
    if (!outcome) {
        return tl::unexpected<Error>(outcome.error());
    }
    output.done = QStringLiteral("%1 was written.").arg(path);
    if (context.options().json) {
        Json json;
        json["path"] = toJson(path);
        json["written"] = outcome->written;
        json["vanished"] = outcome->vanished;
        output.json = dumpPrettyJson(json);
    } else {
        output.text = QStringLiteral("Wrote %1 %2 to %3.\n").arg(outcome->written).arg(what, printable(path)).toUtf8();
        if (outcome->vanished > 0) {
            output.notes.append(QStringLiteral("%1 rows were deleted while the list was written.").arg(outcome->vanished));
        }
    }
    return output;
}

} // namespace verderer::ctl
