// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/skill_editor.h"

namespace verderer {

QString LockHolder::describe() const
{
    if (program.isEmpty() && pid == 0)
        return QStringLiteral("another program (DeerFlow or a script)");
    const QString who = program.isEmpty() ? QStringLiteral("a program") : program;
    if (host.isEmpty())
        return QStringLiteral("%1, process %2").arg(who).arg(pid);
    return QStringLiteral("%1, process %2 on host %3").arg(who, QString::number(pid), host);
}

} // namespace verderer
