// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/processes/cli_fixture.h"
#include "tests/support/database_fixture.h"

namespace verderer::test {

/// For comparing: QCOMPARE cannot print the library's values.
inline QByteArray text(const Json &value)
{
    return dumpPythonJson(value);
}

/// A thread of user-a.
inline ThreadRow threadRow(const char *id, const char *updated, const char *metadata = "{}")
{
    ThreadRow row;
    row.threadId = QString::fromUtf8(id);
    row.title = QStringLiteral("Title of %1").arg(row.threadId);
    row.metadata = QString::fromUtf8(metadata);
    row.updatedAt = QString::fromUtf8(updated);
    return row;
}

/// Four threads of user-a, and one of nobody.
inline void fill(const DatabaseFixture &database)
{
    database.add(QList<ThreadRow>{
        threadRow("t-old", "2026-11-01 10:00:00.000000", "{\"deerflow_pinned\": true}"),
        threadRow("t-one", "2026-11-02 10:00:00.000000", "{\"ticket\": 41, \"source\": \"web\"}"),
        threadRow("t-two", "2026-11-03 10:00:00.000000", "{\"ticket\": \"41\"}"),
        threadRow("t-new", "2026-11-04 10:00:00.000000"),
    });
    ThreadRow nobodys = threadRow("t-nobody", "2026-10-01 10:00:00.000000");
    nobodys.owner = std::nullopt;
    database.add(nobodys);
}

/// The command line over a database of the test's own.
class CliDatabase {
public:
    explicit CliDatabase(std::unique_ptr<DatabaseFixture> made = DatabaseFixture::sqlite()) : database(std::move(made))
    {
        cli.tree().file(QStringLiteral("project/config.yaml"), "config_version: 34\n"
                                                               "models:\n"
                                                               "  - name: small\n"
                                                               "    use: x:Y\n"
                                                               "    model: small-1\n"
                                                               "    pricing: {currency: USD, input_per_million: 1.0, output_per_million: 2.0}\n"
                                                               "database:\n"
                                                               "  sqlite_dir: home/data\n"
                                                               "run_events:\n"
                                                               "  backend: db\n");
    }

    [[nodiscard]] QStringList where() const { return cli.globals() + QStringList{QStringLiteral("--database"), database->urlText()}; }
    [[nodiscard]] Answer run(const QStringList &arguments, const QMap<QString, QString> &overrides = {}) const
    {
        return cli.bare(where() + arguments, {}, overrides);
    }
    [[nodiscard]] Answer json(const QStringList &arguments) const { return run(QStringList{QStringLiteral("--json")} + arguments); }
    /// The same from one line, split at blanks.
    [[nodiscard]] Answer run(const char *line, const QMap<QString, QString> &overrides = {}) const
    {
        return run(QString::fromUtf8(line).split(u' '), overrides);
    }
    [[nodiscard]] Answer json(const char *line) const { return json(QString::fromUtf8(line).split(u' ')); }

    /// One column of a list's answer.
    [[nodiscard]] static QStringList column(const Json &rows, const char *key)
    {
        QStringList values;
        for (const Json &row : rows) {
            values.append(row.at(key).is_null() ? QString() : toQString(row.at(key)));
        }
        return values;
    }

    /// Lines of the audit log.
    [[nodiscard]] QList<Json> audit() const
    {
        QList<Json> entries;
        for (const QByteArray &line : cli.tree().bytes(QStringLiteral("state/verderer/audit.jsonl")).split('\n')) {
            if (!line.isEmpty()) {
                entries.append(parseJson(line).value_or(Json()));
            }
        }
        return entries;
    }

    Cli cli;
    std::unique_ptr<DatabaseFixture> database;
};

} // namespace verderer::test
