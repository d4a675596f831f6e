// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scan/finding.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <vector>

namespace verderer {

/// A rule about one line of a text.
struct TextRule {
    const char *id;
    ScanClass scanClass;
    ScanSeverity severity;
    const char *literals;    ///< separated by blanks ("\x01" stands for a blank): one of them stands in every text the pattern finds
    const char *pattern;     ///< PCRE, without case; every quantifier bounded and at most one wide gap, so that a text costs linear time
    const char *harmless;    ///< PCRE: what it finds in the match makes it a placeholder; null: nothing does
    const char *message;     ///< what was found and why it matters
    const char *remediation; ///< what to do
    bool codeOnly = false;   ///< files of code alone
};

/// The table, in the order in which findings of one line are told; secrets first, so that the others' evidence can leave them out.
const std::vector<TextRule> &textRules();

} // namespace verderer
