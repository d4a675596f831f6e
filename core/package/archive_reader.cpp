// SPDX-License-Identifier: GPL-3.0-or-later
#include "package/archive_reader.h"

#include "base/posix_io.h"
#include "package/utf8_locale.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>

namespace verderer {

namespace {

constexpr std::size_t blockSize = 64UL * 1024;

ArchiveMember::Kind kindOf(archive_entry *entry, const QByteArray &name)
{
    // Who packs with backslashes ends folders with one, and says nothing else about them.
    if (name.endsWith('\\'))
        return ArchiveMember::Kind::Folder;
    switch (archive_entry_filetype(entry)) {
    case AE_IFDIR:
        return ArchiveMember::Kind::Folder;
    case AE_IFLNK:
        return ArchiveMember::Kind::Link;
    case AE_IFREG:
    case 0:
        return archive_entry_hardlink(entry) ? ArchiveMember::Kind::Link : ArchiveMember::Kind::File;
    default:
        return ArchiveMember::Kind::Special;
    }
}

} // namespace

void ArchiveReader::Free::operator()(archive *reader) const
{
    archive_read_free(reader);
}

ArchiveReader::~ArchiveReader() = default;
ArchiveReader::ArchiveReader(ArchiveReader &&other) noexcept = default;
ArchiveReader &ArchiveReader::operator=(ArchiveReader &&other) noexcept = default;

Error ArchiveReader::damaged(const QString &where) const
{
    ErrorDetails details;
    details.path = m_path;
    details.kind = QStringLiteral("archive-damaged");
    const char *why = m_archive ? archive_error_string(m_archive.get()) : nullptr;
    return {ErrorCode::Damaged,
            QStringLiteral("The archive %1 cannot be read%2: %3. Get it once more, or pack it again.")
                .arg(m_path, where, why ? QString::fromUtf8(why) : QStringLiteral("it is no ZIP archive")),
            details};
}

Result<ArchiveReader> ArchiveReader::open(const QString &path)
{
    // Without O_NONBLOCK, opening a FIFO would wait for its other end.
    posix::UniqueFd fd(posix::retrying([&] { return ::open(posix::native(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY); }));
    if (!fd.isValid())
        return posix::failed(errno, QStringLiteral("read"), path);
    struct stat info = {};
    if (::fstat(fd.get(), &info) != 0)
        return posix::failed(errno, QStringLiteral("read"), path);
    if (!S_ISREG(info.st_mode)) {
        ErrorDetails details;
        details.path = path;
        details.kind = QStringLiteral("not-regular");
        return fail(ErrorCode::Invalid, QStringLiteral("%1 is no plain file. Name a .skill archive.").arg(path), details);
    }
    ArchiveReader reader(std::move(fd), path);
    reader.m_archive.reset(archive_read_new());
    archive *raw = reader.m_archive.get();
    const Utf8Locale locale;
    // The list at the archive's end is what counts, as in Python's reader: members that it does not name are not there.
    const bool isReady = raw && archive_read_support_format_zip_seekable(raw) == ARCHIVE_OK &&
                         archive_read_set_options(raw, "zip:hdrcharset=UTF-8") == ARCHIVE_OK &&
                         archive_read_open_fd(raw, reader.m_fd.get(), blockSize) == ARCHIVE_OK;
    if (!isReady)
        return tl::unexpected<Error>(reader.damaged({}));
    return reader;
}

Result<std::optional<ArchiveMember>> ArchiveReader::next()
{
    const Utf8Locale locale;
    archive_entry *entry = nullptr;
    archive_clear_error(m_archive.get());
    const int result = archive_read_next_header(m_archive.get(), &entry);
    if (result == ARCHIVE_EOF)
        return std::optional<ArchiveMember>();
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN)
        return tl::unexpected<Error>(damaged({}));
    ArchiveMember member;
    member.name = QByteArray(archive_entry_pathname(entry));
    member.nameIsText = result == ARCHIVE_OK; // a name that cannot be converted is all that is warned about here
    member.kind = kindOf(entry, member.name);
    member.claimedSize = archive_entry_size_is_set(entry) ? std::max<qint64>(archive_entry_size(entry), 0) : 0;
    member.encrypted = archive_entry_is_encrypted(entry) != 0;
    m_member = QString::fromUtf8(member.name);
    return member;
}

Result<QByteArray> ArchiveReader::read(const std::function<Result<void>(qint64)> &mayTake)
{
    QByteArray bytes;
    QByteArray block(static_cast<qsizetype>(blockSize), Qt::Uninitialized);
    for (;;) {
        const la_ssize_t got = archive_read_data(m_archive.get(), block.data(), blockSize);
        if (got < 0)
            return tl::unexpected<Error>(damaged(QStringLiteral(" at its member “%1”").arg(m_member)));
        if (got == 0)
            return bytes;
        if (auto allowed = mayTake(bytes.size() + got); !allowed)
            return tl::unexpected(allowed.error());
        bytes.append(block.constData(), got);
    }
}

} // namespace verderer
