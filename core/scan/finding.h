// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace verderer {

/// As DeerFlow names them in a record's findings (deerflow-format 3). Critical blocks.
enum class ScanSeverity { Low, Medium, High, Critical };
QString scanSeverityName(ScanSeverity severity); ///< "LOW", "MEDIUM", "HIGH", "CRITICAL"

enum class ScanClass { Package, Secret, Prompt, SensitivePath, Endpoint, Code, Shell, Destruction, Metadata, ForkBomb };
QString scanClassName(ScanClass scanClass); ///< "package", "secret", "prompt", "sensitive-path", "endpoint", "code", "shell", …

/// One thing a rule found.
struct ScanFinding {
    QString ruleId; ///< "secret-aws-key"; those of secrets begin with "secret-", as DeerFlow's do
    ScanClass scanClass = ScanClass::Package;
    ScanSeverity severity = ScanSeverity::Low;
    QString file;   ///< relative to the skill's folder; empty: the package as a whole
    int line = 0;   ///< 1-based; 0: the file as a whole
    int column = 0; ///< 1-based, in code points
    QString message;
    QString remediation;
    QString evidence; ///< at most 120 characters of the text, control characters replaced; secrets are never in it. Empty: none
};

} // namespace verderer
