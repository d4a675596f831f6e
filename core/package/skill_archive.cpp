// SPDX-License-Identifier: GPL-3.0-or-later
#include "package/skill_archive.h"

#include "base/hash.h"
#include "package/archive_reader.h"
#include "package/member_path.h"
#include "scan/package_scan.h"

#include <QStringList>

#include <algorithm>
#include <optional>

namespace verderer {

namespace {

QString skillFileName()
{
    return QStringLiteral("SKILL.md");
}

tl::unexpected<Error> refuseArchive(const QString &archive, const QString &kind, const QString &why)
{
    ErrorDetails details;
    details.path = archive;
    details.kind = kind;
    return fail(ErrorCode::Invalid, QStringLiteral("The archive %1 is refused: %2").arg(archive, why), details);
}

tl::unexpected<Error> givenUp()
{
    return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled; the archive was not unpacked."));
}

QString below(const QString &root, const QString &path)
{
    return root.isEmpty() ? path : path.mid(root.size() + 1);
}

bool isBelow(const QString &root, const QString &path)
{
    return root.isEmpty() || (path.startsWith(root) && path.size() > root.size() && path[root.size()] == u'/');
}

/// One member that has a place.
struct Listed {
    int number = 0;
    QString path; ///< in the archive
    bool isFolder = false;
};

/// The first look, at the headers alone: what there is, and which folder of it is the skill.
class Listing {
public:
    Listing(QString archive, const InspectOptions &options) : m_archive(std::move(archive)), m_options(options) {}

    Result<ArchiveContents> run()
    {
        auto reader = ArchiveReader::open(m_archive);
        if (!reader)
            return tl::unexpected(reader.error());
        m_contents.path = m_archive;
        for (int number = 0;; ++number) {
            if (m_options.cancel.isCancelled())
                return givenUp();
            const auto member = reader->next();
            if (!member)
                return tl::unexpected(member.error());
            if (!*member)
                break;
            if (auto taken = take(number, **member); !taken)
                return tl::unexpected(taken.error());
        }
        if (auto clear = checkClashes(); !clear)
            return tl::unexpected(clear.error());
        if (auto found = findRoot(); !found)
            return tl::unexpected(found.error());
        choose();
        return std::move(m_contents);
    }

    [[nodiscard]] qint64 claimed() const { return m_claimed; }

private:
    Result<void> take(int number, const ArchiveMember &member)
    {
        if (number >= maxPackageFiles) {
            return refuseArchive(m_archive, QStringLiteral("archive-too-many"),
                                 QStringLiteral("it holds more than %1 files and folders.").arg(maxPackageFiles));
        }
        if (!member.nameIsText) {
            return refuseArchive(m_archive, QStringLiteral("member-encoding"),
                                 QStringLiteral("its member “%1” has a name that is not UTF-8.").arg(QString::fromUtf8(member.name)));
        }
        const auto path = memberPath(member.name);
        if (!path)
            return tl::unexpected(path.error());
        if (path->isEmpty()) // the top itself
            return {};
        if (member.encrypted)
            return refuseArchive(m_archive, QStringLiteral("member-encrypted"), QStringLiteral("its member “%1” is encrypted.").arg(*path));
        m_claimed += std::min(member.claimedSize, maxPackageBytes + 1);
        if (m_claimed > maxPackageBytes)
            return tooLarge(m_archive);
        if (isFinderJunk(*path)) {
            leaveOut(*path, QStringLiteral("finder-junk"), QStringLiteral("macOS made it for itself"));
        } else if (member.kind == ArchiveMember::Kind::Link) {
            leaveOut(*path, QStringLiteral("link"), QStringLiteral("it is a link, and links are never unpacked"));
        } else if (member.kind == ArchiveMember::Kind::Special) {
            leaveOut(*path, QStringLiteral("special"), QStringLiteral("it is no plain file"));
        } else {
            place({number, *path, member.kind == ArchiveMember::Kind::Folder});
        }
        return {};
    }

    void place(const Listed &listed)
    {
        const auto before = m_places.constFind(listed.path);
        if (before == m_places.cend()) {
            m_places.insert(listed.path, m_listed.size());
            m_listed += listed;
            return;
        }
        Listed &there = m_listed[*before];
        if (there.isFolder && listed.isFolder)
            return;
        if (there.isFolder != listed.isFolder) {
            m_clash = listed.path;
            return;
        }
        // The last one counts, as where one unpacks them over each other.
        leaveOut(listed.path, QStringLiteral("duplicate"), QStringLiteral("another of that name comes later in the archive"));
        there.number = listed.number;
    }

    void leaveOut(const QString &path, const QString &kind, const QString &why) { m_contents.leftOut += LeftOutMember{path, kind, why}; }

    /// A file that stands where another member needs a folder.
    Result<void> checkClashes()
    {
        for (const Listed &listed : std::as_const(m_listed)) {
            for (qsizetype slash = listed.path.lastIndexOf(u'/'); slash > 0 && m_clash.isEmpty(); slash = listed.path.lastIndexOf(u'/', slash - 1)) {
                const auto above = m_places.constFind(listed.path.left(slash));
                if (above != m_places.cend() && !m_listed[*above].isFolder)
                    m_clash = m_listed[*above].path;
            }
        }
        if (m_clash.isEmpty())
            return {};
        return refuseArchive(m_archive, QStringLiteral("member-clash"), QStringLiteral("“%1” is a file and a folder in it.").arg(m_clash));
    }

    Result<void> findRoot()
    {
        QStringList tops;
        QStringList skills; // folders that hold a SKILL.md
        bool hasLowerCase = false;
        for (const Listed &listed : std::as_const(m_listed)) {
            const QString top = listed.path.section(u'/', 0, 0);
            if (!tops.contains(top))
                tops += top;
            const QString name = listed.path.section(u'/', -1);
            hasLowerCase = hasLowerCase || (!listed.isFolder && name != skillFileName() && name.compare(skillFileName(), Qt::CaseInsensitive) == 0);
            if (!listed.isFolder && name == skillFileName())
                skills += listed.path.left(std::max<qsizetype>(listed.path.size() - name.size() - 1, 0));
        }
        if (skills.contains(QString()))
            return {};
        if (tops.size() == 1 && skills.contains(tops.first())) {
            m_contents.root = tops.first();
            return {};
        }
        if (skills.isEmpty()) {
            return refuseArchive(m_archive, QStringLiteral("archive-no-skill"),
                                 hasLowerCase
                                     ? QStringLiteral("there is no SKILL.md in it, only a file that is written otherwise. Rename it to SKILL.md.")
                                     : QStringLiteral("there is no SKILL.md in it."));
        }
        if (m_options.repack && skills.size() == 1) {
            m_contents.root = skills.first();
            return {};
        }
        const QString packAgain = skills.size() == 1 ? QStringLiteral("Pack that folder alone, or let it be taken as if it were (--repack).")
                                                     : QStringLiteral("Pack each skill into an archive of its own.");
        if (tops.size() > 1) {
            return refuseArchive(
                m_archive, QStringLiteral("archive-two-tops"),
                QStringLiteral("there is no SKILL.md at its top, and more than one thing (%1), so that DeerFlow finds no skill in it; "
                               "there is one in “%2”. %3")
                    .arg(tops.first(2).join(QStringLiteral(", ")), skills.first(), packAgain));
        }
        const auto levels = skills.first().count(u'/');
        return refuseArchive(
            m_archive, QStringLiteral("archive-too-deep"),
            QStringLiteral("SKILL.md lies in “%1”, %2 too deep: DeerFlow looks at the top and in one folder there. %3")
                .arg(skills.first(), levels == 1 ? QStringLiteral("one level") : QStringLiteral("%1 levels").arg(levels), packAgain));
    }

    void choose()
    {
        const QString &root = m_contents.root;
        for (const Listed &listed : std::as_const(m_listed)) {
            if (listed.path == root)
                continue;
            if (isBelow(root, listed.path))
                m_contents.members.insert(listed.number, below(root, listed.path) + (listed.isFolder ? QStringLiteral("/") : QString()));
            else if (!isBelow(listed.path, root))
                leaveOut(listed.path, QStringLiteral("outside"), QStringLiteral("it lies outside of the skill's folder"));
        }
    }

    static tl::unexpected<Error> tooLarge(const QString &archive)
    {
        return refuseArchive(archive, QStringLiteral("archive-too-large"),
                             QStringLiteral("unpacked it holds more than %1 MiB.").arg(maxPackageBytes / 1024 / 1024));
    }
    friend class Unpacking;

    QString m_archive;
    const InspectOptions &m_options;
    ArchiveContents m_contents;
    QList<Listed> m_listed;
    QHash<QString, qsizetype> m_places;
    QString m_clash;
    qint64 m_claimed = 0;
};

/// The second look, at the bytes of the members that were chosen.
class Unpacking {
public:
    Unpacking(const ArchiveContents &contents, const CancelToken &cancel, const PackageProgress &progress, qint64 claimed)
        : m_contents(contents), m_cancel(cancel), m_progress(progress), m_claimed(claimed)
    {
    }

    Result<void> run(const MemberSink &sink)
    {
        auto reader = ArchiveReader::open(m_contents.path);
        if (!reader)
            return tl::unexpected(reader.error());
        qsizetype found = 0;
        for (int number = 0; found < m_contents.members.size(); ++number) {
            if (m_cancel.isCancelled())
                return givenUp();
            const auto member = reader->next();
            if (!member)
                return tl::unexpected(member.error());
            if (!*member)
                return changed(m_contents.path);
            const auto place = m_contents.members.constFind(number);
            if (place == m_contents.members.cend())
                continue;
            ++found;
            if (auto taken = take(*reader, **member, *place, sink); !taken)
                return taken;
        }
        return {};
    }

    static tl::unexpected<Error> changed(const QString &archive)
    {
        ErrorDetails details;
        details.path = archive;
        details.kind = QStringLiteral("archive-changed");
        return fail(ErrorCode::Conflict, QStringLiteral("The archive %1 was changed while it was read. Look at it again.").arg(archive), details);
    }

private:
    Result<void> take(ArchiveReader &reader, const ArchiveMember &member, const QString &place, const MemberSink &sink)
    {
        const auto path = memberPath(member.name);
        PackagedFile file;
        file.isFolder = place.endsWith(u'/');
        file.path = file.isFolder ? place.chopped(1) : place;
        if (!path || !isBelow(m_contents.root, *path) || below(m_contents.root, *path) != file.path ||
            member.kind != (file.isFolder ? ArchiveMember::Kind::Folder : ArchiveMember::Kind::File))
            return changed(m_contents.path);
        if (file.isFolder)
            return sink(file, {});
        const auto bytes = reader.read([&](qint64 soFar) { return mayTake(*path, soFar); });
        if (!bytes)
            return tl::unexpected(bytes.error());
        m_done += bytes->size();
        file.size = bytes->size();
        file.hash = sha256Hex(*bytes);
        return sink(file, *bytes);
    }

    Result<void> mayTake(const QString &path, qint64 soFar) const
    {
        if (m_cancel.isCancelled())
            return givenUp();
        if (soFar > maxPackageFileBytes) {
            return refuseArchive(m_contents.path, QStringLiteral("member-too-large"),
                                 QStringLiteral("its member “%1” holds more than %2 MiB.").arg(path).arg(maxPackageFileBytes / 1024 / 1024));
        }
        if (m_done + soFar > maxPackageBytes)
            return Listing::tooLarge(m_contents.path);
        if (m_progress)
            m_progress(m_done + soFar, m_claimed);
        return {};
    }

    const ArchiveContents &m_contents;
    const CancelToken &m_cancel;
    const PackageProgress &m_progress;
    qint64 m_claimed;
    qint64 m_done = 0;
};

/// Findings that are more than a warning here: DeerFlow installs no such package.
Result<void> checkTexts(const ArchiveContents &contents)
{
    const auto found = std::find_if(contents.scan.findings.cbegin(), contents.scan.findings.cend(), [](const ScanFinding &finding) {
        return finding.ruleId == u"package-not-utf8" && finding.file != skillFileName();
    });
    if (found == contents.scan.findings.cend())
        return {};
    return refuseArchive(contents.path, QStringLiteral("package-not-utf8"),
                         QStringLiteral("“%1” must be text, and is not UTF-8. Convert it.").arg(found->file));
}

} // namespace

Result<ArchiveContents> inspectArchive(const QString &path, const InspectOptions &options)
{
    if (!path.endsWith(QStringLiteral(".skill")))
        return refuseArchive(path, QStringLiteral("archive-suffix"),
                             QStringLiteral("its name does not end in “.skill”, in small letters. Rename it."));
    Listing listing(path, options);
    auto contents = listing.run();
    if (!contents)
        return contents;
    const TextScanner scanner;
    PackageScan scan(scanner);
    const auto look = [&](const PackagedFile &file, const QByteArray &bytes) -> Result<void> {
        PackageEntry entry;
        entry.path = file.path;
        entry.kind = file.isFolder ? PackageEntry::Kind::Folder : PackageEntry::Kind::File;
        entry.mode = file.isFolder ? 0755 : 0644;
        entry.size = file.size;
        scan.add(entry, bytes);
        if (file.path == skillFileName())
            contents->text = bytes;
        contents->files += file;
        contents->bytes += file.size;
        return {};
    };
    if (auto unpacked = Unpacking(*contents, options.cancel, options.progress, listing.claimed()).run(look); !unpacked)
        return tl::unexpected(unpacked.error());
    sortByPath(contents->files);
    contents->scan = scan.finish();
    contents->verdict = judgeSkill(contents->text, {});
    contents->revision = packageRevision(contents->files);
    if (auto checked = checkTexts(*contents); !checked)
        return tl::unexpected(checked.error());
    return contents;
}

Result<void> unpackArchive(const ArchiveContents &contents, const MemberSink &sink, const CancelToken &cancel, const PackageProgress &progress)
{
    QHash<QString, QString> hashes;
    for (const PackagedFile &file : contents.files)
        hashes.insert(file.path, file.hash);
    const auto checked = [&](const PackagedFile &file, const QByteArray &bytes) -> Result<void> {
        if (hashes.value(file.path) != file.hash)
            return Unpacking::changed(contents.path);
        return sink(file, bytes);
    };
    return Unpacking(contents, cancel, progress, contents.bytes).run(checked);
}

} // namespace verderer
