// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/csv_writer.h"

namespace verderer {

namespace {

bool looksLikeFormula(const QString &cell)
{
    return !cell.isEmpty() && QStringView(u"=+-@\t\r").contains(cell.front());
}

bool needsQuotes(const QString &cell)
{
    for (const QChar c : cell) {
        if (c == u',' || c == u'"' || c == u'\r' || c == u'\n') {
            return true;
        }
    }
    return !cell.isEmpty() && (cell.front().isSpace() || cell.back().isSpace());
}

} // namespace

QByteArray csvRecord(const QStringList &cells, bool formulaSafe)
{
    QByteArray record;
    bool first = true;
    for (QString cell : cells) {
        if (!first) {
            record += ',';
        }
        first = false;
        if (formulaSafe && looksLikeFormula(cell)) {
            cell.prepend(u'\'');
        }
        if (needsQuotes(cell)) {
            cell.replace(u'"', QStringLiteral("\"\""));
            record += '"' + cell.toUtf8() + '"';
        } else {
            record += cell.toUtf8();
        }
    }
    return record + QByteArrayLiteral("\r\n");
}

} // namespace verderer
