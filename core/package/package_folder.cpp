// SPDX-License-Identifier: GPL-3.0-or-later
#include "package/package_folder.h"

#include "base/posix_io.h"
#include "package/member_path.h"
#include "skills/skill_copy.h"

#include <QCryptographicHash>

namespace verderer {

namespace {

constexpr int throughFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr qsizetype pieceSize = 256L * 1024;

tl::unexpected<Error> cancelledReading()
{
    return fail(ErrorCode::Cancelled, QStringLiteral("Cancelled."));
}

} // namespace

Result<PackageFolder> PackageFolder::open(const QString &path)
{
    // The folder itself may be reached by a link: that is where the installation lies, not what a skill brings.
    posix::UniqueFd fd(posix::retrying([&] { return ::open(posix::native(path).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
    if (!fd.isValid())
        return posix::failed(errno, QStringLiteral("read"), path);
    return PackageFolder(std::move(fd), path);
}

Result<PackageFolder::Listing> PackageFolder::list(const CancelToken &cancel) const
{
    // By the descriptor, so that what is listed is what is read.
    const QString opened = QStringLiteral("/proc/self/fd/%1").arg(m_fd.get());
    const auto package = listPackage(opened, cancel);
    if (!package)
        return tl::unexpected(package.error());
    Listing listing;
    listing.leftOut = package->leftOut;
    for (const ListedEntry &entry : package->entries) {
        const auto place = memberPath(entry.path.toUtf8());
        if (place && *place == entry.path) {
            listing.files += PackagedFile{entry.path, entry.isFolder, entry.size, {}};
        } else {
            listing.leftOut += QStringLiteral("%1 was left out: DeerFlow refuses every archive with such a name in it.").arg(entry.path);
        }
    }
    struct stat info = {};
    if (::fstatat(m_fd.get(), "SKILL.md", &info, AT_SYMLINK_NOFOLLOW) == 0) {
        if (S_ISREG(info.st_mode))
            listing.files += PackagedFile{QStringLiteral("SKILL.md"), false, info.st_size, {}};
        else
            listing.leftOut += QStringLiteral("SKILL.md was left out: it is no plain file.");
    }
    sortByPath(listing.files);
    return listing;
}

Result<posix::UniqueFd> PackageFolder::openFile(const QString &relative) const
{
    const QStringList parts = relative.split(u'/');
    posix::UniqueFd above;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const bool isLast = i + 1 == parts.size();
        const int from = above.isValid() ? above.get() : m_fd.get();
        const int flags = isLast ? O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC : throughFlags;
        posix::UniqueFd fd(posix::retrying([&] { return ::openat(from, posix::native(parts[i]).constData(), flags); }));
        struct stat info = {};
        const bool isOpen = fd.isValid() && ::fstat(fd.get(), &info) == 0;
        if ((!isOpen && (errno == ELOOP || errno == ENOTDIR)) || (isOpen && isLast && !S_ISREG(info.st_mode))) {
            ErrorDetails details;
            details.path = QString(m_path + u'/' + relative);
            details.kind = QStringLiteral("link-outside");
            return fail(ErrorCode::Invalid, QStringLiteral("%1 became a link or another thing than a file while it was read.").arg(details.path),
                        details);
        }
        if (!isOpen)
            return posix::failed(errno, QStringLiteral("read"), QString(m_path + u'/' + relative));
        above = std::move(fd);
    }
    return above;
}

Result<PackagedFile> PackageFolder::readFile(const QString &relative, const std::function<Result<void>(const QByteArray &)> &take) const
{
    const auto fd = openFile(relative);
    if (!fd)
        return tl::unexpected(fd.error());
    PackagedFile file;
    file.path = relative;
    QCryptographicHash hash(QCryptographicHash::Sha256);
    QByteArray piece(pieceSize, Qt::Uninitialized);
    for (;;) {
        const auto got = posix::retrying([&] { return ::read(fd->get(), piece.data(), static_cast<std::size_t>(pieceSize)); });
        if (got < 0)
            return posix::failed(errno, QStringLiteral("read"), QString(m_path + u'/' + relative));
        if (got == 0)
            break;
        const QByteArray part = QByteArray::fromRawData(piece.constData(), got);
        hash.addData(part);
        file.size += got;
        if (auto taken = take(part); !taken)
            return tl::unexpected(taken.error());
    }
    file.hash = QString::fromLatin1(hash.result().toHex());
    return file;
}

Result<std::optional<QString>> revisionOf(const QString &folder, const CancelToken &cancel)
{
    const auto package = PackageFolder::open(folder);
    if (!package)
        return tl::unexpected(package.error());
    auto listing = package->list(cancel);
    if (!listing)
        return tl::unexpected(listing.error());
    if (!listing->leftOut.isEmpty())
        return std::optional<QString>();
    for (PackagedFile &file : listing->files) {
        if (file.isFolder)
            continue;
        const auto read = package->readFile(
            file.path, [&](const QByteArray &) { return cancel.isCancelled() ? Result<void>(cancelledReading()) : Result<void>(); });
        if (!read)
            return tl::unexpected(read.error());
        file = *read;
    }
    return std::optional<QString>(packageRevision(listing->files));
}

} // namespace verderer
