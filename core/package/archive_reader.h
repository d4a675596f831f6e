// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/posix_file.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <memory>
#include <optional>

struct archive;

namespace verderer {

/// One member of a ZIP archive as its header describes it. Nothing of it is to be trusted: sizes are claims, names lead anywhere.
struct ArchiveMember {
    enum class Kind { File, Folder, Link, Special };
    QByteArray name; ///< the bytes as they stand in the archive, up to a NUL
    Kind kind = Kind::File;
    qint64 claimedSize = 0; ///< uncompressed
    bool encrypted = false;
    bool nameIsText = true; ///< false: the name is not UTF-8, and `name` is no more than what could be made of it
};

/// Reads the members of a ZIP archive one after the other, in the order of their data. Opens the file once and stays on it, whatever its name leads
/// to later. For one thread; not a value that can be copied.
class ArchiveReader {
public:
    /// NotFound; Invalid (kind "not-regular") for a folder or a pipe; Damaged (kind "archive-damaged") where it is no ZIP archive.
    static Result<ArchiveReader> open(const QString &path);
    ~ArchiveReader();
    ArchiveReader(ArchiveReader &&other) noexcept;
    ArchiveReader &operator=(ArchiveReader &&other) noexcept;
    ArchiveReader(const ArchiveReader &) = delete;
    ArchiveReader &operator=(const ArchiveReader &) = delete;

    /// The next member; nothing behind the last. Damaged.
    Result<std::optional<ArchiveMember>> next();

    /// The bytes of the member that next() gave, as they are unpacked. `mayTake` is asked for every piece with the bytes that there are by then, and
    /// its failure ends the reading: limits are held while unpacking, not believed. Damaged where the checksum is wrong, or the method unknown.
    Result<QByteArray> read(const std::function<Result<void>(qint64 soFar)> &mayTake);

private:
    struct Free {
        void operator()(archive *reader) const;
    };

    ArchiveReader(posix::UniqueFd fd, QString path) : m_fd(std::move(fd)), m_path(std::move(path)) {}
    [[nodiscard]] Error damaged(const QString &where) const;

    posix::UniqueFd m_fd; // outlives the reader below
    QString m_path;
    QString m_member;
    std::unique_ptr<archive, Free> m_archive;
};

} // namespace verderer
