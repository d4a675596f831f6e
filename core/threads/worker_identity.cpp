// SPDX-License-Identifier: GPL-3.0-or-later
#include "threads/worker_identity.h"

#include <QCryptographicHash>
#include <QFile>
#include <QStringList>
#include <QSysInfo>

#include <unistd.h>

namespace verderer {

namespace {

/// Field 22 of /proc/PID/stat: when the process started, in clock ticks since boot. The name in field 2 may hold blanks and brackets.
QString startOf(qint64 pid)
{
    QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
    if (!stat.open(QIODevice::ReadOnly))
        return {};
    const QByteArray line = stat.readAll();
    const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
    return fields.size() > 19 ? QString::fromLatin1(fields[19]) : QString();
}

/// Short, stable, without the separator: host names can be long and hold anything.
QString shortened(const QByteArray &bytes)
{
    return QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().left(12));
}

QString hostPart()
{
    return QString(QSysInfo::machineHostName().left(40)).replace(QLatin1Char(':'), QLatin1Char('-'));
}

QString bootPart()
{
    return shortened(QSysInfo::bootUniqueId());
}

} // namespace

QString ownWorkerId()
{
    const qint64 pid = getpid();
    return QStringLiteral("verderer:%1:%2:%3:%4").arg(hostPart(), bootPart()).arg(pid).arg(startOf(pid));
}

WorkerLiveness workerLiveness(const QString &workerId)
{
    const QStringList parts = workerId.split(QLatin1Char(':'));
    if (parts.size() != 5 || parts[0] != QLatin1String("verderer") || parts[1] != hostPart())
        return WorkerLiveness::Foreign;
    if (parts[2] != bootPart())
        return WorkerLiveness::Gone; // this host has been restarted since
    const QString start = startOf(parts[3].toLongLong());
    return !start.isEmpty() && start == parts[4] ? WorkerLiveness::Alive : WorkerLiveness::Gone;
}

} // namespace verderer
