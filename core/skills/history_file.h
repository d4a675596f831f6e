// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/cancellation.h"
#include "base/error.h"
#include "skills/history_line.h"

#include <QByteArray>
#include <QString>

#include <cstdint>
#include <optional>

namespace verderer {

/// The open descriptor of a history file, read at given places. Owns the descriptor. Not thread-safe.
class HistoryFile {
public:
    /// Errors as HistoryReader::open.
    static Result<HistoryFile> open(const QString &path);

    HistoryFile(HistoryFile &&other) noexcept;
    HistoryFile &operator=(HistoryFile &&other) noexcept;
    ~HistoryFile();

    [[nodiscard]] const QString &path() const { return m_path; }

    /// The size now. Damaged where the file is shorter than it was once seen, or where another file, or none, stands at the path by now.
    Result<qint64> size();

    /// The size as it was when it was last looked at, by open() or size(). Touches nothing.
    [[nodiscard]] qint64 seenSize() const { return m_seenSize; }

    /// Exactly `length` bytes from `offset`; Damaged where they are not there any more.
    Result<QByteArray> read(qint64 offset, qint64 length) const;

    /// SHA-256 of a stretch, read block by block.
    Result<QString> hash(qint64 offset, qint64 length, const CancelToken &cancel) const;

private:
    HistoryFile(QString path, int descriptor) : m_path(std::move(path)), m_descriptor(descriptor) {}
    [[nodiscard]] Error truncated() const;

    QString m_path;
    int m_descriptor = -1;
    qint64 m_seenSize = 0;
    std::uint64_t m_device = 0;
    std::uint64_t m_inode = 0;
};

/// The physical lines of a history file, last one first. A given line's bytes are valid until the next call.
class BackwardLines {
public:
    /// Begins with the line that ends at, or holds, byte `before` (exclusive) of a file of `size` bytes.
    BackwardLines(const HistoryFile &file, qint64 size, qint64 before);

    /// The next older line; nothing at the beginning of the file. A line that is too large gets a hash unless `detail` is Bounds.
    Result<std::optional<HistoryPhysicalLine>> next(HistoryDetail detail, const CancelToken &cancel);

private:
    Result<qint64> newlineBefore(qint64 end, const CancelToken &cancel);
    Result<qint64> newlineFrom(qint64 begin, const CancelToken &cancel);
    Result<bool> load(qint64 begin, qint64 end);

    const HistoryFile &m_file;
    qint64 m_size;
    qint64 m_position; ///< where the next line to be given ends, its newline included
    bool m_started = false;
    QByteArray m_window; ///< one block of the file …
    qint64 m_windowBegin = 0;
    QByteArray m_line; ///< or a line that does not fit into it
};

/// The physical lines of a history file from the front. A given line's bytes are valid until the next call.
class ForwardLines {
public:
    ForwardLines(const HistoryFile &file, qint64 size);

    /// The next line; nothing at the end.
    Result<std::optional<HistoryPhysicalLine>> next(HistoryDetail detail, const CancelToken &cancel);

private:
    Result<HistoryPhysicalLine> tooLarge(HistoryDetail detail, const CancelToken &cancel);
    Result<bool> readMore();

    const HistoryFile &m_file;
    qint64 m_size;
    QByteArray m_buffer;
    qint64 m_bufferOffset = 0; ///< in the file, of the buffer's first byte
    qsizetype m_begin = 0;     ///< in the buffer, of the next line
};

} // namespace verderer
