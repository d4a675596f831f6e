// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/export_format.h"

#include <QFileInfo>
#include <QSaveFile>

namespace verderer {

Result<ExportFormat> exportFormatFromName(const QString &name)
{
    if (name == u"csv") {
        return ExportFormat::Csv;
    }
    if (name == u"json") {
        return ExportFormat::JsonDocument;
    }
    if (name == u"jsonl") {
        return ExportFormat::JsonLines;
    }
    if (name == u"markdown" || name == u"md") {
        return ExportFormat::Markdown;
    }
    ErrorDetails details;
    details.kind = QStringLiteral("export-format");
    return fail(ErrorCode::Invalid, QStringLiteral("\"%1\" is no export format. Use csv, json, jsonl or markdown.").arg(name), details);
}

Result<ExportOutcome> exportToFile(const QString &path, const std::function<Result<ExportOutcome>(QIODevice &)> &write)
{
    QSaveFile file(path);
    const auto failure = [&] {
        ErrorDetails details;
        details.path = path;
        details.kind = QStringLiteral("export-write");
        return fail(ErrorCode::ReadOnly,
                    QStringLiteral("The export cannot be written to %1: %2. Nothing was changed there.").arg(path, file.errorString()), details);
    };
    if (QFileInfo(path).isDir()) {
        ErrorDetails details;
        details.path = path;
        details.kind = QStringLiteral("is-a-folder");
        return fail(ErrorCode::Invalid, QStringLiteral("%1 is a folder. Name a file for the export.").arg(path), details);
    }
    if (!file.open(QIODevice::WriteOnly)) {
        return failure();
    }
    auto outcome = write(file);
    if (!outcome) {
        file.cancelWriting();
        return outcome;
    }
    if (!file.commit()) {
        return failure();
    }
    return outcome;
}

} // namespace verderer
