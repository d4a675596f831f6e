// SPDX-License-Identifier: GPL-3.0-or-later
#include "scan/finding.h"

namespace verderer {

QString scanSeverityName(ScanSeverity severity)
{
    switch (severity) {
    case ScanSeverity::Critical:
        return QStringLiteral("CRITICAL");
    case ScanSeverity::High:
        return QStringLiteral("HIGH");
    case ScanSeverity::Medium:
        return QStringLiteral("MEDIUM");
    case ScanSeverity::Low:
        break;
    }
    return QStringLiteral("LOW");
}

QString scanClassName(ScanClass scanClass)
{
    switch (scanClass) {
    case ScanClass::Secret:
        return QStringLiteral("secret");
    case ScanClass::Prompt:
        return QStringLiteral("prompt");
    case ScanClass::SensitivePath:
        return QStringLiteral("sensitive-path");
    case ScanClass::Endpoint:
        return QStringLiteral("endpoint");
    case ScanClass::Code:
        return QStringLiteral("code");
    case ScanClass::Shell:
        return QStringLiteral("shell");
    case ScanClass::Destruction:
        return QStringLiteral("destruction");
    case ScanClass::Metadata:
        return QStringLiteral("metadata");
    case ScanClass::ForkBomb:
        return QStringLiteral("fork-bomb");
    case ScanClass::Package:
        break;
    }
    return QStringLiteral("package");
}

} // namespace verderer
