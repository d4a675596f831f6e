// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scan/literal_search.h"
#include "scan/scan_report.h"

#include <QByteArray>
#include <QString>

#include <memory>

namespace verderer {

/// At most this many findings of one rule are listed for one file; the rest are counted.
constexpr int maxFindingsOfRule = 20;

/// Reads texts with every rule of textRules(), and with those about a file of code as a whole. The time is linear in the text's size: one pass finds
/// the lines in which a rule can hold, long lines are cut into overlapping pieces, and no pattern has an unbounded or doubled gap. A line that ends
/// in a backslash goes on. One scanner for one thread at a time; making one costs a few milliseconds.
class TextScanner {
public:
    TextScanner();
    ~TextScanner();
    TextScanner(TextScanner &&) noexcept;
    TextScanner &operator=(TextScanner &&) noexcept;

    /// Adds what is found in `text` to the report. `path` is relative to the skill's folder and says what kind of text it is. Bytes that are no text
    /// are skipped, and the report says so.
    void scan(const QString &path, const QByteArray &text, ScanReport &report) const;

    /// The whole report of one text.
    [[nodiscard]] ScanReport scanText(const QString &path, const QByteArray &text) const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Whether a file's name, or its first line, says that it is code.
bool isCodeFile(const QString &path, QByteArrayView text);

} // namespace verderer
