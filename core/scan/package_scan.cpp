// SPDX-License-Identifier: GPL-3.0-or-later
#include "scan/package_scan.h"

#include "base/utf8.h"

#include <QDir>

#include <algorithm>
#include <array>

namespace verderer {

namespace {

bool startsAs(const QByteArray &bytes, std::initializer_list<QByteArrayView> magics)
{
    return std::any_of(magics.begin(), magics.end(), [&](QByteArrayView magic) { return bytes.startsWith(magic); });
}

/// DeerFlow looks at the first bytes alone, so that a text that begins with "MZ" is refused as well (deerflow-format 4).
bool isProgram(const QByteArray &bytes)
{
    return startsAs(bytes, {"\177ELF", "MZ", "\xfe\xed\xfa\xce", "\xfe\xed\xfa\xcf", "\xce\xfa\xed\xfe", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe"});
}

bool isArchive(const QByteArray &bytes)
{
    return startsAs(bytes, {"PK\x03\x04", "\x1f\x8b", "7z\xbc\xaf", "Rar!", "\3757zXZ", "BZh", "\x28\xb5\x2f\xfd"});
}

bool mustBeText(const QString &path)
{
    static constexpr std::array suffixes{".json", ".markdown", ".md", ".rst", ".txt", ".yaml", ".yml"};
    if (path == u"SKILL.md" || isCodeFile(path, {}))
        return true;
    const bool inTextFolder = path.startsWith(u"references/") || path.startsWith(u"templates/");
    return inTextFolder && std::any_of(suffixes.begin(), suffixes.end(), [&](const char *suffix) { return path.endsWith(QLatin1String(suffix)); });
}

} // namespace

void PackageScan::tell(const char *id, ScanSeverity severity, const QString &file, const QString &message, const QString &remediation)
{
    ScanFinding finding;
    finding.ruleId = QString::fromLatin1(id);
    finding.severity = severity;
    finding.file = file;
    finding.message = message;
    finding.remediation = remediation;
    m_report.findings += finding;
}

void PackageScan::judgePath(const PackageEntry &entry)
{
    const QStringList parts = entry.path.split(u'/');
    if (entry.path.startsWith(u'/') || entry.path.contains(u':') || entry.path.contains(u'\\') || parts.contains(QStringLiteral(".."))) {
        tell("package-path", ScanSeverity::Critical, entry.path,
             QStringLiteral("The path leads out of the skill's folder, or does so on another system."),
             QStringLiteral("Name the file with plain letters, below the skill's folder."));
    }
    if (std::any_of(entry.path.cbegin(), entry.path.cend(),
                    [](QChar c) { return c.category() == QChar::Other_Control || c.category() == QChar::Other_Format; })) {
        tell("package-odd-name", ScanSeverity::High, entry.path, QStringLiteral("The name holds characters that nobody sees."),
             QStringLiteral("Rename the file."));
    }
    const QString &name = parts.last();
    if (entry.kind == PackageEntry::Kind::File && name == u"SKILL.md") {
        if (parts.size() == 1)
            m_hasSkillText = true;
        else
            tell("package-nested-skill", ScanSeverity::Critical, entry.path, QStringLiteral("A second SKILL.md lies inside of the skill."),
                 QStringLiteral("Make it a skill of its own, or give the file another name."));
    }
    if (name == u".env" || name.startsWith(u".env.")) {
        if (name != u".env.example" && name != u".env.sample" && name != u".env.template") {
            tell("package-env-file", ScanSeverity::High, entry.path,
                 QStringLiteral("A file of environment variables travels with the skill; such files hold secrets."),
                 QStringLiteral("Delete it and ask for the values through required-secrets."));
        }
    } else if (name.startsWith(u'.') && entry.path != u".") {
        tell("package-hidden", ScanSeverity::Medium, entry.path, QStringLiteral("A hidden file or folder travels with the skill."),
             QStringLiteral("Delete it where the skill does not need it."));
    }
}

void PackageScan::judgeLink(const PackageEntry &entry)
{
    const QString folder = entry.path.contains(u'/') ? entry.path.left(entry.path.lastIndexOf(u'/')) : QString();
    const QString target = QDir::cleanPath(folder.isEmpty() ? entry.linkTarget : folder + u'/' + entry.linkTarget);
    if (entry.linkTarget.startsWith(u'/') || target == u".." || target.startsWith(u"../"))
        tell("package-link-out", ScanSeverity::High, entry.path, QStringLiteral("A link leads out of the skill's folder."),
             QStringLiteral("Put a copy of the file in its place."));
    else
        tell("package-link", ScanSeverity::Low, entry.path, QStringLiteral("A link travels with the skill; archives leave it out."),
             QStringLiteral("Put a copy of the file in its place."));
}

bool PackageScan::judgeBytes(const PackageEntry &entry, const QByteArray &bytes)
{
    if (isProgram(bytes)) {
        tell("package-program", ScanSeverity::Critical, entry.path, QStringLiteral("A compiled program travels with the skill; no rule can read it."),
             QStringLiteral("Delete it; bring a script, or tell the user what to install."));
        return false;
    }
    if (isArchive(bytes)) {
        tell("package-archive", ScanSeverity::High, entry.path, QStringLiteral("An archive lies inside of the skill; what it holds was not scanned."),
             QStringLiteral("Put its files into the skill themselves."));
        return false;
    }
    if (mustBeText(entry.path) && firstInvalidUtf8(bytes) >= 0) {
        tell("package-not-utf8", ScanSeverity::High, entry.path,
             QStringLiteral("The file must be text, and is not UTF-8; DeerFlow does not install such a skill."),
             QStringLiteral("Convert it to UTF-8."));
    }
    return true;
}

void PackageScan::add(const PackageEntry &entry, const QByteArray &bytes)
{
    // One finding says that the limit was passed; the rest of the entries is neither read nor listed.
    if (++m_entries > maxPackageFiles) {
        if (m_entries == maxPackageFiles + 1)
            tell("package-too-many", ScanSeverity::Critical, {},
                 QStringLiteral("The package holds more than %1 entries; the rest was not scanned.").arg(maxPackageFiles),
                 QStringLiteral("Leave out what the skill does not need."));
        return;
    }
    judgePath(entry);
    if (entry.mode & 06000u && entry.kind != PackageEntry::Kind::Folder)
        tell("package-setuid", ScanSeverity::High, entry.path, QStringLiteral("The file runs with the rights of its owner (setuid)."),
             QStringLiteral("Take the bit away: chmod ug-s."));
    switch (entry.kind) {
    case PackageEntry::Kind::Link:
        judgeLink(entry);
        return;
    case PackageEntry::Kind::Special:
        tell("package-special", ScanSeverity::High, entry.path, QStringLiteral("This is no file but a pipe, a socket or a device."),
             QStringLiteral("Delete it."));
        return;
    case PackageEntry::Kind::Folder:
        return;
    case PackageEntry::Kind::File:
        break;
    }
    const bool wasWithin = m_bytes <= maxPackageBytes;
    m_bytes += entry.size;
    if (entry.size > maxPackageFileBytes) {
        tell("package-too-large", ScanSeverity::Critical, entry.path,
             QStringLiteral("The file holds more than %1 bytes and was not scanned.").arg(maxPackageFileBytes),
             QStringLiteral("Let the skill fetch it from where it belongs."));
        return;
    }
    if (m_bytes > maxPackageBytes) {
        if (wasWithin)
            tell("package-too-big", ScanSeverity::Critical, {},
                 QStringLiteral("The package holds more than %1 bytes; the rest was not scanned.").arg(maxPackageBytes),
                 QStringLiteral("Leave out what the skill does not need."));
        return;
    }
    if (judgeBytes(entry, bytes))
        m_scanner.scan(entry.path, bytes, m_report);
}

void PackageScan::addUnreadable(const QString &path, const QString &why)
{
    m_report.skipped += {path, why};
}

ScanReport PackageScan::finish()
{
    if (!m_hasSkillText)
        tell("package-no-skill", ScanSeverity::High, {}, QStringLiteral("There is no SKILL.md at the top of the package."),
             QStringLiteral("Add one; DeerFlow sees no skill here."));
    return finishPart();
}

ScanReport PackageScan::finishPart()
{
    m_report.sort();
    return m_report;
}

ScanReport scanSupportFile(const TextScanner &scanner, const QString &path, const QByteArray &bytes)
{
    PackageEntry entry;
    entry.path = path;
    entry.size = bytes.size();
    PackageScan scan(scanner);
    scan.add(entry, bytes);
    return scan.finishPart();
}

} // namespace verderer
