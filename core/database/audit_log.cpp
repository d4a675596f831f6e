// SPDX-License-Identifier: GPL-3.0-or-later
#include "database/audit_log.h"

#include "base/json.h"
#include "base/local_storage.h"

#include <QCoreApplication>
#include <QSysInfo>

namespace verderer {

AuditLog::AuditLog(const QString &folder, std::shared_ptr<Clock> clock, QString program, QString hostUser)
    : m_path(folder + QStringLiteral("/audit.jsonl")), m_clock(std::move(clock)), m_program(std::move(program)), m_hostUser(std::move(hostUser))
{
}

QString AuditLog::path() const
{
    return m_path;
}

Result<void> AuditLog::append(const AuditEntry &entry)
{
    // Before and after are kept as JSON where they are JSON, so that the log can be searched with the usual tools.
    const auto embedded = [](const QString &text) -> Json {
        if (text.isEmpty())
            return nullptr;
        auto parsed = parseJson(text.toUtf8());
        return parsed ? *parsed : toJson(text);
    };
    Json line = Json::object();
    line["ts"] = toJson(isoTimestamp(m_clock->now()));
    line["host_user"] = toJson(m_hostUser);
    line["host"] = toJson(QSysInfo::machineHostName());
    line["program"] = toJson(m_program);
    line["pid"] = QCoreApplication::applicationPid();
    line["database"] = toJson(entry.database);
    line["action"] = toJson(entry.action);
    line["subject"] = toJson(entry.subject);
    line["before"] = embedded(entry.before);
    line["after"] = embedded(entry.after);
    LocalStorage storage;
    const QString folder = m_path.section(QLatin1Char('/'), 0, -2);
    if (const auto made = storage.makeFolder(folder, {.mode = 0700, .owner = {}, .group = {}}); !made)
        return tl::unexpected<Error>(made.error());
    return storage.append(m_path, dumpPythonJson(line) + '\n', {.mode = 0600, .owner = {}, .group = {}});
}

} // namespace verderer
