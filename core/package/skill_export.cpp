// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/posix_io.h"
#include "package/archive_writer.h"
#include "package/package_folder.h"
#include "package/skill_packages.h"
#include "scan/package_scan.h"
#include "skills/mutation_context.h"

#include <QFileInfo>

namespace verderer {

namespace {

tl::unexpected<Error> exportGivenUp()
{
    return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled; nothing was exported."));
}

/// Why DeerFlow would not install what is exported.
QStringList warningsOf(const QByteArray &text, const QString &name, const QList<PackagedFile> &files)
{
    QStringList warnings;
    if (const SkillVerdict verdict = judgeSkill(text, name); !verdict.valid)
        warnings += QStringLiteral("DeerFlow will not install this: %1").arg(verdict.problem.message);
    for (const PackagedFile &file : files) {
        if (file.path.endsWith(QStringLiteral("/SKILL.md")))
            warnings += QStringLiteral("DeerFlow will not install this: a second SKILL.md lies in %1.").arg(file.path);
        if (file.size > maxPackageFileBytes)
            warnings +=
                QStringLiteral("DeerFlow will not install this: %1 holds more than %2 MiB.").arg(file.path).arg(maxPackageFileBytes / 1024 / 1024);
    }
    return warnings;
}

/// Reads a whole skill once, and packs it where it is to be packed.
class Packing {
public:
    Packing(const ExportRequest &request, const CancelToken &cancel, const PackageProgress &progress)
        : m_request(request), m_cancel(cancel), m_progress(progress)
    {
    }

    Result<ExportContents> run(ArchiveWriter *writer)
    {
        const auto package = PackageFolder::open(m_request.folder);
        if (!package)
            return tl::unexpected(package.error());
        auto listing = package->list(m_cancel);
        if (!listing)
            return tl::unexpected(listing.error());
        for (const PackagedFile &file : std::as_const(listing->files))
            m_total += file.size;
        const QList<PackagedFile> empty = emptyFolders(listing->files);
        for (PackagedFile &file : listing->files) {
            if (m_cancel.isCancelled())
                return exportGivenUp();
            const auto packed = file.isFolder ? packFolder(file, empty, writer) : packFile(*package, file, writer);
            if (!packed)
                return tl::unexpected(packed.error());
            file = *packed;
        }
        ExportContents contents;
        contents.files = std::move(listing->files);
        contents.bytes = m_done;
        contents.revision = packageRevision(contents.files);
        contents.leftOut = std::move(listing->leftOut);
        contents.warnings = warningsOf(m_text, m_request.name, contents.files);
        return contents;
    }

private:
    QString inArchive(const QString &path) const { return QString(m_request.name + u'/' + path); }

    Result<PackagedFile> packFolder(const PackagedFile &folder, const QList<PackagedFile> &empty, ArchiveWriter *writer) const
    {
        // Folders that hold something follow from what they hold.
        const bool isEmpty = std::any_of(empty.cbegin(), empty.cend(), [&](const PackagedFile &other) { return other.path == folder.path; });
        if (writer && isEmpty) {
            if (const auto added = writer->addFolder(inArchive(folder.path)); !added)
                return tl::unexpected(added.error());
        }
        return folder;
    }

    Result<PackagedFile> packFile(const PackageFolder &package, const PackagedFile &file, ArchiveWriter *writer)
    {
        if (writer) {
            if (const auto begun = writer->beginFile(inArchive(file.path), file.size); !begun)
                return tl::unexpected(begun.error());
        }
        auto read = package.readFile(file.path, [&](const QByteArray &piece) -> Result<void> {
            if (m_cancel.isCancelled())
                return exportGivenUp();
            if (file.path == u"SKILL.md")
                m_text += piece;
            m_done += piece.size();
            if (m_progress)
                m_progress(m_done, m_total);
            return writer ? writer->addData(piece) : Result<void>();
        });
        if (read && writer) {
            if (const auto ended = writer->endFile(); !ended)
                return tl::unexpected(ended.error());
        }
        return read;
    }

    const ExportRequest &m_request;
    const CancelToken &m_cancel;
    const PackageProgress &m_progress;
    QByteArray m_text;
    qint64 m_done = 0;
    qint64 m_total = 0;
};

tl::unexpected<Error> targetExists(const QString &target)
{
    ErrorDetails details;
    details.path = target;
    details.kind = QStringLiteral("file-exists");
    return fail(ErrorCode::AlreadyExists, QStringLiteral("%1 exists already. Name another file, or have it overwritten.").arg(target), details);
}

/// A file beside the target that is gone at the end, unless it became the target.
class BesideTarget {
public:
    explicit BesideTarget(const QString &target)
        : m_file(QString(posix::parentOf(target) + QStringLiteral("/.verderer-") + randomId().first(distinct) + QStringLiteral(".tmp")))
    {
    }
    ~BesideTarget()
    {
        m_file.close();
        if (m_isOurs)
            m_file.remove();
    }
    BesideTarget(const BesideTarget &) = delete;
    BesideTarget &operator=(const BesideTarget &) = delete;

    Result<void> open()
    {
        m_isOurs = m_file.open(QIODevice::WriteOnly | QIODevice::NewOnly);
        return m_isOurs ? Result<void>() : Result<void>(unwritable());
    }

    Result<void> become(const QString &target, bool overwrite, Storage &storage)
    {
        if (!m_file.flush())
            return unwritable();
        if (auto synced = posix::syncFd(m_file.handle(), m_file.fileName()); !synced)
            return synced;
        auto moved = overwrite ? storage.replace(m_file.fileName(), target) : storage.move(m_file.fileName(), target);
        if (!moved)
            return !overwrite && moved.error().code == ErrorCode::AlreadyExists ? Result<void>(targetExists(target)) : moved;
        m_isOurs = false;
        return storage.syncFolder(posix::parentOf(target));
    }

    [[nodiscard]] QFile &file() { return m_file; }

private:
    static constexpr qsizetype distinct = 16;

    [[nodiscard]] tl::unexpected<Error> unwritable() const
    {
        ErrorDetails details;
        details.path = m_file.fileName();
        details.kind = QStringLiteral("export-write");
        return fail(ErrorCode::ReadOnly,
                    QStringLiteral("The archive cannot be written to %1: %2. Nothing was changed there.").arg(details.path, m_file.errorString()),
                    details);
    }

    QFile m_file;
    bool m_isOurs = false;
};

Result<void> checkTarget(const ExportRequest &request)
{
    ErrorDetails details;
    details.path = request.target;
    if (!request.target.endsWith(QStringLiteral(".skill"))) {
        details.kind = QStringLiteral("archive-suffix");
        return fail(ErrorCode::Invalid, QStringLiteral("%1 does not end in “.skill”, and DeerFlow installs nothing else.").arg(request.target),
                    details);
    }
    if (QFileInfo(request.target).isDir()) {
        details.kind = QStringLiteral("is-a-folder");
        return fail(ErrorCode::Invalid, QStringLiteral("%1 is a folder. Name a file for the export.").arg(request.target), details);
    }
    if (!request.overwrite && QFileInfo::exists(request.target))
        return targetExists(request.target);
    return {};
}

} // namespace

Result<ExportContents> SkillPackages::previewExport(const ExportRequest &request, const CancelToken &cancel, const PackageProgress &progress) const
{
    return Packing(request, cancel, progress).run(nullptr);
}

Result<ExportContents> SkillPackages::exportSkill(const ExportRequest &request, const CancelToken &cancel, const PackageProgress &progress)
{
    if (const auto checked = checkTarget(request); !checked)
        return tl::unexpected(checked.error());
    BesideTarget beside(request.target);
    if (const auto opened = beside.open(); !opened)
        return tl::unexpected(opened.error());
    auto writer = ArchiveWriter::begin(beside.file());
    if (!writer)
        return tl::unexpected(writer.error());
    auto contents = Packing(request, cancel, progress).run(&*writer);
    if (!contents)
        return contents;
    if (request.revision && *request.revision != contents->revision) {
        ErrorDetails details;
        details.path = request.folder;
        details.kind = QStringLiteral("changed-meanwhile");
        details.presentHash = contents->revision;
        return fail(ErrorCode::Conflict, QStringLiteral("The skill %1 was changed since it was looked at. Look at it again.").arg(request.name),
                    details);
    }
    if (const auto finished = writer->finish(); !finished)
        return tl::unexpected(finished.error());
    if (const auto placed = beside.become(request.target, request.overwrite, *m_dependencies.storage); !placed)
        return tl::unexpected(placed.error());
    return contents;
}

QList<Result<ExportContents>> SkillPackages::exportAll(const QList<ExportRequest> &requests, const CancelToken &cancel, const BatchProgress &progress)
{
    QList<Result<ExportContents>> results;
    for (const ExportRequest &request : requests) {
        const qsizetype item = results.size();
        const PackageProgress inside = [&](qint64 done, qint64 total) {
            if (progress)
                progress(item, requests.size(), done, total);
        };
        inside(0, 0);
        results += exportSkill(request, cancel, inside);
    }
    return results;
}

} // namespace verderer
