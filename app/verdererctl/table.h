// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace verderer::ctl {

/// Text from somebody's file as it may stand on a terminal: control characters are shown as `\x1b` and the like, so that none of them acts.
QString printable(const QString &text);

/// Columns a terminal needs for the text; Chinese characters and emoji take two.
int displayWidth(const QString &text);

/// Cut to `width` columns, with an ellipsis where something was cut.
QString fitted(const QString &text, int width);

/// A table for people: columns as wide as their widest cell, two blanks between, no blanks at the end of a line.
class Table {
public:
    explicit Table(const QStringList &headings);
    void addRow(const QStringList &cells);
    /// A line between the rows that ignores the columns.
    void addLine(const QString &line);
    /// Numbers stand at the right of their column.
    void alignRight(int column) { m_right.append(column); }
    /// `width`: columns of the terminal; the last column is cut to fit. 0: nothing is cut.
    [[nodiscard]] QString text(int width) const;
    [[nodiscard]] bool isEmpty() const { return m_rows.size() == 1; }

private:
    struct Row {
        QStringList cells;
        QString line;
        bool isLine = false;
    };
    QList<Row> m_rows;
    QList<int> m_right;
};

/// The time of an ISO timestamp in this computer's zone ("2026-11-30 20:29:36"); a time without a zone is UTC. What is no time comes back as it is.
QString localTime(const QString &isoTimestamp);

} // namespace verderer::ctl
