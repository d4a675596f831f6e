// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scan/text_scanner.h"

#include <QByteArray>
#include <QString>

namespace verderer {

/// DeerFlow's limits for a package (deerflow-format 4).
constexpr int maxPackageFiles = 4096;
constexpr qint64 maxPackageBytes = 512LL * 1024 * 1024;
constexpr qint64 maxPackageFileBytes = 64LL * 1024 * 1024;

/// One thing in a package: of a folder on disk, or of an archive.
struct PackageEntry {
    enum class Kind { File, Folder, Link, Special };
    QString path; ///< relative to the skill's folder, with '/'
    Kind kind = Kind::File;
    quint32 mode = 0644;
    qint64 size = 0;
    QString linkTarget; ///< of a link, as it is stored
};

/// Scans a package entry by entry, in whatever order they come, so that neither a folder nor an archive has to be in memory at once. For one thread;
/// the scanner outlives it.
class PackageScan {
public:
    explicit PackageScan(const TextScanner &scanner) : m_scanner(scanner) {}

    /// Whether the rules want the bytes of the entry: a plain file within the limits. What is not wanted is handed in without.
    [[nodiscard]] static bool wantsBytes(const PackageEntry &entry)
    {
        return entry.kind == PackageEntry::Kind::File && entry.size <= maxPackageFileBytes;
    }
    void add(const PackageEntry &entry, const QByteArray &bytes);
    /// A file that could not be read: the report says so.
    void addUnreadable(const QString &path, const QString &why);

    [[nodiscard]] ScanReport finish();
    /// The same for a part of a package, whose SKILL.md lies elsewhere.
    [[nodiscard]] ScanReport finishPart();

private:
    void tell(const char *id, ScanSeverity severity, const QString &file, const QString &message, const QString &remediation);
    void judgePath(const PackageEntry &entry);
    void judgeLink(const PackageEntry &entry);
    bool judgeBytes(const PackageEntry &entry, const QByteArray &bytes);

    const TextScanner &m_scanner;
    ScanReport m_report;
    int m_entries = 0;
    qint64 m_bytes = 0;
    bool m_hasSkillText = false;
};

/// The report of one file of a package besides SKILL.md, whatever it holds.
ScanReport scanSupportFile(const TextScanner &scanner, const QString &path, const QByteArray &bytes);

} // namespace verderer
