// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QByteArray>
#include <QFile>
#include <QString>

#include <memory>

struct archive;

namespace verderer {

/// Writes a ZIP archive in which nothing tells when, where or by whom it was made: the same members in the same order give the same bytes. Files are
/// 0644, folders 0755, all of 1980-01-01 (ZIP's first day), names UTF-8 and marked so. For one thread.
class ArchiveWriter {
public:
    /// `out` is open for writing and lives longer.
    static Result<ArchiveWriter> begin(QFile &out);
    ~ArchiveWriter();
    ArchiveWriter(ArchiveWriter &&other) noexcept;
    ArchiveWriter &operator=(ArchiveWriter &&other) noexcept;
    ArchiveWriter(const ArchiveWriter &) = delete;
    ArchiveWriter &operator=(const ArchiveWriter &) = delete;

    Result<void> addFolder(const QString &path);
    /// Begins a file of exactly `size` bytes; addData() gives them.
    Result<void> beginFile(const QString &path, qint64 size);
    /// Conflict where there are more bytes than was said.
    Result<void> addData(const QByteArray &bytes);
    /// Conflict where the last file got fewer bytes than was said.
    Result<void> endFile();
    /// Writes the list at the archive's end. What is in `out` before is no archive.
    Result<void> finish();

private:
    struct Free {
        void operator()(archive *writer) const;
    };
    struct Sink;

    ArchiveWriter();
    Result<void> addHeader(const QString &path, bool isFolder, qint64 size);
    [[nodiscard]] tl::unexpected<Error> failed() const;

    std::unique_ptr<Sink> m_sink; // outlives the writer below, which still writes when it is freed
    std::unique_ptr<archive, Free> m_archive;
    qint64 m_left = 0;
    QString m_path;
};

} // namespace verderer
