// SPDX-License-Identifier: GPL-3.0-or-later
// The scanner over any text, as a SKILL.md and as code.
#include "fuzz/fuzz.h"

#include "scan/scan_report.h"
#include "scan/text_scanner.h"

using namespace verderer;
using namespace verderer::fuzz;
using namespace Qt::StringLiterals;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const TextScanner scanner; // making one costs milliseconds
    Parts parts(data, size);
    const QString path = (parts.byte() & 1) != 0 ? u"scripts/run.sh"_s : u"SKILL.md"_s;
    const QByteArray text = parts.rest();
    const qsizetype lines = text.count('\n') + text.count('\r') + 1;
    const ScanReport report = scanner.scanText(path, text);
    for (const ScanFinding &finding : report.findings) {
        require(!finding.ruleId.isEmpty() && !finding.message.isEmpty() && !finding.remediation.isEmpty(),
                "a finding says what it is and what to do");
        require(finding.line >= 0 && finding.line <= lines, "a finding lies in the text");
        require(finding.evidence.size() <= 120, "evidence is short");
        for (const QChar character : finding.evidence) {
            require(character.category() != QChar::Other_Control, "evidence holds no control characters");
        }
    }
    return 0;
}
