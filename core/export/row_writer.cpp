// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/row_writer.h"

#include "base/json.h"
#include "export/csv_writer.h"

#include <QIODevice>

namespace verderer {

namespace {

/// A cell of a Markdown table: one line, no bar that would end it.
QString tableCell(const QString &text)
{
    QString cell = text;
    cell.replace(u'\\', QStringLiteral("\\\\")).replace(u'|', QStringLiteral("\\|"));
    cell.replace(QStringLiteral("\r\n"), QStringLiteral(" ")).replace(u'\n', u' ').replace(u'\r', u' ');
    return cell;
}

QByteArray tableLine(const QStringList &cells)
{
    QString line = QStringLiteral("|");
    for (const QString &cell : cells) {
        line += u' ' + tableCell(cell) + QStringLiteral(" |");
    }
    return line.toUtf8() + '\n';
}

} // namespace

RowWriter::RowWriter(QIODevice &out, const ExportOptions &options, QString name, QStringList columns)
    : m_out(out), m_options(options), m_name(std::move(name)), m_columns(std::move(columns))
{
}

Result<void> RowWriter::put(const QByteArray &bytes)
{
    if (m_out.write(bytes) == bytes.size()) {
        return {};
    }
    ErrorDetails details;
    details.kind = QStringLiteral("export-write");
    return fail(ErrorCode::ReadOnly, QStringLiteral("The export could not be written to its end: %1.").arg(m_out.errorString()), details);
}

Result<void> RowWriter::begin()
{
    switch (m_options.format) {
    case ExportFormat::Csv: {
        const QByteArray mark = m_options.byteOrderMark ? QByteArrayLiteral("\xEF\xBB\xBF") : QByteArray();
        return put(mark + csvRecord(m_columns, false));
    }
    case ExportFormat::JsonDocument:
        return put("{" + dumpPythonJson(toJson(m_name)) + ": [");
    case ExportFormat::JsonLines:
        break;
    case ExportFormat::Markdown: {
        const QStringList rule(m_columns.size(), QStringLiteral("---"));
        return put(tableLine(m_columns) + tableLine(rule));
    }
    }
    return {};
}

Result<void> RowWriter::add(const ExportRow &row)
{
    QByteArray bytes;
    switch (m_options.format) {
    case ExportFormat::Csv:
        bytes = csvRecord(row.cells(), m_options.formulaSafe);
        break;
    case ExportFormat::JsonDocument:
        bytes = (m_written == 0 ? QByteArrayLiteral("\n") : QByteArrayLiteral(",\n")) + dumpPythonJson(row.json());
        break;
    case ExportFormat::JsonLines:
        bytes = dumpPythonJson(row.json()) + '\n';
        break;
    case ExportFormat::Markdown:
        bytes = tableLine(row.cells());
        break;
    }
    if (auto done = put(bytes); !done) {
        return done;
    }
    ++m_written;
    return {};
}

Result<void> RowWriter::end()
{
    return m_options.format == ExportFormat::JsonDocument ? put(QByteArrayLiteral("\n]}\n")) : Result<void>();
}

} // namespace verderer
