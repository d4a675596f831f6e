// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "base/error.h"
#include "base/json_fwd.h"

#include <QString>

#include <memory>

namespace verderer {

/// One change of a database, as it is told afterwards.
struct AuditEntry {
    QString database; ///< display URL
    QString action;   ///< "thread.create", "thread.rename", "run.start", …
    QString subject;  ///< thread or run id
    QString before;   ///< JSON text of the row before; empty: there was none
    QString after;    ///< JSON text after; empty: it is gone
};

/// Appends who, when, what, before and after of every change to `<state folder>/audit.jsonl` (0600; one write a line, fsynced). Written after the
/// commit; a failure to write is a warning of the act, never its undoing. Any thread, several processes.
class AuditLog {
public:
    AuditLog(const QString &folder, std::shared_ptr<Clock> clock, QString program, QString hostUser);
    Result<void> append(const AuditEntry &entry);
    [[nodiscard]] QString path() const;

private:
    QString m_path;
    std::shared_ptr<Clock> m_clock;
    QString m_program;
    QString m_hostUser;
};

} // namespace verderer
