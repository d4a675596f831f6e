// SPDX-License-Identifier: GPL-3.0-or-later
#include "verdererctl/table.h"

#include <QDateTime>
#include <QRegularExpression>
#include <QTextBoundaryFinder>

#include <algorithm>
#include <cwchar>

namespace verderer::ctl {

QString printable(const QString &text)
{
    QString shown;
    shown.reserve(text.size());
    for (const QChar c : text) {
        const char16_t code = c.unicode();
        // C0, DEL, C1, and the marks that turn the writing direction of what follows.
        if (code < 0x20 || (code >= 0x7f && code < 0xa0))
            shown += QStringLiteral("\\x%1").arg(code, 2, 16, QLatin1Char('0'));
        else if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0x2028 || code == 0x2029)
            shown += QStringLiteral("\\u%1").arg(code, 4, 16, QLatin1Char('0'));
        else
            shown += c;
    }
    return shown;
}

int displayWidth(const QString &text)
{
    int width = 0;
    const QList<uint> points = text.toUcs4();
    for (const uint point : points)
        width += std::max(0, ::wcwidth(static_cast<wchar_t>(point)));
    return width;
}

QString fitted(const QString &text, int width)
{
    if (displayWidth(text) <= width)
        return text;
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, text);
    qsizetype end = 0;
    int taken = 0;
    qsizetype from = 0;
    for (qsizetype next = finder.toNextBoundary(); next >= 0; next = finder.toNextBoundary()) {
        taken += displayWidth(text.mid(from, next - from));
        if (taken > width - 1)
            break;
        end = next;
        from = next;
    }
    return text.left(end) + QChar(0x2026);
}

Table::Table(const QStringList &headings)
{
    m_rows.append({headings, {}, false});
}

void Table::addRow(const QStringList &cells)
{
    QStringList clean;
    for (const QString &cell : cells)
        clean.append(printable(cell));
    m_rows.append({clean, {}, false});
}

void Table::addLine(const QString &line)
{
    m_rows.append({{}, printable(line), true});
}

QString Table::text(int width) const
{
    const qsizetype columns = m_rows.first().cells.size();
    QList<int> widths(columns, 0);
    for (const Row &row : m_rows) {
        for (qsizetype i = 0; i < row.cells.size(); ++i)
            widths[i] = std::max(widths.at(i), displayWidth(row.cells.at(i)));
    }
    QString out;
    for (const Row &row : m_rows) {
        QString line = row.line;
        int used = 0;
        for (qsizetype i = 0; i < row.cells.size(); ++i) {
            QString cell = row.cells.at(i);
            constexpr int leastForLast = 12;
            if (i + 1 == columns && width > 0)
                cell = fitted(cell, std::max(leastForLast, width - used));
            const QString padding(std::max(0, widths.at(i) - displayWidth(cell)), u' ');
            const QString padded = m_right.contains(static_cast<int>(i)) ? QString(padding + cell) : QString(cell + padding);
            line += padded;
            if (i + 1 < columns)
                line += QStringLiteral("  ");
            used += widths.at(i) + 2;
        }
        while (line.endsWith(u' '))
            line.chop(1);
        out += line + u'\n';
    }
    return out;
}

QString localTime(const QString &isoTimestamp)
{
    static const QRegularExpression form(QStringLiteral("\\A(\\d{4}-\\d\\d-\\d\\d)[T ](\\d\\d:\\d\\d:\\d\\d)(?:\\.\\d+)?(Z|[+-]\\d\\d:?\\d\\d)?\\z"));
    const QRegularExpressionMatch match = form.match(isoTimestamp);
    if (!match.hasMatch())
        return isoTimestamp;
    QDateTime time = QDateTime::fromString(QString(match.captured(1) + u'T' + match.captured(2)), Qt::ISODate);
    time.setTimeSpec(Qt::UTC);
    if (const QString offset = match.captured(3); offset.size() >= 5) {
        const qint64 minutes = offset.mid(1, 2).toLongLong() * 60 + offset.right(2).toLongLong();
        time = time.addSecs((offset.startsWith(u'-') ? 1 : -1) * minutes * 60);
    }
    return time.isValid() ? time.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")) : isoTimestamp;
}

} // namespace verderer::ctl
