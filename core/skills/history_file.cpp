// SPDX-License-Identifier: GPL-3.0-or-later
#include "skills/history_file.h"

#include <QCryptographicHash>
#include <QFile>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace verderer {

namespace {

constexpr qint64 blockBytes = 128LL * 1024;

// Whoever reads backwards mostly wants the newest record only.
constexpr qint64 firstBlockBytes = 64LL * 1024;

Error notAFile(const QString &path, const QString &what)
{
    ErrorDetails details;
    details.path = path;
    details.kind = QStringLiteral("not-a-file");
    return {ErrorCode::Invalid, QStringLiteral("The history %1 is %2, not a file. Move it away.").arg(path, what), details};
}

Error damaged(const QString &path, const QString &kind, const QString &message)
{
    ErrorDetails details;
    details.path = path;
    details.kind = kind;
    return {ErrorCode::Damaged, message, details};
}

tl::unexpected<Error> cancelled(const QString &path)
{
    ErrorDetails details;
    details.path = path;
    return fail(ErrorCode::Cancelled, QStringLiteral("Reading the history %1 was cancelled.").arg(path), details);
}

} // namespace

Result<HistoryFile> HistoryFile::open(const QString &path)
{
    const QByteArray name = QFile::encodeName(path);
    // Without O_NONBLOCK, opening a pipe waits for its writer.
    const int descriptor = ::open(name.constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) {
        const int why = errno;
        if (why == ENOENT) {
            ErrorDetails details;
            details.path = path;
            details.kind = QStringLiteral("no-history");
            return fail(ErrorCode::NotFound, QStringLiteral("There is no history at %1: no change of this skill has been recorded yet.").arg(path),
                        details);
        }
        if (why == ENXIO) { // a socket
            return tl::unexpected<Error>(notAFile(path, QStringLiteral("a socket")));
        }
        return tl::unexpected<Error>(systemError(why, QStringLiteral("read the history"), path));
    }
    HistoryFile file(path, descriptor);
    struct stat info = {};
    if (::fstat(descriptor, &info) != 0) {
        return tl::unexpected<Error>(systemError(errno, QStringLiteral("read the history"), path));
    }
    if (S_ISDIR(info.st_mode)) {
        return tl::unexpected<Error>(notAFile(path, QStringLiteral("a folder")));
    }
    if (!S_ISREG(info.st_mode)) {
        return tl::unexpected<Error>(notAFile(path, S_ISFIFO(info.st_mode) ? QStringLiteral("a pipe") : QStringLiteral("a device")));
    }
    file.m_device = info.st_dev;
    file.m_inode = info.st_ino;
    file.m_seenSize = info.st_size;
    return file;
}

HistoryFile::HistoryFile(HistoryFile &&other) noexcept
    : m_path(std::move(other.m_path)), m_descriptor(std::exchange(other.m_descriptor, -1)), m_seenSize(other.m_seenSize), m_device(other.m_device),
      m_inode(other.m_inode)
{
}

HistoryFile &HistoryFile::operator=(HistoryFile &&other) noexcept
{
    std::swap(m_path, other.m_path);
    std::swap(m_descriptor, other.m_descriptor);
    m_seenSize = other.m_seenSize;
    m_device = other.m_device;
    m_inode = other.m_inode;
    return *this;
}

HistoryFile::~HistoryFile()
{
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

Error HistoryFile::truncated() const
{
    return damaged(
        m_path, QStringLiteral("truncated"),
        QStringLiteral("The history %1 was cut off while it was being read. Open it again, and look for the program that rewrites it.").arg(m_path));
}

Result<qint64> HistoryFile::size()
{
    struct stat own = {};
    if (::fstat(m_descriptor, &own) != 0) {
        return tl::unexpected<Error>(systemError(errno, QStringLiteral("read the history"), m_path));
    }
    struct stat there = {};
    if (::stat(QFile::encodeName(m_path).constData(), &there) != 0) {
        const int why = errno;
        if (why != ENOENT) {
            return tl::unexpected<Error>(systemError(why, QStringLiteral("read the history"), m_path));
        }
        return tl::unexpected<Error>(
            damaged(m_path, QStringLiteral("removed"),
                    QStringLiteral("The history %1 was removed or renamed while it was being read. Look for the program that did it.").arg(m_path)));
    }
    if (there.st_dev != m_device || there.st_ino != m_inode) {
        return tl::unexpected<Error>(
            damaged(m_path, QStringLiteral("replaced"),
                    QStringLiteral("The history %1 was replaced by another file while it was being read. Open it again.").arg(m_path)));
    }
    if (own.st_size < m_seenSize) {
        return tl::unexpected<Error>(truncated());
    }
    m_seenSize = own.st_size;
    return m_seenSize;
}

Result<QByteArray> HistoryFile::read(qint64 offset, qint64 length) const
{
    QByteArray bytes(static_cast<qsizetype>(length), Qt::Uninitialized);
    qint64 done = 0;
    while (done < length) {
        const ssize_t got = ::pread(m_descriptor, bytes.data() + done, static_cast<std::size_t>(length - done), offset + done);
        if (got < 0) {
            if (errno == EINTR) {
                continue;
            }
            return tl::unexpected<Error>(systemError(errno, QStringLiteral("read the history"), m_path));
        }
        if (got == 0) {
            return tl::unexpected<Error>(truncated());
        }
        done += got;
    }
    return bytes;
}

Result<QString> HistoryFile::hash(qint64 offset, qint64 length, const CancelToken &cancel) const
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (qint64 done = 0; done < length;) {
        if (cancel.isCancelled()) {
            return cancelled(m_path);
        }
        const Result<QByteArray> block = read(offset + done, std::min(blockBytes, length - done));
        if (!block) {
            return tl::unexpected<Error>(block.error());
        }
        hash.addData(*block);
        done += block->size();
    }
    return QString::fromLatin1(hash.result().toHex());
}

BackwardLines::BackwardLines(const HistoryFile &file, qint64 size, qint64 before) : m_file(file), m_size(size), m_position(before)
{
}

Result<bool> BackwardLines::load(qint64 begin, qint64 end)
{
    Result<QByteArray> block = m_file.read(begin, end - begin);
    if (!block) {
        return tl::unexpected<Error>(block.error());
    }
    m_window = *std::move(block);
    m_windowBegin = begin;
    return true;
}

Result<qint64> BackwardLines::newlineBefore(qint64 end, const CancelToken &cancel)
{
    while (end > 0) {
        if (cancel.isCancelled()) {
            return cancelled(m_file.path());
        }
        if (end <= m_windowBegin || end > m_windowBegin + m_window.size()) {
            if (const Result<bool> loaded = load(std::max<qint64>(0, end - (m_window.isEmpty() ? firstBlockBytes : blockBytes)), end); !loaded) {
                return tl::unexpected<Error>(loaded.error());
            }
        }
        const void *const found = ::memrchr(m_window.constData(), '\n', static_cast<std::size_t>(end - m_windowBegin));
        if (found != nullptr) {
            return m_windowBegin + (static_cast<const char *>(found) - m_window.constData());
        }
        end = m_windowBegin;
    }
    return -1;
}

Result<qint64> BackwardLines::newlineFrom(qint64 begin, const CancelToken &cancel)
{
    while (begin < m_size) {
        if (cancel.isCancelled()) {
            return cancelled(m_file.path());
        }
        const Result<QByteArray> block = m_file.read(begin, std::min(blockBytes, m_size - begin));
        if (!block) {
            return tl::unexpected<Error>(block.error());
        }
        if (const qsizetype found = block->indexOf('\n'); found >= 0) {
            return begin + found;
        }
        begin += block->size();
    }
    return m_size;
}

Result<std::optional<HistoryPhysicalLine>> BackwardLines::next(HistoryDetail detail, const CancelToken &cancel)
{
    if (m_position <= 0) {
        return std::nullopt;
    }
    HistoryPhysicalLine line;
    const Result<qint64> last = newlineBefore(m_position, cancel);
    if (!last) {
        return tl::unexpected<Error>(last.error());
    }
    qint64 end = *last;
    if (*last != m_position - 1) {
        // The end of the file without a newline, or a place within a line: the line is given whole.
        const Result<qint64> stop = newlineFrom(m_position, cancel);
        if (!stop) {
            return tl::unexpected<Error>(stop.error());
        }
        end = *stop;
        line.terminated = end < m_size;
        line.offset = *last + 1;
    } else {
        const Result<qint64> previous = newlineBefore(end, cancel);
        if (!previous) {
            return tl::unexpected<Error>(previous.error());
        }
        line.offset = *previous + 1;
    }
    line.length = end - line.offset;
    m_position = line.offset;

    if (line.length > maxHistoryLineBytes) {
        line.tooLarge = true;
        if (detail != HistoryDetail::Bounds) {
            const Result<QString> hash = m_file.hash(line.offset, line.length, cancel);
            if (!hash) {
                return tl::unexpected<Error>(hash.error());
            }
            line.tooLargeId = *hash;
        }
        return line;
    }
    if (line.offset >= m_windowBegin && end <= m_windowBegin + m_window.size()) {
        line.bytes = QByteArrayView(m_window).sliced(line.offset - m_windowBegin, line.length);
        return line;
    }
    m_line.clear();
    Result<QByteArray> bytes = m_file.read(line.offset, line.length);
    if (!bytes) {
        return tl::unexpected<Error>(bytes.error());
    }
    m_line = *std::move(bytes);
    line.bytes = m_line;
    return line;
}

ForwardLines::ForwardLines(const HistoryFile &file, qint64 size) : m_file(file), m_size(size)
{
}

Result<bool> ForwardLines::readMore()
{
    m_buffer.remove(0, m_begin);
    m_bufferOffset += m_begin;
    m_begin = 0;
    const qint64 from = m_bufferOffset + m_buffer.size();
    if (from >= m_size) {
        return false;
    }
    const Result<QByteArray> block = m_file.read(from, std::min(blockBytes, m_size - from));
    if (!block) {
        return tl::unexpected<Error>(block.error());
    }
    m_buffer.append(*block);
    return true;
}

Result<HistoryPhysicalLine> ForwardLines::tooLarge(HistoryDetail detail, const CancelToken &cancel)
{
    HistoryPhysicalLine line;
    line.offset = m_bufferOffset + m_begin;
    line.tooLarge = true;
    line.terminated = false;
    while (true) {
        if (cancel.isCancelled()) {
            return cancelled(m_file.path());
        }
        const qsizetype newline = m_buffer.indexOf('\n', m_begin);
        if (newline >= 0) {
            line.length = m_bufferOffset + newline - line.offset;
            line.terminated = true;
            m_begin = newline + 1;
            break;
        }
        m_begin = m_buffer.size();
        const Result<bool> more = readMore();
        if (!more) {
            return tl::unexpected<Error>(more.error());
        }
        if (!*more) {
            line.length = m_size - line.offset;
            break;
        }
    }
    if (detail != HistoryDetail::Bounds) {
        const Result<QString> hash = m_file.hash(line.offset, line.length, cancel);
        if (!hash) {
            return tl::unexpected<Error>(hash.error());
        }
        line.tooLargeId = *hash;
    }
    return line;
}

Result<std::optional<HistoryPhysicalLine>> ForwardLines::next(HistoryDetail detail, const CancelToken &cancel)
{
    qsizetype searched = m_begin;
    while (true) {
        if (cancel.isCancelled()) {
            return cancelled(m_file.path());
        }
        qsizetype newline = m_buffer.indexOf('\n', searched);
        const bool terminated = newline >= 0;
        if (!terminated) {
            if (m_buffer.size() - m_begin > maxHistoryLineBytes) {
                Result<HistoryPhysicalLine> line = tooLarge(detail, cancel);
                if (!line) {
                    return tl::unexpected<Error>(line.error());
                }
                return *std::move(line);
            }
            searched = m_buffer.size() - m_begin;
            const Result<bool> more = readMore(); // moves the line to the buffer's front
            if (!more) {
                return tl::unexpected<Error>(more.error());
            }
            if (*more) {
                continue;
            }
            if (m_buffer.isEmpty()) {
                return std::nullopt;
            }
            newline = m_buffer.size();
        }
        HistoryPhysicalLine line;
        line.offset = m_bufferOffset + m_begin;
        line.length = newline - m_begin;
        line.terminated = terminated;
        line.bytes = QByteArrayView(m_buffer).sliced(m_begin, line.length);
        m_begin = terminated ? newline + 1 : newline;
        return line;
    }
}

} // namespace verderer
