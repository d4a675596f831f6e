// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_fwd.h"
#include "export/export_format.h"

#include <QStringList>

namespace verderer {

/// One row in both of its forms, made when its format asks for it.
struct ExportRow {
    std::function<QStringList()> cells;
    std::function<Json()> json;
};

/// Writes rows one after another in any of the formats; nothing is kept. JSON is one document `{"<name>": [ … ]}`, Markdown a table.
class RowWriter {
public:
    RowWriter(QIODevice &out, const ExportOptions &options, QString name, QStringList columns);

    Result<void> begin();
    Result<void> add(const ExportRow &row);
    Result<void> end();
    [[nodiscard]] qint64 written() const { return m_written; }

private:
    Result<void> put(const QByteArray &bytes);

    QIODevice &m_out;
    ExportOptions m_options;
    QString m_name;
    QStringList m_columns;
    qint64 m_written = 0;
};

} // namespace verderer
