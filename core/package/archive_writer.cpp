// SPDX-License-Identifier: GPL-3.0-or-later
#include "package/archive_writer.h"

#include "package/utf8_locale.h"

#include <archive.h>
#include <archive_entry.h>

#include <cerrno>

namespace verderer {

struct ArchiveWriter::Sink {
    explicit Sink(QFile &file) : out(file) {}

    QFile &out;

    static la_ssize_t write(archive *writer, void *self, const void *bytes, std::size_t size)
    {
        QFile &out = static_cast<Sink *>(self)->out;
        const qint64 written = out.write(static_cast<const char *>(bytes), static_cast<qint64>(size));
        if (written < 0)
            archive_set_error(writer, EIO, "%s", out.errorString().toUtf8().constData());
        return written;
    }
};

namespace {

tl::unexpected<Error> sizeChanged(const QString &path)
{
    ErrorDetails details;
    details.path = path;
    details.kind = QStringLiteral("changed-meanwhile");
    return fail(ErrorCode::Conflict, QStringLiteral("%1 was changed while it was packed. Look at the skill again.").arg(path), details);
}

} // namespace

void ArchiveWriter::Free::operator()(archive *writer) const
{
    archive_write_free(writer);
}

ArchiveWriter::ArchiveWriter() = default;
ArchiveWriter::~ArchiveWriter() = default;
ArchiveWriter::ArchiveWriter(ArchiveWriter &&other) noexcept = default;
ArchiveWriter &ArchiveWriter::operator=(ArchiveWriter &&other) noexcept = default;

tl::unexpected<Error> ArchiveWriter::failed() const
{
    ErrorDetails details;
    details.path = m_sink->out.fileName();
    details.kind = QStringLiteral("export-write");
    const char *why = m_archive ? archive_error_string(m_archive.get()) : nullptr;
    return fail(ErrorCode::ReadOnly,
                QStringLiteral("The archive cannot be written to %1: %2. Nothing was changed there.")
                    .arg(details.path, why ? QString::fromUtf8(why) : QStringLiteral("no memory is left")),
                details);
}

Result<ArchiveWriter> ArchiveWriter::begin(QFile &out)
{
    ArchiveWriter writer;
    writer.m_sink = std::make_unique<Sink>(out);
    writer.m_archive.reset(archive_write_new());
    archive *raw = writer.m_archive.get();
    const Utf8Locale locale;
    const bool isReady = raw && archive_write_set_format_zip(raw) == ARCHIVE_OK &&
                         archive_write_set_options(raw, "zip:hdrcharset=UTF-8,zip:compression=deflate,zip:compression-level=6") == ARCHIVE_OK &&
                         archive_write_set_bytes_per_block(raw, 0) == ARCHIVE_OK &&
                         archive_write_open(raw, writer.m_sink.get(), nullptr, &Sink::write, nullptr) == ARCHIVE_OK;
    if (!isReady)
        return writer.failed();
    return writer;
}

Result<void> ArchiveWriter::addHeader(const QString &path, bool isFolder, qint64 size)
{
    const Utf8Locale locale;
    const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(), &archive_entry_free);
    if (!entry)
        return failed();
    const QByteArray name = (isFolder ? QString(path + u'/') : path).toUtf8();
    archive_entry_set_pathname(entry.get(), name.constData());
    archive_entry_set_filetype(entry.get(), isFolder ? AE_IFDIR : AE_IFREG);
    archive_entry_set_perm(entry.get(), isFolder ? 0755 : 0644);
    archive_entry_set_size(entry.get(), size);
    // Time, owner and group are left unset, which is the same everywhere.
    if (archive_write_header(m_archive.get(), entry.get()) != ARCHIVE_OK)
        return failed();
    m_path = path;
    m_left = size;
    return {};
}

Result<void> ArchiveWriter::addFolder(const QString &path)
{
    return addHeader(path, true, 0);
}

Result<void> ArchiveWriter::beginFile(const QString &path, qint64 size)
{
    return addHeader(path, false, size);
}

Result<void> ArchiveWriter::addData(const QByteArray &bytes)
{
    if (bytes.size() > m_left)
        return sizeChanged(m_path);
    const Utf8Locale locale;
    if (archive_write_data(m_archive.get(), bytes.constData(), static_cast<std::size_t>(bytes.size())) != bytes.size())
        return failed();
    m_left -= bytes.size();
    return {};
}

Result<void> ArchiveWriter::endFile()
{
    return m_left == 0 ? Result<void>() : Result<void>(sizeChanged(m_path));
}

Result<void> ArchiveWriter::finish()
{
    const Utf8Locale locale;
    if (archive_write_close(m_archive.get()) != ARCHIVE_OK)
        return failed();
    return {};
}

} // namespace verderer
